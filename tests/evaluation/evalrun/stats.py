# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Means with confidence intervals, and which result is worse than another.

    mean(values)                (mean, half width of its 95 % interval)
    dominated(result, other)    whether nothing speaks for result
"""
import math

from gstscream.student import student_t

# What counts as a difference.
UTILISATION_POINT = 0.01        # of 1
QUEUE_FACTOR = 1.10
LOSS_POINTS = 0.1               # percent


def mean(values):
    """(mean, half width); the half width of a single value is None."""
    count = len(values)
    centre = math.fsum(values) / count
    if count == 1:
        return centre, None
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    return centre, student_t(count - 1) * math.sqrt(variance / count)


def dominated(result, other):
    """result, other: (utilisation, p95 of the queue in ms, loss in percent).

    Dominated: lower utilisation and a longer queue, or more loss that brought
    neither more utilisation nor a shorter queue.  Numbers that nobody measured are
    None, and then there is no answer but no.
    """
    if None in result or None in other:
        return False
    utilisation, queue, loss = result
    other_utilisation, other_queue, other_loss = other
    if utilisation < other_utilisation - UTILISATION_POINT and queue > QUEUE_FACTOR * other_queue:
        return True
    gain = (utilisation > other_utilisation + UTILISATION_POINT
            or QUEUE_FACTOR * queue < other_queue)
    return loss > other_loss + LOSS_POINTS and not gain
