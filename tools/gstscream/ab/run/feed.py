# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The prepared picture, frame by frame in real time, into an appsrc."""
import mmap
import threading
import time
from collections.abc import Callable
from typing import Any

from gi.repository import Gst

BACKLOG = 2                     # frames that wait before the encoder; then as a camera


class Feeder(threading.Thread):
    """Pushes frame n at start + n / framerate.  What the encoder has no time for
    is dropped, as a camera drops; `missed` counts it, and what came late."""

    def __init__(self, appsrc: Any, path: str, framerate: int, frame_size: int, frames: Any,
                 on_start: Callable[[float], None]) -> None:
        super().__init__(daemon=True)
        self.appsrc, self.framerate, self.frames = appsrc, framerate, frames
        self.frame_size = frame_size
        self.on_start = on_start
        self.captured: dict[int, float] = {}              # number: s, monotonic
        self.missed = 0
        self.start_time = 0.0           # s, monotonic
        self.ending = threading.Event()
        with open(path, "rb") as file:
            self.pictures = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.round = len(self.pictures) // frame_size

    def run(self) -> None:
        self.start_time = time.monotonic()
        self.on_start(self.start_time)
        for number in range(self.frames):
            due = self.start_time + number / self.framerate
            if self.ending.wait(max(0.0, due - time.monotonic())):
                break
            self.push(number, time.monotonic() - due)
        self.appsrc.emit("end-of-stream")

    def push(self, number: int, late: float) -> None:
        if late > 1 / self.framerate:
            self.missed += 1
        if self.appsrc.get_property("current-level-buffers") >= BACKLOG:
            self.missed += late <= 1 / self.framerate
            return
        self.captured[number] = time.monotonic()
        self.appsrc.emit("push-buffer", self.buffer(number))

    def buffer(self, number: int) -> Any:
        begin = number % self.round * self.frame_size
        buffer = Gst.Buffer.new_wrapped(self.pictures[begin:begin + self.frame_size])
        buffer.pts = number * Gst.SECOND // self.framerate
        buffer.duration = Gst.SECOND // self.framerate
        return buffer

    def stop(self) -> None:
        self.ending.set()
        self.join()
