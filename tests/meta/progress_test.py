# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The minutes that tests/run tells are right on machines of any speed."""
import os
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


def said(slower: float) -> list[tuple[float, float]]:
    """(s that a run will take from then on, s that it says) on a machine that is so much slower."""
    usual, builds = table("usual"), table("builds")
    script, when, now = [". tests/progress.sh"], [], 0.0
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
    done = subprocess.run(["bash", "-euc", "\n".join(script)], cwd=ROOT, capture_output=True,
                          text=True, check=True)
    return [(now - second, float(line)) for second, line in zip(when, done.stdout.split())
            if second >= 120]


@pytest.mark.parametrize("slower", [0.6, 0.8, 1, 1.3, 1.6, 2, 2.5])
def test_minutes_left(slower: float) -> None:
    """Within 30 %, from the second minute on; the last minute is one."""
    for true, told in said(slower):
        assert abs(told - true) <= max(0.3 * true, 60), (true, told)
