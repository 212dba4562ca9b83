# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the programs, here or on the workers of a scheduler, and collects their lines."""
import contextlib
import operator
import os
from typing import Any

from gstscream.evaluation.page import series
from gstscream.evaluation.pool import Pool
from gstscream.evaluation.results import files, schema
from gstscream.files import written
from gstscream.jobs.command import Command
from gstscream.jobs.perform import digest
from gstscream.jobs.scheduler import Scheduler

from . import programs


def identity(row: dict[str, str]) -> tuple[Any, ...]:
    return tuple(row[column] for column in schema.IDENTITY)


def row_of(job: Any, done: Any) -> Any:
    """(columns, row, failure); failure is "" if all is well."""
    if done.failure:
        return [], {}, done.failure
    try:
        columns, rows, faults = files.parse(done.out.splitlines(), "its output")
    except files.BadFile as error:
        return [], {}, str(error)
    if faults:
        return [], {}, faults[0]
    if [identity(row) for row in rows] != [job[1:4] + (str(job.seed),)]:
        return [], {}, "its output is not the one line of this run"
    return columns, rows[0], ""


class Runner:
    """Keeps what is done: columns, rows and failures can be read at any time."""

    def __init__(self, paths: dict[str, str], chosen: Any, kept: Any) -> None:
        self.paths, self.chosen, self.kept = paths, chosen, kept
        self.columns = list(schema.IDENTITY)
        self.rows: list[dict[str, str]] = []
        self.failures: list[tuple[Any, str]] = []
        self.found_columns: dict[str, list[str]] = {}
        self.digests = {name: digest(path) for name, path in paths.items()}

    def has_series(self, job: Any) -> bool:
        return bool(self.chosen.report) and job.seed == 1

    def command(self, job: Any) -> Any:
        words = programs.arguments(self.paths, job) + ["--header"]
        if self.chosen.duration:
            words.append(f"--duration={self.chosen.duration:g}")
        return Command(tuple(words), self.chosen.timeout, self.digests[job.program],
                       "--series" if self.has_series(job) else "")

    def wanted(self, jobs: Any) -> Any:
        """{job: command} of those that no earlier run has done.

        Seed after seed, so that an interrupt leaves about as many runs of each cell.
        """
        waiting = {}
        for job in sorted(jobs, key=operator.attrgetter("seed")):
            command = self.command(job)
            found = self.kept.get(command)
            if found and not (self.has_series(job)
                              and not os.path.exists(series.path(self.chosen.report, job))):
                self.take(job, *found)
            else:
                waiting[job] = command
        return waiting

    def take(self, job: Any, columns: list[str], row: dict[str, str]) -> None:
        self.found_columns[job.program] = columns
        self.rows.append(row)

    def execute(self, waiting: Any, engine: Any, progress: Any) -> None:
        """waiting: of wanted (); engine: a Pool or a Scheduler."""
        with contextlib.closing(engine.run(waiting)) as endings:
            for job, done in endings:
                failure = self.collect(job, waiting[job], done)
                progress.finished(job, done.seconds, failure)

    def collect(self, job: Any, command: Any, done: Any) -> Any:
        columns, row, failure = row_of(job, done)
        if failure:
            self.failures.append((job, failure))
            return failure
        if command.keeps:
            with written(series.path(self.chosen.report, job)) as file:
                file.write(done.kept)
        self.take(job, columns, row)
        self.kept.add(command, columns, row)
        return ""

    def all_columns(self) -> Any:
        """In the order of the programs, not of the runs."""
        columns = self.columns
        for name in programs.PROGRAMS:
            columns = files.merged(columns, self.found_columns.get(name, []))
        return columns


def engine(chosen: Any) -> Any:
    """Where the runs are made; UserError: nobody is at the scheduler's address."""
    return Scheduler(chosen.scheduler) if chosen.scheduler else Pool(chosen.jobs)
