# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-plot on captures: small ones of a known path, made here, whole and spoilt."""
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import plot_formats_fake as fake
from where import ROOT

pytest.importorskip("dpkt", reason="there is no python3-dpkt")
hypothesis = pytest.importorskip("hypothesis", reason="there is no python3-hypothesis")
from hypothesis import strategies as st

from gstscream.plot import command
from gstscream.plot.formats import capture, kinds, packets, rtcp, rtp
from gstscream.plot.formats.recording import FormatError
from gstscream.stats.distribution import mean, quantile

COUNT = 2000                            # packets: 10 s
# A feedback packet tells of whole 1/1024 s (CCFB) or 1/4 ms (TWCC).
TICKS = {"ccfb": 1 / 1024, "twcc": 0.00025}


def values(recorded: Any, name: str) -> list[float]:
    return [value for _, value in recorded.curves[name]]


def with_feedback(tmp_path: Path, kind: str, **more: Any) -> str:
    return fake.capture(tmp_path / f"{kind}.pcap",
                        fake.media(COUNT, word=True) + fake.feedback(COUNT, kind), **more)


# --- one capture ------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["ccfb", "twcc"])
def test_feedback_tells_the_delay_of_each_packet(tmp_path: Path, kind: str) -> None:
    found = packets.one(with_feedback(tmp_path, kind))
    assert mean(values(found, "captured")) == pytest.approx(fake.RATE, rel=0.01)
    there = [number for number in range(COUNT) if not fake.is_lost(number)]
    least = min(map(fake.queue, there))
    assert len(found.curves["one_way"]) == len(there)
    for number, (time, delay) in zip(there, found.curves["one_way"]):
        assert time == pytest.approx(fake.sent_at(number) - fake.START, abs=1e-5)
        assert delay == pytest.approx(fake.queue(number) - least, abs=1.1 * TICKS[kind])
    assert mean(values(found, "loss")) == pytest.approx(1 / 50)
    assert mean(values(found, "received")) == pytest.approx(fake.RATE * 49 / 50, rel=0.01)
    assert mean(values(found, "frames_sent")) == pytest.approx(fake.FPS, rel=0.03)
    assert "missing" not in found.curves
    assert found.lacks() == ["target rate"] + ["RTT"] * (kind == "twcc")


def test_round_trip_of_ccfb(tmp_path: Path) -> None:
    """Without what the receiver waited: the way forth of the newest, and the way back."""
    found = packets.one(with_feedback(tmp_path, "ccfb"))
    newest = [max((each for each in range(begin, begin + 20) if not fake.is_lost(each)),
                  key=fake.arrives_at) for begin in range(0, COUNT, 20)]
    assert values(found, "rtt") == pytest.approx(
        [2 * fake.ONE_WAY + fake.queue(each) for each in newest], abs=1.1 / 1024)


def test_round_trip_of_reports(tmp_path: Path) -> None:
    """0.3 s after the sender report, of which the receiver held 0.25 s."""
    events = fake.media(40)
    for turn in range(3):
        now = fake.START + 0.01 * turn
        events += [(now, fake.ipv4(fake.SENDER, fake.RECEIVER, fake.sender_report(now))),
                   (now + 0.3, fake.ipv4(fake.RECEIVER, fake.SENDER,
                                         fake.receiver_report(now, 0.25, 0.125)))]
    found = packets.one(fake.capture(tmp_path / "sr.pcap", events))
    assert values(found, "rtt") == pytest.approx([0.05] * 3, abs=1e-4)
    assert values(found, "loss") == [0.125] * 3
    assert "3 reports" in found.describe()


def test_remb(tmp_path: Path) -> None:
    events = fake.media(40) + [(fake.START + 0.1, fake.ipv4(
        fake.RECEIVER, fake.SENDER, fake.remb(1600000)))]
    found = packets.one(fake.capture(tmp_path / "remb.pcap", events))
    assert values(found, "estimate") == [1600000]


def test_gaps_reordering_and_duplicates(tmp_path: Path) -> None:
    """Without RTCP: 2 of 400 are not there, two are swapped, one comes twice."""
    events = fake.media(400)
    twice = events[50][0] + 0.0001, events[50][1]
    events[10], events[11] = (events[10][0], events[11][1]), (events[11][0], events[10][1])
    del events[300], events[100]
    found = packets.one(fake.capture(tmp_path / "gaps.pcap", [*events, twice]))
    assert sum(values(found, "missing")) == 2
    assert len(values(found, "missing")) == 400
    assert found.lacks() == ["received rate", "target rate", "queue delay", "RTT"]


def test_the_streams_of_the_media_only(tmp_path: Path) -> None:
    """Not those of others or encrypted RTCP, which are counted, nor DNS, nor three packets."""
    other = (b"\x0a\x00\x00\x07", 9)
    events = fake.media(200)
    events += [(fake.START + 0.001 * each, fake.ipv4(other, fake.SENDER, fake.rtp(each, ssrc=7)))
               for each in range(3)]
    events += [(fake.START + 0.001 * each, fake.ipv4(other, fake.SENDER, fake.rtp(each, ssrc=9)))
               for each in range(20)]
    events += [(fake.START + 0.05, fake.ipv4(fake.RECEIVER, fake.SENDER, data)) for data in (
        struct.pack(">HHIIII", 0x80C8, 6, 1, 2, 3, 4), b"\x80\x01" + bytes(20), b"\x12\x34")]
    found = packets.one(fake.capture(tmp_path / "others.pcap", events))
    assert found.describe().startswith(
        "capture, 200 packets of 1 RTP stream, 1 RTCP that are encrypted or broken, "
        "1 stream elsewhere left out, ")


ETHERNET = bytes(12) + b"\x08\x00"
COOKED = struct.pack(">HHHQH", 0, 1, 6, 0, 0x0800)
COOKED_2 = struct.pack(">HHIHBBQ", 0x0800, 0, 1, 1, 0, 6, 0)


@pytest.mark.parametrize("link, before, ng", [
    (1, ETHERNET, False), (1, bytes(12) + b"\x81\x00\x00\x07\x08\x00", False),
    (113, COOKED, False), (276, COOKED_2, False), (0, b"\x02\0\0\0", False),
    (101, b"", True), (1, ETHERNET, True)])
def test_links_and_pcapng(tmp_path: Path, link: int, before: bytes, ng: bool) -> None:
    events = [(time, before + data) for time, data in fake.media(100)]
    path = fake.capture(tmp_path / "link", events, link, ng)
    assert kinds.of_bytes(path) == "pcap"
    found = packets.one(path)
    assert "100 packets of 1 RTP stream" in found.describe()
    assert mean(values(found, "captured")) == pytest.approx(fake.RATE, rel=0.05)


def test_ipv6(tmp_path: Path) -> None:
    def packet(data: bytes) -> bytes:
        udp = struct.pack(">HHHH", 5004, 6000, 8 + len(data), 0) + data
        return struct.pack(">IHBB16s16s", 6 << 28, len(udp), 17, 64, b"a" * 16, b"b" * 16) + udp
    events = [(fake.sent_at(each), packet(fake.rtp(each))) for each in range(100)]
    found = packets.one(fake.capture(tmp_path / "six.pcap", events))
    assert mean(values(found, "captured")) == pytest.approx(fake.RATE * 1020 / 1000, rel=0.05)


def test_packets_that_are_not_whole(tmp_path: Path) -> None:
    """tcpdump -s 60: the rate is that of the headers' lengths."""
    events = [(time, data[:60]) for time, data in fake.media(400)]
    found = packets.one(fake.capture(tmp_path / "short.pcap", events))
    assert mean(values(found, "captured")) == pytest.approx(fake.RATE, rel=0.02)


# --- what reports and headers may have --------------------------------------------------------

def test_a_report_on_two_streams() -> None:
    """The first has an odd number of packets; the last of its two is 1/1024 s old, and marked."""
    body = struct.pack(">IIHHHHHHIHHHH", 1, 7, 65535, 3, 0x8000 | 2, 0, 0xE001, 0, 8, 5, 1, 0x9FFF,
                       0) + struct.pack(">I", 100 << 16)
    first, second = rtcp.messages(fake.rtcp(205, 11, body))
    assert [(each.sequence, each.time, each.received, each.ce) for each in first.arrivals] == [
        (65535, 100 - 2 / 1024, True, False), (0, None, False, False),
        (1, 100 - 1 / 1024, True, True)]
    assert (second.media, [each.time for each in second.arrivals]) == (8, [None])
    assert second.arrivals[0].received


def test_each_kind_of_chunk_of_twcc() -> None:
    """A run of two, a vector of bits and one of pairs, whose differences have one or two bytes."""
    chunks = struct.pack(">HHH", 0x2002, 0x8000 | 0b10000000000001, 0xC000 | 0b01000000000010)
    deltas = struct.pack(">BBBBBh", 4, 4, 4, 4, 4, -8)
    body = struct.pack(">IIHHI", 1, 7, 65530, 2 + 14 + 7, 1 << 8) + chunks + deltas
    message, = rtcp.messages(fake.rtcp(205, 15, body + bytes(-len(body) % 4)))
    received = [place for place, each in enumerate(message.arrivals) if each.received]
    assert received == [0, 1, 2, 15, 16, 22]
    assert [round((message.arrivals[place].time - 0.064) / 0.00025) for place in received] == [
        4, 8, 12, 16, 20, 12]
    assert message.arrivals[22].sequence == 65530 + 22 - 65536


def test_extensions_beside_the_transports_number() -> None:
    """One of a byte, padding, that of two bytes; behind it one of a whole word."""
    extensions = b"\x10\xaa" + b"\0" + b"\x51\x12\x34" + b"\x33\1\2\3\4" + b"\x71\0\7" + bytes(2)
    header = rtp.header(struct.pack(">BBHII", 0x91, 96, 1, 2, 3) + bytes(4)
                        + struct.pack(">HH", 0xBEDE, 4) + extensions + bytes(50))
    assert header.words == [(5, 0x1234), (7, 7)]


def test_a_packet_that_arrived_is_not_lost_later(tmp_path: Path) -> None:
    """But one that was lost may arrive."""
    arrived = {each: fake.arrives_at(each) + fake.AHEAD for each in range(10)}
    now = max(arrived.values())
    early = {each: time for each, time in arrived.items() if each > 2}
    late = {each: time for each, time in arrived.items() if each < 8}
    events = fake.media(40) + [
        (fake.START + 0.3 + 0.01 * place, fake.ipv4(fake.RECEIVER, fake.SENDER, fake.ccfb(
            range(10), now, which))) for place, which in enumerate((early, late))]
    found = packets.one(fake.capture(tmp_path / "late.pcap", events))
    assert values(found, "loss") == [0] * 10


# --- two captures ------------------------------------------------------------------------

def test_two_captures_tell_delay_loss_and_frames(tmp_path: Path) -> None:
    sender = fake.capture(tmp_path / "a.pcap", fake.media(COUNT))
    receiver = fake.capture(tmp_path / "b.pcap", fake.arrived_media(COUNT))
    found = packets.two(sender, receiver)
    there = [number for number in range(COUNT) if not fake.is_lost(number)]
    assert len(found.curves["one_way"]) == len(there)
    for number, (_, delay) in zip(there, found.curves["one_way"]):
        assert delay == pytest.approx(fake.queue(number), abs=5e-6)
    assert mean(values(found, "loss")) == pytest.approx(1 / 50, rel=0.01)
    assert mean(values(found, "sent")) == pytest.approx(fake.RATE, rel=0.01)
    assert mean(values(found, "received")) == pytest.approx(fake.RATE * 49 / 50, rel=0.01)
    # Five frames in 20 packets: the last of four waits longest, and leaves 3 ms after the first.
    whole = [frame for frame in range(COUNT // 4)
             if not any(fake.is_lost(4 * frame + each) for each in range(4))]
    assert [delay for _, delay in found.curves["frame"]] == pytest.approx(
        [fake.queue(4 * frame + 3) + 0.003 for frame in whole], abs=5e-6)
    assert found.lacks() == ["target rate", "RTT"]


def test_losses_are_looked_for_while_both_capture(tmp_path: Path) -> None:
    """The second one began 2 s later and ended 3 s earlier; what it has not is not lost."""
    sender = fake.capture(tmp_path / "a.pcap", fake.media(COUNT))
    receiver = fake.capture(tmp_path / "b.pcap", [
        (time, data) for time, data in fake.arrived_media(COUNT)
        if 2 < time - fake.START - fake.AHEAD < 7])
    assert mean(values(packets.two(sender, receiver), "loss")) == pytest.approx(1 / 50, rel=0.05)


def test_two_captures_of_different_runs(tmp_path: Path) -> None:
    sender = fake.capture(tmp_path / "a.pcap", fake.media(40))
    events = [(fake.sent_at(each), fake.ipv4(fake.SENDER, fake.RECEIVER, fake.rtp(each, ssrc=8)))
              for each in range(40)]
    receiver = fake.capture(tmp_path / "b.pcap", events)
    with pytest.raises(FormatError, match=r"b\.pcap: no packet of .*a\.pcap is in it; give"):
        packets.two(sender, receiver)


# --- what is no use ------------------------------------------------------------------------

def test_cut_off_is_said_and_drawn(tmp_path: Path) -> None:
    path = fake.capture(tmp_path / "cut.pcap", fake.media(100))
    data = (tmp_path / "cut.pcap").read_bytes()
    (tmp_path / "cut.pcap").write_bytes(data[:-17])
    said = packets.one(path).describe()
    assert f"cut off at offset {len(data) - 17}" in said
    assert "100 packets of 1 RTP stream" in said
    # Within the header of the eleventh packet, which dpkt cannot read.
    (tmp_path / "cut.pcap").write_bytes(data[:24 + 10 * (16 + 1000) + 7])
    said = packets.one(path).describe()
    assert "10 packets" in said and "cut off at offset 10191" in said


@pytest.mark.parametrize("keep, what", [
    (10, "offset 10: the header of the capture is broken or cut off"),
    (24, "a capture of 0 packets; let tcpdump run")])
@pytest.mark.parametrize("ng", [False, True])
def test_no_capture(tmp_path: Path, keep: int, what: str, ng: bool) -> None:
    path = fake.capture(tmp_path / "x.pcap", [], ng=ng)
    if keep < 24:
        (tmp_path / "x.pcap").write_bytes((tmp_path / "x.pcap").read_bytes()[:keep])
    with pytest.raises(FormatError, match=what):
        packets.one(path)


def test_wrong_captures(tmp_path: Path) -> None:
    none = fake.capture(tmp_path / "dns.pcap", [
        (fake.START + each, fake.ipv4(fake.SENDER, fake.RECEIVER, b"\x12\x34" + bytes(30)))
        for each in range(9)])
    with pytest.raises(FormatError, match=r"dns\.pcap: no RTP in 9 packets; look at it"):
        packets.one(none)
    with pytest.raises(FormatError, match="offset 20: link type 147 is not known here; capture"):
        packets.one(fake.capture(tmp_path / "link.pcap", fake.media(9), link=147))
    (tmp_path / "text").write_text("text, and no capture")
    with pytest.raises(FormatError, match="offset 0: no capture; give what tcpdump"):
        packets.one(str(tmp_path / "text"))


@pytest.mark.parametrize("count", [1, 2])
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int) -> None:
    """The format is seen; two captures, too."""
    files = [fake.capture(tmp_path / "a.pcap", fake.media(COUNT)),
             fake.capture(tmp_path / "b.pcap", fake.arrived_media(COUNT))][:count]
    assert command.main([*files, "-o", str(tmp_path / "x.html")]) == 0
    said = capsys.readouterr().out
    delays = [1e3 * fake.queue(each) for each in range(COUNT) if not fake.is_lost(each)]
    assert (f"mean {mean(delays):.1f}, p95 {quantile(delays, 0.95):.1f}, max 19.0 ms" in said) \
        == (count == 2)
    assert "sent          1.60 Mbit/s" in said
    page = (tmp_path / "x.html").read_text()
    assert "1.60 Mbit/s sent" in page and "it has no" in page


def test_two_of_what_is_no_capture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log").write_text("1,2,3\n")
    path = fake.capture(tmp_path / "a.pcap", fake.media(9))
    for logs in ([path, str(tmp_path / "log")], [path] * 3):
        assert command.main(logs) == 2
        assert "one LOG, or two captures of one run" in capsys.readouterr().err


def test_without_dpkt(tmp_path: Path) -> None:
    """One line that names the package."""
    path = fake.capture(tmp_path / "a.pcap", fake.media(9))
    code = ("import sys, importlib.util as u; find = u.find_spec; sys.path.insert(0, sys.argv[1]);"
            "u.find_spec = lambda name, *rest: None if name == 'dpkt' else find(name, *rest);"
            "from gstscream.plot import command; sys.exit(command.main(sys.argv[2:]))")
    done = subprocess.run([sys.executable, "-B", "-c", code, f"{ROOT}/tools", path],
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "apt-get install python3-dpkt" in done.stderr


# --- what holds for each input ----------------------------------------------------------------

@hypothesis.given(st.binary(max_size=80), st.sampled_from([
    b"", b"\x8b\xcd", b"\x8f\xcd", b"\x8f\xce", b"\x81\xc8", b"\xbf\xc9", b"\x90\x60"]))
def test_any_bytes_are_rtp_rtcp_or_neither(data: bytes, begin: bytes) -> None:
    payload = begin + data
    rtp.header(payload)
    try:
        rtcp.messages(payload)
    except ValueError:
        pass


@hypothesis.settings(max_examples=100)
@hypothesis.given(st.lists(st.tuples(st.integers(0, 20000), st.binary(min_size=1, max_size=4)),
                           max_size=4), st.booleans())
def test_a_spoilt_capture_is_a_capture_or_an_error_with_its_file(
        tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, bytes]],
        ng: bool) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = fake.capture(folder / "spoilt", fake.media(20, word=True) + fake.feedback(20, "twcc")
                        + fake.feedback(20, "ccfb"), ng=ng)
    data = bytearray((folder / "spoilt").read_bytes())
    for place, new in edits:
        place %= len(data)
        data[place:place + len(new)] = new
    (folder / "spoilt").write_bytes(data)
    try:
        assert packets.one(path).end >= 0
    except FormatError as error:
        assert str(error).startswith(path)


def test_a_capture_of_years_is_refused(tmp_path: Path) -> None:
    """A time that is spoilt would make a hundred steps for each second of it."""
    late = [(time + 1e9, data) for time, data in fake.media(20)[10:]]
    with pytest.raises(FormatError, match="11574 days"):
        packets.one(fake.capture(tmp_path / "late", fake.media(10) + late))


def test_a_receiver_whose_clock_jumps(tmp_path: Path) -> None:
    assert len(packets.per_second([(0.0, 1.0), (5.0, 1.0), (1e12, 1.0)], 0.1)) <= 864001


def test_gaps_take_a_bounded_number_of_points(tmp_path: Path) -> None:
    """A capture of 200 kB told of 6 million missing packets."""
    found = [(time, fake.ipv4(fake.SENDER, fake.RECEIVER, fake.rtp(each * 2990)))
             for each, (time, _) in enumerate(fake.media(2000))]
    curves = packets.one(fake.capture(tmp_path / "gaps", found)).curves
    assert len(curves["missing"]) <= 201 * 2000
    assert mean(value for _, value in curves["missing"]) > 0.99


def test_a_report_on_too_many_packets() -> None:
    body = struct.pack(">IIHHI", 1, 2, 0, 65535, 0) + b"\x1f\xff" * 8
    with pytest.raises(ValueError, match="65535 packets"):
        rtcp.twcc(body)


@hypothesis.given(st.integers(0, 1 << 20), st.sets(st.integers(0, 30), min_size=1))
def test_what_twcc_says_is_read(first: int, here: set[int]) -> None:
    """Whole ticks, as they are in it."""
    arrived = {first + each: 50.0 + 0.00025 * (each * 37 % 100) for each in here}
    numbers = range(first, first + 31)
    message, = rtcp.messages(fake.twcc(numbers, arrived))
    assert [each.sequence for each in message.arrivals] == [n & 0xFFFF for n in numbers]
    assert [each.received for each in message.arrivals] == [n in arrived for n in numbers]
    for number, each in zip(numbers, message.arrivals):
        assert (each.time is None) == (number not in arrived)
        assert each.time is None or each.time == pytest.approx(arrived[number], abs=1e-9)


def test_captures_are_known_by_each_of_their_beginnings() -> None:
    assert all(len(magic) == 4 for magic in capture.MAGIC)
    assert len(capture.MAGIC) == 5
