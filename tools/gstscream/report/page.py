# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""page.write(OUT): the page of a comparison, from nothing but its output folder.

    python3 -m gstscream.report.page [--static] OUT
"""
import os
import re
import shlex
import sys
from typing import Any

from gstscream.draw import palette

from . import corpus, cs244, figures, render, sections, stills, table, verdicts, words
from .answer import alone, answer
from .data import Folder
from .verdict import rule

MANY = 3                        # places whose verdicts a reader sees at a glance
STATIC = "--static"


def write(out_dir: str, static: bool = False) -> Any:
    """The path of OUT/index.html, written anew; static: with pictures that are part of it,
    as they also are where plotly is not installed."""
    folder = Folder(out_dir)
    colours = palette.colours(folder.controllers)
    controllers, encoders = verdicts.of_controllers(folder), verdicts.of_encoders(folder)
    static = static or figures.missing()
    made: sections.Static | sections.Interactive = (
        sections.Static(folder, colours) if static else sections.Interactive(folder, colours))
    path = render.write(
        os.path.join(out_dir, "index.html"), "comparison.html",
        title="Comparison of rate control",
        answer=answer(controllers or encoders) if controllers or encoders else alone(folder),
        settings=words.settings(folder), verdicts=verdicts, many=MANY, rule=rule(),
        of_controllers=controllers, of_encoders=encoders, table=table.table(folder),
        colours=colours, cs244=cs244.links(folder), standings=corpus.tables(folder),
        pareto=made.pareto(), static=static, dark=palette.DARK, sections=made.sections(),
        stills=stills.read(out_dir, bool(static)), size=size(folder.settings),
        places=len(controllers or encoders),
        several={"links": len(folder.links) > 1, "encoders": len(folder.encoders) > 1},
        library=f"{figures.FOLDER}/{figures.LIBRARY}",
        missing=figures.MISSING.format(command=command(out_dir)) if figures.missing() else "")
    made.finish()
    return path


def size(settings: dict[str, Any]) -> Any:
    """(width, height) in pixels, or ()."""
    found = re.fullmatch(r"(\d+)x(\d+)", str(settings.get("size")))
    return tuple(map(int, found.groups())) if found else ()


def command(out_dir: str) -> str:
    return f"python3 -m gstscream.report.page {shlex.quote(os.path.abspath(out_dir))}"


def main(arguments: list[str]) -> int:
    out = [each for each in arguments if each != STATIC]
    if len(out) != 1 or not os.path.isdir(os.path.join(out[0], "runs")):
        print(f"usage: python3 -m gstscream.report.page [{STATIC}] OUT; "
              "OUT is a folder that scream-ab wrote", file=sys.stderr)
        return 2
    print(write(out[0], STATIC in arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
