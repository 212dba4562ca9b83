# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whether a controller swings with an encoder on a link that stays as it is.

A target that falls too low is followed late by the encoder, and overshoots meanwhile: frames
wait, and it falls again, each 1.75 s with x264enc.
"""
import csv
import itertools
import os
import pathlib
import statistics
import subprocess
from collections.abc import Iterable, Iterator

import pytest

from where import BUILD

from gstscream.stats.distribution import mean, quantiles

PATHRUN = os.path.join(BUILD, "tests", "evaluation", "pathrun")
RECORDED = pathlib.Path(__file__).parent / "traces"
SEEDS = 8
HERTZ = 10                      # samples
WINDOW = 10 * HERTZ
SETTLED = 10                    # s
LAGS = (17, 18)                 # samples: 1.75 s

# Percent of the median, from the 5th percentile to the 95th.  Who hears nothing of the link has
# 0, scream 28, scream-draft 96.
SPREAD = (10, 36)
# One that comes back each 1.75 s has 0.31 or more.  Less than 0: half a cycle.
REPEATED = (-0.2, 0.2)

# A start at a quarter of the link, and what follows: samples in a minute whose target is so many
# times that of the one before, or as little.  Who tells the encoder nothing has 0, scream 11, one
# that lets go what it found with the next report 23, scream-draft 58.
JUMP = 1.25
JUMPS = (4, 16)


def spread(targets: list[float]) -> float:
    """The mean of windows."""
    parts = (quantiles(targets[start:start + WINDOW], (0.05, 0.5, 0.95))
             for start in range(0, len(targets) - WINDOW + 1, WINDOW))
    return mean(100 * (most - least) / middle for least, middle, most in parts)


def repeated(targets: list[float]) -> float:
    """The autocorrelation."""
    if min(targets) == max(targets):
        return 0
    return mean(statistics.correlation(targets[:-lag], targets[lag:]) for lag in LAGS)


def faults(runs: list[list[float]]) -> set[str]:
    """Figures that are out of bounds in the mean of the runs, each the targets of samples."""
    found = {figure.__name__: (mean(figure(run) for run in runs), bounds)
             for figure, bounds in ((spread, SPREAD), (repeated, REPEATED))}
    print(found)
    return {name for name, (value, (least, most)) in found.items() if not least <= value <= most}


def read(lines: Iterable[str]) -> Iterator[list[float]]:
    """The targets of each run, which begins where time does, when it has settled."""
    before = float("inf")
    run: list[float] = []
    for row in csv.DictReader(lines):
        now = float(row["time_s"])
        if now < before and run:
            yield run
            run = []
        before = now
        if now > SETTLED:
            run.append(float(row["target_bps"]))
    yield run


def printed_by(controller: str, rate: int, start: int) -> list[str]:
    return subprocess.run(
        [PATHRUN, "source=x264enc", f"schedule=0:{rate}", "rtt=50", "queue=300", "min=100000",
         f"start={start}", "max=3000000", f"controller={controller}", f"seeds={SEEDS}", "--csv"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def runs_of(controller: str) -> list[list[float]]:
    found = list(read(printed_by(controller, 1_000_000, 1_000_000)))
    assert len(found) == SEEDS
    return found


def jumps_of(controller: str) -> float:
    """The mean of the runs."""
    printed = printed_by(controller, 2_000_000, 500_000)
    rows = [(float(row["time_s"]), float(row["target_bps"])) for row in csv.DictReader(printed)]
    return sum(before < after and max(was, now) > JUMP * min(was, now)
               for (before, was), (after, now) in itertools.pairwise(rows)) / SEEDS


def test_scream_does_not_swing() -> None:
    assert faults(runs_of("scream")) == set()


@pytest.mark.parametrize("controller, steady",
                         [("scream", True), ("scream-draft", False), ("fixed", False)])
def test_scream_does_not_jump(controller: str, steady: bool) -> None:
    least, most = JUMPS
    assert (least <= jumps_of(controller) <= most) == steady


@pytest.mark.parametrize("controller, wrong", [("scream-draft", {"spread", "repeated"}),
                                               ("scream-v1", {"spread", "repeated"}),
                                               ("fixed", {"spread"})])
def test_who_swings_or_does_nothing_is_seen(controller: str, wrong: set[str]) -> None:
    assert faults(runs_of(controller)) == wrong


@pytest.mark.parametrize("name", ["swing-draft.csv", "swing-busy.csv"])
def test_a_recorded_swing_is_seen(name: str) -> None:
    """traces/README.md says of what."""
    with (RECORDED / name).open(encoding="ascii") as file:
        assert faults(list(read(file))) == {"spread", "repeated"}
