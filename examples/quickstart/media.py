# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is encoded, with what, and how it gets into the pipeline."""
import os
import re

from gi.repository import Gst

from shared import encoders

# A scrolling picture with an area of noise: every encoder here reaches its
# bitrate on it, as it would on a camera's picture.
TEST_PICTURE = ("videotestsrc is-live=true pattern=smpte horizontal-speed=4 ! "
                "video/x-raw,format=I420,width=640,height=360,framerate=30/1 ! "
                "timeoverlay ! ")
# Even sizes, square pixels, the picture's own shape.
FITTED = ("videoconvert ! videoscale ! videorate drop-only=true max-rate=30 ! "
          "video/x-raw,format=I420,width=[2,1280,2],height=[2,720,2],pixel-aspect-ratio=1/1 ! ")


def package_hint(message):
    """What to do about an element that is missing, or ""."""
    match = re.search(r'no element "(\w+)"', message)
    if match is None:
        missing = "missing a plug-in" in message
        return "sudo apt-get install gstreamer1.0-libav" if missing else ""
    if match[1].startswith("scream") or match[1] == "linkemu":
        return "start examples/quickstart/run: it builds the elements and sets GST_PLUGIN_PATH"
    return f"sudo apt-get install {encoders.package(match[1])}"


def source_description(path):
    if path is None:
        return TEST_PICTURE
    if path.startswith("/dev/"):
        return f"v4l2src device={path} ! decodebin ! {FITTED}"
    return "appsrc name=frames is-live=true format=time do-timestamp=true ! queue ! " + FITTED


class FileInput:
    """Decodes a file in real time, again and again, into the pipeline's appsrc.

    A pipeline of its own: its seeks back to the start stay out of the other one,
    where frames simply go on.
    """

    def __init__(self, path, appsrc):
        self.appsrc = appsrc
        self.caps = None
        self.pipeline = Gst.parse_launch(
            "uridecodebin name=file ! video/x-raw ! videoconvert ! "
            "appsink name=frames sync=true max-buffers=2 emit-signals=true")
        self.pipeline.get_by_name("file").set_property("uri", Gst.filename_to_uri(
            os.path.abspath(path)))
        self.pipeline.get_by_name("frames").connect("new-sample", self.on_frame)
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::eos", self.on_end)

    def start(self, on_error):
        self.pipeline.get_bus().connect("message::error", on_error)
        self.pipeline.set_state(Gst.State.PLAYING)

    def stop(self):
        self.pipeline.set_state(Gst.State.NULL)

    def on_end(self, _bus, _message):
        self.pipeline.seek_simple(Gst.Format.TIME, Gst.SeekFlags.FLUSH, 0)

    def on_frame(self, appsink):
        sample = appsink.emit("pull-sample")
        if sample is None:
            return Gst.FlowReturn.OK
        if self.caps is None or not self.caps.is_equal(sample.get_caps()):
            self.caps = sample.get_caps()
            self.appsrc.set_property("caps", self.caps)
        frame = sample.get_buffer().copy()
        frame.pts = frame.dts = Gst.CLOCK_TIME_NONE
        return self.appsrc.emit("push-buffer", frame)
