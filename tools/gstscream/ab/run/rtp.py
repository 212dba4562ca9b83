# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""RTP packets (RFC 3550) and what their payload says about key frames."""
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

HEADER = struct.Struct(">BBHII")
CLOCK_RATE = 90000              # of RTP timestamps of video


class Packet(NamedTuple):
    seq: int
    timestamp: int
    marker: bool
    payload: bytes


def parse(data: bytes) -> Any:
    """None for what is not RTP."""
    if len(data) < HEADER.size or data[0] >> 6 != 2:
        return None
    first, second, seq, timestamp, _ = HEADER.unpack_from(data)
    start = HEADER.size + 4 * (first & 15)
    if first & 0x10 and len(data) >= start + 4:
        start += 4 + 4 * int.from_bytes(data[start + 2:start + 4], "big")
    return Packet(seq, timestamp, bool(second & 0x80), data[start:])


def h264(payload: bytes) -> tuple[bool, bool]:
    """(starts a key frame, belongs to one); RFC 6184.  A key frame starts with
    its parameter sets: the payloaders are told to send them with each."""
    kind = payload[0] & 31
    if kind == 24 and len(payload) > 3:
        kinds = list(aggregated(payload[1:], 31, 0))
        return 7 in kinds, 5 in kinds
    if kind == 28 and len(payload) > 1:
        kind = payload[1] & 31
    return kind == 7, kind == 5


def h265(payload: bytes) -> tuple[bool, bool]:
    """The same of RFC 7798; 32 is the video parameter set, 16 to 21 are IRAP."""
    kind = payload[0] >> 1 & 63
    if kind == 48 and len(payload) > 4:
        kinds = list(aggregated(payload[2:], 63, 1))
        return 32 in kinds, any(16 <= one <= 21 for one in kinds)
    if kind == 49 and len(payload) > 2:
        kind = payload[2] & 63
    return kind == 32, 16 <= kind <= 21


def aggregated(data: bytes, mask: int, shift: int) -> Iterator[Any]:
    """The types of NAL units with their lengths before them."""
    at = 0
    while at + 2 < len(data):
        yield data[at + 2] >> shift & mask
        at += 2 + int.from_bytes(data[at:at + 2], "big")


def vp8(payload: bytes) -> tuple[Any, Any]:
    """RFC 7741 section 4.2: descriptor, then the bit P of the frame's header."""
    at = 1
    if payload[0] & 0x80:
        flags = payload[1]
        at = 2
        if flags & 0x80:
            at += 2 if payload[2] & 0x80 else 1
        at += bool(flags & 0x40) + bool(flags & 0x30)
    key = bool(payload[0] & 0x10) and not payload[0] & 7 and not payload[at] & 1
    return key, key


def vp9(payload: bytes) -> tuple[Any, Any]:
    """RFC 9628 section 4.2: B begins a frame, P is set if it is predicted."""
    key = bool(payload[0] & 0x08) and not payload[0] & 0x40
    return key, key


KINDS = {"H264": h264, "H265": h265, "VP8": vp8, "VP9": vp9}


def key_frame(encoding_name: str, payload: bytes) -> Any:
    """(starts a key frame, belongs to one); what is cut off is none."""
    try:
        return KINDS[encoding_name](payload)
    except IndexError:
        return False, False
