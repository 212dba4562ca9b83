# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab compare: did a change make anything worse?  For people, and for CI."""
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from gstscream import terminal
from gstscream.errors import UserError
from gstscream.options import Parser, reader
from gstscream.report.columns import column
from gstscream.report.data import Folder
from gstscream.report.verdict import MEASURES, unit

from . import paired
from .paired import BETTER, WORSE

NO_REGRESSION, REGRESSION = 0, 1
DESCRIPTION = """\
Compares two folders that scream-ab wrote, e.g. before and after a change of the
encoder's settings: run by run, by link, encoder, controller and repeat.  If both
have only one controller, or one encoder, it may be another."""
EPILOG = """\
A figure is worse at a place if it is by more than its tolerance, and by more than
half the 95 % interval of the differences of the pairs; of a single pair the spread
is not known, and the tolerance decides.  A run that fails and did not before is a
regression too.

tolerances: an amount with its unit, a part of the value before (10%), or both with
a comma between, of which the larger counts; of use and loss % are points.

Exit status: 0 no regression, 1 regression, 2 something is wrong with what was asked
for, or nothing can be compared.

example:
  scream-ab compare before/ after/ --frame-delay-p95 20ms --psnr 1dB
"""
# Option, what an amount may look like: {unit: what results.csv has for 1}
TIMES = {"ms": 1, "s": 1000}
OPTIONS = {"queue_p95_ms": ("--queue-p95", TIMES), "utilisation": ("--use", {"%": 0.01}),
           "loss_percent": ("--loss", {"%": 1}), "frame_delay_p95_ms": ("--frame-delay-p95", TIMES),
           "freeze_s": ("--frozen", {"s": 1, "ms": 0.001}), "psnr_db": ("--psnr", {"dB": 1})}


def tolerance(units: Any) -> Any:
    """Reads 5ms, 10% or 5ms,10%; units: {unit: factor}."""
    def read(text: str) -> Any:
        amount = part = 0.0
        for word in text.split(","):
            match = re.fullmatch(r"(\d+(?:\.\d+)?)([A-Za-z%]+)", word)
            if match and match[2] in units:
                amount = float(match[1]) * units[match[2]]
            elif match and match[2] == "%":
                part = float(match[1]) / 100
            else:
                example = " or ".join(f"5{each}" for each in units)
                raise ValueError(f"{word!r} is no tolerance with its unit such as {example}")
        return paired.Tolerance(amount, part)
    return reader(read)


def in_words(measure: Any) -> str:
    which = column(measure.name)
    found = paired.DEFAULTS[measure.name]
    text = f"{found.amount * which.factor:g} {unit(measure)}"
    return text + (f" or {100 * found.part:g} %%, the larger" if found.part else "")


def parser() -> Any:
    made = Parser("scream-ab compare", DESCRIPTION, EPILOG)
    made.add_argument("before", metavar="A", help="folder with results.csv and runs/")
    made.add_argument("after", metavar="B", help="such a folder, after the change")
    for measure in MEASURES:
        option, units = OPTIONS[measure.name]
        made.add_argument(option, dest=measure.name, type=tolerance(units), metavar="TOLERANCE",
                          default=paired.DEFAULTS[measure.name],
                          help=f"of {measure.title} (default: {in_words(measure)})")
    made.add_argument("--json", action="store_true",
                      help="the figures as JSON instead of a table")
    return made


def folder(path: str) -> Any:
    if not os.path.isdir(os.path.join(path, "runs")):
        raise UserError(f"compare: {path} has no folder runs: it is none that scream-ab wrote")
    return Folder(path)


def spanned(cells: Any, measure: Any, verdict: Any) -> str | None:
    """frame delay p95 worse at 2 of 4 places (by up to 45 ms, at ...); None: nowhere"""
    there = [(each, one) for one in cells for each in one.figures if each.measure is measure]
    found = [pair for pair in there if pair[0].verdict == verdict]
    if not found:
        return None
    figure, place = max(found, key=lambda pair: float(abs(pair[0].difference)))
    return (f"{measure.title} {verdict} at {len(found)} of {len(there)} places ("
            f"{'by' if len(found) == 1 else 'by up to'} {figure.amount().lstrip('+-')} "
            f"{unit(measure)}, at {place.name})")


def said(found: Any) -> tuple[Any, str]:
    """(exit status, the verdict in one sentence)"""
    worse, better = ([text for text in (spanned(found.cells, measure, verdict)
                                        for measure in MEASURES) if text]
                     for verdict in (WORSE, BETTER))
    broken = sum(each.broken for each in found.cells)
    if broken:
        worse.insert(0, f"{broken} runs fail that did not")
    pairs = sum(each.pairs for each in found.cells)
    if worse:
        text = f"Regression: {'; '.join(worse)}"
    else:
        text = (f"No regression in {pairs} pairs of runs at {len(found.cells)} places: nothing "
                "is worse by more than its tolerance and chance")
    if better:
        text += f"; {'but ' if worse else ''}{'; '.join(better)}"
    if not any(each.chance is not None for one in found.cells for each in one.figures):
        text += "; of single pairs the spread is not known, so this may be chance"
    return (REGRESSION if worse else NO_REGRESSION), text + "."


def heading(measure: Any) -> str:
    return f"{measure.title} {unit(measure)}"


def table(found: Any) -> Iterator[Any]:
    """Lines of texts, headings first: how much each figure changed."""
    yield ["link", "encoder", "controller", "pairs", *map(heading, MEASURES)]
    for one in found.cells:
        texts = {each.measure.name: " ".join(filter(None, (each.amount(), each.verdict)))
                 for each in one.figures}
        yield [one.link, one.encoder, one.controller, str(one.pairs),
               *(texts.get(measure.name, "–") for measure in MEASURES)]


def as_json(found: Any, status: Any, sentence: str) -> dict[str, Any]:
    return {
        "regression": status == REGRESSION, "sentence": sentence, "changes": found.changes,
        "left_out": found.left_out, "cells": [{
            "link": one.link, "encoder": one.encoder, "controller": one.controller,
            "pairs": one.pairs, "broken": one.broken, "figures": {
                each.measure.name: {
                    "before": each.before, "after": each.after, "difference": each.difference,
                    "half_width": each.chance, "tolerance": each.tolerance,
                    "verdict": each.verdict or "same"} for each in one.figures}}
            for one in found.cells]}


def main(arguments: list[str]) -> Any:
    """The exit status."""
    asked = parser().parse_args(arguments)
    before, after = folder(asked.before), folder(asked.after)
    found = paired.compare(before, after,
                           {measure.name: getattr(asked, measure.name) for measure in MEASURES})
    status, sentence = said(found)
    if asked.json:
        json.dump(as_json(found, status, sentence), sys.stdout, indent=1)
        print()
        return status
    for line in found.changes:
        print(f"changed: {line}")
    terminal.print_table(list(table(found)), 3)
    for line in found.left_out:
        print(f"not compared: {line}")
    print(sentence)
    return status
