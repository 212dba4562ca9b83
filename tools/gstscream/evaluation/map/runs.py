# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs pathrun for cells, controllers and seeds, several at a time."""
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from gstscream.errors import UserError
from gstscream.evaluation.checkout import ROOT
from gstscream.evaluation.pool import Pool
from gstscream.evaluation.progress import Progress
from gstscream.evaluation.results import files
from gstscream.evaluation.results.mixed import Control
from gstscream.jobs.command import Command, Done
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
        files.save(asked.csv, list(dict.fromkeys(name for row in rows for name in row)), rows)


def in_ns3(job: Any) -> bool:
    return bool(os.path.basename(job.program) == RMCAT)


def of_pathrun(job: Any, keys: Any) -> list[str]:
    control = Control.parse(job.controller)
    command = [job.program, *(f"{key}={value}" for key, value in keys.items()),
               f"controller={control.name}", f"seed={job.seed}", "--json"]
    return [*command, f"params={control.parameters}"] if control.parameters else command


def of_rmcat(job: Any, keys: Any) -> list[str]:
    """A trace in ns-3, whose case has the bitrates, and a source where the keys name none."""
    source = f"-{keys['source']}" if "source" in keys else ""
    return [job.program, "--case=trace", f"--trace={keys['trace']}",
            f"--variant=B-delay{keys['rtt'] / 2:g}-queue{keys['queue']:g}{source}",
            f"--controller={job.controller}", f"--seed={job.seed}", "--header"]


def row_of(job: Any, command: Command, done: Done) -> dict[str, str]:
    """As files.read gives them; RuntimeError: why there is none."""
    if done.failure:
        raise RuntimeError(f"{' '.join(command.words)}: {done.failure}")
    figures = (files.parse(done.out.splitlines(), job.program).rows[0] if in_ns3(job)
               else {name: "" if value is None else str(value)
                     for name, value in json.loads(done.out).items()})
    return {**figures, "case": job.case, "variant": job.variant, "controller": job.controller}


def run_all(wanted: Any, jobs: Any) -> list[dict[str, str]]:
    """wanted: {Job: the keys of its cell}; rows in the same order."""
    commands = {job: Command(tuple((of_rmcat if in_ns3(job) else of_pathrun)(job, keys)), LONGEST)
                for job, keys in wanted.items()}
    progress = Progress(list(wanted), jobs)
    ended = {}
    with contextlib.closing(Pool(jobs).run(commands)) as endings:
        for job, done in endings:
            progress.finished(job, done.seconds, done.failure)
            ended[job] = done
    progress.close()
    return [row_of(job, commands[job], ended[job]) for job in wanted]
