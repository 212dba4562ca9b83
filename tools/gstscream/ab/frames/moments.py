# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""At which source frames two runs differ most."""
from collections.abc import Sequence

ALIKE = 0.005                   # of SSIM; nobody sees what is less
APART = 2.0                     # s between two moments; less in a short run


def choose(one: Sequence[float], other: Sequence[float], begin: int, count: int,
           framerate: int) -> list[int]:
    """The numbers of up to `count` source frames from `begin` on at which the SSIM of two runs
    is furthest apart, the furthest first, each far enough from the others.  There is one even
    if the two are alike."""
    distance = min(APART * framerate, (len(one) - begin) / (2 * count))
    order = sorted(range(begin, len(one)), key=lambda place: -abs(one[place] - other[place]))
    found: list[int] = []
    for place in order:
        if len(found) == count or found and abs(one[place] - other[place]) < ALIKE:
            break
        if all(abs(place - taken) >= distance for taken in found):
            found.append(place)
    return found


def window(centre: float, length: float, end: float) -> tuple[float, float]:
    """[start, stop) of a length around a time, within 0 and the end."""
    start = max(0.0, min(centre - length / 2, end - length))
    return start, min(start + length, end)
