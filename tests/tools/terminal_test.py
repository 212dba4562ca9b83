# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tools draw on a terminal, and that it is plain elsewhere."""
import io
import os
import re
import unittest
from typing import Any

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


class Drawn(unittest.TestCase):
    def setUp(self) -> None:
        os.environ.update(TERM="xterm", COLUMNS="70", LINES="20")

    def test_a_pipe_has_one_line_as_it_is(self) -> None:
        self.assertEqual(bar_on(io.StringIO()), LONG + "\n")

    def test_words_are_no_markup(self) -> None:
        text = bar_on(Terminal())
        self.assertIn("[bold]x264enc[/bold] :smile:", text)
        self.assertIn("1/3", text)

    def test_a_bar_leaves_nothing_but_what_was_said(self) -> None:
        # The cursor is back; up a line, which is erased.
        self.assertTrue(bar_on(Terminal()).endswith("\x1b[?25h\r\x1b[1A\x1b[2K"))

    def test_a_long_line_is_cut(self) -> None:
        stream = Terminal()
        screen = Screen(stream)
        screen.draw([LONG, "second [line]"])
        screen.close()
        self.assertIn("second [line]", stream.getvalue())
        lines = re.split(r"[\r\n]", re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", stream.getvalue()))
        self.assertLessEqual(max(map(len, lines)), 70)

    def table_on(self, stream: Any) -> Any:
        print_table([["link", "ms"], ["[i]a[/i]", "10.5"], ["b", "9"]], 1, stream)
        return stream.getvalue()

    def test_a_table_on_a_terminal(self) -> None:
        text = re.sub(r"\x1b\[[0-9;]*m", "", self.table_on(Terminal()))
        self.assertIn("[i]a[/i]   10.5", text)
        self.assertIn("─" * 10, text)

    def test_a_table_elsewhere_and_on_a_narrow_terminal_is_plain(self) -> None:
        plain = "link        ms\n[i]a[/i]  10.5\nb            9\n"
        self.assertEqual(self.table_on(io.StringIO()), plain)
        os.environ.update(COLUMNS="17")
        self.assertEqual(self.table_on(Terminal()), plain)
