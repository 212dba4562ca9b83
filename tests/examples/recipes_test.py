# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The lines of docs/recipes.md, on loopback.

They are read from the page, so that page and test cannot part. STAND_INS is all that differs.
"""
import contextlib
import glob
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from plugins import ended, environment, free_port
from where import ROOT

FRAMES = 40
LONGER = 3 * FRAMES             # more than the two seconds in which a server says a line
PATIENCE = 30  # s; a receiver without feedback waits for a key frame for four
PAGE = pathlib.Path(ROOT, "docs", "recipes.md")
BLOCK = re.compile(r"<!-- (?:run: ([\w-]+)/([\w-]+)|not run here: [^>]+) -->\n\n```sh\n(.*?)```",
                   re.DOTALL)
RECEIVER = ("webcam", "receiver")
SIZE = r"width=\d+,height=\d+"
STAND_INS = (
    (r"v4l2src(?: device=\S+)? ! image/jpeg", "videotestsrc is-live=true ! jpegenc ! image/jpeg"),
    (r"v4l2src(?: device=\S+)?", "videotestsrc is-live=true"),
    (SIZE, "width=320,height=240"),  # for slow machines
    (r"autovideosink", f"fakesink num-buffers={FRAMES}"),
    (r"ffplay (rtsp://.*)$", r"ffplay -i \1"),
    (r"ffplay (.*)$", rf"ffmpeg -nostdin -v info \1 -frames:v {FRAMES} -f null -"),
    # Without a window; each tenth picture becomes a file.
    (r"^vlc ", "vlc -I dummy --no-audio --vout vdummy --video-filter scene --scene-path . "
     "--scene-format png --scene-ratio 10 "),
    (r"-i? ?(\S+\.sdp) -frames", r"-i \1 -frames"),
    (r"protocol_whitelist (\S+) (\S+\.sdp)", r"protocol_whitelist \1 -i \2"),
    (r"^python3 examples/", f"{sys.executable} {ROOT}/examples/"),
    (r"^(python3|/\S+) (\S+/rtsp-client \S+)$", rf"\1 \2 'fakesink num-buffers={FRAMES}'"),
    (r"^examples/webrtc/run whip ", f"{sys.executable} {ROOT}/examples/webrtc/camera-to-whip "),
    (r"^examples/webrtc/run whip-server", f"{sys.executable} {ROOT}/examples/webrtc/whip-server"),
    (r"https://SERVICE/", "http://127.0.0.1:{http}/"),
    (r" --source /dev/video0", ""),
    (r"\b8080\b", "{http}"),
    (r"rtsp://(viewer:PASSWORD@)?(CAMERA|HOST:8554)/", r"rtsp://\g<1>127.0.0.1:{rtsp}/"),
    (r"\b8554\b", "0"),
    (r"0\.0\.0\.0", "127.0.0.1"),
    (r"\bHOST\b", "127.0.0.1"),
    (r"\b(port=|HOST |127.0.0.1 )(?:5000|5600)\b", r"\g<1>{port}"),
    (r"\b9105\b", "{http}"),
    (r"\bport=6000\b", "port={klv}"),
    (r"\bport=6001\b", "port={out}"),
    (r"\bport=7000\b", "port={ts}"),
)
# As QGroundControl reads: RTP alone, no feedback.
PLAIN_RECEIVER = ("gst-launch-1.0 udpsrc port={port} caps=application/x-rtp,media=video,"
                  "clock-rate=90000,encoding-name=H264 ! rtpjitterbuffer ! rtph264depay ! "
                  f"h264parse ! avdec_h264 ! fakesink num-buffers={FRAMES}")


def blocks() -> dict[tuple[str, str], str]:
    """{(recipe, name): text} of those that are run."""
    return {(recipe, name): text for recipe, name, text in BLOCK.findall(PAGE.read_text("utf-8"))
            if name}


def command(key: Any, **values: Any) -> Any:
    line = blocks()[key].replace("\\\n", " ").strip()
    for pattern, stand_in in STAND_INS:
        line = re.sub(pattern, stand_in, line)
    return fill(line, **values)


def fill(line: str, **values: Any) -> Any:
    for name, value in values.items():
        line = line.replace("{%s}" % name, str(value))
    return line


def has_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


# --- pages ----------------------------------------------------------------

def test_each_block_is_run_or_says_that_it_is_not() -> None:
    text = PAGE.read_text("utf-8")
    assert len(BLOCK.findall(text)) == len(re.findall(r"^```\w", text, re.MULTILINE))


def test_each_block_has_a_test() -> None:
    text = pathlib.Path(__file__).read_text("utf-8")
    for recipe, name in blocks():
        assert f'("{recipe}", "{name}")' in text


class Recipes:
    """A folder, and the lines of the pages that run in it."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.stack = stack
        self.folder = stack.enter_context(tempfile.TemporaryDirectory())
        self.env = environment(self.folder)
        self.port = free_port()
        subprocess.run(["gst-inspect-1.0", "screamtx"], env=self.env, check=True,
                       stdout=subprocess.DEVNULL)

    def need(self, *elements: Any) -> None:
        for name in elements:
            if subprocess.run(["gst-inspect-1.0", "--exists", "--atleast-version=0.0", name],
                              env=self.env, check=False).returncode:
                pytest.skip(f"the element {name} is missing")

    def start(self, line: str, **options: Any) -> Any:
        process = subprocess.Popen(["sh", "-c", "exec " + line], env=self.env, cwd=self.folder,
                                   text=True, **options)
        self.stack.callback(ended, process, PATIENCE)
        return process

    def receive(self, sender: Any, receiver: Any = None) -> Any:
        """Pictures come out at the other end; returns the process that sends."""
        receiving = self.start(receiver or command(RECEIVER, port=self.port),
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(0.5)  # so that the first key frame finds it listening
        sending = self.start(sender, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            text = receiving.communicate(timeout=PATIENCE)[0]
        except subprocess.TimeoutExpired:
            ended(sending, PATIENCE)
            pytest.fail(f"no {FRAMES} pictures in {PATIENCE} s")
        assert receiving.returncode == 0, text
        assert sending.poll() is None
        return sending

    def until(self, answer: Any) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            got = answer()
            if got:
                return got
            time.sleep(0.1)
        pytest.fail("nothing came")

    def camera(self) -> Any:
        program = os.path.join(ROOT, "tests", "examples", "rtspcamera.py")
        camera = self.start(f"{sys.executable} {program}", stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
        port = camera.stdout.readline().strip()
        if not port:
            pytest.skip("no RTSP server (gir1.2-gst-rtsp-server-1.0): " +
                        camera.communicate()[1].strip().splitlines()[-1])
        return port

    def describe(self) -> None:
        """A sender whose stream.sdp is there."""
        file = os.path.join(self.folder, "stream.sdp")
        self.start(command(("players", "sdp"), port=self.port), stdout=subprocess.DEVNULL)
        self.until(lambda: os.path.exists(file))

    def rtsp_server(self) -> Any:
        """(what says a line each second for each client, its port)"""
        server = self.start(command(("rtsp-server", "server")), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
        address = server.stdout.readline()
        if not address:
            pytest.skip("no RTSP server (gir1.2-gst-rtsp-server-1.0): " +
                        server.communicate()[1].strip().splitlines()[-1])
        return server, re.search(r":(\d+)/", address)[1]

    def play(self, line: str) -> Any:
        played = subprocess.run(["sh", "-c", "exec " + line], env=self.env, cwd=self.folder,
                                text=True, check=False, stderr=subprocess.PIPE,
                                stdout=subprocess.DEVNULL, timeout=PATIENCE)
        assert played.returncode == 0, played.stderr
        return played.stderr

    def last_line(self, server: Any) -> Any:
        """Of those that have come by now."""
        os.set_blocking(server.stdout.fileno(), False)
        return server.stdout.readlines()[-1]

    def count_frames(self, file: Any) -> int:
        """That a player gets out of a recording, which may go on; 0 of what has not begun."""
        if shutil.which("ffprobe") is None:
            pytest.skip("ffprobe (ffmpeg) is missing")
        return int(subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
             "stream=nb_read_frames", "-of", "csv=p=0", file], text=True, check=False,
            capture_output=True).stdout.strip().rstrip(",") or 0)


@pytest.fixture
def recipes() -> Iterator[Recipes]:
    with contextlib.ExitStack() as stack:
        yield Recipes(stack)


@pytest.mark.patient
def test_webcam_raw(recipes: Recipes) -> None:
    recipes.receive(command(("webcam", "raw"), port=recipes.port))


@pytest.mark.patient
def test_webcam_jpeg(recipes: Recipes) -> None:
    recipes.need("jpegenc", "jpegdec")
    line = command(("webcam", "jpeg"), port=recipes.port)
    assert "jpegenc" in line
    recipes.receive(line)


@pytest.mark.patient
@pytest.mark.parametrize("key", [("ip-camera", "transcode"), ("ip-camera", "pass")])
def test_ip_camera(recipes: Recipes, key: tuple[str, str]) -> None:
    recipes.need("rtspsrc", "avdec_h264", "x264enc")
    recipes.receive(command(key, port=recipes.port, rtsp=recipes.camera()))


@pytest.mark.patient
def test_rtsp_server(recipes: Recipes) -> None:
    """Each client gets the pictures; the first two report, and so the rate rises."""
    recipes.need("rtspsrc", "x264enc", "avdec_h264")
    server, port = recipes.rtsp_server()
    longer = f"num-buffers={LONGER}"
    for key in (("rtsp-server", "rtspsrc"), ("rtsp-server", "screamrx")):
        line = command(key, rtsp=port).replace(f"num-buffers={FRAMES}", longer)
        assert longer in line
        recipes.play(line)
        found = re.search(r"target ([\d.]+) .*feedback (\d+) by (\S+)", recipes.last_line(server))
        assert found[3] == "rtp-session"
        assert int(found[2]) >= 20
        # It begins with 1 Mbit/s, and falls at once without feedback.
        assert float(found[1]) > 1.1


@pytest.mark.patient
def test_rtsp_player(recipes: Recipes) -> None:
    recipes.need("x264enc")
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is missing")
    server, port = recipes.rtsp_server()
    line = command(("rtsp-server", "ffplay"), rtsp=port)
    longer = f"-frames:v {LONGER}"
    assert f"-frames:v {FRAMES}" in line
    said = recipes.play(line.replace(f"-frames:v {FRAMES}", longer))
    assert re.search(rf"frame= *{LONGER}\b", said)
    line = recipes.last_line(server)
    assert "target 1.00 Mbit/s" in line
    assert "feedback 0 " in line


@pytest.mark.patient
def test_whip(recipes: Recipes) -> None:
    """What is sent is recorded."""
    recipes.need("webrtcbin", "nicesink", "x264enc")
    if not has_module("requests"):
        pytest.skip("python3-requests is missing")
    http = free_port(kind=socket.SOCK_STREAM)
    serving = recipes.start(command(("whip", "server"), http=http), stdout=subprocess.PIPE)
    assert "http://" in serving.stdout.readline()
    sending = recipes.start(command(("whip", "camera"), http=http), stdout=subprocess.PIPE)
    assert re.search(r"^target [\d.]+ Mbit/s", sending.stdout.readline())
    film = os.path.join(recipes.folder, "film.mkv")
    recipes.until(lambda: recipes.count_frames(film) > FRAMES / 2)
    ended(sending, PATIENCE)
    ended(serving, PATIENCE)
    assert sending.returncode == 0
    assert recipes.count_frames(film) > FRAMES / 2


@pytest.mark.patient
@pytest.mark.parametrize("key", [("recording", "two"), ("recording", "one")])
def test_recording(recipes: Recipes, key: tuple[str, str]) -> None:
    recipes.need("x264enc", "splitmuxsink", "mp4mux")
    ended(recipes.receive(command(key, port=recipes.port)), PATIENCE)
    assert recipes.count_frames(os.path.join(recipes.folder, "record-00000.mp4")) > FRAMES / 2


# MISB ST 0601: its key, and a value of one byte
KLV = bytes.fromhex("060e2b34020b01010e01030101000000 01 55")


def klv_arrives(recipes: Recipes, sends: int | None, receives: socket.socket) -> None:
    """At @receives, while it is sent to the port @sends, or somebody else sends it."""
    receives.settimeout(0.1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as source:
        def answer() -> bool:
            if sends is not None:
                source.sendto(KLV, ("127.0.0.1", sends))
            try:
                return receives.recv(2000) == KLV
            except TimeoutError:
                return False

        recipes.until(answer)


@pytest.mark.patient
def test_drone(recipes: Recipes) -> None:
    """Picture and KLV arrive; that nobody controls the KLV is no fault."""
    recipes.need("rtpklvpay", "x264enc", "avdec_h264")
    klv = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ground:
        ground.bind(("127.0.0.1", 0))
        line = command(("drones", "receiver"), port=recipes.port, out=ground.getsockname()[1])
        receiving = recipes.start(line.replace("gst-launch-1.0", "gst-launch-1.0 -m"),
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        sending = recipes.start(command(("drones", "sender"), port=recipes.port, klv=klv),
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        klv_arrives(recipes, klv, ground)
        shown = "encoding-name=(string)H264, form=(string)raw"
        recipes.until(lambda: shown in receiving.stdout.readline())
    sending.send_signal(signal.SIGINT)
    assert "no encoder" not in sending.communicate(timeout=PATIENCE)[0]


@pytest.mark.patient
def test_drone_with_mpeg_ts(recipes: Recipes) -> None:
    """What is recorded on the ground is sent again by a camera that gives MPEG-TS."""
    recipes.need("rtpklvpay", "x264enc", "avdec_h264", "mpegtsmux", "tsdemux")
    film = os.path.join(recipes.folder, "flight.ts")
    klv, ts = free_port(), free_port()
    recipes.start(command(("drones", "sender"), port=recipes.port, klv=klv),
                  stdout=subprocess.DEVNULL)
    recording = recipes.start(command(("drones", "record"), port=recipes.port),
                              stdout=subprocess.DEVNULL)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as source:
        def recorded() -> bool:
            source.sendto(KLV, ("127.0.0.1", klv))
            return os.path.exists(film) and pathlib.Path(film).read_bytes().count(KLV) > LONGER

        recipes.until(recorded)
    ended(recording, PATIENCE)
    recipes.port = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ground:
        ground.bind(("127.0.0.1", 0))
        recipes.start(
            command(("drones", "receiver"), port=recipes.port, out=ground.getsockname()[1]),
            stdout=subprocess.DEVNULL)
        recipes.start(command(("drones", "demux"), port=recipes.port, ts=ts),
                      stdout=subprocess.DEVNULL)
        time.sleep(2)  # the film plays once
        recipes.start(f"gst-launch-1.0 filesrc location={film} ! tsparse set-timestamps=true "
                      f"alignment=7 ! udpsink host=127.0.0.1 port={ts}", stdout=subprocess.DEVNULL)
        klv_arrives(recipes, None, ground)


@pytest.mark.patient
def test_ffplay(recipes: Recipes) -> None:
    recipes.need("x264enc")
    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is missing")
    recipes.describe()
    line = command(("players", "ffplay"))
    played = subprocess.run(line.split(), cwd=recipes.folder, text=True, check=False,
                            stderr=subprocess.PIPE, timeout=PATIENCE)
    assert played.returncode == 0, played.stderr
    assert re.search(rf"frame= *{FRAMES}\b", played.stderr)


@pytest.mark.patient
def test_vlc(recipes: Recipes) -> None:
    """As another user for root, whom VLC refuses."""
    recipes.need("x264enc")
    if shutil.which("vlc") is None:
        pytest.skip("VLC is missing (vlc-bin, vlc-plugin-base)")
    recipes.describe()
    os.chmod(recipes.folder, 0o777)
    other = "setpriv --reuid 65534 --regid 65534 --clear-groups " if os.getuid() == 0 else ""
    player = command(("players", "vlc"))
    recipes.start(f"{other}env HOME={recipes.folder} {player}", stdout=subprocess.DEVNULL,
                  stderr=subprocess.DEVNULL)
    recipes.until(lambda: len(glob.glob(os.path.join(recipes.folder, "scene*.png"))) > FRAMES / 10)


@pytest.mark.patient
def test_qgroundcontrol(recipes: Recipes) -> None:
    """The rate is the one set, and the warning is that of the page."""
    recipes.need("x264enc", "avdec_h264")
    line = command(("players", "qgroundcontrol"), port=recipes.port)
    sending = recipes.receive(line.replace("gst-launch-1.0", "gst-launch-1.0 -m"),
                              fill(PLAIN_RECEIVER, port=recipes.port))
    time.sleep(2)  # three time-outs of 0.6 s and the warning
    sending.send_signal(signal.SIGINT)
    text = sending.communicate(timeout=PATIENCE)[0]
    page = " ".join(PAGE.read_text("utf-8").split())
    warning = re.search(r"`(No feedback from the receiver; [^`]+)`", page).group(1)
    assert warning in text


@pytest.mark.patient
def test_pace_only(recipes: Recipes) -> None:
    recipes.need("x264enc", "avdec_h264")
    recipes.receive(command(("pace-only", "sender"), port=recipes.port),
                    command(("pace-only", "receiver"), port=recipes.port))


@pytest.mark.patient
def test_frames_of_python(recipes: Recipes) -> None:
    recipes.receive(command(("ros2", "frames"), port=recipes.port))


@pytest.mark.patient
def test_prometheus(recipes: Recipes) -> None:
    if not has_module("prometheus_client"):
        pytest.skip("python3-prometheus-client is missing")
    http = free_port(kind=socket.SOCK_STREAM)
    recipes.start(
        command(RECEIVER, port=recipes.port).replace(f"num-buffers={FRAMES}", ""),
        stdout=subprocess.DEVNULL)
    recipes.start(command(("prometheus", "exporter"), port=recipes.port, http=http))
    url = command(("prometheus", "metrics"), http=http).split()[-1]

    def metrics() -> Any:
        """Once feedback has come, of which the RTT is made."""
        with contextlib.suppress(urllib.error.URLError):
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                found = dict(line.rsplit(" ", 1) for line in answer.read().decode().split("\n")
                             if line.startswith("scream_"))
            return found if 'scream_rtt_seconds{element="camera"}' in found else None

    found = recipes.until(metrics)
    assert float(found['scream_estimated_bitrate{element="camera"}']) > 100000
    rtt = float(found['scream_rtt_seconds{element="camera"}'])
    assert 0 < rtt < 1, rtt  # loopback, on a machine that may be busy
    with open(os.path.join(ROOT, "examples", "prometheus", "dashboard.json"),
              encoding="utf-8") as file:
        panels = json.load(file)["panels"]
    shown = {re.search(r"scream_\w+", target["expr"]).group()
             for panel in panels for target in panel["targets"]}
    assert shown - {name.split("{")[0] for name in found} == set()
    assert len(shown) >= 9
