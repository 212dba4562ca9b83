# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""UDP in captures of tcpdump, Wireshark or dumpcap: pcap and pcapng, read by dpkt."""
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from gstscream import libraries

from . import texts
from .recording import FormatError

MAGIC = {b"\xa1\xb2\xc3\xd4", b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\x3c\x4d", b"\x4d\x3c\xb2\xa1",
         b"\x0a\x0d\x0d\x0a"}
# Types of links (tcpdump.org/linktypes.html), with the two that raw IP had before.
LOOPBACKS, RAW = {0, 108}, {12, 14, 101, 228, 229}
MOST = 64 * 1024 * 1024         # bytes of a packet: read() makes room for what is claimed
ETHERNET, COOKED, COOKED_2 = 1, 113, 276

Address = tuple[bytes, int]


@dataclass
class Datagram:
    time: float                 # s since 1970
    source: Address
    destination: Address
    size: int                   # bytes with all headers from IP on
    payload: bytes              # of which the capture may have the first bytes only


class Counted:
    """A file that knows where it ended within something."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.place = file, 0
        self.cut: int | None = None

    def read(self, size: int) -> bytes:
        data = self.file.read(min(max(size, 0), MOST))
        self.place += len(data)
        if 0 < len(data) < size:
            self.cut = self.place
        return data

    def seek(self, place: int) -> None:
        self.file.seek(place)
        self.place, self.cut = place, None


def frames(path: str, reader: Any) -> Callable[[bytes], Any]:
    """bytes of a frame -> what dpkt reads it as"""
    import dpkt
    link = reader.datalink()
    if link in RAW:
        return lambda data: dpkt.ip6.IP6(data) if data[:1] >= b"\x60" else dpkt.ip.IP(data)
    kinds = {ETHERNET: dpkt.ethernet.Ethernet, COOKED: dpkt.sll.SLL, COOKED_2: dpkt.sll2.SLL2,
             **dict.fromkeys(LOOPBACKS, dpkt.loopback.Loopback)}
    if link not in kinds:
        raise FormatError(f"{path}, offset 20: link type {link} is not known here; capture on an "
                          "interface with Ethernet, or on \"any\"")
    kind: Callable[[bytes], Any] = kinds[link]
    return kind


def datagram(time: float, frame: Any) -> Datagram | None:
    """None: it is no UDP."""
    import dpkt
    packet = frame
    while isinstance(packet, dpkt.Packet) and not isinstance(packet, (dpkt.ip.IP, dpkt.ip6.IP6)):
        packet = packet.data
    if not isinstance(packet, dpkt.Packet) or not isinstance(packet.data, dpkt.udp.UDP):
        return None
    size = packet.len if isinstance(packet, dpkt.ip.IP) else 40 + packet.plen
    udp = packet.data
    return Datagram(time, (packet.src, udp.sport), (packet.dst, udp.dport),
                    size or len(packet), bytes(udp.data))


class Capture:
    def __init__(self, path: str) -> None:
        self.path = path
        self.packets = 0        # of any kind
        self.cut: int | None = None     # offset at which the file ends too early

    def datagrams(self) -> Iterator[Datagram]:
        """In the order of the file."""
        missing = libraries.missing("dpkt")
        if missing:
            raise FormatError(f"{self.path}: a capture; {missing}")
        import dpkt
        with texts.opened(self.path) as raw:
            file = Counted(raw)
            reader = self.reader(file)
            read = frames(self.path, reader)
            try:
                for time, data in reader:
                    self.packets += 1
                    try:
                        found = datagram(float(time), read(data))
                    except (dpkt.Error, struct.error, IndexError, ValueError):
                        continue
                    if found:
                        yield found
            except (dpkt.Error, struct.error, EOFError):
                file.cut = file.place
            self.cut = file.cut

    def reader(self, file: Counted) -> Any:
        import dpkt
        begin = file.read(4)
        file.seek(0)
        if begin not in MAGIC:
            raise FormatError(f"{self.path}, offset 0: no capture; give what tcpdump -w wrote")
        kind = dpkt.pcapng.Reader if begin == b"\x0a\x0d\x0d\x0a" else dpkt.pcap.Reader
        try:
            return kind(file)
        except (dpkt.Error, struct.error, ValueError, EOFError) as error:
            raise FormatError(f"{self.path}, offset {file.place}: the header of the capture is "
                              f"broken or cut off ({error}); capture again") from error
