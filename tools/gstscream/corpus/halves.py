# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which half of a corpus a trace is in: constants are chosen on the one, and judged on the other.

By a hash of its name, so that nobody can choose it, and so that a trace stays where it is
when others come.
"""
import hashlib

TUNE, HELD_OUT = "tune", "held out"
HALVES = (TUNE, HELD_OUT)


def side(key: str) -> int:
    """0 or 1, each of half the keys."""
    return hashlib.sha256(key.encode()).digest()[0] & 1


def half(name: str) -> str:
    return HALVES[side(name)]
