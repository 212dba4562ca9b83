# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The WHIP programs of examples/webrtc: against each other, and each against what is no peer.

tests/e2e/webrtc has them at a link whose rate changes.
"""
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest

from plugins import ended, environment
from where import ROOT

requests = pytest.importorskip("requests")
FOLDER = os.path.join(ROOT, "examples", "webrtc")
sys.path.append(FOLDER)
import whip  # noqa: E402  # needs requests

PYTHON = "/usr/bin/python3"
PATIENCE = 60  # s, on a busy machine
FRAMES = 20
START, MOST = 300000, 2000000  # bit/s
SDP = {"Content-Type": "application/sdp"}
PROBE = """
import gi
for name in ("Gst", "GstWebRTC", "GstSdp"):
    gi.require_version(name, "1.0")
from gi.repository import Gst, GstWebRTC, GstSdp
import requests
Gst.init(None)
for name in "webrtcbin nicesink srtpenc dtlsenc x264enc".split():
    assert Gst.ElementFactory.find(name), name
"""


class Server(HTTPServer):
    """What it was asked, and replies: {path: (status, headers, body)}."""

    def __init__(self, replies: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), Service)
        self.seen: list[Any] = []
        self.replies = {"/" + path: reply for path, reply in replies.items()}
        self.url = f"http://127.0.0.1:{self.server_port}/"


class Service(BaseHTTPRequestHandler):
    """Replies as its server's replies say."""
    server: Server

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.command, self.path, self.headers.get("Authorization")))
        status, headers, body = self.server.replies[self.path]
        if status is None:
            time.sleep(body)
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(OSError):  # the client has read enough
            self.wfile.write(body)

    do_POST = do_DELETE = answer

    def log_message(self, *_: Any) -> None:
        """Not each request."""


@contextlib.contextmanager
def service(**replies: Any) -> Iterator[Any]:
    with Server(replies) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


# --- client ---------------------------------------------------------------
# whip.py against services of all kinds.

def refused(replies: Any, words: Any, token: Any = None) -> None:
    with service(**replies) as server:
        session = whip.Session(server.url + "a", token)
        with pytest.raises(whip.WhipError) as raised:
            session.publish("v=0\r\n")
    assert re.search(words, str(raised.value))
    assert len(str(raised.value)) < 400
    assert str(raised.value).isprintable()


def test_session() -> None:
    created = (201, {**SDP, "Location": "/b"}, b"v=0\r\n")
    with service(a=created, b=(200, {}, b"")) as server:
        session = whip.Session(server.url + "a", "secret")
        assert session.publish("v=0\r\n") == "v=0\r\n"
        session.end()
        session.end()
    assert server.seen == [("POST", "/a", "Bearer secret"), ("DELETE", "/b", "Bearer secret")]


@pytest.mark.parametrize("status, words", [
    (401, "another token: --token"),
    (403, "may not send"),
    (404, "no WHIP endpoint"),
    (405, "no WHIP endpoint"),
    (415, "no WHIP endpoint"),
    (422, "--codec"),
    (503, "try later"),
    (500, "answers 500"),
    (200, "answers 200")])
def test_refusals(status: int, words: str) -> None:
    refused({"a": (status, {}, b"It is\x1b[31m so\n" + 5000 * b"x")}, words + ".*It is")


def test_answers_that_are_none() -> None:
    refused({"a": (201, SDP, b"v=0")}, "Location")
    refused({"a": (201, {"Location": "/b", "Content-Type": "text/html"}, b"v=0")}, "no SDP")
    refused({"a": (201, {**SDP, "Location": "/b"}, bytes(whip.MOST_BYTES + 1))}, "longer")


def test_redirects() -> None:
    created = (201, {**SDP, "Location": "b"}, b"v=0\r\n")
    for status in (307, 308):
        with service(a=(status, {"Location": "/c"}, b""), c=created) as server:
            whip.Session(server.url + "a", "secret").publish("v=0\r\n")
        assert server.seen[1] == ("POST", "/c", "Bearer secret")
    refused({"a": (307, {"Location": "/a"}, b"")}, "redirects more than 5 times")
    refused({"a": (302, {"Location": "/c"}, b"")}, "307 or 308")
    refused({"a": (307, {"Location": "ftp://127.0.0.1/"}, b"")}, "no answer")


def test_token_goes_to_no_other_host() -> None:
    with service(c=(404, {}, b"")) as other:
        refused({"a": (307, {"Location": other.url + "c"}, b"")}, "404", "secret")
    assert other.seen == [("POST", "/c", None)]


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(whip.WhipError, match="no answer from .*: Connection refused"):
        whip.Session("http://127.0.0.1:1/", None).publish("v=0")
    monkeypatch.setattr(whip, "SECONDS", 0.2)
    refused({"a": (None, {}, 1)}, "within 0 s")
    for url in ("whip.example", "file:///etc/passwd", "http://"):
        with pytest.raises(whip.WhipError, match="https://HOST/PATH"):
            whip.Session(url, None)


class Programs:
    """camera-to-whip and whip-server."""

    def __init__(self, folder: str, stack: contextlib.ExitStack) -> None:
        self.stack = stack
        self.folder = folder
        self.env = environment(folder)
        if subprocess.run([PYTHON, "-c", PROBE], env=self.env, check=False,
                          capture_output=True).returncode:
            pytest.skip("webrtcbin, nicesink or python3-requests is not here")

    def start(self, program: str, *options: Any) -> Any:
        process = subprocess.Popen(
            [PYTHON, os.path.join(FOLDER, program), *options], env=self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.stack.callback(ended, process, PATIENCE)
        return process

    def server(self, *options: Any) -> Any:
        """Its URL."""
        process = self.start("whip-server", "--port", "0", "--token", "secret", *options)
        return re.findall(r"http://\S+", process.stdout.readline())[0]

    def send(self, url: str, *options: Any) -> Any:
        return self.start("camera-to-whip", url, "--token", "secret",
                          "--initial-bitrate", str(START), "--max-bitrate", str(MOST), *options)


@pytest.fixture
def programs(tmp_path: pathlib.Path) -> Iterator[Programs]:
    with contextlib.ExitStack() as stack:
        yield Programs(str(tmp_path), stack)


@pytest.mark.patient
def test_rate_rises_and_the_session_ends(programs: Programs) -> None:
    record = os.path.join(programs.folder, "film.mkv")
    url = programs.server("--record", record)
    sending = programs.send(url)
    target, end = 0.0, time.monotonic() + PATIENCE
    while target < 2 * START and time.monotonic() < end:
        line = sending.stdout.readline()
        target = 1e6 * float(re.findall(r"^target ([\d.]+)", line)[0])
    # Feedback let it rise; without, it falls.
    assert target >= 2 * START
    assert requests.post(url, "v=0", timeout=PATIENCE,
                         headers={**SDP, "Authorization": "Bearer secret"}).status_code == 503
    assert ended(sending, PATIENCE)[1] == ""
    assert sending.returncode == 0
    # It has deleted the session, so there is room for another.
    assert requests.post(url, "v=0", timeout=PATIENCE,
                         headers={**SDP, "Authorization": "Bearer secret"}).status_code == 422
    assert os.path.getsize(record) > FRAMES * 1000


@pytest.mark.patient
def test_start_loses_nothing(programs: Programs) -> None:
    """Frames of before the connection would be discarded, and the picture wait for another
    key frame."""
    log = os.path.join(programs.folder, "log")
    sending = programs.send(programs.server("--log", log), "--initial-bitrate", str(MOST))
    seen, end = {"decoded": 0}, time.monotonic() + PATIENCE
    while seen["decoded"] < FRAMES and time.monotonic() < end:
        time.sleep(0.2)
        lines = pathlib.Path(log).read_text("ascii").split("\n")[:-1]
        seen = json.loads(lines[-1])["receiver"] if lines else seen
    ended(sending, PATIENCE)
    assert seen["decoded"] >= FRAMES
    assert (seen["lost"], seen["freezes"]) == (0, 0)


@pytest.mark.patient
def test_refused_token(programs: Programs) -> None:
    sending = programs.send(programs.server(), "--token", "another")
    _, said = sending.communicate(timeout=PATIENCE)
    assert sending.returncode == 1
    assert "401 Unauthorized: it wants another token: --token" in said


@pytest.mark.parametrize("answer", [b"no SDP", b"v=0\r\n", b"v=0\r\nm=audio 9 RTP/AVP 0\r\n"])
@pytest.mark.patient
def test_answer_that_does_not_fit(programs: Programs, answer: bytes) -> None:
    with service(a=(201, {**SDP, "Location": "/b"}, answer), b=(200, {}, b"")) as server:
        sending = programs.send(server.url + "a")
        _, said = sending.communicate(timeout=PATIENCE)
    assert sending.returncode == 1
    assert "the answer does not fit the offer" in said
    assert ("DELETE", "/b", "Bearer secret") in server.seen


@pytest.mark.patient
def test_requests_that_are_none(programs: Programs) -> None:
    url = programs.server()
    admitted = {"Authorization": "Bearer secret"}

    def status(method: Any, where: str = "", body: Any = None, **headers: Any) -> Any:
        return requests.request(method, url + where, data=body, timeout=PATIENCE,
                                headers={**admitted, **headers}).status_code

    sdp = {"Content-Type": "application/sdp"}
    assert status("POST", "", "v=0", **sdp, Authorization="Bearer no") == 401
    assert status("POST", "", "v=0", **sdp, Authorization="\xe9") == 401
    assert status("POST", "/x", "v=0", **sdp) == 404
    assert status("POST", "", "v=0") == 415
    assert status("POST", "", 70000 * "v", **sdp) == 413
    assert status("POST", "", iter([b"v=0"]), **sdp) == 411
    assert status("POST", "", "v=0", **sdp) == 422
    assert status("POST", "", b"\xff\0", **sdp) == 422
    assert status("DELETE", "/x") == 404
    assert status("PATCH", "/x") == 405
    assert status("GET") == 405
    options = requests.options(url, timeout=PATIENCE)
    assert options.headers["Accept-Post"] == "application/sdp"
    assert urlsplit(url).path == "/whip"
