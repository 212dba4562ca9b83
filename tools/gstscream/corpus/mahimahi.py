# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces in Mahimahi's format: a line for each packet that may leave, in whole ms.

linkemu, linkemu-tun and pathrun read the same files (gst/lab/linkemu/linkemu-ratefile.c), with
the same limits.
"""
import bisect
from array import array
from collections.abc import Sequence

from gstscream.files import lines, written

TRACE_BITS = 8 * 1504           # a line of a trace, as Mahimahi has it
MAX_MS = 10 ** 9
MAX_LINES = 16 * 1024 * 1024


class Trace:
    """Times in ms at which a packet can leave; the last one is the length."""

    def __init__(self, times: Sequence[int]) -> None:
        self.times = times

    def chances(self, when: float) -> float:
        """How many there were until a time in seconds."""
        rounds, rest = divmod(max(0.0, 1000 * when), self.times[-1])
        return rounds * len(self.times) + bisect.bisect_right(self.times, rest)

    def bits(self, start: float, end: float) -> float:
        return TRACE_BITS * (self.chances(end) - self.chances(start))


def time_of(line: str, before: int) -> int:
    """The ms of a line; ValueError: what is wrong with it."""
    if not line.strip().isdecimal():
        raise ValueError("a time in whole ms and nothing else is expected; correct the line or "
                         "take it out")
    digits = line.strip().lstrip("0") or "0"
    if len(digits) > len(str(MAX_MS)) or int(digits) > MAX_MS:
        raise ValueError(f"the time is above {MAX_MS} ms; are they ms from the start of the trace?")
    if int(digits) < before:
        raise ValueError("the time is less than the one before; sort the lines")
    return int(digits)


def read_trace(path: str) -> Trace:
    """Trace of a file; ValueError names the line."""
    times: array[int] = array("I")
    try:
        for number, line in enumerate(lines(path, "ascii"), 1):
            try:
                if number > MAX_LINES:
                    raise ValueError(f"more than {MAX_LINES} lines; cut the trace")
                times.append(time_of(line, times[-1] if times else 0))
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    if not times:
        raise ValueError(f"{path}: it is empty; give a line for each packet that may leave")
    if times[-1] == 0:
        raise ValueError(f"{path}, line {len(times)}: the last time is the length of the trace "
                         "and must not be 0; add the time at which it ends")
    return Trace(times)


def write_trace(path: str, trace: Trace) -> None:
    with written(path) as file:
        file.writelines(f"{time}\n" for time in trace.times)
