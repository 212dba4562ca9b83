# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab --help is there at once, and shells complete words of it and of other programs."""
import os
import re
import subprocess
import tempfile
from typing import Any

import pytest

from where import ROOT

PROGRAM = os.path.join(ROOT, "tools", "scream-ab")
# Each takes a tenth of a second or more; --help needs none of them.
HEAVY = {"gi", "jinja2", "matplotlib", "numpy", "rich", "scipy", "subprocess", "argcomplete"}
PATIENCE = 120                  # s, on a busy machine


def run(*command: Any, **changes: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, **changes})


def test_heavy_modules_are_loaded_where_they_are_used() -> None:
    done = run("/usr/bin/python3", "-B", "-X", "importtime", PROGRAM, "--help")
    assert done.returncode == 0, done.stderr
    loaded = set(re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE))
    assert "argparse" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.parametrize("command, words", [
    ("compare", "--frame-delay-p95"), ("corpus", "satellite (low"), ("doctor", "--json")])
def test_each_command_has_its_help(command: str, words: str) -> None:
    done = run("/usr/bin/python3", "-B", PROGRAM, command, "--help")
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert "%%" not in done.stdout


# They run controllers, networks or whole pipelines, each with dozens of options.
@pytest.mark.parametrize("program", [
    "tests/evaluation/run", "tests/evaluation/linkmap", "tests/evaluation/pathtable",
    "tests/evaluation/sensitivity", "tests/tables", "tests/soak", "tests/e2e/run",
    "tests/e2e/repair", "tests/e2e/adapt", "examples/bw-test/measure", "examples/scale/measure",
    "examples/scale/growth", "examples/quickstart/run"])
def test_each_program_has_its_help(program: str) -> None:
    done = run(os.path.join(ROOT, program), "--help")
    assert done.returncode == 0, done.stderr
    assert "%%" not in done.stdout


@pytest.mark.parametrize("command", [(), ("compare",), ("corpus",), ("doctor",)])
def test_the_manual_page_has_all_options(command: tuple[str]) -> None:
    with open(PROGRAM + ".1", encoding="utf-8") as file:
        page = file.read().replace("\\-", "-")
    text = run("/usr/bin/python3", "-B", PROGRAM, *command, "--help").stdout
    options = set(re.findall(r"^  (?:-o[^-]*)?(--[\w-]+)", text, re.MULTILINE))
    assert options or not command, text
    assert {option for option in options if option not in page} == set()


def completed(line: str) -> set[str]:
    """What a shell is told, as argcomplete's script for Bash asks."""
    program = os.path.join(ROOT, line.split()[0].replace("scream", "tools/scream"))
    with tempfile.NamedTemporaryFile("r") as said:
        done = run("bash", "-c", f"exec 8>{said.name} 9>/dev/null; exec /usr/bin/python3 -B "
                   f"'{program}'", COMP_LINE=line, COMP_POINT=str(len(line)), COMP_TYPE="9",
                   _ARGCOMPLETE="1", _ARGCOMPLETE_IFS="\n")
        assert done.stderr == ""
        return {word.strip() for word in said.read().split("\n")}


@pytest.mark.parametrize("line, words", [
    ("scream-ab --enc", {"--encoders"}),
    ("scream-ab co", {"compare", "corpus"}),
    ("scream-ab --case l", {"lte"}),
    ("scream-ab --encoders x264enc,v", {"x264enc,vp8enc", "x264enc,vp9enc"}),
    ("scream-ab --controllers scream,g", {"scream,gcc"}),
    ("scream-ab --corpus cellular:20,w", {"cellular:20,wifi:20"}),
    ("scream-ab compare --ps", {"--psnr"}),
    ("scream-ab doctor --j", {"--json"}),
    ("scream-plot --liv", {"--live"}),
    ("scream-plot --format webrtc", {"webrtc-internals"}),
    ("tests/evaluation/run --case none --sched", {"--scheduler"}),
    ("tests/evaluation/linkmap --cell none --half t", {"tuning"})])
def test_words(line: str, words: set[str]) -> None:
    pytest.importorskip("argcomplete", reason="there is no python3-argcomplete")
    assert completed(line) == words
