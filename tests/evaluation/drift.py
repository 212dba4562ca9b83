#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""drift.py RMCAT [CONTROLLER]: the end of a long run is like its beginning

Runs 15 minutes of the case `hour`.  Its rates come round each 4 minutes; the third such
round has to use as much of the link as the second one.
"""
import subprocess
import sys
import tempfile
from typing import Any

ROUND, DURATION = 240, 900
# Percent.  The rounds of an hour differ by up to 1 with scream.
BOUND = 1.5


def received(series: Any) -> Any:
    """Bits in each round but the first, in which the rate starts."""
    rounds = [0.0] * (DURATION // ROUND)
    for line in series:
        kind, time, *fields = line.split(",")
        number = int(float(time) // ROUND)
        if kind == "f" and number < len(rounds):
            rounds[number] += float(fields[2])
    return rounds[1:]


def main(program: str, controller: str = "scream") -> None:
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as series:
        subprocess.run([program, "--case=hour", "--variant=A", f"--controller={controller}",
                        f"--duration={DURATION}", f"--series={series.name}"],
                       check=True, stdout=subprocess.DEVNULL)
        second, third = received(series)
    change = (third / second - 1) * 100
    print(f"{controller}: {change:+.2f} % from the second round to the third")
    if abs(change) > BOUND:
        sys.exit("that is drift")


if __name__ == "__main__":
    main(*sys.argv[1:])
