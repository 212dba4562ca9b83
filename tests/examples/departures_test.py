# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/scale/departures: when packets left beside their plan; and the plan of a stream."""
import argparse
import os
import pathlib
import sys
import time
from typing import Any

from scale_test import first_free_port
from where import BUILD, ROOT

SCALE = os.path.join(ROOT, "examples", "scale")
sys.path.insert(0, SCALE)
import siblings  # noqa: E402

departures: Any = siblings.load("departures")


def test_delay_from_the_plan() -> None:
    # Packet 2 was in one piece with packet 1; of SSRC 8 nothing was seen.
    plan = {7: [(1, 1000), (2, 2000), (3, 9000)], 8: [(1, 1000)]}
    late, missed = departures.delays(plan, {7: {1: 6000, 3: 9500}})
    assert late == [0.5, 4.0, 5.0]
    assert missed == 1


def test_percentile() -> None:
    values = [float(i) for i in range(100)]
    assert [departures.percentile(values, p) for p in (50, 99, 99.9)] == [50, 99, 99]


def test_plan_of_a_stream(tmp_path: pathlib.Path) -> None:
    """Each packet that left is in it, once, in its order, and not of the future; of two
    streams, one."""
    measure: Any = siblings.load("measure")
    options = argparse.Namespace(build=BUILD, count=2, bitrate=1000000,
                                 port=first_free_port(2))
    path = str(tmp_path / "plan")
    side = measure.Side(options, measure.environment(BUILD, str(tmp_path)), "--plan", path,
                        "--plan-each", "2")
    begin = side.empty["time"]
    time.sleep(0.5)
    sent, end = side.figures()["streams"][0][0], time.monotonic()
    assert side.close() == 0
    plan = departures.planned(path, begin, end)
    ((_, packets),) = plan.items()
    assert sent > 5
    assert len(packets) >= sent
    steps = [(after - before) % 65536
             for (before, _), (after, _) in zip(packets, packets[1:])]
    assert all(0 < step < 32768 for step in steps), steps
    moments = [moment for _, moment in packets]
    assert moments == sorted(moments)
