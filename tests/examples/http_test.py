# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What strangers, and those who know the token, can do to the examples that listen by HTTP."""
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

import chromium
from plugins import ended, environment
from where import ROOT

requests = pytest.importorskip("requests")
hypothesis = pytest.importorskip("hypothesis", reason="there is no python3-hypothesis")
from hypothesis import strategies as st  # noqa: E402  # as above

sys.path.append(os.path.join(ROOT, "examples", "shared"))
import bounded  # noqa: E402  # of the folder before

FOLDER = os.path.join(ROOT, "examples", "webrtc")
PYTHON = "/usr/bin/python3"
PATIENCE = 60  # s, on a busy machine
TOKEN = "secret"
ADMITTED = {"Authorization": f"Bearer {TOKEN}"}
SDP = {**ADMITTED, "Content-Type": "application/sdp"}
MOST_BYTES = 64 * 1024
# Starts a program of the example with another SILENCE, in s.
IMPATIENT = """
import runpy, sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/../../tools"]
import peer, server
server.SILENCE = 0.5
sys.argv[:2] = []
runpy.run_path(sys.argv[0], run_name="__main__")
"""
PROBE = """
import gi
for name in ("Gst", "GstWebRTC", "GstSdp"):
    gi.require_version(name, "1.0")
from gi.repository import Gst, GstWebRTC, GstSdp
Gst.init(None)
for name in "webrtcbin nicesink srtpenc dtlsenc x264enc vp8enc".split():
    assert Gst.ElementFactory.find(name), name
"""


class Program:
    """One of examples/webrtc, while the block runs."""

    def __init__(self, name: str, folder: str, *options: str, before: tuple[str, ...] = ()) -> None:
        self.command = [PYTHON, *before, os.path.join(FOLDER, name), "--port", "0",
                        "--token", TOKEN, *options]
        self.env = environment(folder)
        if subprocess.run([PYTHON, "-c", PROBE], env=self.env, check=False,
                          capture_output=True).returncode:
            pytest.skip("webrtcbin, nicesink or gir1.2-gst-plugins-bad-1.0 is not here")
        self.said = ""

    def __enter__(self) -> "Program":
        self.process = subprocess.Popen(self.command, env=self.env, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        found = re.search(r"http://(\S+):(\d+)/", self.said)
        assert found, self.said
        self.host, self.port = found[1], int(found[2])
        self.url = f"http://{self.host}:{self.port}"
        return self

    def __exit__(self, *_: object) -> None:
        ended(self.process, PATIENCE)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return requests.request(method, self.url + path, data=body, timeout=PATIENCE,
                                headers={**ADMITTED, **headers})

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, json.dumps(body))

    def say(self, text: bytes) -> int:
        """The status of the reply to these bytes; 0: the connection ends without one."""
        with socket.create_connection((self.host, self.port), PATIENCE) as connection:
            connection.sendall(text)
            with contextlib.suppress(ConnectionError):
                reply = connection.makefile("r", encoding="utf-8", errors="replace").read()
                # A line that is no request gets the text alone, as from HTTP/0.9.
                found = re.search(r"^HTTP/1.1 (\d+)|Error code: (\d+)", reply)
                return int(found[1] or found[2]) if found else 0
        return 0

    def threads(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


@pytest.fixture(scope="module")
def whip(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program("whip-server", str(tmp_path_factory.mktemp("whip"))) as program:
        yield program


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program("camera-to-browser", str(tmp_path_factory.mktemp("camera"))) as program:
        yield program


# --- offers ---------------------------------------------------------------

HEAD = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n"
ICE = "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\n"
PRINT = "a=fingerprint:sha-256 " + ":".join(32 * ["00"]) + "\r\n"
MAPS = "".join(f"a=rtpmap:{payload} VP8/90000\r\n" for payload in (96, 97, -1, 999))
GOOD = (HEAD + "m=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=sendonly\r\n" + ICE + PRINT
        + "a=setup:actpass\r\na=mid:0\r\na=rtcp-mux\r\n" + MAPS)
KINDS = st.sampled_from(["video", "video", "audio", "application", "text", "message", ""])
PORTS = st.sampled_from(["9", "9", "0", "-1", "65536", "9/2", ""])
PROTOCOLS = st.sampled_from(["UDP/TLS/RTP/SAVPF", "UDP/TLS/RTP/SAVPF", "RTP/AVP",
                             "UDP/DTLS/SCTP", "DTLS/SCTP", ""])
PAYLOADS = st.lists(st.sampled_from(["96", "97", "0", "127", "128", "-1", "999", "x", "5000",
                                     "webrtc-datachannel", 30 * "9"]), max_size=5).map(" ".join)
LINES = st.lists(st.sampled_from([
    ICE, PRINT, MAPS, "a=sendonly", "a=sendrecv", "a=recvonly", "a=inactive", "a=mid:0", "a=mid:",
    "a=setup:actpass", "a=setup:passive", "a=setup:holdconn", "a=rtcp-mux", "a=sctp-port:5000",
    "a=sctp-port:x", "a=sctpmap:5000 webrtc-datachannel 256", "a=rtpmap:96 H264/90000",
    "a=rtpmap:97 VP8/0", "a=rtpmap:96", "a=rtpmap:", "a=rtpmap:97 rtx/90000", "a=fmtp:97 apt=97",
    "a=fmtp:96", "a=rtcp-fb:* ack ccfb", "a=rtcp-fb:", "a=extmap:0 x", "a=extmap:999 y", "a=extmap",
    "a=ssrc:1 cname:x", "a=ssrc:x", "a=ssrc-group:FID 1 2", "a=rid:", "a=simulcast:",
    "a=candidate:1 1 UDP 1 127.0.0.1 9 typ host", "a=candidate:", "a=candidate:x 1 y 1 z 99999 typ",
    "a=end-of-candidates", "a=ice-options:trickle", "a=ice-lite", "b=AS:-1", "c=", "m=", "x"]),
    max_size=12).map("\r\n".join)


def section(of: tuple[Any, ...]) -> str:
    kind, port, protocol, payloads, sound, lines = of
    return str(f"m={kind} {port} {protocol} {payloads}\r\nc=IN IP4 0.0.0.0\r\n"
               + sound * (ICE + PRINT + MAPS + "a=setup:actpass\r\na=mid:0\r\na=sendonly\r\n")
               + lines + "\r\n")


SECTIONS = st.tuples(KINDS, PORTS, PROTOCOLS, PAYLOADS, st.booleans(), LINES).map(section)
OFFERS = st.one_of(
    st.tuples(st.sampled_from(["", "a=group:BUNDLE 0\r\n", "a=group:BUNDLE 7 8\r\n"]),
              st.lists(SECTIONS, max_size=4).map("".join)).map(lambda of: HEAD + of[0] + of[1]),
    st.integers(0, len(GOOD)).map(lambda end: GOOD[:end]),
    st.text(max_size=200),
    st.integers(2, 100).map(lambda times: GOOD + (GOOD[len(HEAD):] * times)),
)


def of_one(kind: str, payloads: str) -> str:
    return GOOD.replace("video", kind).replace("SAVPF 96", f"SAVPF {payloads}")


def publish(program: Program, offer: str) -> Any:
    return program.ask("POST", "/whip", offer.encode()[:MOST_BYTES], **SDP)


def settles(value: Any, most: int) -> bool:
    """Threads of an element that has gone may take a moment to end."""
    end = time.monotonic() + PATIENCE
    while value() > most and time.monotonic() < end:
        time.sleep(0.05)
    return bool(value() <= most)


@pytest.fixture(scope="module")
def bounds(whip: Program) -> tuple[int, int]:
    """Of threads and descriptors after a first session."""
    assert whip.ask("DELETE", publish(whip, GOOD).headers["Location"]).status_code == 200
    return whip.threads() + 2, whip.descriptors() + 3


@hypothesis.settings(max_examples=40)
@hypothesis.given(offer=OFFERS)
@hypothesis.example(offer=of_one("application", "96"))
@hypothesis.example(offer=of_one("video", "-1"))
@hypothesis.example(offer=of_one("video", "999"))
@hypothesis.example(offer=of_one("video", "96 96"))
@hypothesis.example(offer=of_one("video", ""))
@hypothesis.example(offer="")
def test_any_offer_is_answered_and_the_next_one_taken(
        whip: Program, bounds: tuple[int, int], offer: str) -> None:
    """And none leaves a pipeline, a port or a thread behind."""
    for text in (offer, GOOD):
        reply = publish(whip, text)
        assert reply.status_code == 201 if text is GOOD else reply.status_code in (201, 422)
        if reply.status_code == 201:
            assert re.search(r"^m=video 9 ", reply.text, re.MULTILINE)
            assert whip.ask("DELETE", reply.headers["Location"]).status_code == 200
        else:
            assert reply.text.strip()
    assert settles(whip.threads, bounds[0])
    assert settles(whip.descriptors, bounds[1])


def test_who_never_comes_makes_room(tmp_path: pathlib.Path) -> None:
    with Program("whip-server", str(tmp_path), before=("-c", IMPATIENT, FOLDER)) as program:
        assert publish(program, GOOD).status_code == 201
        assert publish(program, GOOD).status_code == 503
        end = time.monotonic() + PATIENCE
        while publish(program, GOOD).status_code == 503:
            assert time.monotonic() < end
            time.sleep(0.1)


# --- requests -------------------------------------------------------------

@pytest.mark.parametrize("status, lines", [
    (411, b""),
    (411, b"Transfer-Encoding: chunked\r\n"),
    (411, b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"),
    (413, b"Content-Length: 65537\r\n"),
    (413, b"Content-Length: 99999999999999999999\r\n"),
    (413, b"Content-Length: " + 5000 * b"9" + b"\r\n"),
    (400, b"Content-Length: -1\r\n"),
    (400, b"Content-Length: +4\r\n"),
    (400, b"Content-Length: 0x4\r\n"),
    (400, b"Content-Length: \xb2\r\n"),
    (400, b"Content-Length:\r\n"),
    (400, b"Content-Length: 4\r\nContent-Length: 5\r\n")])
def test_lengths(camera: Program, whip: Program, status: int, lines: bytes) -> None:
    """Nobody is waited for, and nothing is read that has no bound."""
    head = b"HTTP/1.1\r\nAuthorization: Bearer secret\r\nContent-Type: application/sdp\r\n"
    for program, path in ((camera, b"/offer"), (whip, b"/whip")):
        assert program.say(b"POST " + path + b" " + head + lines + b"\r\n") == status


@pytest.mark.parametrize("text", [
    b"\r\n\r\n", b"\0\xff\r\n\r\n", b"POST\r\n\r\n", b"BREW / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9\r\n\r\n", b"GET " + 70000 * b"/" + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + 200 * b"A: b\r\n" + b"\r\n",
    b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\r\n"])
def test_what_is_no_request(camera: Program, text: bytes) -> None:
    assert camera.say(text) in (0, 400, 414, 431, 501, 505)
    assert camera.ask("GET", "/").status_code == 200


@pytest.mark.parametrize("path", ["/x", "/../../../etc/passwd", "/%2e%2e/peer.py", "/peer.py"])
def test_there_is_one_page(camera: Program, path: str) -> None:
    assert camera.say(b"GET " + path.encode() + b" HTTP/1.1\r\n\r\n") == 404


# --- tokens ---------------------------------------------------------------

@pytest.mark.parametrize("said", [None, "", "Bearer", "Bearer ", "Bearer Secret", "Bearer secret2",
                                  "Basic secret", "secret", "Bearer \xe9"])
def test_without_the_token_there_is_no_camera(camera: Program, said: str | None) -> None:
    headers = {} if said is None else {"Authorization": said.encode("latin-1")}
    for method, path in (("POST", "/offer"), ("POST", "/offer/x/stats"), ("DELETE", "/offer/x")):
        reply = requests.request(method, camera.url + path, data="null", headers=headers,
                                 timeout=PATIENCE)
        assert reply.status_code == 401
        assert "token" in reply.text
    assert "Bearer" not in camera.ask("GET", "/").text.split("<script", 1)[0]
    assert TOKEN not in camera.ask("GET", "/").text


def local_addresses(port: int) -> list[str]:
    """In hexadecimal, of sockets that listen there."""
    lines = pathlib.Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]
    return [line.split()[1].split(":")[0] for line in lines
            if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"]


@pytest.mark.parametrize("name", ["camera-to-browser", "camera-from-browser", "whip-server"])
def test_listens_on_loopback_and_prints_a_token(tmp_path: pathlib.Path, name: str) -> None:
    program = Program(name, str(tmp_path))
    del program.command[program.command.index("--token"):]
    tokens = []
    for _ in range(2):
        with program:
            assert local_addresses(program.port) == ["0100007F"]
            tokens += re.findall(r"(?:/#|--token )([\w-]{40,})$", program.said)
    assert len(set(tokens)) == 2


def test_options_that_are_none(tmp_path: pathlib.Path) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        for options, words in ((("--token", ""), "a token has"),
                               (("--token", "a b"), "a token has"),
                               (("--port", str(taken.getsockname()[1])), "--port"),
                               (("--port", "70000"), "--port"),
                               (("--address", "192.0.2.1"), "--address")):
            program = Program("whip-server", str(tmp_path), *options)
            done = subprocess.run(program.command, env=program.env, check=False, text=True,
                                  capture_output=True, timeout=PATIENCE)
            assert done.returncode
            assert words in done.stderr
            assert "Traceback" not in done.stderr


# --- viewers --------------------------------------------------------------

def test_second_viewer_is_told(camera: Program) -> None:
    session = camera.post("/offer").json()["session"]
    refused = camera.post("/offer")
    assert refused.status_code == 503
    assert "There is a stream already" in refused.text
    assert camera.post(session + "/stats").status_code == 200
    for other in ("", "/offer", "/offer/x", session + "/", session.upper()):
        assert camera.post(other + "/stats").status_code == 404
        assert camera.ask("DELETE", other).status_code == 404
    assert camera.ask("DELETE", session).status_code == 200
    assert camera.post(session + "/stats").status_code == 404
    another = camera.post("/offer").json()["session"]
    assert another != session
    assert camera.ask("DELETE", another).status_code == 200


def test_bodies_that_are_none(camera: Program) -> None:
    session = camera.post("/offer").json()["session"]
    for body in ("", "no JSON", 60000 * "[", "null", "[]", "{}", '{"sdp": 1}', '{"sdp": "v=0"}'):
        assert camera.ask("POST", session + "/answer", body).status_code == 400
    assert camera.post(session + "/stats").status_code == 200
    assert camera.ask("DELETE", session).status_code == 200


def test_viewer_that_falls_silent_makes_room(tmp_path: pathlib.Path) -> None:
    with Program("camera-to-browser", str(tmp_path), before=("-c", IMPATIENT, FOLDER)) as program:
        assert program.post("/offer").status_code == 200
        end = time.monotonic() + PATIENCE
        while program.post("/offer").status_code == 503:
            assert time.monotonic() < end
            time.sleep(0.1)


ERROR = "document.getElementById('error').textContent"
# Once it plays, or says why not.
SHOWN = f"""new Promise(done => {{ const see = () => {{
  if ({ERROR}) return done({ERROR});
  if (document.querySelector('video')?.currentTime > 0) return done('plays');
  setTimeout(see, 50);
}}; see(); }})"""


@pytest.mark.patient
def test_pages_in_a_browser(tmp_path: pathlib.Path) -> None:
    """The second says why it has no picture, the first goes on, and makes room when it is left."""
    if not chromium.there():
        pytest.skip("there is no chromium (Debian: chromium)")
    with (Program("camera-to-browser", str(tmp_path)) as camera,
          chromium.Browser(str(tmp_path)) as browser):
        stranger = browser.open(f"{camera.url}/", 800)
        assert "The token is missing or wrong" in stranger.value(SHOWN)
        address = f"{camera.url}/#{TOKEN}"
        first = browser.open(address, 800)
        assert first.value(SHOWN) == "plays"
        second = browser.open(address, 800)
        assert "There is a stream already" in second.value(SHOWN)
        assert first.value(ERROR) == ""
        for page in (first, first, second):
            first.go("about:blank")
            page.go("about:blank")
            page.go(address)
            page.call("Page.bringToFront")      # what is hidden plays nothing
            assert page.value(SHOWN) == "plays"


# --- connections ----------------------------------------------------------

class Hello(BaseHTTPRequestHandler):
    """Says so; GET /long is admitted, and takes until the event."""
    timeout = PATIENCE
    released = threading.Event()

    def do_GET(self) -> None:
        if self.path == "/long":
            self.server.admit(self.connection)  # type: ignore[attr-defined]
            self.released.wait(PATIENCE)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Not each request."""


@pytest.fixture
def served() -> Iterator[Any]:
    Hello.released.clear()
    with bounded.BoundedServer(("127.0.0.1", 0), Hello) as server:
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        yield server
        Hello.released.set()
        server.shutdown()


def connection(server: Any, text: bytes = b"") -> socket.socket:
    made = socket.create_connection(server.server_address, PATIENCE)
    made.sendall(text)
    return made


def test_idle_connections_take_no_place(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it end who was admitted."""
    monkeypatch.setattr(bounded, "SECONDS", 3 * PATIENCE)
    with contextlib.ExitStack() as stack:
        long = stack.enter_context(connection(served, b"GET /long HTTP/1.1\r\n\r\n"))
        assert settles(lambda: len(served.strangers), 0)
        idle = [stack.enter_context(connection(served, b"GET / HT"))
                for _ in range(3 * bounded.STRANGERS)]
        for one in idle[:-bounded.STRANGERS]:
            assert one.recv(1) == b""
        assert len(served.strangers) <= bounded.STRANGERS
        asked = stack.enter_context(connection(served, b"GET / HTTP/1.1\r\n\r\n"))
        assert asked.recv(12).endswith(b"200")
        Hello.released.set()
        assert long.recv(12).endswith(b"200")


def test_slow_requests_end(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although each byte comes in time."""
    monkeypatch.setattr(bounded, "SECONDS", 0.5)
    with connection(served, b"GET / HTTP/1.1\r\n") as slow:
        end = time.monotonic() + PATIENCE
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < end:
                slow.sendall(b"A")
                slow.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    assert slow.recv(1) == b""
                    break
        assert time.monotonic() < end
