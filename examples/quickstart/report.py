# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The picture at the end: an HTML page that needs nothing else."""
from html import escape

from shared import svgplot

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 880px; margin: 2em auto;
  padding: 0 1em; color: #111; background: #fff }}
h1 {{ font-size: 1.3em }}
table {{ border-collapse: collapse; margin: 1em 0 }}
th {{ text-align: left; font-weight: 600; padding: .2em 1.5em .2em 0 }}
td {{ padding: .2em 0 }}
svg {{ max-width: 100%; height: auto; display: block; margin: .6em 0 }}
code {{ background: #f3f3f3; padding: .1em .3em; overflow-wrap: anywhere }}
</style>
</head>
<body>
<h1>{title}</h1>
<table>
{rows}
</table>
{plots}
<p>Made by <code>{command}</code></p>
</body>
</html>
"""


def figures(meter):
    samples = meter.samples
    end = samples[-1].time
    rates = svgplot.Figure("Rates", "Mbit/s", "send rate: with headers, over 0.5 s", end=end)
    rates.line("capacity", [(s.time, s.capacity / 1e6) for s in samples], "#9a9a9a", True, 2.4)
    rates.line("send rate", [(s.time, s.send_rate / 1e6) for s in samples], "#1668b8")
    rates.line("encoder target", [(s.time, s.target / 1e6) for s in samples], "#e07b00", True)
    queues = svgplot.Figure("Queues", "ms", end=end)
    # First, so that it lies below: it rises and falls with each frame.
    queues.line("in the sender", [(s.time, 1000 * s.sender_queue) for s in samples],
                "#b9b9ee", width=1.0)
    queues.line("in the link", [(s.time, 1000 * s.link_queue) for s in samples], "#b3261e")
    delay = svgplot.Figure("Frame delay, encoder's input to decoder's output", "ms", end=end)
    delay.line("each frame", [(when, 1000 * value) for when, value in meter.frames.delays],
               "#1b7f4b", False, 1.0)
    return [rates, queues, delay]


def write(path, title, command, meter, summary, svg_path=None):
    plots = figures(meter)
    rows = "\n".join(f"<tr><th>{escape(what)}</th><td>{escape(value)}</td></tr>"
                     for what, value in summary)
    with open(path, "w", encoding="utf-8") as file:
        file.write(PAGE.format(title=escape(title), rows=rows, command=escape(command),
                               plots="\n".join(figure.svg() for figure in plots)))
    if svg_path is not None:
        with open(svg_path, "w", encoding="utf-8") as file:
            file.write(svgplot.stacked(plots[:2]))
