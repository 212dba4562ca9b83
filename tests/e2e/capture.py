# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Media packets before and after the queue, with the kernel's timestamps.

Two AF_PACKET sockets see the flow where R receives it (before its queue) and
where B receives it (after).  Both ends are one machine and so one clock: the
difference is the forwarding in R (some 10 us) plus the wait in the queue.
tbf sends a packet whole as soon as it has the tokens for it; so the wait
contains the packet's own serialisation as soon as the link is busy, and is 0
on a link that was idle for a burst (4 kB).  Nothing is subtracted.
"""
import ctypes
import errno
import socket
import struct
import threading
import time
from collections import deque
from typing import Any

import netns

ETH_P_IP = 0x0800
SO_ATTACH_FILTER = 26           # asm-generic/socket.h
SO_RCVBUFFORCE = 33
SO_TIMESTAMPNS = 35
SOL_PACKET = 263                # linux/socket.h
PACKET_STATISTICS = 6           # linux/if_packet.h
SNAP = 96                       # Ethernet + IP + UDP + RTP + some payload
RECEIVE_BUFFER = 64 << 20
ETHERNET = 14
DRAIN_SECONDS = 0.02            # how often the sockets are emptied
STAMP = struct.Struct('@qq')
RTP = struct.Struct('!BBHII')


class Packet:
    """One RTP packet at one place."""
    __slots__ = ('time', 'size', 'seq', 'ssrc', 'rtp_time', 'marker', 'head')

    def __init__(self, when: float, size: int, fields: Any,
                 head: bytes) -> None:
        self.time = when        # s
        self.size = size        # bytes as tbf counts: Ethernet header and up
        self.marker = fields[1] >> 7
        self.seq = fields[2]
        self.rtp_time = fields[3]
        self.ssrc = fields[4]
        self.head = head        # first bytes of the payload


def _filter(port: int, source: str) -> list[Any]:
    """Classic BPF: UDP, no later fragment, to (or from) one port."""
    offset = 14 if source else 16
    code = [
        (0x30, 0, 0, 23),               # A = protocol
        (0x15, 0, 6, 17),               # UDP?
        (0x28, 0, 0, 20),               # A = fragment
        (0x45, 4, 0, 0x1fff),           # not a first one?
        (0xb1, 0, 0, 14),               # X = length of the IP header
        (0x48, 0, 0, offset),           # A = port
        (0x15, 0, 1, port),
        (0x06, 0, 0, SNAP),
        (0x06, 0, 0, 0),
    ]
    return [struct.pack('HBBI', *line) for line in code]


class Tap:
    """A socket on one device that sees what arrives there."""

    def __init__(self, namespace: Any, device: str, port: int, source: bool = False) -> None:
        self.packets: list[Any] = []       # RTP
        self.other: list[Any] = []         # (time, size): RTCP and anything else
        self.drops = 0
        self._socket = netns.in_namespace(
            namespace, lambda: self._open(device, port, source))

    @staticmethod
    def _open(device: str, port: int, source: Any) -> Any:
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        lines = _filter(port, source)
        code = ctypes.create_string_buffer(b''.join(lines))
        sock.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER,
                        struct.pack('HL', len(lines), ctypes.addressof(code)))
        sock.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        sock.setblocking(False)
        # For one protocol, not for all: so it sees arrivals only.
        sock.bind((device, ETH_P_IP))
        return sock

    def drain(self) -> None:
        receive = self._socket.recvmsg
        while True:
            try:
                data, ancillary, _, _ = receive(SNAP, 64)
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno == errno.ENETDOWN:
                    return
                raise
            seconds, nanoseconds = STAMP.unpack(ancillary[0][2])
            self._take(seconds + nanoseconds * 1e-9, data)

    def _take(self, when: Any, data: bytes) -> None:
        size = ETHERNET + int.from_bytes(data[16:18], 'big')
        start = ETHERNET + 4 * (data[14] & 15) + 8
        # RFC 5761 section 4: second byte of RTCP is 192...223.
        if len(data) < start + 12 or data[start] >> 6 != 2 or \
                192 <= data[start + 1] <= 223:
            self.other.append((when, size))
            return
        self.packets.append(Packet(when, size, RTP.unpack_from(data, start),
                                   data[start + 12:]))

    def close(self) -> None:
        self.drain()
        statistics = self._socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8)
        self.drops += struct.unpack('II', statistics)[1]
        self._socket.close()


class Capture:
    """Empties several taps from a thread."""

    def __init__(self, taps: Any) -> None:
        self.taps = taps
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._body, daemon=True)
        self._thread.start()

    def _body(self) -> None:
        while not self._end.is_set():
            for tap in self.taps:
                tap.drain()
            time.sleep(DRAIN_SECONDS)

    def stop(self) -> None:
        self._end.set()
        self._thread.join()
        for tap in self.taps:
            tap.close()

    def drops(self) -> Any:
        """Packets that the capture itself has lost: a run with any is void."""
        return sum(tap.drops for tap in self.taps)


class Passage:
    """What became of one packet."""
    __slots__ = ('sent', 'received', 'size', 'ssrc', 'seq', 'packet')

    def __init__(self, packet: Packet, seq: int) -> None:
        self.sent = packet.time
        self.received: float | None = None      # s, or None: lost in the queue
        self.size = packet.size
        self.ssrc = packet.ssrc
        self.seq = seq          # without wraps
        self.packet = packet

    def delay(self) -> float:
        """Of one that was not lost."""
        assert self.received is not None
        return self.received - self.sent


class Unwrap:
    """16-bit sequence numbers, of each SSRC, to ones that do not wrap."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    def __call__(self, packet: Packet) -> Any:
        last = self._last.get(packet.ssrc, packet.seq)
        step = (packet.seq - last + 0x8000) % 0x10000 - 0x8000
        self._last[packet.ssrc] = last + step
        return last + step


def match(before: list[Packet], after: list[Packet]) -> list[Passage]:
    """Passages in the order of sending; a duplicate matches a duplicate."""
    passages = []
    waiting: dict[Any, Any] = {}
    unwrap = Unwrap()
    for packet in before:
        passage = Passage(packet, unwrap(packet))
        passages.append(passage)
        waiting.setdefault((packet.ssrc, packet.seq), deque()).append(passage)
    for packet in after:
        queue = waiting.get((packet.ssrc, packet.seq))
        # A number that came round again: the older ones were lost.
        while queue and packet.time - queue[0].sent > 10:
            queue.popleft()
        if queue:
            queue.popleft().received = packet.time
    return passages


def write_log(path: str, passages: Any, start: float) -> None:
    """A line for each packet: s, SSRC, number, bytes, queue ms or nothing."""
    with open(path, 'w', encoding='ascii') as out:
        out.write('time_s,ssrc,seq,bytes,queue_ms\n')
        for one in passages:
            wait = '' if one.received is None else '%.3f' % (
                one.delay() * 1e3)
            out.write('%.6f,%u,%d,%d,%s\n' % (one.sent - start, one.ssrc,
                                              one.seq, one.size, wait))
