#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs that go on where they stopped, and runs on the workers of a scheduler."""
import contextlib
import glob
import json
import os
from typing import Any

import pytest

from program_fake import HEADER, PATIENCE, Programs

from gstscream.jobs import perform
from gstscream.jobs.command import Command, Done
from gstscream.jobs.pool import Pool

LINE = "5.9,A,scream,%d,0.9,%d00,0.5,1.5;-"


class Keep(Programs):
    def setUp(self) -> None:
        super().setUp()
        self.kept = os.path.join(self.folder.name, "kept.jsonl")

    def again(self, *arguments: Any) -> Any:
        """(its CSV, how many runs it made, what it said)"""
        for path in glob.glob(os.path.join(self.folder.name, "started-*")):
            os.unlink(path)
        done = self.run_it("--case", "5.9", "--controller", "scream", "--csv", "-", "--keep",
                           self.kept, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        started = glob.glob(os.path.join(self.folder.name, "started-*"))
        return done.stdout, len(started), done.stderr

    def test_what_is_done_is_not_done_again(self) -> None:
        first, started, _ = self.again("--seeds", "2")
        self.assertEqual((first.split("\n")[:3], started),
                         ([HEADER, LINE % (1, 1), LINE % (2, 2)], 2))
        second, started, said = self.again("--seeds", "3")
        self.assertEqual((second, started), (first + LINE % (3, 3) + "\n", 1))
        self.assertIn("2 runs stand in", said)

    def test_what_is_done_is_not_tried_again(self) -> None:
        tried = os.path.join(self.folder.name, "tried-scream")
        for seeds, expected in ("1", True), ("1", False), ("2", True):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(tried)
            self.again("--seeds", seeds)
            self.assertEqual(os.path.exists(tried), expected, seeds)

    def test_the_seeds_are_the_outermost_loop(self) -> None:
        self.again("--case", "5.9,5.1", "--variant", "A", "--seeds", "2", "--jobs", "1")
        with open(self.kept, encoding="utf-8") as file:
            self.assertEqual([json.loads(line)["row"]["seed"] for line in file],
                             ["1", "1", "2", "2"])

    def test_a_line_that_was_cut_off(self) -> None:
        first = self.again("--seeds", "2")[0]
        with open(self.kept, "r+", encoding="utf-8") as file:
            file.truncate(os.path.getsize(self.kept) - 9)
        second, started, said = self.again("--seeds", "2")
        self.assertEqual((second, started), (first, 1))
        self.assertIn("1 broken lines", said)
        self.assertEqual(self.again("--seeds", "2")[:2], (first, 0))

    def test_lines_of_others(self) -> None:
        for line in ("[]", "{}", "7", '{"run": [], "columns": 1, "row": 2}', "\\u0000", "é\x01",
                     '{"run": "x", "columns": ["a"], "row": {"a": 1}}'):
            with open(self.kept, "w", encoding="latin-1") as file:
                file.write(line + "\n")
            self.assertIn("1 broken lines", self.again("--seeds", "1")[2], line)

    def test_the_same_run_twice_counts_once(self) -> None:
        first = self.again("--seeds", "1")[0]
        with open(self.kept, "r+", encoding="utf-8") as file:
            file.write(file.read())
        self.assertEqual(self.again("--seeds", "1")[:2], (first, 0))

    def test_other_parameters_and_another_program(self) -> None:
        self.again("--seeds", "1")
        self.assertEqual(self.again("--seeds", "1", "--timeout", "30")[1], 0)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write("# of another day\n")
        self.assertEqual(self.again("--seeds", "1")[1], 1)
        with open(self.kept, encoding="utf-8") as file:
            self.assertEqual(len({json.loads(line)["run"] for line in file}), 2)

    def test_a_report_has_its_series(self) -> None:
        self.again("--seeds", "1")
        self.assertEqual(self.again("--seeds", "1", "--report", "page")[1], 1)
        self.assertEqual(self.again("--seeds", "1", "--report", "page")[1], 0)

    def test_mistakes(self) -> None:
        done = self.run_it("--keep", "/no/such/file")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("--keep: /no/such/file", done.stderr)


class Performing(Programs):
    def perform(self, *words: Any, **more: Any) -> Any:
        return Done(*perform.perform(*Command(words, PATIENCE, **more)))

    def test_another_build_does_not_run(self) -> None:
        self.assertIn("is another build", self.perform(self.path, "--list", digest="0").failure)
        self.assertIn("No such file", self.perform("/no/program", digest="0").failure)
        same = self.perform(self.path, "--list", digest=perform.digest(self.path))
        self.assertEqual((same.failure, same.out.split("\t")[0]), ("", "5.1"))

    def test_how_a_program_ends(self) -> None:
        self.assertEqual(self.perform("sh", "-c", "echo no >&2; exit 3").failure, "status 3: no")
        self.assertEqual(self.perform("sh", "-c", "kill -9 $$").failure,
                         "ended by SIGKILL: no message")
        self.assertIn("No such file", self.perform("/no/program").failure)

    def test_the_rest_is_ended_with_the_loop(self) -> None:
        commands = {name: Command(("sleep", name), PATIENCE) for name in ("0", "60", "61")}
        endings = Pool(2).run(commands)
        self.assertEqual(next(endings)[0], "0")
        endings.close()         # returns when they have ended


class Workers(Programs):
    """Two processes that a scheduler has."""

    def setUp(self) -> None:
        super().setUp()
        distributed = pytest.importorskip("distributed", reason="there is no python3-distributed")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)      # where programs leave files
        self.cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
            local_directory=self.folder.name, host="127.0.0.1")
        self.addCleanup(self.cluster.close)

    def run_there(self, *arguments: Any) -> Any:
        done = self.run_it(*arguments, "--scheduler", self.cluster.scheduler_address, "--csv", "-")
        return done.returncode, done.stdout, done.stderr

    def test_lines_and_series_are_those_of_this_machine(self) -> None:
        asked = "--case", "5.1,5.2,5.9", "--controller", "scream", "--seeds", "2"
        here = self.run_it(*asked, "--csv", "-", "--report", "here")
        there = self.run_there(*asked, "--report", "there")
        self.assertEqual(there[:2], (0, here.stdout), there[2])
        self.assertEqual(len(here.stdout.split("\n")), 10)
        pages = [sorted(os.listdir(os.path.join(self.folder.name, name, "series")))
                 for name in ("here", "there")]
        self.assertEqual(pages[0], pages[1])
        self.assertEqual(len(pages[0]), 4)

    def test_a_run_whose_worker_dies_is_made_by_another_one(self) -> None:
        status, out, said = self.run_there("--case", "5.1,5.2", "--controller", "scream,deadly",
                                           "--seeds", "2", "--keep", "kept.jsonl")
        self.assertEqual(status, 0, said)
        self.assertEqual(len(out.split("\n")), 14)
        with open(os.path.join(self.folder.name, "kept.jsonl"), encoding="utf-8") as file:
            self.assertEqual(len({json.loads(line)["run"] for line in file}), 12)


class NoScheduler(Programs):
    def test_nobody_answers(self) -> None:
        pytest.importorskip("distributed", reason="there is no python3-distributed")
        for address in ("tcp://127.0.0.1:1", "nonsense://x"):
            done = self.run_it("--controller", "scream", "--scheduler", address)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn(f"--scheduler: nobody answers at {address}", done.stderr)
