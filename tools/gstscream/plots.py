# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Kinds of plots that several reports have."""
import math

from . import svgplot


class Clipped(svgplot.Figure):
    """The axis ends where it is told; what is higher leaves the picture's top."""

    def ranges(self):
        end, high = super().ranges()
        if not self.least_high:
            return end, high
        step = svgplot.nice_step(self.least_high - self.low, 5)
        return end, step * math.ceil(self.least_high / step - 1e-9)

    def down(self, y):
        return super().down(min(y, self.high))


class Shares(svgplot.Figure):
    """Part of the packets below a delay in ms; the scale widens towards 100 %."""
    x_unit = "ms"
    LAST = 0.995                # where the axis ends
    LEVELS = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, LAST)

    @classmethod
    def height_of(cls, share):
        return -math.log10(1 - min(share, cls.LAST))

    def ranges(self):
        return super().ranges()[0], self.height_of(self.LAST)

    def levels(self):
        return [(self.height_of(share), f"{share * 100:g} %") for share in self.LEVELS]
