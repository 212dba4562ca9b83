# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-report: what it packs, and what it leaves out."""
import os
import tarfile
from pathlib import Path

import pytest

from gstscream import attach

KEY = "0123456789abcdef" * 2
LOG = f"""screamsink host=203.0.113.7 port=5000 srtp-key={KEY} passphrase="two words" ! x
udp://user:word@cam.example.org:5000 host=drone.example.net, host=localhost location=run.csv
screamtx: from [2001:db8::1]:5000 to 127.0.0.1:5000, 203.0.113.7:5001 at 10:11:12, [::1]:3
authorization: Bearer-{KEY} {KEY.upper()}
"""


def packed(path: Path) -> dict[str, str]:
    with tarfile.open(path) as archive:
        return {name.split("/", 1)[1]: archive.extractfile(name).read().decode()  # type: ignore[union-attr]
                for name in archive.getnames()}


def test_without_addresses_and_keys(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text(LOG)
    assert attach.main([str(tmp_path / "run.log"), "-o", str(tmp_path / "a.tar.gz")]) == 0
    texts = packed(tmp_path / "a.tar.gz")
    assert list(texts) == ["versions.txt", "1-run.log"]
    assert "x264enc: " in texts["versions.txt"] and "GStreamer" in texts["versions.txt"]
    for secret in ("203.0.113", "2001:db8", "example", "user", "word", "two", "Bearer", KEY,
                   KEY.upper()):
        assert secret not in texts["1-run.log"]
    for kept in ("127.0.0.1:5000", "[::1]:3", "location=run.csv", "host=localhost", "at 10:11:12",
                 "port=5000"):
        assert kept in texts["1-run.log"]


def test_same_address_has_the_same_name(tmp_path: Path) -> None:
    cleaner = attach.Cleaner()
    assert cleaner.clean("a 192.0.2.1 b 192.0.2.2") == "a address-1 b address-2"
    assert cleaner.clean("c 192.0.2.2:80") == "c address-2:80"


def test_end_of_a_long_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attach, "MOST_BYTES", 4)
    (tmp_path / "a").write_bytes(b"12345678\xff")
    assert attach.end_of(str(tmp_path / "a")) == "678\ufffd"


@pytest.mark.parametrize("arguments, text", [
    (["missing.log"], "missing.log: No such file"), (["-o", os.path.join("none", "a")], "none"),
    (["--wrong"], "--wrong")])
def test_mistakes(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert attach.main(arguments) == 2
    assert text in capsys.readouterr().err
