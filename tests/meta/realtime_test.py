# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests/realtime.py excuses, and what it does not."""
import ctypes
import os
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

import realtime
from where import ROOT

HERE = os.path.dirname(os.path.abspath(__file__))

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


class Case:
    """One that counts its tries, beside a machine that is late as it says."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.tries: list[Any] = []

    def late(self, *reasons: Any) -> None:
        FakeWatch.late = list(reasons)

    def good_from(self, number: int) -> Callable[..., Any]:
        def run(name: str = "one") -> str:
            self.tries.append(name)
            if len(self.tries) <= number:
                raise AssertionError("too long")
            return "well"
        return run

    def run_them(self, names: list[str], run: Callable[..., Any]) -> tuple[int, str]:
        """(exit status, what it prints)"""
        status = realtime.run_cases("a-", names, run, AssertionError)
        return status, self.capsys.readouterr().out


@pytest.fixture
def case(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Case:
    monkeypatch.setattr(realtime, "Watch", FakeWatch)
    monkeypatch.setattr(realtime, "wait_for_calm", lambda: None)
    monkeypatch.setattr(realtime, "ALONE_SECONDS", 0)
    monkeypatch.setattr(FakeWatch, "late", [])
    return Case(capsys)


# --- cases ----------------------------------------------------------------

def test_missed_twice_on_a_machine_in_time(case: Case) -> None:
    status, text = case.run_them(["one"], case.good_from(99))
    assert (status, len(case.tries)) == (1, realtime.MISSES)
    assert "again later: missed once (too long)" in text
    assert "FAILED: too long" in text
    assert text.endswith("0 passed, 1 failed, 0 skipped\n"), text


def test_a_late_one_is_tried_after_the_others(case: Case) -> None:
    case.late("late")
    status, text = case.run_them(["one", "two"], case.good_from(1))
    assert (status, case.tries) == (0, ["one", "two", "one"])
    assert text.endswith("2 passed, 0 failed, 0 skipped\n"), text


def test_an_always_late_machine_is_skipped_with_its_reason(case: Case) -> None:
    case.late("late 1", None, "late 2", "late 3")
    run = case.good_from(99)
    status, text = case.run_them(["one", "two"], lambda name: name == "two" or run(name))
    assert (status, len(case.tries)) == (0, realtime.TRIES)
    assert "a-one                skipped: late 3 (too long)" in text
    assert text.endswith("1 passed, 0 failed, 1 skipped\n"), text


def test_late_at_first_and_then_wrong(case: Case) -> None:
    case.late("late")
    assert case.run_them(["one"], case.good_from(99))[0] == 1
    assert len(case.tries) == 1 + realtime.MISSES


def test_a_defect_is_none_of_the_machine(case: Case) -> None:
    def run(_: str) -> None:
        case.tries.append("one")
        raise AssertionError("GStreamer-CRITICAL **: assertion failed")
    for late in ("late", None):
        case.late(late)
        assert case.run_them(["one"], run)[0] == 1
    assert len(case.tries) == 2


# --- pytest ---------------------------------------------------------------

# A file of tests on a machine that is late as it is told.  Each try has a folder of its own.
PATIENT = """
import pytest, realtime
from realtime_test import FakeWatch
realtime.Watch, realtime.wait_for_calm, realtime.ALONE_SECONDS = FakeWatch, lambda: None, 0
FakeWatch.late = %r
tries = []

@pytest.mark.patient
def test_it(tmp_path):
    assert not list(tmp_path.iterdir())
    (tmp_path / "left").touch()
    tries.append(0)
    assert len(tries) > %d, %r
"""


def outcome(folder: pathlib.Path, late: list[Any], good_from: int,
            words: str = "too long") -> tuple[int, str]:
    """(exit status, what pytest prints)"""
    (folder / "patient_test.py").write_text(PATIENT % (late, good_from, words), "utf-8")
    done = subprocess.run(
        [sys.executable, "-Bm", "pytest", "-p", "conftest", "-c", "/dev/null",
         "-p", "no:cacheprovider", "patient_test.py"], cwd=folder, capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.join(ROOT, "tests"), HERE])},
        text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("late, good_from, status, words", [
    ([], 99, 1, "1 failed"), (["late"], 1, 0, "1 passed"),
    (["late"] * 3, 99, realtime.SKIPPED, realtime.LATE + "late (AssertionError: too long")])
def test_patient(tmp_path: pathlib.Path, late: list[Any], good_from: int, status: int,
                 words: str) -> None:
    found, said = outcome(tmp_path, late, good_from)
    assert found == status, said
    assert words in said


def test_a_defect_is_not_tried_again(tmp_path: pathlib.Path) -> None:
    status, said = outcome(tmp_path, ["late"], 1, "GStreamer-CRITICAL **: assertion failed")
    assert (status, "1 failed" in said) == (1, True), said


# --- check ----------------------------------------------------------------

class Check:
    """A program of GstCheck: the status and the words of a run, and what was asked of it."""

    def __init__(self, folder: pathlib.Path, case: Case) -> None:
        self.program = folder / "check"
        self.program.write_text(CHECK, "ascii")
        self.program.chmod(0o755)
        self.late, self.capsys = case.late, case.capsys
        self.calls: list[str] = []

    def run(self, failures: int, words: str = "too long") -> tuple[Any, str]:
        calls = self.program.with_name("check.calls")
        calls.unlink(missing_ok=True)
        try:
            status = realtime.check_program([str(self.program), str(failures), words])
        except SystemExit as end:
            status = end.code
        self.calls = calls.read_text("ascii").split("\n")[:-1]
        return status, self.capsys.readouterr().out


@pytest.fixture
def check(tmp_path: pathlib.Path, case: Case) -> Check:
    return Check(tmp_path, case)


def test_only_what_failed_is_tried_again(check: Check) -> None:
    check.late("late")
    assert check.run(1)[0] == 0
    assert check.calls == [os.environ.get("GST_CHECKS", ""), "test_one"]


def test_check_always_late(check: Check) -> None:
    check.late("late", "late", "late")
    status, text = check.run(99)
    assert status == realtime.SKIPPED
    assert "skipped: late (test_one: too long)" in text


@pytest.mark.parametrize("words", [
    "Unexpected critical/warning: x", "ERROR: AddressSanitizer: stack-overflow",
    "runtime error: overflow", "Traceback (most recent call last):"])
def test_a_warning_is_none_of_the_machine(check: Check, words: str) -> None:
    check.late("late")
    assert check.run(99, words)[0] == 1
    assert len(check.calls) == 1, words


@pytest.mark.parametrize("words", [
    "WARNING: ThreadSanitizer: data race (pid=1)", "WARNING: ThreadSanitizer: thread leak (pid=1)",
    "ERROR: LeakSanitizer: detected memory leaks"])
def test_what_a_failed_check_leaves_is_no_defect(check: Check, words: str) -> None:
    check.late("late")
    assert check.run(1, words)[0] == 0, words


# --- measure --------------------------------------------------------------

def judged(*figures: Any) -> Any:
    watch = realtime.Watch(realtime.BUSY)
    watch.judge(*figures)
    return watch.reason


def test_what_is_late() -> None:
    assert judged(0.9, 0.01, 0.1, 5) is None
    assert "others had 20 %" in judged(0.9, 0.2, 0.1, 5)
    assert "busy to 99 %" in judged(0.99, 0.01, 0.1, 5)
    assert "p99 2.0 ms" in judged(0.1, 0.01, 2.0, 5)
    assert "max 50 ms" in judged(0.1, 0.01, 0.1, 50)


def test_what_we_use_is_ours() -> None:
    """Also what a child of a child uses that nobody waits for."""
    own, (used, _) = realtime.own_seconds(), realtime.processor_seconds()
    realtime.adopt_orphans()
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    # Its output ends with the last that has it.
    subprocess.check_output(["sh", "-c", f'{sys.executable} -c "{burn}" &'])
    own, used = realtime.own_seconds() - own, realtime.processor_seconds()[0] - used
    assert own > 0.25   # ticks of 10 ms
    assert own < used + 0.1


def test_it_sees_others() -> None:
    """A process of somebody else takes a processor."""
    code = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\n" \
            "end = time.monotonic() + 1\nwhile time.monotonic() < end: pass"
    with realtime.Watch() as watch:
        # Not below us, if init takes it.
        ctypes.CDLL(None).prctl(realtime.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        subprocess.run([sys.executable, "-c", code], check=True)
        time.sleep(0.9)
    assert watch.reason is not None
