# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""webrtcbin with screamtx in it: sends video, and audio if asked, to one browser."""
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import Gst, GstSdp, GstWebRTC

TWCC = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
# What the receiver may tell us by: TWCC, which all browsers have, and RFC 8888,
# which says more and is taken where it is there.  Each stream has to have them.
FEEDBACK = ('rtcp-fb-transport-cc=true,extmap-1="%s",'
            'a-rtcp-fb=(string)"* ack ccfb"' % TWCC)
VIDEO = "application/x-rtp,media=video,encoding-name=%s,payload=%d,rtcp-fb-nack-pli=true,"
# Real time, and key frames only when the browser asks: screamtx can set the rate
# of an encoder that runs, but these only before.
ENCODERS = {
    "vp8": ("vp8enc deadline=1 cpu-used=-8 lag-in-frames=0 max-intra-bitrate=250 "
            "dropframe-threshold=30 keyframe-max-dist=3000 ! rtpvp8pay mtu=1200 "
            "picture-id-mode=15-bit", "VP8", ""),
    "h264": ("x264enc tune=zerolatency speed-preset=superfast key-int-max=3000 ! "
             "video/x-h264,profile=constrained-baseline ! "
             "rtph264pay mtu=1200 config-interval=-1 aggregate-mode=zero-latency",
             "H264", "packetization-mode=(string)1,"),
}
# Moving rings: as a camera's picture they can be coded at 0.2 to 3 Mbit/s.
TEST_PICTURE = ("videotestsrc is-live=true pattern=zone-plate kx2=10 ky2=10 kt=10 ! "
                "video/x-raw,width=640,height=360,framerate=30/1 ! timeoverlay")
AUDIO = ("audiotestsrc is-live=true wave=ticks ! opusenc ! rtpopuspay ! "
         "application/x-rtp,media=audio,encoding-name=OPUS,payload=111,")
OVERHEAD = 38                   # bytes a packet: IPv4, UDP, and SRTP's tag of 10
SECONDS = 10                    # for each step of the negotiation


def source(name):
    if name == "test":
        return TEST_PICTURE
    element = "v4l2src device=%s" if name.startswith("/dev/") else "filesrc location=%s"
    return element % name + " ! decodebin ! videoconvert ! videoscale ! videorate"


def description(options):
    """The pipeline, as for gst-launch-1.0."""
    encoder, name, fields = ENCODERS[options.codec]
    lines = ["webrtcbin name=webrtc bundle-policy=max-bundle"]
    for payload in range(96, 96 + options.cameras):
        lines.append("%s ! %s ! %s%s%s ! webrtc." % (
            source(options.source), encoder, VIDEO % (name, payload), fields,
            FEEDBACK))
    if options.audio:
        lines.append("%s%s ! webrtc." % (AUDIO, FEEDBACK))
    return " ".join(lines)


class Sender:
    """One browser's pipeline."""

    def __init__(self, options):
        self.options = options
        self.screamtx = None
        self.error = ""
        self.wanted = threading.Event()
        self.gathered = threading.Event()
        self.pipeline = Gst.parse_launch(description(options))
        # Elements that webrtcbin adds later change the latency.
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::latency", lambda *_: self.pipeline.recalculate_latency())
        bus.connect("message::error", self.on_error)
        self.webrtc = self.pipeline.get_by_name("webrtc")
        if options.stun:
            self.webrtc.set_property("stun-server", options.stun)
        self.webrtc.connect("request-aux-sender", self.make_screamtx)
        self.webrtc.connect("on-negotiation-needed", lambda _: self.wanted.set())
        self.webrtc.connect("notify::ice-gathering-state", self.on_gathering)
        for number in range(options.cameras):
            self.webrtc.emit("get-transceiver", number).set_property("do-nack", True)

    def make_screamtx(self, _webrtc, _transport):
        """One for all streams of the transport: with bundling, for all."""
        self.screamtx = Gst.ElementFactory.make("screamtx")
        for name in ("controller", "ecn", "initial-bitrate", "max-bitrate"):
            value = str(getattr(self.options, name.replace("-", "_")))
            Gst.util_set_object_arg(self.screamtx, name, value)
        self.screamtx.set_property("packet-overhead", OVERHEAD)
        return self.screamtx

    def on_gathering(self, webrtc, _property):
        if webrtc.props.ice_gathering_state == GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            self.gathered.set()

    def call(self, action, *arguments):
        """What the action replies."""
        promise = Gst.Promise.new()
        self.webrtc.emit(action, *arguments, promise)
        promise.wait()
        return promise.get_reply()

    def offer(self):
        """The SDP, with all candidates in it."""
        self.pipeline.set_state(Gst.State.PLAYING)
        if not self.wanted.wait(SECONDS):
            raise RuntimeError("the pipeline does not start: " + self.error)
        reply = self.call("create-offer", None)
        self.call("set-local-description", reply.get_value("offer"))
        self.gathered.wait(SECONDS)
        return self.webrtc.props.local_description.sdp.as_text()

    def answer(self, sdp):
        _, message = GstSdp.SDPMessage.new_from_text(sdp)
        self.call("set-remote-description", GstWebRTC.WebRTCSessionDescription.new(
            GstWebRTC.WebRTCSDPType.ANSWER, message))

    def on_error(self, _bus, message):
        self.error = "%s (%s)" % message.parse_error()
        print("camera-to-browser:", self.error, file=sys.stderr)

    def stats(self):
        """Rates in bit/s, times in s."""
        stats = self.screamtx.get_property("stats") if self.screamtx else None
        if stats is None or not stats.has_field("target-rate"):
            return {}
        return {"target": self.screamtx.get_property("estimated-bitrate"),
                "sent": stats.get_value("send-rate"),
                "rtt": stats.get_value("smoothed-rtt") / 1e9,
                "queue": stats.get_value("network-queue-delay") / 1e9,
                "waiting": stats.get_value("sender-queue-delay") / 1e9,
                "lost": stats.get_value("packets-lost"),
                "discarded": stats.get_value("frames-discarded"),
                "skipped": stats.get_value("frames-skipped"),
                "feedback": stats.get_value("feedback-packets"),
                "ecn": stats.get_value("ecn-state"),
                "error": self.error}

    def stop(self):
        self.pipeline.get_bus().remove_signal_watch()
        self.pipeline.set_state(Gst.State.NULL)
