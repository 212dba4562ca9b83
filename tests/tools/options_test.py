# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The options that programs have in common: what is taken, and in which words it is refused."""
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from where import ROOT

from gstscream import options
from gstscream.errors import UserError


def parsed(kind: Callable[..., Any], text: str) -> Any:
    made = options.Parser("program", "what it does")
    made.add_argument("--it", type=kind)
    return made.parse_args(["--it", text]).it


@pytest.mark.parametrize(("kind", "text", "value"), [
    (options.count, "1", 1), (options.count, "1000", 1000),
    (options.words, "a, b,a", ["a", "b"]),
    (options.whole(2, 5), "5", 5),
    (options.seconds(0.5, 60), "0.5", 0.5), (options.seconds(0.5, 60), "60.", 60.0),
    (options.seconds(0.01), ".05", 0.05),
])
def test_taken(kind: Callable[..., Any], text: str, value: float | list[str]) -> None:
    assert parsed(kind, text) == value


@pytest.mark.parametrize(("kind", "text", "why"), [
    (options.count, "0", "'0' is not a number from 1 to 1000"),
    (options.count, "1001", "not a number from 1 to 1000"),
    (options.count, "-1", "not a number from 1 to 1000"),
    (options.words, "a,,b", "an empty name in 'a,,b'"),
    (options.whole(2, 5, "place"), "6", "not a place from 2 to 5"),
    (options.seconds(2), "1.9", "not a time from 2 to 86400 seconds"),
    (options.seconds(2), "1e3", "not a time"), (options.seconds(2), "nan", "not a time"),
    (options.writable, "/dev/null/x", "/dev/null/x cannot be written"),
])
def test_refused_in_one_line(kind: Callable[..., Any], text: str, why: str) -> None:
    with pytest.raises(UserError) as caught:
        parsed(kind, text)
    said = str(caught.value)
    assert said.startswith("--it: ") and why in said and "\n" not in said


def test_an_option_is_written_out() -> None:
    with pytest.raises(UserError, match="unrecognized arguments: --i"):
        options.Parser("program", "").parse_args(["--i"])


def test_status_says_mistakes_in_the_name_of_the_program(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise UserError("--it: no")

    assert options.status("program", fail) == 2
    assert options.status("program", lambda: open(tmp_path / "none").close()) == 2
    assert options.status("program", lambda: None) == 0
    assert options.status("program", lambda: 1) == 1
    said = capsys.readouterr().err.split("\n")
    assert said == ["program: --it: no", f"program: {tmp_path}/none: No such file or directory", ""]


@pytest.mark.parametrize("lines", [1, 100000])
def test_who_reads_may_go(lines: int) -> None:
    """It is seen when the output is full, or at the end; either way nothing is said."""
    text = "import sys; from gstscream import options; " \
           f"sys.exit(options.status('it', lambda: print({lines} * 'x\\n')))"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-c", text], stdout=writing, stderr=subprocess.PIPE,
                          cwd=os.path.join(ROOT, "tools"), check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (options.NOBODY_READS, b"")


def test_a_file_that_is_there_or_can_be(tmp_path: Path) -> None:
    assert parsed(options.writable, str(tmp_path / "new.csv")) == str(tmp_path / "new.csv")
    with pytest.raises(UserError, match="cannot be written"):
        parsed(options.writable, str(tmp_path))
