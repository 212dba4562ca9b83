# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What switches the departures of scream off leaves the draft."""
import json
import os
import subprocess
from typing import Any

import pytest

from where import BUILD

from gstscream.evaluation.price import switches

PATHRUN = os.path.join(BUILD, "tests", "evaluation", "pathrun")


def test_numbers_are_of_a_departure() -> None:
    """None is left behind by a parameter that is gone."""
    of = {each["name"]: each["of"] for each in switches.parameters(PATHRUN)}
    assert {name for name in switches.OFF if of.get(name, "DRAFT") in switches.NONE} == set()


@pytest.mark.parametrize("path", [
    {"schedule": "0:2M,10:1M"}, {"schedule": "0:5M", "loss": 0.01},
    {"schedule": "0:2M", "aqm": "dualpi2", "ecn": "ect1"},
    {"schedule": "0:2M", "outage": "10-15"}, {"schedule": "0:2M", "jitter": 30}])
def test_all_off_is_the_draft(path: dict[str, Any]) -> None:
    """Two implementations of one document.  Where the compiler rounds each in its own way, as
    with fused multiplication, they go apart, but by chance only."""
    keys = [f"{key}={value}" for key, value in {**path, "duration": 20}.items()]
    off = "params=" + ",".join(switches.read(PATHRUN).values())
    ours, draft = (json.loads(subprocess.run(
        [PATHRUN, *keys, "--json", *more], check=True, stdout=subprocess.PIPE).stdout)
        for more in ([off], ["controller=scream-draft"]))
    assert abs(ours["utilisation"] - draft["utilisation"]) < 0.03
    assert abs(ours["queue_p95_ms"] - draft["queue_p95_ms"]) < 2 + 0.1 * draft["queue_p95_ms"]
