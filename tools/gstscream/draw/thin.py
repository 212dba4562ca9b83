# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fewer points for a picture, without losing what a reader would see."""
from typing import Any

import numpy


def table(points: Any) -> Any:
    """An array of shape (points, 2) of [(x, y)]; None becomes NaN."""
    return numpy.array(points, dtype=float).reshape(-1, 2)


def thin(points: Any, columns: int) -> Any:
    """The lowest and the highest of each pixel column, in the order of time.

    points: [(x, y)], x in order; columns: pixels of the plot's width.  A gap (a value that
    is not finite) stays one.
    """
    points = table(points)
    if len(points) <= 2 * columns:
        return points
    x, y = points.T
    known = numpy.isfinite(y)
    column = ((x - x[0]) / ((x[-1] - x[0]) or 1.0) * columns).astype(int)
    group = 2 * column + known
    order = numpy.lexsort((y, group))
    new = numpy.diff(group[order]) != 0
    return points[numpy.union1d(order[numpy.r_[True, new]], order[numpy.r_[new, True]])]


def changes(points: Any) -> Any:
    """Only where the value changes, and the end: for lines in steps."""
    points = table(points)
    kept = numpy.r_[True, points[1:, 1] != points[:-1, 1]][:len(points)]
    kept[-1:] = True
    return points[kept]
