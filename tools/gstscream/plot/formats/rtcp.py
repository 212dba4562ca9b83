# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""RTCP of receivers: reports (RFC 3550), CCFB (RFC 8888), TWCC and REMB.

Times are s of the receiver's clock, which is not the capture's.
"""
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

SENDER_REPORT, RECEIVER_REPORT, TRANSPORT, PAYLOAD = 200, 201, 205, 206
NACK, CCFB, TWCC_FORMAT = 1, 11, 15     # formats of TRANSPORT
PLI, FIR, REMB = 1, 4, 15               # formats of PAYLOAD
# TWCC: draft-holmer-rmcat-transport-wide-cc-extensions-01, section 3.1
REFERENCE, DELTA = 0.064, 0.00025       # s
MOST = 1 << 15                          # packets: of more, numbers would not tell which
AGE = 1 / 1024                          # s of an arrival time offset (RFC 8888, section 3.1)
AGE_LIMIT = 0x1FFE                      # too old, or unknown


@dataclass
class Arrival:
    sequence: int
    time: float | None          # None: lost, or received nobody knows when
    received: bool
    ce: bool = False
    age: float | None = None    # s between it and the report


@dataclass
class Message:
    """One of those that a datagram has; what a kind lacks is empty."""
    kind: str                   # "ccfb", "twcc", "remb", "report", "sender", "nack", "pli"
    media: int = 0              # SSRC of what it is about
    arrivals: list[Arrival] = field(default_factory=list)
    bitrate: int = 0            # bit/s, of REMB
    lost: float = 0.0           # part, of a report
    echo: tuple[int, float] = (0, 0.0)  # NTP time of the last sender report, s since then
    ntp: int = 0                # the middle 32 bits, of a sender report


def packets(payload: bytes) -> Iterator[tuple[int, int, bytes]]:
    """(type, format or count, what stands behind the 4 bytes of the header).

    ValueError: they do not fill the datagram, as nothing does that is encrypted.
    """
    place = 0
    while place < len(payload):
        if len(payload) < place + 8 or payload[place] & 0xC0 != 0x80:
            raise ValueError(f"no RTCP at byte {place}")
        size = 4 * (struct.unpack_from(">H", payload, place + 2)[0] + 1)
        end = place + size
        if end > len(payload):
            raise ValueError(f"RTCP at byte {place} is cut off")
        padding = payload[end - 1] if payload[place] & 0x20 else 0
        if padding > size - 8:
            raise ValueError(f"RTCP at byte {place} has too much padding")
        yield payload[place + 1], payload[place] & 0x1F, payload[place + 4:end - padding]
        place = end


def messages(payload: bytes) -> list[Message]:
    """ValueError: it is no RTCP that can be read."""
    found: list[Message] = []
    try:
        for kind, form, body in packets(payload):
            if kind == SENDER_REPORT:
                found.append(Message("sender", struct.unpack_from(">I", body)[0],
                                     ntp=struct.unpack_from(">I", body, 6)[0]))
            if kind in (SENDER_REPORT, RECEIVER_REPORT):
                found += reports(body, 24 if kind == SENDER_REPORT else 4, form)
            elif (kind, form) == (TRANSPORT, CCFB):
                found += ccfb(body)
            elif (kind, form) == (TRANSPORT, TWCC_FORMAT):
                found.append(twcc(body))
            elif (kind, form) == (PAYLOAD, REMB) and body[8:12] == b"REMB":
                found.append(remb(body))
            elif (kind, form) in ((TRANSPORT, NACK), (PAYLOAD, PLI), (PAYLOAD, FIR)):
                found.append(Message("nack" if kind == TRANSPORT else "pli"))
    except (struct.error, IndexError) as error:
        raise ValueError("RTCP that is cut off") from error
    return found


def reports(body: bytes, place: int, count: int) -> list[Message]:
    found = []
    for each in range(count):
        media, lost, last, since = struct.unpack_from(">IB11xII", body, place + 24 * each)
        found.append(Message("report", media, lost=lost / 256, echo=(last, since / 65536)))
    return found


def ccfb(body: bytes) -> list[Message]:
    end = len(body) - 4
    now = struct.unpack_from(">I", body, end)[0] / 65536
    found, place = [], 4
    while place < end:
        media, first, count = struct.unpack_from(">IHH", body, place)
        message = Message("ccfb", media)
        for number, word in enumerate(struct.unpack_from(f">{count}H", body, place + 8)):
            received = bool(word & 0x8000)
            age = (word & 0x1FFF) * AGE if received and word & 0x1FFF < AGE_LIMIT else None
            message.arrivals.append(Arrival(
                (first + number) & 0xFFFF, None if age is None else now - age, received,
                received and word >> 13 & 3 == 3, age))
        found.append(message)
        place += 8 + 2 * (count + count % 2)
    return found


def symbols(body: bytes, count: int) -> tuple[list[int], int]:
    """(two bits for each packet, where the differences of time begin)"""
    found: list[int] = []
    place = 16
    while len(found) < count:
        chunk = struct.unpack_from(">H", body, place)[0]
        place += 2
        if not chunk & 0x8000:
            found += [chunk >> 13 & 3] * (chunk & 0x1FFF)
        elif chunk & 0x4000:
            found += [chunk >> shift & 3 for shift in range(12, -1, -2)]
        else:
            found += [chunk >> shift & 1 for shift in range(13, -1, -1)]
    return found[:count], place


def twcc(body: bytes) -> Message:
    """Its sequence numbers are those of the transport."""
    media, first, count, reference = struct.unpack_from(">4xIHHI", body)
    time = (reference >> 8) * REFERENCE
    if count > MOST:
        raise ValueError(f"a report on {count} packets")
    message = Message("twcc", media)
    states, place = symbols(body, count)
    for number, state in enumerate(states):
        if state in (1, 2):
            form = ">B" if state == 1 else ">h"
            time += struct.unpack_from(form, body, place)[0] * DELTA
            place += state
        message.arrivals.append(Arrival((first + number) & 0xFFFF,
                                        time if state in (1, 2) else None, state != 0))
    return message


def remb(body: bytes) -> Message:
    """draft-alvestrand-rmcat-remb-03, section 2.2"""
    media = struct.unpack_from(">I", body, 16)[0] if body[12] else 0
    word = struct.unpack_from(">I", body, 12)[0]
    return Message("remb", media, bitrate=(word & 0x3FFFF) << (word >> 18 & 0x3F))
