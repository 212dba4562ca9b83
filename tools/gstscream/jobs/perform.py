# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One run of a program, on this machine or on another one.

Only the standard library is used here: a worker gets this file with the command, and has
to have nothing of ours.
"""
import hashlib
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time


def digest(path: str) -> str:
    """SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def unfit(program: str, wanted: str) -> str:
    """Why this machine cannot run it, or ""."""
    if not wanted:
        return ""
    here = f"{socket.gethostname()}: {program}"
    try:
        same = digest(program) == wanted
    except OSError as error:
        return f"{here}: {error.strerror}; build it there"
    return "" if same else f"{here} is another build; build the same commit there"


class Running:
    """Its processes can be ended from another thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.processes: set[subprocess.Popen[str]] = set()
        self.stopped = False

    def start(self, words: list[str]) -> "subprocess.Popen[str]":
        with self.lock:
            if self.stopped:
                raise InterruptedError("interrupted")
            # Its own session: an interrupt reaches this program, which ends the run.
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, errors="replace", start_new_session=True)
            self.processes.add(process)
        return process

    def forget(self, process: "subprocess.Popen[str]") -> None:
        with self.lock:
            self.processes.discard(process)

    def stop(self) -> None:
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.kill()


def how_it_ended(status: int, errors: str) -> str:
    if status == 0:
        return ""
    how = f"status {status}" if status > 0 else f"ended by {signal.Signals(-status).name}"
    return f"{how}: {' '.join(errors.split()) or 'no message'}"


def output(words: list[str], timeout: float, running: Running) -> tuple[str, str]:
    """(its standard output, how it failed or "")"""
    try:
        process = running.start(words)
    except OSError as error:
        return "", f"{words[0]}: {error.strerror or error}"
    try:
        out, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "", f"not done after {timeout:g} s (--timeout)"
    finally:
        running.forget(process)
    return out, how_it_ended(process.returncode, errors)


def perform(words: tuple[str, ...], timeout: float, wanted: str, keeps: str,
            running: "Running | None" = None) -> tuple[str, str, str, float]:
    """The fields of a Command; returns those of a Done."""
    began = time.monotonic()
    failure = unfit(words[0], wanted)
    if failure:
        return "", "", failure, 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kept")
        more = [f"{keeps}={path}"] if keeps else []
        out, failure = output([*words, *more], timeout, running or Running())
        kept = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                kept = file.read()
    return out, kept, failure, time.monotonic() - began
