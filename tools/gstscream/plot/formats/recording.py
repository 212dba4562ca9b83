# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a reader of a foreign format hands over: curves over time, and what they lack."""
from dataclasses import dataclass, field

from gstscream.errors import UserError

Point = tuple[float, float]

# All curves that a reader may fill: seconds, bit/s, parts of 1, frames per second.
RATES = {"target": "target", "estimate": "estimate of the path", "sent": "sent",
         "captured": "in the capture", "received": "received", "lost_rate": "lost",
         "ce_rate": "marked CE"}
DELAYS = {"queue_highest": "in the network, highest", "queue": "in the network",
          "one_way": "one way",
          "frame": "a frame", "sender": "in the sender",
          "buffer": "in the jitter buffer", "jitter": "jitter"}
TRIPS = {"rtt": "RTT"}
LOSSES = {"loss": "lost", "missing": "missing in the capture", "ce": "marked CE"}
FRAMES = {"frames_sent": "sent", "frames_received": "received", "frames_dropped": "dropped"}

# What a run is judged by; a format that has none of the curves lacks it.
WANTED = {
    "sent rate": ("sent", "captured"), "received rate": ("received",),
    "target rate": ("target", "estimate"), "queue delay": ("queue", "one_way"),
    "RTT": ("rtt",), "losses": ("loss", "lost_rate", "missing"),
    "frames": ("frames_sent", "frames_received"),
}


class FormatError(UserError):
    """Names the file, the place in it, and what to do."""


@dataclass
class Recording:
    kind: str                               # of what, for the user
    curves: dict[str, list[Point]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)    # beside the curves
    weight: float = 0.0                     # of several in a file the heaviest is drawn

    @property
    def end(self) -> float:
        """s from 0 to the last point."""
        return max((points[-1][0] for points in self.curves.values()), default=0.0)

    def lacks(self) -> list[str]:
        return [what for what, keys in WANTED.items()
                if not any(key in self.curves for key in keys)]

    def describe(self) -> str:
        lacks = self.lacks()
        return ", ".join([self.kind, *self.notes,
                          *([f"it has no {', no '.join(lacks)}"] if lacks else [])])


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def recording(kind: str, curves: dict[str, list[Point]]) -> Recording:
    """Without the curves that are empty; times from the first point on."""
    kept = {key: sorted(points) for key, points in curves.items() if points}
    start = min((points[0][0] for points in kept.values()), default=0.0)
    return Recording(kind, {key: [(time - start, value) for time, value in points]
                            for key, points in kept.items()})
