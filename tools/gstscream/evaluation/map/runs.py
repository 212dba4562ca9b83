# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs pathrun for cells, controllers and seeds, several at a time."""
import concurrent.futures
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from gstscream.errors import UserError
from gstscream.evaluation.checkout import ROOT
from gstscream.evaluation.progress import Progress
from gstscream.evaluation.results import files
from gstscream.evaluation.results.mixed import Control
from gstscream.options import MISTAKE, count, writable

RMCAT = "rmcat"                 # the program that has traces in ns-3
FAILED = 1
LONGEST = 600                   # s of one run, which takes less than one


def add_options(parser: Any, seeds: Any) -> None:
    """Of all commands that run pathrun."""
    parser.add_argument("--seeds", type=count, default=seeds, metavar="N",
                        help="seeds 1 to N (default: %(default)s)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="N",
                        help="runs at a time (default: the processors, %(default)s)")
    parser.add_argument("--program", default=os.path.join(ROOT, "build/tests/evaluation/pathrun"),
                        help="pathrun, where it was built; with --corpus also rmcat, of ns-3")
    parser.add_argument("--csv", type=writable, metavar="FILE", help="a line for each run")


def check(asked: Any) -> None:
    """Fails before the first run."""
    if not os.access(asked.program, os.X_OK):
        raise UserError(f"{asked.program} is not there: build it, or name it with --program")


def guarded(name: Any, make: Callable[[], int | None]) -> int:
    """The exit status of make (), which prints; mistakes are said in the name of the command."""
    try:
        return make() or 0
    except (OSError, ValueError, UserError, files.BadFile) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return MISTAKE
    except (RuntimeError, subprocess.CalledProcessError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return FAILED


def save(asked: Any, rows: list[dict[str, str]]) -> None:
    if asked.csv:
        files.save(asked.csv, list(rows[0]), rows)


def of_pathrun(job: Any, keys: Any) -> list[str]:
    control = Control.parse(job.controller)
    command = [job.program, *(f"{key}={value}" for key, value in keys.items()),
               f"controller={control.name}", f"seed={job.seed}", "--json"]
    return [*command, f"params={control.parameters}"] if control.parameters else command


def of_rmcat(job: Any, keys: Any) -> list[str]:
    """A trace in ns-3, whose case has the source and the bitrates."""
    return [job.program, "--case=trace", f"--trace={keys['trace']}",
            f"--variant=B-delay{keys['rtt'] / 2:g}-queue{keys['queue']:g}",
            f"--controller={job.controller}", f"--seed={job.seed}", "--header"]


def run(job: Any, keys: Any) -> tuple[Any, Any]:
    """(a row as files.read gives them, the seconds that it took); RuntimeError: the reason."""
    began = time.monotonic()
    in_ns3 = os.path.basename(job.program) == RMCAT
    command = (of_rmcat if in_ns3 else of_pathrun)(job, keys)
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    figures = (files.parse(done.stdout.splitlines(), job.program)[1][0] if in_ns3
               else {name: "" if value is None else str(value)
                     for name, value in json.loads(done.stdout).items()})
    row = {**figures, "case": job.case, "variant": job.variant, "controller": job.controller}
    return row, time.monotonic() - began


def run_all(wanted: Any, jobs: Any) -> list[Any]:
    """wanted: {Job: the keys of its cell}; rows in the same order."""
    progress = Progress(list(wanted), jobs)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = {pool.submit(run, job, keys): job for job, keys in wanted.items()}
        for done in concurrent.futures.as_completed(runs):
            error = done.exception()
            progress.finished(runs[done], 0 if error else done.result()[1], error)
    progress.close()
    return [done.result()[0] for done in runs]
