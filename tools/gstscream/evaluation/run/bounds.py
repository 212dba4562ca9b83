# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the short sets have to keep to: means over their seeds, as tests/evaluation/short.py judges.

Each bound has two sides: beyond the good one, it is the measurement that is wrong.
"""
from collections.abc import Iterator
from typing import Any, NamedTuple


class Bound(NamedTuple):
    column: str
    low: float
    high: float
    reason: str


class Rival(NamedTuple):
    """The mean of the column is at most the one of another controller."""
    column: str
    controller: str
    reason: str


def use(low: float) -> Any:
    return Bound("utilisation", low, 1, "2 points under what it reached when this was written; "
                 "more than all there is would be a fault of the counting")


def queue(high: float) -> Any:
    return Bound("queue_p95_ms", 0, high, "what this case asks of a controller of low delay; "
                 "fixed fills the queue to 300 ms where the link is too slow for it")


def loss(high: float) -> Any:
    return Bound("loss_percent", 0, high, "a drop-tail queue of 300 ms loses nothing as long as "
                 "it does not fill; it does for a moment after a drop to 40 %")


def jain(low: float) -> Any:
    return Bound("jain", low, 1, "flows of one kind and one delay share evenly")


DROP = Bound("queue_max_ms", 100, 320, "the encoder follows 100 ms after a drop of the capacity, "
             "so some queue is left of it whoever controls; the queue ends at 300 ms and a packet")
FRAMES = Bound("frame_delay_p95_ms", 55, 200, "propagation takes 50 ms; a frame that is 200 ms "
               "old disturbs a conversation, and fixed is at 370 ms where it fills the queue")

BOUNDS = {
    ("5.1", "A"): [use(0.90), queue(23), loss(0.12), DROP, FRAMES],
    ("5.1", "B"): [use(0.92), queue(40), loss(0.12), DROP, FRAMES],
    ("5.2", "A"): [use(0.92), queue(32), loss(0.12), jain(0.95), DROP, FRAMES],
    ("5.2", "B"): [use(0.93), queue(45), loss(0.12), jain(0.95), DROP, FRAMES],
    ("5.4", "A"): [use(0.93), queue(30), loss(0.02), jain(0.96), FRAMES],
    ("5.4", "B"): [use(0.94), queue(40), loss(0.02), jain(0.97), FRAMES],
    ("5.6", "A"): [
        Bound("rtp_share", 0.3, 0.65, "a flow next to one TCP and TCP itself both have a fair part "
              "of the link: 47 and 53 % on average, 36 to 55 in single runs"),
        Bound("queue_p95_ms", 250, 300, "CUBIC fills the queue of 300 ms: else it is not there"),
        Bound("loss_percent", 0, 1.5, "those of the overflows that both make: 1.0 on average")],
    ("5.8", "A"): [use(0.93), queue(31), loss(0.02), jain(0.95), FRAMES],
    ("5.8", "B"): [use(0.94), queue(40), loss(0.02), jain(0.97), FRAMES],
}

# At 20 Mbit/s and a round trip of 25 ms
DUALPI2 = [
    Bound("utilisation", 0.85, 0.97, "what L4S asks of a controller whose frames leave gaps in so "
          "short a queue; more at this queue would be a fault of the counting"),
    Bound("queue_p99_ms", 0.5, 5, "DualPI2 marks from 0.8 ms on, and one packet takes 0.5 ms; "
          "without ECN it has 20 ms"),
    Bound("loss_percent", 0, 0, "it marks: L4S packets are dropped in overload only")]
DUALPI2_TCP = [
    Bound("rtp_share", 0.2, 0.6, "neither of the two is starved: as published for DualQ, a flow "
          "may have less than its half, not less than a fifth"),
    Bound("tcp_share", 0.25, 0.8, "the same of TCP, which with fixed beside it has 8 %"),
    *DUALPI2[1:]]
BOUNDS.update({
    ("20M", "B-dualpi2"): DUALPI2,
    ("20M", "B-dualpi2-noect"): DUALPI2,
    ("20M-tcp", "B-dualpi2"): DUALPI2_TCP,
})

# Here scream has to break one, as fixed has: what it keeps without ECN says nothing about ECN.
WITHOUT_ECN = {("20M", "B-dualpi2-noect")}

CODEL = Bound("loss_percent", 0.005, 0.25, "CoDel drops a few packets of who fills the link, and "
              "few of who gives way; fixed loses 11 % where the link is too slow for it")
BOUNDS.update({
    (case, variant): [use(low), queue(23), CODEL]
    for variant in ("A-codel", "A-linkemu-codel")
    for case, low in (("5.1", 0.89), ("5.4", 0.86))})
BOUNDS["20M-tcp", "B-linkemu-codel-ect1"] = [
    Bound("tcp_share", 0.16, 0.7, "an L4S sender that does not notice that the AQM is a classic "
          "one leaves TCP 12 %; one that does 20 to 49 % over eight seeds"),
    Bound("rtp_share", 0.3, 0.82, "nor is it starved itself")]
RIVALS = {
    (case, variant): [Rival("loss_percent", "gcc", "with CoDel SCReAM loses less, as published")]
    for variant in ("A-codel", "A-linkemu-codel") for case in ("5.1", "5.4")}


def outdone(rivals: Any, group: Any, others: Any) -> Iterator[Any]:
    """A line for each rival that the group does not keep up with; others: by controller."""
    for rival in rivals:
        other = others.get(rival.controller)
        ours, theirs = [one.mean(rival.column) if one else None for one in (group, other)]
        if ours is None or theirs is None:
            yield f"{rival.column} was not measured beside that of {rival.controller}"
        elif ours > theirs:
            yield (f"{rival.column} {ours:.4g} is above the {theirs:.4g} of "
                   f"{rival.controller}: {rival.reason}")


def breaches(bounds: Any, group: Any) -> Iterator[Any]:
    """A line for each bound that the group does not keep."""
    for bound in bounds:
        mean = group.mean(bound.column)
        if mean is None:
            yield f"{bound.column} was not measured"
        elif not bound.low <= mean <= bound.high:
            yield (f"{bound.column} {mean:.4g} is not within {bound.low:g} and {bound.high:g}: "
                   f"{bound.reason}")

# The rate of fixed is by chance half of the link, which is what a fair flow has.
FIXED_IS_FAIR = {("5.6", "A")}
