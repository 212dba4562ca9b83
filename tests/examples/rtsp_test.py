# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What strangers can do to the RTSP server of the examples, and to the exporter of figures."""
import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from plugins import ended, environment, free_port
from where import ROOT

EXAMPLES = os.path.join(ROOT, "examples")
SOURCE = "videotestsrc is-live=true ! video/x-raw,width=64,height=48"
PATIENCE = 60  # s, on a busy machine
STRANGERS = 16
SOON = 20  # s; after 60, gst-rtsp-server ends a connection by itself


def started(stack: contextlib.ExitStack, folder: pathlib.Path, *command: str) -> Any:
    process = subprocess.Popen([sys.executable, *command], env=environment(str(folder)), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    stack.callback(ended, process, PATIENCE)
    return process


def listening_at(port: int) -> list[str]:
    """The addresses, in hexadecimal."""
    table = pathlib.Path("/proc/net/tcp").read_text("ascii")
    rows = [line.split() for line in table.split("\n")[1:]]
    return [row[1].split(":")[0] for row in rows
            if row and row[1].endswith(f":{port:04X}") and row[3] == "0A"]


@pytest.fixture
def server(tmp_path: pathlib.Path) -> Iterator[tuple[str, int]]:
    """(address that it prints, port)"""
    with contextlib.ExitStack() as stack:
        process = started(stack, tmp_path, os.path.join(EXAMPLES, "rtsp-server", "rtsp-server"),
                          "--port", "0", SOURCE)
        address = process.stdout.readline().strip()
        if not address:
            pytest.skip("no RTSP server (gir1.2-gst-rtsp-server-1.0)")
        yield address, int(address.rsplit(":", 1)[1].split("/")[0])


def describe(port: int, *lines: str) -> str:
    """The first line of the reply."""
    head = (f"DESCRIBE rtsp://127.0.0.1:{port}/stream RTSP/1.0", "CSeq: 1", *lines)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        return connection.makefile("rb").readline().decode()


def test_rtsp_listens_on_loopback_and_prints_a_password(server: tuple[str, int]) -> None:
    address, port = server
    assert re.fullmatch(r"rtsp://viewer:[\w-]{40,}@127\.0\.0\.1:\d+/stream", address)
    assert listening_at(port) == ["0100007F"]


@pytest.mark.parametrize("lines", [
    (), ("Authorization: Basic dmlld2VyOg==",), ("Authorization: Digest",), ("Authorization:",)])
def test_rtsp_without_the_password_there_is_no_camera(
        server: tuple[str, int], lines: tuple[str, ...]) -> None:
    assert describe(server[1], *lines).split()[1] in ("400", "401")


def test_rtsp_idle_connections_take_no_place(server: tuple[str, int]) -> None:
    """And neither do those that say what is no RTSP."""
    with contextlib.ExitStack() as stack:
        idle = []
        for _ in range(2 * STRANGERS):
            idle.append(stack.enter_context(
                socket.create_connection(("127.0.0.1", server[1]), SOON)))
            idle[-1].sendall(b"\0\xff\r\n")
        for one in idle[:STRANGERS - 1]:
            with contextlib.suppress(ConnectionError):
                while one.recv(4096):
                    pass
        assert describe(server[1]).split()[1] == "401"


@pytest.fixture
def exporter(tmp_path: pathlib.Path) -> Iterator[int]:
    """Its port."""
    pytest.importorskip("prometheus_client")
    port = free_port(kind=socket.SOCK_STREAM)
    with contextlib.ExitStack() as stack:
        process = started(
            stack, tmp_path, os.path.join(EXAMPLES, "prometheus", "exporter.py"), "--port",
            str(port), f"{SOURCE} ! screamsink host=127.0.0.1 port={free_port()}")
        while not listening_at(port):
            assert process.poll() is None, process.stderr.read()
        yield port


def test_exporter_listens_on_loopback(exporter: int) -> None:
    assert listening_at(exporter) == ["0100007F"]


def test_exporter_idle_connections_take_no_place(exporter: int) -> None:
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", exporter), PATIENCE))
                for _ in range(3 * STRANGERS)]
        assert idle[0].recv(1) == b""
        url = f"http://127.0.0.1:{exporter}/metrics"
        with urllib.request.urlopen(url, timeout=PATIENCE) as reply:
            assert "scream_rtt_seconds" in reply.read().decode()
