#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The arithmetic, the order and the messages of tests/evaluation/run, without ns-3.

A small program stands in for those of the evaluation.
"""
import csv
import io
import os
import signal
import subprocess
import time
import unittest
import unittest.mock
from collections.abc import Callable
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
import program_fake
import short
from evalmap import table
from evalrun import (
    aims,
    answer,
    bounds,
    domination,
    figures,
    markdown,
    matrix,
    names,
    opponents,
    options,
    pictures,
    progress,
    published,
    results,
    series,
    works,
)
from program_fake import HEADER, PATIENCE

from gstscream import order
from gstscream.draw import palette
from gstscream.errors import UserError


def rows(*lines: Any) -> Any:
    return results.parse([HEADER, *lines], "test")[1]


class Domination(unittest.TestCase):
    def test_dominated(self) -> None:
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
            self.assertIs(domination.dominated(result, other), expected, result)

    def test_nobody_dominates_itself(self) -> None:
        groups = results.group(rows("5.1,A,x,1,0.9,30,0,", "5.1,A,y,1,0.8,60,0,",
                                    "5.2,A,y,1,0.1,60,0,"))
        self.assertEqual(opponents.dominators(groups, {}), {("5.1", "A", "y"): ["x"]})


class Order(unittest.TestCase):
    def test_numbers_inside_names(self) -> None:
        words = ["A-delay100", "B", "A", "A-delay50", "5.10", "5.2"]
        self.assertEqual(sorted(words, key=order.natural),
                         ["5.2", "5.10", "A", "A-delay50", "A-delay100", "B"])

    def test_lines_of_a_file(self) -> None:
        lines = ["5.2,A,b,1,,,,", "5.10,A,b,1,,,,", "5.2,A,a,10,,,,", "5.2,A,a,9,,,,"]
        ordered = sorted(rows(*lines), key=results.key)
        self.assertEqual([row["case"] + row["seed"] for row in ordered],
                         ["5.29", "5.210", "5.21", "5.101"])

    def test_columns_of_a_second_program_follow(self) -> None:
        self.assertEqual(results.merged(["a", "b"], ["b", "users", "a"]), ["a", "b", "users"])


class Cells(unittest.TestCase):
    def test_lists_with_never(self) -> None:
        group = results.Group(rows("5.1,A,x,1,,,,1.0;-;-", "5.1,A,x,2,,,,2.0;3.0;-"))
        self.assertEqual(group.each("rise_s"), [(1.5, True), (3.0, False), (None, False)])
        self.assertEqual(figures.text(figures.BY_COLUMN["rise_s"], group), "1.5 >3.0 never")

    def test_empty_cells_do_not_count(self) -> None:
        group = results.Group(rows("5.1,A,x,1,0.5,,,", "5.1,A,x,2,,,,"))
        self.assertEqual(group.single("utilisation"), (0.5, None))
        self.assertIsNone(group.single("loss_percent"))

    def test_faults_name_the_line(self) -> None:
        for lines, words in ((["case,seed"], "no column variant"),
                             ([HEADER, "5.1,A,x,1,0.9"], "line 2"),
                             ([HEADER, "5.1,A,x,1,0.9,1,2,3,4"], "line 2"),
                             ([HEADER, "5.1,A,x,1,high,1,2,3"], "line 2, utilisation: high"),
                             ([], "no column case")):
            with self.assertRaisesRegex(results.BadFile, words):
                results.parse(lines, "test")

    def test_committed_baselines(self) -> None:
        for base in ("A", "B"):
            path = os.path.join(HERE, "baselines", base + ".csv")
            found = opponents.read([path])
            self.assertEqual({name[2] for name in found}, {
                "ericsson-60ms", "ericsson-100ms", "cisco-nada", "gcc-toy", "fixed (compared)"})
            self.assertEqual({name[1].split("-")[0] for name in found}, {base})
            for group in found.values():
                utilisation, queue, loss = group.merit()
                self.assertTrue(0.05 < utilisation < 1 and queue >= 1 and 0 <= loss < 25)
        self.assertEqual(found["5.1", "B", "cisco-nada"].merit(), (0.938, 118, 0.63))


class Markdown(unittest.TestCase):
    COLUMNS = ("case,variant,controller,seed,utilisation,queue_mean_ms,queue_p95_ms,queue_p99_ms,"
               "loss_percent,ce_percent,jain,rtp_share,tcp_share")

    def table(self, *lines: Any, form: Callable[..., Any] = markdown.cases,
              against: dict[tuple[str, str, str], results.Group] | None = None) -> list[str]:
        found = results.parse([self.COLUMNS, *lines], "test")[1]
        return markdown.text(form(results.group(found), against or {})).split("\n")

    def test_means_of_cases(self) -> None:
        self.assertEqual(
            self.table("5.2,A,gcc,1,0.9,1.4,2,3,0.1,,0.98,,", "5.2,A,gcc,2,0.8,1,2,3,0.3,,0.99,,",
                       "5.1,A,scream,1,0.93,1,6.6,18,0.05,,,,"),
            ["| case | scream | gcc |", "| --- | --- | --- |",
             "| 5.1 `A` | 93.0 · 1 / 7 / 18 · 0.05 |  |",
             "| 5.2 `A` |  | 85.0 · 1 / 2 / 3 · 0.20 · 0.985 |"])

    def test_intervals(self) -> None:
        # Student's t of one degree of freedom: half of |a - b| times 12.706
        self.assertEqual(
            self.table("5.2,A,gcc,1,0.9,1,2,3,0.1,,0.98,,", "5.2,A,gcc,2,0.8,1,2,3,0.3,,0.99,,",
                       "5.2,A,nada,1,0.7,1,2,3,0.1,,0.98,,", form=markdown.intervals)[2:],
            ["| `A` | 70.0 · 1 / 2 / 3 · 0.10 · 0.980 | "
             "85.0±63.5 · 1±0 / 2±0 / 3±0 · 0.20±1.27 · 0.985±0.064 |"])

    def test_what_published_comparisons_have(self) -> None:
        columns = ("case,variant,controller,seed,utilisation,loss_percent,added_delay_p5_ms,"
                   "added_delay_mean_ms,added_delay_p95_ms,arrival_percent")
        rows = results.parse([columns, "call,B,gcc,1,0.7,0.5,7,34,71.6,130;40;74;90;80;95",
                              "call,B,gcc,2,0.7,0.5,7,34,71.6,130;60;76;90;80;85"], "test")[1]
        groups = results.group(rows)
        self.assertEqual([*published.delays(groups, {})],
                         [["case", "gcc"], ["call `B`", "70.0±0.0 · 7-34.0-72 · 0.50"]])
        self.assertEqual([*published.arrivals(groups, {})][1:],
                         [["call `B`", "gcc", "130 / 90", "50 / 80", "75 / 90", "1 / 2", "2"]])

    def test_marks_and_shares_of_one_case(self) -> None:
        self.assertEqual(
            self.table("5.6,A-l4s,scream,1,0.724,0,3,6,0,7.4,,0.56,0.11",
                       "5.6,A-l4s,gcc,1,0.998,1,5,8,0,0,,0.77,0.1")[2:],
            ["| `A-l4s` | 72.4 · 0 / 3 / 6 · 0.00 · 7.4 · 56/11 | "
             "99.8 · 1 / 5 / 8 · 0.00 · 0.0 · 77/10 |"])

    def test_reference_in_brackets(self) -> None:
        against = opponents.read([os.path.join(HERE, "baselines", "B.csv")])
        self.assertEqual(self.table("5.1,B,nada,1,0.95,7,31,59,0.49,,,,", against=against)[2:],
                         ["| 5.1 | 95.0 · 7 / 31 / 59 · 0.49 (93.8 · 24 / 118 / 173 · 0.63) |"])

    def test_wireless(self) -> None:
        self.assertEqual(self.table("3.2,up1,scream,1,,,,,0.004,,0.861,,",
                                    "3.2,up1,gcc,1,,,,,0,,1,,")[2:],
                         ["| `up1` | scream |  |  |  | 0.86 |  |  |  |  | 0.004 |",
                          "|  | gcc |  |  |  | 1.00 |  |  |  |  | 0.000 |"])

    def test_controllers(self) -> None:
        lines = [f"{case},A,gcc,1,0.842,9,19,30,0,,{jain},{share},0.5" for case, jain, share in (
            ("5.1", "", ""), ("5.5", "0.963", ""), ("5.6", "", "0.09"))]
        self.assertEqual(self.table(*lines, form=markdown.controllers)[2:],
                         ["| `gcc` | 84.2 %, 19 ms | 84.2 %, 19 ms, 0.96 | 9 % |"])
        self.assertEqual(len(self.table(*lines[:2], form=markdown.controllers)), 2)

    def test_aims(self) -> None:
        row = self.table("5.4,A,scream,1,0.946,3,31,40,0,,0.99,,", form=aims.table)[2]
        self.assertEqual(row, "| 5.4 `A` | use ≥ 94.0 %; q p95 ≤ 30.0 ms; Jain ≥ 0.990 | "
                              "94.6 %; **31.0 ms**; 0.990 |")
        rises = rows("5.1,A,scream,1,0.93,7,0,4;5.1", "5.1,A,scream,2,0.93,7,0,4;-")
        reached = [aims.reached(aims.Aim("rise_s", "≤", limit),
                                results.group(some)["5.1", "A", "scream"])
                   for limit, some in ((5, rises[:1]), (5.1, rises[:1]), (9, rises))]
        self.assertEqual(reached, ["**4.0, 5.1 s**", "4.0, 5.1 s", "**4.0, - s**"])


class LinkMap(unittest.TestCase):
    COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,queue_p99_ms,start_s"

    def groups(self, *lines: Any) -> dict[tuple[str, str, str], results.Group]:
        return results.group(results.parse([self.COLUMNS, *lines], "test")[1])

    def setUp(self) -> None:
        self.here = self.groups("a-0%,,scream,1,0.96,7,9,2.5", "a-0%,,scream,2,0.98,7,9,2.5",
                                "a-1%,,scream,1,0.5,8,9,-1", "b-1%,,scream,1,0.4,8,9,1")
        self.other = self.groups("a-0%,,nada,1,0.2,7,9,2.5")

    def test_rows(self) -> None:
        lines = list(table.runs(self.here, self.groups("a-0%,,scream,1,0.9,7,9,2.5")))
        self.assertEqual(lines[1][:5], ["a-0%", "scream", "2", "90.0 → 97.0", "7 / 9"])
        self.assertEqual(lines[2][-2:], ["–", "–"])

    def test_other_controllers(self) -> None:
        lines = list(table.cells({**self.here, **self.other}, {}))
        self.assertEqual([(line[0], line[1], line[-1]) for line in lines],
                         [("cell", "use %", "use of `nada` %"), ("`a-0%`", "97.0", "20.0"),
                          ("`a-1%`", "50.0", ""), ("`b-1%`", "40.0", "")])

    def test_grid(self) -> None:
        self.assertEqual(list(table.grid({**self.here, **self.other}, {})),
                         [["use %", "0%", "1%"], ["`a`", "97", "50"], ["`b`", "", "40"]])


class Selection(unittest.TestCase):
    ENTRIES = [*matrix.parse_list("rmcat", "5.1\tA\trfc8867\n5.1\tB\trfc8867\n5.2\tA\trfc8867\n"
                                  "5.1\tA-loss5\tsweep\n"),
               *matrix.parse_list("wifi", "3.1\tup\twifi\n")]

    def pairs(self, *arguments: Any) -> list[tuple[str, str, str]]:
        jobs = matrix.select(self.ENTRIES, options.parse([*arguments, "--controller", "scream"]))
        return [(job.program, job.case, job.variant) for job in jobs if job.seed == 1]

    def test_the_set_by_default(self) -> None:
        self.assertEqual(self.pairs(), [("rmcat", "5.1", "A"), ("rmcat", "5.1", "B"),
                                        ("rmcat", "5.2", "A")])

    def test_case_of_another_set(self) -> None:
        self.assertEqual(self.pairs("--case", "3.1"), [("wifi", "3.1", "up")])
        self.assertEqual(self.pairs("--set", "sweep"), [("rmcat", "5.1", "A-loss5")])

    def test_variants(self) -> None:
        self.assertEqual(self.pairs("--variant", "A", "--case", "5.1"), [("rmcat", "5.1", "A")])
        self.assertEqual(self.pairs("--variant", "A-loss*"), [("rmcat", "5.1", "A-loss5")])
        # Not listed: the program will say whether it has a meaning
        self.assertEqual(self.pairs("--variant", "A-pie", "--case", "5.2"),
                         [("rmcat", "5.2", "A-pie")])

    def test_mistakes_name_the_option(self) -> None:
        for arguments, words in ((["--case", "5.3"], "--case: no '5.3'; there are 3.1, 5.1, 5.2"),
                                 (["--case", "3.1", "--set", "sweep"], "--case: no '3.1'"),
                                 (["--variant", "Q*"], "--variant: no .Q.*A, B"),
                                 (["--set", "short"],
                                  "--set: no 'short'; there are rfc8867, sweep, wifi")):
            with self.assertRaisesRegex(UserError, words):
                self.pairs(*arguments)
        for arguments, words in ((["--seeds", "0"], "--seeds"), (["--jobs", "many"], "--jobs"),
                                 (["--case", "5.1,"], "--case"),
                                 (["--csv", "/no/such/file"], "--csv"),
                                 (["--timeout", "-1"], "--time"),
                                 (["--report", "/proc/x"], "--report"), (["--what"], "--what")):
            with self.assertRaisesRegex(UserError, words):
                options.parse(arguments)


class Bounds(unittest.TestCase):
    LIMITS = [bounds.Bound("utilisation", 0.8, 1, "why"), bounds.Bound("jain", 0.9, 1, "fair")]

    def breaches(self, utilisation: str, jain: str) -> list[str]:
        group = results.Group([{"utilisation": utilisation, "jain": jain}])
        return list(bounds.breaches(self.LIMITS, group))

    def test_both_sides(self) -> None:
        self.assertEqual(self.breaches("0.8", "1"), [])
        self.assertRegex(self.breaches("0.79", "1")[0], "utilisation 0.79 .* 0.8 and 1: why")
        self.assertEqual(len(self.breaches("1.01", "0.89")), 2)

    def test_not_measured_is_a_breach(self) -> None:
        self.assertEqual(self.breaches("0.9", ""), ["jain was not measured"])

    def test_fixed_has_to_break_one(self) -> None:
        case = ["5.8,A,scream,1,0.95,20,0,", "5.8,A,fixed,1,0.95,20,0,"]
        limits = {("5.8", "A"): self.LIMITS[:1]}
        with unittest.mock.patch.dict(bounds.BOUNDS, limits, clear=True):
            self.assertEqual(list(short.faults(results.group(rows(*case)))),
                             ["5.8 A: fixed keeps all bounds, so they say nothing"])
            case[1] = "5.8,A,fixed,1,0.7,20,0,"
            self.assertEqual(list(short.faults(results.group(rows(*case)))), [])
            case.append("5.9,A,scream,1,0.7,20,0,")
            self.assertIn("5.9 A: has no bounds", list(short.faults(results.group(rows(*case))))[0])


    def test_without_ecn_scream_has_to_break_one(self) -> None:
        case = ["5.8,A,scream,1,0.95,20,0,", "5.8,A,fixed,1,0.7,20,0,"]
        limits = {("5.8", "A"): self.LIMITS[:1]}
        with unittest.mock.patch.dict(bounds.BOUNDS, limits, clear=True), \
                unittest.mock.patch.object(bounds, "WITHOUT_ECN", {("5.8", "A")}):
            self.assertEqual(list(short.faults(results.group(rows(*case)))),
                             ["5.8 A: scream keeps all bounds, so they say nothing"])
            case[0] = "5.8,A,scream,1,0.7,20,0,"
            self.assertEqual(list(short.faults(results.group(rows(*case)))), [])

    def test_rival(self) -> None:
        case = ["5.1,A,scream,1,0.95,20,0.2,", "5.1,A,gcc,1,0.95,20,0.2,",
                "5.1,A,fixed,1,0.7,20,9,"]
        limits = {("5.1", "A"): self.LIMITS[:1]}
        rivals = {("5.1", "A"): [bounds.Rival("loss_percent", "gcc", "why")]}
        with unittest.mock.patch.dict(bounds.BOUNDS, limits, clear=True), \
                unittest.mock.patch.dict(bounds.RIVALS, rivals, clear=True):
            self.assertEqual(list(short.faults(results.group(rows(*case)))), [])
            case[1] = "5.1,A,gcc,1,0.95,20,0.1,"
            self.assertEqual(list(short.faults(results.group(rows(*case)))),
                             ["5.1 A scream: loss_percent 0.2 is above the 0.1 of gcc: why"])
            del case[1]
            self.assertIn("was not measured beside that of gcc",
                          list(short.faults(results.group(rows(*case))))[0])


class TimeLeft(unittest.TestCase):
    def test_runs_of_one_case_take_as_long(self) -> None:
        jobs = [matrix.Job("p", case, "A", "x", seed) for case in ("1", "2") for seed in (1, 2, 3)]
        estimate = progress.Estimate(jobs, 2)
        self.assertIsNone(estimate.left())
        estimate.finished(jobs[0], 10)
        self.assertEqual(estimate.left(), (2 * 10 + 3 * 10) / 2)
        estimate.finished(jobs[3], 2)
        self.assertEqual(estimate.left(), (2 * 10 + 2 * 2) / 2)


class Answer(unittest.TestCase):
    """The first sentence of the report."""

    @staticmethod
    def text(*lines: Any) -> Any:
        """lines: case, controller, seed, utilisation, queue, loss"""
        rows = [dict(zip(("case", "controller", "seed", "utilisation", "queue_p95_ms",
                          "loss_percent"), line.split(",")), variant="A") for line in lines]
        groups = results.group(rows)
        controllers = list(dict.fromkeys(row["controller"] for row in rows))
        return answer.answer(groups, opponents.dominators(groups, {}), controllers)

    def test_differences_are_paired_by_case(self) -> None:
        # In each case 20 and 30 ms, whatever the case is like: 25 ± 12.7 * 7.07 / sqrt(2)
        text = self.text("1,gcc,1,0.8,30,1", "1,scream,1,0.9,10,1",
                         "2,gcc,1,0.8,130,1", "2,scream,1,0.9,100,1")
        self.assertTrue(text.startswith(
            "In 2 cases, scream dominates gcc in 2 of 2: queue p95 −25.0 ± 63.5 ms, utilisation "
            "+10.0 ± 0.0 points, loss +0.00 ± 0.00 points (mean of the differences, paired by "
            "case,"), text)

    def test_of_one_case_by_seed(self) -> None:
        text = self.text("1,gcc,1,0.8,30,1", "1,scream,1,0.9,10,1", "1,gcc,7,0.8,80,1",
                         "1,scream,7,0.9,60,1", "1,gcc,9,0.8,500,1")
        self.assertIn("queue p95 −20.0 ± 0.0 ms", text)
        self.assertIn("paired by seed", text)

    def test_single_runs_are_told_as_such(self) -> None:
        text = self.text("1,gcc,1,0.9,10,1", "1,scream,1,0.9,10,1")
        self.assertEqual(text, "In 1 case, gcc does not dominate scream: queue p95 +0.0 ms, "
                         "utilisation +0.0 points, loss +0.00 points (from single runs, whose "
                         "spread is not known).")

    def test_one_that_is_dominated_elsewhere(self) -> None:
        text = self.text("1,scream,1,0.9,10,0", "1,gcc,1,0.8,30,0", "2,scream,1,0.9,10,0",
                         "2,gcc,1,0.8,30,0", "3,scream,1,0.7,90,0", "3,gcc,1,0.9,30,0")
        self.assertIn("dominates gcc in 2 of 3 and is dominated by it in 1", text)

    def test_what_nobody_measured_is_not_said(self) -> None:
        text = self.text("1,scream,1,,10,0", "1,gcc,1,,30,0")
        self.assertNotIn("utilisation", text)
        self.assertEqual(self.text("1,nada,1,0.9,1,0", "2,nada,1,0.8,,0"),
                         "In 2 cases, nada alone was run: queue p95 1.0 ms, utilisation 85.0 %, "
                         "loss 0.00 % in the mean.")
        self.assertEqual(self.text(), "There is nothing to compare yet.")

    def test_one_that_does_not_adapt_does_not_lead(self) -> None:
        self.assertIn("In 1 case, gcc does not dominate fixed and is dominated by it in 1: ",
                      self.text("1,fixed,1,0.9,10,0", "1,gcc,1,0.8,30,0"))


class Pictures(unittest.TestCase):
    def test_thinned_keeps_peaks_and_gaps(self) -> None:
        points = [(n / 10, 300.0 if n == 777 else 1.0) for n in range(3000)]
        thin = series.peaks(points)
        self.assertLessEqual(len(thin), series.POINTS)
        self.assertEqual(max(value for _, value in thin), 300)
        broken = series.with_gaps([(0, 1.0), (0.2, 1.0), (20, 1.0)])
        self.assertEqual([value == value for _, value in broken], [True, True, False, True])

    def test_axes_hold_the_series(self) -> None:
        run = series.Series()
        for kind, fields in (("c", (0, 2e6, 5)), ("c", (1, 2e6, 5)), ("c", (2, 1e6, 9)),
                             ("f", (0.5, 0, 1e6, 1e6, 1.5e6, 30, 0)),
                             ("f", (1.0, 0, 1.8e6, 1e6, 1.5e6, 70, 0)),
                             ("t", (1, 7, 5e5)), ("q", (0.5, 1, 20, 40)),
                             ("q", (0.95, 9, 60, 90)), ("q", (1.0, 99, 99, 99))):
            run.add(kind, fields)
        scale = pictures.Scale("5.1 A", {"scream": run})
        rate, delay = pictures.controller_picture("scream", run, scale).plots
        held = {line.get_label(): line.get_xydata().round(6).tolist()
                for line in rate.axes.get_lines()}
        self.assertEqual(held, {"capacity": [[0, 2], [2, 1]], "TCP, UDP": [[1, 0.5]],
                                "sent": [[0.5, 1], [1, 1.8]], "target": [[0.5, 1.5], [1, 1.5]]})
        line, = delay.axes.get_lines()
        self.assertEqual(line.get_xydata().tolist(), [[0.5, 30], [1, 70]])
        self.assertEqual((rate.axes.get_xlim(), rate.axes.get_ylim()), ((0, 2), (0, 2.1)))
        queue, frames = pictures.shares_picture(
            {"scream": run}, scale, {"scream": palette.BLUE}).plots
        self.assertEqual([plot.axes.get_lines()[0].get_xydata().tolist()
                          for plot in (queue, frames)],
                         [[[1, 0.5], [9, 0.95]], [[40, 0.5], [90, 0.95]]])

    def test_published_comparisons(self) -> None:
        """Each picture has a line for each of its runs, or for each flow of one."""
        for name, work in works.WORKS.items():
            found = {}
            for place, run in enumerate(work.runs):
                made = series.Series()
                for flow in range(3 if run.case.startswith("calls") else 1):
                    for second in range(3):
                        made.add("f", (second, flow, 1e6 + 1e3 * place, 1e6, 1e6, 60, 0))
                for kind, fields in (("c", (0, 2e6, 5)), ("t", (1, 7, 5e5)),
                                     ("q", (0.5, 1, 20, 40)), ("q", (0.95, 9, 60, 90))):
                    made.add(kind, fields)
                found[run] = made
            picture = work.draw(found)
            drawn = [line.get_xydata().round(6).tolist() for plot in picture.plots
                     for line in plot.axes.get_lines()]
            for place, run in enumerate(work.runs):
                line = [[second, round(1 + place / 1e3, 6)] for second in range(3)]
                if name != "cellular":
                    self.assertIn(line, drawn, run)
            words = "call 3" if name == "rrtcc" else "gcc"
            self.assertIn(words, picture.svg())

    def test_a_picture_that_there_is_not(self) -> None:
        with unittest.mock.patch("sys.stderr", new_callable=io.StringIO) as said:
            self.assertEqual(works.main(["moon"]), 2)
        self.assertIn("no 'moon'; there are basic, cellular, eval-test, rrtcc", said.getvalue())

    def test_unknown_controllers_differ(self) -> None:
        colours = palette.colours(["scream", "one", "two"])
        self.assertEqual(len(set(colours.values())), 3)

    def test_variants_in_words(self) -> None:
        self.assertEqual(names.describe("A-queue1000-l4s"), "jitter to 15 ms, packets of a full "
                         "MTU, queue of 1000 ms, L4S marking")
        self.assertEqual(names.describe("dl-16u-a1b2c"), "dl, 16u, a1b2c")


class Command(program_fake.Programs):
    def test_order_and_failure(self) -> None:
        texts = []
        for jobs in "1", "5":
            done = self.run_it("--case", "5.1,5.10", "--controller", "scream,gcc", "--seeds", "2",
                               "--jobs", jobs, "--csv", "out.csv")
            self.assertEqual(done.returncode, 1)
            self.assertIn("5.1 A-delay100 gcc seed 2: status 1: a packet is gone", done.stderr)
            with open(os.path.join(self.folder.name, "out.csv"), encoding="utf-8") as file:
                texts.append(file.read())
        self.assertEqual(texts[0], texts[1])
        lines = list(csv.reader(texts[0].splitlines()))
        self.assertEqual(lines[0], HEADER.split(","))
        self.assertEqual([line[0] + line[2] + line[3] for line in lines[1:4]],
                         ["5.1gcc1", "5.1scream1", "5.1scream2"])
        self.assertEqual(len(lines), 1 + 9)

    def test_csv_on_standard_output(self) -> None:
        done = self.run_it("--case", "5.9", "--controller", "scream", "--seeds", "1", "--csv", "-")
        self.assertEqual(done.stdout, f"{HEADER}\n5.9,A,scream,1,0.9,100,0.5,1.5;-\n")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_report(self) -> None:
        done = self.run_it("--set", "short", "--controller", "scream,gcc", "--seeds", "1",
                           "--report", "page", "--compare",
                           os.path.join(HERE, "baselines", "A.csv"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.folder.name, "page", "index.html"), encoding="utf-8") as file:
            page = file.read()
        # Two controllers, and the distributions
        self.assertEqual(page.count("<svg "), 3)
        self.assertNotRegex(page, r"https?://(?!www\.w3\.org/(2000/svg|1999/xlink)\")"
                            "|<script[ >].*src")
        self.assertIn("cisco-nada", page)
        self.assertIn("5.2 A scream is dominated by", done.stdout)

    def test_mistakes(self) -> None:
        bad = os.path.join(self.folder.name, "bad.csv")
        with open(bad, "w", encoding="utf-8") as file:
            file.write("a,b\n1,2\n")
        for arguments, words in ((["--case", "7"], "--case: no '7'; there are 5.1, 5.2, 5.9, 5.10"),
                                 (["--controller", "fast"], "--controller: .*scream, gcc"),
                                 (["--controller", "scream", "--variant", "C"],
                                  "--variant: .*A and delayN"),
                                 (["--compare", bad], "--compare: .*no column case"),
                                 (["--compare", "none.csv"], "--compare: none.csv: No such"),
                                 (["--build", "/nowhere"], "--build")):
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, words)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_unlisted_variant_runs(self) -> None:
        done = self.run_it("--case", "5.9", "--variant", "A-other", "--controller", "scream",
                           "--seeds", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("A-other", done.stdout)

    def test_timeout_is_a_failure(self) -> None:
        done = self.run_it("--case", "5.9", "--controller", "sleepy,scream", "--seeds", "1",
                           "--timeout", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sleepy seed 1: not done after 1 s", done.stderr)
        self.assertIn("scream", done.stdout)

    def test_interrupt_keeps_what_is_done(self) -> None:
        process = subprocess.Popen(
            self.command("--case", "5.9", "--controller", "scream,sleepy", "--seeds", "2",
                         "--jobs", "2", "--csv", "part.csv"),
            cwd=self.folder.name, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        # Those before them are over when both of these have started.
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit and not all(os.path.exists(os.path.join(
                self.folder.name, f"started-sleepy-{seed}")) for seed in (1, 2)):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("Interrupted after 2 of 4", errors)
        with open(os.path.join(self.folder.name, "part.csv"), encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3)
