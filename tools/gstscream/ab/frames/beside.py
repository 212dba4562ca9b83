# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Two pictures become one, left and right."""
import numpy

GAP = 8                         # pixels between them
BLACK = (16, 128, 128)          # Y, U, V


def width_of_both(width: int) -> int:
    return 2 * width + GAP


def beside(left: bytes, right: bytes, width: int, height: int) -> bytes:
    """Of I420: Y, then U and V of half the width and half the height."""
    planes, begin = [], 0
    for black, part in zip(BLACK, (1, 2, 2)):
        rows, columns = height // part, width // part
        one, other = (numpy.frombuffer(each, numpy.uint8, rows * columns, begin)
                      .reshape(rows, columns) for each in (left, right))
        gap = numpy.full((rows, GAP // part), black, numpy.uint8)
        planes.append(numpy.hstack([one, gap, other]).tobytes())
        begin += rows * columns
    return b"".join(planes)
