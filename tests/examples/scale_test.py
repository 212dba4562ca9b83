# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""20 streams in two processes; the path of one has half of its rate, and no other
stream is to feel it.  The bounds are those of examples/scale/measure, which has the
long form; a stream may be 10 % off here, as the machine may do other things.
"""
import json
import os
import socket
import subprocess
import sys
import types
from typing import Any

import pytest

from where import BUILD, ROOT

sys.path.insert(0, os.path.join(ROOT, "examples", "scale"))
import siblings  # noqa: E402

measure: Any = siblings.load("measure")

STREAMS = 20


@pytest.mark.parametrize("together, ratio, failed", [
    (False, 2.8, 0),    # packets leave one by one: that is the price of pacing
    (True, 1.9, 0), (True, 2.1, 1)])
def test_bound_of_the_price(together: bool, ratio: float, failed: int) -> None:
    report = measure.Report()
    plain, control = ([types.SimpleNamespace(cpu=0.1 * factor, memory=1.0)] * 2
                      for factor in (1, ratio))
    measure.compare(report, "with", control, plain, together)
    assert report.failed == failed


def first_free_port(count: int) -> Any:
    """The first of so many UDP ports in a row that nobody uses."""
    for first in range(22000, 32000, count):
        probes = []
        try:
            for port in range(first, first + count):
                probes.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
                probes[-1].bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
        finally:
            for probe in probes:
                probe.close()
    raise RuntimeError("no free ports")


def scale(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [os.path.join(BUILD, "examples", "scale", "scream-scale"), *arguments],
        env=dict(os.environ, GST_PLUGIN_PATH=":".join(
            os.path.join(BUILD, "plugins", name) for name in ("scream", "lab"))),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_line_of_a_peer() -> None:
    """Each stream has its own ports: the third of the second of two streams is first + 5."""
    first = first_free_port(6)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", first + 5))
        probe.settimeout(20)
        process = scale("-n", "2", "-p", str(first), "--line",
                        "screamvideosrc bitrate={bitrate} framerate={framerate} mtu={mtu} "
                        "seed={seed} ! udpsink name=counted host=127.0.0.1 port={port3}")
        assert probe.recv(2000)
        out, error = process.communicate("\n", timeout=20)
    assert process.returncode == 0, error
    assert all(packets > 0 for packets, _ in json.loads(out.splitlines()[1])["streams"])


@pytest.mark.parametrize("line, wrong", [
    ("fakesrc ! fakesink", "no pipeline with an element name=counted"),
    ("fakesink name=counted", "no pipeline with an element name=counted"),
    ("nosuchelement ! fakesink name=counted", "nosuchelement")])
def test_line_that_is_wrong(line: str, wrong: str) -> None:
    process = scale("--line", line)
    _, error = process.communicate("", timeout=20)
    assert process.returncode == 1
    assert wrong in error
    assert "CRITICAL" not in error


@pytest.mark.patient
def test_no_stream_influences_another() -> None:
    done = subprocess.run(
        [sys.executable, "-B", os.path.join(ROOT, "examples", "scale", "measure"),
         "--build", BUILD, "-n", str(STREAMS), "-s", "8", "--settle", "4",
         "--tolerance", "10", "-p", str(first_free_port(STREAMS)), "limited"],
        capture_output=True, text=True, timeout=90, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
