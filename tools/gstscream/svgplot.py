# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Line plots as SVG, without any library.

    figure = Figure("Rates", "Mbit/s")
    figure.line("capacity", [(0, 2.0), (20, 1.0)], "#888", step=True)
    text = figure.svg()

The horizontal axis is time in s and starts at 0.  A point whose value is None or
NaN breaks its line.
"""
import math
from html import escape

WIDTH, HEIGHT = 860, 250
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 28, 36
LEGEND, ROW = 24, 16            # more on top for it: the first row, each further one
# Widths of text in pixels: no font can be asked here.
LETTER, KEY, GAP = 7, 44, 20     # GAP: the part of KEY behind a name
FONT = "font-family='system-ui, sans-serif'"


def nice_step(span, count):
    """The smallest of 1, 2, 5 times a power of ten that gives <= count steps."""
    if span <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(span / count))
    return next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= count)


def ticks(high, count, low=0.0):
    step = nice_step(high - low, count)
    return [n * step for n in range(math.ceil(low / step - 1e-9),
                                    math.floor(high / step + 1e-9) + 1)]


def number(value):
    return f"{round(value, 6):g}"


def known(value):
    return value is not None and math.isfinite(value)


class Figure:
    x_unit = "s"
    keep_legend = False         # room for one where there is none: plots stay alike

    def __init__(self, title, unit, note="", end=0.0, high=0.0, size=(WIDTH, HEIGHT), low=0.0):
        """end, high: how far the axes go at least, so that plots can be compared.
        low: where the vertical axis starts."""
        self.title, self.unit, self.note = title, unit, note
        self.least_end, self.least_high, self.low = end, high, low
        self.end = self.high = 1.0
        self.width, self.height = size
        self.lines = []
        self.bounds = []
        self.spans = []
        self.marks = []

    def line(self, name, points, colour, step=False, width=1.6, dash="", opacity=1.0):
        """A line without a name is not in the legend."""
        self.lines.append((name, points, colour, step, width, dash, opacity))

    def bound(self, value, name):
        """A dashed level across the plot."""
        self.bounds.append((value, name))

    def span(self, name, ranges, colour):
        """Shades times, [(from, to)]; without a range it is not in the legend."""
        self.spans.append((name, ranges, colour))

    def mark(self, name, times, colour, row=0):
        """Short strokes on top of the plot; those of row 1 stand below those of 0."""
        self.marks.append((name, times, colour, row))

    def ranges(self):
        """(last x, highest value), neither of them 0."""
        times = [x for line in self.lines for x, _ in line[1]]
        values = [y for line in self.lines for _, y in line[1] if known(y)]
        values += [value for value, _ in self.bounds] + [self.least_high]
        high = max(max(values, default=0.0) or 1.0, self.low + 1.0 if self.low else 0.0)
        step = nice_step(high - self.low, 5)
        return max(times + [self.least_end]) or 1.0, step * math.ceil(high / step - 1e-9)

    def across(self, x):
        return LEFT + x / self.end * (self.width - LEFT - RIGHT)

    def down(self, y):
        part = (y - self.low) / (self.high - self.low)
        return self.height - BOTTOM - part * (self.height - self.top() - BOTTOM)

    def top(self):
        rows = [row for *_, row in self.placed_keys()] or [0] * self.keep_legend
        return TOP + (LEGEND + ROW * rows[-1] if rows else 0)

    def keys(self):
        """(name, colour, dash, height) for each entry of the legend."""
        yield from ((line[0], line[2], line[5], 3) for line in self.lines if line[0])
        for name, there, colour, *_ in self.spans + self.marks:
            if name and there:
                yield name, colour, "", 10

    def levels(self):
        """(value, text) for each horizontal line of the grid."""
        return [(value, number(value)) for value in ticks(self.high, 5, self.low)]

    def svg(self):
        self.end, self.high = self.ranges()
        parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}' "
            f"width='{self.width}' height='{self.height}' role='img' "
            f"aria-label='{escape(self.title)}'>",
            f"<rect width='{self.width}' height='{self.height}' fill='#fff'/>",
            *self.shades(),
            *self.frame(),
            *(self.polyline(*line[1:]) for line in self.lines),
            *self.strokes(),
            *self.legend(),
            "</svg>"]
        return "\n".join(parts)

    def frame(self):
        right = self.width - RIGHT
        heading = ", ".join(escape(text) for text in (self.title, self.unit) if text)
        yield (f"<text x='{LEFT}' y='18' {FONT} font-size='14' font-weight='600' fill='#111'>"
               f"{heading}</text>")
        if self.note:
            yield (f"<text x='{right}' y='18' {FONT} font-size='11' fill='#666' "
                   f"text-anchor='end'>{escape(self.note)}</text>")
        for value, text in self.levels():
            y = f"{self.down(value):.1f}"
            yield (f"<line x1='{LEFT}' x2='{right}' y1='{y}' y2='{y}' stroke='#e4e4e4'/>"
                   f"<text x='{LEFT - 8}' y='{y}' dy='4' {FONT} font-size='11' fill='#555' "
                   f"text-anchor='end'>{text}</text>")
        for value in ticks(self.end, max(3, self.width // 70)):
            x = f"{self.across(value):.1f}"
            yield (f"<text x='{x}' y='{self.height - BOTTOM + 17}' {FONT} font-size='11' "
                   f"fill='#555' text-anchor='middle'>{number(value)} {self.x_unit}</text>")
        for value, name in self.bounds:
            y = f"{self.down(value):.1f}"
            yield (f"<line x1='{LEFT}' x2='{right}' y1='{y}' y2='{y}' stroke='#b00' "
                   f"stroke-dasharray='5 4' stroke-width='0.9'/>"
                   f"<text x='{right - 4}' y='{y}' dy='-4' {FONT} font-size='11' "
                   f"fill='#b00' text-anchor='end'>{escape(name)}</text>")

    def polyline(self, points, colour, step, width, dash, opacity):
        path, pen_down, last = [], False, None
        for x, y in points:
            if not known(y):
                pen_down = False
                continue
            if pen_down and step:
                path.append(f"L{self.across(x):.1f} {self.down(last):.1f}")
            path.append(f"{'L' if pen_down else 'M'}{self.across(x):.1f} {self.down(y):.1f}")
            pen_down, last = True, y
        look = f" stroke-dasharray='{dash}'" if dash else ""
        look += f" opacity='{opacity}'" if opacity < 1 else ""
        return (f"<path d='{''.join(path)}' fill='none' stroke='{colour}' "
                f"stroke-width='{width}' stroke-linejoin='round'{look}/>")

    def shades(self):
        top, floor = self.top(), self.height - BOTTOM
        for _, there, colour in self.spans:
            for start, stop in there:
                left = self.across(start)
                width = max(1.0, self.across(stop) - left)
                yield (f"<rect x='{left:.1f}' y='{top}' width='{width:.1f}' "
                       f"height='{floor - top}' fill='{colour}'/>")

    def strokes(self):
        for _, times, colour, row in self.marks:
            y = self.top() + 8 * row
            at = dict.fromkeys(f"{self.across(time):.0f}" for time in times)
            if at:
                path = "".join(f"M{x} {y}v7" for x in at)
                yield f"<path d='{path}' stroke='{colour}' stroke-width='1.2'/>"

    def placed_keys(self):
        """(entry of the legend, x, row): a new row where one does not fit."""
        x, row = LEFT, 0
        for key in self.keys():
            width = KEY + LETTER * len(key[0])
            if x > LEFT and x + width - GAP > self.width:
                x, row = LEFT, row + 1
            yield key, x, row
            x += width

    def legend(self):
        for (name, colour, dash, height), x, row in self.placed_keys():
            look = f" stroke-dasharray='{dash}'" if dash else ""
            y = 36 + ROW * row
            yield (f"<line x1='{x}' x2='{x + 18}' y1='{y}' y2='{y}' stroke='{colour}' "
                   f"stroke-width='{height}'{look}/>"
                   f"<text x='{x + 24}' y='{y + 4}' {FONT} font-size='12' fill='#333'>"
                   f"{escape(name)}</text>")


def stacked(figures):
    """Several figures in one SVG, one below the other: a picture for a page."""
    width = max(figure.width for figure in figures)
    inner, height = "", 0
    for figure in figures:
        inner += f"<g transform='translate(0 {height})'>{figure.svg()}</g>"
        height += figure.height
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
            f"width='{width}' height='{height}'>{inner}</svg>\n")


def beside(figures):
    """Several figures in one SVG, side by side."""
    height = max(figure.height for figure in figures)
    inner, width = "", 0
    for figure in figures:
        inner += f"<g transform='translate({width} 0)'>{figure.svg()}</g>"
        width += figure.width
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
            f"width='{width}' height='{height}'>{inner}</svg>\n")
