# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/departures and sensitivity: what is set, and which changes a table shows."""
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from gstscream.evaluation.price import cells, command, sensitivity, switches, table
from gstscream.evaluation.results import files
from gstscream.evaluation.results.groups import Group, group

COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,start_s"


def groups(*lines: Any) -> dict[tuple[str, str, str], Group]:
    return group(files.parse([COLUMNS, *lines], "test")[1])


def parameter(of: str, name: str, unit: str = "") -> dict[str, str]:
    return {"of": of, "name": name, "unit": unit}


# --- switches -------------------------------------------------------------

def test_what_switches_off() -> None:
    """A switch, or a number of the draft; by number, D first."""
    ours = [parameter("O2", "s-rtt-min", "ms"), parameter("D18", "mul-increase-factor"),
            parameter("DRAFT", "c"), parameter("D9", "d", "flag"),
            parameter("D18", "fair-rtt", "ms"), parameter("D3", "f"),
            parameter("OURS", "g", "flag")]
    assert list(switches.switches(ours).items()) == [
        ("D9", "d=0"), ("D18", "mul-increase-factor=0.02,fair-rtt=0"), ("O2", "s-rtt-min=0.001")]


# --- prices ---------------------------------------------------------------

def lines(*lines: Any) -> Any:
    return list(table.prices(groups(*lines), {"D1": "p=0"}))[1][2:]


def test_prices_directions() -> None:
    """From the draft's behaviour to the code's."""
    assert lines("a,,scream,1,0.90,20,2", "a,,scream,2,0.92,22,2", "a,D1,scream,1,0.95,40,2",
                 "a,D1,scream,2,0.97,42,2") == ["a queue p95 41 → 21 ms", "a use 96.0 → 91.0 %"]


def test_small_changes() -> None:
    assert lines("a,,scream,1,0.900,40,2", "a,,scream,2,0.920,40,2", "a,D1,scream,1,0.909,43,2.1",
                 "a,D1,scream,2,0.929,43,2.1") == ["–", "–"]


def test_noise() -> None:
    """The same mean of changes, that once goes one way and once comes of one seed."""
    same = lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2", "a,,scream,3,0.7,20,2",
                 "a,D1,scream,1,0.45,20,2", "a,D1,scream,2,0.55,20,2", "a,D1,scream,3,0.65,20,2")
    chance = lines("a,,scream,1,0.5,20,2", "a,,scream,2,0.6,20,2", "a,,scream,3,0.7,20,2",
                   "a,D1,scream,1,0.35,20,2", "a,D1,scream,2,0.6,20,2", "a,D1,scream,3,0.7,20,2")
    assert (same, chance) == (["a use 55.0 → 60.0 %", "–"], ["–", "–"])


def test_a_run_that_never_got_there() -> None:
    assert lines("a,,scream,1,0.9,20,2", "a,,scream,2,0.9,20,2", "a,,scream,3,0.9,20,-1",
                 "a,D1,scream,1,0.9,20,4", "a,D1,scream,2,0.9,20,4",
                 "a,D1,scream,3,0.9,20,4") == ["a to 90 % 4.0 → 2.0 s", "–"]


def test_largest_first() -> None:
    runs = [f"c{number},{of},scream,{seed},{0.9 if of else 0.9 - number / 100},20,2"
            for number in range(2, 10) for of in ("", "D1") for seed in (1, 2)]
    _, worse = lines(*runs)
    assert worse.startswith("c9 use 90.0 → 81.0 %; c8 "), worse
    assert worse.endswith("c7 use 90.0 → 83.0 %; 5 more"), worse


def test_paths() -> None:
    lines = list(table.paths(groups("a,,scream,1,0.9,20,2", "a,,scream-draft,1,0.5,40,2"),
                             {"a": cells.Cell("a path", {})}))
    assert lines[1][:2] == ["a", "a path"]
    assert lines[1][2].startswith("90.0 %, 20 / ")
    assert lines[1][3].startswith("50.0 %, 40 / ")


# --- numbers --------------------------------------------------------------


def number(value: float, least: float = 0, most: float = 100, of: str = "O1",
           unit: str = "") -> dict[str, str | float]:
    return {"name": "p", "of": of, "value": value, "unit": unit, "least": least, "most": most}


@pytest.mark.parametrize("parameter, expected", [
    (number(8), {"half": 4, "double": 16}),
    (number(8, 6, 9), {"half": 6, "double": 9}),
    (number(8, 8, 100), {"double": 16}),
    (number(0), {})])
def test_half_and_double_within_the_range(parameter: Any, expected: Any) -> None:
    assert sensitivity.tried(parameter) == expected


def test_ours() -> None:
    """Neither a number of the draft nor a switch."""
    assert sensitivity.numbers([number(1, of="DRAFT"), number(1, unit="flag")]) == {}
    assert list(sensitivity.numbers([number(1, of="OURS", unit="ms")])) == ["p"]


def test_jobs() -> None:
    """As it is, then each value with each seed."""
    asked = sensitivity.options(["--seeds", "2", "--program", "x"])
    made = command.jobs(asked, {"a": cells.Cell("a path", {"rtt": 2})},
                        sensitivity.variants(sensitivity.numbers([number(1 / 16)])))
    variants = ("", ""), ("p half", "p=0.03125"), ("p double", "p=0.125")
    assert [(job.case, job.variant, job.seed, keys) for job, keys in made.items()] == [
        ("a", variant, seed, {"rtt": 2} | ({"params": value} if value else {}))
        for variant, value in variants for seed in (1, 2)]


def test_numbers_directions() -> None:
    """From the value as it is to the other; an end of the range is said."""
    runs = groups("a,,scream,1,0.90,20,2", "a,,scream,2,0.92,22,2",
                  "a,p double,scream,1,0.95,40,2", "a,p double,scream,2,0.97,42,2")
    _, line = sensitivity.rows(runs, sensitivity.numbers([number(8, 8, unit="ms")]))
    assert line == [
        "`p`", "O1", "8 ms", "out of range", "a use 91.0 → 96.0 %; a queue p95 21 → 41 ms"]


# --- command --------------------------------------------------------------

PROGRAM = """#!/bin/sh
echo '{"name": "a", "of": "D1", "value": 1, "unit": "", "least": 0, "most": 2}'
"""


@pytest.fixture
def program(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "pathrun"
    path.write_text(PROGRAM, "ascii")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("main, arguments, words", [
    (command.main, ["--departure", "D99"], "--departure: no 'D99'"),
    (command.main, ["--seeds", "1"], "--seeds is 2 or more"),
    (command.main, ["--program", "/nowhere"], "/nowhere is not there"),
    (sensitivity.main, ["--number", "b"], "--number: no 'b'; there are a"),
    (sensitivity.main, ["--cell", "moon"], "--cell: no 'moon'; there are steps"),
    (sensitivity.main, ["--seeds", "1"], "--seeds is 2 or more")])
def test_mistakes(program: str, capsys: pytest.CaptureFixture[str], main: Callable[..., int],
                  arguments: list[str], words: str) -> None:
    assert main(["--program", program, *arguments]) == 2
    assert words in capsys.readouterr().err
