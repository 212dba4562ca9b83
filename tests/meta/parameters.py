# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""parameters.py [--write] ROOT

A table of docs/research/algorithms/scream-tables.md is that of SCReAM's parameters; --write brings
it up to date.  Fails if it is not, if a departure of docs/research/algorithms/scream.md has no
parameter that switches it off, or if the parameters name one that is not there.
"""
import os
import re
import sys
from collections.abc import Iterator

import tree

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from gstscream.evaluation.price import switches  # noqa: E402

TABLE = os.path.join("gst", "rtpcc", "control", "scream", "rtpcc-scream-table-private.h")
PAGE = os.path.join("docs", "research", "algorithms", "scream.md")
TABLES = os.path.join("docs", "research", "algorithms", "scream-tables.md")
PARAM = re.compile(r"^PARAM \((\w+), (\w+), (\w+), ([^,]+), ([^,]+), ([^,]+)\)$", re.MULTILINE)
UNITS = {"TIME": " ms", "BYTES": " bytes", "BITRATE": " bit/s", "NUMBER": "", "FLAG": ""}
# No parameter says whether these hold.
WITHOUT = {"D20", "D22", "D23", "O1"}
HEAD = """| name | value | off | range | of |
| --- | --- | --- | --- | --- |
"""
BODY = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
LISTED = re.compile(r"^\| ([DO]\d+) ", re.MULTILINE)


def short(number: str) -> str:
    """1/16 of 1.0 / 16."""
    return number.replace(" ", "").replace(".0/", "/")


def rows(table: str) -> Iterator[tuple[str, str, str, str, str]]:
    """(name, value, value that switches a departure off, range, of)"""
    for kind, of, name, value, least, most in PARAM.findall(table):
        unit, name = UNITS[kind], name.replace("_", "-")
        limits = "0 or 1" if kind == "FLAG" else f"{least} to {most}{unit}"
        off = switches.off(name, of, kind)
        yield name, short(value) + unit, "" if off is None else f"{off:.15g}{unit}", limits, of


def text(table: str) -> str:
    found = HEAD
    for name, value, off, limits, of in rows(table):
        of = of.lower() if of in switches.NONE else of
        found += f"| `{name}` | {value} | {off} | {limits} | {of} |\n"
    return found


def unlike(table: str, page: str) -> Iterator[str]:
    """Departures that nothing switches off, and the other way round."""
    switched = {of for _, _, off, _, of in rows(table) if off}
    named = {of for *_, of in rows(table)} - set(switches.NONE)
    listed = set(LISTED.findall(page))
    for of in sorted(listed - switched - WITHOUT):
        yield f"{TABLE}: no parameter switches {of} off"
    for of in sorted(named - listed):
        yield f"{TABLE}: {of} is not in {PAGE}"


def main(arguments: list[str]) -> int:
    write = arguments[0] == "--write"
    root = arguments[-1]
    table = tree.text(os.path.join(root, TABLE))
    path = os.path.join(root, TABLES)
    page = tree.text(path)
    made = BODY.sub(lambda _: text(table), page)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    found = list(unlike(table, tree.text(os.path.join(root, PAGE))))
    if not write and page != made:
        found.append(f"{TABLES} is not up to date: python3 tests/meta/parameters.py --write .")
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
