# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/departures and sensitivity: what is set, and which changes a table shows."""
import contextlib
import io
import os
import tempfile
import unittest
from collections.abc import Callable
from typing import Any

from evalprice import cells, command, sensitivity, switches, table
from evalrun import results

COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,start_s"


def groups(*lines: Any) -> dict[tuple[str, str, str], results.Group]:
    return results.group(results.parse([COLUMNS, *lines], "test")[1])


def parameter(of: str, name: str, value: float) -> dict[str, str | float]:
    return {"of": of, "name": name, "value": value}


class Switches(unittest.TestCase):
    def test_those_that_differ(self) -> None:
        ours = [parameter("O2", "a", 10), parameter("D18", "b", 0.05), parameter("DRAFT", "c", 1),
                parameter("D9", "d", 50), parameter("D18", "e", 150), parameter("D3", "f", 2),
                parameter("OURS", "g", 3)]
        draft = [parameter("O2", "a", 0.001), parameter("D18", "b", 0.02),
                 parameter("DRAFT", "c", 2), parameter("D9", "d", 0), parameter("D18", "e", 0),
                 parameter("D3", "f", 2), parameter("OURS", "g", 4)]
        self.assertEqual(list(switches.switches(ours, draft).items()),
                         [("D9", "d=0"), ("D18", "b=0.02,e=0"), ("O2", "a=0.001")])


class Prices(unittest.TestCase):
    def lines(self, *lines: Any) -> Any:
        return list(table.prices(groups(*lines), {"D1": "p=0"}))[1][2:]

    def test_directions(self) -> None:
        """From the draft's behaviour to the code's."""
        self.assertEqual(
            self.lines("a,,scream,1,0.90,20,2", "a,,scream,2,0.92,22,2",
                       "a,D1,scream,1,0.95,40,2", "a,D1,scream,2,0.97,42,2"),
            ["a queue p95 41 → 21 ms", "a use 96.0 → 91.0 %"])

    def test_small_changes(self) -> None:
        self.assertEqual(
            self.lines("a,,scream,1,0.900,40,2", "a,,scream,2,0.920,40,2",
                       "a,D1,scream,1,0.909,43,2.1", "a,D1,scream,2,0.929,43,2.1"),
            ["–", "–"])

    def test_noise(self) -> None:
        """The same mean of changes, that once goes one way and once comes of one seed."""
        same = self.lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2", "a,,scream,3,0.7,20,2",
                          "a,D1,scream,1,0.45,20,2", "a,D1,scream,2,0.55,20,2",
                          "a,D1,scream,3,0.65,20,2")
        chance = self.lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2",
                            "a,,scream,3,0.7,20,2", "a,D1,scream,1,0.35,20,2",
                            "a,D1,scream,2,0.6,20,2", "a,D1,scream,3,0.7,20,2")
        self.assertEqual((same, chance), (["a use 55.0 → 60.0 %", "–"], ["–", "–"]))

    def test_a_run_that_never_got_there(self) -> None:
        self.assertEqual(
            self.lines("a,,scream,1,0.9,20,2", "a,,scream,2,0.9,20,2", "a,,scream,3,0.9,20,-1",
                       "a,D1,scream,1,0.9,20,4", "a,D1,scream,2,0.9,20,4",
                       "a,D1,scream,3,0.9,20,4"),
            ["a to 90 % 4.0 → 2.0 s", "–"])

    def test_largest_first(self) -> None:
        runs = [f"c{number},{of},scream,{seed},{0.9 if of else 0.9 - number / 100},20,2"
                for number in range(2, 10) for of in ("", "D1") for seed in (1, 2)]
        _, worse = self.lines(*runs)
        self.assertTrue(worse.startswith("c9 use 90.0 → 81.0 %; c8 "), worse)
        self.assertTrue(worse.endswith("c4 use 90.0 → 86.0 %; 2 more"), worse)

    def test_paths(self) -> None:
        lines = list(table.paths(groups("a,,scream,1,0.9,20,2", "a,,scream-draft,1,0.5,40,2"),
                                 {"a": cells.Cell("a path", {})}))
        self.assertEqual(lines[1][:2], ["a", "a path"])
        self.assertTrue(lines[1][2].startswith("90.0 %, 20 / "))
        self.assertTrue(lines[1][3].startswith("50.0 %, 40 / "))


class Numbers(unittest.TestCase):
    def number(self, value: float, least: float = 0, most: float = 100, of: str = "O1",
               unit: str = "") -> dict[str, str | float]:
        return {"name": "p", "of": of, "value": value, "unit": unit, "least": least, "most": most}

    def test_half_and_double_within_the_range(self) -> None:
        for parameter, expected in ((self.number(8), {"half": 4, "double": 16}),
                                    (self.number(8, 6, 9), {"half": 6, "double": 9}),
                                    (self.number(8, 8, 100), {"double": 16}),
                                    (self.number(0), {})):
            self.assertEqual(sensitivity.tried(parameter), expected)

    def test_ours(self) -> None:
        """Neither a number of the draft nor a switch."""
        self.assertEqual(sensitivity.numbers([self.number(1, of="DRAFT"),
                                              self.number(1, unit="flag")]), {})
        self.assertEqual(list(sensitivity.numbers([self.number(1, of="OURS", unit="ms")])), ["p"])

    def test_jobs(self) -> None:
        """As it is, then each value with each seed."""
        asked = sensitivity.options(["--seeds", "2", "--program", "x"])
        made = sensitivity.wanted(asked, sensitivity.numbers([self.number(1 / 16)]),
                                  {"a": cells.Cell("a path", {"rtt": 2})})
        self.assertEqual(
            [(job.case, job.variant, job.seed, keys) for job, keys in made.items()],
            [("a", variant, seed, {"rtt": 2} | ({"params": value} if value else {}))
             for variant, value in (("", ""), ("p half", "p=0.03125"), ("p double", "p=0.125"))
             for seed in (1, 2)])

    def test_directions(self) -> None:
        """From the value as it is to the other; an end of the range is said."""
        runs = groups("a,,scream,1,0.90,20,2", "a,,scream,2,0.92,22,2",
                      "a,p double,scream,1,0.95,40,2", "a,p double,scream,2,0.97,42,2")
        _, line = sensitivity.rows(runs, sensitivity.numbers([self.number(8, 8, unit="ms")]))
        self.assertEqual(line, ["`p`", "O1", "8 ms", "out of range",
                                "a use 91.0 → 96.0 %; a queue p95 21 → 41 ms"])


class Command(unittest.TestCase):
    PROGRAM = """#!/bin/sh
echo '{"name": "a", "of": "D1", "value": 1, "unit": "", "least": 0, "most": 2}'
"""

    def run_with(self, *arguments: Any, run: Callable[..., Any] = command.main) -> tuple[int, str]:
        """(exit status, what it said)"""
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "pathrun")
            with open(program, "w", encoding="ascii") as file:
                file.write(self.PROGRAM)
            os.chmod(program, 0o755)
            with contextlib.redirect_stderr(said):
                status = run(["--program", program, *arguments])
        return status, said.getvalue()

    def test_mistakes(self) -> None:
        for arguments, words in ((["--departure", "D99"], "no departure D99"),
                                 (["--seeds", "1"], "--seeds is 2 or more"),
                                 (["--program", "/nowhere"], "/nowhere is not there")):
            status, said = self.run_with(*arguments)
            self.assertEqual(status, 2)
            self.assertIn(words, said)

    def test_mistakes_of_sensitivity(self) -> None:
        for arguments, words in ((["--number", "b"], "--number: no 'b'; there are a"),
                                 (["--cell", "moon"], "--cell: no 'moon'; there are steps"),
                                 (["--seeds", "1"], "--seeds is 2 or more")):
            status, said = self.run_with(*arguments, run=sensitivity.main)
            self.assertEqual(status, 2)
            self.assertIn(words, said)
