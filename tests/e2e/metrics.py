# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of a run, from the capture and the rates of the limit alone.

Times are seconds from the first media packet.  All figures count bytes as
tbf does: Ethernet header, IP, UDP, RTP.  Where a definition was needed:

utilisation     bytes that left the queue / what the limit allowed, 5 s...end
queue p50...    of the delays of all packets that passed; gstscream.stats.distribution
                says what a quantile is
over100         share of 10 ms slots in which a packet met > 100 ms of queue;
                between packets the queue is taken to drain in real time
drain           after a fall of the limit: end of the time above 50 ms that
                starts within 0.5 s; it ends when it stays below for 200 ms
rise            after a rise: first 500 ms window with 90 % of the new limit
loss            packets that went into R and did not come to B, whole run
frame p50...    capture (RTP time) to arrival of the last packet, over the fastest
                frame of the run; of frames without a loss, whole run
freezes         of these frames, as they arrive: gstscream.stats.freezes
"""
import bisect
from collections import defaultdict
from typing import Any

from shared import quantile

from gstscream.stats.freezes import freezes  # shared has found it

SLOT = 0.01
RATE_WINDOW = 0.1
RISE_WINDOW = 0.5
DRAIN_LIMIT = 0.05
DRAIN_START = 0.5
DRAIN_QUIET = 0.2
VIDEO_CLOCK = 90000             # Hz of RTP time
WRAP = 1 << 32                  # of RTP time
IN_FLIGHT = 1.0                 # s at the end in which a packet is not "lost"
NEVER = float('inf')


class Capacity:
    """The limit over time: steps of (time, bit/s)."""

    def __init__(self, steps: list[tuple[int, float]]) -> None:
        self.steps = sorted(steps)

    def at(self, when: float) -> float:
        index = bisect.bisect_right(self.steps, (when, float('inf'))) - 1
        return self.steps[max(index, 0)][1]

    def bits(self, start: float, end: float) -> float:
        edges = [start] + [t for t, _ in self.steps if start < t < end] + [end]
        return sum((b - a) * self.at(a) for a, b in zip(edges, edges[1:]))

    def changes(self, end: float) -> list[tuple[int, float, float]]:
        """(time, old, new) of each change before end, but the first."""
        return [(now[0], before[1], now[1])
                for before, now in zip(self.steps, self.steps[1:])
                if 0 < now[0] < end]


class Flow:
    """Matched packets, with times from the first of them."""

    def __init__(self, passages: list[Any], end: float) -> None:
        self.start = passages[0].sent
        self.end = end - self.start
        self.passages = passages
        self.arrivals = sorted((p.received - self.start, p.size)
                               for p in passages if p.received is not None)
        self.times = [t for t, _ in self.arrivals]
        self.sums = [0]
        for _, size in self.arrivals:
            self.sums.append(self.sums[-1] + size)

    def delivered(self, start: float, end: float) -> int:
        """Bits that left the queue in [start, end)."""
        first = bisect.bisect_left(self.times, start)
        last = bisect.bisect_left(self.times, end)
        return 8 * (self.sums[last] - self.sums[first])

    def rate(self, start: float, end: float) -> float:
        return self.delivered(start, end) / (end - start)

    def delays(self, start: float = 0.0, end: float = NEVER) -> list[tuple[float, float]]:
        """(time of sending, queue delay) of packets sent in [start, end)."""
        return [(p.sent - self.start, p.delay()) for p in self.passages
                if p.received is not None
                and start <= p.sent - self.start < end]

    def sent_bits(self, start: float, end: float) -> Any:
        return 8 * sum(p.size for p in self.passages
                       if start <= p.sent - self.start < end)

    def loss(self, start: float = 0.0, end: float = NEVER) -> Any:
        """Share of the packets of [start, end) that did not arrive."""
        limit = min(end, self.end - IN_FLIGHT)
        inside = [p for p in self.passages
                  if start <= p.sent - self.start < end]
        lost = sum(p.received is None and p.sent - self.start < limit
                   for p in inside)
        return lost / len(inside) if inside else 0.0

    def frames(self, start: float, end: float) -> int:
        """Frames sent: distinct RTP timestamps."""
        return len({(p.ssrc, p.packet.rtp_time) for p in self.passages
                    if start <= p.sent - self.start < end})

    def whole_frames(self) -> list[list[tuple[float, float]]]:
        """[(arrival, delay over the fastest)] in s of the frames without a loss, in
        order of arrival; a list for each SSRC."""
        frames: dict[Any, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
        for one in self.passages:
            frames[one.ssrc][one.packet.rtp_time].append(one.received)
        return [over_fastest(self.start, of_one) for of_one in frames.values()]


def over_fastest(start: float, frames: dict[int, list[Any]]) -> list[tuple[float, float]]:
    """frames: {RTP time: when its packets came, None for what was lost}; at least one."""
    first = next(iter(frames))
    delays = []
    for rtp_time, received in frames.items():
        if None in received:
            continue
        captured = ((rtp_time - first + WRAP // 2) % WRAP - WRAP // 2) / VIDEO_CLOCK
        arrived = max(received) - start
        delays.append((arrived, arrived - captured))
    fastest = min((delay for _, delay in delays), default=0)
    return sorted((arrived, delay - fastest) for arrived, delay in delays)


def frame_figures(flow: Flow) -> dict[str, float]:
    streams = flow.whole_frames()
    delays = [delay for stream in streams for _, delay in stream]
    return {
        'frame_p50': quantile(delays, .5) * 1e3,
        'frame_p95': quantile(delays, .95) * 1e3,
        'frame_p99': quantile(delays, .99) * 1e3,
        'freezes': sum(len(freezes([arrived for arrived, _ in stream])) for stream in streams),
    }


def queue_slots(flow: Flow, start: float, end: float) -> list[float]:
    """Queue delay in each slot of SLOT seconds from start to end."""
    slots: list[float | None] = [None] * max(1, int((end - start) / SLOT))
    for when, delay in flow.delays(start, end):
        index = min(int((when - start) / SLOT), len(slots) - 1)
        slots[index] = max(slots[index] or 0.0, delay)
    levels, level = [], 0.0
    for slot in slots:
        level = max(level - SLOT, 0.0) if slot is None else slot
        levels.append(level)
    return levels


def time_over(flow: Flow, limit: float, start: float, end: float) -> Any:
    slots = queue_slots(flow, start, end)
    return sum(level > limit for level in slots) / len(slots)


def drain_time(flow: Flow, change: int, end: float) -> float:
    """Seconds until the queue that a fall of the limit made is gone."""
    slots = queue_slots(flow, change, end)
    high = [i for i, level in enumerate(slots) if level >= DRAIN_LIMIT]
    if not high or high[0] * SLOT > DRAIN_START:
        return 0.0
    last = high[0]
    for index in high[1:]:
        if (index - last) * SLOT > DRAIN_QUIET:
            break
        last = index
    if (len(slots) - last) * SLOT <= DRAIN_QUIET:
        return NEVER
    return (last + 1) * SLOT


def rise_time(flow: Flow, change: float, target: float, end: float) -> float:
    """Seconds until a 500 ms window holds 90 % of the new limit."""
    when = change
    while when <= end:
        if flow.rate(when - RISE_WINDOW, when) >= 0.9 * target:
            return when - change
        when += SLOT
    return NEVER


def analyse(flow: Flow, capacity: Capacity,
            from_time: float = 5.0) -> dict[str, Any]:
    """The figures of a run by name; rates in bit/s, times in ms or s."""
    end = flow.end
    delays = [delay for _, delay in flow.delays()]
    result = {
        'seconds': end,
        'packets': len(flow.passages),
        'rate': flow.rate(from_time, end),
        'utilisation': flow.delivered(from_time, end)
        / capacity.bits(from_time, end),
        'q_p50': quantile(delays, .5) * 1e3,
        'q_p95': quantile(delays, .95) * 1e3,
        'q_p99': quantile(delays, .99) * 1e3,
        'q_max': max(delays, default=float('nan')) * 1e3,
        'over100': time_over(flow, 0.1, 0.0, end),
        'loss': flow.loss(),
        'fps': flow.frames(from_time, end) / (end - from_time),
        **frame_figures(flow),
    }
    changes = capacity.changes(end)
    drains = []
    rises = []
    edges = [0.0] + [change[0] for change in changes] + [end]
    for (when, old, new), following in zip(changes, edges[2:]):
        if new < old:
            drains.append(drain_time(flow, when, following))
        else:
            rises.append(rise_time(flow, when, new, following))
    result['drain'] = max(drains, default=0.0)
    result['rise'] = max(rises, default=0.0)
    result['phases'] = [phase(flow, capacity, a, b)
                        for a, b in zip(edges, edges[1:])]
    return result


def phase(flow: Flow, capacity: Capacity, start: float, end: float) -> dict[str, float]:
    """The same for one level of the limit; the first from 5 s (or half)."""
    first = start if start > 0 else min(5.0, end / 2)
    delays = [delay for _, delay in flow.delays(first, end)]
    return {
        'start': start,
        'end': end,
        'capacity': capacity.at((start + end) / 2),
        'utilisation': flow.delivered(first, end) / capacity.bits(first, end),
        'q_p50': quantile(delays, .5) * 1e3,
        'q_p95': quantile(delays, .95) * 1e3,
        'loss': flow.loss(first, end),
        'fps': flow.frames(first, end) / (end - first),
    }


def series(flow: Any, capacity: Any) -> Any:
    """(time, capacity, sent, delivered, highest queue delay) each 100 ms."""
    rows = []
    delays = flow.delays()
    index = 0
    steps = int(flow.end / RATE_WINDOW)
    sent = [0] * (steps + 1)
    for one in flow.passages:
        slot = int((one.sent - flow.start) / RATE_WINDOW)
        sent[min(slot, steps)] += 8 * one.size
    for step in range(steps):
        start = step * RATE_WINDOW
        end = start + RATE_WINDOW
        highest = 0.0
        while index < len(delays) and delays[index][0] < end:
            highest = max(highest, delays[index][1])
            index += 1
        rows.append((start, capacity.at(start), sent[step] / RATE_WINDOW,
                     flow.rate(start, end), highest))
    return rows
