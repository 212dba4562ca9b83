# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs that go on where they stopped, and runs on the workers of a scheduler."""
import contextlib
import glob
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from program_fake import HEADER, PATIENCE, Programs

from gstscream.evaluation.pool import Pool
from gstscream.jobs import perform
from gstscream.jobs.command import Command, Done

LINE = "5.9,A,scream,%d,0.9,%d00,0.5,1.5;-"


# --- keep -----------------------------------------------------------------

@pytest.fixture
def programs(tmp_path: pathlib.Path) -> Programs:
    return Programs(str(tmp_path))


@pytest.fixture
def kept(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "kept.jsonl")


def again(programs: Programs, kept: str, *arguments: Any) -> Any:
    """(its CSV, how many runs it made, what it said)"""
    for path in glob.glob(os.path.join(programs.folder, "started-*")):
        os.unlink(path)
    done = programs.run_it("--case", "5.9", "--controller", "scream", "--csv", "-", "--keep", kept,
                           *arguments)
    assert done.returncode == 0, done.stderr
    started = glob.glob(os.path.join(programs.folder, "started-*"))
    return done.stdout, len(started), done.stderr


def test_what_is_done_is_not_done_again(programs: Programs, kept: str) -> None:
    first, started, _ = again(programs, kept, "--seeds", "2")
    assert (first.split("\n")[:3], started) == ([HEADER, LINE % (1, 1), LINE % (2, 2)], 2)
    second, started, said = again(programs, kept, "--seeds", "3")
    assert (second, started) == (first + LINE % (3, 3) + "\n", 1)
    assert "2 runs stand in" in said


def test_what_is_done_is_not_tried_again(programs: Programs, kept: str) -> None:
    tried = os.path.join(programs.folder, "tried-scream")
    for seeds, expected in ("1", True), ("1", False), ("2", True):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(tried)
        again(programs, kept, "--seeds", seeds)
        assert os.path.exists(tried) == expected, seeds


def test_the_seeds_are_the_outermost_loop(programs: Programs, kept: str) -> None:
    again(programs, kept, "--case", "5.9,5.1", "--variant", "A", "--seeds", "2", "--jobs", "1")
    with open(kept, encoding="utf-8") as file:
        assert [json.loads(line)["row"]["seed"] for line in file] == ["1", "1", "2", "2"]


def test_a_line_that_was_cut_off(programs: Programs, kept: str) -> None:
    first = again(programs, kept, "--seeds", "2")[0]
    with open(kept, "r+", encoding="utf-8") as file:
        file.truncate(os.path.getsize(kept) - 9)
    second, started, said = again(programs, kept, "--seeds", "2")
    assert (second, started) == (first, 1)
    assert f"{kept}, line 2: not the whole result" in said
    assert again(programs, kept, "--seeds", "2")[:2] == (first, 0)


@pytest.mark.parametrize("line", [
    "[]", "{}", "7", '{"run": [], "columns": 1, "row": 2}', "\\u0000", "é\x01",
    '{"run": "x", "columns": ["a"], "row": {"a": 1}}'])
def test_lines_of_others(kept: str, programs: Programs, line: str) -> None:
    pathlib.Path(kept).write_text(line + "\n", "latin-1")
    assert f"{kept}, line 1: not the whole" in again(programs, kept, "--seeds", "1")[2], line


def test_the_same_run_twice_counts_once(programs: Programs, kept: str) -> None:
    first = again(programs, kept, "--seeds", "1")[0]
    with open(kept, "r+", encoding="utf-8") as file:
        file.write(file.read())
    assert again(programs, kept, "--seeds", "1")[:2] == (first, 0)


def test_other_parameters_and_another_program(programs: Programs, kept: str) -> None:
    again(programs, kept, "--seeds", "1")
    assert again(programs, kept, "--seeds", "1", "--timeout", "30")[1] == 0
    with open(programs.path, "a", encoding="utf-8") as file:
        file.write("# of another day\n")
    assert again(programs, kept, "--seeds", "1")[1] == 1
    with open(kept, encoding="utf-8") as file:
        assert len({json.loads(line)["run"] for line in file}) == 2


def test_a_report_has_its_series(programs: Programs, kept: str) -> None:
    again(programs, kept, "--seeds", "1")
    assert again(programs, kept, "--seeds", "1", "--report", "page")[1] == 1
    assert again(programs, kept, "--seeds", "1", "--report", "page")[1] == 0


def test_mistakes(programs: Programs) -> None:
    done = programs.run_it("--keep", "/no/such/file")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "--keep: /no/such/file" in done.stderr


# --- performing -----------------------------------------------------------

def performed(*words: Any, **more: Any) -> Any:
    return Done(*perform.perform(*Command(words, PATIENCE, **more)))


def test_another_build_does_not_run(programs: Programs) -> None:
    assert "is another build" in performed(programs.path, "--list", digest="0").failure
    assert "No such file" in performed("/no/program", digest="0").failure
    same = performed(programs.path, "--list", digest=perform.digest(programs.path))
    assert (same.failure, same.out.split("\t")[0]) == ("", "5.1")


def test_how_a_program_ends() -> None:
    assert performed("sh", "-c", "echo no >&2; exit 3").failure == "status 3: no"
    assert performed("sh", "-c", "kill -9 $$").failure == "ended by SIGKILL: no message"
    assert "No such file" in performed("/no/program").failure


def test_the_rest_is_ended_with_the_loop() -> None:
    commands = {name: Command(("sleep", name), PATIENCE) for name in ("0", "60", "61")}
    endings = Pool(2).run(commands)
    assert next(endings)[0] == "0"
    endings.close()         # returns when they have ended


# --- workers --------------------------------------------------------------
# Two processes that a scheduler has.

@pytest.fixture
def cluster(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="there is no python3-distributed")
    monkeypatch.chdir(tmp_path)         # where programs leave files
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                  dashboard_address=None, local_directory=str(tmp_path),
                                  host="127.0.0.1") as cluster:
        yield cluster


def run_there(programs: Programs, cluster: Any, *arguments: Any) -> Any:
    done = programs.run_it(*arguments, "--scheduler", cluster.scheduler_address, "--csv", "-")
    return done.returncode, done.stdout, done.stderr


def test_lines_and_series_are_those_of_this_machine(programs: Programs, cluster: Any) -> None:
    asked = "--case", "5.1,5.2,5.9", "--controller", "scream", "--seeds", "2"
    here = programs.run_it(*asked, "--csv", "-", "--report", "here")
    there = run_there(programs, cluster, *asked, "--report", "there")
    assert there[:2] == (0, here.stdout), there[2]
    assert len(here.stdout.split("\n")) == 10
    pages = [sorted(os.listdir(os.path.join(programs.folder, name, "series")))
             for name in ("here", "there")]
    assert pages[0] == pages[1]
    assert len(pages[0]) == 4


def test_a_run_whose_worker_dies_is_made_by_another_one(programs: Programs, cluster: Any) -> None:
    status, out, said = run_there(programs, cluster, "--case", "5.1,5.2", "--controller",
                                  "scream,deadly", "--seeds", "2", "--keep", "kept.jsonl")
    assert status == 0, said
    assert len(out.split("\n")) == 14
    with open(os.path.join(programs.folder, "kept.jsonl"), encoding="utf-8") as file:
        assert len({json.loads(line)["run"] for line in file}) == 12


# --- no scheduler ---------------------------------------------------------

def test_nobody_answers(programs: Programs) -> None:
    pytest.importorskip("distributed", reason="there is no python3-distributed")
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        done = programs.run_it("--controller", "scream", "--scheduler", address)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert f"--scheduler: nobody answers at {address}" in done.stderr
