# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Recordings of other programs, made here with known figures: captures, dumps, statistics."""
import datetime
import json
import struct
from pathlib import Path
from typing import Any

SENDER, RECEIVER = (b"\x0a\x00\x00\x01", 5004), (b"\x0a\x00\x00\x02", 6000)
SSRC, FPS, EACH = 4711, 50, 4           # frames for each second, packets of a frame
PAYLOAD, HEADERS = 960, 40              # bytes of a packet behind IP, UDP and RTP; of these
RATE = 8 * FPS * EACH * (PAYLOAD + HEADERS)     # bit/s, with all headers
START, AHEAD = 1.79e9, 1000.25          # s: the clock of the sender, of the receiver before it
ONE_WAY = 0.020                         # s, without the queue
NTP = 1 << 16


def queue(number: int) -> float:
    """s that packet number waits: 0 to 19 ms, again and again."""
    return 0.001 * (number % 20)


def is_lost(number: int) -> bool:
    return number % 50 == 7


# --- packets ----------------------------------------------------------------------------

def ipv4(source: tuple[bytes, int], destination: tuple[bytes, int], data: bytes) -> bytes:
    udp = struct.pack(">HHHH", source[1], destination[1], 8 + len(data), 0) + data
    return struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0,
                       source[0], destination[0]) + udp


def rtp(number: int, ssrc: int = SSRC, word: int | None = None) -> bytes:
    """Packet number of the stream; word: the transport-wide sequence number, beside which
    there is a number that never changes."""
    extension = b"" if word is None else struct.pack(">HHBHBHxx", 0xBEDE, 2, 0x31, 9, 0x51, word)
    return struct.pack(">BBHII", 0x90 if extension else 0x80,
                       96 | 0x80 * (number % EACH == EACH - 1), (65500 + number) & 0xFFFF,
                       (number // EACH * 90000 // FPS) & 0xFFFFFFFF, ssrc) + extension + bytes(
                           PAYLOAD - len(extension))


def rtcp(kind: int, form: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0x80 | form, kind, len(body) // 4) + body


def ccfb(numbers: range, now: float, arrived: dict[int, float]) -> bytes:
    """arrived: {packet number: s by the receiver's clock}; now: likewise."""
    words = [0x8000 | min(0x1FFD, round((now - arrived[each]) * 1024)) if each in arrived else 0
             for each in numbers]
    words += [0] * (len(words) % 2)
    return rtcp(205, 11, struct.pack(">IIHH", 1, SSRC, (65500 + numbers[0]) & 0xFFFF, len(numbers))
                + struct.pack(f">{len(words)}H", *words)
                + struct.pack(">I", round(now * NTP) & 0xFFFFFFFF))


def twcc(numbers: range, arrived: dict[int, float]) -> bytes:
    """Vectors of seven packets, with differences of two bytes."""
    states = [2 if each in arrived else 0 for each in numbers]
    states += [0] * (-len(states) % 7)
    chunks = b"".join(
        struct.pack(">H", 0xC000 | sum(state << 12 - 2 * place for place, state
                                       in enumerate(states[begin:begin + 7])))
        for begin in range(0, len(states), 7))
    reference = int(min(arrived.values()) / 0.064)
    ticks, deltas = reference * 256, b""
    for each in numbers:
        if each in arrived:
            now = round(arrived[each] / 0.00025)
            deltas += struct.pack(">h", now - ticks)
            ticks = now
    body = struct.pack(">IIHHI", 1, SSRC, numbers[0] & 0xFFFF, len(numbers),
                       (reference & 0xFFFFFF) << 8) + chunks + deltas
    return rtcp(205, 15, body + bytes(-len(body) % 4))


def remb(bitrate: int) -> bytes:
    return rtcp(206, 15, struct.pack(">II4sII", 1, 0, b"REMB", 1 << 24 | 4 << 18 | bitrate >> 4,
                                     SSRC))


def sender_report(now: float) -> bytes:
    return rtcp(200, 0, struct.pack(">IIIIII", SSRC, int(now), int(now % 1 * 2 ** 32), 0, 0, 0))


def receiver_report(last: float, since: float, lost: float) -> bytes:
    return rtcp(201, 1, struct.pack(">IIBBHIIII", 1, SSRC, round(lost * 256), 0, 0, 0, 0,
                                    int(last * NTP) & 0xFFFFFFFF, round(since * NTP)))


def sent_at(number: int) -> float:
    """Packets of a frame leave 1 ms apart."""
    return START + number // EACH / FPS + 0.001 * (number % EACH)


def arrives_at(number: int) -> float:
    """By the clock of the sender."""
    return sent_at(number) + ONE_WAY + queue(number)


def media(count: int, word: bool = False) -> list[tuple[float, bytes]]:
    """[(s, IP packet)] where the sender is."""
    return [(sent_at(each), ipv4(SENDER, RECEIVER, rtp(each, word=each & 0xFFFF if word else None)))
            for each in range(count)]


def arrived_media(count: int) -> list[tuple[float, bytes]]:
    """Where the receiver is, by its clock."""
    return sorted((arrives_at(each) + AHEAD, ipv4(SENDER, RECEIVER, rtp(each)))
                  for each in range(count) if not is_lost(each))


def feedback(count: int, kind: str) -> list[tuple[float, bytes]]:
    """A report on each 20 packets, which needs as long back as they do forth without queue."""
    found = []
    for begin in range(0, count, 20):
        numbers = range(begin, min(begin + 20, count))
        arrived = {each: arrives_at(each) + AHEAD for each in numbers if not is_lost(each)}
        now = max(arrived.values()) + 0.001
        data = ccfb(numbers, now, arrived) if kind == "ccfb" else twcc(numbers, arrived)
        found.append((now - AHEAD + ONE_WAY, ipv4(RECEIVER, SENDER, data)))
    return found


def capture(path: Path, packets: list[tuple[float, bytes]], link: int = 101,
            ng: bool = False) -> str:
    """Of raw IP, if link does not say otherwise."""
    import dpkt
    with open(path, "wb") as file:
        if ng:
            interface = dpkt.pcapng.InterfaceDescriptionBlockLE(linktype=link)
            writer = dpkt.pcapng.Writer(file, idb=interface)
        else:
            writer = dpkt.pcap.Writer(file, linktype=link)
        for time, data in sorted(packets):
            writer.writepkt(data, ts=time)
    return str(path)


# --- webrtc-internals ----------------------------------------------------------------------

def stamp(seconds: float) -> str:
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return date.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def series(kind: Any, values: list[float | bool], start: float = START,
           text: bool = True) -> dict[str, str | list[float | bool]]:
    return {"startTime": stamp(start), "endTime": stamp(start + len(values) - 1),
            "statsType": kind, "values": json.dumps(values) if text else values}


def dump(seconds: Any = 20, text: bool = True) -> dict[str, Any]:
    """A connection that sends 2 Mbit/s in 30 frames a second, and one that receives it."""
    ticks = range(seconds)
    sends: dict[str, tuple[str, list[float | bool]]] = {
        "OT1-bytesSent": ("outbound-rtp", [240000 * each for each in ticks]),
        "OT1-headerBytesSent": ("outbound-rtp", [10000 * each for each in ticks]),
        "OT1-ssrc": ("outbound-rtp", [SSRC] * seconds),
        "OT1-packetsSent": ("outbound-rtp", [250 * each for each in ticks]),
        "OT1-totalPacketSendDelay": ("outbound-rtp", [0.5 * each for each in ticks]),
        "OT1-framesEncoded": ("outbound-rtp", [30 * each for each in ticks]),
        "OT1-targetBitrate": ("outbound-rtp", [2100000] * seconds),
        "OT1-[bytesSent_in_bits/s]": ("outbound-rtp", [1] * seconds),
        "OT1-active": ("outbound-rtp", [True] * seconds),
        "RI1-roundTripTime": ("remote-inbound-rtp", [0.05] * seconds),
        "RI1-fractionLost": ("remote-inbound-rtp", [0.01] * seconds),
        "RI1-ssrc": ("remote-inbound-rtp", [SSRC] * seconds),
        "RI2-roundTripTime": ("remote-inbound-rtp", [0.9] * seconds),      # of the sound
        "RI2-ssrc": ("remote-inbound-rtp", [SSRC + 1] * seconds),
        "CP-1-availableOutgoingBitrate": ("candidate-pair", [2500000] * seconds),
        "T1-bytesSent": ("transport", [9] * seconds),
    }
    receives: dict[str, tuple[str, list[float | bool]]] = {
        "IT1-bytesReceived": ("inbound-rtp", [200000 * each for each in ticks]),
        "IT1-packetsReceived": ("inbound-rtp", [190 * each for each in ticks]),
        "IT1-packetsLost": ("inbound-rtp", [10 * each for each in ticks]),
        "IT1-framesDecoded": ("inbound-rtp", [25 * each for each in ticks]),
        "IT1-jitterBufferDelay": ("inbound-rtp", [1.5 * each for each in ticks]),
        "IT1-jitterBufferEmittedCount": ("inbound-rtp", [25 * each for each in ticks]),
        "IT1-jitter": ("inbound-rtp", [0.004] * seconds),
        "IT1-freezeCount": ("inbound-rtp", [0.0] * (seconds - 1) + [2]),
        "IT1-totalFreezesDuration": ("inbound-rtp", [0] * (seconds - 1) + [0.75]),
        "IT1-timestamp": ("inbound-rtp", [1e3 * (START + each) for each in ticks]),
    }
    return {"getUserMedia": [], "UserAgent": "Chromium", "PeerConnections": {
        "7-1": {"stats": {name: series(*each, text=text) for name, each in sends.items()}},
        "7-2": {"stats": {name: series(*each, text=text) for name, each in receives.items()}},
        "7-3": {"stats": {}}}}
