# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Means, spreads, and how values are distributed."""
import math
from typing import NamedTuple

from ..student import student_t


class Sample(NamedTuple):
    """What the repeats of a run measured; deviation is None of a single one."""
    values: tuple
    mean: float
    deviation: float

    @property
    def count(self):
        return len(self.values)


def sample(values):
    """None if nobody measured."""
    values = tuple(value for value in values if value is not None and math.isfinite(value))
    if not values:
        return None
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Sample(values, mean, None)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Sample(values, mean, math.sqrt(variance))


def uncertainty(one, other):
    """Half width of Welch's 95 % interval of the difference of two means; None if one
    of them is of a single value."""
    if one.deviation is None or other.deviation is None:
        return None
    parts = [(each.deviation ** 2 / each.count, each.count - 1) for each in (one, other)]
    total = sum(part for part, _ in parts)
    if total == 0:
        return 0.0
    freedom = total ** 2 / sum(part ** 2 / count for part, count in parts)
    return student_t(max(1, math.floor(freedom + 1e-9))) * math.sqrt(total)


def quantile(ordered, share):
    """Nearest rank."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
