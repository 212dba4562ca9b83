# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests/tables and tests/evaluation/pathtable put into a page."""
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import types
from typing import Any

import pytest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def script(*path: Any) -> types.ModuleType:
    """A program without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(path[-1], os.path.join(TESTS, *path))
    spec = importlib.util.spec_from_loader(path[-1], loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


tables = script("tables")
pathtable = script("evaluation", "pathtable")

PAGE = """Text.

Measured at 1234abc (the column of b at 2345bcd) with `tests/one
--table`:

<!-- table -->

| case | b |
| --- | --- |
| x | 1 |

<!-- end -->

More.
"""


# --- tables ---------------------------------------------------------------


def renewed(printed: str, page: str = PAGE, controller: str | None = None,
            minutes: str | None = None) -> str:
    commands = []

    def run(command: str, time: str | None) -> str:
        commands.append(command)
        assert time == minutes
        return printed

    match = tables.TABLE.search(page)
    new = tables.renewed(match, run, "3456cde", controller)
    assert commands == ["tests/one --table"]
    return page.replace(match[0], new)


def test_rows_and_commit_are_new() -> None:
    new = PAGE.replace("1234abc (the column of b at 2345bcd)", "3456cde") \
            .replace("| x | 1 |\n", "| y | 2 |\n| z | 3 |\n")
    for head in ("", "| x | other |\n| --- | --- |\n", "progress\n"):
        assert renewed(head + "| y | 2 |\n| z | 3 |\n") == new, head


def test_a_renewed_page_is_renewed_again() -> None:
    again = tables.TABLE.search(renewed("| y | 2 |\n"))
    assert (again["commit"], again["lines"].split("\n")[2:]) == ("3456cde", ["| y | 2 |", ""])


@pytest.mark.parametrize("printed", [
    "", "text\n", "| --- | --- |\n", "| y |\n", "| y | 2 | 3 |\n",
    "| a | b | c |\n| --- | --- | --- |\n| y | 2 |\n"])
def test_no_rows_leave_the_page(printed: str) -> None:
    with pytest.raises(tables.Refused):
        renewed(printed)


def test_listing() -> None:
    match = tables.TABLE.search(PAGE)
    assert list(tables.listing("a.md", [match])) == ["a.md 1234abc tests/one --table"]


def test_real_time() -> None:
    page = PAGE.replace("<!-- table -->", "<!-- table: real time, 10 minutes -->")
    assert "| y | 2 |" in renewed("| y | 2 |\n", page, minutes="10")
    chosen = tables.parse(["--virtual"])
    assert (len(tables.wanted(PAGE, "", chosen)), tables.wanted(page, "", chosen),
            tables.wanted(PAGE, "two", chosen)) == (1, [], [])


def test_late_machines_leave_the_page() -> None:
    with pytest.raises(tables.Late, match="busy here"):
        tables.output_of("echo busy here; exit 77")
    with pytest.raises(subprocess.CalledProcessError):
        tables.output_of("exit 1")


def test_a_table_that_stays_does_not_stop_others(tmp_path: pathlib.Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    match, late = tables.TABLE.search(PAGE), tables.Late("busy")
    answers: list[Any] = [late, "", "| y | 2 |"]

    def run_here(*_: Any) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(tables, "ROOT", str(tmp_path))
    monkeypatch.setattr(tables, "run_here", run_here)
    faults = list(tables.renew("a.md", PAGE, [match] * 3, "3456cde", None))
    assert "| y | 2 |" in (tmp_path / "a.md").read_text("utf-8")
    assert [type(fault) for fault in faults] == [tables.Late, tables.Refused]
    for some, status in (([], 0), ([late], 77), (faults, 1)):
        assert tables.status_of(some) == status


def test_a_file_has_all_rows(tmp_path: pathlib.Path) -> None:
    data = tmp_path / "x.csv"
    data.write_text("case,b\nw,0\nx,1\n", "utf-8")
    page = PAGE.replace("<!-- table -->", "<!-- table: x.csv -->")
    match = tables.TABLE.search(page)

    def new(printed: str) -> str:
        found = tables.renewed(match, lambda *_: printed, "3456cde", None, str(tmp_path))
        assert isinstance(found, str)
        return found

    assert "| x | 3 |\n\n<!-- end" in new("| case | b |\n| --- | --- |\n| w | 2 |\n| x | 3 |\n")
    assert data.read_text("utf-8") == "case,b\nw,2\nx,3\n"
    with pytest.raises(tables.Refused, match="no row x"):
        new("| case | b |\n| --- | --- |\n| w | 2 |\n")
    assert data.read_text("utf-8") == "case,b\nw,2\nx,3\n"


PROSE = ("| **`a`** | text | **1 %** |\n| b | | 2 |\n")


def cells(printed: str, header: str = "| name | about | use |\n| --- | --- | --- |\n",
          rows: str = PROSE) -> Any:
    return tables.new_lines(printed, header + rows, False)[len(header):]


def test_cells_of_a_page_with_prose() -> None:
    assert cells("| name | use |\n| --- | --- |\n| `a` | 3 % |\n") == (
        "| **`a`** | text | 3 % |\n| b |  | 2 |\n")
    for printed in ("| name | loss |\n| --- | --- |\n| a | 3 |\n",
                    "| name | use |\n| --- | --- |\n| c | 3 |\n"):
        with pytest.raises(tables.Refused):
            cells(printed)


def test_rows_of_controllers() -> None:
    rows = "| x | a | 1 |\n|  | b | 2 |\n| y | a | 3 |\n|  | b | 4 |\n"
    header = "| variant | controller | use |\n| --- | --- | --- |\n"
    printed = header + "| `x` | b | 5 |\n| `y` | b | 6 |\n"
    assert tables.new_lines(printed, header + rows, True)[len(header):] == (
        "| x | a | 1 |\n|  | b | 5 |\n| y | a | 3 |\n|  | b | 6 |\n")


def test_cells_of_one_controller() -> None:
    run = "tests/evaluation/run --variant A --table"
    for command, wanted in (
            ("tests/one", ("tests/one", False)), (run, (run + " --controller gcc", True)),
            (run + " --controller gcc", (run + " --controller gcc", False)),
            (run + " --controller a,gcc -x", (run + " --controller gcc -x", True)),
            (run + " --controller gcc-draft02", None)):
        assert tables.of_controller(command, "gcc") == wanted, command
    page = PAGE.replace("tests/one\n--table", run)
    match = tables.TABLE.search(page)
    new = tables.renewed(match, lambda *_: "| case | b |\n| --- | --- |\n| x | 2 |\n",
                         "3456cde", "b")
    assert "Measured at 1234abc (b at 3456cde) with" in new
    assert "| x | 2 |" in new


# --- path table -----------------------------------------------------------

def test_axis() -> None:
    assert pathtable.axis("rtt=50,200") == ["rtt=50", "rtt=200"]


def test_cell_of_frames() -> None:
    seed = ('{"utilisation": %s, "frame_delay_p50_ms": 60, "frame_delay_p95_ms": 90,'
            ' "frame_delay_p99_ms": 120}\n')
    assert pathtable.frames_cell(seed % 0.9 + seed % 0.8) == "85.0 %, 60 / 90 / 120 ms"


def test_cell() -> None:
    assert pathtable.cell("utilisation 0.941 queue p50 6.3 p95 24.8 p99 33 ms") == "94.1 %, 25 ms"
