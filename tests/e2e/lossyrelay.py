# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A path on loopback that delays UDP and loses some of it, by a seed; it may be narrow."""
import heapq
import random
import selectors
import socket
import threading
import time
from typing import Any

HOST = '127.0.0.1'
PACKET = 65536
QUEUE = 0.3                     # s
IDLE = 0.05                     # s to sleep when nothing waits


def udp_socket() -> Any:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 21)
    made.bind((HOST, 0))
    made.setblocking(False)
    return made


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
        self.begin = time.monotonic()
        self.schedule = schedule
        self.free_at = 0

    def leaves(self, size: int) -> Any:
        """When a packet of that size has left it; None: there is no room."""
        now = time.monotonic()
        if self.free_at - now > QUEUE:
            return None
        rate = [rate for at, rate in self.schedule if at <= now - self.begin][-1]
        self.free_at = max(self.free_at, now) + 8 * size / rate
        return self.free_at


class LossyRelay:
    """From its own port to that of the receiver, and back; media is lost, feedback is not."""

    def __init__(self, receiver_port: Any, delay: float, losses: Any, link: Any = None) -> None:
        self.receiver = (HOST, receiver_port)
        self.delay = delay
        self.losses = losses
        self.link = link
        self.front, self.back = udp_socket(), udp_socket()
        self.port = self.front.getsockname()[1]
        self.sender: Any = None
        self.waiting: list[Any] = []           # (due, number, socket, address, data)
        self.number = self.packets = self.bytes = self.lost = 0
        self.over = False
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def keep(self, to: Any, address: Any, data: bytes, leaves: Any) -> None:
        self.number += 1
        heapq.heappush(self.waiting, (leaves + self.delay, self.number, to, address, data))

    def on_media(self, data: bytes, address: str) -> None:
        self.sender = address
        self.packets += 1
        self.bytes += len(data)
        leaves = self.link.leaves(len(data)) if self.link else time.monotonic()
        if leaves is None or self.losses.loses():
            self.lost += 1
        else:
            self.keep(self.back, self.receiver, data, leaves)

    def on_feedback(self, data: bytes, _address: Any) -> None:
        if self.sender:
            self.keep(self.front, self.sender, data, time.monotonic())

    def send_due(self) -> Any:
        """Seconds until the next one is due."""
        while self.waiting:
            left = self.waiting[0][0] - time.monotonic()
            if left > 0:
                return left
            _, _, to, address, data = heapq.heappop(self.waiting)
            to.sendto(data, address)
        return IDLE

    @staticmethod
    def read(where: Any, callback: Any) -> None:
        try:
            while True:
                callback(*where.recvfrom(PACKET))
        except BlockingIOError:
            pass

    def serve(self) -> None:
        selector = selectors.DefaultSelector()
        selector.register(self.front, selectors.EVENT_READ, self.on_media)
        selector.register(self.back, selectors.EVENT_READ, self.on_feedback)
        while not self.over:
            for key, _ in selector.select(self.send_due()):
                self.read(key.fileobj, key.data)
        selector.close()

    def close(self) -> None:
        self.over = True
        self.thread.join()
        self.front.close()
        self.back.close()
