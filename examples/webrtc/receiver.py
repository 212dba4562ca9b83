# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""webrtcbin with a screamrx beside it: takes the video of one browser or WHIP client."""
import itertools
import os
import re
import time

from peer import FEEDBACK, Gst, GstWebRTC, Peer

from gstscream.stats.freezes import freezes

VIDEO = ("application/x-rtp,media=video,encoding-name=%s,payload=96,clock-rate=90000,"
         "rtcp-fb-nack-pli=true,rtcp-fb-ccm-fir=true,")
LATENCY = 100                   # ms, for packets that come again
# What takes RTP apart, what decodes it, and what SDP has to say beside it.  Lost
# packets make the depayloader ask for a key frame.
CODECS = {
    "vp8": ("VP8", "rtpvp8depay wait-for-keyframe=true request-keyframe=true",
            "vp8dec", ""),
    "h264": ("H264", "rtph264depay wait-for-keyframe=true request-keyframe=true ! h264parse",
             "avdec_h264", 'profile-level-id=(string)"42e01f",'
             "packetization-mode=(string)1,"),
}


def add_options(parser):
    """What becomes of the video."""
    parser.add_argument("--record", metavar="FILE.mkv",
                        help="recording without encoding; the next one is FILE-2.mkv")
    parser.add_argument("--forward", metavar="HOST:PORT",
                        help="send it to a screamsrc, encoded again")
    parser.add_argument("--show", action="store_true", help="show it in a window")
    parser.add_argument("--no-feedback", dest="feedback", action="store_false",
                        help="send no feedback, for comparison")


def unused(path):
    """film.mkv, film-2.mkv, ...: no recording takes the place of another."""
    stem, end = os.path.splitext(path)
    names = itertools.chain([path], ("%s-%d%s" % (stem, i, end) for i in itertools.count(2)))
    return next(name for name in names if not os.path.exists(name))


def outputs(options, codec):
    """The branches behind the depayloader, as for gst-launch-1.0."""
    decoder = CODECS[codec][2]
    branches = []
    if options.record:
        branches.append("matroskamux streamable=true ! filesink location=%s"
                        % unused(options.record))
    if options.forward:
        host, _, port = options.forward.rpartition(":")
        branches.append("%s ! videoconvert ! screamsink host=%s port=%s"
                        % (decoder, host, port))
    if options.show:
        branches.append("%s ! videoconvert ! autovideosink" % decoder)
    return branches or ["fakesink sync=false"]


class Receiver(Peer):
    """The pipeline of one that sends."""
    role = "receiver"             # in logs

    def __init__(self, options):
        pipeline = Gst.Pipeline()
        webrtc = Gst.ElementFactory.make("webrtcbin", "webrtc")
        Gst.util_set_object_arg(webrtc, "bundle-policy", "max-bundle")
        webrtc.set_property("latency", LATENCY)
        pipeline.add(webrtc)
        super().__init__(options, pipeline)
        self.shown = []         # s, when frames came
        # Reports where SDP agrees on RFC 8888; with TWCC the webrtcbin does so itself.
        self.screamrx = Gst.ElementFactory.make("screamrx")
        self.screamrx.set_property("observe", webrtc)
        pipeline.add(self.screamrx)
        webrtc.connect("pad-added", self.on_pad)
        webrtc.connect("on-new-transceiver",
                       lambda _webrtc, transceiver: transceiver.set_property("do-nack", True))

    def prepare_offer(self):
        name, _, _, fields = CODECS[self.options.codec]
        feedback = FEEDBACK if self.options.feedback else ""
        self.webrtc.emit(
            "add-transceiver", GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY,
            Gst.Caps.from_string((VIDEO % name + fields + feedback).rstrip(",")))

    def check_answer(self, sdp):
        """webrtcbin answers with port 0 what it does not take."""
        for section in sdp.split("\r\nm=")[1:]:
            codecs = re.findall(r"^a=rtpmap:\d+ (\w+)/", section, re.MULTILINE)
            if re.match("video (?!0 )", section) and "a=recvonly" in section and any(
                    codec.lower() in CODECS for codec in codecs):
                return
        raise ValueError("there is no video in it that we take: VP8 or H264, sendonly")

    def on_pad(self, _webrtc, pad):
        if pad.direction != Gst.PadDirection.SRC:
            return
        codec = pad.get_current_caps().get_structure(0).get_string("encoding-name").lower()
        branches = Gst.parse_bin_from_description(self.line(codec), True)
        frames = branches.get_by_name("frames")
        if frames:
            frames.get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, self.on_frame)
        self.pipeline.add(branches)
        branches.sync_state_with_parent()
        pad.link(branches.sinkpads[0])

    def line(self, codec):
        """What takes the stream; what is no video of ours is dropped."""
        if codec not in CODECS:
            return "fakesink sync=false"
        line = "queue ! %s ! identity name=frames ! tee name=tee " % CODECS[codec][1]
        return line + " ".join("tee. ! queue ! " + branch
                               for branch in outputs(self.options, codec))

    def on_frame(self, _pad, _info):
        self.shown.append(time.monotonic())
        return Gst.PadProbeReturn.OK

    def stats(self):
        """Times in s."""
        shown, stats = list(self.shown), self.screamrx.get_property("stats")
        gaps = freezes(shown, time.monotonic())
        return {"decoded": len(shown),
                "freezes": len(gaps),
                "frozen": sum(end - start for start, end in gaps),
                "kind": "RFC 8888" if stats.get_value("feedback-packets") else "TWCC",
                "feedback": stats.get_value("feedback-packets"),
                "lost": stats.get_value("lost"),
                "error": self.error}
