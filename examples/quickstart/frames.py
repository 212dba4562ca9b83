# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How long each frame takes, and where the picture stood still."""
import time

from gi.repository import Gst

import shared  # noqa: F401 - finds the package

from gstscream.stats.freezes import freezes

MOST = 1000                     # frames that are remembered
# RTP's clock of 90 kHz rounds where timestamps went through it.
SAME = 100000                   # ns


def running_time(pad, buffer):
    event = pad.get_sticky_event(Gst.EventType.SEGMENT, 0)
    if event is None:
        return Gst.CLOCK_TIME_NONE
    return event.parse_segment().to_running_time(Gst.Format.TIME, buffer.pts)


class Table(dict):
    """The last entries alone."""

    def add(self, key, value):
        self.setdefault(key, value)
        if len(self) > MOST:
            del self[next(iter(self))]

    def near(self, key):
        return next((one for one in self if abs(one - key) < SAME), None)


class FrameDelay:
    """Matches frames: encoders shift timestamps but not running times, and jitter buffers
    give new ones but leave those of RTP."""

    def __init__(self, first, last):
        """Pads: frames are captured at the first, and shown at the last."""
        self.pending = Table()          # running time: when it was captured
        self.sent = Table()             # RTP timestamp: running time
        self.received = Table()         # timestamp of the jitter buffer: RTP timestamp
        self.delays = []        # (seconds since start, seconds of delay)
        self.shown = []         # when frames came out
        self.captured = 0
        self.start = time.monotonic()
        first.add_probe(Gst.PadProbeType.BUFFER, self.on_captured)
        last.add_probe(Gst.PadProbeType.BUFFER, self.on_shown)

    def watch_sender(self, pad):
        pad.add_probe(Gst.PadProbeType.BUFFER | Gst.PadProbeType.BUFFER_LIST, self.on_sent)

    def watch_receiver(self, pad):
        pad.add_probe(Gst.PadProbeType.BUFFER | Gst.PadProbeType.BUFFER_LIST, self.on_received)

    @staticmethod
    def first_packet(info):
        """(buffer, RTP timestamp); the packets of a list are of one frame."""
        several = info.type & Gst.PadProbeType.BUFFER_LIST
        buffer = info.get_buffer_list().get(0) if several else info.get_buffer()
        return buffer, int.from_bytes(buffer.extract_dup(4, 4), "big")

    def on_sent(self, pad, info):
        buffer, stamp = self.first_packet(info)
        self.sent.add(stamp, running_time(pad, buffer))
        return Gst.PadProbeReturn.OK

    def on_received(self, _pad, info):
        buffer, stamp = self.first_packet(info)
        self.received.add(buffer.pts, stamp)
        return Gst.PadProbeReturn.OK

    def on_captured(self, pad, info):
        self.captured += 1
        self.pending.add(running_time(pad, info.get_buffer()), time.monotonic())
        return Gst.PadProbeReturn.OK

    def on_shown(self, _pad, info):
        now = time.monotonic()
        self.shown.append(now - self.start)
        running = self.sent.get(self.received.get(info.get_buffer().pts))
        match = None if running is None else self.pending.near(running)
        if match is not None:
            self.delays.append((now - self.start, now - self.pending.pop(match)))
        return Gst.PadProbeReturn.OK

    def freezes(self):
        """How many, and seconds in all."""
        found = freezes(self.shown)
        return len(found), sum(end - start for start, end in found)
