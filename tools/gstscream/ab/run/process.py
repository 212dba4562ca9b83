# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that a run starts: their output goes to its log.txt, and they end."""
import contextlib
import os
import signal
import subprocess
from typing import Any

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
STOP_SECONDS = 5


def environment() -> dict[str, Any]:
    """Ours, with the package that we are."""
    return {**os.environ, "PYTHONPATH": PACKAGE, "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1"}


class Process(contextlib.AbstractContextManager[Any]):
    """A program in a session of its own: Ctrl-C reaches us, and we end it."""

    def __init__(self, arguments: list[str], log: Any, output: Any = None,
                 input: Any = subprocess.DEVNULL) -> None:
        self.log = log
        with open(log, "a", encoding="utf-8") as file:
            file.write("# " + " ".join(arguments) + "\n")
            file.flush()
            self.begin = file.tell()
            self.popen = subprocess.Popen(
                arguments, stdin=input, stdout=output or file, stderr=file, bufsize=0,
                start_new_session=True, env=environment())

    def __exit__(self, *exception: Any) -> None:
        self.stop()

    def wait(self, seconds: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(seconds)

    def stop(self) -> Any:
        """In order, then harder."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.popen.poll() is None:
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
