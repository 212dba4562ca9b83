# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Statistics that GStreamer prints: of rtpgccbwe, webrtcsink, webrtcbin and rtpbin.

Lines of gst-launch-1.0 -v with a time in front (ts -s '%.s'), lines of GST_DEBUG, lines that a
program writes with a GstStructure in each, or JSON: one value, one in each line, or a list.
rtpgccbwe has no statistics but its property estimated-bitrate.
"""
import datetime
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from . import gststructure, texts
from .gststructure import NAME
from .recording import FormatError, Recording, counted
from .webrtcstats import ENCODER, ESTIMATOR, IN, OUT, PAIR, REMOTE, SECONDS, TWCC, Samples

KIND = "statistics of GStreamer"
COLOURS = re.compile(r"\x1b\[[0-9;]*[mK]")
CLOCK = re.compile(r"(\d+):(\d\d):(\d\d\.\d+)(?=\s)")
STAMP = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?=[\dZ\s+])")
DECIMAL = re.compile(r"\d+\.\d+(?=\s)")
ESTIMATE = re.compile(r"\bestimated-bitrate\s*=\s*(?:\(\w+\)\s*)?(\d+)")
TWCC_NAME, SOURCE_NAME = "RTPTWCCStats", "application/x-rtp-source-stats"
STRUCTURE = re.compile(r"\b(?:application/x-webrtc(?:sink)?-stats|application/x-rtp-session-stats"
                       rf"|{SOURCE_NAME}|{TWCC_NAME})\s*,")
TYPES = (OUT, IN, REMOTE, PAIR)
PUT_TIMES = ("put them there: gst-launch-1.0 -v ... | ts -s '%.s' (Debian: moreutils), or write "
             "webrtcbin's get-stats, which has a timestamp")


def stamped(text: str) -> float | None:
    """s since 1970; None: there is no such day."""
    form = "%Y-%m-%dT%H:%M:%S" + (".%f" if "." in text else "")
    try:
        return datetime.datetime.strptime(text.replace(" ", "T"), form).replace(
            tzinfo=datetime.timezone.utc).timestamp()
    except ValueError:
        return None


def time_of(line: str) -> float | None:
    """s, of what a line begins with."""
    clock, stamp, decimal = CLOCK.match(line), STAMP.match(line), DECIMAL.match(line)
    if clock:
        return 3600.0 * float(clock[1]) + 60.0 * int(clock[2]) + float(clock[3])
    if stamp:
        return stamped(stamp[0])
    return float(decimal[0]) if decimal else None


def inner_time(node: Any) -> float | None:
    """s, of the newest "timestamp" in the statistics themselves."""
    found = [each for each in children(node) if isinstance(each.get("timestamp"), (int, float))]
    return max((each["timestamp"] * SECONDS for each in found), default=None)


def children(node: Any) -> Iterator[dict[str, Any]]:
    """The node and all dictionaries below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


def source(samples: Samples, time: float, node: dict[str, Any]) -> None:
    """An RTP source of rtpbin, in the words of W3C."""
    ssrc = str(node.get("ssrc"))
    if node.get("internal"):
        samples.add(time, OUT, ssrc, "bytesSent", node.get("octets-sent"))
        samples.add(time, OUT, ssrc, "packetsSent", node.get("packets-sent"))
        return
    samples.add(time, IN, ssrc, "bytesReceived", node.get("octets-received"))
    if node.get("have-rb"):
        trip, lost = node.get("rb-round-trip"), node.get("rb-fractionlost")
        if isinstance(trip, int) and trip:
            samples.add(time, REMOTE, ssrc, "roundTripTime", trip / 65536)
        if isinstance(lost, int):
            samples.add(time, REMOTE, ssrc, "fractionLost", lost / 256)


def take(samples: Samples, time: float, node: dict[str, Any]) -> None:
    """What one structure has, without those below it."""
    kind = node.get("type")
    if kind in TYPES:
        for name, value in node.items():
            samples.add(time, kind, str(node.get("id")), name, value)
    twcc = node if node.get(NAME) == TWCC_NAME else node.get("gst-twcc-stats")
    if isinstance(twcc, dict) and twcc is not node and NAME in twcc:
        twcc = None             # it comes by itself, too
    for name, value in twcc.items() if isinstance(twcc, dict) else ():
        samples.add(time, TWCC, "", name, value)
    encoders = node.get("video-encoders")
    for place, encoder in enumerate(encoders if isinstance(encoders, list) else ()):
        if isinstance(encoder, dict):
            samples.add(time, ENCODER, str(place), "bitrate", encoder.get("bitrate"))


def sources(node: Any) -> list[dict[str, Any]]:
    """Of rtpbin's statistics; those within webrtcbin's say the same again."""
    if node.get(NAME) == SOURCE_NAME:
        return [node]
    found = node.get("source-stats")
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def is_statistics(node: Any) -> bool:
    return isinstance(node, dict) and (
        "type" in node or "consumer-stats" in node or node.get(NAME) == TWCC_NAME)


def consumers(node: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """{its name: statistics} of webrtcsink, {"": node} of all others."""
    inner = {name: each for name, each in node.items() if isinstance(each, dict)}
    if is_statistics(node) or any("type" in each for each in inner.values()):
        return {"": node}
    found = {name: each for name, each in inner.items()
             if any(is_statistics(child) for child in children(each))}
    return found or {"": node}


class Collector:
    """The samples of each consumer, and what was left out."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.samples: dict[str, Samples] = defaultdict(Samples)
        self.taken = self.broken = 0
        self.untimed = ""       # where the first one without a time stands

    def add(self, where: str, time: float | None, node: Any) -> None:
        time = inner_time(node) if time is None else time
        if time is None or not math.isfinite(time):
            self.untimed = self.untimed or where
            return
        self.taken += 1
        listed = {NAME: "", "statistics": node} if isinstance(node, list) else node
        for name, each in consumers(listed).items() if isinstance(listed, dict) else ():
            for child in children(each):
                take(self.samples[name], time, child)
                for one in sources(child) if child is each else ():
                    source(self.samples[name], time, one)

    def estimate(self, where: str, time: float | None, value: float) -> None:
        if time is None or not math.isfinite(time):
            self.untimed = self.untimed or where
        else:
            self.taken += 1
            self.samples[""].add(time, ESTIMATOR, "", "estimated-bitrate", value)

    def recordings(self) -> list[Recording]:
        found = []
        for name, samples in self.samples.items():
            result = samples.recording(KIND + (f", consumer {name}" if name else ""))
            result.notes = [counted(self.taken, "sample")]
            if self.broken:
                result.notes.append(f"{self.broken} broken left out")
            found += [result] if result.curves else []
        if found:
            return found
        if self.untimed:
            raise FormatError(f"{self.path}, {self.untimed}: statistics without a time; "
                              f"{PUT_TIMES}")
        raise FormatError(f"{self.path}: no statistics of webrtcsink, webrtcbin, rtpbin or "
                          "rtpgccbwe in it; print their property stats or get-stats")


def has_statistics(line: str) -> bool:
    return bool(STRUCTURE.search(line) or ESTIMATE.search(line))


def of_lines(path: str, lines: Iterable[str]) -> list[Recording]:
    found = Collector(path)
    for place, coloured in enumerate(lines, 1):
        line = COLOURS.sub("", coloured)
        begin, estimate = STRUCTURE.search(line), ESTIMATE.search(line)
        if begin:
            try:
                node = gststructure.structure(line, begin.start())
            except ValueError:
                found.broken += 1
                continue
            found.add(f"line {place}", time_of(line), node)
        elif estimate:
            found.estimate(f"line {place}", time_of(line), texts.integer(estimate[1]))
    return found.recordings()


def values(path: str, text: str) -> Iterator[tuple[str, Any]]:
    """(where, value) of JSON, whole or of one value in each line."""
    try:
        whole = texts.loads(text)
    except (ValueError, RecursionError):
        lines = [(place, line) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or not lines[0][1].rstrip().endswith(("}", "]")):
            texts.parsed(path, text)        # which says what is wrong
        yield from ((f"line {place}", texts.parsed(path, line, place)) for place, line in lines)
        return
    if isinstance(whole, list) and not any(isinstance(each, dict) and "type" in each
                                           for each in whole):
        yield from ((f"entry {place}", each) for place, each in enumerate(whole, 1))
    else:
        yield "entry 1", whole


def of_json(path: str, text: str) -> list[Recording]:
    found = Collector(path)
    for where, value in values(path, text):
        found.add(where, None, value)
    return found.recordings()


def read(path: str) -> list[Recording]:
    text = texts.whole(path)
    return (of_json(path, text) if text.lstrip()[:1] in ("{", "[")
            else of_lines(path, text.splitlines()))
