# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A path on loopback that delays UDP and loses some of it, by a seed; it may be narrow.

It is a process of its own: one that shares an interpreter with callbacks of GStreamer
would be late by what they take.
"""
import argparse
import heapq
import json
import pickle
import random
import selectors
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any, BinaryIO

HOST = '127.0.0.1'
PACKET = 65536
QUEUE = 0.3                     # s
IDLE = 0.05                     # s to sleep when nothing waits
LOGGED = 64                     # bytes of a packet of media
RTCP = range(192, 224)          # RFC 5761 section 4
TIMESTAMPS = 35                 # SO_TIMESTAMPNS of Linux: two longs, s and ns
TIMESTAMP = struct.Struct('@ll')


def udp_socket() -> Any:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 21)
    made.setsockopt(socket.SOL_SOCKET, TIMESTAMPS, 1)
    made.bind((HOST, 0))
    made.setblocking(False)
    return made


def receive(where: socket.socket) -> tuple[bytes, Any, float]:
    """(data, address, when it came): the delay counts from when the kernel got it."""
    data, extra, _, address = where.recvmsg(PACKET, 64)
    now = time.monotonic()
    for level, kind, value in extra:
        if (level, kind) == (socket.SOL_SOCKET, TIMESTAMPS):
            seconds, nanoseconds = TIMESTAMP.unpack(value[:TIMESTAMP.size])
            now -= time.time() - (seconds + nanoseconds / 1e9)
    return data, address, now


class Random:
    """Each packet is lost with the same probability."""

    def __init__(self, seed: int, loss: float) -> None:
        self.random = random.Random(seed)
        self.loss = loss

    def loses(self) -> bool:
        return self.random.random() < self.loss


class Bursts(Random):
    """Gilbert's model: all packets of a burst are lost; bursts are LENGTH long in the mean."""

    def __init__(self, seed: int, loss: float, length: int) -> None:
        super().__init__(seed, loss)
        self.leave = 1 / length
        self.enter = loss / (1 - loss) / length
        self.bad = False

    def loses(self) -> Any:
        self.bad = self.random.random() < ((1 - self.leave) if self.bad else self.enter)
        return self.bad


class Link:
    """A queue of 300 ms in front of the rates of a schedule, [(s, bit/s)]."""

    def __init__(self, schedule: Any) -> None:
        self.begin = time.monotonic()   # the schedule's
        self.schedule = schedule
        self.free_at = 0

    def leaves(self, size: int, now: float) -> Any:
        """When a packet of that size has left it; None: there is no room."""
        if self.free_at - now > QUEUE:
            return None
        rate = [rate for at, rate in self.schedule if at <= now - self.begin][-1]
        self.free_at = max(self.free_at, now) + 8 * size / rate
        return self.free_at


@dataclass(slots=True)
class Passed:
    """One packet that came to the relay. Times are those of the monotonic clock, in s."""

    is_media: bool              # else feedback
    came: float
    left: float | None          # None: it was lost, or the end came before
    data: bytes                 # of media, its beginning


class Server:
    """From its own port to that of the receiver, and back; media is lost, feedback is not."""

    def __init__(self, receiver_port: int, delay: float, losses: Any, link: Any) -> None:
        self.receiver = (HOST, receiver_port)
        self.delay = delay
        self.losses = losses
        self.link = link
        self.front, self.back = udp_socket(), udp_socket()
        self.sender: Any = None
        self.waiting: list[Any] = []    # (due, number, socket, address, data)
        self.log: list[Passed] = []
        self.bytes = self.lost = 0
        self.over = False

    def note(self, is_media: bool, data: bytes, now: float) -> None:
        whole = not is_media or data[1] in RTCP
        self.log.append(Passed(is_media, now, None, data if whole else data[:LOGGED]))

    def keep(self, to: Any, address: Any, data: bytes, leaves: float) -> None:
        heapq.heappush(self.waiting, (leaves + self.delay, len(self.log) - 1, to, address, data))

    def on_media(self, data: bytes, address: Any, now: float) -> None:
        self.sender = address
        self.bytes += len(data)
        self.note(True, data, now)
        leaves = self.link.leaves(len(data), now) if self.link else now
        if leaves is None or self.losses.loses():
            self.lost += 1
        else:
            self.keep(self.back, self.receiver, data, leaves)

    def on_feedback(self, data: bytes, _address: Any, now: float) -> None:
        if self.sender:
            self.note(False, data, now)
            self.keep(self.front, self.sender, data, now)

    def on_command(self) -> None:
        """A line asks for what was counted; the end of the pipe ends the relay."""
        if sys.stdin.readline():
            print(json.dumps({'bytes': self.bytes, 'lost': self.lost}), flush=True)
        else:
            self.over = True

    def send_due(self) -> float:
        """Seconds until the next one is due."""
        while self.waiting:
            left = self.waiting[0][0] - time.monotonic()
            if left > 0:
                return float(left)
            _, number, to, address, data = heapq.heappop(self.waiting)
            to.sendto(data, address)
            self.log[number].left = time.monotonic()
        return IDLE

    @staticmethod
    def read(where: Any, callback: Any) -> None:
        try:
            while True:
                callback(*receive(where))
        except BlockingIOError:
            pass

    def serve(self) -> None:
        selector = selectors.DefaultSelector()
        selector.register(self.front, selectors.EVENT_READ, self.on_media)
        selector.register(self.back, selectors.EVENT_READ, self.on_feedback)
        selector.register(sys.stdin, selectors.EVENT_READ)
        while not self.over:
            for key, _ in selector.select(self.send_due()):
                if key.data:
                    self.read(key.fileobj, key.data)
                else:
                    self.on_command()


class LossyRelay:
    """The process that has the server. BURST: the mean length of bursts, 0 for none; SCHEDULE:
    that of a Link."""

    def __init__(self, receiver_port: int, delay: float, loss: float, burst: int = 0,
                 seed: int = 1, schedule: Any = None, log: str | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, '-B', __file__, str(receiver_port), str(delay), str(loss),
             str(burst), str(seed), json.dumps(schedule), log or ''],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.read())

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def counts(self) -> dict[str, int]:
        """What came so far: bytes of media, and packets of it that were lost."""
        assert self.process.stdin is not None
        self.process.stdin.write('\n')
        self.process.stdin.flush()
        result: dict[str, int] = json.loads(self.read())
        return result

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def write_log(log: list[Passed], to: BinaryIO) -> None:
    pickle.dump([(p.is_media, p.came, p.left, p.data) for p in log], to)


def read_log(path: str) -> list[Passed]:
    with open(path, 'rb') as file:
        return [Passed(*fields) for fields in pickle.load(file)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds: dict[str, Any] = {'port': int, 'delay': float, 'loss': float, 'burst': int,
                             'seed': int, 'schedule': json.loads, 'log': str}
    for name, kind in kinds.items():
        parser.add_argument(name, type=kind)
    args = parser.parse_args()
    losses = (Bursts(args.seed, args.loss, args.burst) if args.burst
              else Random(args.seed, args.loss))
    server = Server(args.port, args.delay, losses, args.schedule and Link(args.schedule))
    print(server.front.getsockname()[1], flush=True)
    server.serve()
    if args.log:
        with open(args.log, 'wb') as file:
            write_log(server.log, file)


if __name__ == '__main__':
    main()
