# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables, and what is drawn anew in place, on a terminal by rich; elsewhere plain lines.

Text is shown as it is: brackets and colons in it mean nothing to rich.
"""
import sys
from typing import Any

from rich import box
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Column, Table
from rich.text import Text

BAR_WIDTH = 20                  # columns
ENDLESS = 10_000


def console_of(stream: Any) -> Any:
    return Console(file=stream, markup=False, highlight=False, emoji=False)


class Place:
    """A place on a terminal that keeps its cursor while something is drawn there.

    terminal: whether stream is one.  Who draws calls close() at the end, or leaves
    the cursor hidden.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.console = console_of(stream)
        self.terminal = self.console.is_terminal

    def say(self, line: str) -> None:
        """A line that stays, above what is drawn."""
        if self.terminal:
            self.console.print(line)
        else:
            print(line, file=self.stream, flush=True)


class Screen(Place):
    """Lines in place; one that is too long is cut."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self.live: Any = None

    def size(self) -> Any:
        """(columns, lines) of the terminal."""
        return self.console.size

    def draw(self, lines: Any) -> None:
        """lines: strings."""
        if self.live is None:
            self.live = Live(console=self.console, auto_refresh=False, redirect_stdout=False,
                             redirect_stderr=False, vertical_overflow="crop")
            self.live.start()
        self.live.update(Text("\n".join(lines), no_wrap=True, overflow="crop"), refresh=True)

    def close(self) -> None:
        if self.live is not None:
            self.live.stop()
        self.live = None


class Bar(Place):
    """How much of some work is done, in a line that is gone at the end."""

    def __init__(self, total: float, stream: Any) -> None:
        super().__init__(stream)
        words = TextColumn("{task.description}", markup=False,
                           table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"))
        self.progress = Progress(BarColumn(BAR_WIDTH), MofNCompleteColumn(), words,
                                 console=self.console, auto_refresh=False, transient=True,
                                 redirect_stdout=False, redirect_stderr=False, expand=True)
        self.task = self.progress.add_task("", total=total)

    def draw(self, done: float, words: str) -> None:
        """done: of total, also a part of one."""
        self.progress.start()
        self.progress.update(self.task, completed=done, description=words, refresh=True)

    def close(self) -> None:
        if self.terminal:
            self.progress.stop()


def aligned(rows: Any, names: Any) -> str:
    """Lines of text: the cells of a column below each other, the first `names` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(
        cell.ljust(width) if place < names else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows)


def print_table(rows: Any, names: Any, stream: Any = None) -> None:
    """rows: of texts, headings first; one that the terminal is too narrow for is plain."""
    console = console_of(stream or sys.stdout)
    table = Table(box=box.SIMPLE_HEAD)
    for place, heading in enumerate(rows[0]):
        table.add_column(Text(heading), justify="left" if place < names else "right")
    for row in rows[1:]:
        table.add_row(*map(Text, row))
    whole = console.options.update(width=ENDLESS)
    if console.is_terminal and console.measure(table, options=whole).maximum <= console.width:
        console.print(table)
    else:
        print(aligned(rows, names), file=console.file)
