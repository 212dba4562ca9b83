# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs on the workers of a Dask scheduler, wherever they are.

A run that its worker did not live to end goes to another one; so does one whose worker
lost the result.  A command has one key, so that a scheduler never runs it twice at once.
"""
import hashlib
import json
import sys
from collections.abc import Generator, Hashable, Mapping
from typing import TypeVar

from gstscream import libraries
from gstscream.errors import UserError

from . import perform
from .command import Command, Done

Name = TypeVar("Name", bound=Hashable)
CONNECT_SECONDS = 10
NO_WORKER = ("Waiting for workers. Start some: dask worker {0} --nthreads 1{1} (on Debian 12: "
             "dask-worker)")


def key(command: Command) -> str:
    """The same for the same run of the same program."""
    return "gst-scream-" + hashlib.sha256(json.dumps(command).encode()).hexdigest()


class Scheduler:
    """Raises UserError if nobody is at the address."""

    def __init__(self, address: str, exclusive: bool = False) -> None:
        """exclusive: no worker does two of them at once, since they measure in real time."""
        missing = libraries.missing("distributed")
        if missing:
            raise UserError(f"--scheduler: {missing}")
        import cloudpickle
        import distributed
        self.address = address
        self.resources = {"exclusive": 1} if exclusive else {}
        # Workers need nothing of ours.
        cloudpickle.register_pickle_by_value(perform)
        try:
            self.client = distributed.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise UserError(f"--scheduler: nobody answers at {address} ({error}); start one: dask "
                            "scheduler (on Debian 12: dask-scheduler), and give the address that "
                            "it prints") from error

    def workers(self) -> list[int]:
        """Of those that may do it: how many runs each does at a time."""
        known = self.client.scheduler_info()["workers"].values()
        return [1 if self.resources else each["nthreads"] for each in known
                if all(each["resources"].get(name, 0) >= n for name, n in self.resources.items())]

    @property
    def at_a_time(self) -> int:
        return max(1, sum(self.workers()))

    def run(self, commands: Mapping[Name, Command]) -> Generator[tuple[Name, Done], None, None]:
        """As they end; who leaves the loop early takes back those that wait."""
        import distributed
        if not self.workers():
            more = "".join(f" --resources {name}={n}" for name, n in self.resources.items())
            print(NO_WORKER.format(self.address, more), file=sys.stderr, flush=True)
        names = {self.client.submit(perform.perform, *command, key=key(command), pure=True,
                                    resources=self.resources): name
                 for name, command in commands.items()}
        try:
            for future in distributed.as_completed(list(names)):
                error = future.exception()
                yield names[future], (Done("", "", str(error), 0.0) if error
                                      else Done(*future.result()))
        finally:
            self.client.cancel(list(names))

    def close(self) -> None:
        self.client.close()
