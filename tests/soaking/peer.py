# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A process with pipelines that come and go, driven by lines on its standard input.

    peer.py 'NAME=LAUNCH LINE'...

Each line that it reads is a JSON list, each answer a JSON object on a line:

    ["start", NAME], ["stop", NAME]    to PLAYING, to NULL and gone
    ["cycle", NAME]                    PLAYING to READY to PLAYING, the same elements
    ["pause", NAME], ["play", NAME]
    ["figures"]                        {"shown": {NAME: buffers}, "errors": [text], "rss": bytes,
                                        "fds": n, "threads": [name]}

"shown" counts what the sink named `sink` rendered, over all lives of the pipeline.
"""
import ctypes
import gc
import json
import os
import sys
from typing import Any

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

PAGE = os.sysconf("SC_PAGE_SIZE")
LIBC = ctypes.CDLL(None)
STATE_SECONDS = 20
PIECES = "--no-pieces"              # before the lines
USES_PIECES = ("gso", "gro")        # properties


def without_pieces(element: Any) -> None:
    for name in USES_PIECES:
        if element.find_property(name):
            element.set_property(name, False)


class Line:
    """One pipeline, over its lives."""

    def __init__(self, name: str, description: Any, pieces: bool) -> None:
        self.name = name
        self.description = description
        self.pieces = pieces
        self.pipeline: Any = None
        self.before = 0             # shown by lives that are over
        self.errors: list[Any] = []

    def rendered(self) -> Any:
        sink = self.pipeline.get_by_name("sink") if self.pipeline else None
        return sink.get_property("stats").get_value("rendered") if sink else 0

    def set_state(self, state: Any) -> None:
        self.pipeline.set_state(state)
        result, _, _ = self.pipeline.get_state(STATE_SECONDS * Gst.SECOND)
        if result in (Gst.StateChangeReturn.FAILURE, Gst.StateChangeReturn.ASYNC) \
                and state < Gst.State.PAUSED:
            self.errors.append(f"{self.name}: no change to {state.value_nick}: {result.value_nick}")

    def start(self) -> None:
        self.pipeline = Gst.parse_launch(self.description)
        if not self.pieces:
            self.pipeline.iterate_recurse().foreach(without_pieces)
            self.pipeline.connect("deep-element-added", lambda _, __, added: without_pieces(added))
        self.pipeline.set_state(Gst.State.PLAYING)

    def stop(self) -> None:
        self.before += self.rendered()
        self.set_state(Gst.State.NULL)
        self.watch()
        self.pipeline = None
        gc.collect()

    def cycle(self) -> None:
        self.before += self.rendered()
        self.set_state(Gst.State.READY)
        self.pipeline.set_state(Gst.State.PLAYING)

    def pause(self) -> None:
        self.pipeline.set_state(Gst.State.PAUSED)

    def play(self) -> None:
        self.pipeline.set_state(Gst.State.PLAYING)

    def watch(self) -> None:
        """Empties the bus, whose messages would be memory that grows."""
        bus = self.pipeline.get_bus() if self.pipeline else None
        while bus is not None:
            message = bus.pop()
            if message is None:
                return
            if message.type == Gst.MessageType.ERROR:
                self.errors.append(f"{self.name}: {message.parse_error()[0].message}")

    def shown(self) -> Any:
        return self.before + self.rendered()


def thread_names() -> list[Any]:
    names = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/comm", encoding="utf-8", errors="replace") as file:
                names.append(file.read().strip())
        except OSError:
            pass                    # it has ended
    return sorted(names)


def figures(lines: Any) -> dict[str, Any]:
    for line in lines.values():
        line.watch()
    gc.collect()
    LIBC.malloc_trim(0)
    with open("/proc/self/statm", encoding="ascii") as file:
        rss = int(file.read().split()[1]) * PAGE
    errors = [error for line in lines.values() for error in line.errors]
    return {"shown": {name: line.shown() for name, line in lines.items()},
            "errors": errors, "rss": rss, "fds": len(os.listdir("/proc/self/fd")),
            "threads": thread_names()}


def main(arguments: list[str]) -> None:
    Gst.init(None)
    pieces = PIECES not in arguments
    lines = {name: Line(name, text, pieces) for name, text in
             (each.split("=", 1) for each in arguments if each != PIECES)}
    for text in sys.stdin:
        command, *names = json.loads(text)
        for name in names:
            getattr(lines[name], command)()
        print(json.dumps(figures(lines) if command == "figures" else {}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
