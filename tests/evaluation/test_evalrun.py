# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The arithmetic, the order and the messages of tests/evaluation/run, without ns-3.

A small program stands in for those of the evaluation.
"""
import csv
import os
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
import short
from program_fake import HEADER, PATIENCE, Programs

from gstscream import order
from gstscream.draw import palette
from gstscream.errors import UserError
from gstscream.evaluation import progress
from gstscream.evaluation.job import Job
from gstscream.evaluation.map import cells, runs, table
from gstscream.evaluation.map import command as linkmap
from gstscream.evaluation.page import answer, pictures, series
from gstscream.evaluation.papers import works
from gstscream.evaluation.results import domination, figures, files, names, opponents, schema
from gstscream.evaluation.results.groups import Group, group
from gstscream.evaluation.run import bounds, matrix, options
from gstscream.evaluation.tables import aims, markdown, published

Groups = dict[tuple[str, str, str], Group]


def rows(*lines: Any) -> Any:
    return files.parse([HEADER, *lines], "test")[1]


# --- domination -----------------------------------------------------------

def test_dominated() -> None:
    other = (0.93, 30.0, 0.1)
    for result, expected in (
            ((0.919, 33.1, 0.1), True),     # lower and longer
            ((0.921, 40.0, 0.1), False),    # within a point
            ((0.919, 32.9, 0.1), False),    # within a tenth
            ((0.93, 30.0, 0.21), True),     # loss for nothing
            ((0.93, 30.0, 0.19), False),    # within 0.1 points
            ((0.95, 30.0, 0.5), False),     # loss, but more utilisation
            ((0.93, 20.0, 0.5), False),     # loss, but a shorter queue
            ((None, 90.0, 9.0), False)):
        assert domination.dominated(result, other) is expected, result


def test_nobody_dominates_itself() -> None:
    groups = group(rows("5.1,A,x,1,0.9,30,0,", "5.1,A,y,1,0.8,60,0,",
                                "5.2,A,y,1,0.1,60,0,"))
    assert opponents.dominators(groups, {}) == {("5.1", "A", "y"): ["x"]}


# --- order ----------------------------------------------------------------

def test_numbers_inside_names() -> None:
    words = ["A-delay100", "B", "A", "A-delay50", "5.10", "5.2"]
    assert sorted(words, key=order.natural) == ["5.2", "5.10", "A", "A-delay50", "A-delay100", "B"]


def test_lines_of_a_file() -> None:
    lines = ["5.2,A,b,1,,,,", "5.10,A,b,1,,,,", "5.2,A,a,10,,,,", "5.2,A,a,9,,,,"]
    ordered = sorted(rows(*lines), key=schema.key)
    assert [row["case"] + row["seed"] for row in ordered] == ["5.29", "5.210", "5.21", "5.101"]


def test_columns_of_a_second_program_follow() -> None:
    assert files.merged(["a", "b"], ["b", "users", "a"]) == ["a", "b", "users"]


# --- cells ----------------------------------------------------------------

def test_lists_with_never() -> None:
    x, = group(rows("5.1,A,x,1,,,,1.0;-;-", "5.1,A,x,2,,,,2.0;3.0;-")).values()
    assert x.each("rise_s") == [(1.5, True), (3.0, False), (None, False)]
    assert figures.text(figures.BY_COLUMN["rise_s"], x) == "1.5 >3.0 never"


def test_empty_cells_do_not_count() -> None:
    x, = group(rows("5.1,A,x,1,0.5,,,", "5.1,A,x,2,,,,")).values()
    assert x.single("utilisation") == (0.5, None)
    assert x.single("loss_percent") is None


WHOLE = ["5.1,A,x,1,0.9,1,2,3", "5.1,A,x,2,0.9,,-,1;-;>3.5"]


@pytest.mark.parametrize("line, words", [
    ("5.1,A,x,1,0.9", "5 cells, not 8"),
    ("5.1,A,x,1,0.9,1,2,3,4", "9 cells, not 8"),
    ("5.1,A,x,1,high,1,2,3", "utilisation: high is not a number"),
    ("5.1,A,x,1,0.9;0.8,1,2,3", "utilisation: 0.9;0.8 is not a number"),
    ("5.1,A,x,1,0.9,1,2,3;x", "rise_s: 3;x is not numbers with ; between"),
    ('5.1,A,x,1,0.9,1,2,"3"4', "expected after")])
def test_faults_name_the_line_and_lose_no_other(line: str, words: str) -> None:
    found = files.parse([HEADER, WHOLE[0], line, "", WHOLE[1]], "test")
    assert [",".join(row.values()) for row in found.rows] == WHOLE
    fault, = found.faults
    assert re.fullmatch(f"test, line 3: .*{words}.*; it is left out; mend or delete this line",
                        fault)


@pytest.mark.parametrize("lines, words", [(["case,seed"], "no column variant"),
                                          ([], "no column case")])
def test_without_names_nothing_is_known(lines: Any, words: str) -> None:
    with pytest.raises(files.BadFile, match=words):
        files.parse(lines, "test")


def test_schema_has_what_is_shown_and_told() -> None:
    """Each figure, in its unit; each column that docs/research/evaluation.md explains."""
    for each in figures.FIGURES:
        column = schema.SCHEMA[each.column]
        assert column.unit == ("" if each.factor == 100 else each.unit), each.column
        assert (column.type == schema.NUMBERS) == each.several, each.column
    page = pathlib.Path(HERE, "../../docs/research/evaluation.md").read_text(encoding="utf-8")
    section = page[page.index("## Columns"):page.index("## Reading the tables")]
    told = [name for first in re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
            for name in re.findall("`([a-z].*?)`", first)]
    assert len(told) > 25 and [name for name in told if name not in schema.SCHEMA] == []


def test_committed_baselines() -> None:
    for base in ("A", "B"):
        path = os.path.join(HERE, "baselines", base + ".csv")
        found, faults = opponents.read([path])
        assert not faults
        assert {name[2] for name in found} == {
            "ericsson-60ms", "ericsson-100ms", "cisco-nada", "gcc-toy", "fixed (compared)"}
        assert {name[1].split("-")[0] for name in found} == {base}
        for there in found.values():
            utilisation, queue, loss = there.merit()
            assert 0.05 < utilisation < 1 and queue >= 1 and 0 <= loss < 25
    assert found["5.1", "B", "cisco-nada"].merit() == (0.938, 118, 0.63)


# --- markdown -------------------------------------------------------------

MARKDOWN_COLUMNS = (
    "case,variant,controller,seed,utilisation,queue_mean_ms,queue_p95_ms,queue_p99_ms,"
    "loss_percent,ce_percent,jain,rtp_share,tcp_share")


def markdown_table(*lines: Any, form: Callable[..., Any] = markdown.cases,
                   against: Groups | None = None) -> list[str]:
    found = files.parse([MARKDOWN_COLUMNS, *lines], "test")[1]
    return markdown.text(form(group(found), against or {})).split("\n")


def test_means_of_cases() -> None:
    lines = markdown_table("5.2,A,gcc,1,0.9,1.4,2,3,0.1,,0.98,,",
                           "5.2,A,gcc,2,0.8,1,2,3,0.3,,0.99,,",
                           "5.1,A,scream,1,0.93,1,6.6,18,0.05,,,,")
    assert lines == [
        "| case | scream | gcc |", "| --- | --- | --- |",
        "| 5.1 `A` | 93.0 · 1 / 7 / 18 · 0.05 |  |",
        "| 5.2 `A` |  | 85.0 · 1 / 2 / 3 · 0.20 · 0.985 |"]


def test_intervals() -> None:
    # Student's t of one degree of freedom: half of |a - b| times 12.706
    lines = markdown_table("5.2,A,gcc,1,0.9,1,2,3,0.1,,0.98,,", "5.2,A,gcc,2,0.8,1,2,3,0.3,,0.99,,",
                           "5.2,A,nada,1,0.7,1,2,3,0.1,,0.98,,", form=markdown.intervals)
    assert lines[2:] == [
        "| `A` | 70.0 · 1 / 2 / 3 · 0.10 · 0.980 | "
        "85.0±63.5 · 1±0 / 2±0 / 3±0 · 0.20±1.27 · 0.985±0.064 |"]


def test_frames_of_cases() -> None:
    columns = ("case,variant,controller,seed,utilisation,frame_delay_p50_ms,frame_delay_p95_ms,"
               "frame_delay_p99_ms,sender_queue_p95_ms,freezes")
    rows = files.parse([columns, "5.1,A,gcc,1,0.9,60,110,300,40,2",
                          "5.1,A,gcc,2,0.9,62,112,302,42,3", "5.2,A,nada,1,0.9,60,,,,"], "test")[1]
    assert [*markdown.frames(group(rows), {})] == [
        ["case", "nada", "gcc"], ["5.1 `A`", "", "61 / 111 / 301 · 41 · 2.5"],
        ["5.2 `A`", "60 / - / - · - · -", ""]]


def test_what_published_comparisons_have() -> None:
    columns = ("case,variant,controller,seed,utilisation,loss_percent,added_delay_p5_ms,"
               "added_delay_mean_ms,added_delay_p95_ms,arrival_percent")
    rows = files.parse([columns, "call,B,gcc,1,0.7,0.5,7,34,71.6,130;40;74;90;80;95",
                          "call,B,gcc,2,0.7,0.5,7,34,71.6,130;60;76;90;80;85"], "test")[1]
    groups = group(rows)
    assert [*published.delays(groups, {})] == [
        ["case", "gcc"], ["call `B`", "70.0±0.0 · 7-34.0-72 · 0.50"]]
    assert [*published.arrivals(groups, {})][1:] == [
        ["call `B`", "gcc", "130 / 90", "50 / 80", "75 / 90", "1 / 2", "2"]]


def test_marks_and_shares_of_one_case() -> None:
    lines = markdown_table("5.6,A-l4s,scream,1,0.724,0,3,6,0,7.4,,0.56,0.11",
                           "5.6,A-l4s,gcc,1,0.998,1,5,8,0,0,,0.77,0.1")
    assert lines[2:] == [
        "| `A-l4s` | 72.4 · 0 / 3 / 6 · 0.00 · 7.4 · 56/11 | "
        "99.8 · 1 / 5 / 8 · 0.00 · 0.0 · 77/10 |"]


def test_reference_in_brackets() -> None:
    against, _ = opponents.read([os.path.join(HERE, "baselines", "B.csv")])
    assert markdown_table("5.1,B,nada,1,0.95,7,31,59,0.49,,,,", against=against)[2:] == [
        "| 5.1 | 95.0 · 7 / 31 / 59 · 0.49 (93.8 · 24 / 118 / 173 · 0.63) |"]


def test_wireless() -> None:
    lines = markdown_table("3.2,up1,scream,1,,,,,0.004,,0.861,,",
                           "3.2,up1,gcc,1,,,,,0,,1,,")
    assert lines[2:] == [
        "| `up1` | scream |  |  |  | 0.86 |  |  |  |  | 0.004 |",
        "|  | gcc |  |  |  | 1.00 |  |  |  |  | 0.000 |"]


def test_controllers() -> None:
    lines = [f"{case},A,gcc,1,0.842,9,19,30,0,,{jain},{share},0.5" for case, jain, share in (
        ("5.1", "", ""), ("5.5", "0.963", ""), ("5.6", "", "0.09"))]
    assert markdown_table(*lines, form=markdown.controllers)[2:] == [
        "| `gcc` | 84.2 %, 19 ms | 84.2 %, 19 ms, 0.96 | 9 % |"]
    assert len(markdown_table(*lines[:2], form=markdown.controllers)) == 2


def test_aims() -> None:
    row = markdown_table("5.4,A,scream,1,0.946,3,31,40,0,,0.99,,", form=aims.table)[2]
    assert row == (
        "| 5.4 `A` | use ≥ 94.0 %; q p95 ≤ 30.0 ms; Jain ≥ 0.990 | 94.6 %; **31.0 ms**; 0.990 |")
    rises = rows("5.1,A,scream,1,0.93,7,0,4;5.1", "5.1,A,scream,2,0.93,7,0,4;-")
    reached = [aims.reached(aims.Aim("rise_s", "≤", limit),
                            group(some)["5.1", "A", "scream"])
               for limit, some in ((5, rises[:1]), (5.1, rises[:1]), (9, rises))]
    assert reached == ["**4.0, 5.1 s**", "4.0, 5.1 s", "**4.0, - s**"]


# --- link map -------------------------------------------------------------

LINK_MAP_COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,queue_p99_ms,start_s"


def groups(*lines: Any) -> Groups:
    return group(files.parse([LINK_MAP_COLUMNS, *lines], "test")[1])


HERE_ROWS = groups("a-0%,,scream,1,0.96,7,9,2.5", "a-0%,,scream,2,0.98,7,9,2.5",
                   "a-1%,,scream,1,0.5,8,9,-1", "b-1%,,scream,1,0.4,8,9,1")
OTHER_ROWS = groups("a-0%,,nada,1,0.2,7,9,2.5")


def test_rows() -> None:
    lines = list(table.runs(HERE_ROWS, groups("a-0%,,scream,1,0.9,7,9,2.5")))
    assert lines[1][:5] == ["a-0%", "scream", "2", "90.0 → 97.0", "7 / 9"]
    assert lines[2][-2:] == ["–", "–"]


def test_other_controllers() -> None:
    lines = list(table.cells({**HERE_ROWS, **OTHER_ROWS}, {}))
    assert [(line[0], line[1], line[-1]) for line in lines] == [
        ("cell", "use %", "use of `nada` %"), ("`a-0%`", "97.0", "20.0"), ("`a-1%`", "50.0", ""),
        ("`b-1%`", "40.0", "")]


def test_intervals_of_cells() -> None:
    """One run has none; what a run did not measure is empty."""
    assert list(table.intervals({**HERE_ROWS, **OTHER_ROWS}, {})) == [
        ["cell", "scream", "nada"],
        ["`a-0%`", "97.0±12.7 · 7±0 / 9±0 ·  ·  · ", "20.0 · 7 / 9 ·  ·  · "],
        ["`a-1%`", "50.0 · 8 / 9 ·  ·  · ", ""], ["`b-1%`", "40.0 · 8 / 9 ·  ·  · ", ""]]


def test_parts_of_streams() -> None:
    """Each with its interval; use and the queue beside them."""
    found = group(files.parse([
        "case,variant,controller,seed,utilisation,queue_p95_ms,stream1_percent,stream2_percent",
        "2-1,,scream,1,0.9,7,60,40", "2-1,,scream,2,0.9,9,60,40"], "test")[1])
    assert list(table.priority(found, {})) == [
        ["cell", "controller", "parts of the streams %", "use %", "queue p95 ms"],
        ["`2-1`", "scream", "60.0±0.0 / 40.0±0.0", "90.0±0.0", "8±13"]]


def test_what_the_link_map_writes_can_be_compared(tmp_path: pathlib.Path) -> None:
    """Its columns are in the order of pathrun, whose first is the seed."""
    path = str(tmp_path / "before.csv")
    rows = [{"seed": "1", "utilisation": "0.96", "case": "a-0%", "variant": "",
             "controller": "scream"}]
    files.save(path, list(rows[0]), rows)
    assert files.read(path)[1] == rows


def test_grid() -> None:
    assert list(table.grid({**HERE_ROWS, **OTHER_ROWS}, {})) == [
        ["use %", "0%", "1%"], ["`a`", "97", "50"], ["`b`", "", "40"]]


def sources(*arguments: str) -> list[str]:
    """Of the runs, in their order."""
    asked = linkmap.options([*arguments])
    return [keys.get("source", cells.TOLD) for keys in linkmap.wanted(asked).values()]


@pytest.mark.parametrize("seeds, runs_each", [("1", 1), ("8", 1), ("16", 2)])
def test_each_model_has_as_many_runs(seeds: str, runs_each: int) -> None:
    assert sources("--cell", "rate-1M", "--half", "all", "--seeds", seeds) == [
        *(runs_each * cells.MODELS)]
    for half in cells.HALVES:
        found = sources("--cell", "loss-5M-50ms-1%", "--half", half, "--seeds", seeds)
        assert len(found) % len(cells.MODELS) == 0 and sorted(set(found)) in (
            [], sorted(cells.MODELS))


def test_more_seeds_are_of_the_same_half() -> None:
    found = cells.seeds("rate-1M", cells.REPORTED, 3, cells.EACH)
    assert {cells.half("rate-1M", seed) for seed in found} == {cells.REPORTED}
    assert cells.seeds("rate-1M", cells.REPORTED, 3, cells.TOLD) == [
        seed for seed in found if seed <= 3]


def test_a_source_that_is_asked_for() -> None:
    """A cell that has one keeps it, and links that nobody chose have encoders of their own."""
    assert sources("--cell", "rate-1M", "--half", "all", "--source", "told") == 8 * [cells.TOLD]
    assert sources("--cell", "rate-1M", "--half", "all", "--source", "vp8enc") == 8 * ["vp8enc"]
    there = sources("--set", "encoders", "--cell", "av1enc-1M", "--source", "told")
    assert set(there) == {"av1enc"}
    assert set(sources("--set", "random", "--cell", "random-001")) == {cells.TOLD}


def test_the_source_of_a_trace_in_ns3() -> None:
    job = Job("rmcat", "t", "", "scream", 1)
    keys = {"trace": "t", "rtt": 50, "queue": 300}
    assert "--variant=B-delay25-queue300" in runs.of_rmcat(job, keys)
    assert "--variant=B-delay25-queue300-vp8enc" in runs.of_rmcat(job, keys | {"source": "vp8enc"})


# --- selection ------------------------------------------------------------

ENTRIES = [*matrix.parse_list("rmcat", "5.1\tA\trfc8867\n5.1\tB\trfc8867\n5.2\tA\trfc8867\n"
                              "5.1\tA-loss5\tsweep\n"),
           *matrix.parse_list("wifi", "3.1\tup\twifi\n")]


def pairs(*arguments: Any) -> list[tuple[str, str, str]]:
    jobs = matrix.select(ENTRIES, options.parse([*arguments, "--controller", "scream"]))
    return [(job.program, job.case, job.variant) for job in jobs if job.seed == 1]


def test_the_set_by_default() -> None:
    assert pairs() == [("rmcat", "5.1", "A"), ("rmcat", "5.1", "B"), ("rmcat", "5.2", "A")]


def test_case_of_another_set() -> None:
    assert pairs("--case", "3.1") == [("wifi", "3.1", "up")]
    assert pairs("--set", "sweep") == [("rmcat", "5.1", "A-loss5")]


def test_variants() -> None:
    assert pairs("--variant", "A", "--case", "5.1") == [("rmcat", "5.1", "A")]
    assert pairs("--variant", "A-loss*") == [("rmcat", "5.1", "A-loss5")]
    # Not listed: the program will say whether it has a meaning
    assert pairs("--variant", "A-pie", "--case", "5.2") == [("rmcat", "5.2", "A-pie")]


def test_mistakes_name_the_option() -> None:
    for arguments, words in ((["--case", "5.3"], "--case: no '5.3'; there are 3.1, 5.1, 5.2"),
                             (["--case", "3.1", "--set", "sweep"], "--case: no '3.1'"),
                             (["--variant", "Q*"], "--variant: no .Q.*A, B"),
                             (["--set", "short"],
                              "--set: no 'short'; there are rfc8867, sweep, wifi")):
        with pytest.raises(UserError, match=words):
            pairs(*arguments)
    for arguments, words in ((["--seeds", "0"], "--seeds"), (["--jobs", "many"], "--jobs"),
                             (["--case", "5.1,"], "--case"),
                             (["--csv", "/no/such/file"], "--csv"),
                             (["--timeout", "-1"], "--time"),
                             (["--report", "/proc/x"], "--report"), (["--what"], "--what")):
        with pytest.raises(UserError, match=words):
            options.parse(arguments)


# --- bounds ---------------------------------------------------------------

LIMITS = [bounds.Bound("utilisation", 0.8, 1, "why"), bounds.Bound("jain", 0.9, 1, "fair")]


def breaches(utilisation: str, jain: str) -> list[str]:
    there, = group([{**dict.fromkeys(schema.IDENTITY, "1"), "utilisation": utilisation,
                     "jain": jain}]).values()
    return list(bounds.breaches(LIMITS, there))


def test_both_sides() -> None:
    assert breaches("0.8", "1") == []
    assert re.search("utilisation 0.79 .* 0.8 and 1: why", breaches("0.79", "1")[0])
    assert len(breaches("1.01", "0.89")) == 2


def test_not_measured_is_a_breach() -> None:
    assert breaches("0.9", "") == ["jain was not measured"]


def faults(*lines: str) -> list[str]:
    return list(short.faults(group(rows(*lines))))


def test_fixed_has_to_break_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BOUNDS", {("5.8", "A"): LIMITS[:1]})
    scream = "5.8,A,scream,1,0.95,20,0,"
    assert faults(scream, "5.8,A,fixed,1,0.95,20,0,") == [
        "5.8 A: fixed keeps all bounds, so they say nothing"]
    fixed = "5.8,A,fixed,1,0.7,20,0,"
    assert faults(scream, fixed) == []
    assert "5.9 A: has no bounds" in faults(scream, fixed, "5.9,A,scream,1,0.7,20,0,")[0]


def test_without_ecn_scream_has_to_break_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BOUNDS", {("5.8", "A"): LIMITS[:1]})
    monkeypatch.setattr(bounds, "WITHOUT_ECN", {("5.8", "A")})
    fixed = "5.8,A,fixed,1,0.7,20,0,"
    assert faults("5.8,A,scream,1,0.95,20,0,", fixed) == [
        "5.8 A: scream keeps all bounds, so they say nothing"]
    assert faults("5.8,A,scream,1,0.7,20,0,", fixed) == []


def test_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BOUNDS", {("5.1", "A"): LIMITS[:1]})
    monkeypatch.setattr(bounds, "RIVALS", {
        ("5.1", "A"): [bounds.Rival("loss_percent", "gcc", "why")]})
    ours = ["5.1,A,scream,1,0.95,20,0.2,", "5.1,A,fixed,1,0.7,20,9,"]
    assert faults(*ours, "5.1,A,gcc,1,0.95,20,0.2,") == []
    assert faults(*ours, "5.1,A,gcc,1,0.95,20,0.1,") == [
        "5.1 A scream: loss_percent 0.2 is above the 0.1 of gcc: why"]
    assert "was not measured beside that of gcc" in faults(*ours)[0]


# --- time left ------------------------------------------------------------

def test_runs_of_one_case_take_as_long() -> None:
    jobs = [Job("p", case, "A", "x", seed) for case in ("1", "2") for seed in (1, 2, 3)]
    estimate = progress.Estimate(jobs, 2)
    assert estimate.left() is None
    estimate.finished(jobs[0], 10)
    assert estimate.left() == (2 * 10 + 3 * 10) / 2
    estimate.finished(jobs[3], 2)
    assert estimate.left() == (2 * 10 + 2 * 2) / 2


# --- answer ---------------------------------------------------------------
# The first sentence of the report.

def said(*lines: Any) -> Any:
    """lines: case, controller, seed, utilisation, queue, loss"""
    rows = [dict(zip(("case", "controller", "seed", "utilisation", "queue_p95_ms",
                      "loss_percent"), line.split(",")), variant="A") for line in lines]
    groups = group(rows)
    controllers = list(dict.fromkeys(row["controller"] for row in rows))
    return answer.answer(groups, opponents.dominators(groups, {}), controllers)


def test_differences_are_paired_by_case() -> None:
    # In each case 20 and 30 ms, whatever the case is like: 25 ± 12.7 * 7.07 / sqrt(2)
    text = said("1,gcc,1,0.8,30,1", "1,scream,1,0.9,10,1", "2,gcc,1,0.8,130,1",
                "2,scream,1,0.9,100,1")
    assert text.startswith(
        "In 2 cases, scream dominates gcc in 2 of 2: queue p95 −25.0 ± 63.5 ms, utilisation "
        "+10.0 ± 0.0 points, loss +0.00 ± 0.00 points (mean of the differences, paired by "
        "case,"), text


def test_of_one_case_by_seed() -> None:
    text = said("1,gcc,1,0.8,30,1", "1,scream,1,0.9,10,1", "1,gcc,7,0.8,80,1",
                "1,scream,7,0.9,60,1", "1,gcc,9,0.8,500,1")
    assert "queue p95 −20.0 ± 0.0 ms" in text
    assert "paired by seed" in text


def test_single_runs_are_told_as_such() -> None:
    text = said("1,gcc,1,0.9,10,1", "1,scream,1,0.9,10,1")
    assert text == (
        "In 1 case, gcc does not dominate scream: queue p95 +0.0 ms, "
        "utilisation +0.0 points, loss +0.00 points (from single runs, whose "
        "spread is not known).")


def test_one_that_is_dominated_elsewhere() -> None:
    text = said("1,scream,1,0.9,10,0", "1,gcc,1,0.8,30,0", "2,scream,1,0.9,10,0",
                "2,gcc,1,0.8,30,0", "3,scream,1,0.7,90,0", "3,gcc,1,0.9,30,0")
    assert "dominates gcc in 2 of 3 and is dominated by it in 1" in text


def test_what_nobody_measured_is_not_said() -> None:
    text = said("1,scream,1,,10,0", "1,gcc,1,,30,0")
    assert "utilisation" not in text
    assert said("1,nada,1,0.9,1,0", "2,nada,1,0.8,,0") == (
        "In 2 cases, nada alone was run: queue p95 1.0 ms, utilisation 85.0 %, "
        "loss 0.00 % in the mean.")
    assert said() == "There is nothing to compare yet."


def test_one_that_does_not_adapt_does_not_lead() -> None:
    assert "In 1 case, gcc does not dominate fixed and is dominated by it in 1: " in said(
        "1,fixed,1,0.9,10,0", "1,gcc,1,0.8,30,0")


# --- pictures -------------------------------------------------------------

def test_thinned_keeps_peaks_and_gaps() -> None:
    points = [(n / 10, 300.0 if n == 777 else 1.0) for n in range(3000)]
    thin = series.peaks(points)
    assert len(thin) <= series.POINTS
    assert max(value for _, value in thin) == 300
    broken = series.with_gaps([(0, 1.0), (0.2, 1.0), (20, 1.0)])
    assert [value == value for _, value in broken] == [True, True, False, True]


@pytest.mark.parametrize("line", ["x,1,2,3", "c,0,2e6", "c,0,2e6,5,6", "c,0,fast,5", ""])
def test_a_broken_series_names_its_line(line: str) -> None:
    with pytest.raises(series.BadSeries, match=f"test, line 2: '{line}'"):
        series.parse(["c,0,2e6,", line], "test")


def test_axes_hold_the_series() -> None:
    run = series.parse(["c,0,2e6,5", "c,1,2e6,5", "c,2,1e6,9", "f,0.5,0,1e6,1e6,1.5e6,30,0",
                        "f,1.0,0,1.8e6,1e6,1.5e6,70,0", "t,1,7,5e5", "q,0.5,1,20,40",
                        "q,0.95,9,60,90", "q,1,99,99,99"], "test")
    scale = pictures.Scale("5.1 A", {"scream": run})
    rate, delay = pictures.controller_picture("scream", run, scale).plots
    held = {line.get_label(): line.get_xydata().round(6).tolist()
            for line in rate.axes.get_lines()}
    assert held == {
        "capacity": [[0, 2], [2, 1]], "TCP, UDP": [[1, 0.5]], "sent": [[0.5, 1], [1, 1.8]],
        "target": [[0.5, 1.5], [1, 1.5]]}
    line, = delay.axes.get_lines()
    assert line.get_xydata().tolist() == [[0.5, 30], [1, 70]]
    assert (rate.axes.get_xlim(), rate.axes.get_ylim()) == ((0, 2), (0, 2.1))
    queue, frames = pictures.shares_picture(
        {"scream": run}, scale, {"scream": palette.BLUE}).plots
    assert [plot.axes.get_lines()[0].get_xydata().tolist() for plot in (queue, frames)] == [
        [[1, 0.5], [9, 0.95]], [[40, 0.5], [90, 0.95]]]


def test_published_comparisons() -> None:
    """Each picture has a line for each of its runs, or for each flow of one."""
    for name, work in works.WORKS.items():
        found = {}
        for place, run in enumerate(work.runs):
            flows = [f"f,{second},{flow},{1e6 + 1e3 * place},1e6,1e6,60,"
                     for flow in range(3 if run.case.startswith("calls") else 1)
                     for second in range(3)]
            found[run] = series.parse([*flows, "c,0,2e6,5", "t,1,7,5e5", "q,0.5,1,20,40",
                                       "q,0.95,9,60,90"], "test")
        picture = work.draw(found)
        drawn = [line.get_xydata().round(6).tolist() for plot in picture.plots
                 for line in plot.axes.get_lines()]
        for place, run in enumerate(work.runs):
            line = [[second, round(1 + place / 1e3, 6)] for second in range(3)]
            if name != "cellular":
                assert line in drawn, run
        words = "call 3" if name == "rrtcc" else "gcc"
        assert words in picture.svg()


def test_a_picture_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert works.main(["moon"]) == 2
    assert "no 'moon'; there are basic, cellular, eval-test, rrtcc" in capsys.readouterr().err


def test_unknown_controllers_differ() -> None:
    colours = palette.colours(["scream", "one", "two"])
    assert len(set(colours.values())) == 3


def test_variants_in_words() -> None:
    assert names.describe("A-queue1000-l4s") == (
        "jitter to 15 ms, packets of a full MTU, queue of 1000 ms, L4S marking")
    assert names.describe("dl-16u-a1b2c") == "dl, 16u, a1b2c"


# --- command --------------------------------------------------------------

@pytest.fixture
def programs(tmp_path: pathlib.Path) -> Programs:
    return Programs(str(tmp_path))


def test_order_and_failure(programs: Programs) -> None:
    texts = []
    for jobs in "1", "5":
        done = programs.run_it("--case", "5.1,5.10", "--controller", "scream,gcc", "--seeds", "2",
                               "--jobs", jobs, "--csv", "out.csv")
        assert done.returncode == 1
        assert "5.1 A-delay100 gcc seed 2: status 1: a packet is gone" in done.stderr
        texts.append(pathlib.Path(os.path.join(programs.folder, "out.csv")).read_text("utf-8"))
    assert texts[0] == texts[1]
    lines = list(csv.reader(texts[0].splitlines()))
    assert lines[0] == HEADER.split(",")
    assert [line[0] + line[2] + line[3] for line in lines[1:4]] == [
        "5.1gcc1", "5.1scream1", "5.1scream2"]
    assert len(lines) == 1 + 9


def test_csv_on_standard_output(programs: Programs) -> None:
    done = programs.run_it("--case", "5.9", "--controller", "scream", "--seeds", "1", "--csv", "-")
    assert done.stdout == f"{HEADER}\n5.9,A,scream,1,0.9,100,0.5,1.5;-\n"
    assert done.returncode == 0, done.stderr


def test_report(programs: Programs) -> None:
    done = programs.run_it("--set", "short", "--controller", "scream,gcc", "--seeds",
                           "1", "--report", "page", "--compare",
                           os.path.join(HERE, "baselines", "A.csv"))
    assert done.returncode == 0, done.stderr
    page = pathlib.Path(os.path.join(programs.folder, "page", "index.html")).read_text("utf-8")
    # Two controllers, and the distributions
    assert page.count("<svg ") == 3
    assert not re.search(r"https?://(?!www\.w3\.org/(2000/svg|1999/xlink)\")"
                         "|<script[ >].*src", page)
    assert "cisco-nada" in page
    assert "5.2 A scream is dominated by" in done.stdout


def test_mistakes(programs: Programs) -> None:
    bad = os.path.join(programs.folder, "bad.csv")
    pathlib.Path(bad).write_text("a,b\n1,2\n", "utf-8")
    for arguments, words in ((["--case", "7"], "--case: no '7'; there are 5.1, 5.2, 5.9, 5.10"),
                             (["--controller", "fast"], "--controller: .*scream, gcc"),
                             (["--controller", "scream", "--variant", "C"],
                              "--variant: .*A and delayN"),
                             (["--compare", bad], "--compare: .*no column case"),
                             (["--compare", "none.csv"], "--compare: none.csv: No such"),
                             (["--build", "/nowhere"], "--build")):
        done = programs.run_it(*arguments)
        assert done.returncode == 2, done.stderr
        assert re.search(words, done.stderr)
        assert done.stderr.count("\n") == 1, done.stderr


def test_broken_lines_of_opponents_lose_nothing_else(programs: Programs) -> None:
    path = pathlib.Path(programs.folder, "others.csv")
    path.write_text(f"{HEADER}\n5.9,A,theirs,1,high,9,0,\n5.9,A,theirs,2,0.5,900,0,\n5.9,A,th",
                    encoding="utf-8")
    done = programs.run_it("--case", "5.9", "--controller", "scream", "--seeds", "1",
                           "--compare", path.name)
    assert done.returncode == 1
    assert "--compare: others.csv, line 2: utilisation: high is not a number;" in done.stderr
    assert "--compare: others.csv, line 4: 3 cells, not 8;" in done.stderr
    assert re.search(r"^5.9 +A +theirs +1 +50.0 +900.0", done.stdout, re.MULTILINE), done.stdout


def test_unlisted_variant_runs(programs: Programs) -> None:
    done = programs.run_it("--case", "5.9", "--variant", "A-other", "--controller", "scream",
                           "--seeds", "1")
    assert done.returncode == 0, done.stderr
    assert "A-other" in done.stdout


def test_timeout_is_a_failure(programs: Programs) -> None:
    done = programs.run_it("--case", "5.9", "--controller", "sleepy,scream", "--seeds", "1",
                           "--timeout", "1")
    assert done.returncode == 1
    assert "sleepy seed 1: not done after 1 s" in done.stderr
    assert "scream" in done.stdout


def test_interrupt_keeps_what_is_done(programs: Programs) -> None:
    process = subprocess.Popen(
        programs.command("--case", "5.9", "--controller", "scream,sleepy", "--seeds", "2", "--jobs",
                         "2", "--csv", "part.csv"), cwd=programs.folder, stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL, text=True)
    # Those before them are over when both of these have started.
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and not all(
            os.path.exists(os.path.join(programs.folder, f"started-sleepy-{seed}"))
            for seed in (1, 2)):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert "Interrupted after 2 of 4" in errors
    with open(os.path.join(programs.folder, "part.csv"), encoding="utf-8") as file:
        assert len(file.readlines()) == 3
