# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that a run starts: their output goes to its log.txt, and they end."""
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from gstscream.errors import RunError
from gstscream.files import read_json, write_json

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
STOP_SECONDS = 5
WORKER = "gstscream.ab.run.worker"


def environment() -> dict[str, Any]:
    """Ours, with the package that we are."""
    return {**os.environ, "PYTHONPATH": PACKAGE, "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1"}


class Process:
    """A program in a session of its own: Ctrl-C reaches us, and we end it."""

    def __init__(self, arguments: list[str], log: Any, output: Any = None) -> None:
        self.log = log
        with open(log, "a", encoding="utf-8") as file:
            file.write("# " + " ".join(arguments) + "\n")
            file.flush()
            self.begin = file.tell()
            self.popen = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=output or file, stderr=file,
                start_new_session=True, env=environment())

    def running(self) -> bool:
        return self.popen.poll() is None

    def wait(self, seconds: float) -> bool:
        """True if it ended in time."""
        try:
            self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> Any:
        """In order, then harder."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.running():
                self.popen.send_signal(number)
                self.wait(STOP_SECONDS)
        return self.popen.returncode

    def failure(self, name: str) -> str | None:
        """None, or one line on how it ended."""
        code = self.popen.returncode
        if not code:
            return None
        with open(self.log, encoding="utf-8", errors="replace") as file:
            file.seek(self.begin)
            lines = file.read().strip().splitlines()
        said = [line[7:] for line in lines if line.startswith("error: ")]
        if code < 0:
            return f"the {name} was ended by {signal.Signals(-code).name}; see log.txt"
        reason = said[-1] if said else lines[-1] if lines else f"exit status {code}"
        return f"the {name}: {reason}"


def worker(role: str, job: dict[str, Any], log: Any, before: Any = (), module: str = WORKER) -> Any:
    """A worker process: the module does the role.  `before`: words before it, as
    `ip netns exec NAME`."""
    path = os.path.join(job["folder"], "job.json")
    write_json(path, job)
    return Process([*before, sys.executable, "-B", "-m", module, role, path], log)


def wait_for_json(path: str, seconds: float, alive: Any) -> Any:
    """The content of a file that another process writes; None if it does not come."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit and alive():
        found = read_json(path)
        if found is not None:
            return found
        time.sleep(0.02)
    return None


def await_end(one: Any, name: str, seconds: float, on_wait: Callable[[], None]) -> None:
    """Waits for a process, calling on_wait(); RunError if it fails or takes longer."""
    limit = time.monotonic() + seconds
    try:
        while not one.wait(0.2):
            on_wait()
            if time.monotonic() > limit:
                raise RunError(f"the {name} did not end in {seconds:.0f} s")
    finally:
        one.stop()
    failure = one.failure(name)
    if failure:
        raise RunError(failure)
