# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Line plots by Matplotlib, one below the other in a picture.

    picture = Picture("Rate and queue of run 7", [200, 150])
    rate, queue = picture.plots
    rate.head("Rate", "Mbit/s")
    rate.line("capacity", [(0, 2.0), (20, 1.0)], palette.CAPACITY, step=True)
    picture.over_time(end=60)
    text = picture.svg()

A point whose value is None or NaN breaks its line.  Each picture is a Figure of its own:
nothing of Matplotlib's state outside of it is changed.
"""
import io
import re
import textwrap
from html import escape
from typing import Any

import numpy

from . import look, palette
from .thin import changes, thin

# So that the same data give the same file.
NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
# The names of the groups of an artist: nothing refers to them, and each picture of a page
# would have the same.
GROUP = re.compile(r' id="[\w.]+_\d+"')
BLANKS = re.compile(r" +$", re.MULTILINE)
STROKE = 0.045                  # height of a mark, in heights of the plot


class Picture:
    def __init__(self, label: str, heights: Any, width: int = look.WIDE) -> None:
        """label: what it shows, for those who hear it, unlike that of each other picture of
        the page; heights of the plots and width in pixels."""
        try:
            from matplotlib.figure import Figure  # a second, which --help need not wait for
        except ImportError as error:
            raise ImportError(f"{error} (Debian: python3-matplotlib)") from error
        self.label = label
        with self.look():
            self.figure = Figure((width / look.PIXELS, sum(heights) / look.PIXELS),
                                 layout="constrained")
            axes = self.figure.subplots(len(heights), squeeze=False,
                                        gridspec_kw={"height_ratios": heights})
        self.plots = [Plot(each, width, self.look) for each in axes[:, 0]]

    def look(self) -> Any:
        from matplotlib import style

        return style.context(["default", {**look.SETTINGS, "svg.hashsalt": self.label}])

    def over_time(self, end: float, plots: Any = None) -> None:
        """All plots, or those named, have one axis of time, from 0 to end in s."""
        *above, last = plots or self.plots
        for plot in above:
            plot.axes.sharex(last.axes)
            plot.axes.tick_params(labelbottom=False)
        last.along(end or 1.0, "time, s")

    def save(self, file: Any, **more: Any) -> None:
        with self.look():
            for plot in self.plots:
                plot.finish()
            self.figure.savefig(file, **more)

    def two_widths(self) -> tuple[str, str]:
        """SVGs for a page: this one, and one for the screen of a phone."""
        wide, (width, height), label = self.svg(), self.figure.get_size_inches(), self.label
        self.label += ", narrow"
        self.figure.set_size_inches(look.CARD / look.PIXELS, height)
        narrow = self.svg()
        self.label = label
        self.figure.set_size_inches(width, height)
        return wide, narrow

    def svg(self) -> str:
        """Text for a file or for a page."""
        file = io.StringIO()
        self.save(file, format="svg", metadata=NO_METADATA)
        text = BLANKS.sub("", GROUP.sub("", file.getvalue())).replace(
            "*{stroke-linejoin: round; stroke-linecap: butt}", look.css(".chart"), 1)
        return text[text.index("<svg"):].replace(
            "<svg ", f"<svg class='chart' role='img' aria-label='{escape(self.label)}' ", 1)

    def png(self, file: Any) -> None:
        self.save(file, format="png", dpi=look.ZOOM * look.PIXELS,
                  metadata={"Title": self.label, "Software": None})


class Plot:
    def __init__(self, axes: Any, width: int, settings: Any) -> None:
        self.axes, self.width, self.settings = axes, width, settings
        self.heading, self.columns = "", 3

    def head(self, title: str, unit: str = "", columns: int = 3, line: str = "") -> None:
        """columns: of the legend, in which what has no name is not: line names it elsewhere."""
        del line
        self.heading, self.columns = ", ".join(filter(None, (title, unit))), columns
        self.axes.set_label(self.heading)

    def along(self, end: float, unit: str) -> None:
        self.axes.set_xlim(0, end)
        self.axes.set_xlabel(unit)

    def up(self, high: float, low: float = 0.0) -> None:
        """The vertical axis ends at high; what is higher leaves the picture."""
        self.axes.set_ylim(low, low + 1.05 * (high - low) if high > low else low + 1.0)

    def line(self, name: str, points: Any, colour: str, step: bool = False,
             width: float = look.LINE, dashed: bool = False, opacity: float = 1.0) -> None:
        """points: [(x, y)], x in order.  A line without a name is not in the legend."""
        columns = self.width // (2 if opacity < 1 else 1)
        x, y = (changes(points) if step else thin(points, columns)).T
        self.axes.plot(x, y, label=name, color=colour, linewidth=width, alpha=opacity,
                       linestyle="--" if dashed else "-",
                       drawstyle="steps-post" if step else "default")

    def span(self, name: str, ranges: list[tuple[float, float]], colour: str) -> None:
        """Shades times, [(from, to)]."""
        self.axes.broken_barh([(start, stop - start) for start, stop in ranges], (0, 1),
                              transform=self.axes.get_xaxis_transform(), color=colour,
                              linewidth=0.5, label=name, zorder=0)

    def marks(self, name: str, times: Any, colour: str, row: int = 0) -> None:
        """Short strokes on top of the plot, one for a pixel; row 1 stands below row 0."""
        pixel = self.axes.get_xlim()[1] / self.width
        there = numpy.unique(numpy.array(times, dtype=float) // pixel) * pixel
        top = 1 - 1.3 * STROKE * row
        self.axes.plot(numpy.repeat(there, 3),
                       numpy.tile([top - STROKE, top, numpy.nan], len(there)),
                       transform=self.axes.get_xaxis_transform(), label=name, color=colour)

    def points(self, name: str, points: Any, colour: str, symbol: str = "o",
               faint: bool = False) -> None:
        """points: [(x, y, what it is)], each apart; faint ones belong to those of a name."""
        x, y, _ = zip(*points)
        self.axes.plot(x, y, symbol, label="" if faint else name, color=colour, clip_on=False,
                       markersize=look.SMALL if faint else look.BIG, zorder=2 if faint else 3,
                       alpha=look.FAINT if faint else 1.0, markeredgecolor=palette.PAPER)

    def shares(self, levels: Any, unit: str) -> None:
        """The vertical axis is a part of all, from 0; it widens towards 1 and ends at the
        last of levels, which are the lines of the grid."""
        with self.settings():
            self.axes.set_yscale("function", functions=(
                lambda share: -numpy.log10(1 - numpy.minimum(share, look.LAST)),
                lambda height: 1 - 10 ** -height))
            self.axes.set_yticks(levels, [f"{share * 100:g} %" for share in levels])
        self.axes.set_ylim(0, levels[-1])
        self.axes.set_xlabel(unit)

    def finish(self) -> None:
        """Where there are no others, limits; the heading and the legend."""
        if self.axes.get_autoscaley_on():
            self.axes.set_ylim(bottom=0)
        if self.axes.get_autoscalex_on():
            self.axes.set_xlim(left=0)
        self.legend(look.PIXELS * self.axes.figure.get_size_inches()[0] - look.LABELS)

    def legend(self, room: float) -> None:
        """The heading and below it the names of curves, above the plot and no wider than
        room, in pixels: else they would take it from the plot."""
        letters = int(room / look.LETTER)
        handles, names = self.axes.get_legend_handles_labels()
        names = [name if len(name) <= letters else name[:letters - 1] + "…" for name in names]
        for columns in range(self.columns, 0, -1):
            legend = self.axes.legend(
                handles, names, title=textwrap.fill(self.heading, letters), alignment="left",
                title_fontproperties=look.HEADING, loc="lower left", bbox_to_anchor=(0, 1),
                ncols=columns)
            if legend.get_window_extent().width <= room * self.axes.figure.dpi / look.PIXELS:
                return
