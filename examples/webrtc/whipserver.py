# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The HTTP of a WHIP server (RFC 9725) with one session at a time."""
import hmac
import secrets
import threading

from gi.repository import GLib

from peer import Gst, GstWebRTC
from receiver import Receiver
from server import Handler, Server, check_element, run

SDP = "application/sdp"
ENDPOINT = "/whip"
MOST_BYTES = 64 * 1024          # of an offer
SECONDS = 10                    # that a client may take for its request
ENDED = (GstWebRTC.WebRTCPeerConnectionState.FAILED, GstWebRTC.WebRTCPeerConnectionState.CLOSED)


class WhipHandler(Handler):
    timeout = SECONDS

    def refuse(self, status, text, **headers):
        """The body of the request may not have been read."""
        self.close_connection = True
        self.reply(status, "text/plain", text.encode() + b"\n",
                   {name.replace("_", "-"): value for name, value in headers.items()})

    def admitted(self, where):
        """Whether the request is for us, and by whom we know."""
        if self.path != where:
            self.refuse(404, "There is only " + ENDPOINT)
            return False
        expected = "Bearer %s" % self.server.options.token
        said = self.headers.get("Authorization", "")
        if self.server.options.token and not hmac.compare_digest(said.encode(), expected.encode()):
            self.refuse(401, "This token is not known", WWW_Authenticate="Bearer")
            return False
        return True

    def do_OPTIONS(self):
        self.reply(200, "text/plain", b"", {"Accept-Post": SDP})

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not self.admitted(ENDPOINT):
            return
        if self.headers.get("Content-Type") != SDP:
            self.refuse(415, "An offer is " + SDP)
        elif not length.isdecimal() or int(length) > MOST_BYTES:
            self.refuse(413, "An offer has a length, of %d bytes at most" % MOST_BYTES)
        else:
            self.start(self.rfile.read(int(length)).decode(errors="replace"))

    def start(self, offer):
        try:
            with self.server.lock:
                if self.server.peer:
                    self.refuse(503, "There is a stream already", Retry_After="10")
                    return
                answer = self.server.accept(offer)
        except (ValueError, RuntimeError) as error:
            self.refuse(422, str(error))
            return
        self.reply(201, SDP, answer.encode(), {"Location": self.server.resource})

    def do_DELETE(self):
        with self.server.lock:
            if self.admitted(self.server.resource):
                self.server.stop()
                self.reply(200, "text/plain", b"")

    def do_PATCH(self):
        """No trickle ICE: an offer has all candidates."""
        self.refuse(405, "There is no trickle ICE here", Allow="DELETE")

    def do_GET(self):
        self.refuse(405, "Offers are posted here", Allow="POST")


class WhipServer(Server):
    handler = WhipHandler

    def __init__(self, options):
        super().__init__(options)
        self.resource = None    # path of the session

    def accept(self, offer):
        """The answer."""
        self.peer = Receiver(self.options)
        self.resource = "%s/%s" % (ENDPOINT, secrets.token_urlsafe())
        try:
            answer = self.peer.accept(offer)
        except (ValueError, RuntimeError):
            self.stop()
            raise
        self.peer.webrtc.connect("notify::connection-state", self.on_state)
        return answer

    def on_state(self, webrtc, _property):
        """A client that has gone without a word makes room for another."""
        if webrtc.props.connection_state in ENDED:
            threading.Thread(target=self.leave, args=[webrtc], daemon=True).start()

    def leave(self, webrtc):
        with self.lock:
            if self.peer and self.peer.webrtc == webrtc:
                self.stop()

    def stop(self):
        super().stop()
        self.resource = None

    def note(self):
        """A line of the log each second."""
        with self.lock:
            if self.peer and self.log:
                self.write(self.peer.stats())
        return True


def serve(options):
    """Until it is interrupted."""
    Gst.init(None)
    check_element("screamrx")
    server = WhipServer(options)
    GLib.timeout_add_seconds(1, server.note)
    run(server, "Send to http://%s:%d" + ENDPOINT)
