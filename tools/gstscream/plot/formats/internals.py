# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What chrome://webrtc-internals saves: JSON, in which each PeerConnection has series.

    {"PeerConnections": {"12-1": {"url": "...", "stats": {
      "OT01V4-bytesSent": {"statsType": "outbound-rtp", "values": "[0,1200,...]",
                           "startTime": "2026-11-23T12:00:00.000Z", "endTime": "..."}}}}}

A series has an end of the identifier and a name; that of the name "timestamp" has the times of
the others that are as long.  All others are spread between their start and their end.
"""
import datetime
from typing import Any

from . import texts
from .recording import FormatError, Point, Recording, counted
from .webrtcstats import IN, OUT, PAIR, REMOTE, SECONDS, Samples

TYPES = (OUT, IN, REMOTE, PAIR)
# Identifiers that tell the type, of versions whose series do not.
OLD = {"RTCOutboundRTP": OUT, "RTCInboundRTP": IN, "RTCRemoteInboundRtp": REMOTE,
       "RTCIceCandidatePair": PAIR}
KEPT = 1000                     # values of a series, of which Chromium drops the oldest
OTHER = b"RTCStatsDump"         # the beginning of what else the page of Chromium saves
SAVE = "open chrome://webrtc-internals before the call, and save the dump before it ends"


def seconds(text: Any) -> float:
    try:
        found = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    except (TypeError, ValueError):
        raise ValueError(f"{str(text)[:40]!r} is no time as 2026-11-23T12:00:00.000Z") from None
    return found.replace(tzinfo=datetime.timezone.utc).timestamp()


def values_of(series: dict[str, Any]) -> list[Any]:
    """A list, as JSON within JSON or as it is."""
    values = series.get("values", [])
    if isinstance(values, str):
        try:
            values = texts.loads(values)
        except (ValueError, RecursionError):
            raise ValueError("\"values\" is no list of JSON") from None
    if not isinstance(values, list):
        raise ValueError("\"values\" is no list of JSON")
    return values


def stamps(stats: dict[str, Any], stream: str) -> list[float]:
    found = stats.get(f"{stream}-timestamp")
    values = values_of(found) if isinstance(found, dict) else []
    numbers = all(isinstance(value, (int, float)) for value in values)
    return [value * SECONDS for value in values] if numbers else []


def spread(series: dict[str, Any], count: int) -> list[float]:
    start, end = seconds(series.get("startTime")), seconds(series.get("endTime"))
    step = (end - start) / (count - 1) if count > 1 else 0.0
    return [start + step * place for place in range(count)]


def type_of(stream: str, series: dict[str, Any]) -> str:
    """Of the series' owner, "" for what is not drawn."""
    said = series.get("statsType") or next(
        (kind for begin, kind in OLD.items() if stream.startswith(begin)), "")
    return str(said) if said in TYPES else ""


def timed(stats: dict[str, Any], stream: str, series: dict[str, Any]) -> list[tuple[float, Any]]:
    """Nothing of what has no numbers."""
    values, times = values_of(series), stamps(stats, stream)
    if not any(isinstance(value, (int, float)) for value in values):
        return []
    return list(zip(times if len(times) == len(values) else spread(series, len(values)), values))


def peer(path: str, name: str, connection: Any) -> Recording:
    said = connection.get("stats") if isinstance(connection, dict) else None
    stats: dict[str, Any] = said if isinstance(said, dict) else {}
    samples, longest = Samples(), 0
    for key, series in stats.items():
        stream, _, what = key.rpartition("-")
        kind = type_of(stream, series) if isinstance(series, dict) else ""
        if not kind or what.startswith("[") or what == "timestamp":
            continue
        try:
            points: list[Point] = timed(stats, stream, series)
        except ValueError as error:
            raise FormatError(f"{path}, PeerConnection {name}, {key}: {error}; save the dump "
                              "again") from error
        longest = max(longest, len(points))
        for time, value in points:
            samples.add(time, kind, stream, what, value)
    result = samples.recording(f"webrtc-internals of Chromium, PeerConnection {name}")
    result.notes = [counted(longest, "sample")]
    if longest >= KEPT:
        result.notes.append(f"Chromium keeps the last {KEPT} of a longer call")
    return result


def read(path: str) -> list[Recording]:
    text = texts.whole(path)
    if text.startswith(OTHER.decode()):
        raise FormatError(f"{path}: an \"rtcstats dump\", which is not read; give the "
                          "\"webrtc-internals dump\" of the same page")
    dump = texts.parsed(path, text)
    connections = dump.get("PeerConnections") if isinstance(dump, dict) else None
    if not isinstance(connections, dict):
        raise FormatError(f"{path}: it has no \"PeerConnections\", so it is no dump of "
                          "webrtc-internals; give it the button \"Download\" of that page")
    found = [peer(path, name, each) for name, each in connections.items()]
    useful = [each for each in found if each.curves]
    if not useful:
        raise FormatError(f"{path}: none of {len(found)} PeerConnections has statistics of RTP; "
                          f"{SAVE}")
    return useful
