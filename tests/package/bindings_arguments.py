# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the Python package does with wrong arguments and with any bytes; it needs that package.

A program of its own: an assertion of the library would end it.
"""
import random
import struct
from collections.abc import Callable
from typing import Any

import rtpcc

CALLS = 20_000
WRONG = (ValueError, TypeError, OverflowError)


def refused(call: Callable[..., Any], *arguments: Any, **options: Any) -> None:
    try:
        call(*arguments, **options)
    except WRONG:
        return
    raise SystemExit(f"no exception: {call.__name__} {arguments} {options}")


def rtp(seq: int, timestamp: int = 0) -> bytes:
    return struct.pack(">BBHII", 0x80, 0x80 | 96, seq, timestamp, 1) + bytes(1000)


def arguments() -> None:
    session = rtpcc.Session(0)
    stream = session.add_stream(0)
    wrong: list[dict[str, Any]] = [
        {"controller": "gcc"}, {"controller": "a\0b"}, {"params": "none=1"}, {"goal": "x"},
        {"ecn": 3}, {"min_bitrate": -1}, {"min_bitrate": 2_000_000}, {"max_bitrate": 1 << 64},
        {"twcc_base": 65536}, {"max_packet_size": 1 << 32}, {"packet_overhead": 1.5}]
    for options in wrong:
        refused(rtpcc.Session, 0, **options)
    wrong = [{"kind": "x"}, {"max_size": 1}, {"max_packets": 0}, {"max_interval": 0}]
    for options in wrong:
        refused(rtpcc.Reporter, 0, **options)
    for now in (-1, 1 << 63, 0.5, None, "0"):
        refused(session.due, now)
    for packet in (b"", b"\x80" * 11, bytes(100), b"\x9f" + bytes(50), b"\xa0" + b"\xff" * 50,
                   b"\x90" + bytes(11), "text", rtp(0) * 100, None):
        refused(stream.push, packet, 0)
    for feedback in ("text", bytes(3), None, 5):
        refused(session.on_feedback, feedback, 0)
    refused(session.set_bounds, 2, 1, 0)
    session.due(2_000_000_000)
    refused(session.due, 0)
    stream.push(rtp(0), 2_000_000_000)
    stream.remove(2_000_000_000)
    refused(stream.push, rtp(1), 2_000_000_000)
    for call in (stream.remove, stream.stats, stream.skip_frame, stream.key_frame_wanted):
        refused(call, 2_000_000_000)
    assert session._waiting == {}, "what waits in a stream goes with it"
    # RFC 5104 section 4.3.1: a request for a key frame of SSRC 1
    now, stream = 3_000_000_000, session.add_stream(3_000_000_000)
    stream.push(rtp(2), now)
    session.due(now)
    assert not stream.key_frame_wanted(now)
    session.on_feedback(struct.pack(">BBHIIIBxxx", 0x84, 206, 4, 2, 0, 1, 7), now)
    assert stream.key_frame_wanted(now) and not stream.key_frame_wanted(now)


def any_bytes() -> None:
    """Sender and receiver in virtual time; feedback that is damaged comes, too."""
    dice = random.Random(1)
    session, reporter = rtpcc.Session(1), rtpcc.Reporter(1)
    stream, now, seq, bad = session.add_stream(1), 1, 0, 0
    for _ in range(CALLS):
        now += dice.randrange(5_000_000)
        stream.push(rtp(seq & 0xffff, now // 11_111 & 0xffffffff), now)
        seq += 1
        for packet in session.due(now):
            if dice.random() < 0.98:
                reporter.on_packet(packet.data, now, ecn=packet.ecn)
        for rtcp in reporter.feedback(now):
            damaged = bytearray(rtcp)
            if dice.random() < 0.1:
                damaged[dice.randrange(len(damaged))] = dice.randrange(256)
            if dice.random() < 0.1:
                del damaged[dice.randrange(len(damaged)):]
            try:
                session.on_feedback(damaged, now)
            except rtpcc.BadRtcp as error:
                assert error.reason
                bad += 1
    stats = session.stats(now)
    assert bad > 10 and sum(stats["rtcp_refused"].values()) == bad, stats
    assert stats["ledger"]["received"] > 1000, stats
    assert len(session._waiting) == stream.stats(now)["queued_packets"]
    assert reporter.stats()["receiver"]["lost"] > 100, reporter.stats()


arguments()
any_bytes()
