# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is wrong with the files of a run: which file, which line, and what to do.

Its figures and those of the other runs stay; curves of such a file end early, or are missing.
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import packets

if TYPE_CHECKING:
    from .data import Run

NEEDED = {
    "frames.csv": ("captured", "bytes", "key", "shown"),
    "samples.csv": ("time", "capacity", "target", "send-rate", "queue-delay"),
    "link.csv": packets.COLUMNS,
}
LONG = 1 << 16                  # bytes of a first line
REMEDY = "delete the folder runs/{}, and the command that made it runs only this one again"


def lines(path: str) -> int:
    with open(path, "rb") as file:
        return 1 + sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))


def of_table(path: str, columns: tuple[str, ...]) -> str:
    """Where it is not whole and why, or ""."""
    try:
        with open(path, "rb") as file:
            names = file.readline(LONG).decode(errors="replace").strip().split(",")
            missing = [name for name in columns if name not in names]
            if missing:
                return f", line 1: no column {', '.join(missing)}"
            file.seek(-1, os.SEEK_END)
            return "" if file.read() == b"\n" else f", line {lines(path)}: it ends early"
    except OSError as error:
        return f": {error.strerror}"


def of_run(run: Run) -> Iterator[str]:
    """A line for each file, of a run that came to its end."""
    remedy = REMEDY.format(os.path.basename(run.folder))
    for name, columns in NEEDED.items():
        where = of_table(run.path(name), columns)
        if where:
            yield f"{name}{where}; {remedy}"
