# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The statistics of W3C webrtc-stats, of Chromium or of webrtcbin, as curves.

    samples = Samples()
    samples.add(12.5, "outbound-rtp", "OT01V123", "bytesSent", 4711)
    samples.curves()

Names count without case and hyphens: bytesSent is bytes-sent.
"""
import math
from collections import defaultdict

from .counters import rate, ratio, summed, total
from .recording import Point, Recording, recording

OUT, IN, REMOTE, PAIR = "outbound-rtp", "inbound-rtp", "remote-inbound-rtp", "candidate-pair"
TWCC, ENCODER, ESTIMATOR = "twcc", "encoder", "estimator"       # of GStreamer only
SECONDS = 1e-3                                                  # of a timestamp in ms


def plain(name: str) -> str:
    return name.replace("-", "").lower()


class Samples:
    def __init__(self) -> None:
        self.found: dict[tuple[str, str], dict[str, list[Point]]] = defaultdict(
            lambda: defaultdict(list))
        self.times: set[float] = set()

    def add(self, time: float, kind: str, stream: str, name: str, value: object) -> None:
        """What is no number is not taken."""
        if isinstance(value, (int, float)) and not isinstance(value, bool) and \
                math.isfinite(value) and math.isfinite(time):
            self.found[kind, plain(name)][stream].append((time, float(value)))
            self.times.add(time)

    def streams(self, kind: str, *names: str) -> list[list[Point]]:
        return [points for name in names
                for points in self.found.get((kind, plain(name)), {}).values()]

    def points(self, kind: str, *names: str) -> list[Point]:
        """Of the first of the names that there is, of all streams."""
        found: list[list[Point]] = next(
            filter(None, (self.streams(kind, name) for name in names)), [])
        return sorted(point for points in found for point in points)

    def total(self, kind: str, *names: str) -> list[Point]:
        return total(self.streams(kind, *names))

    def main(self, kind: str, counter: str) -> str | None:
        """The stream with the most bytes, which is the video."""
        found: dict[str, list[Point]] | None = self.found.get((kind, plain(counter)))
        if not found:
            return None
        most = {stream: points[-1][1] for stream, points in found.items()}
        return max(most, key=lambda stream: most[stream])

    def of_main(self, kind: str, counter: str, *names: str) -> list[Point]:
        """The first of the names that the main stream has."""
        main = self.main(kind, counter)
        return next(filter(None, (self.found.get((kind, plain(name)), {}).get(main or "", [])
                                  for name in names)), [])

    def main_reports(self, name: str) -> list[Point]:
        """Of the remote-inbound-rtp that has the SSRC of the main stream, or of all."""
        ssrc = self.of_main(OUT, "bytesSent", "ssrc")
        numbers = self.found.get((REMOTE, "ssrc"), {})
        mine = [stream for stream, points in numbers.items()
                if ssrc and points[-1][1] == ssrc[-1][1]]
        found: dict[str, list[Point]] = self.found.get((REMOTE, plain(name)), {})
        return found[mine[0]] if mine and mine[0] in found else self.points(REMOTE, name)

    def rates(self) -> dict[str, list[Point]]:
        """Who only receives has streams that send nothing, and the other way round."""
        sent, received = (points if any(value for _, value in points) else [] for points in (
            rate(self.total(OUT, "bytesSent", "headerBytesSent"), 8),
            rate(self.total(IN, "bytesReceived", "headerBytesReceived"), 8)))
        return {
            "target": self.targets(),
            "estimate": self.points(ESTIMATOR, "estimated-bitrate")
            # Without media it is a constant.
            or (self.points(PAIR, "availableOutgoingBitrate") if sent else []),
            "sent": sent or self.points(TWCC, "bitrate-sent"),
            "received": received or self.points(TWCC, "bitrate-recv"),
        }

    def targets(self) -> list[Point]:
        return summed(self.streams(OUT, "targetBitrate")) or summed(
            self.streams(ENCODER, "bitrate"))

    def losses(self) -> list[Point]:
        """Of what was sent as the receiver reports it, else of what came here."""
        reported = self.main_reports("fractionLost")
        if reported or self.streams(TWCC, "packet-loss-pct"):
            return reported or [(time, share / 100) for time, share in self.points(
                TWCC, "packet-loss-pct")]
        lost = self.total(IN, "packetsLost")
        both = total([self.total(IN, "packetsReceived"), lost]) if lost else []
        return [(time, max(0.0, share)) for time, share in ratio(lost, both)]

    def delays(self) -> dict[str, list[Point]]:
        return {
            "sender": ratio(self.total(OUT, "totalPacketSendDelay"),
                            self.total(OUT, "packetsSent")),
            "buffer": ratio(self.of_main(IN, "bytesReceived", "jitterBufferDelay"),
                            self.of_main(IN, "bytesReceived", "jitterBufferEmittedCount")),
            "jitter": self.of_main(IN, "bytesReceived", "jitter")
            or self.main_reports("jitter"),
            "rtt": self.main_reports("roundTripTime")
            or self.points(PAIR, "currentRoundTripTime"),
        }

    def frames(self) -> dict[str, list[Point]]:
        sent = self.of_main(OUT, "bytesSent", "framesSent", "framesEncoded")
        received = self.of_main(IN, "bytesReceived", "framesDecoded", "framesReceived")
        dropped = self.of_main(IN, "bytesReceived", "framesDropped")
        return {"frames_sent": rate(total([sent])), "frames_received": rate(total([received])),
                "frames_dropped": [point for point in rate(total([dropped])) if dropped[-1][1]]}

    def freezes(self) -> list[tuple[str, str]]:
        count = total([self.of_main(IN, "bytesReceived", "freezeCount")])
        length = total([self.of_main(IN, "bytesReceived", "totalFreezesDuration")])
        if not count or not length:
            return []
        return [("freezes", f"{count[-1][1]:.0f}, {length[-1][1]:.1f} s in all")]

    def recording(self, kind: str) -> Recording:
        result = recording(kind, {**self.rates(), **self.delays(), **self.frames(),
                                  "loss": self.losses()})
        result.figures = self.freezes()
        result.weight = sum(points[-1][1] for points in (
            self.total(OUT, "bytesSent"), self.total(IN, "bytesReceived")) if points)
        return result
