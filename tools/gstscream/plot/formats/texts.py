# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of text, packed by gzip or not, and JSON with the line that is wrong."""
import gzip
import json
import zlib
from typing import IO, Any, cast

from gstscream import files

from .recording import FormatError

GZIP = b"\x1f\x8b"
MOST = files.MOST
REMEDY = "save a shorter time"
DIGITS = 20                     # of 64 bits, and a sign


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
    with opened(path) as file:
        try:
            return files.whole(file, path, MOST, REMEDY).decode("utf-8-sig", "replace")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise unpacked(path, error) from error


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
