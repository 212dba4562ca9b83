# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tools draw on a terminal, and that it is plain elsewhere."""
import io
import os
import re
from typing import Any

import pytest

from gstscream.terminal import Bar, Screen, print_table

LONG = "encoder [bold]x264enc[/bold] :smile: " + 30 * "word "


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def bar_on(stream: Any) -> Any:
    bar = Bar(3, stream)
    if bar.terminal:
        bar.draw(1.5, LONG)
    bar.say(LONG)
    bar.close()
    return stream.getvalue()


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("TERM", "xterm"), ("COLUMNS", "70"), ("LINES", "20")):
        monkeypatch.setenv(name, value)


def test_a_pipe_has_one_line_as_it_is() -> None:
    assert bar_on(io.StringIO()) == LONG + "\n"


def test_words_are_no_markup() -> None:
    text = bar_on(Terminal())
    assert "[bold]x264enc[/bold] :smile:" in text
    assert "1/3" in text


def test_a_bar_leaves_nothing_but_what_was_said() -> None:
    # The cursor is back; up a line, which is erased.
    assert bar_on(Terminal()).endswith("\x1b[?25h\r\x1b[1A\x1b[2K")


def test_a_long_line_is_cut() -> None:
    stream = Terminal()
    screen = Screen(stream)
    screen.draw([LONG, "second [line]"])
    screen.close()
    assert "second [line]" in stream.getvalue()
    lines = re.split(r"[\r\n]", re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", stream.getvalue()))
    assert max(map(len, lines)) <= 70


def table_on(stream: Any) -> Any:
    print_table([["link", "ms"], ["[i]a[/i]", "10.5"], ["b", "9"]], 1, stream)
    return stream.getvalue()


def test_a_table_on_a_terminal() -> None:
    text = re.sub(r"\x1b\[[0-9;]*m", "", table_on(Terminal()))
    assert "[i]a[/i]   10.5" in text
    assert "─" * 10 in text


def test_a_table_elsewhere_and_on_a_narrow_terminal_is_plain() -> None:
    plain = "link        ms\n[i]a[/i]  10.5\nb            9\n"
    assert table_on(io.StringIO()) == plain
    os.environ.update(COLUMNS="17")
    assert table_on(Terminal()) == plain
