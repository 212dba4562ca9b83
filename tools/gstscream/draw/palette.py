# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Colours of pictures: those of Okabe and Ito, which the colour-blind can tell apart."""
from collections.abc import Iterable
from itertools import cycle
from typing import Any

BLUE, SKY, GREEN, RED, ORANGE, PURPLE = (
    "#0072b2", "#56b4e9", "#009e73", "#d55e00", "#e69f00", "#cc79a7")
GREY, BLACK = "#8a8a8a", "#222222"
CAPACITY = "#a8a8a8"            # a wide line below all others
FROZEN, BUSY = "#f6cfc4", "#ececec"     # shades of times
PAPER, MUTED, RULE, GRID = "#ffffff", "#555555", "#999999", "#e4e4e4"
# What they are on a dark page; the others are told from both.
DARK = {PAPER: "#16181b", BLACK: "#e8e8e8", MUTED: "#b4b4b4", RULE: "#777d85", GRID: "#383c42",
        BLUE: "#3d9fe0", GREEN: "#16b98a", RED: "#f07b28", CAPACITY: "#6f757d",
        FROZEN: "#5e3227", BUSY: "#2b2f35"}
CONTROLLERS = {"scream": BLUE, "scream-v1": SKY, "nada": GREEN, "gcc": RED, "fixed": GREY}
MORE = [PURPLE, ORANGE, BLACK]


def colours(controllers: Iterable[str]) -> dict[Any, Any]:
    """{name: colour}; the same in each report for the names that are known."""
    spare = cycle(MORE)
    return {name: CONTROLLERS.get(name) or next(spare) for name in controllers}
