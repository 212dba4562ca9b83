# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What starts worker.py, and hears what it answers."""
import contextlib
import dataclasses
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from gstscream.ab.run.job import Job
from gstscream.ab.run.process import STOP_SECONDS, Process
from gstscream.errors import RunError

WORKER = "gstscream.ab.worker"
LOOK = 0.05                     # s between two looks at what it waits for


class Worker(Process):
    """A process that does a role."""

    def __init__(self, role: str, job: Job, **more: Any) -> None:
        super().__init__([sys.executable, "-B", "-m", WORKER, role],
                         os.path.join(job.folder, "log.txt"), subprocess.PIPE, subprocess.PIPE)
        assert self.popen.stdin and self.popen.stdout
        self.input, self.output = self.popen.stdin, self.popen.stdout
        self.tell({"job": dataclasses.asdict(job), **more})

    def tell(self, words: Any) -> None:
        with contextlib.suppress(BrokenPipeError):      # its exit status says why
            self.input.write(json.dumps(words).encode() + b"\n")

    def answer(self, name: str, seconds: float, on_wait: Callable[[], None]) -> Any:
        """The next one, calling on_wait(); RunError if it fails or takes longer."""
        limit = time.monotonic() + seconds
        while not select.select([self.output], [], [], LOOK)[0]:
            on_wait()
            if time.monotonic() > limit:
                raise RunError(f"the {name} did not end in {seconds:.0f} s")
        line = self.output.readline()
        if not line:
            self.end(name)
            raise RunError(f"the {name} ended early, see log.txt")
        try:
            return json.loads(line)
        except ValueError as error:
            raise RunError(f"the {name} answered no JSON, see log.txt") from error

    def stop(self) -> Any:
        with contextlib.suppress(BrokenPipeError):
            self.input.close()          # it may wait for words
        return super().stop()

    def end(self, name: str) -> None:
        """After the last answer; RunError if it fails."""
        self.wait(STOP_SECONDS)
        self.stop()
        failure = self.failure(name)
        if failure:
            raise RunError(failure)


def result(role: str, job: Job, name: str, seconds: float, **more: Any) -> Any:
    """Of a role with one answer."""
    with Worker(role, job, **more) as worker:
        found = worker.answer(name, seconds, lambda: None)
        worker.end(name)
        return found
