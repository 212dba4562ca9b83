# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The formats by their names, and which one a file has, by what stands in it."""
from collections.abc import Callable

from . import capture, gststats, internals, packets, texts
from .recording import Recording

PCAP, INTERNALS, GSTREAMER = "pcap", "webrtc-internals", "gstreamer"
HEAD = 4096                     # bytes, in which JSON has begun

READERS: dict[str, Callable[[str], list[Recording]]] = {
    PCAP: lambda path: [packets.one(path)],
    INTERNALS: internals.read,
    GSTREAMER: gststats.read,
}


def of_bytes(path: str) -> str | None:
    """Of captures and of JSON, from the first bytes; None for all others."""
    head = texts.head(path, HEAD)
    if head[:4] in capture.MAGIC:
        return PCAP
    if head.startswith(internals.OTHER):
        return INTERNALS        # which refuses it
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in (b"{", b"["):
        return None
    return INTERNALS if '"PeerConnections"' in texts.whole(path) else GSTREAMER


def of_lines(path: str) -> str | None:
    """From the first line that has statistics."""
    found = any(map(gststats.has_statistics, texts.whole(path).splitlines()))
    return GSTREAMER if found else None


def heaviest(recordings: list[Recording]) -> Recording:
    return max(recordings, key=lambda each: each.weight)
