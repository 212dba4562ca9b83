# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""In which order names stand in tables and pictures."""
import re
from typing import Any

CONTROLLERS = ["scream", "scream-v1", "nada", "gcc", "fixed"]


def natural(text: str) -> list[Any]:
    """Sorts delay50 before delay100."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part)
            for part in re.split(r"(\d+)", text) if part]


def listed_first(first: list[str]) -> Any:
    """A key that sorts the names of a list as they stand there, then the others."""
    def key(name: str) -> tuple[Any, Any]:
        return (first.index(name) if name in first else len(first), natural(name))
    return key
