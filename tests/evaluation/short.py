# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""short.py [OPTION...]: the short set with bounds, for each commit

Options as those of tests/evaluation/run, with which the other short sets are judged as well
(--set short-codel, with gcc among the controllers).  scream has to keep all bounds of
gstscream/evaluation/run/bounds.py, and fixed has to break one in each case where it is not fair by
chance: a bound that it keeps would not see a controller that does nothing.
"""
import argparse
import sys
from collections.abc import Iterator
from typing import Any

# Root's cache files in the tree would be in the owner's way.
sys.dont_write_bytecode = True
import start  # noqa: E402,F401  finds gstscream

from gstscream.evaluation.results.groups import Group, group  # noqa: E402
from gstscream.evaluation.run import bounds, command, programs  # noqa: E402

JUDGED, USELESS = "scream", "fixed"
ARGUMENTS = ["--set", "short", "--controller", f"{JUDGED},{USELESS}", "--seeds", "3"]


def faults(groups: dict[tuple[str, str, str], Group]) -> Iterator[str]:
    """What is wrong, a line each; groups: of all controllers, all seeds there."""
    for case, variant in sorted({name[:2] for name in groups}):
        here = {name[2]: group for name, group in groups.items() if name[:2] == (case, variant)}
        limits = bounds.BOUNDS.get((case, variant))
        if not limits:
            yield f"{case} {variant}: has no bounds in gstscream/evaluation/run/bounds.py"
            continue
        useless = [USELESS, JUDGED] if (case, variant) in bounds.WITHOUT_ECN else [USELESS]
        if (case, variant) in bounds.FIXED_IS_FAIR:
            useless = []
        if JUDGED in here and JUDGED not in useless:
            rivals = bounds.RIVALS.get((case, variant), [])
            for breach in [*bounds.breaches(limits, here[JUDGED]),
                           *bounds.outdone(rivals, here[JUDGED], here)]:
                yield f"{case} {variant} {JUDGED}: {breach}"
        for name in useless:
            if name in here and not list(bounds.breaches(limits, here[name])):
                yield f"{case} {variant}: {name} keeps all bounds, so they say nothing"


def judge(chosen: argparse.Namespace) -> Any:
    paths = command.prepare(chosen)
    runner, stopped = command.execute(chosen, paths, programs.entries(paths))
    if stopped:
        return command.INTERRUPTED
    command.write_results(chosen, runner, {})
    groups = group(runner.rows)
    wrong = list(faults(groups))
    for line in wrong:
        print(line, file=sys.stderr)
    return command.FAILED if wrong or runner.failures or not groups else 0


if __name__ == "__main__":
    sys.exit(command.main(ARGUMENTS + sys.argv[1:], judge))
