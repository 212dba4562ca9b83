# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames out of RTP packets: which came whole, and which of them can be decoded.

A frame is whole when no packet of it is missing; it can be decoded when it is a
key frame, or follows one without any frame or packet missing in between.  What
cannot be decoded is not shown: the picture freezes until the next key frame.
"""
from typing import Any

from . import rtp


class Frame:
    def __init__(self, timestamp: int, whole: Any) -> None:
        self.timestamp = timestamp
        self.whole = whole
        self.key = False
        self.complete_at: float | None = None         # s, arrival of the last packet
        self.packets: list[bytes] = []               # bytes, RTP with header

    def number(self, framerate: int) -> int:
        """Which source frame it is: timestamps begin at 0."""
        return round(self.timestamp * framerate / rtp.CLOCK_RATE)


class Assembler:
    def __init__(self, encoding_name: str) -> None:
        self.encoding_name = encoding_name
        self.expected: int | None = None        # sequence number
        self.frame: Frame | None = None
        self.broken = True              # until a key frame

    def push(self, when: float, data: bytes) -> Any:
        """The frame that this packet completes, if it can be decoded, or None."""
        packet = rtp.parse(data)
        if packet is None or self.is_old(packet.seq):
            return None
        gap = packet.seq != self.expected
        self.expected = packet.seq + 1 & 0xffff
        starts, key = rtp.key_frame(self.encoding_name, packet.payload)
        frame = self.place(packet, gap, starts)
        frame.key = frame.key or key
        frame.packets.append(data)
        if not packet.marker:
            return None
        frame.complete_at = when
        self.frame = None
        return self.judge(frame)

    def is_old(self, seq: int) -> bool:
        return self.expected is not None and (seq - self.expected & 0xffff) > 0x8000

    def place(self, packet: Any, gap: bool, starts: bool) -> Frame:
        """The frame it belongs to.  Behind a gap only a packet that starts
        a key frame is surely the first of its frame."""
        frame = self.frame
        fresh = frame is None or frame.timestamp != packet.timestamp
        if gap or (fresh and frame is not None):
            self.broken = True
        if frame is None or fresh:
            frame = self.frame = Frame(packet.timestamp, not gap or starts)
        elif gap:
            frame.whole = False
        return frame

    def judge(self, frame: Any) -> Any:
        if not frame.whole:
            self.broken = True
            return None
        if frame.key:
            self.broken = False
        return None if self.broken else frame
