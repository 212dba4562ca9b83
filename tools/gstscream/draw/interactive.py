# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What chart.py draws, as a figure of plotly.js that readers can ask.

    picture = Picture("Rate and queue of run 7", [200, 150])
    ...                         # as in chart.py
    text = picture.json()       # for report/templates/ask.js

All plots of a picture have one horizontal axis.  An array that several lines have, such as
the times of their samples, is written once: in "arrays", of which lines have the number.
"""
import json
import math
from collections.abc import Callable
from html import escape
from typing import Any

import numpy
from plotly import graph_objects

from . import look, palette
from .thin import thin

COLUMNS = 1000                  # of thinned lines: a wide screen; or some zoom on a narrow one
HEAD, FOOT = 36, 42             # pixels: of a heading with its space; of the axis below
LEFT, RIGHT = 46, 8             # pixels beside the plots
POINT = 96 / 72                 # pixels of a point, in which look.py has widths
DIGITS = 4                      # of values: more cannot be seen
TIME_DIGITS = 3                 # of seconds: a millisecond
STROKE = 0.06                   # height of a row of marks, in heights of the plot
FONT = {"family": "system-ui, sans-serif", "size": 12, "color": palette.MUTED}
SYMBOLS = {"o": "circle", "s": "square", "D": "diamond", "^": "triangle-up",
           ">": "triangle-right"}


def plotly_source() -> Any:
    """The text of plotly.js."""
    from plotly import offline
    return offline.get_plotlyjs()


class Picture:
    def __init__(self, label: str, heights: Any, width: int = look.WIDE) -> None:
        """As of chart.Picture; the page decides on the width."""
        del width
        self.label, self.heights = label, heights
        self.figure = graph_objects.Figure(layout={
            "template": "none", "height": self.height, "hovermode": "x unified",
            "paper_bgcolor": palette.PAPER, "plot_bgcolor": palette.PAPER, "font": FONT,
            "showlegend": False, "hoverdistance": 30, "uirevision": "stays",
            "margin": {"l": LEFT, "r": RIGHT, "t": 0, "b": FOOT},
            "legend": {"orientation": "h"},
            "hoverlabel": {"bgcolor": palette.PAPER, "bordercolor": palette.RULE,
                           "namelength": -1, "font": {"color": palette.BLACK}}})
        self.plots = [Plot(self, place) for place in range(len(heights))]

    @property
    def height(self) -> Any:
        return sum(self.heights) + FOOT

    def over_time(self, end: float, plots: Any = None) -> None:
        """All plots have one axis of time, from 0 to end in s."""
        del plots
        self.plots[-1].along(end or 1.0, "time, s")
        self.figure.update_xaxes(
            hoverformat=".2f", ticksuffix=" s", showticksuffix="last", showspikes=True,
            spikemode="across", spikesnap="hovered data", spikethickness=1, spikedash="solid",
            spikecolor=palette.RULE)

    def json(self) -> Any:
        said = self.figure.to_plotly_json()
        arrays: list[Any] = []
        numbers: dict[Any, int] = {}
        for trace in said["data"]:
            for name in ("x", "y"):
                text = json.dumps(trace[name])
                if text not in numbers:
                    numbers[text] = len(arrays)
                    arrays.append(trace[name])
                trace[name] = numbers[text]
        return json.dumps({"label": self.label, "arrays": arrays, "data": said["data"],
                           "layout": said["layout"]}, separators=(",", ":"), allow_nan=False)


class Plot:
    """As of chart.Plot."""

    def __init__(self, picture: Any, place: Any) -> None:
        self.figure = picture.figure
        self.axis = f"y{place + 1 if place else ''}"
        self.title, self.unit, self.line_name = "", "", ""
        self.low, self.high = 0.0, 1.0
        self.height_of: Callable[[Any], float] = float
        above, every = sum(picture.heights[:place]), sum(picture.heights)
        self.top = 1 - (above + HEAD) / every
        bottom = 1 - (above + picture.heights[place]) / every
        self.set("up", domain=[max(0.0, bottom), self.top], fixedrange=True,
                 rangemode="tozero", gridcolor=palette.GRID, zeroline=False, nticks=5,
                 tickfont={"color": palette.MUTED})

    def set(self, axis: str, **values: Any) -> None:
        name = "xaxis" if axis == "along" else "yaxis" + self.axis[1:]
        self.figure.update_layout({name: values})

    def head(self, title: str, unit: str = "", columns: int = 3, line: str = "") -> None:
        """line: the name of a curve that has none of its own, instead of the title."""
        del columns
        self.title, self.unit, self.line_name = title, unit, line or title
        self.figure.add_annotation(
            text=escape(", ".join(filter(None, (title, unit))), quote=False),
            x=0, y=self.top, xref="paper", yref="paper", xanchor="left", yanchor="bottom",
            xshift=4 - LEFT, yshift=6, showarrow=False, font={"color": palette.BLACK})

    def along(self, end: float, unit: str) -> None:
        self.set("along", range=[0, end], title={"text": unit, "standoff": 4}, anchor=self.axis,
                 zeroline=False, gridcolor=palette.GRID, nticks=7,
                 tickfont={"color": palette.MUTED})

    def up(self, high: float, low: float = 0.0) -> None:
        self.low, self.high = low, low + 1.05 * (high - low) if high > low else low + 1.0
        self.set("up", range=[low, self.high])

    def trace(self, name: str, x: Any, y: Any, colour: Any, faint: bool = False, group: Any = None,
              **more: Any) -> None:
        """A faint one is not in the legend; it is hidden and shown with the others of its
        group, or else of its colour."""
        self.figure.add_scatter(
            x=x, y=y, name=escape(name, quote=False), yaxis=self.axis, xaxis="x",
            legendgroup=f"{self.axis} {group or colour}", showlegend=not faint,
            meta={"name": name, "plot": self.title, "unit": self.unit, "colour": colour},
            **more)

    def line(self, name: str, points: Any, colour: Any, step: bool = False,
             width: float = look.LINE, dashed: bool = False, opacity: float = 1.0) -> None:
        x, y = thin(points, COLUMNS).T
        if not len(x):
            return
        faint = opacity < 1
        said = {"hoverinfo": "skip"} if faint else self.said(y)
        self.trace(name or self.line_name, rounded(x, TIME_DIGITS), rounded(map(self.height_of, y)),
                   colour, faint, mode="lines", opacity=opacity, **said, line={
                       "color": colour, "width": round(width * POINT, 1),
                       "dash": "dash" if dashed else None, "shape": "hv" if step else None})

    def said(self, values: Any) -> dict[str, Any]:
        """What a line says of a point that is pointed at."""
        if self.height_of is widened:
            return {"customdata": [f"{100 * part:.4g} %" for part in values],
                    "hovertemplate": "%{customdata}"}
        return {"hovertemplate": f"%{{y}} {escape(self.unit)}".rstrip()}

    def span(self, name: str, ranges: list[tuple[float, float]], colour: Any) -> None:
        """As an area from the bottom to the top of the plot."""
        x, y = [], []
        for start, stop in ranges:
            x += [start, start, stop, stop, None]
            y += [self.low, self.high, self.high, self.low, None]
        if x:
            self.trace(name, x, y, colour, mode="none", fill="toself", fillcolor=colour,
                       hoverinfo="skip")

    def marks(self, name: str, times: Any, colour: Any, row: int = 0) -> None:
        """The first of each column; times in order."""
        if not times:
            return
        column = self.figure.layout.xaxis.range[1] / COLUMNS
        _, firsts = numpy.unique(numpy.array(times, dtype=float) // column, return_index=True)
        there = rounded((times[first] for first in firsts), TIME_DIGITS)
        height = self.low + (1 - STROKE * (row + 0.5)) * (self.high - self.low)
        self.trace(name, there, [height] * len(there), colour, mode="markers",
                   hovertemplate="at %{x}",
                   marker={"symbol": "line-ns-open", "size": 8, "color": colour})

    def points(self, name: str, points: Any, colour: Any, symbol: str = "o",
               faint: bool = False) -> None:
        """As of chart.Plot; lines below them say nothing."""
        x, y, texts = zip(*points)
        size = POINT * (look.SMALL if faint else look.BIG)
        self.figure.update_layout(hovermode="closest")
        self.figure.update_traces({"hoverinfo": "skip", "hovertemplate": None}, {"mode": "lines"})
        self.trace(name, rounded(x), rounded(y), colour, faint, name, mode="markers",
                   text=[escape(text, quote=False) for text in texts],
                   hovertemplate="%{text}<extra></extra>", opacity=0.5 if faint else 1.0,
                   cliponaxis=False, marker={
                       "symbol": SYMBOLS[symbol], "size": size, "color": colour,
                       "line": {"width": 1, "color": palette.PAPER}})

    def shares(self, levels: Any, unit: str) -> None:
        """As of chart.Plot; lines are at the heights of the widened axis."""
        self.low, self.high = 0.0, widened(levels[-1])
        self.height_of = widened
        self.set("up", tickvals=[widened(level) for level in levels], range=[0, self.high],
                 ticktext=[f"{level * 100:g} %" for level in levels])
        self.along(1.0, unit)
        self.set("along", hoverformat=".1f", ticksuffix=" ms", showticksuffix="last")


def widened(part: Any) -> float:
    """The height of a part of all, on an axis that widens towards 1."""
    return float(-numpy.log10(1 - min(part, look.LAST)))


def rounded(values: Any, digits: int | None = None) -> list[Any]:
    """A list, of so many digits behind the point or else of as many as can be seen; None of
    what is not known."""
    return [None if not math.isfinite(value) else
            float(f"{value:.{DIGITS}g}") if digits is None else round(value, digits)
            for value in map(float, values)]
