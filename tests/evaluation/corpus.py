# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""corpus.py RMCAT PATHRUN: traces in ns-3 are those of pathrun, and both have the schema's columns

Both use about the same part of each; those of Wi-Fi are faster than the source is.
"""
import sys
import tempfile

sys.dont_write_bytecode = True
import start  # noqa: E402,F401  finds gstscream

from gstscream.corpus import halves  # noqa: E402
from gstscream.evaluation.map import runs, traces  # noqa: E402
from gstscream.evaluation.results import schema  # noqa: E402

APART = 0.15                    # of the capacity


def main(rmcat: str, pathrun: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus = traces.Corpus("cellular:2,wifi:2", halves.HALVES, folder)
        found = [runs.run_all(corpus.wanted(program, ["scream"], 1), 2)
                 for program in (rmcat, pathrun)]
    unknown = {name for rows in found for row in rows for name in row} - schema.SCHEMA.keys()
    if unknown:
        sys.exit(f"not in gstscream/evaluation/results/schema.py: {', '.join(unknown)}")
    used = [{row["case"]: float(row["utilisation"]) for row in rows} for rows in found]
    for name in used[0]:
        here, there = (each[name] for each in used)
        print(f"{name}: {here:.3f} in ns-3, {there:.3f} in pathrun")
        if not abs(here - there) < APART or here < 0.05:
            sys.exit(f"{name}: more than {APART} apart")


if __name__ == "__main__":
    main(*sys.argv[1:])
