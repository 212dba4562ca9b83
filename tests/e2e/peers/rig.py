# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One run over linkemu-tun: RTP at both ends of the link, and the figures of tests/e2e/run."""
from __future__ import annotations

import contextlib
import functools
import os
import shlex
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import capture
import metrics
import netns
import tunrig
from cases import Failure

DEVICE = 'link0'
DELAY = 0.025                   # s, one way
ETH_P_ALL = 3
UDP = 17
CHANNEL_DATA = 1                # the first two bits of what a TURN server passes on (RFC 8656)
STEPS = [(0, 2.0), (14, 1.0), (24, 2.5)]        # s since the first packet, Mbit/s
END = 36
START = 4                       # s after the first media packet before anything counts
START_SECONDS = 30              # of a peer
PART = 0.1                      # of all bytes: less is audio, or what was sent again


@dataclass
class Program:
    """ready: what it prints, or the port that it opens, before the next one is started."""
    side: str
    line: str
    ready: str | int = ''
    env: dict[str, str] = field(default_factory=dict)
    seconds: float = 0          # after which it is ended; 0: with the run


class Tap(capture.Tap):
    """All RTP over UDP that a TUN device sends (a) or receives (b)."""

    def __init__(self, namespace: str, sends: bool) -> None:
        super().__init__(namespace, DEVICE, 0, sends)

    @staticmethod
    def _open(device: str, _port: int, sends: Any) -> socket.socket:
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
        sock.setsockopt(socket.SOL_SOCKET, capture.SO_RCVBUFFORCE, capture.RECEIVE_BUFFER)
        sock.setsockopt(socket.SOL_SOCKET, capture.SO_TIMESTAMPNS, 1)
        sock.setblocking(False)
        sock.bind((device, ETH_P_ALL if sends else capture.ETH_P_IP))
        return sock

    def _take(self, when: float, data: bytes) -> None:
        start = 4 * (data[0] & 15) + 8
        if data[9] != UDP or len(data) <= start:
            return
        if data[start] >> 6 == CHANNEL_DATA:
            start += 4
        if len(data) < start + 12 or data[start] >> 6 != 2 or 192 <= data[start + 1] <= 223:
            return
        self.packets.append(capture.Packet(when, int.from_bytes(data[2:4], 'big'),
                                           capture.RTP.unpack_from(data, start), b''))


def listens(namespace: str, port: int) -> bool:
    def connect() -> bool:
        for address in (tunrig.ADDRESS_B, '10.91.0.1', '127.0.0.1'):
            with contextlib.suppress(OSError), socket.create_connection((address, port), 0.2):
                return True
        return False
    return bool(netns.in_namespace(namespace, connect))


def wait_until(condition: Any, process: Any) -> None:
    end = time.monotonic() + START_SECONDS
    while not condition():
        if time.monotonic() > end or process.process.poll() is not None:
            raise Failure('it did not start: ' + ' '.join(process.text()[-400:].split()))
        time.sleep(0.1)


class Run:
    """The programs, one after the other; then the figures."""

    def __init__(self, spaces: tunrig.Namespaces, env: dict[str, str],
                 programs: Sequence[Program], link: Sequence[str] = (), keep: str = '') -> None:
        self.spaces, self.env, self.programs = spaces, env, programs
        self.link_options = link
        with contextlib.ExitStack() as stack:
            folder = keep or stack.enter_context(tempfile.TemporaryDirectory(prefix='gstun-peers-'))
            os.makedirs(folder, exist_ok=True)
            self.figures = self._run(folder)

    def _run(self, folder: str) -> dict[str, Any]:
        taps = [Tap(f'{self.spaces.name}-{side}', side == 'a') for side in 'ab']
        taken = capture.Capture(taps)
        steps = ','.join('%g:%gM' % step for step in STEPS)
        try:
            with tunrig.Link(self.spaces, '--schedule', steps, '--delay', '25ms',
                             '--queue-limit-time', '300ms', *self.link_options) as link, \
                    self._started(folder) as processes:
                wait_until(lambda: taps[1].packets, processes[-1])
                self._wait(taps[0].packets[0].time, processes)
        finally:
            taken.stop()
        self.said = '\n'.join(process.text() for process in processes)
        return self._measure(link.log, *taps)

    @contextlib.contextmanager
    def _started(self, folder: str) -> Iterator[list[tunrig.Process]]:
        with contextlib.ExitStack() as stack:
            started: list[tunrig.Process] = []
            for number, one in enumerate(self.programs):
                process = stack.enter_context(tunrig.Process(
                    self.spaces, one.side, shlex.split(one.line),
                    {**self.env, 'HOME': folder, **one.env}, f'{folder}/{number}.log'))
                started.append(process)
                wait_until(functools.partial(self._is_ready, one, process), process)
            yield started

    def _is_ready(self, one: Program, process: tunrig.Process) -> bool:
        if isinstance(one.ready, int):
            return listens(f'{self.spaces.name}-{one.side}', one.ready)
        return one.ready in process.text()

    def _wait(self, begin: float, processes: list[tunrig.Process]) -> None:
        """Until the end; those that leave before do so."""
        for one, process in sorted(zip(self.programs, processes), key=lambda pair: pair[0].seconds):
            if one.seconds:
                time.sleep(max(0, begin + one.seconds - time.time()))
                process.process.terminate()
        time.sleep(max(0, begin + END - time.time()))

    def _measure(self, log: list[dict[str, str]], before: Tap, after: Tap) -> dict[str, Any]:
        """Of what was sent from START after the first media packet on."""
        offset = time.time() - time.monotonic()
        schedule = offset + min(float(row['time']) - float(row['queue-delay']) for row in log)
        begin = before.packets[0].time + START
        passages = capture.match([one for one in before.packets if one.time >= begin],
                                 after.packets)
        if not passages:
            raise Failure('the media ended at once')
        for one in passages:
            if one.received is not None:
                one.received -= DELAY
        flow = metrics.Flow(passages, passages[-1].sent)
        figures = metrics.analyse(flow, metrics.Capacity(
            [(schedule + when - flow.start, 1e6 * rate) for when, rate in STEPS]), 0)
        seen = metrics.Flow(pictures(passages), passages[-1].sent)
        return {**figures, **metrics.frame_figures(seen)}


def pictures(passages: list[capture.Passage]) -> list[capture.Passage]:
    """Those of the streams that have most of the bytes."""
    sizes: Counter[int] = Counter()
    for one in passages:
        sizes[one.ssrc] += one.size
    least = PART * sum(sizes.values())
    return [one for one in passages if sizes[one.ssrc] > least]
