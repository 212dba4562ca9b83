# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cells of the set `random`: links that nobody chose, each drawn by its number.

Rates, ways and queues are drawn so that halves and doubles are as likely.  Each kind of
trouble is there on some links, so that most links have two or three of them.
"""
import math
import random
from collections.abc import Iterator
from typing import Any

LINKS = 300
M = 1_000_000
SECONDS = 60                    # of a run of pathrun
LEAST, MOST = 0.2 * M, 100 * M  # bit/s of a link at any time


def between(draw: random.Random, low: float, high: float) -> float:
    return math.exp(draw.uniform(math.log(low), math.log(high)))


def steps(draw: random.Random, rate: float) -> str:
    """The rate changes each 4 to 20 s, by up to a factor of three."""
    when, parts = 0.0, [f"0:{rate:.0f}"]
    while (when := when + draw.uniform(4, 20)) < SECONDS:
        rate = min(MOST, max(LEAST, rate * between(draw, 1 / 3, 3)))
        parts.append(f"{when:.1f}:{rate:.0f}")
    return ",".join(parts)


def trouble(draw: random.Random) -> dict[str, Any]:
    """{key: value} of what is not the rate."""
    def some(part: float, key: str, value: Any) -> dict[str, Any]:
        return {key: value} if draw.random() < part else {}

    outage = draw.uniform(10, 40)
    return {
        **some(0.4, "loss", round(between(draw, 0.0005, 0.1), 4)),
        **some(0.15, "burst-loss", round(between(draw, 0.001, 0.03), 4)),
        **some(0.4, "jitter", round(between(draw, 1, 50), 1)),
        **some(0.2, "aqm", draw.choice(("codel", "pie"))),
        **some(0.2, "feedback-loss", round(draw.uniform(0.02, 0.4), 2)),
        **some(0.3, "skew", round(draw.uniform(-200, 200))),
        **some(0.1, "outage", f"{outage:.1f}-{outage + between(draw, 0.2, 4):.1f}"),
        **some(0.3, "key-interval", round(between(draw, 1, 8), 1)),
        **some(0.5, "frame-noise", round(draw.uniform(0, 0.6), 2)),
        **some(0.3, "encoder-lag", round(between(draw, 20, 400))),
    }


def link(number: int) -> dict[str, Any]:
    """The keys of pathrun."""
    draw = random.Random(f"link {number}")
    rate = between(draw, 0.3 * M, 50 * M)
    changing = draw.random() < 0.4
    keys: dict[str, Any] = {"schedule": steps(draw, rate) if changing else f"0:{rate:.0f}",
            "rtt": round(between(draw, 4, 400)), "queue": round(between(draw, 10, 1000)),
            "start": int(min(rate, M)), "min": int(min(rate / 4, 50_000)), "max": int(4 * rate),
            **trouble(draw)}
    if not changing and draw.random() < 0.12:   # a fast link behind it
        keys |= {"schedule": f"0:{10 * rate:.0f}", "policer": int(rate),
                 "policer-burst": int(max(3000, rate / 8 * between(draw, 0.01, 0.3)))}
    return keys


def links() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((f"random-{number:03}", link(number)) for number in range(LINKS))
