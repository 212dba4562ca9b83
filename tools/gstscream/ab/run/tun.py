# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A run through the kernel: sender and receiver in two network namespaces, with
linkemu-tun between, and TCP CUBIC beside."""
import contextlib
import math
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any

from gstscream.errors import RunError
from gstscream.files import read_json

from . import pipelines, process
from .job import Job

TCP_PORT = 5201
RUN_NETNS = "/run/netns"
PREFIX = "scream-ab-"


def programs(plugin: str) -> tuple[Any, Any]:
    """Paths of linkemu-tun and linkemu-netns: in PATH, or in the build that the
    plugin (path of its library) is from and the source tree that we are in."""
    build = os.path.realpath(os.path.join(os.path.dirname(plugin), "..", "..", "tools"))
    path = os.pathsep.join([os.path.join(build, "linkemu-tun"), build, process.PACKAGE,
                            os.environ.get("PATH", os.defpath)])
    return shutil.which("linkemu-tun", path=path), shutil.which("linkemu-netns", path=path)


class Namespaces:
    """The pair NAME-a, NAME-b while a run lasts; NAME has our process id."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.name = f"{PREFIX}{os.getpid()}"

    def __enter__(self) -> Any:
        self.remove_stale()
        self.call("add")
        return self

    def remove_stale(self) -> None:
        """Those of comparisons that were killed."""
        for name in os.listdir(RUN_NETNS) if os.path.isdir(RUN_NETNS) else []:
            match = re.fullmatch(PREFIX + r"(\d+)-a", name)
            if match and not os.path.exists(f"/proc/{match[1]}"):
                subprocess.run([self.script, "del", name[:-2]], check=False,
                               capture_output=True)

    def __exit__(self, *exception: Any) -> None:
        subprocess.run([self.script, "del", self.name], check=False, capture_output=True)

    def call(self, verb: str) -> None:
        done = subprocess.run([self.script, verb, self.name], check=False, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            raise RunError(f"linkemu-netns {verb}: {lines[-1] if lines else 'failed'}")

    def words(self, side: str) -> list[Any]:
        return [self.script, "exec", self.name, side]


class Kernel(contextlib.ExitStack):
    """What a run through the kernel has beside its worker: the link emulator, and TCP."""

    def __init__(self, job: Job, programs: dict[str, str], tcp: Sequence[tuple[float, float]],
                 on_wait: Callable[[], None]) -> None:
        """tcp: from when to when each flow sends, in s of the video."""
        super().__init__()
        self.programs, self.windows, self.on_wait = programs, list(tcp), on_wait
        self.start = math.inf           # of the video
        self.clients: list[tuple[str, process.Process]] = []
        self.spaces = self.enter_context(Namespaces(programs["linkemu_netns"]))
        self.job = job.but(namespaces=self.spaces.name)

    def file(self, name: str) -> str:
        return os.path.join(self.job.folder, name)

    def begin(self, arguments: list[str], output: Any = None) -> process.Process:
        one = process.Process(arguments, self.file("log.txt"), output)
        self.callback(one.stop)
        return one

    def open_link(self) -> None:
        words = [self.programs["linkemu_tun"], self.spaces.name]
        for option, value in self.job.link_properties.items():
            words += [f"--{option}", value]
        self.link = self.begin(words + ["--log", self.file("link.csv"), "--summary",
                                        self.file("link.json")], subprocess.PIPE)
        assert self.link.popen.stdout
        if b"ready" not in self.link.popen.stdout.readline():
            self.link.stop()
            raise RunError(self.link.failure("link emulator") or "linkemu-tun is not ready")
        if self.windows:
            self.begin([*self.spaces.words("b"), "iperf3", "-s", "-p", str(TCP_PORT)])

    def wait(self) -> None:
        """Several times a second: TCP at its times."""
        self.on_wait()
        if self.windows and time.monotonic() >= self.start + self.windows[0][0]:
            begin, end = self.windows.pop(0)
            path = self.file(f"iperf3-{len(self.clients)}.json")
            with open(path, "wb") as output:
                self.clients.append((path, self.begin(
                    [*self.spaces.words("a"), "iperf3", "-c", pipelines.RECEIVER, "-p",
                     str(TCP_PORT), "-J", "-C", "cubic", "-t", str(end - begin)], output)))

    def close_link(self) -> bool:
        """Whether the emulator kept the time, and TCP ran as it should."""
        for path, client in self.clients:
            client.stop()
            found = read_json(path) or {"error": "its output is cut off"}
            used = found.get("end", {}).get("sender_tcp_congestion")
            if used != "cubic":
                raise RunError(f"iperf3: {found.get('error') or f'the kernel took {used}'}")
        code = self.link.stop()
        if code not in (0, 3):
            raise RunError(self.link.failure("link emulator"))
        return bool(code == 0)
