# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs scream-bw-test-tx and -rx on loopback.

Against each other, against what the original tool sends and wants, and against
datagrams that are neither.  MALFORMED=N in the environment: so many of those.
"""
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from plugins import environment, free_port
from where import BUILD

PROGRAMS = os.path.join(BUILD, "examples", "bw-test")
MALFORMED = int(os.environ.get("MALFORMED", "20000"))
PATIENCE = 20  # s
SSRC = 100
IP_UDP_RTP = 40  # bytes


def udp_socket() -> Any:
    one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    one.bind(("127.0.0.1", 0))
    one.settimeout(PATIENCE)
    return one


def rtp(seq: int, marker: bool = False, payload_type: int = 96, ssrc: int = SSRC,
        size: int = 500) -> Any:
    """One packet, zeros for payload."""
    head = struct.pack(">BBHII", 0x80, payload_type | marker << 7, seq & 0xffff, seq * 1800, ssrc)
    return head + bytes(size)


def read_as_original(data: bytes) -> Any:
    """[(ssrc, begin, [report, ...])] as the original sender reads a datagram."""
    assert data[:2] == b"\x8b\xcd", data[:2].hex()
    assert len(data) == 4 * (struct.unpack(">H", data[2:4])[0] + 1)
    at, blocks = 8, []
    while at < len(data) - 4:
        ssrc, begin, last = struct.unpack(">IHH", data[at:at + 8])
        count = last + 1
        blocks.append((ssrc, begin, struct.unpack(f">{count}H", data[at + 8:at + 8 + 2 * count])))
        at += 8 + 2 * (count + count % 2)
    assert at == len(data) - 4
    return blocks


class Original(threading.Thread):
    """A receiver that answers as the original does: 64 reports for each frame,
    num_reports one less, and a byte of no meaning now and then."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.socket = udp_socket()
        self.port = self.socket.getsockname()[1]
        self.arrivals: dict[Any, Any] = {}
        self.bytes = 0
        self.stopping = False

    def answer(self, highest: Any, now: float) -> bytes:
        words = []
        for number in range(highest - 63, highest + 1):
            age = now - self.arrivals[number] if number in self.arrivals else None
            words.append(0 if age is None else 0x8000 | min(int(age * 1024), 0x1ffe))
        stamp = int((now + 0.001) * 65536) & 0xffffffff
        return struct.pack(">BBHIIHH64HI", 0x8b, 0xcd, 36, 10, SSRC, (highest - 63) & 0xffff, 63,
                           *words, stamp)

    def run(self) -> None:
        start = time.monotonic()
        while not self.stopping:
            try:
                data, sender = self.socket.recvfrom(3000)
            except OSError:
                return
            seq = struct.unpack(">H", data[2:4])[0]
            now = time.monotonic() - start
            self.arrivals[seq] = now
            self.bytes += len(data)
            if data[1] & 0x80:
                self.socket.sendto(self.answer(seq, now), sender)
                self.socket.sendto(b"\0", sender)

    def close(self) -> None:
        self.stopping = True
        self.socket.close()


def drain(one: Any, heard: Any) -> None:
    one.setblocking(False)
    try:
        while True:
            heard.append(one.recv(3000))
    except BlockingIOError:
        pass
    one.settimeout(PATIENCE)


class Bench:
    """A folder, and programs that end with it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.env = environment(folder)
        self.started: list[Any] = []

    def end_all(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def start(self, name: str, *arguments: Any) -> Any:
        process = subprocess.Popen([os.path.join(PROGRAMS, f"scream-bw-test-{name}"), *arguments],
                                   env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.started.append(process)
        return process

    def start_rx(self, port: int, *arguments: Any) -> Any:
        process = self.start("rx", *arguments, str(port))
        limit = time.monotonic() + PATIENCE
        while not self.listens(port) and time.monotonic() < limit:
            assert process.poll() is None, "rx has ended"
            time.sleep(0.02)
        time.sleep(0.3)
        return process

    @staticmethod
    def listens(port: int) -> bool:
        return f":{port:04X} " in pathlib.Path("/proc/net/udp").read_text("ascii")

    def finish(self, process: Any, number: int | None = None) -> Any:
        """(stdout, stderr) after a signal, or when its time is over."""
        if number is not None:
            process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        return out, err

    def total(self, out: str) -> Any:
        last = [json.loads(line) for line in out.splitlines()][-1]
        assert last["type"] == "total"
        return last


@pytest.fixture
def bench(tmp_path: pathlib.Path) -> Iterator[Bench]:
    bench = Bench(str(tmp_path))
    yield bench
    bench.end_all()


@pytest.fixture
def receiver() -> Iterator[Original]:
    receiver = Original()
    receiver.start()
    yield receiver
    receiver.close()


# --- options --------------------------------------------------------------

def status(bench: Bench, name: str, *arguments: Any) -> Any:
    process = bench.start(name, *arguments)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_wrong_ones_end_at_once(bench: Bench) -> None:
    wrong: list[tuple[str, list[str]]] = [
        ("tx", ["-foo", "127.0.0.1", "5000"]), ("rx", ["--bar", "5000"]), ("tx", []),
        ("rx", []), ("tx", ["127.0.0.1", "0"]),
        ("tx", ["--controller", "none", "127.0.0.1", "5000"])]
    for name, arguments in wrong:
        code, out, err = status(bench, name, *arguments)
        assert (code, out) == (2, ""), arguments
        assert len(err.splitlines()) == 1, err


@pytest.mark.parametrize("name", ["tx", "rx"])
def test_help_and_version(bench: Bench, name: str) -> None:
    code, out, _ = status(bench, name, "--help")
    assert code == 0
    assert "Examples:" in out
    assert status(bench, name, "--version")[0] == 0


def test_what_cannot_run(bench: Bench) -> None:
    port = free_port()
    log = os.path.join(bench.folder, "none", "log")
    for name, arguments in (("tx", ["-log", log, "127.0.0.1", str(port)]),
                            ("rx", ["-log", log, str(port)]), ("rx", ["nowhere", str(port)]),
                            ("tx", ["-log", "/dev/null", "-itemlist", "-sierralog", log,
                                    "127.0.0.1", str(port)]),
                            ("tx", ["-if", "nowhere0", "127.0.0.1", str(port)])):
        code, _, err = status(bench, name, *arguments)
        assert code == 1, arguments
        assert len(err.splitlines()) == 1, err


# --- loopback -------------------------------------------------------------

@pytest.mark.patient
def test_ends_after_the_sender(bench: Bench) -> None:
    port = free_port()
    rx = bench.start_rx(port, "-idle", "0.7", "--json")
    time.sleep(1.5)  # nothing has come yet, so it goes on
    assert rx.poll() is None
    bench.finish(bench.start("tx", "-time", "1.5", "127.0.0.1", str(port)))
    rx.communicate(timeout=PATIENCE)
    assert rx.returncode == 0


@pytest.mark.patient
def test_three_seconds(bench: Bench) -> None:
    port, log = free_port(), os.path.join(bench.folder, "log.csv")
    rx = bench.start_rx(port)
    tx = bench.start("tx", "-initrate", "5000", "-maxrate", "10000", "-verbose", "-log", log,
                     "-itemlist", "127.0.0.1", str(port))
    time.sleep(3.2)
    out, err = bench.finish(tx, signal.SIGINT)
    assert err == ""
    lines = out.splitlines()
    assert re.search(r"(?m)^ summary   2\.\d  Transmit rate = +\d+kbps, PLR = +0\.00%\(", out)
    assert sum(line.count(",") == 8 for line in lines) >= 10
    assert "Summary" in lines
    received = bench.finish(rx, signal.SIGTERM)[0]
    assert re.search(r"received/lost/duplicate/reordered \d+ 0 0 0", received)
    with open(log, encoding="ascii") as file:
        records = [line.rstrip("\n").split(",") for line in file]
    assert {len(record) for record in records} == {20}
    assert records[0][0] == "Time [s]"
    assert len(records) > 100
    markers = [record for record in records[1:] if record[16] == "1"]
    assert len(markers) > 50
    numbers = [int(record[8]) for record in records[1:]]
    assert numbers == sorted(numbers)
    assert numbers[0] < 20


@pytest.mark.patient
def test_side_log(bench: Bench) -> None:
    """-sierralog: two columns more; a line that comes later, and a bad one."""
    port, log = free_port(), os.path.join(bench.folder, "log.csv")
    side = os.path.join(bench.folder, "modem.txt")
    pathlib.Path(side).write_text(f"{time.time() - 60:.3f} rsrp=-101 sinr=12\n", "ascii")
    rx = bench.start_rx(port)
    tx = bench.start("tx", "-log", log, "-itemlist", "-sierralog", side, "-time", "2", "127.0.0.1",
                     str(port))
    time.sleep(1)
    with open(side, "a", encoding="ascii") as file:
        file.write(f"moon\n{time.time():.3f} rsrp=-90\n")
    _, err = bench.finish(tx)
    bench.finish(rx, signal.SIGTERM)
    assert f"-sierralog: {side}:2: it does not begin with a time in s; " in err
    assert "1 of 3 lines were left out" in err
    with open(log, encoding="ascii") as file:
        records = [line.rstrip("\n").split(",") for line in file]
    assert {len(record) for record in records} == {22}
    assert records[0][20:] == ["rsrp [side]", "sinr [side]"]
    assert records[1][20:] == ["-101", "12"]
    assert records[-1][20:] == ["-90", "12"]


@pytest.mark.patient
def test_fixed_rate_is_sent(bench: Bench) -> None:
    """Within 3 %: 20 Mbit/s of media in packets of 1200 bytes."""
    port = free_port()
    rx = bench.start_rx(port, "--json")
    bench.finish(bench.start("tx", "-fixedrate", "20000", "-time", "4.5", "127.0.0.1", str(port)))
    lines = [json.loads(line) for line in bench.finish(rx, signal.SIGINT)[0].splitlines()]
    rates = sorted(line["receive_kbps"] for line in lines if line["type"] == "summary")
    wire = 20000 * (1200 + IP_UDP_RTP) / 1200
    assert rates[-1] > 0.97 * wire
    assert rates[-1] < 1.03 * wire


@pytest.mark.patient
def test_no_receiver(bench: Bench) -> None:
    """It says so, and the rate falls to the lowest: 0.3 Mbit/s with headers,
    and what was sent before."""
    with udp_socket() as silent:
        tx = bench.start("tx", "--json", "-initrate", "5000", "-minrate", "300", "-time", "6.2",
                         "127.0.0.1", str(silent.getsockname()[1]))
        lines = [json.loads(line) for line in bench.finish(tx)[0].splitlines()]
    events = [line for line in lines if line.get("event") == "no-feedback"]
    assert len(events) == 1
    assert events[0]["time"] < 1.5
    last = [line for line in lines if line["type"] == "summary"][-1]
    assert last["transmit_kbps"] < 500
    assert last["transmit_kbps"] > 100


@pytest.mark.patient
def test_malformed_datagrams(bench: Bench, receiver: Original) -> None:
    """Noise from elsewhere and, to the sender, from the receiver's port."""
    port = free_port()
    rx = bench.start_rx(port, "--json")
    tx = bench.start("tx", "--json", "127.0.0.1", str(receiver.port))
    time.sleep(1)
    dice = random.Random(1)
    sender = next(int(line.split()[1].split(":")[1], 16) for line in sockets(tx))
    with udp_socket() as stranger:
        for index in range(MALFORMED):
            data = dice.randbytes(dice.choice((0, 1, 2, 3, 7, 8, 11, 12, 20, 60, 1400)))
            if index % 2:
                data = dice.choice((b"\x8b\xcd", b"\x80\xc8", b"\x80\x7f", b"\xbf\xe0")) + data
            stranger.sendto(data, ("127.0.0.1", port))
            one = receiver.socket if index % 8 else stranger
            one.sendto(data, ("127.0.0.1", sender))
            if index % 64 == 0:
                time.sleep(0.001)
    time.sleep(0.5)
    assert bench.total(bench.finish(rx, signal.SIGINT)[0])["refused"] > 0.2 * MALFORMED
    assert bench.total(bench.finish(tx, signal.SIGINT)[0])["feedback_refused"] > 0.2 * MALFORMED


def sockets(process: Any) -> list[Any]:
    """Lines of /proc/net/udp of a process."""
    inodes = set()
    for name in os.listdir(f"/proc/{process.pid}/fd"):
        try:
            target = os.readlink(f"/proc/{process.pid}/fd/{name}")
        except OSError:
            continue
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    with open("/proc/net/udp", encoding="ascii") as file:
        return [line for line in file if line.split()[9] in inodes]


# --- with the original ----------------------------------------------------

@pytest.mark.patient
def test_its_receiver(bench: Bench, receiver: Original) -> None:
    """The rate rises: its feedback is understood.  The bytes of no meaning in
    between are not counted as wrong."""
    tx = bench.start("tx", "--json", "-minrate", "500", "-maxrate", "8000", "-time", "4.2",
                     "127.0.0.1", str(receiver.port))
    lines = [json.loads(line) for line in bench.finish(tx)[0].splitlines()]
    last = [line for line in lines if line["type"] == "summary"][-1]
    assert last["transmit_kbps"] > 3000
    assert lines[-1]["feedback_refused"] == 0
    assert lines[-1]["packets_lost"] == 0
    assert min(receiver.arrivals) < 64


@pytest.mark.patient
def test_its_sender(bench: Bench) -> None:
    """One bare packet for SSRC 100, whose last report is of a packet that came;
    its text is printed and is no media."""
    port = free_port()
    rx = bench.start_rx(port, "-verbose")
    heard: list[Any] = []
    with udp_socket() as sender:
        sender.sendto(b"\x80\x7f  0.200,  0.001", ("127.0.0.1", port))
        for seq in range(400):
            if seq % 50 != 20:
                sender.sendto(rtp(seq, seq % 5 == 4, 98), ("127.0.0.1", port))
            time.sleep(0.002)
            drain(sender, heard)
    out, err = bench.finish(rx, signal.SIGINT)
    assert len(heard) > 60
    reported = set()
    for data in heard:
        for ssrc, begin, reports in read_as_original(data):
            assert ssrc == SSRC
            assert reports[-1] & 0x8000
            assert len(reports) % 2 == 0  # as many bytes in both readings
            reported |= {begin + i & 0xffff for i, word in enumerate(reports) if word & 0x8000}
    assert len(reported) == 392
    assert "  0.200,  0.001" in err
    assert "lost or reordered :    21 was received, previous rcvd is    19" in err
    assert "received/lost/duplicate/reordered 392 8 0 0" in out


@pytest.mark.patient
def test_a_source_that_rises_slowly(bench: Bench, receiver: Original) -> None:
    """-rateincrease: 0.5 Mbit/s and 0.2 more in each second; without it 3 by then."""
    tx = bench.start("tx", "--json", "-minrate", "500", "-maxrate", "8000", "-rateincrease", "200",
                     "-nopace", "-scale", "0.8", "-time", "4.2", "127.0.0.1", str(receiver.port))
    out, err = bench.finish(tx)
    assert err == ""
    last = [line for line in map(json.loads, out.splitlines()) if line["type"] == "summary"][-1]
    assert last["transmit_kbps"] < 500 + 4 * 200 + 200
    assert last["transmit_kbps"] > 500 + 2 * 200


@pytest.mark.patient
def test_as_many_reports_as_asked_for(bench: Bench) -> None:
    """-nreported 50: of 100 frames of one packet, the newest 50 in the last feedback."""
    port = free_port()
    rx = bench.start_rx(port, "-nreported", "50", "-compat", "original")
    heard: list[Any] = []
    with udp_socket() as sender:
        for seq in range(100):
            sender.sendto(rtp(seq, True), ("127.0.0.1", port))
            time.sleep(0.002)
            drain(sender, heard)
        time.sleep(0.1)
        drain(sender, heard)
    bench.finish(rx, signal.SIGINT)
    [(_, begin, reports)] = read_as_original(heard[-1])
    assert (begin, len(reports)) == (50, 50)


# --- nat ------------------------------------------------------------------

def send(one: Any, port: int, numbers: Any, interval: float = 0.02) -> None:
    for seq in numbers:
        one.sendto(rtp(seq, True), ("127.0.0.1", port))
        time.sleep(interval)


def count(one: Any) -> int:
    heard: list[Any] = []
    drain(one, heard)
    return len(heard)


@pytest.mark.patient
def test_a_sender_that_moves(bench: Bench) -> None:
    port = free_port()
    rx = bench.start_rx(port, "--json")
    with udp_socket() as first, udp_socket() as second, udp_socket() as thief:
        send(first, port, range(50))
        assert count(first) > 40
        send(second, port, range(50, 110))
        assert count(second) > 30
        count(first)
        # The thief knows all, but the sender goes on.
        for seq in range(110, 160):
            send(thief, port, range(seq, seq + 10), 0)
            send(second, port, [seq])
        assert count(first) == 0
        assert count(thief) <= 3    # questions, no feedback
        assert count(second) > 40
    lines = [json.loads(line) for line in bench.finish(rx, signal.SIGINT)[0].splitlines()]
    moved = [line["text"] for line in lines if line.get("event") == "sender-moved"]
    assert len(moved) == 1
    assert lines[-1]["sender_moves"] == 1


@pytest.mark.patient
def test_keep_alive(bench: Bench) -> None:
    """To the address that was given, before any media comes."""
    port = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sender.bind(("127.0.0.2", port))
        sender.settimeout(PATIENCE)
        rx = bench.start("rx", "-time", "3", "127.0.0.2", str(port))
        try:
            assert sender.recv(100) == b"\0"
            assert sender.recv(100) == b"\0"
        finally:
            rx.communicate(timeout=PATIENCE)
