# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/tally.py counts what Meson and programs say."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import tally
from where import ROOT


class Tally(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.output = os.path.join(folder.name, "output")

    def write(self, text: str) -> None:
        with open(self.output, "w", encoding="utf-8") as file:
            file.write(text)

    def program(self, text: str, status: int = 0) -> tuple[list[str], int]:
        self.write(text)
        return tally.end(tally.of_program("soak", status, self.output))

    def test_a_program(self) -> None:
        self.assertEqual(self.program("x\n3 passed, 0 failed\n"),
                         (["3 passed, 0 failed, 0 skipped"], 0))
        lines, status = self.program("3 passed, 1 failed, 0 skipped\n", 1)
        self.assertEqual((lines[-1], status), ("3 passed, 1 failed, 0 skipped", 1))

    def test_skips_say_why(self) -> None:
        lines, status = self.program(
            "1/3 tun-a skipped: late\n2/3 tun-b skipped: late\n3/3 tun-c skipped: no iperf3\n"
            "0 passed, 0 failed, 4 skipped\n", 77)
        self.assertEqual(lines[:3], ["2 skipped: tun-a, tun-b: late",
                                     "1 skipped: tun-c: no iperf3",
                                     "1 skipped: soak: it does not say why"])
        self.assertEqual((lines[-1], status), ("0 passed, 0 failed, 4 skipped", 1))

    def test_77_without_a_sum(self) -> None:
        lines, _ = self.program("soak: skipped: needs root\n", 77)
        self.assertEqual(lines[0], "1 skipped: soak: needs root")
        self.assertEqual(self.program("no clang\n", 77)[0][0], "1 skipped: soak: no clang")

    def test_a_crash_is_a_failure(self) -> None:
        for text in ("", "3 passed, 0 failed\n"):
            lines, status = self.program(text, 139)
            self.assertEqual(status, 1)
            self.assertIn(" 1 failed", lines[-1])

    def test_meson(self) -> None:
        self.write("\n".join(json.dumps(one) for one in (
            {"name": "a:libs / x", "result": "OK"}, {"name": "y", "result": "EXPECTEDFAIL"},
            {"name": "a:e / z", "result": "SKIP", "stdout": "ran\nskipped: test_z: late\n"},
            {"name": "t", "result": "TIMEOUT"})) + "\n")
        lines, status = tally.end(tally.of_meson(self.output))
        self.assertEqual(lines, ["1 skipped: z: test_z: late", "failed: t: TIMEOUT",
                                 "2 passed, 1 failed, 1 skipped"])
        self.assertEqual(status, 1)

    def test_nothing_ran(self) -> None:
        self.assertEqual(tally.end([])[1], 1)
        self.assertEqual(tally.of_meson(self.output + "x")[0][0], "failed")


class Pytest(unittest.TestCase):
    """What tests/conftest.py makes of skipped tests, as tally reads it."""

    def run_file(self, *lines: Any) -> tuple[int, list[str]]:
        """(status, reasons)"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one_test.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(["import pytest", *lines, ""]))
            done = subprocess.run(
                [sys.executable, "-Bm", "pytest", "-p", "conftest", "-c", "/dev/null",
                 "-p", "no:cacheprovider", path],
                env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "tests")},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, [reason for _, reason in tally.reasons(done.stdout)]

    def test_a_skipped_file(self) -> None:
        self.assertEqual(self.run_file("pytest.skip('no ffmpeg', allow_module_level=True)"),
                         (77, ["no ffmpeg"]))

    def test_some_skipped_and_some_passed(self) -> None:
        status, _ = self.run_file("def test_one(): pass", "def test_two(): pytest.skip('no x')")
        self.assertEqual(status, 0)

    def test_late_for_one_of_two(self) -> None:
        status, (reason,) = self.run_file(
            "def test_one(): pass", "def test_two(): pytest.skip('untrusted: late (1 s)')")
        self.assertEqual(status, 77)
        self.assertIn("test_two: untrusted: late (1 s)", reason)

    def test_a_failure_stays_one(self) -> None:
        status, _ = self.run_file(
            "def test_one(): assert 0", "def test_two(): pytest.skip('untrusted: late')")
        self.assertEqual(status, 1)
        self.assertEqual(self.run_file("import nowhere")[0], 2)
