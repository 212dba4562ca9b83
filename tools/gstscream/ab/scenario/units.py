# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Numbers with units, as people write them: 2M, 25ms, 640x360."""
import re
from typing import Any

SCALES = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
TIMES = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
NUMBER = r"(\d+(?:\.\d+)?)"
MOST = 2 ** 63 - 1              # of a property of GStreamer


def scaled(text: str, number: str, scale: float) -> Any:
    """In the unit of properties, whole if it can be; ValueError: more than one can hold."""
    value = round(float(number) * scale, 6)
    if value > MOST:
        raise ValueError(f"{text[:40]!r} is too much; {MOST} bit/s or ms are the most")
    return int(value) if value == int(value) else value


def rate(text: str) -> Any:
    """bit/s of 2M, 500k or 2500000; ValueError says what is wrong."""
    match = re.fullmatch(NUMBER + "([kMG]?)", text)
    if match is None:
        raise ValueError(f"{text!r} is not a rate in bit/s such as 300k or 2.5M")
    return round(scaled(text, match[1], SCALES[match[2]]))


def time_ms(text: str) -> Any:
    """ms of 25ms or 1.5s; only 0 needs no unit."""
    match = re.fullmatch(NUMBER + "(ns|us|ms|s)", text)
    if match is None and text != "0":
        raise ValueError(f"{text!r} is not a time with its unit such as 25ms or 1.5s")
    return scaled(text, match[1], TIMES[match[2]]) if match else 0


def fraction(text: str) -> float:
    """0.01; from 0 to 1."""
    if re.fullmatch(NUMBER, text) is None or float(text) > 1:
        raise ValueError(f"{text!r} is not a fraction from 0 to 1 such as 0.01")
    return float(text)


def whole(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text == "true"


def plain(text: str) -> Any:
    """A property's value for GStreamer: units become ms and bit/s."""
    for read in (time_ms, rate):
        try:
            return str(read(text))
        except ValueError:
            pass
    return text


def words(seconds: float) -> str:
    """A time for people: 45 s, 12 min, 1 h 05 min."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
