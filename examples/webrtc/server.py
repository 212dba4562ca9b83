# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""HTTP for one peer, who knows a token; the page of a browser, with the offer and the figures."""
import argparse
import hmac
import json
import os
import re
import secrets
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler

from gi.repository import GLib

from peer import Gst

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))
from bounded import SECONDS, BoundedServer

from gstscream.report import render

MOST_BYTES = 64 * 1024          # of a request
SILENCE = 15                    # s after which a peer is taken to be gone


class Busy(Exception):
    """There is a peer."""


class Handler(BaseHTTPRequestHandler):
    """One request for each connection."""
    protocol_version = "HTTP/1.1"
    timeout = SECONDS

    def log_message(self, *_):
        """Not each request."""

    def reply(self, status, kind, body, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, text, **headers):
        self.reply(status, "text/plain; charset=utf-8", text.encode() + b"\n", **headers)

    def admitted(self):
        """Whether it knows the token.  No page of another site does, whatever its name is."""
        said = self.headers.get("Authorization", "")
        if not hmac.compare_digest(said.encode(), b"Bearer " + self.server.options.token.encode()):
            self.refuse(401, "The token is missing or wrong: take the address, or the token, "
                        "that the program printed", WWW_Authenticate="Bearer")
            return False
        self.server.admit(self.connection)
        return True

    def body(self):
        """None if it was refused."""
        lengths = self.headers.get_all("Content-Length", [])
        if self.headers.get("Transfer-Encoding") or not lengths:
            self.refuse(411, "A request has to say its length")
        elif len(lengths) > 1 or not re.fullmatch("[0-9]+", lengths[0]):
            self.refuse(400, "The length of the request is no number")
        elif len(lengths[0]) > 9 or int(lengths[0]) > MOST_BYTES:
            self.refuse(413, "A request has %d bytes at most" % MOST_BYTES)
        else:
            return self.rfile.read(int(lengths[0])).decode(errors="replace")
        return None

    def start(self, negotiate):
        """(what negotiate(peer) returns for a new peer, path of the session), or Nones."""
        try:
            return self.server.start(negotiate)
        except Busy as error:
            self.refuse(503, str(error), Retry_After=str(SILENCE))
        except (ValueError, RuntimeError) as error:
            self.refuse(422, str(error))
        return None, None

    def do_DELETE(self):
        if not self.admitted():
            return
        with self.server.lock:
            if self.path != self.server.resource:
                self.refuse(404, "There is no such session")
                return
            self.server.stop()
        self.reply(200, "text/plain", b"")


class Server(BoundedServer):
    """Has one peer at most, made by make_peer(options)."""

    def __init__(self, options, make_peer, handler):
        try:
            super().__init__((options.address, options.port), handler)
        except (OSError, OverflowError) as error:
            sys.exit("cannot listen at %s, port %d: %s (--address, --port)" % (
                options.address, options.port, error))
        self.options = options
        self.make_peer = make_peer
        self.lock = threading.Lock()
        self.peer = None
        self.resource = None    # the path of its session
        self.heard = 0          # s, when there was a sign of life
        self.log = open(options.log, "w", encoding="ascii") if options.log else None

    def start(self, negotiate):
        with self.lock:
            if self.peer:
                raise Busy("There is a stream already, in another page or program: "
                           "close that one, then try again")
            self.peer = self.make_peer(self.options)
            try:
                answer = negotiate(self.peer)
            except BaseException:
                self.stop()
                raise
            self.resource = "%s/%s" % (self.endpoint, secrets.token_urlsafe())
            self.heard = time.monotonic()
            return answer, self.resource

    def each_second(self):
        with self.lock:
            if self.peer and time.monotonic() - self.heard > SILENCE:
                self.stop()
        return True

    def write(self, stats, **others):
        """A line of the log."""
        if self.log:
            line = {"time": time.monotonic(), self.peer.role: stats, **others}
            self.log.write(json.dumps(line) + "\n")
            self.log.flush()

    def stop(self):
        if self.peer:
            self.peer.stop()
        self.peer = self.resource = None


class PageHandler(Handler):
    def do_GET(self):
        """There is no secret in it; the token is in the address behind #, for its script."""
        if self.path.split("?")[0] != "/":
            self.refuse(404, "There is only /")
            return
        page = render.page(self.server.page, title=self.server.title,
                           answer="There is no picture yet.")
        self.reply(200, "text/html; charset=utf-8", page.encode())

    def do_POST(self):
        body = self.body() if self.admitted() else None
        if body is None:
            return
        if self.path == self.server.endpoint:
            sdp, session = self.start(lambda peer: peer.offer())
            result = sdp and {"type": "offer", "sdp": sdp, "session": session}
        else:
            result = self.go_on(body)
        if result is not None:
            self.reply(200, "application/json", json.dumps(result).encode())

    def go_on(self, body):
        """What the session replies; None if it was refused."""
        session, _, action = self.path.rpartition("/")
        actions = {"answer": self.server.answer, "stats": self.server.stats}
        with self.server.lock:
            if session != self.server.resource or action not in actions:
                self.refuse(404, "The connection has ended: load the page again")
                return None
            try:
                return actions[action](json.loads(body))
            except (KeyError, TypeError, ValueError, RecursionError) as error:
                self.refuse(400, "The page does not send that: %s" % error)
                return None


class PageServer(Server):
    endpoint = "/offer"

    def __init__(self, options, make_peer, page, title):
        super().__init__(options, make_peer, PageHandler)
        self.page, self.title = page, title

    def answer(self, body):
        self.peer.answer(body["sdp"])
        return {}

    def stats(self, body):
        """Takes the browser's, gives ours."""
        self.heard = time.monotonic()
        stats = self.peer.stats()
        self.write(stats, browser=body)
        return stats


def token(text):
    """As RFC 6750 has it, so that it can stand in an address."""
    if not re.fullmatch("[A-Za-z0-9._~+/=-]+", text):
        raise argparse.ArgumentTypeError("a token has letters, digits and -._~+/= only")
    return text


def parser(description):
    """With the options of each program that listens."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter)
    made.add_argument("--address", default="127.0.0.1",
                      help="to listen at; default: this machine only; 0.0.0.0: all")
    made.add_argument("--port", type=int, default=8080, help="TCP")
    made.add_argument("--token", type=token, default=secrets.token_urlsafe(),
                      help="secret of the clients; default: random at each start")
    made.add_argument("--stun", metavar="stun://HOST:PORT",
                      help="for peers beyond a NAT")
    made.add_argument("--log", metavar="FILE",
                      help="statistics of both sides, a JSON object each second")
    return made


def check_element(name):
    if Gst.ElementFactory.find(name) is None:
        sys.exit("There is no %s: start examples/webrtc/run, or set GST_PLUGIN_PATH" % name)


def run(server, text):
    """Says host, port and token in the text; until it is interrupted."""
    address = server.options.address
    host = socket.gethostname() if address == "0.0.0.0" else address
    print(text % (host, server.server_port, server.options.token), flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    GLib.timeout_add_seconds(1, server.each_second)
    try:
        GLib.MainLoop().run()
    except KeyboardInterrupt:
        server.stop()


def serve(options, make_peer, page, title, element):
    """The page, until it is interrupted."""
    Gst.init(None)
    check_element(element)
    run(PageServer(options, make_peer, page, title), "Open http://%s:%d/#%s")
