# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One side of a WebRTC connection: a pipeline with a webrtcbin that offers or answers."""
import hashlib
import re
import shutil
import ssl
import subprocess
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import GObject, Gst, GstSdp, GstWebRTC

TWCC = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
# What the receiver of media may report by: TWCC, which all browsers have, and RFC
# 8888, which says more and is taken where it is there.  Each stream has to have them.
FEEDBACK = ('rtcp-fb-transport-cc=true,extmap-1="%s",'
            'a-rtcp-fb=(string)"* ack ccfb"' % TWCC)
SECONDS = 10                    # for each step of the negotiation
MOST_MEDIA = 32                 # each may take a transport, with sockets and threads


def with_feedback(answer, offer):
    """The SDP of an answer, which agrees to the feedback of RFC 8888 and TWCC as it was offered."""
    _, *offered = offer.split("\r\nm=")
    head, *media = answer.rstrip("\r\n").split("\r\nm=")
    for index, section in enumerate(offered[:len(media)]):
        lines = [line for line in section.split("\r\n")
                 if line == "a=rtcp-fb:* ack ccfb" or line.startswith("a=extmap:")
                 and line.endswith(TWCC)]
        media[index] += "".join("\r\n" + line for line in lines
                                if line not in media[index].split("\r\n"))
    return "\r\nm=".join([head, *media]) + "\r\n"


def certificate():
    """A new key, and a certificate for it, as PEM; '' without the program for it.

    By ECDSA, which all peers take (RFC 8827 section 6.5); webrtcbin (1.22) makes them by
    RSA, and some take no other suites of ciphers than ECDSA's, as aiortc.
    """
    if not shutil.which("openssl"):
        return ""
    return subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "30", "-subj", "/CN=WebRTC", "-keyout", "-", "-out", "-"],
        check=True, capture_output=True, text=True).stdout


def with_fingerprint(sdp, pem):
    """The SDP with that of a certificate: webrtcbin (1.22) takes one over its key, too."""
    if not pem:
        return sdp
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index(ssl.PEM_HEADER):])
    digest = hashlib.sha256(der).hexdigest().upper()
    return re.sub("(?<=a=fingerprint:sha-256 ).*", ":".join(re.findall("..", digest)) + "\r", sdp)


class Peer:
    """The pipeline of one browser."""

    def __init__(self, options, pipeline):
        self.options = options
        self.pipeline = pipeline
        self.error = ""
        self.gathered = threading.Event()
        # Elements that webrtcbin adds later change the latency.
        bus = pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::latency", self.on_latency)
        bus.connect("message::error", self.on_error)
        self.webrtc = pipeline.get_by_name("webrtc")
        self.pem = certificate()
        self.webrtc.connect("deep-element-added", self.on_element)
        if options.stun:
            self.webrtc.set_property("stun-server", options.stun)
        self.webrtc.connect("notify::ice-gathering-state", self.on_gathering)

    def on_element(self, _webrtc, _bin, element):
        if self.pem and element.get_name().startswith("dtlssrtpdec"):
            element.set_property("pem", self.pem)

    def on_latency(self, *_):
        pipeline = self.pipeline
        if pipeline:
            pipeline.recalculate_latency()

    def on_gathering(self, webrtc, _property):
        if webrtc.props.ice_gathering_state == GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            self.gathered.set()

    def call(self, action, *arguments):
        """What the action replies; ValueError if webrtcbin does not take its arguments."""
        promise = Gst.Promise.new()
        self.webrtc.emit(action, *arguments, promise)
        promise.wait()
        reply = promise.get_reply()
        if reply and reply.has_field("error"):
            raise ValueError(reply.get_value("error").message)
        return reply

    def prepare_offer(self):
        """What has to be there before an offer can be made."""

    def describe(self, kind, sdp):
        """Sets ours; the SDP, with all candidates in it."""
        _, message = GstSdp.SDPMessage.new_from_text(with_fingerprint(sdp, self.pem))
        self.call("set-local-description", GstWebRTC.WebRTCSessionDescription.new(kind, message))
        self.gathered.wait(SECONDS)
        return self.webrtc.props.local_description.sdp.as_text()

    def set_remote(self, kind, sdp):
        """ValueError if webrtcbin does not take it."""
        result, message = GstSdp.SDPMessage.new_from_text(sdp)
        if result != GstSdp.SDPResult.OK or not 1 <= message.medias_len() <= MOST_MEDIA:
            raise ValueError("this is no SDP with 1 to %d media" % MOST_MEDIA)
        self.call("set-remote-description",
                  GstWebRTC.WebRTCSessionDescription.new(kind, message))

    def offer(self):
        """The SDP of ours."""
        self.pipeline.set_state(Gst.State.PLAYING)
        self.prepare_offer()
        reply = self.call("create-offer", None)         # owns the offer
        return self.describe(GstWebRTC.WebRTCSDPType.OFFER, reply.get_value("offer").sdp.as_text())

    def answer(self, sdp):
        """To the offer."""
        self.set_remote(GstWebRTC.WebRTCSDPType.ANSWER, sdp)

    def accept(self, sdp):
        """The SDP that answers an offer.  webrtcbin leaves the feedback out of it."""
        self.pipeline.set_state(Gst.State.PLAYING)
        self.set_remote(GstWebRTC.WebRTCSDPType.OFFER, sdp)
        reply = self.call("create-answer", None)        # owns the answer
        text = reply.get_value("answer").sdp.as_text()
        self.check_answer(text)
        if self.options.feedback:
            text = with_feedback(text, sdp)
        return self.describe(GstWebRTC.WebRTCSDPType.ANSWER, text)

    def check_answer(self, sdp):
        """ValueError if nothing would come of it."""

    def on_error(self, _bus, message):
        self.error = "%s (%s)" % message.parse_error()
        print("webrtc:", self.error, file=sys.stderr)

    def stop(self):
        """Its elements hold our handlers, which hold us: a circle that Python cannot see."""
        bus = self.pipeline.get_bus()
        bus.remove_signal_watch()
        GObject.signal_handlers_destroy(bus)
        self.pipeline.set_state(Gst.State.NULL)
        self.pipeline = self.webrtc = None
