# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""RTP as a capture shows it: headers, and which datagrams are RTP or RTCP at all.

The header is in the clear with SRTP, too (RFC 3711, section 3.1).
"""
import struct
from dataclasses import dataclass

VERSION = 0x80                  # of the first byte (RFC 3550, section 5.1)
RTCP_TYPES = range(192, 224)    # of the second byte (RFC 5761, section 4)
ONE_BYTE = 0xBEDE               # profile of extensions (RFC 8285, section 4.2)


@dataclass
class Header:
    marker: bool
    sequence: int
    timestamp: int
    ssrc: int
    words: list[tuple[int, int]]    # extensions of two bytes: (identifier, value)


def begins(payload: bytes) -> bool:
    """Version 2: neither STUN, DTLS nor QUIC (RFC 7983, section 7)."""
    return len(payload) >= 8 and payload[0] & 0xC0 == VERSION


def is_rtcp(payload: bytes) -> bool:
    return begins(payload) and payload[1] in RTCP_TYPES


def header(payload: bytes) -> Header | None:
    if len(payload) < 12 or not begins(payload) or payload[1] in RTCP_TYPES:
        return None
    sequence, timestamp, ssrc = struct.unpack_from(">HII", payload, 2)
    words = extensions(payload) if payload[0] & 0x10 else []
    return Header(bool(payload[1] & 0x80), sequence, timestamp, ssrc, words)


def extensions(payload: bytes) -> list[tuple[int, int]]:
    """Those of two bytes, in the form of one byte, as transport-wide sequence numbers are."""
    place = 12 + 4 * (payload[0] & 0x0F)
    if len(payload) < place + 4:
        return []
    profile, length = struct.unpack_from(">HH", payload, place)
    place, end = place + 4, min(place + 4 + 4 * length, len(payload))
    found = []
    while profile == ONE_BYTE and place < end:
        identifier, size = payload[place] >> 4, (payload[place] & 0x0F) + 1
        if identifier == 0:     # padding
            place += 1
            continue
        if identifier == 15:
            break
        if size == 2 and place + 3 <= end:
            found.append((identifier, struct.unpack_from(">H", payload, place + 1)[0]))
        place += 1 + size
    return found
