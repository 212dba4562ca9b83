# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Controllers with parameters, and runs whose media flows have different controllers.

    scream:beta-loss=0.8+fair-rtt=100       a controller and its parameters; a comma ends it
    scream;gcc                          of a run: the first flow's, the second's, and again
"""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.stats.distribution import mean

from .groups import Group
from .schema import BETWEEN, NEVER

NAMES = 4                       # columns of texts; numbers follow
HEADINGS = ["case", "variant", "flows", "controller", "has flows", "share %", "least to most %",
            "kbit/s each", "loss %", "frame p95 ms", "runs"]
KBPS, LOSS, FRAME = COLUMNS = ["flow_kbps", "flow_loss_percent", "flow_frame_delay_p95_ms"]


class Control(NamedTuple):
    name: str
    parameters: str             # as controller-params of screamtx

    @classmethod
    def parse(cls, text: str) -> Any:
        name, _, parameters = text.partition(":")
        return cls(name, parameters.replace("+", ","))


def controls(controller: str) -> Any:
    """The words of a run's controller, or [] if all its flows have the same."""
    words = controller.split(BETWEEN)
    return words if len(words) > 1 else []


def flows(group: Group, words: list[str]) -> Any:
    """A DataFrame with a line for each flow that passes the first bottleneck, by seeds: its
    controller, share of all media in %, and COLUMNS; NaN of a flow that sent nothing."""
    cells = group.runs[["flow", *COLUMNS]].apply(lambda column: column.str.split(BETWEEN))
    found = cells.explode(["flow", *COLUMNS]).replace([NEVER, ""], "nan")
    found = found.astype(float).dropna(subset=["flow"])
    found["control"] = [words[(int(flow) - 1) % len(words)] for flow in found["flow"]]
    found["share"] = 100 * found[KBPS] / found.groupby("seed")[KBPS].transform("sum")
    return found


def table(groups: Any, _against: Any) -> Iterator[Any]:
    """A row for each controller of each run with several."""
    yield HEADINGS
    for name, group in groups.items():
        words = controls(name[2])
        if not words:
            continue
        for control, mine in flows(group, words).groupby("control", sort=False):
            parts = mine.groupby("seed")["share"].sum(min_count=1)
            kbps, loss, frame = (mean(mine[column]) for column in COLUMNS)
            yield [*name, control, str(len(mine) // len(group.runs)), f"{mean(parts):.1f}",
                   f"{min(parts):.0f} to {max(parts):.0f}", f"{kbps:.0f}", f"{loss:.2f}",
                   f"{frame:.0f}", str(len(parts))]


def any_of(groups: Any) -> bool:
    return any(controls(controller) for _, _, controller in groups)
