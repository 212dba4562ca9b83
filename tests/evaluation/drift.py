# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""drift.py RMCAT [CONTROLLER]: the end of a long run is like its beginning

Runs 15 minutes of the case `hour`.  Its rates come round each 4 minutes; the third such
round has to use as much of the link as the second one.
"""
import subprocess
import sys
import tempfile

import pandas

sys.dont_write_bytecode = True
import start  # noqa: E402,F401  finds gstscream

from gstscream.evaluation.page import series  # noqa: E402

ROUND, DURATION = 240, 900
# Percent.  The rounds of an hour differ by up to 1 with scream.
BOUND = 1.5


def received(run: series.Series) -> list[float]:
    """Bits in each round but the first, in which the rate starts."""
    samples = pandas.concat(run.flows.values())
    rounds = samples.groupby(samples["time"] // ROUND)["received"].sum()
    return [rounds[number] for number in range(1, DURATION // ROUND)]


def main(program: str, controller: str = "scream") -> None:
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as file:
        subprocess.run([program, "--case=hour", "--variant=A", f"--controller={controller}",
                        f"--duration={DURATION}", f"--series={file.name}"],
                       check=True, stdout=subprocess.DEVNULL)
        second, third = received(series.parse(file, file.name))
    change = (third / second - 1) * 100
    print(f"{controller}: {change:+.2f} % from the second round to the third")
    if abs(change) > BOUND:
        sys.exit("that is drift")


if __name__ == "__main__":
    main(*sys.argv[1:])
