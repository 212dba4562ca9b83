# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs on this machine, some at a time."""
import concurrent.futures
from collections.abc import Generator, Hashable, Mapping
from typing import TypeVar

from gstscream.jobs.command import Command, Done
from gstscream.jobs.perform import Running, perform

Name = TypeVar("Name", bound=Hashable)


class Pool:
    def __init__(self, at_a_time: int) -> None:
        self.at_a_time = at_a_time

    def run(self, commands: Mapping[Name, Command]) -> Generator[tuple[Name, Done], None, None]:
        """As they end; who leaves the loop early ends those that run."""
        running = Running()
        with concurrent.futures.ThreadPoolExecutor(self.at_a_time) as threads:
            names = {threads.submit(perform, *command, running): name
                     for name, command in commands.items()}
            try:
                for future in concurrent.futures.as_completed(names):
                    yield names[future], Done(*future.result())
            finally:
                for future in names:
                    future.cancel()
                running.stop()
