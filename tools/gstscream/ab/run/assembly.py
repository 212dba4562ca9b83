# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Frames out of RTP packets: which came whole, and which of them can be decoded.

A frame is whole when no packet of it is missing; it can be decoded when it is a
key frame, or follows one without any frame or packet missing in between.  What
cannot be decoded is not shown: the picture freezes until the next key frame.
"""
from . import rtp


class Frame:
    def __init__(self, timestamp, whole):
        self.timestamp = timestamp
        self.whole = whole
        self.key = False
        self.complete_at = None         # s, arrival of the last packet
        self.packets = []               # bytes, RTP with header

    def number(self, framerate):
        """Which source frame it is: timestamps begin at 0."""
        return round(self.timestamp * framerate / rtp.CLOCK_RATE)


class Assembler:
    def __init__(self, encoding_name):
        self.encoding_name = encoding_name
        self.expected = None            # sequence number
        self.frame = None
        self.broken = True              # until a key frame

    def push(self, when, data):
        """The frame that this packet completes, if it can be decoded, or None."""
        packet = rtp.parse(data)
        if packet is None or self.is_old(packet.seq):
            return None
        gap = packet.seq != self.expected
        self.expected = packet.seq + 1 & 0xffff
        starts, key = rtp.key_frame(self.encoding_name, packet.payload)
        self.place(packet, gap, starts)
        frame = self.frame
        frame.key = frame.key or key
        frame.packets.append(data)
        if not packet.marker:
            return None
        frame.complete_at = when
        self.frame = None
        return self.judge(frame)

    def is_old(self, seq):
        return self.expected is not None and (seq - self.expected & 0xffff) > 0x8000

    def place(self, packet, gap, starts):
        """Into the frame it belongs to.  Behind a gap only a packet that starts
        a key frame is surely the first of its frame."""
        fresh = self.frame is None or self.frame.timestamp != packet.timestamp
        if gap or (fresh and self.frame is not None):
            self.broken = True
        if fresh:
            self.frame = Frame(packet.timestamp, not gap or starts)
        elif gap:
            self.frame.whole = False

    def judge(self, frame):
        if not frame.whole:
            self.broken = True
            return None
        if frame.key:
            self.broken = False
        return None if self.broken else frame
