# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of text, packed by gzip or not, and JSON with the line that is wrong."""
import gzip
import json
import zlib
from typing import IO, Any, cast

from .recording import FormatError

GZIP = b"\x1f\x8b"
MOST = 512 * 1024 * 1024        # bytes of a text that is read at once
DIGITS = 20                     # of 64 bits, and a sign
PIECE = 1024 * 1024             # read() makes room for what it is asked for, not for the file


def opened(path: str) -> IO[bytes]:
    """Its bytes, unpacked."""
    with open(path, "rb") as file:
        packed = file.read(2) == GZIP
    return cast("IO[bytes]", gzip.open(path)) if packed else open(path, "rb")


def head(path: str, size: int) -> bytes:
    with opened(path) as file:
        try:
            return file.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise unpacked(path, error) from error


def unpacked(path: str, error: Exception) -> FormatError:
    return FormatError(f"{path}: what gzip packed is broken ({error}); save it again")


def whole(path: str) -> str:
    """What is no UTF-8 is replaced: it may stand in a name that nobody asks for."""
    data = bytearray()
    with opened(path) as file:
        try:
            while len(data) <= MOST and (piece := file.read(PIECE)):
                data += piece
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise unpacked(path, error) from error
    if len(data) > MOST:
        raise FormatError(f"{path}: more than {MOST} bytes; save a shorter time")
    return data.decode("utf-8-sig", "replace")


def integer(digits: str) -> int | float:
    """int() refuses thousands of digits, and what it makes of hundreds no float can be."""
    return int(digits) if len(digits) <= DIGITS else float(digits)


def loads(text: str) -> Any:
    return json.loads(text, parse_int=integer)


def parsed(path: str, text: str, first: int = 1) -> Any:
    """JSON whose first line is that of the file with this number."""
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{path}, line {first - 1 + error.lineno}: {error.msg} in JSON; is the "
                          "file whole? Save it again") from error
    except RecursionError as error:
        raise FormatError(f"{path}, line {first}: JSON nested too deeply; it is no statistics"
                          ) from error
