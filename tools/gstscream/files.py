# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files that are there whole or not at all, and the cells of tables."""
import json
import os
from typing import Any


def read_json(path: str) -> Any:
    """None if it is not there or was cut off."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError):
        return None


def write_json(path: str, value: Any) -> None:
    """Complete or not at all: a power cut leaves the old one."""
    temporary = path + ".new"
    with open(temporary, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")
    os.replace(temporary, path)


def cell(value: Any) -> str:
    """A cell: empty for what nobody measured."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
