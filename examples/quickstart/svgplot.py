"""Line plots over time as SVG, without any library.

    figure = Figure("Rates", "Mbit/s")
    figure.line("capacity", [(0, 2.0), (20, 1.0)], "#888", step=True)
    text = figure.svg()

Time starts at 0.  A point whose value is None or NaN breaks its line.
"""
import math
from html import escape

WIDTH, HEIGHT = 860, 250
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 52, 36
FONT = "font-family='system-ui, sans-serif'"


def nice_step(span, count):
    """The smallest of 1, 2, 5 times a power of ten that gives <= count steps."""
    if span <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(span / count))
    return next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= count)


def ticks(high, count):
    step = nice_step(high, count)
    return [n * step for n in range(math.floor(high / step + 1e-9) + 1)]


def number(value):
    return f"{round(value, 6):g}"


def known(value):
    return value is not None and math.isfinite(value)


class Figure:
    def __init__(self, title, unit, note="", end=0.0):
        """end: how far the time goes at least, so that plots can be compared."""
        self.title, self.unit, self.note, self.end = title, unit, note, end
        self.lines = []
        self.bounds = []

    def line(self, name, points, colour, step=False, width=1.6):
        self.lines.append((name, points, colour, step, width))

    def bound(self, value, name):
        """A dashed level across the plot."""
        self.bounds.append((value, name))

    def ranges(self):
        """(last time, highest value), neither of them 0."""
        times = [x for line in self.lines for x, _ in line[1]]
        values = [y for line in self.lines for _, y in line[1] if known(y)]
        values += [value for value, _ in self.bounds]
        high = max(values, default=0.0) or 1.0
        step = nice_step(high, 5)
        return max(times + [self.end]) or 1.0, step * math.ceil(high / step - 1e-9)

    def svg(self):
        end, high = self.ranges()

        def across(x):
            return LEFT + x / end * (WIDTH - LEFT - RIGHT)

        def down(y):
            return HEIGHT - BOTTOM - y / high * (HEIGHT - TOP - BOTTOM)

        parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' "
            f"width='{WIDTH}' height='{HEIGHT}' role='img' aria-label='{escape(self.title)}'>",
            f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#fff'/>",
            *self.frame(end, high, across, down),
            *(self.polyline(line, across, down) for line in self.lines),
            *self.legend(),
            "</svg>"]
        return "\n".join(parts)

    def frame(self, end, high, across, down):
        yield (f"<text x='{LEFT}' y='18' {FONT} font-size='14' font-weight='600' fill='#111'>"
               f"{escape(self.title)}, {escape(self.unit)}</text>")
        if self.note:
            yield (f"<text x='{WIDTH - RIGHT}' y='18' {FONT} font-size='11' fill='#666' "
                   f"text-anchor='end'>{escape(self.note)}</text>")
        for value in ticks(high, 5):
            y = f"{down(value):.1f}"
            yield (f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y}' y2='{y}' stroke='#e4e4e4'/>"
                   f"<text x='{LEFT - 8}' y='{y}' dy='4' {FONT} font-size='11' fill='#555' "
                   f"text-anchor='end'>{number(value)}</text>")
        for value in ticks(end, 12):
            x = f"{across(value):.1f}"
            yield (f"<text x='{x}' y='{HEIGHT - BOTTOM + 17}' {FONT} font-size='11' fill='#555' "
                   f"text-anchor='middle'>{number(value)} s</text>")
        for value, name in self.bounds:
            y = f"{down(value):.1f}"
            yield (f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y}' y2='{y}' stroke='#b00' "
                   f"stroke-dasharray='5 4' stroke-width='0.9'/>"
                   f"<text x='{WIDTH - RIGHT - 4}' y='{y}' dy='-4' {FONT} font-size='11' "
                   f"fill='#b00' text-anchor='end'>{escape(name)}</text>")

    @staticmethod
    def polyline(line, across, down):
        _, points, colour, step, width = line
        path, pen_down, last = [], False, None
        for x, y in points:
            if not known(y):
                pen_down = False
                continue
            if pen_down and step:
                path.append(f"L{across(x):.1f} {down(last):.1f}")
            path.append(f"{'L' if pen_down else 'M'}{across(x):.1f} {down(y):.1f}")
            pen_down, last = True, y
        return (f"<path d='{''.join(path)}' fill='none' stroke='{colour}' "
                f"stroke-width='{width}' stroke-linejoin='round'/>")

    def legend(self):
        x = LEFT
        for name, _, colour, _, _ in self.lines:
            yield (f"<line x1='{x}' x2='{x + 18}' y1='36' y2='36' stroke='{colour}' "
                   f"stroke-width='3'/>"
                   f"<text x='{x + 24}' y='40' {FONT} font-size='12' fill='#333'>"
                   f"{escape(name)}</text>")
            x += 44 + 7 * len(name)


def stacked(figures):
    """Several figures in one SVG, one below the other: a picture for a page."""
    inner = "".join(
        f"<g transform='translate(0 {n * HEIGHT})'>{figure.svg()}</g>"
        for n, figure in enumerate(figures))
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} "
            f"{HEIGHT * len(figures)}' width='{WIDTH}' height='{HEIGHT * len(figures)}'>"
            f"{inner}</svg>\n")
