# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The look of all static pictures: sizes, fonts, widths of lines, light and dark."""
from typing import Any

from . import palette

PIXELS = 96                     # CSS pixels of an inch
WIDE, CARD = 640, 450           # pixels: a picture of its own, one of several on a page
LABELS = 50                     # pixels beside a plot
LETTER = 8                      # pixels of a letter of a heading, at the most in the mean
ZOOM = 2                        # pixels of a PNG for one of the SVG
FAINT = 0.3                     # opacity of what repeats a strong line
FINE, LINE, STRONG = 0.8, 1.1, 1.9     # widths of lines in points, of which 72 are an inch
BIG, SMALL = 9, 4               # points that are apart, in points
LAST = 0.999                    # a share above it is infinitely high
DASHES = (3.5, 2.5)             # on and off, in widths of the line

HEADING = {"size": 9.5, "weight": "bold"}

# What Matplotlib is told for each picture, whatever the user's matplotlibrc says.  Text
# stays text: it can be searched and read aloud, and takes less room than outlines.
SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none", "font.family": "sans-serif",
    "font.sans-serif": "DejaVu Sans", "font.size": 9,
    "figure.facecolor": palette.PAPER, "axes.facecolor": "none", "savefig.facecolor": "auto",
    "text.parse_math": False, "text.color": palette.BLACK, "axes.labelcolor": palette.MUTED,
    "axes.edgecolor": palette.RULE, "axes.linewidth": 0.6, "axes.labelsize": 8.5,
    "axes.spines.top": False, "axes.spines.right": False, "axes.spines.left": False,
    "axes.grid": True, "axes.grid.axis": "y", "axes.axisbelow": True,
    "grid.color": palette.GRID, "grid.linewidth": 0.6,
    "axes.xmargin": 0, "axes.formatter.useoffset": False, "axes.formatter.limits": (-5, 7),
    "xtick.color": palette.RULE, "ytick.color": palette.RULE,
    "xtick.labelcolor": palette.MUTED, "ytick.labelcolor": palette.MUTED,
    "xtick.labelsize": 8.5, "ytick.labelsize": 8.5, "ytick.major.size": 0,
    "lines.linewidth": LINE, "lines.dashed_pattern": DASHES,
    "path.simplify": True, "path.simplify_threshold": 0.3,
    "legend.frameon": False, "legend.handlelength": 1.4,
    "legend.columnspacing": 1.2, "legend.borderaxespad": 0, "legend.borderpad": 0.15,
    "figure.constrained_layout.h_pad": 0.05, "figure.constrained_layout.w_pad": 0.05,
    "figure.constrained_layout.hspace": 0.0,
}


def css(place: str) -> str:
    """Rules for SVG elements below the selector place: round joins, and the colours of the
    dark where the reader wants it dark."""
    rules = "".join(f'{place} [style*="{what}: {light}"]{{{what}: {dark} !important}}'
                    for light, dark in palette.DARK.items() for what in ("fill", "stroke"))
    return (f"@media screen and (prefers-color-scheme: dark){{{rules}}}"
            f"{place} *{{stroke-linejoin: round; stroke-linecap: butt}}")
