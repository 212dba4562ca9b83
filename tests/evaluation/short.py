#!/usr/bin/python3
"""short.py [OPTION...]: the short set with bounds, for each commit

Options as those of tests/evaluation/run.  scream has to keep all bounds of
evalrun/bounds.py, and fixed has to break one in each case: a bound that it keeps
would not see a controller that does nothing.
"""
import sys

# Root's cache files in the tree would be in the owner's way.
sys.dont_write_bytecode = True
from evalrun import bounds, command, programs, results  # noqa: E402

JUDGED, USELESS = "scream", "fixed"
ARGUMENTS = ["--set", "short", "--controller", f"{JUDGED},{USELESS}", "--seeds", "3"]


def faults(groups):
    """What is wrong, a line each; groups: of both controllers, all seeds there."""
    for case, variant in sorted({name[:2] for name in groups}):
        where = f"{case} {variant}"
        limits = bounds.BOUNDS.get((case, variant))
        if not limits:
            yield f"{where}: has no bounds in evalrun/bounds.py"
            continue
        if (case, variant, JUDGED) in groups:
            for breach in bounds.breaches(limits, groups[case, variant, JUDGED]):
                yield f"{where} {JUDGED}: {breach}"
        if (case, variant, USELESS) in groups and not list(
                bounds.breaches(limits, groups[case, variant, USELESS])):
            yield f"{where}: {USELESS} keeps all bounds, so they say nothing"


def judge(chosen):
    paths = command.prepare(chosen)
    runner, stopped = command.execute(chosen, paths, programs.entries(paths))
    if stopped:
        return command.INTERRUPTED
    command.write_results(chosen, runner, {})
    groups = results.group(runner.rows)
    wrong = list(faults(groups))
    for line in wrong:
        print(line, file=sys.stderr)
    return command.FAILED if wrong or runner.failures or not groups else 0


if __name__ == "__main__":
    sys.exit(command.main(ARGUMENTS + sys.argv[1:], judge))
