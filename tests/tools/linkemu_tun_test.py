# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What both say to mistakes, without root: one line, and the right status."""
import json
import os
import pathlib
import stat
import subprocess
from typing import Any

import pytest

from where import BUILD

TUN = os.path.join(BUILD, "tools", "linkemu-tun", "linkemu-tun")
NETNS = os.path.join(BUILD, "tools", "linkemu-netns")
NAME = "no-such-%d" % os.getpid()


def run(*argv: Any) -> Any:
    """(status, standard output, standard error)"""
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=20)
    return done.returncode, done.stdout, done.stderr


def refused(status: int, words: Any, *argv: Any) -> None:
    got, output, said = run(*argv)
    assert (got, output) == (status, "")
    assert said.startswith(os.path.basename(argv[0]) + ": ")
    assert said.count("\n") == 1
    assert words in said


@pytest.mark.parametrize("option, words", [
    ("--delay=25msec", "--delay=25msec: a time"), ("--bitrate=2m", "--bitrate=2m: a rate"),
    ("--schedule=0:x", "--schedule: character 3"), ("--trace=/no", "--trace: /no: No such file"),
    ("--back-aqm=red", "--back-aqm: AQM red is not known"), ("--no-such", "--no-such")])
def test_tun_options(option: str, words: list[str]) -> None:
    refused(2, words, TUN, NAME, option)


def test_tun_without_namespaces() -> None:
    refused(2, "linkemu-netns add", TUN)
    refused(1, "linkemu-netns add " + NAME, TUN, NAME)


def test_tun_help() -> None:
    status, output, _ = run(TUN, "--help")
    assert status == 0
    for words in ("Examples:", "Exit status:", "--bitrate=RATE", "--log=FILE"):
        assert words in output
    assert run(TUN, "--version")[0] == 0


def test_tun_summary_stays_what_it_is(tmp_path: pathlib.Path) -> None:
    """A link leads to the file, and a device is one afterwards."""
    if os.geteuid() != 0 or not os.path.exists("/dev/net/tun"):
        pytest.skip("TUN devices need root and /dev/net/tun")
    if run(NETNS, "add", NAME)[0] != 0:
        pytest.skip("network namespaces cannot be made here")
    link, null = tmp_path / "link", tmp_path / "null"
    link.symlink_to("file")
    os.mknod(null, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    try:
        for path in (link, null):
            status, _, said = run(TUN, NAME, "--duration=0.1", f"--summary={path}")
            assert status in (0, 3), said       # 3: the machine is too busy to be trusted
    finally:
        run(NETNS, "del", NAME)
    assert link.is_symlink()
    assert json.loads((tmp_path / "file").read_text())
    assert null.is_char_device()


@pytest.mark.parametrize("argv, words", [
    ((), "add, exec, del or list"), (("make", "x"), '"make"'), (("add",), "one NAME"),
    (("add", "a/b"), '"a/b"'), (("exec", NAME, "c", "ls"), '"c"'),
    (("exec", NAME, "a"), "a command")])
def test_netns_arguments(argv: list[str], words: list[str]) -> None:
    refused(2, words, NETNS, *argv)


def test_netns_without_namespaces() -> None:
    words = NAME if os.geteuid() == 0 else "run as root"
    refused(1, words, NETNS, "del", NAME)
    refused(1, words, NETNS, "exec", NAME, "a", "ls")


def test_netns_help() -> None:
    status, output, _ = run(NETNS, "--help")
    assert status == 0
    assert "Example:" in output
