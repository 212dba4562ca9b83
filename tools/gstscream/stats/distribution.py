# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Means and quantiles, for all reports the same.

A quantile is the nearest rank: the least of the values that so large a part of them does
not exceed (NumPy: "inverted_cdf"; Hyndman and Fan, "Sample Quantiles in Statistical
Packages", 1996, definition 1).  So it is always a value that was measured.  linkemu and
screamrx have their quantiles from the same definition.
"""
import math
from collections.abc import Iterable, Sequence

try:
    import numpy
except ImportError as error:
    raise ImportError(f"{error} (Debian: python3-numpy)") from error


def mean(values: Iterable[float]) -> float:
    """NaN of nothing."""
    values = list(values)
    return float(numpy.mean(values)) if values else math.nan


def quantiles(values: Iterable[float], parts: Sequence[float]) -> list[float]:
    """A quantile for each of the parts, which are from 0 to 1; NaN of nothing."""
    values = list(values)
    if not values:
        return [math.nan for _ in parts]
    found = numpy.atleast_1d(numpy.quantile(values, parts, method="inverted_cdf"))
    return [float(value) for value in found]


def quantile(values: Iterable[float], part: float) -> float:
    return quantiles(values, [part])[0]
