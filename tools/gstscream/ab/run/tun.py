# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A run through the kernel: sender and receiver in two network namespaces, with
linkemu-tun between, and TCP CUBIC beside."""
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any

from gstscream.errors import RunError
from gstscream.files import read_json

from . import process

SENDER, RECEIVER = "10.91.0.1", "10.91.0.2"
TCP_PORT = 5201
RUN_NETNS = "/run/netns"
PREFIX = "scream-ab-"
START_SECONDS = 15
GRACE = 30                      # s beyond its length


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


class TunRun:
    def __init__(self, job: dict[str, Any], on_wait: Callable[[], None]) -> None:
        self.job, self.on_wait = job, on_wait
        self.log = os.path.join(job["folder"], "log.txt")
        self.started: list[Any] = []

    def file(self, name: str) -> str:
        return os.path.join(self.job["folder"], name)

    def start(self, one: Any) -> Any:
        self.started.append(one)
        return one

    def link_command(self, name: str) -> Any:
        words = [self.job["linkemu_tun"], name]
        for option, value in self.job["link_properties"].items():
            words += [f"--{option}", value]
        return words + ["--log", self.file("link.csv"), "--summary", self.file("link.json")]

    def execute(self, spaces: Any) -> Any:
        link = self.start(process.Process(self.link_command(spaces.name), self.log,
                                          subprocess.PIPE))
        if b"ready" not in link.popen.stdout.readline():
            link.stop()
            raise RunError(link.failure("link emulator") or "linkemu-tun is not ready")
        receiver = self.start(process.worker("receive", self.job, self.log,
                                             spaces.words("b")))
        if process.wait_for_json(self.file("receiver.json"), START_SECONDS,
                                 receiver.running) is None:
            receiver.stop()
            raise RunError(receiver.failure("receiver") or "the receiver did not start")
        sender = self.start(process.worker("send", self.job, self.log, spaces.words("a")))
        self.wait(sender, spaces)
        receiver.stop()
        if receiver.failure("receiver"):
            raise RunError(receiver.failure("receiver"))
        return self.end_link(link)

    def wait(self, sender: Any, spaces: Any) -> None:
        """Until the sender is done, with TCP at its times."""
        begun = process.wait_for_json(self.file("start.json"), START_SECONDS, sender.running)
        if begun is None:
            sender.stop()
            raise RunError(sender.failure("sender") or "the sender did not start")
        windows = list(self.job["tcp"])
        if windows:
            self.start(process.Process(
                [*spaces.words("b"), "iperf3", "-s", "-p", str(TCP_PORT)], self.log))
        clients: list[Any] = []
        limit = begun["start"] + self.job["seconds"] + GRACE
        while not sender.wait(0.02 if windows else 0.2):
            self.on_wait()
            since = time.monotonic() - begun["start"]
            if windows and since >= windows[0][0]:
                clients.append(self.tcp_client(spaces, len(clients), *windows.pop(0)))
            if time.monotonic() > limit:
                raise RunError(f"the sender did not end in {self.job['seconds']} s")
        if sender.failure("sender"):
            raise RunError(sender.failure("sender"))
        for client in clients:
            self.check_cubic(client)

    def tcp_client(self, spaces: Any, number: int, start: float, end: float) -> tuple[Any, Any]:
        path = self.file(f"iperf3-{number}.json")
        with open(path, "wb") as output:
            return path, self.start(process.Process(
                [*spaces.words("a"), "iperf3", "-c", RECEIVER, "-p", str(TCP_PORT), "-J",
                 "-C", "cubic", "-t", str(end - start)], self.log, output))

    @staticmethod
    def check_cubic(client: Any) -> None:
        """It must have run, and with the congestion control that was asked for."""
        path, one = client
        one.stop()
        found = read_json(path) or {"error": "its output is cut off"}
        used = found.get("end", {}).get("sender_tcp_congestion")
        if used != "cubic":
            raise RunError(f"iperf3: {found.get('error') or f'the kernel took {used}'}")

    def end_link(self, link: Any) -> bool:
        """Whether the emulator kept the time."""
        link.stop()
        code = link.popen.returncode
        if code not in (0, 3):
            raise RunError(link.failure("link emulator"))
        return bool(code == 0)

    def stop(self) -> None:
        for one in reversed(self.started):
            one.stop()


def run(job: dict[str, Any], on_wait: Callable[[], None]) -> Any:
    """True if the link emulator kept the time."""
    with Namespaces(job["linkemu_netns"]) as spaces:
        one = TunRun(job, on_wait)
        try:
            return one.execute(spaces)
        finally:
            one.stop()
