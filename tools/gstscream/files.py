# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files that are there whole or not at all, readers that come to an end, cells of tables."""
import contextlib
import json
import os
import shutil
import stat
from collections.abc import Iterator
from typing import IO, Any

from .errors import UserError

MOST = 512 * 1024 * 1024        # bytes that are read at once: a dump of a day has a fifth of it
MOST_LINES = 4 * 1024 ** 3      # characters: what is made of a log of days fills the memory first
LONGEST = 1024 * 1024           # characters of a line: a thousand times one of ours
PIECE = 1024 * 1024             # read() makes room for what it is asked for, not for the file
SHORTER = "give a shorter file"


class TooLarge(UserError, ValueError):
    """Names the file, the bound, and what to do."""


def whole(file: IO[bytes], path: str, most: int = MOST, remedy: str = SHORTER) -> bytearray:
    """All of it; it may be a file that never ends."""
    data = bytearray()
    while len(data) <= most and (piece := file.read(PIECE)):
        data += piece
    if len(data) > most:
        raise TooLarge(f"{path}: more than {most} bytes; {remedy}")
    return data


def lines(path: str, encoding: str = "utf-8", errors: str = "replace") -> Iterator[str]:
    """Of a text, which may be one that never ends; csv reads them, too."""
    size = 0
    with open(path, encoding=encoding, errors=errors) as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST), ""), 1):
            size += len(line)
            if len(line) == LONGEST:
                raise TooLarge(f"{path}, line {number}: {LONGEST} characters or more; is it "
                               "a text?")
            if size > MOST_LINES:
                raise TooLarge(f"{path}: more than {MOST_LINES} characters; {SHORTER}")
            yield line


def load_json(path: str) -> Any:
    with open(path, "rb") as file:
        return json.loads(whole(file, path))


def read_json(path: str) -> Any:
    """None if it is not there or was cut off."""
    try:
        return load_json(path)
    except (OSError, ValueError, RecursionError):
        return None


def replaceable(path: str) -> bool:
    """By a new file: it is no device, pipe or link, and nobody has it as another's."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return True
    return (stat.S_ISREG(found.st_mode) and found.st_nlink == 1
            and found.st_uid == os.geteuid() and os.access(folder, os.W_OK))


@contextlib.contextmanager
def written(path: str, mode: str = "w") -> Iterator[Any]:
    """A file that is there whole or not at all: a power cut or a full disk leaves the old one.

    What is not to be replaced is written in place; of a link, what it points to.
    """
    encoding = None if "b" in mode else "utf-8"
    if not replaceable(path):
        with open(path, mode, encoding=encoding) as file:
            yield file
        return
    part = path + ".new"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(part)
    # x: in /tmp, a stranger may have made a link of this name by now.
    with open(part, mode.replace("w", "x"), encoding=encoding) as file:
        try:
            yield file
            file.close()
            if os.path.exists(path):
                shutil.copymode(path, part)
            os.replace(part, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(part)
            raise


def write_json(path: str, value: Any) -> None:
    with written(path) as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def cell(value: Any) -> str:
    """A cell: empty for what nobody measured."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
