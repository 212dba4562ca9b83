# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The examples beside rtpbin, each against another, and
the gst-launch lines of docs/media-servers.md."""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any

import pytest

try:
    import gi
    gi.require_version("Gst", "1.0")
except (ImportError, ValueError) as error:
    pytest.skip(f"{error} (Debian: python3-gi gir1.2-gstreamer-1.0)", allow_module_level=True)

from plugins import environment, free_port
from where import BUILD, ROOT

SOURCE = os.path.join(ROOT, "examples", "rtpbin")
PROGRAMS = os.path.join(BUILD, "examples", "rtpbin")
SECONDS = 4
PATIENCE = 40                   # for starting, on a busy machine
CAMERA = ("videotestsrc is-live=true pattern=snow ! "
          "video/x-raw,width=320,height=180,framerate=30/1")


def wait_until_bound(port: int) -> None:
    """The first key frame must find a listener: the next is seconds away."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for name in ("udp", "udp6"):
            with open("/proc/net/" + name, encoding="ascii") as table:
                if f":{port:04X} " in table.read():
                    return
        time.sleep(0.02)
    raise AssertionError(f"nobody listens to port {port}")


def documented_lines() -> list[Any]:
    """(senders, receivers): the lines of the page's part on rtpbin, joined."""
    with open(os.path.join(ROOT, "docs", "media-servers.md"), encoding="utf-8") as page:
        part = page.read().split("\n## rtpbin\n")[1].split("\n## ")[0]
    lines = re.findall("^gst-launch-1.0 .*$", part.replace("\\\n", " "), re.MULTILINE)
    return [[line for line in lines if f" {name} " in line] for name in ("screamtx", "screamrx")]


def as_argv(line: str, port: int) -> list[str]:
    """A line as typed, but for camera, window, addresses and ports."""
    for text, instead in (
            ("gst-launch-1.0", "gst-launch-1.0 -v"), ("v4l2src", CAMERA),
            ("autovideosink", "fakesink silent=false"),
            ("HOST", "127.0.0.1"), ("SENDER", "127.0.0.1")):
        line = line.replace(text, instead)
    for number in range(3):
        line = line.replace(f"port={5000 + number}", f"port={port + number}")
    return shlex.split(line)


def example(name: str, port: int, *options: Any) -> Any:
    """The C program or, with .py, the Python one."""
    program = [os.path.join(PROGRAMS, name)]
    if name.endswith(".py"):
        program = [sys.executable, "-B", os.path.join(SOURCE, name)]
    return program + ["--test", *options, "127.0.0.1", str(port)]


class Program:
    """A process that prints into a file: nobody reads while it runs."""

    def __init__(self, argv: list[str], env: dict[str, str]) -> None:
        self.output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(argv, env=env, stdout=self.output,
                                        stderr=subprocess.STDOUT)

    def finish(self) -> Any:
        """As Ctrl-C would, if it has not ended; returns what it printed."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
        self.output.seek(0)
        text = self.output.read()
        self.output.close()
        return text


@pytest.fixture
def env(tmp_path: pathlib.Path) -> dict[str, str]:
    env = environment(str(tmp_path))
    subprocess.run(["gst-inspect-1.0", "screamtx"], env=env, check=True, stdout=subprocess.DEVNULL)
    return env


def run_pairs(env: dict[str, str], pairs: Any) -> Any:
    """All of (receiver, sender, port) at once; yields what each pair printed."""
    receivers = [Program(receiver, env) for receiver, _, _ in pairs]
    for _, _, port in pairs:
        wait_until_bound(port)
    senders = [Program(sender, env) for _, sender, _ in pairs]
    time.sleep(SECONDS)
    sent = [program.finish() for program in senders]
    received = [program.finish() for program in receivers]
    return zip(received, sent)


def check_counts(received: Any, sent: Any, route: Any) -> None:
    assert re.search(f"encoder [1-9][0-9]* kbit/s.*feedback by {route}\n", sent)
    counts = re.findall(
        rf"(\d+) packets, (\d+) lost, (\d+) of feedback by {route}\n", received)
    assert counts, received
    packets, lost, feedback = (int(count) for count in counts[-1])
    assert packets > 30 * SECONDS / 2  # a frame is one at least
    # Not 0 on a busy machine, where a socket may overflow.
    assert lost < packets / 10
    assert feedback > 10 * SECONDS


@pytest.mark.patient
def test_each_language_against_the_other(env: dict[str, str]) -> None:
    first, second = free_port(3), free_port(3)
    (received, sent), (of_session, sent_to_session) = run_pairs(env, [
        (example("rtpbin_receive.py", first), example("rtpbin-send", first), first),
        (example("rtpbin-receive", second, "--rtp-session"), example("rtpbin_send.py", second),
         second)])
    check_counts(received, sent, "socket")
    check_counts(of_session, sent_to_session, "rtp-session")


@pytest.mark.patient
def test_they_end_by_themselves(env: dict[str, str]) -> None:
    port = free_port(3)
    for name in ("rtpbin-send", "rtpbin_send.py", "rtpbin-receive",
                 "rtpbin_receive.py"):
        done = subprocess.run(example(name, port, "--seconds=1"), env=env, capture_output=True,
                              timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.patient
def test_documented_lines(env: dict[str, str]) -> None:
    lines = list(zip(*documented_lines()))
    assert len(lines) == 2
    ports = [free_port(3) for _ in lines]
    pairs = [(as_argv(receiver, port), as_argv(sender, port), port)
             for (sender, receiver), port in zip(lines, ports)]
    for received, sent in run_pairs(env, pairs):
        assert not re.findall("^(?:WARNING|ERROR).*", sent + received, re.MULTILINE)
        assert received.count("chain") > 30, received[-2000:]
        estimates = [int(x) for x in re.findall(
            r"estimated-bitrate = (?:\(guint\) )?(\d+)", sent)]
        # It went up, since loopback has room: so feedback came.
        assert estimates[-1] > estimates[0]
