# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs programs side by side and collects their lines."""
import signal
import subprocess
import tempfile
import time

from . import programs, results, series

POLL = 0.02                     # s; a run takes 50 times as long


class Run:
    """One process."""

    def __init__(self, job, command, timeout):
        self.job = job
        self.started = time.monotonic()
        self.limit = self.started + timeout
        self.timeout = timeout
        self.out, self.err = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        # Its own session: an interrupt reaches this program, which ends the run.
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.out,
                                        stderr=self.err, start_new_session=True)

    def over(self):
        return self.process.poll() is not None or time.monotonic() > self.limit

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def result(self):
        """(columns, rows, failure); failure is None if all is well."""
        late = self.process.poll() is None
        self.end()
        output, errors = self.read(self.out), " ".join(self.read(self.err).split())
        if late:
            return [], [], f"not done after {self.timeout:g} s (--timeout)"
        if self.process.returncode:
            return [], [], f"{self.how_it_ended()}: {errors or 'no message'}"
        try:
            columns, rows = results.parse(output.splitlines(), "its output")
        except results.BadFile as error:
            return [], [], str(error)
        if [self.identity(row) for row in rows] != [self.job[1:4] + (str(self.job.seed),)]:
            return [], [], "its output is not the one line of this run"
        return columns, rows, None

    def how_it_ended(self):
        status = self.process.returncode
        return f"status {status}" if status > 0 else f"ended by {signal.Signals(-status).name}"

    @staticmethod
    def read(file):
        file.seek(0)
        with file:
            return file.read()

    @staticmethod
    def identity(row):
        return tuple(row[column] for column in results.IDENTITY)


class Runner:
    """Keeps what is done: columns, rows and failures can be read at any time."""

    def __init__(self, paths, chosen):
        self.paths, self.chosen = paths, chosen
        self.columns, self.rows, self.failures = list(results.IDENTITY), [], []
        self.found_columns = {}
        self.running = []

    def command(self, job):
        command = programs.arguments(self.paths, job) + ["--header"]
        if self.chosen.duration:
            command.append(f"--duration={self.chosen.duration:g}")
        if self.chosen.report and job.seed == 1:
            command.append(f"--series={series.path(self.chosen.report, job)}")
        return command

    def execute(self, jobs, progress):
        waiting = list(reversed(jobs))
        try:
            while waiting or self.running:
                while waiting and len(self.running) < self.chosen.jobs:
                    job = waiting.pop()
                    self.running.append(Run(job, self.command(job), self.chosen.timeout))
                over = [run for run in self.running if run.over()]
                self.running = [run for run in self.running if run not in over]
                for run in over:
                    self.collect(run, progress)
                if not over:
                    time.sleep(POLL)
        finally:
            for run in self.running:
                run.end()

    def collect(self, run, progress):
        columns, rows, failure = run.result()
        if failure:
            self.failures.append((run.job, failure))
        else:
            self.found_columns[run.job.program] = columns
            self.rows += rows
        progress.finished(run.job, time.monotonic() - run.started, failure)

    def all_columns(self):
        """In the order of the programs, not of the runs."""
        columns = self.columns
        for name in programs.PROGRAMS:
            columns = results.merged(columns, self.found_columns.get(name, []))
        return columns
