# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Namespaces, linkemu-tun between them, and UDP with the kernel's timestamps."""
import csv
import json
import os
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
from typing import Any

import netns

ADDRESS_B = '10.91.0.2'
PORT = 5004
HEADERS = 28                    # bytes, IPv4 and UDP
PACKET = 1200                   # bytes of an IP packet
SO_TIMESTAMPNS = 35             # asm-generic/socket.h
END_SECONDS = 10
STOP_SECONDS = 5
NICE = -15                      # other processes make bursts out of what is paced
RUN_SECONDS = 30
NOT_TRUSTED = 3


# What is not there, or "".
MISSING = ('' if os.geteuid() == 0 and os.path.exists('/dev/net/tun')
           else 'needs root and /dev/net/tun')


class TunError(Exception):
    """A tool did not do as told."""


def remove_stale(tools: Any) -> None:
    """Removes the namespaces of runs that were killed."""
    for line in run([tools.netns, 'list']).splitlines():
        name = line.split(':')[0]
        pid = name[len('gstun'):]
        if name.startswith('gstun') and not os.path.exists('/proc/' + pid):
            run([tools.netns, 'del', name])


def run(argv: list[str]) -> Any:
    """Its standard output; TunError with what it said if it fails."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True,
                              check=False, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        raise TunError('%s: did not end' % ' '.join(argv)) from None
    if done.returncode:
        raise TunError('%s: %s' % (' '.join(argv), done.stderr.strip()))
    return done.stdout


class Tools:
    """Where the programs of a build are."""

    def __init__(self, build: Any) -> None:
        self.tun = os.path.join(build, 'tools', 'linkemu-tun', 'linkemu-tun')
        self.netns = os.path.join(build, 'tools', 'linkemu-netns')
        for path in (self.tun, self.netns):
            if not os.access(path, os.X_OK):
                raise TunError('there is no %s: ninja -C %s' % (path, build))


class Namespaces:
    """The two namespaces, by the tools of a build; gone at the end, whatever happens."""

    def __init__(self, build: str) -> None:
        self.tools = Tools(build)
        self.name = 'gstun%d' % os.getpid()
        self.link = None        # the last one

    def __enter__(self) -> "Namespaces":
        remove_stale(self.tools)
        run([self.tools.netns, 'add', self.name])
        return self

    def __exit__(self, *_: object) -> None:
        run([self.tools.netns, 'del', self.name])

    def argv(self, side: str, *command: Any) -> list[Any]:
        return [self.tools.netns, 'exec', self.name, side, *command]


class Process:
    """A program in a namespace while the block runs; ended by its pid."""

    def __init__(self, spaces: Any, side: Any, argv: Any, env: Any, log: str) -> None:
        self.argv = ['nice', '-n', str(NICE), *spaces.argv(side, *argv)]
        self.env = env
        self.log = log
        self.process: Any = None

    def __enter__(self) -> Any:
        with open(self.log, 'wb') as log:
            self.process = subprocess.Popen(
                self.argv, env=self.env, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True)
        return self

    def __exit__(self, *_: Any) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            self.process.send_signal(number)
            try:
                self.process.wait(STOP_SECONDS)
                break
            except subprocess.TimeoutExpired:
                pass

    def text(self) -> Any:
        with open(self.log, encoding='utf-8', errors='replace') as log:
            return log.read()


def iperf3(spaces: Any, *options: Any) -> Any:
    """What the client in a says in JSON; the server is in b."""
    server = subprocess.Popen(spaces.argv('b', 'iperf3', '-s', '-1'), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    try:
        time.sleep(0.3)
        return json.loads(run(spaces.argv('a', 'iperf3', '-c', ADDRESS_B, '-J', *options)))
    finally:
        server.terminate()
        server.wait()


class Link:
    """linkemu-tun while the block runs; then its log and summary."""

    def __init__(self, namespaces: Any, *options: Any, seconds: float | None = None) -> None:
        namespaces.link = self
        self.folder = tempfile.TemporaryDirectory(prefix='gstun-')
        self.files = {name: os.path.join(self.folder.name, name)
                      for name in ('log', 'summary')}
        self.argv = [namespaces.tools.tun, namespaces.name, *options,
                     '--log', self.files['log'],
                     '--summary', self.files['summary']]
        if seconds is not None:
            self.argv += ['--duration', '%g' % seconds]
        self.seconds = seconds
        self.process: Any = None
        self.status = None
        self.summary: Any = None
        self.log: Any = None

    def __enter__(self) -> "Link":
        self.process = subprocess.Popen(
            self.argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        if self.process.stdout.readline() != 'linkemu-tun: ready\n':
            raise TunError(self.process.communicate()[1].strip())
        return self

    def __exit__(self, kind: str, *_: object) -> None:
        if self.seconds is None or kind:
            self.process.send_signal(signal.SIGTERM)
        try:
            said = self.process.communicate(timeout=END_SECONDS)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise TunError('linkemu-tun did not end') from None
        self.status = self.process.returncode
        if kind is None and self.status not in (0, NOT_TRUSTED):
            raise TunError('linkemu-tun: status %d: %s' % (self.status, said))
        if kind is None:
            self._read()
        self.folder.cleanup()

    def _read(self) -> None:
        with open(self.files['summary'], encoding='ascii') as file:
            self.summary = json.load(file)
        with open(self.files['log'], encoding='ascii', newline='') as file:
            self.log = list(csv.DictReader(file))


class Packet:
    """Of UDP, received: times in s, CLOCK_REALTIME."""

    def __init__(self, number: int, sent: Any, received: Any, tos: Any, size: int) -> None:
        self.number = number
        self.sent = sent
        self.received = received
        self.tos = tos
        self.size = size        # bytes of the IP packet
        self.delay = received - sent


class Receiver:
    """A UDP socket in namespace b, read by a thread."""

    def __init__(self, namespaces: Any) -> None:
        self.packets: list[Any] = []
        self.socket = netns.in_namespace(namespaces.name + '-b', self._open)
        self.ended = False
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    @staticmethod
    def _open() -> Any:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_RECVTOS, 1)
        sock.bind((ADDRESS_B, PORT))
        sock.settimeout(0.05)
        return sock

    def _read(self) -> None:
        while not self.ended:
            try:
                data, ancillary, _, _ = self.socket.recvmsg(2048, 256)
            except TimeoutError:
                continue
            received, tos = 0, 0
            for level, kind, value in ancillary:
                if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
                    seconds, ns = struct.unpack('qq', value)
                    received = seconds + ns * 1e-9
                elif level == socket.IPPROTO_IP and kind == socket.IP_TOS:
                    tos = value[0]
            number, sent = struct.unpack_from('!Id', data)
            self.packets.append(Packet(number, sent, received, tos,
                                       len(data) + HEADERS))

    def close(self) -> None:
        self.ended = True
        self.thread.join()
        self.socket.close()


def send(namespaces: Any, bitrate: int, seconds: float, tos: int = 0) -> Any:
    """Sends evenly to b; returns the number of packets."""
    sock = netns.in_namespace(
        namespaces.name + '-a',
        lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, tos)
    interval = PACKET * 8 / bitrate
    count = round(seconds / interval)
    padding = bytes(PACKET - HEADERS - struct.calcsize('!Id'))
    start = time.monotonic()
    for number in range(count):
        wait = start + number * interval - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        sock.sendto(struct.pack('!Id', number, time.time()) + padding,
                    (ADDRESS_B, PORT))
    sock.close()
    return count


def udp(namespaces: Any, bitrate: int, seconds: float, tos: int = 0, drain: float = 0.5) -> Any:
    """(packets sent, those received in the order of arrival)"""
    receiver = Receiver(namespaces)
    try:
        sent = send(namespaces, bitrate, seconds, tos)
        time.sleep(drain)
    finally:
        receiver.close()
    return sent, receiver.packets


def rate(packets: Any) -> Any:
    """bit/s of IP, from the first to the last arrival."""
    size = sum(packet.size for packet in packets[1:])
    return size * 8 / (packets[-1].received - packets[0].received)
