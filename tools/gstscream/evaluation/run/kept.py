# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The file of --keep: a line of JSON for each run that is done, so that the same command
goes on where it stopped.

A run is known by its parameters and by the program itself, so that a rebuilt one runs anew.
"""
import json
import os
from typing import Any

from gstscream.errors import UserError
from gstscream.files import lines


def identity(command: Any) -> Any:
    """What decides the result of a command; its place on the disk does not."""
    return json.dumps([command.digest, *command.words[1:]])


class Kept:
    """Raises UserError if the path cannot be read or written."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: dict[str, Any] = {}
        self.spoilt: list[int] = []     # numbers of lines that are left out
        if not path:
            return
        try:
            with open(path, "a", encoding="utf-8") as file:
                found = list(lines(path))
                if found and not found[-1].endswith("\n"):
                    file.write("\n")        # of a run that was cut off; what follows is whole
        except OSError as error:
            raise UserError(f"--keep: {path}: {error.strerror}") from error
        for number, line in enumerate(found, 1):
            self.read(number, line)

    def read(self, number: int, line: str) -> None:
        try:
            fields = json.loads(line)
            name, columns, row = fields["run"], fields["columns"], fields["row"]
            whole = list(row) == columns and all(isinstance(cell, str) for cell in row.values())
        except (ValueError, LookupError, TypeError, AttributeError):
            whole = False
        if whole:
            self.found.setdefault(name, (columns, row))
        else:
            self.spoilt.append(number)

    def get(self, command: Any) -> Any:
        """(columns, row) or None"""
        return self.found.get(identity(command))

    def add(self, command: Any, columns: list[str], row: dict[str, str]) -> None:
        if not self.path:
            return
        line = json.dumps({"run": identity(command), "columns": columns, "row": row})
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
