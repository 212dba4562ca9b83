# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/departures: what is switched, and which changes a table shows."""
import contextlib
import io
import os
import tempfile
import unittest

from evalprice import cells, command, switches, table
from evalrun import results

COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,start_s"


def groups(*lines):
    return results.group(results.parse([COLUMNS, *lines], "test")[1])


def parameter(of, name, value):
    return {"of": of, "name": name, "value": value}


class Switches(unittest.TestCase):
    def test_those_that_differ(self):
        ours = [parameter("O2", "a", 10), parameter("D18", "b", 0.05), parameter("DRAFT", "c", 1),
                parameter("D9", "d", 50), parameter("D18", "e", 150), parameter("D3", "f", 2),
                parameter("OURS", "g", 3)]
        draft = [parameter("O2", "a", 0.001), parameter("D18", "b", 0.02),
                 parameter("DRAFT", "c", 2), parameter("D9", "d", 0), parameter("D18", "e", 0),
                 parameter("D3", "f", 2), parameter("OURS", "g", 4)]
        self.assertEqual(list(switches.switches(ours, draft).items()),
                         [("D9", "d=0"), ("D18", "b=0.02,e=0"), ("O2", "a=0.001")])


class Prices(unittest.TestCase):
    def lines(self, *lines):
        return list(table.prices(groups(*lines), {"D1": "p=0"}))[1][2:]

    def test_directions(self):
        """From the draft's behaviour to the code's."""
        self.assertEqual(
            self.lines("a,,scream,1,0.90,20,2", "a,,scream,2,0.92,22,2",
                       "a,D1,scream,1,0.95,40,2", "a,D1,scream,2,0.97,42,2"),
            ["a queue p95 41 → 21 ms", "a use 96.0 → 91.0 %"])

    def test_small_changes(self):
        self.assertEqual(
            self.lines("a,,scream,1,0.900,40,2", "a,,scream,2,0.920,40,2",
                       "a,D1,scream,1,0.909,43,2.1", "a,D1,scream,2,0.929,43,2.1"),
            ["–", "–"])

    def test_noise(self):
        """The same mean of changes, that once goes one way and once comes of one seed."""
        same = self.lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2", "a,,scream,3,0.7,20,2",
                          "a,D1,scream,1,0.45,20,2", "a,D1,scream,2,0.55,20,2",
                          "a,D1,scream,3,0.65,20,2")
        chance = self.lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2",
                            "a,,scream,3,0.7,20,2", "a,D1,scream,1,0.35,20,2",
                            "a,D1,scream,2,0.6,20,2", "a,D1,scream,3,0.7,20,2")
        self.assertEqual((same, chance), (["a use 55.0 → 60.0 %", "–"], ["–", "–"]))

    def test_a_run_that_never_got_there(self):
        self.assertEqual(
            self.lines("a,,scream,1,0.9,20,2", "a,,scream,2,0.9,20,2", "a,,scream,3,0.9,20,-1",
                       "a,D1,scream,1,0.9,20,4", "a,D1,scream,2,0.9,20,4",
                       "a,D1,scream,3,0.9,20,4"),
            ["a to 90 % 4.0 → 2.0 s", "–"])

    def test_largest_first(self):
        runs = [f"c{number},{of},scream,{seed},{0.9 if of else 0.9 - number / 100},20,2"
                for number in range(2, 10) for of in ("", "D1") for seed in (1, 2)]
        _, worse = self.lines(*runs)
        self.assertTrue(worse.startswith("c9 use 90.0 → 81.0 %; c8 "), worse)
        self.assertTrue(worse.endswith("c4 use 90.0 → 86.0 %; 2 more"), worse)

    def test_paths(self):
        lines = list(table.paths(groups("a,,scream,1,0.9,20,2", "a,,scream-draft,1,0.5,40,2"),
                                 {"a": cells.Cell("a path", {})}))
        self.assertEqual(lines[1][:2], ["a", "a path"])
        self.assertTrue(lines[1][2].startswith("90.0 %, 20 / "))
        self.assertTrue(lines[1][3].startswith("50.0 %, 40 / "))


class Command(unittest.TestCase):
    PROGRAM = """#!/bin/sh
echo '{"name": "a", "of": "D1", "value": 1}'
"""

    def run_with(self, *arguments):
        """(exit status, what it said)"""
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "pathrun")
            with open(program, "w", encoding="ascii") as file:
                file.write(self.PROGRAM)
            os.chmod(program, 0o755)
            with contextlib.redirect_stderr(said):
                status = command.main(["--program", program, *arguments])
        return status, said.getvalue()

    def test_mistakes(self):
        for arguments, words in ((["--departure", "D99"], "no departure D99"),
                                 (["--seeds", "1"], "--seeds is 2 or more"),
                                 (["--program", "/nowhere"], "/nowhere is not there")):
            status, said = self.run_with(*arguments)
            self.assertEqual(status, 2)
            self.assertIn(words, said)
