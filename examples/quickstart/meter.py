# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is measured: a sample of all rates and delays 20 times a second, and the frames."""
import math
import time
from collections import Counter, deque

from gi.repository import Gst

from shared import encoders

from gstscream.stats.distribution import mean, quantile  # shared has found it

WINDOW = 0.5  # seconds over which rates are taken


def field(structure, name, default=0):
    """A field of a stats structure, also one that this version has not."""
    return structure.get_value(name) if structure.has_field(name) else default


class Sample:
    """All values at one time; rates in bit/s, delays in seconds."""

    def __init__(self, when, link, transmitter, target):
        self.time = when
        self.capacity = field(link, "bitrate", math.nan)
        self.bytes_in = field(link, "bytes-in")
        self.packets_in = field(link, "packets-in")
        self.lost = (field(link, "dropped-loss") + field(link, "dropped-queue")
                     + field(link, "dropped-aqm"))
        self.link_queue = field(link, "queue-delay") / Gst.SECOND
        self.sender_queue = field(transmitter, "sender-queue-delay") / Gst.SECOND
        self.estimate = field(transmitter, "estimated-bitrate", math.nan)
        self.target = target
        self.send_rate = math.nan
        self.loss = 0.0


class Meter:
    def __init__(self, pipeline, encoder_name, frames):
        self.encoder = pipeline.get_by_name("encoder")  # None: screamsink makes one
        self.encoder_name = encoder_name
        self.link = pipeline.get_by_name("link")
        self.transmitter = pipeline.get_by_name("tx")
        self.frames = frames
        self.sizes = Counter()
        self.samples = []
        self.window = deque()

    def watch_encoder(self, encoder):
        """One that is there only now: its bitrate, and the sizes of its pictures."""
        self.encoder = encoder
        encoder.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, self.on_picture)

    def on_picture(self, pad, _info):
        caps = pad.get_current_caps().get_structure(0)
        self.sizes[f"{caps.get_value('width')}×{caps.get_value('height')}"] += 1
        return Gst.PadProbeReturn.OK

    def restart(self):
        """Time 0 is now."""
        self.frames.start = time.monotonic()

    def elapsed(self):
        return time.monotonic() - self.frames.start

    def encoder_target(self):
        if self.encoder is None:
            return math.nan
        return encoders.target(self.encoder_name, self.encoder)

    def sample(self):
        sample = Sample(self.elapsed(), self.link.get_property("stats"),
                        self.transmitter.get_property("stats"), self.encoder_target())
        self.window.append(sample)
        while sample.time - self.window[0].time > WINDOW:
            self.window.popleft()
        first = self.window[0]
        if sample.time > first.time:
            sample.send_rate = (8 * (sample.bytes_in - first.bytes_in)
                                / (sample.time - first.time))
        if sample.packets_in > first.packets_in:
            sample.loss = (sample.lost - first.lost) / (sample.packets_in - first.packets_in)
        self.samples.append(sample)
        return sample

    def frame_delay(self):
        """Mean over the last window, NaN if no frame came."""
        now, recent = self.elapsed(), []
        for when, delay in reversed(self.frames.delays):
            if now - when > WINDOW:
                break
            recent.append(delay)
        return mean(recent)

    def summary(self):
        """(what, value) in words, for the end."""
        link = self.link.get_property("stats")
        delays = [delay for _, delay in self.frames.delays]
        packets = field(link, "packets-in")
        lost = (field(link, "dropped-loss") + field(link, "dropped-queue")
                + field(link, "dropped-aqm"))
        count, frozen = self.frames.freezes()
        utilisation = field(link, "utilisation", math.nan)
        return [
            ("Link used", f"{100 * utilisation:.1f} % of what it offered"),
            ("Queue in the link", ", ".join(
                f"{name} {milliseconds(field(link, f'queue-delay-{name}') / Gst.SECOND)}"
                for name in ("mean", "p95", "max"))),
            ("Packets lost", f"{lost} of {packets}"
                             f" ({100 * lost / packets if packets else 0:.2f} %)"),
            ("Frame delay", f"p50 {milliseconds(quantile(delays, 0.5))}, "
                            f"p95 {milliseconds(quantile(delays, 0.95))}"),
            ("Frames", f"{len(self.frames.shown)} shown of {self.frames.captured} captured"),
            ("Freezes", f"{count}, {frozen:.1f} s in all"),
        ] + self.extras()

    def extras(self):
        """What was done about losses, and which pictures were sent."""
        stats = self.transmitter.get_property("stats")
        found = []
        if stats.has_field("packets-retransmitted"):
            found.append(("Repair", f"{field(stats, 'packets-retransmitted')} packets sent again, "
                                    f"{field(stats, 'fec-packets-sent')} of FEC"))
        if self.sizes:
            total = sum(self.sizes.values())
            found.append(("Pictures", ", ".join(f"{size} ({100 * count / total:.0f} %)" for
                                                size, count in self.sizes.most_common())))
        return found


def milliseconds(seconds):
    return "–" if math.isnan(seconds) else f"{1000 * seconds:.0f} ms"
