#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures of a Python program, sent by screamsink.

image_topic.py gives it those of a topic of ROS 2; alone it sends a grey that changes.
"""
import argparse
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

# encoding of sensor_msgs/Image: format of GStreamer, bytes of a pixel
FORMATS = {"rgb8": ("RGB", 3), "bgr8": ("BGR", 3), "rgba8": ("RGBA", 4), "bgra8": ("BGRA", 4),
           "mono8": ("GRAY8", 1)}
LINE = ("appsrc name=frames is-live=true do-timestamp=true format=time max-buffers=2 "
        "leaky-type=downstream ! videoconvert ! screamsink name=sink")


class FrameSender:
    def __init__(self, host, port):
        Gst.init(None)
        self.pipeline = Gst.parse_launch(LINE)
        self.frames = self.pipeline.get_by_name("frames")
        sink = self.pipeline.get_by_name("sink")
        sink.props.host, sink.props.port = host, port
        self.shape = None
        self.pipeline.set_state(Gst.State.PLAYING)

    def push(self, data, width, height, encoding, step):
        """One picture of @height rows of @step bytes each, which may be padded."""
        if encoding not in FORMATS:
            raise ValueError(f"encoding {encoding} is none of {', '.join(FORMATS)}: add it to "
                             "FORMATS, or convert the topic with image_proc")
        name, size = FORMATS[encoding]
        row = width * size
        if not 0 < row <= step or not 0 < step * height <= len(data):
            raise ValueError(f"{len(data)} bytes are no {height} rows of {step} bytes, "
                             f"with {width} pixels of {size} bytes in each")
        self.set_caps(name, width, height)
        stride = (row + 3) // 4 * 4  # GStreamer's rows end at a multiple of 4 bytes
        if step != stride:
            data = b"".join(bytes(data[i * step:i * step + row]).ljust(stride, b"\0")
                            for i in range(height))
        self.frames.emit("push-buffer", Gst.Buffer.new_wrapped(bytes(data)))

    def set_caps(self, name, width, height):
        if self.shape == (name, width, height):
            return
        self.shape = (name, width, height)
        self.frames.props.caps = Gst.Caps.from_string(
            f"video/x-raw,format={name},width={width},height={height},framerate=0/1")

    def failure(self):
        """The text of an error, if there was one."""
        message = self.pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
        return message.parse_error().gerror.message if message else None

    def stop(self):
        self.pipeline.set_state(Gst.State.NULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    arguments = parser.parse_args()
    sender = FrameSender(arguments.host, arguments.port)
    width, height = 322, 240
    number = 0
    try:
        while sender.failure() is None:
            grey = number % 256
            sender.push(bytes([grey]) * (3 * width * height), width, height, "rgb8", 3 * width)
            number += 1
            time.sleep(1 / 30)
    except KeyboardInterrupt:
        pass
    sender.stop()


if __name__ == "__main__":
    main()
