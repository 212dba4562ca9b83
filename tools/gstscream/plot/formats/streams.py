# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The RTP of a capture by streams, with what RTCP in it says of their packets."""
import math
from array import array
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from . import rtcp, rtp
from .capture import Address, Datagram

TURN = 1 << 16                  # of sequence numbers
FAR = 3000                      # so far off a stream begins anew (RFC 3550, A.1: MAX_DROPOUT)
FEWEST = 4                      # packets; with fewer it may be chance
WRAP_CCFB, WRAP_TWCC = 65536.0, (1 << 24) * rtcp.REFERENCE      # s
UNKNOWN, LOST, HERE, MARKED = 0, 1, 2, 3    # of a packet at the receiver, as it reports


class Stream:
    """Packets with one SSRC from one address to another."""

    def __init__(self) -> None:
        self.times, self.sizes = array("d"), array("l")
        self.numbers, self.stamps = array("q"), array("q")
        self.state, self.arrival = array("b"), array("d")
        self.places: dict[int, int] = {}    # the newest packet with a sequence number
        self.near = 0                       # packets that follow the one before

    def add(self, datagram: Datagram, header: rtp.Header) -> int:
        number = self.extended(header.sequence)
        self.times.append(datagram.time)
        self.sizes.append(datagram.size)
        self.numbers.append(number)
        self.stamps.append(header.timestamp)
        self.state.append(UNKNOWN)
        self.arrival.append(math.nan)
        self.places[header.sequence] = len(self.times) - 1
        return len(self.times) - 1

    def extended(self, sequence: int) -> int:
        """With the turns, nearest to the number before."""
        if not self.numbers:
            return sequence + TURN
        last = self.numbers[-1]
        step = (sequence - last + TURN // 2) % TURN - TURN // 2
        self.near += abs(step) < FAR
        return last + step

    def is_rtp(self) -> bool:
        return len(self.times) >= FEWEST and self.near >= len(self.times) / 2

    def report(self, arrival: rtcp.Arrival, place: int, time: float | None) -> None:
        """The first arrival counts; a loss may turn out to be none."""
        if self.state[place] in (HERE, MARKED):
            return
        self.state[place] = (MARKED if arrival.ce else HERE) if arrival.received else LOST
        if time is not None:
            self.arrival[place] = time


class Transport:
    """All streams from one address to another."""

    def __init__(self) -> None:
        self.streams: dict[int, Stream] = defaultdict(Stream)
        # {identifier of an extension: {its value: (SSRC, place of the packet)}}
        self.words: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
        self.last: dict[int, int] = {}
        self.rising: dict[int, int] = defaultdict(int)

    def add(self, datagram: Datagram, header: rtp.Header) -> None:
        place = self.streams[header.ssrc].add(datagram, header)
        for identifier, value in header.words:
            self.words[identifier][value] = header.ssrc, place
            self.rising[identifier] += (value - self.last.get(identifier, -1)) % TURN == 1
            self.last[identifier] = value

    def counted(self) -> dict[int, tuple[int, int]]:
        """Packets by their transport-wide sequence number: that of the extensions that rises
        by one most often."""
        best = max(self.rising, key=lambda one: self.rising[one], default=None)
        return self.words[best] if best is not None and self.rising[best] else {}

    def bytes(self) -> int:
        return sum(sum(stream.sizes) for stream in self.streams.values() if stream.is_rtp())


@dataclass
class Clock:
    """Unwraps times of a receiver."""
    turn: float
    last: float | None = None

    def unwrapped(self, time: float) -> float:
        if self.last is not None:
            time = self.last + (time - self.last + self.turn / 2) % self.turn - self.turn / 2
        self.last = time
        return time


class Session:
    """What a capture has of RTP and RTCP."""

    def __init__(self) -> None:
        self.transports: dict[tuple[Address, Address], Transport] = defaultdict(Transport)
        self.owner: dict[int, Transport] = {}               # of an SSRC
        self.sent: dict[tuple[int, int], float] = {}        # (SSRC, NTP): when its SR passed
        self.trips: list[tuple[float, float]] = []
        self.reports: list[tuple[float, int, float]] = []   # (time, SSRC, part that is lost)
        self.estimates: list[tuple[float, float]] = []
        self.counts: dict[str, int] = defaultdict(int)      # RTCP by kinds
        self.unread = 0                                     # RTCP, encrypted or broken
        self.clocks = {"ccfb": Clock(WRAP_CCFB), "twcc": Clock(WRAP_TWCC)}

    def read(self, datagrams: Iterable[Datagram]) -> None:
        for each in datagrams:
            if rtp.is_rtcp(each.payload):
                self.control(each)
                continue
            header = rtp.header(each.payload)
            if header:
                transport = self.transports[each.source, each.destination]
                transport.add(each, header)
                self.owner[header.ssrc] = transport

    def control(self, datagram: Datagram) -> None:
        try:
            found = rtcp.messages(datagram.payload)
        except ValueError:
            self.unread += 1
            return
        for message in found:
            self.counts[message.kind] += 1
            if message.kind == "sender":
                self.sent[message.media, message.ntp] = datagram.time
            elif message.kind == "report":
                self.report(datagram.time, message)
            elif message.kind == "remb":
                self.estimates.append((datagram.time, float(message.bitrate)))
            elif message.kind == "ccfb":
                self.ccfb(datagram.time, message)
            elif message.kind == "twcc":
                self.twcc(datagram, message)

    def report(self, time: float, message: rtcp.Message) -> None:
        self.reports.append((time, message.media, message.lost))
        sent = self.sent.get((message.media, message.echo[0]))
        if sent is not None and time - sent >= message.echo[1]:
            self.trips.append((time, time - sent - message.echo[1]))

    def ccfb(self, time: float, message: rtcp.Message) -> None:
        transport = self.owner.get(message.media)
        if not transport:
            return
        stream, newest = transport.streams[message.media], None
        for arrival in message.arrivals:
            place = stream.places.get(arrival.sequence)
            if place is None:
                continue
            at = arrival.time
            stream.report(arrival, place,
                          None if at is None else self.clocks["ccfb"].unwrapped(at))
            if arrival.age is not None and (newest is None or arrival.age < newest[1]):
                newest = stream.times[place], arrival.age
        if newest and time - newest[0] >= newest[1]:
            self.trips.append((time, time - newest[0] - newest[1]))

    def twcc(self, datagram: Datagram, message: rtcp.Message) -> None:
        transport = self.transports.get((datagram.destination, datagram.source)) \
            or self.owner.get(message.media)
        counted = transport.counted() if transport else {}
        for arrival in message.arrivals:
            ssrc, place = counted.get(arrival.sequence, (0, -1))
            if transport and place >= 0:
                transport.streams[ssrc].report(
                    arrival, place, None if arrival.time is None
                    else self.clocks["twcc"].unwrapped(arrival.time))

    def media(self) -> dict[int, Stream]:
        """The streams of the transport with the most bytes, {} if there is no RTP."""
        best = max(self.transports.values(), key=Transport.bytes, default=None)
        return {ssrc: stream for ssrc, stream in best.streams.items()
                if stream.is_rtp()} if best else {}

    def others(self) -> int:
        """Streams of the other transports."""
        return sum(stream.is_rtp() for transport in self.transports.values()
                   for stream in transport.streams.values()) - len(self.media())
