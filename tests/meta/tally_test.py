# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/tally.py counts what Meson and programs say."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

import tally
from where import ROOT

# --- tally ----------------------------------------------------------------

@pytest.fixture
def output(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "output")


def write(output: str, text: str) -> None:
    pathlib.Path(output).write_text(text, "utf-8")


def program(output: str, text: str, status: int = 0) -> tuple[list[str], int]:
    write(output, text)
    return tally.end(tally.of_program("soak", status, output))


def test_a_program(output: str) -> None:
    assert program(output, "x\n3 passed, 0 failed\n") == (["3 passed, 0 failed, 0 skipped"], 0)
    lines, status = program(output, "3 passed, 1 failed, 0 skipped\n", 1)
    assert (lines[-1], status) == ("3 passed, 1 failed, 0 skipped", 1)


def test_skips_say_why(output: str) -> None:
    lines, status = program(
        output, "1/3 tun-a skipped: late\n2/3 tun-b skipped: late\n3/3 tun-c skipped: no iperf3\n"
        "0 passed, 0 failed, 4 skipped\n", 77)
    assert lines[:3] == [
        "2 skipped: tun-a, tun-b: late", "1 skipped: tun-c: no iperf3",
        "1 skipped: soak: it does not say why"]
    assert (lines[-1], status) == ("0 passed, 0 failed, 4 skipped", 1)


def test_77_without_a_sum(output: str) -> None:
    lines, _ = program(output, "soak: skipped: needs root\n", 77)
    assert lines[0] == "1 skipped: soak: needs root"
    assert program(output, "no clang\n", 77)[0][0] == "1 skipped: soak: no clang"


@pytest.mark.parametrize("text", ["", "3 passed, 0 failed\n"])
def test_a_crash_is_a_failure(output: str, text: str) -> None:
    lines, status = program(output, text, 139)
    assert status == 1
    assert " 1 failed" in lines[-1]


def test_meson(output: str) -> None:
    write(
        output, "\n".join(
            json.dumps(one) for one in
            ({"name": "a:libs / x", "result": "OK"}, {"name": "y", "result": "EXPECTEDFAIL"},
             {"name": "a:e / z", "result": "SKIP", "stdout": "ran\nskipped: test_z: late\n"},
             {"name": "t", "result": "TIMEOUT"})) + "\n")
    lines, status = tally.end(tally.of_meson(output))
    assert lines == [
        "1 skipped: z: test_z: late", "failed: t: TIMEOUT", "2 passed, 1 failed, 1 skipped"]
    assert status == 1


def test_nothing_ran(output: str) -> None:
    assert tally.end([])[1] == 1
    assert tally.of_meson(output + "x")[0][0] == "failed"


# --- pytest ---------------------------------------------------------------
# What tests/conftest.py makes of skipped tests, as tally reads it.

def run_file(folder: pathlib.Path, *lines: str) -> tuple[int, list[str]]:
    """(status, reasons)"""
    path = folder / "one_test.py"
    path.write_text("\n".join(["import pytest", *lines, ""]), "utf-8")
    done = subprocess.run(
        [sys.executable, "-Bm", "pytest", "-p", "conftest", "-c", "/dev/null",
         "-p", "no:cacheprovider", path],
        env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "tests")},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, [reason for _, reason in tally.reasons(done.stdout)]


def test_a_skipped_file(tmp_path: pathlib.Path) -> None:
    line = "pytest.skip('no ffmpeg', allow_module_level=True)"
    assert run_file(tmp_path, line) == (77, ["no ffmpeg"])


def test_some_skipped_and_some_passed(tmp_path: pathlib.Path) -> None:
    status, _ = run_file(tmp_path, "def test_one(): pass", "def test_two(): pytest.skip('no x')")
    assert status == 0


def test_late_for_one_of_two(tmp_path: pathlib.Path) -> None:
    status, (reason,) = run_file(tmp_path, "def test_one(): pass",
                                 "def test_two(): pytest.skip('untrusted: late (1 s)')")
    assert status == 77
    assert "test_two: untrusted: late (1 s)" in reason


def test_a_failure_stays_one(tmp_path: pathlib.Path) -> None:
    status, _ = run_file(tmp_path, "def test_one(): assert 0",
                         "def test_two(): pytest.skip('untrusted: late')")
    assert status == 1
    assert run_file(tmp_path, "import nowhere")[0] == 2
