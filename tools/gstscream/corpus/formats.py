# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces of capacity as others publish them: Mahimahi, columns of time and rate, JSON.

Which it is, is seen from what stands in it.  All parsers say file, line and remedy, and
refuse what no link can have.
"""
import csv
import datetime
import json
import math
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

from gstscream import files

from . import mahimahi, rates

Column = tuple[str | int, float]        # its name or place, and its unit in bit/s or ms

MAX_BYTES = 32 * 1024 * 1024    # of text that is read at once
HINT = ("name the columns in the first line, as time_s,rate_kbps (or _ms, _bps, _mbps); without "
        "names they are seconds and Mbit/s")
UNITS = {"bps": 1, "kbps": 1e3, "mbps": 1e6, "bit_s": 1, "kbit_s": 1e3, "mbit_s": 1e6}
RATE = re.compile(r"(?:.*_)?([km]?bps|[km]?bit_s)")
# Raca's sets of 4G and 5G have kbit/s, and this timestamp; "capacity" of trace_pattern too.
KNOWN_RATES = {"dl_bitrate": 1e3, "capacity": 1e3}
STAMP = "%Y.%m.%d_%H.%M.%S"
TIME = re.compile(r"(?:time|timestamp|seconds|t)(?:_.*?)??(_ms|_s)?")
DURATIONS = {"duration": 1, "duration_ms": 1, "duration_s": 1000}


class Columns:
    """Which of the names are time and rate, in which unit; ValueError if none is.

    The first that fits is taken.
    """

    def __init__(self, names: list[str]) -> None:
        plain = [re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") for name in names]
        rate: Column | None = None
        time: Column | None = None
        duration: Column | None = None
        for name, key in zip(plain, names):
            scale = KNOWN_RATES.get(name) or self.unit(name)
            if scale and rate is None:
                rate = key, scale
            elif TIME.fullmatch(name) and time is None:
                time = key, 1 if name.endswith("_ms") else 1000
            elif name in DURATIONS and duration is None:
                duration = key, DURATIONS[name]
        clock = duration or time
        if rate is None or clock is None:
            missing = "times" if rate else "rates with a unit"
            raise ValueError(f"no column of {missing}: {HINT}")
        self.rate, self.clock = rate, clock
        self.lengths = duration is not None     # and no times

    @staticmethod
    def unit(name: str) -> float | None:
        match = RATE.fullmatch(name)
        return UNITS[match[1]] if match else None


def number(text: Any, what: str) -> float:
    """A number from 0; ValueError says of what it is none."""
    try:
        value = float(text)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not 0 <= value < 1e15:
        raise ValueError(f"{str(text)[:40]!r} is no {what}; correct the line or take it out")
    return value


def bits(text: Any, scale: float) -> int:
    value = round(number(text, "rate") * scale)
    if value > rates.MAX_RATE:
        raise ValueError(f"a rate of {value} bit/s, {rates.MAX_RATE} is the most: is the unit "
                         "right?")
    return value


def instant(text: Any, scale: float) -> int:
    """ms of a time, which may be a date."""
    try:
        date = datetime.datetime.strptime(str(text), STAMP)
        return round(date.replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)
    except ValueError:
        return round(number(text, "time") * scale)


class Builder:
    """Rates of lines with a time or a duration."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.starts: list[int] = []
        self.rates: list[int] = []
        self.end = 0
        self.first: int | None = None

    def add(self, row: Any) -> None:
        value = bits(row[self.columns.rate[0]], self.columns.rate[1])
        key, scale = self.columns.clock
        if self.columns.lengths:
            length = round(number(row[key], "duration") * scale)
            if length:
                self.append(self.end, value)
                self.end += length
            return
        time = instant(row[key], scale)
        self.first = time if self.first is None else self.first
        if time - self.first < self.end:
            raise ValueError("the time is less than the one before; sort the lines")
        self.end = time - self.first
        self.append(self.end, value)

    def append(self, start: int, value: int) -> None:
        """Of two lines with the same time the later one counts."""
        if self.starts and self.starts[-1] == start:
            self.rates[-1] = value
        else:
            self.starts.append(start)
            self.rates.append(value)

    def finish(self) -> rates.Rates:
        """The last line with a time holds as long as the one before it."""
        if not self.columns.lengths and len(self.starts) > 1:
            self.end += self.starts[-1] - self.starts[-2]
        return rates.checked(self.starts, self.rates, self.end)


def built(columns: Columns, rows: Iterable[tuple[str, Any]]) -> rates.Rates:
    """rows: (where, row); ValueError names where."""
    builder = Builder(columns)
    for where, row in rows:
        try:
            builder.add(row)
        except IndexError as error:
            raise ValueError(f"{where}: time and rate are expected; the line ends early"
                             ) from error
        except KeyError as error:
            raise ValueError(f"{where}: time and rate are expected; it has no {error.args[0]}"
                             ) from error
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from error
    return builder.finish()


def cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line number, cells) of lines that are not empty and no comment."""
    lines = text.splitlines()
    head = next((line for line in lines if line.strip() and line[0] != "#"), "")
    mark = next((mark for mark in ",;\t" if mark in head), None)
    for place, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                found = next(csv.reader([line], delimiter=mark)) if mark else line.split()
            except csv.Error as error:
                raise ValueError(f"line {place}: {error}; take it out") from error
            yield place, found


def of_columns(text: str) -> rates.Rates:
    found = list(cells(text))
    if not found:
        raise ValueError("it is empty; give lines with a time and a rate")
    names = found[0][1]
    try:
        float(names[0])
        columns = Columns(["time_s", "rate_mbps"])
        columns.clock, columns.rate = (0, 1000), (1, 1e6)
        rows: list[tuple[int, Any]] = list(found)
    except (IndexError, ValueError):
        columns = Columns(names)
        rows = [(place, dict(zip(names, line))) for place, line in found[1:]]
    return built(columns, ((f"line {place}", row) for place, row in rows))


def patterns(value: Any) -> list[Any] | None:
    """The list of entries: of MONROE-like sets uplink.trace_pattern, or the whole."""
    if isinstance(value, dict):
        for key in ("uplink", "downlink", "trace_pattern", "data", "trace"):
            found = patterns(value[key]) if key in value else None
            if found:
                return found
        return None
    return value if isinstance(value, list) and value else None


def of_json(text: str) -> rates.Rates:
    try:
        found = patterns(json.loads(text))
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}; is the file whole?") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not found or not all(isinstance(row, dict) for row in found):
        raise ValueError("no list of entries such as {\"duration\": 1000, \"capacity\": 500} "
                         "(ms, kbit/s), below uplink and trace_pattern or by itself")
    return built(Columns(list(found[0])),
                 ((f"entry {place}", row) for place, row in enumerate(found, 1)))


def whole(path: str) -> str:
    """Its text; ValueError: too long, or it cannot be read."""
    try:
        with open(path, "rb") as file:
            return files.whole(file, path, MAX_BYTES, "cut the trace").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not a text; unpack it first") from error
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


def is_mahimahi(path: str) -> bool:
    """By its first line: a whole number and nothing else."""
    try:
        with open(path, "rb") as file:
            return file.readline(64).strip().isdigit()
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error


def read(path: str) -> mahimahi.Trace:
    """mahimahi.Trace of a file in any of the formats; ValueError: file, line and remedy."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise ValueError(f"{path}: not a file; give one, or a folder of them")
    if is_mahimahi(path):
        return mahimahi.read_trace(path)
    text = whole(path)
    try:
        return rates.packets((of_json if text.lstrip()[:1] in ("{", "[") else of_columns)(text))
    except ValueError as error:
        raise ValueError(f"{path}{',' if str(error).startswith(('line', 'entry')) else ':'} "
                         f"{error}") from error
