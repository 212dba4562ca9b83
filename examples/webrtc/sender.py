# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""webrtcbin with screamtx in it: sends video, and audio if asked, to one peer."""
import threading

import gi

gi.require_version("GstVideo", "1.0")
from gi.repository import GObject, GstVideo

from peer import FEEDBACK, SECONDS, Gst, GstWebRTC, Peer

VIDEO = "application/x-rtp,media=video,encoding-name=%s,payload=%d,rtcp-fb-nack-pli=true,"
# Real time, and key frames only when the browser asks: screamtx can set the rate
# of an encoder that runs, but these only before.  Chromium answers each key frame that
# begins with an access unit delimiter in one packet with others by a PLI.
ENCODERS = {
    "vp8": ("vp8enc deadline=1 cpu-used=-8 lag-in-frames=0 max-intra-bitrate=250 "
            "dropframe-threshold=30 keyframe-max-dist=3000 ! rtpvp8pay mtu=1200 "
            "picture-id-mode=15-bit", "VP8", ""),
    "h264": ("x264enc tune=zerolatency speed-preset=superfast aud=false key-int-max=3000 ! "
             "video/x-h264,profile=constrained-baseline ! "
             "rtph264pay mtu=1200 config-interval=-1 aggregate-mode=zero-latency",
             "H264", "packetization-mode=(string)1,"),
}
# Moving rings: as a camera's picture they can be coded at 0.2 to 3 Mbit/s.
TEST_PICTURE = ("videotestsrc is-live=true pattern=zone-plate kx2=10 ky2=10 kt=10 ! "
                "video/x-raw,width=640,height=360,framerate=30/1 ! timeoverlay")
AUDIO = ("audiotestsrc is-live=true wave=ticks ! opusenc ! rtpopuspay ! "
         "application/x-rtp,media=audio,encoding-name=OPUS,payload=111,")
SENDONLY = GstWebRTC.WebRTCRTPTransceiverDirection.SENDONLY
# webrtcbin (1.22) has a floating reference to its transport, which Python takes and gives back.
# One for each that was seen makes up for it; it is used up when the webrtcbin ends.
TAKEN = []
OVERHEAD = 38                   # bytes a packet: IPv4, UDP, and SRTP's tag of 10


def add_options(parser):
    """Those of the media, and of screamtx."""
    parser.add_argument("--source", default="test", metavar="WHAT",
                        help="test (a moving picture), /dev/video0, or a file")
    parser.add_argument("--codec", default="h264", choices=list(ENCODERS),
                        help="h264 or vp8")
    parser.add_argument("--controller", default="scream", help="of screamtx (scream)")
    parser.add_argument("--ecn", default="not-ect", help="not-ect, ect1 or ect0")
    parser.add_argument("--cameras", type=int, default=1, metavar="N",
                        help="number of pictures, each with its encoder")
    parser.add_argument("--audio", action="store_true", help="add a tick each second")
    parser.add_argument("--initial-bitrate", type=int, default=1000000, metavar="BIT/S")
    parser.add_argument("--max-bitrate", type=int, default=5000000, metavar="BIT/S")


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


class Sender(Peer):
    """The pipeline of one peer."""
    role = "sender"             # in logs

    def __init__(self, options):
        super().__init__(options, Gst.parse_launch(description(options)))
        self.screamtx = None
        self.wanted = threading.Event()
        self.webrtc.connect("request-aux-sender", self.make_screamtx)
        self.webrtc.connect("on-negotiation-needed", lambda _: self.wanted.set())
        self.held = [(pad, pad.add_probe(
            Gst.PadProbeType.BUFFER | Gst.PadProbeType.BUFFER_LIST,
            lambda _pad, _info: Gst.PadProbeReturn.DROP)) for pad in self.webrtc.sinkpads]
        self.webrtc.connect("notify::connection-state", self.on_connected)
        for number in range(options.cameras + options.audio):
            transceiver = self.webrtc.emit("get-transceiver", number)
            transceiver.set_property("direction", SENDONLY)
            transceiver.set_property("do-nack", number < options.cameras)

    def on_connected(self, webrtc, _property):
        """Media begins with a key frame when there is a way.  Frames of before would wait for it,
        and come too late."""
        if webrtc.props.connection_state != GstWebRTC.WebRTCPeerConnectionState.CONNECTED:
            return
        held, self.held = self.held, []
        for pad, probe in held:
            pad.remove_probe(probe)
            pad.push_event(GstVideo.video_event_new_upstream_force_key_unit(
                Gst.CLOCK_TIME_NONE, True, 0))

    def make_screamtx(self, _webrtc, transport):
        """One for all streams of the transport: with bundling, for all."""
        TAKEN.append(GObject.Value(GObject.Object, transport))
        self.screamtx = Gst.ElementFactory.make("screamtx")
        for name in ("controller", "ecn", "initial-bitrate", "max-bitrate"):
            value = str(getattr(self.options, name.replace("-", "_")))
            Gst.util_set_object_arg(self.screamtx, name, value)
        self.screamtx.set_property("packet-overhead", OVERHEAD)
        return self.screamtx

    def prepare_offer(self):
        if not self.wanted.wait(SECONDS):
            raise RuntimeError("the pipeline does not start: " + self.error)

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
