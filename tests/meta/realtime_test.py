# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests/realtime.py excuses, and what it does not."""
import contextlib
import ctypes
import io
import os
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any

import realtime

# As a program of GstCheck: fails what GST_CHECKS names and its argument says.
CHECK = """#!/bin/sh
echo "$GST_CHECKS" >>"$0.calls"
[ "$(wc -l <"$0.calls")" -gt "$1" ] && exit 0
echo "file.c:12:F:general:test_one:0: $2"
exit 1
"""


class FakeWatch:
    """late: what it says of each try."""
    late: list[Any] = []

    def __init__(self, _busy: float = 1) -> None:
        self.reason = None

    def __enter__(self) -> "FakeWatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.reason = self.late.pop(0) if self.late else None


class Fake(unittest.TestCase):
    def setUp(self) -> None:
        for name, value in (("Watch", FakeWatch), ("wait_for_calm", lambda: None)):
            self.addCleanup(setattr, realtime, name, getattr(realtime, name))
            setattr(realtime, name, value)
        self.tries: list[Any] = []

    def late(self, *reasons: Any) -> None:
        FakeWatch.late = list(reasons)

    def case(self, good_from: int) -> Callable[..., Any]:
        def run(name: str = "one") -> str:
            self.tries.append(name)
            if len(self.tries) <= good_from:
                raise AssertionError("too long")
            return "well"
        return run

    def quietly(self, function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
        """(what it gives, what it prints)"""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            return function(*arguments), out.getvalue()


class Cases(Fake):
    def run_them(self, names: list[str], run: Callable[..., Any]) -> Any:
        return self.quietly(realtime.run_cases, "a-", names, run, AssertionError)

    def test_missed_twice_on_a_machine_in_time(self) -> None:
        status, text = self.run_them(["one"], self.case(99))
        self.assertEqual((status, len(self.tries)), (1, realtime.MISSES))
        self.assertIn("again later: missed once (too long)", text)
        self.assertIn("FAILED: too long", text)
        self.assertTrue(text.endswith("0 passed, 1 failed, 0 skipped\n"), text)

    def test_missed_once_on_a_machine_in_time(self) -> None:
        status, text = self.run_them(["one", "two"], self.case(1))
        self.assertEqual((status, self.tries), (0, ["one", "two", "one"]))
        self.assertIn("again later: missed once (too long)", text)

    def test_a_late_one_is_tried_after_the_others(self) -> None:
        self.late("late")
        status, text = self.run_them(["one", "two"], self.case(1))
        self.assertEqual((status, self.tries), (0, ["one", "two", "one"]))
        self.assertTrue(text.endswith("2 passed, 0 failed, 0 skipped\n"), text)

    def test_an_always_late_machine_is_skipped_with_its_reason(self) -> None:
        self.late("late 1", None, "late 2", "late 3")
        run = self.case(99)
        status, text = self.run_them(["one", "two"], lambda name: name == "two" or run(name))
        self.assertEqual((status, len(self.tries)), (0, realtime.TRIES))
        self.assertIn("a-one                skipped: late 3 (too long)", text)
        self.assertTrue(text.endswith("1 passed, 0 failed, 1 skipped\n"), text)

    def test_nothing_but_late(self) -> None:
        self.late("late", "late", "late")
        self.assertEqual(self.run_them(["one"], self.case(99))[0], realtime.SKIPPED)

    def test_late_at_first_and_then_wrong(self) -> None:
        self.late("late")
        self.assertEqual(self.run_them(["one"], self.case(99))[0], 1)
        self.assertEqual(len(self.tries), 1 + realtime.MISSES)

    def test_a_defect_is_none_of_the_machine(self) -> None:
        def run(_: str) -> None:
            self.tries.append("one")
            raise AssertionError("GStreamer-CRITICAL **: assertion failed")
        for late in ("late", None):
            self.late(late)
            self.assertEqual(self.run_them(["one"], run)[0], 1)
        self.assertEqual(len(self.tries), 2)


class Unittest(Fake):
    def outcome(self, good_from: int) -> Any:
        run = self.case(good_from)

        @realtime.patient
        class Inner(unittest.TestCase):
            def test_it(self) -> None:
                run()

        return self.quietly(unittest.TextTestRunner(io.StringIO()).run, Inner("test_it"))[0]

    def test_in_time(self) -> None:
        self.assertEqual(len(self.outcome(99).failures), 1)

    def test_missed_once(self) -> None:
        done = self.outcome(1)
        self.assertEqual((done.failures, done.errors, done.skipped), ([], [], []))

    def test_late_once(self) -> None:
        self.late("late")
        done = self.outcome(1)
        self.assertEqual((done.failures, done.errors, done.skipped), ([], [], []))

    def test_always_late(self) -> None:
        self.late("late", "late", "late")
        done = self.outcome(99)
        self.assertEqual(done.failures, [])
        self.assertEqual([reason for _, reason in done.skipped],
                         [realtime.LATE + "late (too long)"])


class Check(Fake):
    def run_it(self, failures: int, words: str = "too long") -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "check")
            with open(program, "w", encoding="ascii") as file:
                file.write(CHECK)
            os.chmod(program, 0o755)
            try:
                status, text = self.quietly(realtime.check_program,
                                            [program, str(failures), words])
            except SystemExit as end:
                status, text = end.code, ""
            with open(program + ".calls", encoding="ascii") as file:
                self.calls = file.read().split("\n")[:-1]
        return status, text

    def test_in_time(self) -> None:
        self.assertEqual(self.run_it(99)[0], 1)
        self.assertEqual(self.calls[1:], ["test_one"])

    def test_missed_once(self) -> None:
        self.assertEqual(self.run_it(1)[0], 0)

    def test_only_what_failed_is_tried_again(self) -> None:
        self.late("late")
        self.assertEqual(self.run_it(1)[0], 0)
        self.assertEqual(self.calls, [os.environ.get("GST_CHECKS", ""), "test_one"])

    def test_always_late(self) -> None:
        self.late("late", "late", "late")
        status, text = self.run_it(99)
        self.assertEqual(status, realtime.SKIPPED)
        self.assertIn("skipped: late (test_one: too long)", text)

    def test_a_warning_is_none_of_the_machine(self) -> None:
        for words in ("Unexpected critical/warning: x", "ERROR: AddressSanitizer: stack-overflow",
                      "runtime error: overflow"):
            self.late("late")
            self.assertEqual(self.run_it(99, words)[0], 1)
            self.assertEqual(len(self.calls), 1, words)

    def test_what_a_failed_check_leaves_is_no_defect(self) -> None:
        for words in ("WARNING: ThreadSanitizer: data race (pid=1)",
                      "WARNING: ThreadSanitizer: thread leak (pid=1)",
                      "ERROR: LeakSanitizer: detected memory leaks"):
            self.late("late")
            self.assertEqual(self.run_it(1, words)[0], 0, words)


class Measure(unittest.TestCase):
    def judged(self, *figures: Any) -> Any:
        watch = realtime.Watch(realtime.BUSY)
        watch.judge(*figures)
        return watch.reason

    def test_what_is_late(self) -> None:
        self.assertIsNone(self.judged(0.9, 0.01, 0.1, 5))
        self.assertIn("others had 20 %", self.judged(0.9, 0.2, 0.1, 5))
        self.assertIn("busy to 99 %", self.judged(0.99, 0.01, 0.1, 5))
        self.assertIn("p99 2.0 ms", self.judged(0.1, 0.01, 2.0, 5))
        self.assertIn("max 50 ms", self.judged(0.1, 0.01, 0.1, 50))

    def test_what_we_use_is_ours(self) -> None:
        """Also what a child of a child uses that nobody waits for."""
        own, (used, _) = realtime.own_seconds(), realtime.processor_seconds()
        realtime.adopt_orphans()
        burn = "import time\nwhile time.process_time() < 0.3: pass"
        # Its output ends with the last that has it.
        subprocess.check_output(["sh", "-c", f'{sys.executable} -c "{burn}" &'])
        own, used = realtime.own_seconds() - own, realtime.processor_seconds()[0] - used
        self.assertGreater(own, 0.25)   # ticks of 10 ms
        self.assertLess(own, used + 0.1)

    def test_it_sees_others(self) -> None:
        """A process of somebody else takes a processor."""
        code = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\n" \
            "end = time.monotonic() + 1\nwhile time.monotonic() < end: pass"
        with realtime.Watch() as watch:
            # Not below us, if init takes it.
            ctypes.CDLL(None).prctl(realtime.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
            subprocess.run([sys.executable, "-c", code], check=True)
            time.sleep(0.9)
        self.assertIsNotNone(watch.reason)
