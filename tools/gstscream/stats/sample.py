# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What repeats of a run measured: their mean, and how sure it is."""
import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy

from .distribution import mean

CERTAINTY = 0.95


class Sample(NamedTuple):
    """deviation is None of a single value."""
    values: tuple[float, ...]
    mean: float
    deviation: float | None

    @property
    def count(self) -> int:  # type: ignore[override] # of a tuple
        return len(self.values)

    def half_width(self) -> float | None:
        """Of the interval that holds the mean with 95 %; None of a single value."""
        if self.deviation is None:
            return None
        return student(self.count - 1) * self.deviation / math.sqrt(self.count)


def student(freedom: float) -> float:
    """Student's t: how many standard errors an interval reaches to both sides."""
    from scipy import stats  # 0.3 s, which who has single runs need not wait for
    return float(stats.t.ppf((1 + CERTAINTY) / 2, freedom))


def sample(values: Iterable[float | None]) -> Sample | None:
    """None if nobody measured."""
    known = tuple(value for value in values if value is not None and math.isfinite(value))
    if not known:
        return None
    deviation = float(numpy.std(known, ddof=1)) if len(known) > 1 else None
    return Sample(known, mean(known), deviation)


def uncertainty(one: Sample, other: Sample) -> float | None:
    """Half width of Welch's 95 % interval of the difference of two means; None if one
    of them is of a single value."""
    if one.deviation is None or other.deviation is None:
        return None
    parts = [(deviation ** 2 / each.count, each.count - 1)
             for each, deviation in ((one, one.deviation), (other, other.deviation))]
    total = sum(part for part, _ in parts)
    if total == 0:
        return 0.0
    freedom = total ** 2 / sum(part ** 2 / count for part, count in parts)
    return student(freedom) * math.sqrt(total)
