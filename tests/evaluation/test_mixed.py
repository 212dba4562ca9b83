# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs whose flows have different controllers: names, options, and each controller's share."""
import os
from pathlib import Path
from typing import Any

import pytest

from gstscream.errors import UserError
from gstscream.evaluation.results import mixed
from gstscream.evaluation.results.groups import group
from gstscream.evaluation.run import matrix, options, programs

ENTRIES = [matrix.Entry("rmcat", case, "A", "rfc8867") for case in ("5.1", "5.4")]
# It has one flow in the case 5.1.
PROGRAM = """#!/bin/sh
case "$*" in *5.1*';'*) echo "rmcat: --controller: too many" >&2; exit 2;; esac
"""


def row(controller: str, seed: str, flow: str, kbps: str, loss: str = "0;0;0",
        frame: str = "40;50;60") -> dict[str, str]:
    return {"case": "5.4", "variant": "A", "controller": controller, "seed": seed, "flow": flow,
            "flow_kbps": kbps, "flow_loss_percent": loss, "flow_frame_delay_p95_ms": frame}


def table(*rows: Any) -> list[list[str]]:
    return list(mixed.table(group(list(rows)), {}))[1:]


def test_parameters_end_at_the_plus() -> None:
    assert mixed.Control.parse("scream") == ("scream", "")
    assert mixed.Control.parse("scream:beta-loss=1/2+fair-rtt=100") == (
        "scream", "beta-loss=1/2,fair-rtt=100")


def test_share_of_each_controller() -> None:
    """Two of three flows are of the first; each has its own share in each run."""
    assert table(row("scream;gcc", "1", "1;2;3", "1000;500;500", loss="1;2;3"),
                 row("scream;gcc", "2", "1;2;3", "500;1000;500", loss="1;2;3")) == [
        ["5.4", "A", "scream;gcc", "scream", "2", "62.5", "50 to 75", "625", "2.00", "50", "2"],
        ["5.4", "A", "scream;gcc", "gcc", "1", "37.5", "25 to 50", "750", "2.00", "50", "2"]]


def test_flows_that_do_not_pass_the_first_bottleneck() -> None:
    """The third flow is not told of, so the second told has the first controller."""
    assert [line[3:6] for line in table(row("scream;gcc", "1", "1;3", "300;100", "0;0", "1;1"))] \
        == [["scream", "2", "100.0"]]


def test_runs_of_one_controller_are_not_there() -> None:
    assert table(row("scream", "1", "1;2;3", "1;1;1")) == []
    assert not mixed.any_of(group([row("scream", "1", "1", "1")]))
    assert mixed.any_of(group([row("scream;gcc", "1", "1", "1")]))


def test_a_flow_that_sent_nothing() -> None:
    assert table(row("scream;gcc", "1", "1;2", "300;0", "0;-", "40;-"))[1][8:10] == ["nan", "nan"]


def test_options() -> None:
    """The same controller may stand there twice, and --controller beside it."""
    chosen = options.parse(["--case", "5.4", "--seeds", "1", "--flows", "scream, scream,gcc",
                            "--flows", "gcc,nada", "--controller", "fixed"])
    assert {job.controller for job in matrix.select(ENTRIES, chosen)} == {
        "scream;scream;gcc", "gcc;nada", "fixed"}
    with pytest.raises(UserError, match="--flows: an empty name"):
        options.parse(["--flows", "scream,,gcc"])


def test_the_program_refuses_before_the_runs(tmp_path: Path) -> None:
    """It is asked about each case, since one has fewer flows than another; the message names
    the option that the user gave."""
    program = tmp_path / "rmcat"
    program.write_text(PROGRAM, encoding="utf-8")
    os.chmod(program, 0o755)
    paths = {"rmcat": str(program)}
    for case, fails in (("5.4", False), ("5.4,5.1", True)):
        jobs = matrix.select(ENTRIES, options.parse(["--case", case, "--flows", "scream,gcc"]))
        if fails:
            with pytest.raises(UserError, match="^--flows: too many"):
                programs.try_names(paths, ENTRIES, jobs)
        else:
            programs.try_names(paths, ENTRIES, jobs)
