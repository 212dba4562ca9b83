# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Bounds of a map: share-*:loss_percent=0..3 is for each cell of such a name."""
import argparse
import fnmatch
import math
import typing
from collections.abc import Iterator
from typing import Any


class Bound(typing.NamedTuple):
    cells: str                  # a name with *
    figure: str
    least: float
    most: float


def parsed(text: str) -> Any:
    cell, colon, bound = text.rpartition(":")
    figure, equal, ends = bound.partition("=")
    least, dots, most = ends.partition("..")
    try:
        numbers = float(least), float(most)
    except ValueError:
        numbers = (math.nan, math.nan)
    if not (colon and equal and dots and numbers[0] <= numbers[1]):
        raise argparse.ArgumentTypeError(f"{text} is not CELLS:FIGURE=LEAST..MOST")
    return Bound(cell, figure, *numbers)


def outside(bounds: Any, groups: Any) -> Iterator[Any]:
    """A line for each mean that is outside, or is not there."""
    for bound in bounds:
        names = [name for name in groups if fnmatch.fnmatchcase(name[0], bound.cells)]
        if not names:
            yield f"no cell is {bound.cells}, which has a bound"
        for name in names:
            mean = groups[name].mean(bound.figure)
            if mean is None or not bound.least <= mean <= bound.most:
                found = "not there" if mean is None else f"{mean:.3f}"
                yield (f"{name[0]} {name[2]}: {bound.figure} is {found}, "
                       f"not {bound.least:g} to {bound.most:g}")
