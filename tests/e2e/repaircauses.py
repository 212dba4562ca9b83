# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What became of each packet that a path lost, by the log of the relay.

The relay sees all of it on one clock: the packet that it loses, the request for it (RFC 4585
section 6.2.1), its answers (RFC 4588), and which of these it loses.
"""
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lossyrelay import RTCP, Passed

from gstscream.stats.distribution import quantile

RTPFB, NACK = 205, 1            # RFC 4585
HEADER = 12                     # bytes of RTP


@dataclass(slots=True)
class Lost:
    """Times in s; those of requests and answers are when they came to the relay."""

    captured: float             # its frame, as it came to the sender
    at: float                   # when it was lost
    requests: list[tuple[float, float]] = field(default_factory=list)   # (came, left)
    answers: list[tuple[float, float | None]] = field(default_factory=list)  # left None: lost

    @property
    def arrived(self) -> float | None:
        return min((left for _, left in self.answers if left is not None), default=None)


def nacks(data: bytes) -> Iterator[int]:
    """The numbers that a compound packet of RTCP asks for."""
    at = 0
    while at + 4 <= len(data):
        size = 4 * (1 + int.from_bytes(data[at + 2:at + 4], 'big'))
        if data[at + 1] == RTPFB and data[at] & 31 == NACK:
            for first, more in struct.iter_unpack('>HH', data[at + HEADER:at + size]):
                yield first
                yield from ((first + 1 + bit) & 0xffff for bit in range(16) if more >> bit & 1)
        at += size


def find_lost(log: list[Passed], captured: dict[int, float], media: int,
              answers: int) -> list[Lost]:
    """captured: when each frame came to the sender, by RTP timestamp; media, answers: payload
    types. A packet that was asked for without a loss is none."""
    lost: dict[int, Lost] = {}
    every = []
    for packet in log:
        data = packet.data
        if not packet.is_media:
            for seq in nacks(data):
                if seq in lost and packet.left is not None:
                    lost[seq].requests.append((packet.came, packet.left))
        elif data[1] not in RTCP:
            seq, timestamp = struct.unpack('>HI', data[2:8])
            if data[1] & 0x7f == media:
                lost.pop(seq, None)
                if packet.left is None and timestamp in captured:
                    lost[seq] = Lost(captured[timestamp], packet.came)
                    every.append(lost[seq])
            elif data[1] & 0x7f == answers and len(data) >= HEADER + 2:
                seq = int.from_bytes(data[HEADER:HEADER + 2], 'big')
                if seq in lost:
                    lost[seq].answers.append((packet.came, packet.left))
    return every


def cause(packet: Lost, latest: float) -> str:
    """latest: s from its capture to its arrival, for the screen."""
    if not packet.requests:
        return 'never asked for'
    if packet.arrived is None:
        return 'all answers lost' if packet.answers else 'no answer'
    tries = sum(came < packet.arrived for came, _ in packet.requests)
    if packet.arrived - packet.captured <= latest:
        return f'in time, {tries} requested'
    if any(left is None for _, left in packet.answers):
        return f'late, an answer was lost, {tries} requested'
    return f'late, no answer was lost, {tries} requested'


def parts(packets: list[Lost]) -> dict[str, list[float]]:
    """Where the time goes, in s, one value for each packet that has that part."""
    found: dict[str, list[float]] = {
        'capture to loss': [], 'loss to first request': [], 'request to answer, at the sender': [],
        'between two requests': []}
    for packet in packets:
        found['capture to loss'].append(packet.at - packet.captured)
        if not packet.requests:
            continue
        came, left = packet.requests[0]
        found['loss to first request'].append(came - packet.at)
        if len(packet.requests) > 1:
            found['between two requests'].append(packet.requests[1][0] - came)
        answered = [at for at, _ in packet.answers if at >= left]
        if answered:
            found['request to answer, at the sender'].append(answered[0] - left)
    return found


def answers_each(packets: list[Lost]) -> float:
    return sum(len(packet.answers) for packet in packets) / max(len(packets), 1)


def table(packets: list[Lost], latest: float) -> str:
    lines = ['| what became of it | packets |', '| --- | --- |']
    lines += [f'| {name} | {n} |' for name, n in sorted(
        Counter(cause(packet, latest) for packet in packets).items())]
    lines.append(f'| answers for each | {answers_each(packets):.2f} |')
    lines += ['', '| ms | p50 | p90 | p99 |', '| --- | --- | --- | --- |']
    for name, values in parts(packets).items():
        if values:
            shown = ' | '.join(f'{1000 * quantile(values, p):.1f}' for p in (0.5, 0.9, 0.99))
            lines.append(f'| {name} | {shown} |')
    return '\n'.join(lines)
