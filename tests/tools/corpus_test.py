# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces: generators, parsers, halves, the oracle, and how controllers stand beside it."""
import collections
import hashlib
import json
import os
import pathlib
import time
from collections.abc import Iterator
from typing import Any

import pytest

import ab_fake

from gstscream import files
from gstscream.ab import corpus
from gstscream.ab.scenario import links
from gstscream.corpus import families, formats, halves, mahimahi, members, oracle, rates, standing
from gstscream.errors import UserError
from gstscream.report import page

SIXTY = "cellular:20,wifi:20,satellite:20"
MEGABIT = 10 ** 6


def steady(rate: Any, seconds: float = 10) -> Any:
    return rates.packets(rates.checked([0], [rate], int(seconds * 1000)))


# --- generators -----------------------------------------------------------

DIGESTS = {"cellular": "5946e47c06c05ec3", "3g": "b536f1de32f6700c",
           "wifi": "fd566d98868e12af", "satellite": "ca40704a47261d10"}


def test_a_seed_is_a_trace_everywhere() -> None:
    for family, digest in DIGESTS.items():
        text = repr([families.generate(family, seed) for seed in range(1, 21)])
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest, family


@pytest.mark.parametrize("family, low, high", [
    ("cellular", .8, 14),
    ("3g", .2, 2.5),
    ("wifi", .8, 33),
    ("satellite", 1, 15)])
def test_means_are_of_a_video(family: str, low: float, high: float) -> None:
    """Between what a small video needs and some times its most, and both sides met."""
    means = [sum(families.generate(family, seed).rates) / families.STEPS / MEGABIT
             for seed in range(1, 21)]
    assert low <= min(means) and max(means) <= high, (family, means)
    assert max(means) > 2 * min(means), family


def test_outages() -> None:
    for family in families.FAMILIES:
        found = [families.generate(family, seed).rates for seed in range(1, 21)]
        assert any(0 in each for each in found), family
        assert all(rate == 0 or rate >= 50000 for each in found for rate in each)


@pytest.mark.parametrize("family, seed", [("wifi", 98), ("satellite", 232)])
def test_a_run_begins_with_a_link(family: str, seed: int) -> None:
    """These two would begin with a gap."""
    assert families.generate(family, seed).rates[0] >= 50000


def test_handovers_are_15_s_apart() -> None:
    rate = families.generate("satellite", 4).rates
    gaps = [step for step in range(1, len(rate)) if rate[step] == 0 != rate[step - 1]]
    (_, count), = collections.Counter(step % families.SLOT for step in gaps).most_common(1)
    assert count == families.STEPS // families.SLOT


# --- packets --------------------------------------------------------------

def test_bits_are_kept() -> None:
    made = rates.packets(rates.checked([0, 1000, 2000], [2 * MEGABIT, 0, MEGABIT], 4000))
    assert made.bits(0, 1) == pytest.approx(2e6, abs=mahimahi.TRACE_BITS)
    assert made.bits(1.001, 2) == 0
    assert made.bits(2, 4) == pytest.approx(2e6, abs=2 * mahimahi.TRACE_BITS)
    assert made.times[-1] == 4000


def test_too_fast_for_a_file() -> None:
    with pytest.raises(ValueError, match="most: cut it"):
        steady(10 ** 10, 3600)


def written(tmp_path: pathlib.Path, name: str, content: Any) -> Any:
    path = os.path.join(tmp_path, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content if isinstance(content, str) else json.dumps(content))
    return path


# --- formats --------------------------------------------------------------
# Each is 1 Mbit/s for a second, then 2 for a second.

def check(tmp_path: pathlib.Path, name: str, content: Any) -> None:
    trace = formats.read(written(tmp_path, name, content))
    assert trace.bits(0, 1) == pytest.approx(1e6, abs=mahimahi.TRACE_BITS), name
    assert trace.bits(1, 2) == pytest.approx(2e6, abs=mahimahi.TRACE_BITS), name
    assert trace.times[-1] == 2000, name


def test_formats(tmp_path: pathlib.Path) -> None:
    made = rates.packets(rates.checked([0, 1000], [MEGABIT, 2 * MEGABIT], 2000))
    check(tmp_path, "mahimahi", "".join(f"{time}\n" for time in made.times))
    check(tmp_path, "bare", "0 1.0\n1.0 2.0\n")
    check(tmp_path, "bare.csv", "# seconds, Mbit/s\n\n7.5,1\n8.5,2\n")
    check(tmp_path, "named.csv", "time_ms,loss,rate_kbps\n0,0,1000\n1000,0,2000\n")
    check(tmp_path, "spaced.csv", "\ufeffTime (s),Throughput (Mbps)\n0,1\n1,2\n")
    check(tmp_path, "semicolons", "seconds;bps\n0;1000000\n1;2000000\n")
    check(tmp_path, "durations.csv", "duration_s,rate_bps\n1,1000000\n1,2000000\n")
    check(
        tmp_path, "raca.csv", "Timestamp,Speed,Operatorname,DL_bitrate,UL_bitrate\n"
        "2017.11.30_16.08.15,0,A,1000,9\n2017.11.30_16.08.16,1,A,700,9\n"
        "2017.11.30_16.08.16,1,A,2000,9\n")
    entries = [{"duration": 1000, "capacity": 1000, "loss": 0},
               {"duration": 1000, "capacity": 2000, "loss": 0}]
    check(tmp_path, "monroe.json",
          {"type": "video", "downlink": {}, "uplink": {"trace_pattern": entries}})
    check(tmp_path, "list.json", [{"time_s": 3, "rate_mbps": 1}, {"time_s": 4, "rate_mbps": 2}])


@pytest.mark.parametrize("content, words", [
    ("", "it is empty; give lines"),
    ("# only this\n", "it is empty"),
    ("0 1\n1 x\n", "line 2: 'x' is no rate; correct the line"),
    ('[{"time_s": 0, "rate_bps": 1%s}]' % (400 * "0"), "is no rate"),
    ("0 1\n1\n", "line 2: .*ends early"),
    ("0 1\n1 nan\n", "line 2"),
    ("0 1\n1 -4\n", "line 2"),
    ("0 1\n1 20000\n", "line 2: .*is the unit right"),
    ("1 1\n0 1\n", "line 2: .*sort the lines"),
    ("0 1\n", "two lines are the least"),
    ("0 0\n1 0\n", "all rates are 0"),
    ("0 1\n100000 1\n", "cut it"),
    ("time,rate\n0,1\n", "rates with a unit: name the columns"),
    ("speed,rate_bps\n0,1\n", "no column of times"),
    ("5\n4\n", "line 2: the time is less than the one before; sort"),
    ("1\n99999999999999\n", "line 2: the time is above .* from the start"),
    ("1\nx\n", "line 2: .*correct the line or take it out"),
    ("0\n0\n", "line 2: the last time .*; add the time"),
    ("{\"uplink\": \n\n", "line 3: .*whole"),
    ("{}", "trace_pattern"),
    ("[1, 2]", "trace_pattern"),
    ('[{"duration": 5, "capacity": 4}, {"duration": 5}]',
     "entry 2: .*it has no capacity"),
    ('[{"duration": 5, "capacity": 1e999}]', "entry 1"),
    ("[" * 100000, "deeply|line 1")])
def test_faults_say_where_and_what_to_do(tmp_path: pathlib.Path, content: Any, words: str) -> None:
    path = written(tmp_path, "trace", content)
    with pytest.raises(ValueError, match=words) as raised:
        formats.read(path)
    assert str(raised.value).startswith(path), raised.value
    assert "\n" not in str(raised.value)


@pytest.fixture
def stockholm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Stockholm")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_dates_are_the_same_everywhere(tmp_path: pathlib.Path, stockholm: None) -> None:
    """Clocks are put forward in this night."""
    trace = formats.read(written(
        tmp_path, "raca",
        "Timestamp,DL_bitrate\n2018.03.25_01.59.59,900\n2018.03.25_03.00.00,900\n"))
    assert trace.times[-1] == 2 * 3601 * 1000


def test_bytes_and_sizes(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, "trace", "")
    with open(path, "wb") as file:
        file.write(b"\x1f\x8b\x08\xff")
    with pytest.raises(ValueError, match="unpack"):
        formats.read(path)
    os.truncate(path, formats.MAX_BYTES + 1)
    with pytest.raises(ValueError, match=f"more than {formats.MAX_BYTES} bytes; cut the trace"):
        formats.read(path)
    with pytest.raises(ValueError, match="^line 1: field larger .* take it out"):
        formats.of_columns("1," + "2" * 200000)
    path = written(tmp_path, "huge", "1\n2\n")
    os.truncate(path, 2 * files.LONGEST)
    with pytest.raises(ValueError, match="line 3: .* is it a text"):
        formats.read(path)
    for path in ("/dev/zero", tmp_path):
        with pytest.raises(ValueError, match="not a file"):
            formats.read(path)


# --- members --------------------------------------------------------------

def test_sixty_traces_without_download() -> None:
    found = members.read(SIXTY)
    assert len({member.digest for member in found}) == 60
    tuned = sum(member.half == halves.TUNE for member in found)
    # Half of 60, by the toss of a coin: beyond 15 of 60 one in 10^4.
    assert 16 <= tuned <= 44, tuned
    assert [member.name for member in members.read("wifi:3-4")] == ["wifi-3", "wifi-4"]


def test_a_written_folder_is_the_same_corpus(tmp_path: pathlib.Path) -> None:
    found = members.read("cellular:2,satellite:1")
    members.write(os.path.join(tmp_path, "out"), found)
    again = members.read(os.path.join(tmp_path, "out"))
    assert [each.digest for each in again] == [each.digest for each in found]
    assert [(each.name, each.family, each.half, each.link) for each in again] == (
        [(each.name, each.family, each.half, each.link) for each in found])


def test_folders_in_folders(tmp_path: pathlib.Path) -> None:
    written(tmp_path, "sets/4G/a b.csv", "0 1\n1 1\n")
    written(tmp_path, "sets/README.md", "words")
    written(tmp_path, "sets/.hidden", "words")
    found = members.read(os.path.join(tmp_path, "sets"))
    assert [(each.name, each.family, each.link) for each in found] == [
        ("4G-a-b", "", members.OTHER_LINK)]


def test_faults(tmp_path: pathlib.Path) -> None:
    bad = written(tmp_path, "bad/x.csv", "0 1\n1 x\n")
    written(tmp_path, "twice/a.csv", "0 1\n1 1\n")
    written(tmp_path, "twice/a.txt", "0 1\n1 1\n")
    os.makedirs(os.path.join(tmp_path, "empty"))
    for text, words in (("", "no trace is named"), ("moon:3", "cellular, 3g"),
                        ("cellular:0", "seeds from 1"), ("cellular:9-3", "seeds from 1"),
                        ("cellular:1001", "at most 1000"), ("cellular", "no such file"),
                        ("cellular:2,cellular:1", "two traces"), (os.path.dirname(bad),
                                                                  f"--corpus: {bad}, line 2: "),
                        (os.path.join(tmp_path, "twice"),
                         "two traces are called 'a'"), (os.path.join(tmp_path,
                                                                     "empty"), "no traces")):
        with pytest.raises(UserError, match=words):
            members.read(text)


def test_a_name_stays_in_its_half() -> None:
    """Else constants were chosen on what is judged."""
    assert [halves.half(name) for name in ("cellular-1", "wifi-1", "wifi-2")] == [
        halves.HELD_OUT, halves.TUNE, halves.HELD_OUT]


def test_command_writes_files(tmp_path: pathlib.Path,
                              capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    corpus.main(["write", out, "--corpus", "3g:2"])
    assert "2 traces (2 tune, 0 held out)" in capsys.readouterr().out
    assert sorted(os.listdir(out)) == ["3g-1.trace", "3g-2.trace", "corpus.json"]
    with pytest.raises(UserError, match="files already"):
        corpus.main(["write", out])


# --- links ----------------------------------------------------------------

def test_words_of_the_family_or_of_the_first_link(tmp_path: pathlib.Path) -> None:
    member, = members.read("cellular:1")
    path = os.path.join(tmp_path, "a folder", "cellular-1.trace")
    found, = links.everything([], [], None, [(path, member)])
    assert (found.name, found.delay(), found.properties()["queue-limit-time"]) == (
        "cellular-1", 25, "1000")
    assert found.capacity() is member.trace
    found, = links.everything(["delay=7ms"], [], "1-2", [(path, member)])
    assert (found.delay(), found.tcp()) == (7, [(1, 2)])


def test_a_path_with_blanks_comes_back(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, "a folder/it's.trace", "1\n2\n")
    link = links.Link("x", {"trace": path})
    assert links.parse(str(link), "x").properties()["trace"] == path


# --- oracle ---------------------------------------------------------------

SOURCE = oracle.Source(30, 100_000, 5 * MEGABIT)


def test_all_of_a_steady_link() -> None:
    found = oracle.figures(steady(2 * MEGABIT), SOURCE, 10, 0.025)
    assert found["utilisation"] == pytest.approx(1, abs=0.01)
    # A frame is on the link until the next one is captured.
    assert found["frame_delay_p95_ms"] == pytest.approx(1000 / 30 + 25, abs=1)
    assert (found["freezes"], found["freeze_s"]) == (0, 0)


def test_the_encoder_has_a_most() -> None:
    found = oracle.figures(steady(20 * MEGABIT), SOURCE, 10, 0.025)
    assert found["utilisation"] == pytest.approx(oracle.HEADERS * 5 / 20, abs=0.01)
    assert found["frame_delay_p95_ms"] == pytest.approx(oracle.HEADERS * 1000 / 120 + 25, abs=1)


def test_below_the_least_frames_are_skipped_and_none_waits() -> None:
    """400 kbit/s over 200: a frame takes two intervals, and with its headers a little
    more; the link is idle until the next is captured, in a third of the time."""
    source = SOURCE._replace(least=400_000)
    found = oracle.figures(steady(200_000, 20), source, 20, 0)
    assert found["frame_delay_p95_ms"] == pytest.approx(oracle.HEADERS * 2000 / 30, abs=3)
    assert found["utilisation"] == pytest.approx(oracle.HEADERS * 2 / 3, abs=0.02)


def test_an_outage_is_a_freeze_of_the_oracle_too() -> None:
    trace = rates.packets(rates.checked([0, 4000, 6000], [MEGABIT, 0, MEGABIT], 10_000))
    found = oracle.figures(trace, SOURCE, 10, 0.025)
    assert found["freezes"] == 1
    assert found["freeze_s"] == pytest.approx(2, abs=0.1)
    assert found["frame_delay_p95_ms"] < 100


def test_it_goes_round() -> None:
    short, long = steady(2 * MEGABIT, 3), steady(2 * MEGABIT, 60)
    for one, other in zip(*(oracle.figures(trace, SOURCE, 30, 0).values()
                            for trace in (short, long))):
        assert one == pytest.approx(other, abs=0.5)


def results(who: Any, *values: Any) -> list[Any]:
    """of traces t0, t1...: (use, frame delay p95, freezes)"""
    return [standing.Result(f"t{place}", who, dict(zip(
        ("utilisation", "frame_delay_p95_ms", "freezes"), each)))
        for place, each in enumerate(values)]


# --- page -----------------------------------------------------------------

def test_the_page_has_the_standing(tmp_path: pathlib.Path) -> None:
    ab_fake.comparison(str(tmp_path), ("scream", "gcc"), ("x264enc",), 1, 8)
    assert "Beside the oracle" not in html(tmp_path)
    written(tmp_path, "corpus.json",
            {"steps": {"family": "", "half": "held out", "oracle": ORACLE}})
    assert "Beside the oracle: held out" in html(tmp_path)
    written(tmp_path, "corpus.json", {"steps": {}})
    assert "Beside the oracle" not in html(tmp_path)


def html(tmp_path: pathlib.Path) -> Any:
    with open(page.write(str(tmp_path)), encoding="utf-8") as file:
        return file.read()


# --- standing -------------------------------------------------------------

ORACLE = {"utilisation": 0.8, "frame_delay_p95_ms": 60, "freezes": 1}


def found_of(count: int, half: Any = halves.TUNE) -> dict[str, Any]:
    return {f"t{place}": {"family": "", "half": half, "oracle": ORACLE} for place in range(count)}


def test_relative_to_the_oracle() -> None:
    row, = standing.rows(found_of(1), results("a", (0.4, 100, 3)))
    assert (row.use, row.above, row.frozen) == (0.5, 40, 2)
    assert len(row.cells()) == len(standing.COLUMNS)


def test_worst_tenth_and_pareto() -> None:
    traces = 20
    good = [(0.8, 70, 1)] * 18 + [(0.4, 260, 1), (0.2, 160, 1)]
    known = found_of(traces)
    rows = standing.rows(known, results("good", *good)
                         + results("bad", *[(0.3, 300, 2)] * traces)
                         + results("quick", *[(0.3, 50, 1)] * traces))
    _, *lines = standing.table(rows)
    assert [line[0] for line in lines] == ["good", "bad", "quick"]
    # 18 at 100 %, 50 %, 25 %; above: 18 of 10, 200, 100.
    assert lines[0] == ["good", "20", "93.8", "37.5", "24", "150", "0.0", "yes"]
    assert [line[-1] for line in lines] == ["yes", "–", "yes"]


def test_only_traces_that_all_have() -> None:
    rows = standing.rows(
        found_of(3),
        results("a", (0.8, 70, 1), (0.8, 70, 1),
                (0, 900, 9)) + results("b", (0.4, 70, 1), (0.4, 70, 1)))
    assert [each.traces for each in standing.totals(rows)] == [2, 2]
    assert [each.use for each in standing.totals(rows)] == [1, 0.5]


def test_untrusted_and_missing() -> None:
    known = found_of(2)
    bad = [each._replace(trusted=False) for each in results("a", (0.1, 70, 1), (0.4, 70, 1))]
    rows = standing.rows(known, bad + results("a", (0.8, 70, 1))
                         + [standing.Result("t1", "b", {"utilisation": None})])
    assert [(row.trace, row.use, row.runs) for row in rows] == [("t0", 1, 1), ("t1", 0.5, 1)]
    assert standing.rows(None, bad) == []


def test_halves_are_apart() -> None:
    known = {**found_of(1), "t1": {**found_of(1, halves.HELD_OUT)["t0"]}}
    found = standing.tables(standing.rows(known, results("a", (.4, 70, 1), (.8, 70, 1))))
    assert {half: lines[1][2] for half, lines in found.items()} == {
        "tune": "50.0", "held out": "100.0"}
