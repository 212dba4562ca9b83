# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A stranger: packets of one kind to one port of this machine, for a while.

    attacker.py KIND PORT RATE SECONDS SEED [PACKETS IN HEX, ONE A LINE ON STDIN]
"""
import random
import socket
import struct
import sys
import time
from typing import Any

HOST = "127.0.0.1"
STEP = 0.005                        # s between two bursts


def rtp(ssrc: int, seq: int, payload_type: int = 96, size: int = 20, timestamp: int = 0) -> Any:
    return struct.pack(">BBHII", 0x80, payload_type, seq & 0xffff, timestamp & 0xffffffff,
                       ssrc) + bytes(size)


def rtcp(kind: Any, fmt: Any, body: Any) -> Any:
    return struct.pack(">BBH", 0x80 | fmt, kind, len(body) // 4) + body


def new_ssrcs(rng: Any, _n: Any, _recorded: Any) -> Any:
    return rtp(rng.getrandbits(32), rng.getrandbits(16), rng.choice((96, 111, 0)))


def one_stream(_rng: Any, n: Any, _recorded: Any) -> Any:
    return rtp(0x5eed, n, timestamp=3000 * n)


def jumps(rng: Any, n: Any, _recorded: Any) -> Any:
    return rtp(n // 2 % 64, rng.getrandbits(16))


def garbage(rng: Any, _n: Any, _recorded: Any) -> Any:
    return rng.randbytes(rng.randrange(1, 200))


def replay(rng: Any, _n: Any, recorded: Any) -> Any:
    return rng.choice(recorded) if recorded else garbage(rng, 0, recorded)


def bye(rng: Any, _n: Any, recorded: Any) -> Any:
    ssrc = rng.choice(recorded)[8:12] if recorded else rng.randbytes(4)
    return rtcp(200, 0, ssrc + rng.randbytes(20)) + rtcp(203, 1, ssrc)


def key_frames(rng: Any, n: Any, recorded: Any) -> Any:
    ssrc = rng.choice(recorded)[8:12] if recorded else rng.randbytes(4)
    if n % 2:
        return rtcp(206, 1, bytes(4) + ssrc)
    return rtcp(206, 4, bytes(8) + ssrc + struct.pack(">BBH", n & 255, 0, 0))


def reports(rng: Any, _n: Any, recorded: Any) -> Any:
    """CCFB of any numbers, REMB of any rate, TWCC."""
    ssrc = rng.choice(recorded)[8:12] if recorded else rng.randbytes(4)
    kind = rng.randrange(3)
    if kind == 0:
        metrics = rng.randbytes(2 * 8)
        return rtcp(205, 11, bytes(4) + ssrc + struct.pack(">HH", rng.getrandbits(16), 8) + metrics
                    + rng.randbytes(4))
    if kind == 1:
        return rtcp(206, 15, bytes(8) + b"REMB" + struct.pack(">I", 1 << 24 | rng.getrandbits(24))
                    + ssrc)
    return rtcp(205, 15, bytes(4) + ssrc + struct.pack(">HHI", rng.getrandbits(16), 8,
                                                       rng.getrandbits(32)) + rng.randbytes(8))


RECEIVER = {"new-ssrcs": new_ssrcs, "one-stream": one_stream, "jumps": jumps, "garbage": garbage,
            "replay": replay, "bye": bye}
SENDER = {"key-frames": key_frames, "reports": reports, "garbage": garbage}


def main(kind: str, port: Any, rate: Any, seconds: float, seed: int) -> None:
    make = {**RECEIVER, **SENDER}[kind]
    recorded = [bytes.fromhex(line) for line in sys.stdin.read().split()]
    rng = random.Random(seed)
    attack = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    started, sent = time.monotonic(), 0
    while (passed := time.monotonic() - started) < seconds:
        due = int(passed * rate)
        for n in range(sent, due):
            try:
                attack.sendto(make(rng, n, recorded), (HOST, port))
            except OSError:
                pass                # nobody listens at this moment
        sent = due
        time.sleep(STEP)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
