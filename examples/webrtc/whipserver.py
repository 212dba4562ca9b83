# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The HTTP of a WHIP server (RFC 9725) with one session at a time."""
import threading

from peer import Gst, GstWebRTC
from receiver import Receiver
from server import Handler, Server, check_element, run

SDP = "application/sdp"
ENDED = (GstWebRTC.WebRTCPeerConnectionState.FAILED, GstWebRTC.WebRTCPeerConnectionState.CLOSED)


class WhipHandler(Handler):
    def do_OPTIONS(self):
        self.reply(200, "text/plain", b"", Accept_Post=SDP)

    def do_POST(self):
        if not self.admitted():
            return
        if self.path != self.server.endpoint:
            self.refuse(404, "There is only " + self.server.endpoint)
        elif self.headers.get("Content-Type") != SDP:
            self.refuse(415, "An offer is " + SDP)
        else:
            self.take(self.body())

    def take(self, offer):
        if offer is None:
            return
        answer, session = self.start(lambda peer: peer.accept(offer))
        if answer:
            self.reply(201, SDP, answer.encode(), Location=session)

    def do_PATCH(self):
        """No trickle ICE: an offer has all candidates."""
        self.refuse(405, "There is no trickle ICE here", Allow="DELETE")

    def do_GET(self):
        self.refuse(405, "Offers are posted here", Allow="POST")


class WhipServer(Server):
    endpoint = "/whip"

    def __init__(self, options):
        super().__init__(options, self.make_receiver, WhipHandler)

    def make_receiver(self, options):
        peer = Receiver(options)
        peer.webrtc.connect("notify::connection-state", self.on_state)
        return peer

    def on_state(self, webrtc, _property):
        """A client that has gone without a word makes room for another."""
        if webrtc.props.connection_state in ENDED:
            threading.Thread(target=self.leave, args=[webrtc], daemon=True).start()

    def leave(self, webrtc):
        with self.lock:
            if self.peer and self.peer.webrtc == webrtc:
                self.stop()

    def each_second(self):
        """Frames are signs of life; a line of the log."""
        with self.lock:
            if self.peer:
                self.heard = max([self.heard, *self.peer.shown[-1:]])
                self.write(self.peer.stats())
        return super().each_second()


def serve(options):
    """Until it is interrupted."""
    Gst.init(None)
    check_element("screamrx")
    run(WhipServer(options), "Send to http://%s:%d/whip with --token %s")
