# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The runs of a comparison on the workers of a Dask scheduler.

They measure in real time, so that a worker does one at a time: it has to offer the
resource "exclusive".  The folder of the comparison and the program have the same place on
all machines, as on a file system that they share.
"""
from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gstscream.errors import UserError
from gstscream.files import read_json, write_json
from gstscream.jobs.command import Command
from gstscream.jobs.scheduler import Scheduler

from . import runner

if TYPE_CHECKING:
    from gstscream.ab.scenario.matrix import Run
    from gstscream.ab.scenario.options import Options

    from .folder import Folder

TASKS = "tasks"                 # a folder in that of the comparison
SLACK = 120                     # s beside the run and its measurement
ELSEWHERE = ("the worker wrote no run.json that is seen here: -o has to be a folder that all "
             "machines share")


def execute(options: Options, folder: Folder, runs: list[Run]) -> Iterator[Any]:
    """Yields (run, its state, seconds that it took of ours)."""
    tasks = {run: runner.task(options, folder, run) for run in runs}
    scheduler = Scheduler(str(options.scheduler), exclusive=True)
    os.makedirs(folder.file(TASKS), exist_ok=True)
    commands = {}
    for run, found in tasks.items():
        path = folder.file(TASKS, run.id + ".json")
        write_json(path, found)
        commands[run] = Command(
            (sys.executable, "-B", os.path.abspath(sys.argv[0]), "perform", path),
            options.seconds + runner.MEASURE_SECONDS + SLACK)
    with contextlib.closing(scheduler.run(commands)) as endings:
        for run, done in endings:
            state = folder.state(run) if not done.failure else None
            if state is None:
                state = runner.write_failed(folder, run, tasks[run], done.failure or ELSEWHERE)
            os.unlink(folder.file(TASKS, run.id + ".json"))
            yield run, state, done.seconds / scheduler.at_a_time


def perform(arguments: list[str]) -> int:
    """scream-ab perform TASK; the exit status."""
    found = read_json(arguments[0]) if len(arguments) == 1 else None
    if found is None:
        raise UserError("perform: it takes the file of a task, which --scheduler writes")
    runner.perform(found, lambda: None)
    return 0
