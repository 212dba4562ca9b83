# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pages.py ROOT

Parses every page of Markdown with a CommonMark library and fails for code that is not
closed, or closed by a fence with text after it, for tables that are none or have rows
of another length than their header, and for text that is taken for HTML.
"""
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

try:
    from markdown_it import MarkdownIt
except ImportError as error:
    print(f"skipped: {error} (Debian: python3-markdown-it)")
    sys.exit(77)

import tree

# What containers, quotes and lists, put before a line
CONTAINER = r"^[\s>]*(?:[-*+] |\d+[.)] )*\s*"
DELIMITER = re.compile(r"^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)+\|?$|^\|\s*:?-+:?\s*\|$")


def bare(line: str) -> str:
    return re.sub(CONTAINER, "", line).rstrip()


def cells(line: str) -> int:
    """How many a row of a table has: a bar after a backslash is text."""
    row = re.sub(r"\\\|", "", bare(line))
    return re.sub(r"^\||\|$", "", row).count("|") + 1


def fence_faults(token: Any, lines: list[str]) -> Iterator[tuple[int, str]]:
    first, end = token.map
    closing = bare(lines[end - 1])
    if end - first < 2 or closing != closing[:1] * len(closing) \
            or not closing.startswith(token.markup):
        yield first, "this code block has no end"
    if re.search(r"\s", token.info.strip()):
        yield first, "text after the fence that begins a code block"
    for number, line in enumerate(token.content.split("\n"), first + 1):
        if re.match(rf" {{0,3}}{re.escape(token.markup)}", line):
            yield number, "text after a fence inside of a code block: it does not end it"


def table_faults(token: Any, lines: list[str]) -> Iterator[tuple[int, str]]:
    first, end = token.map
    width = cells(lines[first])
    for number in range(first, end):
        if cells(lines[number]) != width:
            yield number, f"a row of {cells(lines[number])} cells in a table of {width}"


def text_faults(token: Any) -> Iterator[tuple[int, str]]:
    """Of a paragraph or of a block of indented code."""
    for number, line in enumerate(token.content.split("\n"), token.map[0]):
        if line.lstrip().startswith("|") or DELIMITER.match(line.strip()):
            yield number, "a row of no table"


def inline_faults(token: Any) -> Iterator[tuple[int, str]]:
    for child in token.children:
        if child.type == "html_inline" and not child.content.startswith("<!--"):
            yield token.map[0], f"{child.content} is taken for HTML"
        if child.type == "text" and "```" in child.content or child.markup.startswith("```"):
            yield token.map[0], "a fence inside of a line"


def faults(source: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong)"""
    lines = source.split("\n")
    in_table = False
    for token in MarkdownIt("commonmark").enable("table").parse(source):
        in_table = token.type != "table_close" and (in_table or token.type == "table_open")
        found: Iterable[Any] = []
        if token.type == "fence":
            found = fence_faults(token, lines)
        elif token.type == "table_open":
            found = table_faults(token, lines)
        elif token.type == "html_block" and not token.content.startswith("<!--"):
            found = [(token.map[0], "this is taken for HTML")]
        elif token.type == "code_block":
            found = text_faults(token)
        elif token.type == "inline":
            found = [*inline_faults(token), *([] if in_table else text_faults(token))]
        yield from ((number + 1, what) for number, what in found)


def main(root: str) -> int:
    names = [name for name in tree.tracked(root) if name.endswith(".md")]
    found = [f"{name}:{number}: {what}" for name in names
             for number, what in faults(tree.text(os.path.join(root, name)))]
    return tree.said(found) or not names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
