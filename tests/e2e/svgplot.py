"""Line plots as SVG inside one HTML page that needs nothing else."""
import html

WIDTH = 900
HEIGHT = 230
LEFT = 62
TOP = 26
BOTTOM = 34
RIGHT = 14


def _ticks(highest):
    """A handful of round values from 0 to at least highest."""
    step = 1.0
    while highest / step > 6:
        step *= 2 if str(step)[0] in '15' else 2.5
    while highest / step < 3:
        step /= 2
    return [step * i for i in range(int(highest / step + 0.999) + 1)]


def _points(xs, ys, x_of, y_of, steps):
    out = []
    for index, (x, y) in enumerate(zip(xs, ys)):
        if steps and index:
            out.append('%.1f,%.1f' % (x_of(x), y_of(ys[index - 1])))
        out.append('%.1f,%.1f' % (x_of(x), y_of(y)))
    return ' '.join(out)


def panel(title, unit, lines):
    """One plot.  lines: (label, colour, xs, ys, steps?)."""
    end = max((line[2][-1] for line in lines if line[2]), default=1) or 1
    ticks = _ticks(max((max(line[3]) for line in lines if line[3]),
                       default=1) or 1)
    inner = HEIGHT - TOP - BOTTOM

    def x_of(x):
        return LEFT + (WIDTH - LEFT - RIGHT) * x / end

    def y_of(y):
        return TOP + inner * (1 - y / ticks[-1])

    out = ['<svg viewBox="0 0 %d %d" width="%d" height="%d" '
           'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" '
           'font-size="12">' % (WIDTH, HEIGHT, WIDTH, HEIGHT),
           '<text x="%d" y="15" font-weight="bold">%s</text>'
           % (LEFT, html.escape(title))]
    for tick in ticks:
        out.append('<path d="M%d %.1fH%d" stroke="#ddd"/>'
                   '<text x="%d" y="%.1f" text-anchor="end">%g %s</text>'
                   % (LEFT, y_of(tick), WIDTH - RIGHT, LEFT - 6,
                      y_of(tick) + 4, tick, unit))
    for tick in _ticks(end):
        if tick <= end:
            out.append('<text x="%.1f" y="%d" text-anchor="middle">%g s'
                       '</text>' % (x_of(tick), HEIGHT - BOTTOM + 16, tick))
    for index, (label, colour, xs, ys, steps) in enumerate(lines):
        out.append('<polyline fill="none" stroke="%s" stroke-width="1.4" '
                   'points="%s"/>' % (colour,
                                      _points(xs, ys, x_of, y_of, steps)))
        out.append('<text x="%d" y="15" fill="%s">%s</text>'
                   % (LEFT + 330 + 140 * index, colour, html.escape(label)))
    out.append('</svg>')
    return '\n'.join(out)


def page(title, note, panels):
    return ('<!DOCTYPE html>\n<meta charset="utf-8">\n<title>%s</title>\n'
            '<h1 style="font:bold 18px sans-serif">%s</h1>\n'
            '<pre>%s</pre>\n%s\n' % (html.escape(title), html.escape(title),
                                     html.escape(note),
                                     '\n<br>\n'.join(panels)))
