# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which result is worse than another."""
from typing import Any

# What counts as a difference.
UTILISATION_POINT = 0.01        # of 1
QUEUE_FACTOR = 1.10
LOSS_POINTS = 0.1               # percent


def dominated(result: Any, other: Any) -> bool:
    """Whether nothing speaks for result.

    result, other: (utilisation, p95 of the queue in ms, loss in percent).

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
