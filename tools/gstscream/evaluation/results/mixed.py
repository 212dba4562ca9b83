# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Controllers with parameters, and runs whose media flows have different controllers.

    scream:beta-loss=0.8+mss=1200       a controller and its parameters; a comma ends it
    scream;gcc                          of a run: the first flow's, the second's, and again
"""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.stats.distribution import mean

from .groups import NEVER

BETWEEN = ";"                   # a cell of the CSV file has several if it is between
NAMES = 4                       # columns of texts; numbers follow
HEADINGS = ["case", "variant", "flows", "controller", "has flows", "share %", "least to most %",
            "kbit/s each", "loss %", "frame p95 ms", "runs"]


class Control(NamedTuple):
    name: str
    parameters: str             # as controller-params of screamtx

    @classmethod
    def parse(cls, text: str) -> Any:
        name, _, parameters = text.partition(":")
        return cls(name, parameters.replace("+", ","))


class Flow(NamedTuple):
    """What one flow had in one run."""
    control: str
    share: float                # part of all media, %
    kbps: float
    loss: float
    frame_p95: float


def controls(controller: str) -> Any:
    """The words of a run's controller, or [] if all its flows have the same."""
    words = controller.split(BETWEEN)
    return words if len(words) > 1 else []


def numbers(row: dict[str, str], column: str) -> list[Any]:
    """NaN of a flow that sent nothing."""
    return [float(part.replace(NEVER, "nan")) for part in row[column].split(BETWEEN)]


def flows(row: dict[str, str]) -> Iterator[Any]:
    """The flows of a run that pass the first bottleneck."""
    words = controls(row["controller"])
    rates = numbers(row, "flow_kbps")
    for flow, kbps, loss, frame in zip(numbers(row, "flow"), rates,
                                       numbers(row, "flow_loss_percent"),
                                       numbers(row, "flow_frame_delay_p95_ms"), strict=True):
        yield Flow(words[(int(flow) - 1) % len(words)], 100 * kbps / sum(rates), kbps, loss, frame)


def shares(runs: Any) -> Any:
    """{controller: share of its flows in each of the runs}"""
    found: dict[Any, Any] = {}
    for run in runs:
        here: dict[Any, Any] = {}
        for flow in run:
            here[flow.control] = here.get(flow.control, 0) + flow.share
        for control, share in here.items():
            found.setdefault(control, []).append(share)
    return found


def table(groups: Any, _against: Any) -> Iterator[Any]:
    """A row for each controller of each run with several."""
    yield HEADINGS
    for (case, variant, controller), group in groups.items():
        if not controls(controller):
            continue
        runs = [list(flows(row)) for row in group.rows]
        for control, parts in shares(runs).items():
            mine = [flow for run in runs for flow in run if flow.control == control]
            yield [case, variant, controller, control, str(len(mine) // len(runs)),
                   f"{mean(parts):.1f}", f"{min(parts):.0f} to {max(parts):.0f}",
                   f"{mean([flow.kbps for flow in mine]):.0f}",
                   f"{mean([flow.loss for flow in mine]):.2f}",
                   f"{mean([flow.frame_p95 for flow in mine]):.0f}", str(len(runs))]


def any_of(groups: Any) -> bool:
    return any(controls(controller) for _, _, controller in groups)
