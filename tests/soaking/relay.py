# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A NAT on loopback between a sender and a receiver: it can fail, and change its port."""
import selectors
import socket
import threading
from typing import Any

HOST = "127.0.0.1"


def udp_socket(port: int = 0) -> Any:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    made.bind((HOST, port))
    made.setblocking(False)
    return made


class Path:
    """From its own port to that of the receiver, and back."""

    def __init__(self, relay: Any, receiver_port: Any) -> None:
        self.relay = relay
        self.receiver = (HOST, receiver_port)
        self.front = udp_socket()
        self.port = self.front.getsockname()[1]
        self.back = udp_socket()
        self.sender: Any = None
        self.is_down = False
        self.recorded: list[Any] = []          # media, for replays
        relay.add(self.front, self.on_media)
        relay.add(self.back, self.on_feedback)

    def on_media(self, data: bytes, address: tuple[str, int]) -> None:
        self.sender = address
        if len(self.recorded) < 500:
            self.recorded.append(data)
        if not self.is_down:
            self.back.sendto(data, self.receiver)

    def on_feedback(self, data: bytes, address: tuple[str, int]) -> None:
        if not self.is_down and address == self.receiver and self.sender:
            self.front.sendto(data, self.sender)

    def rebind(self) -> None:
        """The receiver sees another address of the sender."""
        with self.relay.lock:
            old, self.back = self.back, udp_socket()
            self.relay.remove(old)
            self.relay.add(self.back, self.on_feedback)
            old.close()


class Relay:
    """Serves its paths in a thread."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.selector = selectors.DefaultSelector()
        self.over = False
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def add(self, where: Any, callback: Any) -> None:
        self.selector.register(where, selectors.EVENT_READ, callback)

    def remove(self, where: Any) -> None:
        self.selector.unregister(where)

    def serve(self) -> None:
        while not self.over:
            for key, _ in self.selector.select(0.1):
                with self.lock:
                    self.read(key)

    @staticmethod
    def read(key: Any) -> None:
        try:
            while True:
                key.data(*key.fileobj.recvfrom(65536))
        except OSError:
            return                  # nothing more, closed, or nobody listens there

    def close(self) -> None:
        self.over = True
        self.thread.join()
