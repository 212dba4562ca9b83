# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Colours of pictures: those of Okabe and Ito, which the colour-blind can tell apart."""
from itertools import cycle

BLUE, SKY, GREEN, RED, ORANGE, PURPLE = (
    "#0072b2", "#56b4e9", "#009e73", "#d55e00", "#e69f00", "#cc79a7")
GREY, BLACK = "#8a8a8a", "#222222"
CONTROLLERS = {"scream": BLUE, "scream-v1": SKY, "nada": GREEN, "gcc": RED, "fixed": GREY}
MORE = [PURPLE, ORANGE, BLACK]


def colours(controllers):
    """{name: colour}; the same in each report for the names that are known."""
    spare = cycle(MORE)
    return {name: CONTROLLERS.get(name) or next(spare) for name in controllers}
