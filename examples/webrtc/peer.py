# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One side of a WebRTC connection: a pipeline with a webrtcbin that makes the offer."""
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import Gst, GstSdp, GstWebRTC

TWCC = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
# What the receiver of media may report by: TWCC, which all browsers have, and RFC
# 8888, which says more and is taken where it is there.  Each stream has to have them.
FEEDBACK = ('rtcp-fb-transport-cc=true,extmap-1="%s",'
            'a-rtcp-fb=(string)"* ack ccfb"' % TWCC)
SECONDS = 10                    # for each step of the negotiation


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
        bus.connect("message::latency", lambda *_: pipeline.recalculate_latency())
        bus.connect("message::error", self.on_error)
        self.webrtc = pipeline.get_by_name("webrtc")
        if options.stun:
            self.webrtc.set_property("stun-server", options.stun)
        self.webrtc.connect("notify::ice-gathering-state", self.on_gathering)

    def on_gathering(self, webrtc, _property):
        if webrtc.props.ice_gathering_state == GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            self.gathered.set()

    def call(self, action, *arguments):
        """What the action replies."""
        promise = Gst.Promise.new()
        self.webrtc.emit(action, *arguments, promise)
        promise.wait()
        return promise.get_reply()

    def wait_until_ready(self):
        """Until an offer can be made."""

    def offer(self):
        """The SDP, with all candidates in it."""
        self.pipeline.set_state(Gst.State.PLAYING)
        self.wait_until_ready()
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
        print("webrtc:", self.error, file=sys.stderr)

    def stop(self):
        self.pipeline.get_bus().remove_signal_watch()
        self.pipeline.set_state(Gst.State.NULL)
