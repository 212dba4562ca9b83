# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What holds for each input of parsers and of statistics; Hypothesis looks for one
that it does not hold for."""
import json
import math
from pathlib import Path
from typing import Any

import pytest

from gstscream.ab.scenario import links, units
from gstscream.corpus import formats, halves, mahimahi, members, rates
from gstscream.errors import UserError
from gstscream.evaluation.map import cells
from gstscream.plot import logs
from gstscream.stats.distribution import mean, quantile, quantiles
from gstscream.stats.sample import sample, uncertainty

hypothesis = pytest.importorskip("hypothesis", reason="there is no python3-hypothesis")
from hypothesis import given
from hypothesis import strategies as st

TRACES = ["1\n2\n2\n7\n", "0 1.5\n1 2\n", "time_s,rate_kbps\n0,1000\n1,2000\n",
          "Timestamp,DL_bitrate\n2017.11.30_16.08.15,1\n2017.11.30_16.08.16,7\n",
          '{"uplink": {"trace_pattern": [{"duration": 60, "capacity": 500}]}}',
          '[{"time_s": 0, "rate_bps": 90000}, {"time_s": 1, "rate_bps": 1}]']
LINKS = ["wifi=rate=0:2M,20:1M delay=25ms queue=300ms aqm=codel", "rate=2.5M loss=0.01 jitter=2ms",
         "rate=1M queue=75000B tcp=15-18+30-40", "rate=500k queue=infinite ecn=true seed=7"]
LETTERS = "0123456789.,;:-+eE_ \t\n\"'{}[]#=\0\\\u00e9\u0661\u00b2kMBsnullNaNtimeinf"
PARTS = st.floats(0, 1)
VALUES = st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=40)


def rising(values: list[Any]) -> list[Any]:
    return sorted(values)


@st.composite
def spoilt(draw: Any, texts: Any) -> Any:
    """One of the texts with up to three edits, of which some are long."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        new = draw(st.text(LETTERS, max_size=3) | st.sampled_from("09[{").map(lambda c: c * 400))
        text = text[:place] + new + text[place + draw(st.integers(0, 3)):]
    return text


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("properties") / "trace")


def write(path: Any, text: str) -> None:
    Path(path).write_text(text, "utf-8")


# --- traces -----------------------------------------------------------------

@given(text=spoilt(TRACES))
def test_a_spoilt_trace_is_a_trace_or_an_error_with_its_file(path: str, text: str) -> None:
    write(path, text)
    try:
        assert formats.read(path).times[-1] > 0
    except ValueError as error:
        assert str(error).startswith(path)


@st.composite
def capacities(draw: Any) -> Any:
    """Rates of two steps and more, of which one is not 0, and whose last two are as long."""
    lengths = draw(st.lists(st.integers(1, 5000), min_size=1, max_size=8))
    lengths.append(lengths[-1])
    found = [1000 * draw(st.integers(0, 50000)) for _ in lengths[1:]] + [draw(
        st.integers(1, 50000)) * 1000]
    starts = [sum(lengths[:place]) for place in range(len(lengths))]
    return rates.checked(starts, found, sum(lengths))


@hypothesis.settings(max_examples=50)      # each is four files
@given(made=capacities())
def test_each_format_says_the_same(path: str, made: Any) -> None:
    lengths = [end - start for start, end in zip(made.starts, [*made.starts[1:], made.length])]
    wanted = rates.packets(made).times
    for text in (
            "".join(f"{start / 1000} {rate / 1e6}\n"
                    for start, rate in zip(made.starts, made.rates)),
            "time_ms;rate_kbps\n" + "".join(
                f"{start};{rate // 1000}\n" for start, rate in zip(made.starts, made.rates)),
            json.dumps([{"duration": length, "capacity": rate // 1000}
                        for length, rate in zip(lengths, made.rates)]),
            "".join(f"{time}\n" for time in wanted)):
        write(path, text)
        assert list(formats.read(path).times) == wanted, text


@given(times=st.lists(st.integers(0, mahimahi.MAX_MS), min_size=1, max_size=40).map(rising))
def test_a_trace_that_is_written_comes_back(path: str, times: Any) -> None:
    hypothesis.assume(times[-1])
    mahimahi.write_trace(path, mahimahi.Trace(times))
    assert list(mahimahi.read_trace(path).times) == times


@given(times=st.lists(st.integers(1, 5000), min_size=1, max_size=40).map(rising),
       edges=st.lists(st.floats(0, 60), min_size=3, max_size=3).map(rising))
def test_bits_of_a_trace_add_up(times: Any, edges: Any) -> None:
    trace, (start, middle, end) = mahimahi.Trace(times), edges
    assert trace.bits(start, middle) + trace.bits(middle, end) == trace.bits(start, end)
    assert trace.bits(start, middle) >= 0


ANY = st.recursive(st.none() | st.booleans() | st.integers() | st.text(LETTERS, max_size=5),
                   lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                       st.sampled_from(["families", "one", "wifi"]), inner, max_size=3))


@given(index=ANY, family=ANY | st.just("wifi"))
def test_an_index_that_is_spoilt_loses_no_trace(tmp_path_factory: pytest.TempPathFactory,
                                                index: int, family: Any) -> None:
    folder = tmp_path_factory.getbasetemp() / "index"
    folder.mkdir(exist_ok=True)
    write(folder / "one.trace", "1\n2\n")
    for content in (index, {"families": index}, {"families": {"one": family}}):
        write(folder / members.INDEX, json.dumps(content))
        found, = members.read(str(folder))
        assert found.name == "one"
    assert found.family == ("wifi" if family == "wifi" else "")


def test_an_index_that_is_nested_too_deeply_loses_no_trace(tmp_path: Path) -> None:
    write(tmp_path / "one.trace", "1\n2\n")
    write(tmp_path / members.INDEX, "[" * 100000)
    assert len(members.read(str(tmp_path))) == 1


# --- words of links ------------------------------------------------------------

@given(text=spoilt(LINKS))
def test_a_spoilt_link_is_a_link_or_an_error_with_its_text(text: str) -> None:
    try:
        link = links.parse(text, "link")
    except UserError as error:
        assert text in str(error)
        return
    assert links.parse(str(link), link.name).properties() == link.properties()


@given(st.floats(0, 1e300).map("{:.3f}".format), st.sampled_from([*units.SCALES, *units.TIMES]))
def test_a_number_is_in_its_unit_or_too_much(number: Any, unit: Any) -> None:
    read, scales = (units.time_ms, units.TIMES) if unit in units.TIMES else (
        units.rate, units.SCALES)
    wanted = float(number) * scales[unit]
    if wanted <= units.MOST:
        assert read(number + unit) == pytest.approx(wanted, abs=1)
    else:
        with pytest.raises(ValueError, match="too much"):
            read(number + unit)


# --- halves ------------------------------------------------------------------------

@given(st.sampled_from(sorted(cells.cells())), st.integers(1, 10 ** 6))
def test_a_run_is_in_one_half_as_traces_are(cell: Any, seed: int) -> None:
    mine = cells.HALVES.index(cells.half(cell, seed))
    assert halves.HALVES.index(halves.half(f"{cell}/{seed}")) == mine


@given(st.text(max_size=20))
def test_each_name_has_a_half(name: str) -> None:
    assert halves.half(name) in halves.HALVES


# --- statistics ------------------------------------------------------------------------

@given(VALUES, PARTS)
def test_a_quantile_is_the_least_value_that_so_many_do_not_exceed(values: Any, part: Any) -> None:
    found = quantile(values, part)
    enough = part * len(values)
    assert found in values
    assert sum(value <= found for value in values) >= enough - 1e-6
    assert part == 0 or sum(value < found for value in values) < enough + 1e-6


@given(VALUES, st.lists(PARTS, min_size=2, max_size=5).map(rising))
def test_quantiles_rise(values: Any, parts: Any) -> None:
    found = quantiles(values, [0, *parts, 1])
    assert found == sorted(found)
    assert (found[0], found[-1]) == (min(values), max(values))


@given(VALUES, PARTS, st.integers(-8, 8))
def test_figures_have_the_unit_of_what_was_measured(values: Any, part: Any, power: Any) -> None:
    """A power of two: nothing is rounded."""
    factor = 2.0 ** power
    scaled = [factor * value for value in values]
    assert quantile(scaled, part) == factor * quantile(values, part)
    assert mean(scaled) == pytest.approx(factor * mean(values), abs=1e-3)


@given(VALUES)
def test_a_mean_is_between_the_ends(values: Any) -> None:
    assert min(values) - 1e-6 <= mean(values) <= max(values) + 1e-6


@hypothesis.settings(max_examples=100)
@given(VALUES, VALUES)
def test_how_sure_is_the_same_from_both_sides(one: Any, other: Any) -> None:
    first, second = sample(one), sample(other)
    assert first is not None and second is not None
    found = uncertainty(first, second)
    assert found == uncertainty(second, first)
    assert (found is None) == (min(len(one), len(other)) == 1)
    assert found is None or (found >= 0 and not math.isnan(found))


# --- logs of senders -----------------------------------------------------------------

NUMBERS = st.lists(st.floats(0, 100) | st.floats(), min_size=6, max_size=25)
LINES = st.lists(NUMBERS.map(lambda row: ",".join(map(str, row)))
                 | st.text(LETTERS.replace("\n", ""), max_size=30), max_size=12)


@given(LINES)
def test_each_line_of_a_log_is_counted_and_time_rises(lines: list[str]) -> None:
    log = logs.Log()
    rows = [log.add(line) for line in lines]
    kept = sum(len(run.rows) for run in log.runs)
    assert kept == sum(row is not None for row in rows)
    assert kept + log.broken + log.unknown == sum(bool(line.strip()) for line in lines)
    for run in log.runs:
        times = [row.time for row in run.rows]
        assert times == sorted(times)
    log.describe()


@hypothesis.settings(max_examples=50)      # they are large
@given(st.integers(13, 28), st.lists(
    st.lists(st.floats(0, 1000), min_size=28, max_size=28), min_size=1, max_size=8))
def test_what_a_sender_logs_is_read(columns: Any, table: Any) -> None:
    log = logs.Log()
    for place, row in enumerate(table):
        row[0] = place / 8
        assert log.add(",".join(map(str, row[:columns]))).queue_delay == row[1]
    assert (len(log.runs), log.broken, log.unknown) == (1, 0, 0)
