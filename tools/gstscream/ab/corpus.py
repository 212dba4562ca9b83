# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A comparison over a corpus: its traces in the folder, what the oracle does on each, and
the standing of the controllers beside it; and "scream-ab corpus write"."""
from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, Any

from gstscream import terminal
from gstscream.corpus import families, halves, members, oracle, standing
from gstscream.errors import UserError
from gstscream.files import cell, read_json, write_json, written
from gstscream.options import Parser

if TYPE_CHECKING:
    from gstscream.ab.scenario.options import Options

FILE, TABLE = "corpus.json", "corpus.csv"
DESCRIPTION = """\
Writes traces as files in Mahimahi's format, which --corpus and --traces, linkemu,
linkemu-tun and pathrun read."""


def begin(options: Options, folder: Any) -> None:
    """Writes the traces, and FILE: family, half and oracle of each."""
    links = {link.name: link for link in options.links}
    source = oracle.Source(options.framerate, options.min_bitrate, options.max_bitrate)
    try:
        members.write(options.traces(), options.corpus)
        write_json(folder.file(FILE), {each.name: {
            "family": each.family, "half": each.half,
            "oracle": oracle.figures(each.trace, source, options.seconds,
                                     links[each.name].delay() / 1e3)}
            for each in options.corpus})
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}; give another folder with -o"
                        ) from error


def save(path: str, found: Any) -> None:
    with written(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(standing.COLUMNS)
        writer.writerows([cell(value) for value in each.cells()] for each in found)


def finish(options: Options, folder: Any, states: Any) -> None:
    """TABLE, and the standing on each half."""
    several = len(options.encoders) > 1
    found = standing.rows(read_json(folder.file(FILE)), [standing.Result(
        state["link_name"], standing.who(state["controller"], state["encoder"], several),
        state["figures"], state["trusted"]) for state in states if state["state"] == "done"])
    save(folder.file(TABLE), found)
    for half, lines in standing.tables(found).items():
        print(f"\nBeside the oracle, {half}:")
        terminal.print_table(lines, 1)
    if found:
        print(f"\nEach trace: {folder.file(TABLE)}")


def parser() -> Any:
    made = Parser("scream-ab corpus", DESCRIPTION, "generators: " + ", ".join(
        f"{name} ({each.about}; {each.link})" for name, each in families.FAMILIES.items()))
    made.add_argument("what", choices=["write"])
    made.add_argument("folder", metavar="FOLDER")
    made.add_argument("--corpus", metavar="WHAT,WHAT",
                      default="cellular:20,wifi:20,satellite:20",
                      help="as of scream-ab (default: cellular:20,wifi:20,satellite:20)")
    return made


def main(arguments: list[str]) -> None:
    asked = parser().parse_args(arguments)
    if os.path.isdir(asked.folder) and os.listdir(asked.folder):
        raise UserError(f"{asked.folder} has files already; give a new folder")
    found = members.read(asked.corpus)
    try:
        members.write(asked.folder, found)
    except OSError as error:
        raise UserError(f"{asked.folder}: {error.strerror}; give another folder") from error
    counts = ", ".join(f"{sum(each.half == half for each in found)} {half}"
                       for half in halves.HALVES)
    print(f"{len(found)} traces ({counts}): {asked.folder}")
