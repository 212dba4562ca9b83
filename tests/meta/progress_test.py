# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The minutes that tests/run tells are right on machines of any speed."""
import os
import pathlib
import re
import subprocess

import pytest

from where import ROOT

STAGES = "unit evaluation tools sanitize thread valgrind e2e distros coverage faults".split()
EACH = 20                       # s
STEPS = 1000                    # of a build
WAITING = 0.4                   # of what is no build: it takes as long on each machine


def table(name: str) -> dict[str, int]:
    with open(os.path.join(ROOT, "tests", "progress.sh"), encoding="utf-8") as file:
        found = re.search(rf"{name}=\((.*?)\)", file.read(), re.DOTALL)
    assert found
    return {stage: int(number) for stage, number in re.findall(r"\[(\w+)\]=(\d+)", found[1])}


def told(script: list[str], when: list[float], end: float) -> list[tuple[float, float]]:
    """(s that a run will take from then on, s that it says), from the second minute on"""
    done = subprocess.run(["bash", "-euc", "\n".join([". tests/progress.sh", *script])], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    return [(end - second, float(line)) for second, line in zip(when, done.stdout.split())
            if second >= 120]


def said(slower: float) -> list[tuple[float, float]]:
    """On a machine that is so much slower."""
    usual, builds = table("usual"), table("builds")
    script, when, now = list[str](), list[float](), 0.0
    for index, stage in enumerate(STAGES):
        build = usual[stage] * builds.get(stage, 0) / 100 * slower
        rest = usual[stage] * (1 - builds.get(stage, 0) / 100)
        took = build + rest * (WAITING + (1 - WAITING) * slower)
        for second in range(0, int(took), EACH):
            if second < build:
                built = int(STEPS * second / build)
                script.append(f"built_so_far {stage} {second} {built} {STEPS}")
            script.append(f"seconds_left {stage} {second} {' '.join(STAGES[index + 1:])}")
            when.append(now + second)
        script.append(f"stage_ended {stage} {int(took)}")
        now += took
    return told(script, when, now)


def right(found: list[tuple[float, float]]) -> None:
    """Within 30 %; the last minute is one."""
    for true, said in found:
        assert abs(said - true) <= max(0.3 * true, 60), (true, said)


@pytest.mark.parametrize("slower", [0.6, 0.8, 1, 1.3, 1.6, 2, 2.5])
def test_minutes_left(slower: float) -> None:
    right(said(slower))


@pytest.mark.parametrize("build", [0, 1])
@pytest.mark.parametrize("slower", [0.5, 1, 2])
def test_as_the_last_run(slower: float, build: int, tmp_path: pathlib.Path) -> None:
    """Though half of its tests end in a tenth of their time; and it may have had to build first."""
    pace, usual = tmp_path / "pace", table("usual")["unit"]
    first = usual * table("builds")["unit"] // 100
    tests = usual - first

    def step(at: float) -> int:
        return int(1 + min(1.2 * at, 43 + 0.13 * at))

    pace.write_text("".join(f"unit {step(at)} 100 {first + at}\n"
                            for at in range(0, tests, EACH)), "ascii")
    when = [first * build * slower + second for second in range(0, int(tests * slower), EACH)]
    built = [f"built_so_far unit {int(first * slower)} 1000 1000"] * build
    script = built + [line for now in when for line in (
        f"as_far_as {pace} {int(now)} unit {step(now / slower - first * build)} 100",
        f"seconds_left unit {int(now)}")]
    right(told(script, when, (first * build + tests) * slower))
