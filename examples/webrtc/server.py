# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""HTTP for one peer; the page of a browser, with the offer, the answer and the figures."""
import argparse
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer

from gi.repository import GLib

from peer import Gst

from gstscream.report import render


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Not each request."""

    def reply(self, status, kind, body, headers=None):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """Has one peer at most."""
    daemon_threads = True
    handler = Handler

    def __init__(self, options):
        super().__init__((options.address, options.port), self.handler)
        self.options = options
        self.lock = threading.Lock()
        self.peer = None
        self.log = open(options.log, "w", encoding="ascii") if options.log else None

    def server_bind(self):
        """As the original, but does not ask a name server who we are."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address

    def write(self, stats, **others):
        """A line of the log."""
        if self.log:
            line = {"time": time.monotonic(), self.peer.role: stats, **others}
            self.log.write(json.dumps(line) + "\n")
            self.log.flush()

    def stop(self):
        if self.peer:
            self.peer.stop()
            self.peer = None


class PageHandler(Handler):
    def do_GET(self):
        if self.path.split("?")[0] != "/":
            self.reply(404, "text/plain", b"There is only /\n")
            return
        page = render.page(self.server.page, title=self.server.title,
                           answer="There is no picture yet.")
        self.reply(200, "text/html; charset=utf-8", page.encode())

    def do_POST(self):
        actions = {"/offer": self.server.offer, "/answer": self.server.answer,
                   "/stats": self.server.stats}
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            with self.server.lock:
                result = actions[self.path](json.loads(body or b"null"))
            self.reply(200, "application/json", json.dumps(result).encode())
        except (KeyError, ValueError, AttributeError, RuntimeError) as error:
            self.reply(400, "text/plain", str(error).encode())


class PageServer(Server):
    """make_peer(options) is the pipeline of the last browser that opened the page."""
    handler = PageHandler

    def __init__(self, options, make_peer, page, title):
        super().__init__(options)
        self.make_peer = make_peer
        self.page, self.title = page, title

    def offer(self, _body):
        self.stop()
        peer = self.make_peer(self.options)
        self.peer = peer
        return {"type": "offer", "sdp": peer.offer()}

    def answer(self, body):
        self.peer.answer(body["sdp"])
        return {}

    def stats(self, body):
        """Takes the browser's, gives ours."""
        stats = self.peer.stats()
        self.write(stats, browser=body)
        return stats


def parser(description):
    """With the options of each program that listens."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter)
    made.add_argument("--address", default="0.0.0.0", help="to listen at; default: all")
    made.add_argument("--port", type=int, default=8080, help="TCP")
    made.add_argument("--stun", metavar="stun://HOST:PORT",
                      help="for peers beyond a NAT")
    made.add_argument("--log", metavar="FILE",
                      help="a JSON object a second: what the sides say")
    return made


def check_element(name):
    if Gst.ElementFactory.find(name) is None:
        sys.exit("There is no %s: start examples/webrtc/run, or set GST_PLUGIN_PATH" % name)


def run(server, text):
    """Says the address in the text; until it is interrupted."""
    address = server.options.address
    host = "localhost" if address == "0.0.0.0" else address
    print(text % (host, server.server_port), flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        GLib.MainLoop().run()
    except KeyboardInterrupt:
        server.stop()


def serve(options, make_peer, page, title, element):
    """The page, until it is interrupted."""
    Gst.init(None)
    check_element(element)
    run(PageServer(options, make_peer, page, title), "Open http://%s:%d/")
