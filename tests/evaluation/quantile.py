# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""quantile.py PROGRAM: the simulations have the percentiles and freezes of all other reports

PROGRAM prints quantiles of the values on its standard input, or freezes.
"""
import random
import subprocess
import sys
from typing import Any

sys.dont_write_bytecode = True
import start  # noqa: E402,F401  finds gstscream

from gstscream.stats.distribution import quantiles  # noqa: E402
from gstscream.stats.freezes import freezes  # noqa: E402

PARTS = [0, 0.005, 0.05, 1 / 3, 0.5, 0.95, 0.98, 0.99, 0.995, 1]


def printed(program: str, values: Any, *asked: str) -> list[Any]:
    done = subprocess.run([program, *asked], input=" ".join(map(repr, values)),
                          capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def check_freezes(program: str, numbers: random.Random) -> None:
    """Of gaps of 10 to 400 ms, none of which is just as long as the limit."""
    seen = 0
    for _ in range(20):
        shown, when = [], 0.0
        for _ in range(300):
            when += numbers.choice((10, 10, 20, 40, 40, 40, 200, 400)) * numbers.uniform(0.9, 1)
            shown.append(when)
        wanted = len(freezes([each / 1e3 for each in shown]))
        found = printed(program, [1e6 * each for each in shown], "freezes")
        if found != [wanted]:
            sys.exit(f"freezes: {found}, not {wanted}")
        seen += wanted
    if not seen:
        sys.exit("no freeze to compare")


def main(program: str) -> None:
    numbers = random.Random(1)
    check_freezes(program, numbers)
    for count in (1, 2, 3, 19, 20, 21, 100, 200, 4999, 5000):
        values = [numbers.random() for _ in range(count)]
        for part, found, wanted in zip(PARTS, printed(program, values, *map(repr, PARTS)),
                                       quantiles(values, PARTS)):
            if found != wanted:
                sys.exit(f"{part:g} of {count} values: {found}, not {wanted}")


if __name__ == "__main__":
    main(*sys.argv[1:])
