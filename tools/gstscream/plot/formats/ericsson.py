# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What programs of the reference implementation of SCReAM write beside the logs of logs.py.

The statistics of its GStreamer element: a line of names, then a line for each second, whose
time in ns an application puts in front.  And the lines of its bandwidth test that begin with
"summary", each 2 s.
"""
import math
import re
from typing import Any

from . import texts
from .counters import ratio, total
from .recording import FormatError, Point, Recording, counted, recording

FIRST = "time-ns"               # name of the column of times
KNOWN = "queueDelay"            # a name that no other table has
# {column: (curve, factor)}; of packetsLost the rate is taken.
COLUMNS = {"queueDelay": ("queue", 1.0), "queueDelayMax": ("queue_highest", 1.0),
           "sRtt": ("rtt", 1.0), "rateTransmitted": ("sent", 1e3), "targetBitrate":
           ("target", 1e3), "rateAcked": ("received", 1e3), "rateLost": ("lost_rate", 1e3),
           "rateCe": ("ce_rate", 1e3), "rtpQueueDelay": ("sender", 1.0)}
NUMBER = r"-?\d+(?:\.\d+)?"
SUMMARY = re.compile(
    rf"(?P<time>{NUMBER})\s+Transmit rate =\s*(?P<sent>{NUMBER})\s*kbps"
    rf", PLR =\s*(?P<loss>{NUMBER})%(?:.*?CE =\s*(?P<ce>{NUMBER})%)?"
    rf".*?RTT =\s*(?P<rtt>{NUMBER})s, Queue delay =\s*(?P<queue>{NUMBER})s")
FACTORS = {"sent": 1e3, "loss": 0.01, "ce": 0.01, "rtt": 1.0, "queue": 1.0}


def is_statistics(line: str) -> bool:
    return KNOWN in (cell.strip() for cell in line.split(","))


def is_summary(line: str) -> bool:
    return bool(SUMMARY.search(line))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split(",")]


def number(text: str) -> float:
    """nan for what is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def losses(table: list[dict[str, float]]) -> list[Point]:
    """Of counters of packets: those that were lost since the line before."""
    lost, sent = ([(row["time"], row[name]) for row in table if name in row]
                  for name in ("packetsLost", "packetsRtp"))
    return ratio(total([lost]), total([sent])) if lost and sent else []


def rows_of(lines: list[str], names: list[str]) -> tuple[list[dict[str, float]], int]:
    """(lines with numbers, how many others there are)"""
    found, left = [], 0
    for line in lines:
        row = {name: value for name, value in zip(names, map(number, cells(line)))
               if math.isfinite(value)}
        if FIRST in row and len(cells(line)) >= len(names) - 1:
            found.append({**row, "time": row[FIRST] * 1e-9})
        else:
            left += bool(line.strip())
    return found, left


def statistics(path: str) -> Recording:
    lines = texts.whole(path).splitlines()
    at = next((place for place, line in enumerate(lines) if is_statistics(line)), None)
    if at is None:
        raise FormatError(f"{path}: no line with the name {KNOWN}; write the property "
                          "stats-header of the element first")
    names = cells(lines[at])
    if FIRST not in names:
        raise FormatError(f"{path}, line {at + 1}: no column {FIRST}; write the time in ns in "
                          "front of each line of statistics, and this name in front of theirs")
    table, left = rows_of(lines[at + 1:], names)
    if not table:
        raise FormatError(f"{path}, line {at + 2}: no line of statistics below the names; let "
                          "the program run for some seconds")
    curves = {curve: [(row["time"], factor * row[name]) for row in table if name in row]
              for name, (curve, factor) in COLUMNS.items()}
    result = recording("statistics of the reference implementation's element",
                       {**curves, "loss": losses(table)})
    result.notes = [counted(len(table), "line"), *([f"{left} broken left out"] if left else [])]
    return result


def summary(path: str) -> Recording:
    found: list[dict[str, Any]] = [match.groupdict() for match in map(
        SUMMARY.search, texts.whole(path).splitlines()) if match]
    if not found:
        raise FormatError(f"{path}: no line as \"summary 2.0  Transmit rate = ...\"; save what "
                          "the bandwidth test prints, without -nosummary")
    result = recording("summary lines of a bandwidth test", {
        curve: [(float(row["time"]), factor * float(row[curve])) for row in found if row[curve]]
        for curve, factor in FACTORS.items()})
    result.notes = [counted(len(found), "line")]
    return result
