# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One definition of a percentile, a mean's interval and a freeze for all reports."""
import math

import pytest

import capture
import metrics

from gstscream.ab.results import figures, linklog
from gstscream.plot import pictures
from gstscream.stats.distribution import mean, quantile, quantiles
from gstscream.stats.sample import sample, student, uncertainty

DELAYS = [n / 1000 for n in range(1, 101)]      # s; 95 of 100 are not above 95 ms


# --- the same 100 delays have the same p95 in each report -----------------------

def test_scream_ab() -> None:
    lines = [linklog.Line(1 + n / 100, "1a2b3c4d", 1000, 0, delay, "out")
             for n, delay in enumerate(DELAYS)]
    assert figures.of_link(lines, None, 0, 10)["queue_p95_ms"] == pytest.approx(95)


def test_scream_plot() -> None:
    assert "p95 95.0, max 100.0 ms" in pictures.in_ms(DELAYS)


def test_end_to_end() -> None:
    passages = []
    for n, delay in enumerate(DELAYS):
        sent = capture.Packet(n / 10, 1000, (0x80, 96, n, n, 1), b"")
        passages.append(capture.Passage(sent, n))
        passages[-1].received = n / 10 + delay
    found = metrics.analyse(metrics.Flow(passages, 12), metrics.Capacity([(0, 1e6)]))
    assert found["q_p95"] == pytest.approx(95)


# --- distribution; properties_test.py has what holds for all values ---------------

def test_ends_and_order() -> None:
    assert quantiles([4, 1, 3, 2], [0, 0.25, 0.26, 0.5, 1]) == [1, 1, 2, 2, 4]


def test_nothing() -> None:
    assert math.isnan(quantile([], 0.5))
    assert math.isnan(mean(iter([])))


@pytest.mark.parametrize("value", [mean([1, 2]), quantile([1, 2], 0.5), sample([1, 2]).deviation])
def test_numbers_that_a_file_can_hold(value: float) -> None:
    assert type(value) in (int, float)


# --- certainty ------------------------------------------------------------------

def test_interval_of_known_values() -> None:
    # Mean 5, deviation 2, n = 4: t of 3 degrees is 3.18245 in tables
    found = sample([5 - 3 ** 0.5, 5 - 3 ** 0.5, 5 + 3 ** 0.5, 5 + 3 ** 0.5, None])
    assert found.mean == pytest.approx(5)
    assert found.half_width() == pytest.approx(3.18245 * 2 / 2, abs=5e-5)


def test_one_run_has_no_interval() -> None:
    assert sample([7]) == ((7,), 7, None)
    assert sample([7]).half_width() is None
    assert uncertainty(sample([7]), sample([1, 2])) is None


@pytest.mark.parametrize("freedom, table", [(1, 12.7062), (4, 2.7764), (40, 2.0211), (100, 1.9840)])
def test_student(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, abs=5e-5)


def test_difference_of_unequal_spreads() -> None:
    # Welch, 1947: s²/n of 1/3 and 100/3, so 2.04 degrees of freedom, t 4.223
    assert uncertainty(sample([1, 2, 3]), sample([10, 20, 30])) == pytest.approx(24.5, abs=0.1)
    # Two variances of 1 with 3 values: t(4) * sqrt(2/3) = 2.776 * 0.8165
    assert uncertainty(sample([1, 2, 3]), sample([11, 12, 13])) == pytest.approx(2.2666, abs=5e-4)
