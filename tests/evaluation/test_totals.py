# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""tests/evaluation/linkmap: who dominates whom on a map."""

from gstscream.evaluation.map import totals
from gstscream.evaluation.results import files
from gstscream.evaluation.results.groups import group

COLUMNS = "case,variant,controller,seed,utilisation,queue_p95_ms,loss_percent"


def test_counted_and_named() -> None:
    """b uses less than a with a longer queue in five cells; in the sixth it uses more."""
    lines = [f"c{n},,a,1,{0.9 if n < 5 else 0.8},20,0" for n in range(6)]
    lines += [f"c{n},,b,1,0.85,30,0" for n in range(6)]
    groups = group(files.parse([COLUMNS, *lines], "test")[1])
    assert list(totals.dominates(groups, {}))[1:] == [
        ["`a`", "6", "0", "", ""], ["`b`", "6", "5", "`a`", "`c0`, `c1`, `c2`, `c3`, 1 more"]]
