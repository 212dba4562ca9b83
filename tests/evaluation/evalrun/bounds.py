"""What the short set has to keep to: means over its seeds, as tests/evaluation/short.py judges.

Each bound has two sides: beyond the good one, it is the measurement that is wrong.
"""
from typing import NamedTuple


class Bound(NamedTuple):
    column: str
    low: float
    high: float
    reason: str


def use(low):
    return Bound("utilisation", low, 1, "2 points under what it reached when this was written; "
                 "more than all there is would be a fault of the counting")


def queue(high):
    return Bound("queue_p95_ms", 0, high, "what this case asks of a controller of low delay; "
                 "fixed fills the queue to 300 ms where the link is too slow for it")


def loss(high):
    return Bound("loss_percent", 0, high, "a drop-tail queue of 300 ms loses nothing as long as "
                 "it does not fill; it does for a moment after a drop to 40 %")


def jain(low):
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
        Bound("rtp_share", 0.18, 0.48, "a flow next to one TCP has a fair part of the link, and "
              "takes no more than its half; fixed takes 51 %"),
        Bound("queue_p95_ms", 250, 300, "CUBIC fills the queue of 300 ms: else it is not there"),
        Bound("loss_percent", 0, 0.9, "those of the overflows that TCP makes")],
    ("5.8", "A"): [use(0.93), queue(31), loss(0.02), jain(0.95), FRAMES],
    ("5.8", "B"): [use(0.94), queue(40), loss(0.02), jain(0.97), FRAMES],
}


def breaches(bounds, group):
    """A line for each bound that the group does not keep."""
    for bound in bounds:
        mean = group.mean(bound.column)
        if mean is None:
            yield f"{bound.column} was not measured"
        elif not bound.low <= mean <= bound.high:
            yield (f"{bound.column} {mean:.4g} is not within {bound.low:g} and {bound.high:g}: "
                   f"{bound.reason}")
