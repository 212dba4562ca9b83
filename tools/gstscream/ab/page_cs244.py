# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figure 3 of the SCReAM paper, as the CS244 class reproduced it.

For each link: queue delay with its target, bitrates, window; a column for each
controller.
"""
import math
import os
import re
from html import escape

from .. import svgplot
from ..palette import BLACK, BLUE, ORANGE, SKY
from ..plots import Clipped
from . import page_names
from .page_pictures import CAPACITY, COLUMNS, last
from .page_stats import sample
from .page_thin import changes, thin
from .verdict import chosen

SIZE = (560, 250)
TCP = "#ececec"
SETTLE = 5                      # s from the end of TCP until its packets have left
INTRO = """\
<h2 id="cs244">The SCReAM paper's figure 3, as CS244 reproduced it</h2>
<p>Video alone on the link, then a TCP flow that fills the queue for a few seconds (shaded).
The paper's point: a delay target that adapts rises with the queue that TCP makes, so the
video keeps a part of the link, and falls again when TCP has gone. With a fixed target the
video gives way. The reproduction of 2016 did not see the target adapt: two of the
parameters were constants in the code.</p>
"""


def is_case(folder):
    return folder.settings.get("case") == page_names.CASE


def windows(text):
    """[(from, to)] in s of 15-18+30-40."""
    return [(float(start), float(stop)) for start, stop in
            re.findall(r"([\d.]+)\s*-\s*([\d.]+)", text)]


def section(folder):
    """HTML of the case; writes its pictures as files too.  "" for other comparisons."""
    if not is_case(folder):
        return ""
    parts = [INTRO]
    for scenario in folder.scenarios:
        groups = {name: chosen(folder.of(scenario, name)) for name in folder.controllers}
        groups = {name: runs for name, runs in groups.items() if runs}
        if groups:
            parts.append(of_link(folder, scenario, groups))
    return "\n".join(parts)


def of_link(folder, scenario, groups):
    """Three rows of pictures and the shares of the link."""
    firsts = {name: runs[0] for name, runs in groups.items()}
    parts = [f"<h3>{escape(scenario.link)}, {escape(scenario.encoder)}</h3>", shares(groups)]
    for what, draw in PICTURES.items():
        picture = row(firsts, draw)
        name = f"cs244-{scenario.anchor()}-{what}.svg"
        with open(os.path.join(folder.path, name), "w", encoding="utf-8") as file:
            file.write(picture)
        parts.append(f"<div class='wide'>{picture}"
                     f"<a href='{escape(name)}'>{escape(name)}</a></div>")
    return "\n".join(parts)


def row(runs, draw):
    """A picture of each controller side by side, all with the same axes."""
    figures = [draw(name, run) for name, run in runs.items()]
    end = max(last(run) for run in runs.values())
    high = max(figure.ranges()[1] for figure in figures)
    for figure, run in zip(figures, runs.values()):
        figure.least_end, figure.least_high = end, high
        figure.span("TCP runs", windows(run.tcp), TCP)
    return svgplot.beside(figures)


def thinned(run, points):
    return thin(points, COLUMNS, last(run))


def queue(name, run):
    """Figure (a)"""
    figure = Clipped(f"(a) {name}: queue delay", "ms", size=SIZE)
    figure.line("queue delay of packets", thinned(run, run.queue_delays), BLUE,
                width=1.1)
    figure.line("delay target", changes(run.delay_target), ORANGE, True, 1.8)
    return figure


def bitrate(name, run):
    """Figure (b)"""
    figure = Clipped(f"(b) {name}: bitrate", "Mbit/s", size=SIZE)
    figure.line("link", changes(run.series("capacity", 1e-6)), CAPACITY, True, 2.4)
    figure.line("video", thinned(run, run.series("send-rate", 1e-6)), BLUE, width=1.3)
    figure.line("encoder's target", thinned(run, run.series("target", 1e-6)), ORANGE,
                width=1.1, dash="4 3")
    figure.line("TCP", [(time, value * 1e-6) for time, value in run.tcp_rate], BLACK,
                width=1.1)
    return figure


def window(name, run):
    """Figure (c)"""
    figure = Clipped(f"(c) {name}: window", "kB", size=SIZE)
    figure.line("cwnd", thinned(run, run.series("cwnd", 1e-3)), BLUE, width=1.4)
    figure.line("bytes in flight", thinned(run, run.series("bytes-in-flight", 1e-3)),
                SKY, width=1.0)
    return figure


PICTURES = {"delay": queue, "bitrate": bitrate, "window": window}


def video_share(run, start, stop):
    """Part of the link that the video had from start to stop, or None."""
    capacity = [value for time, value in run.series("capacity")
                if start <= time < stop and math.isfinite(value)]
    if not capacity or stop <= start:
        return None
    return run.video.bits(start, stop) / (stop - start) / (math.fsum(capacity) / len(capacity))


def phases(run):
    """[(title, from, to)] of the first TCP flow."""
    found = windows(run.tcp)
    if not found:
        return []
    start, stop = found[0]
    return [("5 s before TCP", max(0, start - 5), start), ("while TCP runs", start, stop),
            (f"after, from {SETTLE} s on", stop + SETTLE, last(run))]


def shares(groups):
    """The table of the video's part of the link."""
    rows = []
    titles = [title for title, *_ in phases(next(iter(groups.values()))[0])]
    for name, runs in groups.items():
        cells = [sample(video_share(run, *phases(run)[place][1:]) for run in runs)
                 for place in range(len(titles))]
        targets = [value for run in runs for _, value in run.delay_target
                   if math.isfinite(value)]
        span = f"{min(targets):.0f} to {max(targets):.0f} ms" if targets else "–"
        rows.append(f"<tr><th>{escape(name)}</th>" + "".join(map(share_cell, cells))
                    + f"<td>{span}</td></tr>")
    head = "".join(f"<th>{title}</th>" for title in titles)
    return ("<table><thead><tr><th>video's part of the link</th>" + head
            + "<th>delay target</th></tr></thead>\n" + "\n".join(rows) + "\n</table>")


def share_cell(found):
    if found is None:
        return "<td>–</td>"
    spread = "" if found.deviation is None else f" <i>± {found.deviation * 100:.0f}</i>"
    return f"<td>{found.mean * 100:.0f} %{spread}</td>"
