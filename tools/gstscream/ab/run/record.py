# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The file of received packets: time (s, double), length, bytes of each."""
import struct
from collections.abc import Iterator
from typing import Any

HEAD = struct.Struct("<dI")


class Writer:
    def __init__(self, path: str) -> None:
        self.file = open(path, "wb", buffering=1 << 20)

    def write(self, when: float, data: bytes) -> None:
        self.file.write(HEAD.pack(when, len(data)))
        self.file.write(data)

    def close(self) -> None:
        self.file.close()


def read(path: str) -> Iterator[Any]:
    """(time, bytes) of each; ends at what was cut off."""
    with open(path, "rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            when, length = HEAD.unpack(head)
            data = file.read(length)
            if len(data) < length:
                return
            yield when, data
