# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files: what is written stays what it is, and what is read comes to an end."""
import contextlib
import json
import os
import pathlib
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from where import ROOT

from gstscream import files, options
from gstscream.errors import UserError
from gstscream.evaluation.results import files as results
from gstscream.evaluation.run.kept import Kept
from gstscream.plot import live
from gstscream.plot.formats import capture
from gstscream.report import data, packets

TOOLS = os.path.join(ROOT, "tools")
MEMORY = 1 << 30                # bytes of addresses, of which Python and its libraries have a part
DEVICES = {"null": 3, "zero": 5, "full": 7}     # their minor numbers, of major 1


def device(folder: pathlib.Path, name: str) -> str:
    """One of our own: those of the machine are not to be risked."""
    path = str(folder / name)
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, DEVICES[name]))
        with open(path, "rb"):
            return path
    except OSError as error:
        pytest.skip(f"no device can be made here: {error.strerror}")


def put(path: Any, text: str) -> None:
    with files.written(str(path)) as file:
        file.write(text)


# --- writing --------------------------------------------------------------

def test_written_replaces_what_is_regular(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a"
    put(path, "an older one")
    path.chmod(0o640)
    with open(path, encoding="utf-8") as reader:
        put(path, "new")
        assert reader.read() == "an older one"
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a"]


def test_written_follows_a_link(tmp_path: pathlib.Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("other")
    for text in ("to one that is not there yet", "shorter"):
        put(link, text)
        assert (tmp_path / "other").read_text() == text
    assert link.is_symlink()


def test_written_keeps_both_names_of_a_file(tmp_path: pathlib.Path) -> None:
    put(tmp_path / "a", "old")
    os.link(tmp_path / "a", tmp_path / "b")
    put(tmp_path / "a", "new")
    assert (tmp_path / "b").read_text() == "new"


def test_written_into_a_pipe(tmp_path: pathlib.Path) -> None:
    path, got = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: got.append(path.read_text()))
    reader.start()
    put(path, "a text")
    reader.join()
    assert got == ["a text"]
    assert path.is_fifo()


def test_written_leaves_a_device(tmp_path: pathlib.Path) -> None:
    path = device(tmp_path, "null")
    files.write_json(path, [1])
    assert stat.S_ISCHR(os.stat(path).st_mode)
    full = device(tmp_path, "full")
    with pytest.raises(OSError, match="No space"):
        put(full, "a text")
    assert stat.S_ISCHR(os.stat(full).st_mode)


def test_written_whole_or_not_at_all(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a"
    put(path, "old")
    with contextlib.suppress(TypeError):
        files.write_json(str(path), [1, object()])
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_written_beside_a_link_of_a_stranger(tmp_path: pathlib.Path) -> None:
    """Of the name that the new file has until it is whole."""
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "a.new").symlink_to("precious")
    put(tmp_path / "a", "new")
    assert (tmp_path / "precious").read_text() == "precious"
    assert (tmp_path / "a").read_text() == "new"
    assert not (tmp_path / "a").is_symlink()


def test_writable_is_what_can_be_written(tmp_path: pathlib.Path) -> None:
    assert options.writable(str(tmp_path / "a")) == str(tmp_path / "a")
    assert options.writable("/dev/null") == "/dev/null"
    with pytest.raises(Exception, match="cannot be written"):
        options.writable(str(tmp_path))


# --- reading --------------------------------------------------------------

@contextlib.contextmanager
def little_memory() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


# Each reads a file that never ends.
READERS: dict[str, Any] = {
    "results": (results.read, results.BadFile), "keep": (Kept, UserError),
    "lines": (lambda path: list(files.lines(path)), UserError),
    "json": (files.load_json, files.TooLarge),
    "live": (lambda path: list(live.Tail(path).lines()), UserError),
}


@pytest.mark.parametrize("name", READERS)
def test_reader_of_what_never_ends(name: str) -> None:
    read, error = READERS[name]
    with little_memory(), pytest.raises(error, match="/dev/zero.*(more|a text)"):
        read("/dev/zero")


def test_report_leaves_out_what_never_ends() -> None:
    with little_memory():
        assert files.read_json("/dev/zero") is None
        assert data.json_of("/dev/zero") == {}
        assert data.lines_of("/dev/zero") == []
        assert not packets.read("/dev/zero", 0).times


@pytest.mark.parametrize("program, words", [
    ("scream-ab", ["--traces", "/dev/zero", "-o", "{out}"]),
    ("scream-ab", ["--corpus", "{folder}", "-o", "{out}"]),
    ("scream-plot", ["/dev/zero", "-o", "{out}/a.svg"]),
    ("scream-plot", ["/dev/zero", "--format", "txrxlog", "-o", "{out}/a.svg"]),
    ("scream-plot", ["/dev/zero", "--format", "gstreamer", "-o", "{out}/a.svg"]),
    ("scream-plot", ["/dev/zero", "--live", "--for", "2"])])
def test_program_given_what_never_ends(program: str, words: list[str],
                                       tmp_path: pathlib.Path) -> None:
    """One line that names the file; the limit is far above what a program takes itself."""
    (tmp_path / "traces").mkdir()
    (tmp_path / "traces" / "a").symlink_to("/dev/zero")
    names = {"out": str(tmp_path / "out"), "folder": str(tmp_path / "traces")}
    done = subprocess.run(
        ["bash", "-c", f'ulimit -v {3 * MEMORY // 1024}; exec "$@"', "bash", sys.executable, "-B",
         os.path.join(TOOLS, program), *(word.format(**names) for word in words)],
        capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == options.MISTAKE, done.stderr[-500:]
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr, done.stderr
    assert "/dev/zero" in done.stderr or "traces/a" in done.stderr


def test_lines_of_a_pipe(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("one\ntwo"))
    writer.start()
    assert list(files.lines(str(pipe))) == ["one\n", "two"]
    writer.join()


def test_bound_of_all_lines(tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    path = tmp_path / "a"
    path.write_text("12345\n" * 10)
    monkeypatch.setattr(files, "MOST_LINES", 60)
    assert len(list(files.lines(str(path)))) == 10
    monkeypatch.setattr(files, "MOST_LINES", 59)
    with pytest.raises(files.TooLarge, match="more than 59 characters; give a shorter file"):
        list(files.lines(str(path)))


def test_whole_has_its_bound(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a"
    path.write_text(json.dumps([1, 2, 3]))
    with open(path, "rb") as file:
        assert len(files.whole(file, str(path), 9)) == 9
    with open(path, "rb") as file, pytest.raises(files.TooLarge, match="a: more than 8 bytes"):
        files.whole(file, str(path), 8)


def test_capture_that_claims_a_huge_packet() -> None:
    with little_memory(), open("/dev/zero", "rb") as file:
        assert len(capture.Counted(file).read(1 << 40)) == capture.MOST
