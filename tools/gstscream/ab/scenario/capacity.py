# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a link offers over time, for the figures: steps of a rate; a trace is
gstscream.corpus.mahimahi's.

Both have bits(start, end): what could be sent in between, in seconds since
the link's first packet.
"""
from typing import Any

from . import units


class Steps:
    """(seconds, bit/s), sorted, the first at 0."""

    def __init__(self, steps: Any) -> None:
        self.steps = steps

    def bits(self, start: float, end: float) -> Any:
        edges = [when for when, _ in self.steps[1:]] + [float("inf")]
        total = 0.0
        for (begin, rate), stop in zip(self.steps, edges):
            total += rate * max(0.0, min(end, stop) - max(start, begin))
        return total


def parse_steps(text: str) -> Any:
    """Steps of "2M" or "0:2M,20:1M"; ValueError names the place."""
    if ":" not in text and "," not in text:
        value = units.rate(text)
        if not value:
            raise ValueError("a rate of 0 lets nothing pass")
        return Steps([(0.0, value)])
    steps = []
    position = 1
    for part in text.split(","):
        when, colon, value = part.partition(":")
        try:
            if not colon:
                raise ValueError("SECONDS:RATE is expected, as 20:1M")
            steps.append((seconds(when), units.rate(value)))
            if len(steps) == 1 and steps[0][0] != 0:
                raise ValueError("the first time must be 0")
            if len(steps) > 1 and steps[-1][0] <= steps[-2][0]:
                raise ValueError("the time must be greater than the one before")
        except ValueError as error:
            raise ValueError(f"character {position} ({part!r}): {error}") from error
        position += len(part) + 1
    if not any(value for _, value in steps):
        raise ValueError("all rates are 0: nothing would ever pass")
    return Steps(steps)


def seconds(text: str) -> Any:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 1e9:
        raise ValueError(f"{text!r} is not a time in seconds")
    return value
