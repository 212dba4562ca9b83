# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The sender's half of a run: feeds frames, notes what the encoder made of each,
samples the rates."""
import time
from collections.abc import Callable
from typing import Any

from gi.repository import Gst, GstVideo

from gstscream import encoders

from .feed import Feeder
from .job import Job

KEY_INTERVAL = 0.3              # s; requests so soon after a key frame are met already
STATS = {"estimate": "estimated-bitrate", "bytes-sent": "bytes-sent",
         "sender-queue-delay": "sender-queue-delay", "rtt": "smoothed-rtt",
         "cwnd": "reference-window", "bytes-in-flight": "bytes-in-flight",
         "delay-target": "network-queue-delay-target"}
SECONDS = {"sender-queue-delay", "rtt", "delay-target"}


def running_time(pad: Any, buffer: Any) -> Any:
    """ns; encoders may shift timestamps."""
    event = pad.get_sticky_event(Gst.EventType.SEGMENT, 0)
    return event.parse_segment().to_running_time(Gst.Format.TIME, buffer.pts)


def field(structure: Any, name: str) -> Any:
    return structure.get_value(name) if structure.has_field(name) else None


class Sender:
    def __init__(self, job: Job, element: Callable[[str], Any],
                 on_start: Callable[[float], None]) -> None:
        """on_start(when time 0 is)"""
        self.job = job
        self.encoder = element("encoder")
        self.transmitter = element("tx")
        self.encoded: dict[int, tuple[int, bool]] = {}               # frame: (bytes, key)
        self.last_key = 0.0
        self.samples: list[dict[str, Any]] = []
        self.requests = 0
        self.feeder = Feeder(element("source"), job.source, job.framerate, job.frame_size(),
                             job.frames(), on_start)
        self.encoder.get_static_pad("src").add_probe(
            Gst.PadProbeType.BUFFER, self.on_encoded)

    def on_encoded(self, pad: Any, info: Any) -> Any:
        buffer = info.get_buffer()
        number = round(running_time(pad, buffer) * self.job.framerate / Gst.SECOND)
        key = not buffer.has_flags(Gst.BufferFlags.DELTA_UNIT)
        if key:
            self.last_key = time.monotonic()
        before = self.encoded.get(number, (0, False))
        self.encoded[number] = before[0] + buffer.get_size(), before[1] or key
        return Gst.PadProbeReturn.OK

    def on_request(self) -> bool:
        """The receiver cannot decode: a key frame, if there was none just now."""
        if time.monotonic() - self.last_key > KEY_INTERVAL:
            self.requests += 1
            self.encoder.get_static_pad("src").send_event(
                GstVideo.video_event_new_upstream_force_key_unit(
                    Gst.CLOCK_TIME_NONE, True, self.requests))
        return False

    def sample(self) -> None:
        if self.feeder.start_time is None:
            return
        stats = self.transmitter.get_property("stats")
        values = {"time": time.monotonic() - self.feeder.start_time,
                  "target": encoders.target(self.job.encoder, self.encoder)}
        for name, key in STATS.items():
            value = field(stats, key)
            if value is not None and name in SECONDS:
                value /= Gst.SECOND
            values[name] = value
        self.samples.append(values)

    def result(self) -> dict[str, Any]:
        """What the measurement needs."""
        stats = self.transmitter.get_property("stats")
        names = ("packets-sent", "packets-discarded", "frames-discarded", "frames-skipped")
        return {"start": self.feeder.start_time, "captured": self.feeder.captured,
                "missed": self.feeder.missed, "frames": self.feeder.frames,
                "encoded": self.encoded, "samples": self.samples, "requests": self.requests,
                "stats": {name: field(stats, name) for name in names}}
