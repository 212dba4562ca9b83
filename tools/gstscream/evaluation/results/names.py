# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The order of names and numbers, and what the cases are called."""
import re
from typing import Any

from gstscream.order import natural

TITLES = {
    "2.1": "Cellular, varying load",
    "2.2": "Cellular, bad coverage",
    "3.1": "Wi-Fi, wired bottleneck",
    "3.2": "Wi-Fi is the bottleneck",
    "5.1": "One flow, variable capacity",
    "5.2": "Two flows, variable capacity",
    "5.3": "Congested feedback, both directions",
    "5.4": "Three flows compete",
    "5.5": "Round trips from 20 to 300 ms",
    "5.6": "Next to a long TCP",
    "5.7": "Next to short TCPs",
    "5.8": "Pause and resume",
    "6.1": "Priorities",
    "6.2": "ECN",
    "6.3": "Two bottlenecks",
    "20M": "20 Mbit/s, round trip of 25 ms",
    "20M-tcp": "The same next to a long TCP",
    "call": "One call, 3 Mbit/s",
    "calls": "Three calls together",
    "calls-shifted": "Three calls, a minute apart",
    "call-tcp": "A call next to a long TCP",
    "call-tcp-both": "The same, both ways",
}
# On top where there is room for one only.
VARIANTS = ["A", "B", "rfc"]


def case_key(case: str, variant: str) -> tuple[Any, Any]:
    """The order of a CSV file and of the report."""
    return natural(case), natural(variant)


BASES = {
    "A": "jitter to 15 ms, packets of a full MTU",
    "B": "no jitter, equal packets",
    "E": "equal frames to 2.5 Mbit/s, jitter to 30 ms",
    "rfc": "audio beside video, jitter to 30 ms",
}
MODIFIERS = {
    "delay": "{} ms one-way", "queue": "queue of {} ms", "loss": "{} % random loss",
    "jitter": "jitter to {} ms", "udp": "varied by UDP traffic", "codel": "CoDel",
    "fqcodel": "FQ-CoDel", "pie": "PIE", "l4s": "L4S marking", "ecn": "with ECN",
    "dualpi2": "DualPI2", "linkemu": "linkemu's", "noect": "media without ECN",
    "reference": "clean reverse path", "newreno": "TCP NewReno", "x264": "frames of x264",
    "vp8": "frames of VP8", "gentle": "jitter to 15 ms", "trace": "frames of x264",
}


def describe(variant: str) -> str:
    """A variant in words; what is not known stays as it is."""
    base, *modifiers = variant.split("-")
    parts = [BASES.get(base, base)]
    for modifier in modifiers:
        word = re.sub(r"[\d.]*$", "", modifier)
        number = modifier[len(word):]
        if modifier in MODIFIERS:
            word, number = modifier, ""
        parts.append(MODIFIERS.get(word, modifier).format(number))
    return ", ".join(parts)
