# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the bandwidth test's options change, in virtual time.

The parameters that they set are those of docs/bw-test.md.  Bounds are about half of the
change that was measured, so that a controller that becomes better keeps them.
"""
import csv
import json
import os
import subprocess
from typing import Any

from where import BUILD

PATHRUN = os.path.join(BUILD, "tests", "evaluation", "pathrun")
SEEDS = 3


def figure(name: str, params: str, *keys: Any) -> Any:
    """Mean over the seeds."""
    printed = subprocess.run([PATHRUN, *keys, f"params={params}", f"seeds={SEEDS}", "--json"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    return sum(json.loads(line)[name] for line in printed.splitlines()) / SEEDS


def test_priorities() -> None:
    """RFC 8867 section 6.1: the streams of one sender have parts in proportion to them."""
    parts = [figure(f"stream{place}_percent", "", "schedule=0:3500000", "rtt=100",
                    "priorities=1:0.5:0.5") for place in (1, 2, 3)]
    assert abs(sum(parts) - 100) < 0.1
    for part, wanted in zip(parts, (50, 25, 25)):
        assert abs(part - wanted) < 2.5


def test_no_parts_of_nothing() -> None:
    """Nothing is sent so soon, and JSON has no nan."""
    printed = subprocess.run([PATHRUN, "priorities=1:0.5", "duration=0.001", "--json"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "stream1_percent" not in json.loads(printed)


def largest(column: str, params: str, *keys: Any) -> float:
    """Of the samples of the first seed, after the start."""
    printed = subprocess.run([PATHRUN, *keys, f"params={params}", "seeds=1", "--csv"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    return max(float(row[column]) for row in csv.DictReader(printed.splitlines())
               if float(row["time_s"]) > 5)


def test_scale_after_ce() -> None:
    """CoDel marks: with 1 nothing yields, with half much is left unused."""
    path = ("schedule=0:5M", "aqm=codel", "ecn=ect0")
    queue = {part: figure("queue_p95_ms", f"beta-loss={part},beta-ecn={part}", *path)
             for part in (0.8, 1)}
    assert queue[1] > 1.25 * queue[0.8]
    use = {part: figure("utilisation", f"beta-loss={part},beta-ecn={part}", *path)
           for part in (0.5, 0.8)}
    assert use[0.5] < use[0.8] - 0.02


def test_scale_after_a_loss() -> None:
    """A queue of 20 ms: with 1 the draft's loss response is off, and losses go on."""
    path = ("controller=scream-draft", "schedule=0:5M", "queue=20")
    drops = {part: figure("drops", f"beta-loss={part},beta-ecn={part}", *path)
             for part in (0.7, 1)}
    assert drops[1] > 50 * drops[0.7]


def test_mulincrease() -> None:
    """The time to 90 % of 20 Mbit/s, from 1; without it that is not reached in a minute."""
    path = ("schedule=0:20M", "start=1000000", "max=60000000")
    seconds = {part: figure("start_s", f"mul-increase-factor={part}", *path)
               for part in (0, 0.01, 0.05)}
    assert seconds[0] < 0
    assert seconds[0.05] < 0.8 * seconds[0.01]


def test_inflightheadroom() -> None:
    """The window of a source that sends much less than it might."""
    path = ("schedule=0:5M", "encoder-max=1000000", "motion=30", "duration=30")
    window = {times: largest("ref_wnd_bytes", f"bytes-in-flight-head-room={times}", *path)
              for times in (1, 5)}
    assert window[5] > 2 * window[1]


def test_maxwindowheadroom() -> None:
    """With a report each 200 ms the draft's window waits for feedback (D14)."""
    path = ("schedule=0:5M", "report-interval=200")
    use = {times: figure("utilisation",
                         f"ref-wnd-overhead-max={times},window-waits=0", *path)
           for times in (1.1, 5)}
    assert use[5] > use[1.1] + 0.17


def test_paceheadroom() -> None:
    """Frames wait less here, and more in the network."""
    params = {times: f"packet-pacing-headroom={times}" for times in (1.1, 2)}
    for name, low, high in ("sender_p95_ms", 0.2, 0.7), ("queue_p50_ms", 1.05, 2):
        waits = {times: figure(name, params[times], "schedule=0:5M") for times in params}
        assert low < waits[2] / waits[1.1] < high, (name, waits)
