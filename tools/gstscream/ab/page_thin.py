# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fewer points for a picture, without losing what a reader would see."""
import math

NAN = math.nan


def thin(points, columns, end):
    """The lowest and the highest of each pixel column, in the order of time.

    points: [(x, y)] with x from 0 to end, in order; columns: pixels of the plot's width.
    A gap (a value that is not finite) stays one.
    """
    if len(points) <= 2 * columns or end <= 0:
        return points
    made, column, here = [], None, []
    for point in points:
        now = int(point[0] / end * columns)
        if now != column:
            made += ends(here)
            column, here = now, []
        here.append(point)
    return made + ends(here)


def ends(points):
    """Lowest and highest of points; one that is not finite after them if there is one."""
    known = [point for point in points if math.isfinite(point[1])]
    if not known:
        return points[:1]
    low, high = min(known, key=second), max(known, key=second)
    made = [low] if low == high else sorted((low, high))
    if len(known) < len(points):
        made.append((made[-1][0], NAN))
    return made


def second(point):
    return point[1]


def changes(points):
    """Only where the value changes, and the end: for lines in steps."""
    return [point for place, point in enumerate(points)
            if place in (0, len(points) - 1) or point[1] != points[place - 1][1]]
