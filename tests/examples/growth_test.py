# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What many streams take beside half as many, and what a quiet and a paused one do.

Processor time and wake-ups are counted, not measured on the clock: a machine that does
other things changes them little.
"""
import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import pytest

from scale_test import first_free_port
from where import BUILD, ROOT

SCALE = os.path.join(ROOT, "examples", "scale")
sys.path.insert(0, SCALE)
import siblings  # noqa: E402

HALF = 60                       # streams; 2 * HALF are in three loops
FRAMES = 30                     # a second


class Streams:
    """Two processes of scream-scale with our UDP elements."""

    def __init__(self, count: int, bitrate: int) -> None:
        self.measure, self.profile = siblings.load("measure"), siblings.load("profile")
        options = argparse.Namespace(build=BUILD, count=count, bitrate=bitrate,
                                     port=first_free_port(count))
        self.folder = tempfile.TemporaryDirectory(prefix="scream-growth-")
        env = self.measure.environment(BUILD, self.folder.name)
        names = ("--sink", "screamudpsink", "--source", "screamudpsrc")
        self.receiver = self.measure.Side(options, env, "--receive", *names)
        self.receiver.figures()
        self.sender = self.measure.Side(options, env, *names)
        self.sender.figures()

    def close(self) -> None:
        status = [side.close() for side in (self.sender, self.receiver)]
        self.folder.cleanup()
        assert not any(status), status

    def least(self, windows: Any) -> Any:
        """Of that many seconds the one with the fewest wake-ups: a thread that a busy
        machine interrupts while it has a lock makes another one sleep, now and then."""
        return min((self.over(1) for _ in range(windows)),
                   key=lambda window: int(sum(window[0].values())))

    def over(self, seconds: float) -> Any:
        """Of the sender, a second: {role of threads: wake-ups}, processor seconds, packets."""
        before = self.sender.figures()
        woken = self.profile.wake_ups(self.sender.process.pid)
        time.sleep(seconds)
        woken = self.profile.wake_ups(self.sender.process.pid) - woken
        after = self.sender.figures()
        passed = after["time"] - before["time"]
        cpu = sum(after[key] - before[key] for key in ("user", "system"))
        packets = self.profile.packets_of(after) - self.profile.packets_of(before)
        return ({role: n / passed for role, n in woken.items()}, cpu / passed,
                packets / passed)


@pytest.mark.patient
def test_twice_the_streams_take_twice_as_much() -> None:
    done = subprocess.run(
        [sys.executable, "-B", os.path.join(SCALE, "growth"), "--build", BUILD,
         "--double", str(HALF), "--settle", "1", "-s", "1.5", "-p", str(first_free_port(2 * HALF))],
        capture_output=True, text=True, timeout=120, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def streams(request: pytest.FixtureRequest) -> Iterator[Streams]:
    """As many as asked for, of 100 kbit/s."""
    with contextlib.closing(Streams(request.param, 100000)) as streams:
        time.sleep(3)       # the first second has more feedback
        yield streams


@pytest.mark.patient
@pytest.mark.parametrize("streams", [1], indirect=True)
def test_quiet_stream(streams: Streams) -> None:
    """A wake-up for each frame, which leaves in the same thread, and for each feedback, and
    no more: 2 for a frame. One more is 3. Fewer would be a stream that does not run."""
    woken, _, packets = streams.least(4)
    print(woken, packets)
    assert packets > 0.8 * FRAMES
    assert sum(woken.values()) > 1.6 * packets
    assert sum(woken.values()) < 2.5 * packets


@pytest.mark.patient
@pytest.mark.parametrize("streams", [HALF], indirect=True)
def test_paused_streams_rest(streams: Streams) -> None:
    """They and their sources: what wakes up is the thread that answers this test."""
    woken, _, packets = streams.over(2)
    assert packets > 0.8 * HALF * FRAMES
    assert woken["loop"] > FRAMES
    streams.sender.figures("pause")
    time.sleep(3)           # what was sent is answered, or given up
    woken, cpu, packets = streams.over(3)
    print(woken, cpu)
    assert packets == 0
    assert woken.get("loop", 0) < 1
    assert sum(woken.values()) < 3
    assert cpu < 0.01
