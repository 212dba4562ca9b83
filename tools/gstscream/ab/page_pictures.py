# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of a scenario: a column for each controller, all on the same axes."""
import math

from .. import svgplot
from ..palette import BLACK, BLUE, ORANGE, RED
from ..plots import Clipped, Shares
from .page_stats import quantile
from .page_thin import changes, thin

# A controller that does not adapt would squeeze the pictures of the others.
NOT_ADAPTIVE = "fixed"
WIDTH = 450
RATE, DELAY, SHARE = (WIDTH, 220), (WIDTH, 190), (WIDTH, 240)
COLUMNS = WIDTH - svgplot.LEFT - svgplot.RIGHT
FAINT = 0.3
FROZEN = "#f6cfc4"
CAPACITY = "#a8a8a8"
BEST_PSNR = 60                  # dB; of equal pictures it is infinite
STEPS = 300                     # of a distribution


class Keyed(Clipped):
    """As high as its neighbours, whatever their legends are."""
    keep_legend = True


class Scale:
    """Axes that the controllers of a scenario share."""

    def __init__(self, runs):
        adaptive = [run for run in runs if NOT_ADAPTIVE not in run.controller] or runs
        self.end = max((last(run) for run in runs), default=0) or 1.0
        self.rate = highest(rate(run, name) for run in adaptive
                            for name in ("capacity", "send-rate"))
        self.queue = highest(run.queue_delays for run in adaptive)
        self.frame = highest(run.frame_delays for run in adaptive)
        psnr = [value for run in runs for _, value in quality(run) if math.isfinite(value)]
        self.psnr_low = max(0, 5 * math.floor((min(psnr, default=20) - 1e-9) / 5))
        self.psnr_high = max(psnr, default=40)


def last(run):
    """The end of a run, in s."""
    ends = [points[-1][0] for points in (run.series("capacity"), run.frame_delays) if points]
    return max(ends + [run.seconds] if math.isfinite(run.seconds) else ends, default=0.0)


def highest(series):
    return max((value for points in series for _, value in points if math.isfinite(value)),
               default=0.0)


def rate(run, name):
    """Mbit/s"""
    return run.series(name, 1e-6)


def quality(run):
    """[(s, dB)]"""
    return [(frame.captured, math.nan if math.isnan(psnr) else min(psnr, BEST_PSNR))
            for frame in run.frames for psnr in [frame.psnr]]


def card(runs, scale):
    """All pictures of a controller, one below the other; runs: its repeats."""
    return "".join(picture(runs, scale) for picture in (
        rate_picture, queue_picture, frame_picture, psnr_picture))


def repeats(figure, runs, series, scale, colour, name="", **look):
    """The first run strong, the others faint below it."""
    for run in reversed(runs[1:]):
        figure.line("", thin(series(run), COLUMNS // 2, scale.end), colour, width=0.8,
                    opacity=FAINT)
    for run in runs[:1]:
        figure.line(name, thin(series(run), COLUMNS, scale.end), colour, **look)


def rate_picture(runs, scale):
    figure = Clipped("Rate", "Mbit/s", end=scale.end, high=scale.rate, size=RATE)
    run = runs[0]
    figure.line("capacity", changes(rate(run, "capacity")), CAPACITY, True, 2.4)
    tcp = [(time, value * 1e-6) for time, value in run.tcp_rate]
    if tcp:
        figure.line("TCP", thin(tcp, COLUMNS, scale.end), BLACK, width=0.9, opacity=0.7)
    repeats(figure, runs, lambda each: rate(each, "send-rate"), scale, BLUE, "sent", width=1.3)
    figure.line("encoder's target", thin(rate(run, "target"), COLUMNS, scale.end), ORANGE,
                width=1.1, dash="4 3")
    return figure.svg()


def queue_picture(runs, scale):
    figure = Keyed("Queue delay of each packet", "ms", end=scale.end, high=scale.queue,
                   size=DELAY)
    repeats(figure, runs, lambda run: run.queue_delays, scale, BLUE, width=1.1)
    target = changes(runs[0].delay_target)
    if target:
        figure.line("delay target", target, ORANGE, True, 1.1, "4 3")
    figure.mark("dropped", runs[0].video.drops, RED)
    return figure.svg()


def frame_picture(runs, scale):
    figure = Keyed("Frame delay, source to screen", "ms", end=scale.end, high=scale.frame,
                   size=DELAY)
    figure.span("frozen", runs[0].freezes, FROZEN)
    repeats(figure, runs, lambda run: run.frame_delays, scale, BLUE, width=1.1)
    figure.mark("skipped by the encoder", runs[0].skipped, ORANGE)
    figure.mark("never shown", runs[0].never_shown, RED, 1)
    return figure.svg()


def psnr_picture(runs, scale):
    figure = Clipped("PSNR of what is on the screen", "dB", end=scale.end,
                     high=scale.psnr_high, low=scale.psnr_low, size=DELAY)
    repeats(figure, runs, quality, scale, BLUE, width=1.1)
    return figure.svg()


class FineShares(Shares):
    """Each packet was measured."""
    LAST = 0.999
    LEVELS = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, LAST)


def share_line(points):
    """[(ms, height)] of [(s, ms)]: points of equal distance on the widening scale."""
    ordered = sorted(value for _, value in points if math.isfinite(value))
    if not ordered:
        return []
    top = FineShares.height_of(FineShares.LAST)
    shares = [1 - 10 ** (-top * step / STEPS) for step in range(STEPS + 1)]
    return [(max(0.0, quantile(ordered, share)), FineShares.height_of(share))
            for share in shares]


def share_picture(title, groups, series, colours):
    """groups: {controller: runs}; all repeats together strong, each of several faint."""
    figure = FineShares(title, "", size=SHARE)
    together = {name: share_line([point for run in runs for point in series(run)])
                for name, runs in groups.items()}
    ends = [line[-1][0] for name, line in together.items()
            if line and NOT_ADAPTIVE not in name]
    end = max(ends, default=math.inf)
    for name, runs in groups.items():
        for run in runs if len(runs) > 1 else []:
            figure.line("", until(share_line(series(run)), end), colours[name], width=0.7,
                        opacity=FAINT)
    for name, line in together.items():
        if line:
            figure.line(name, until(line, end), colours[name], width=1.8)
    return figure.svg()


def until(line, end):
    return [point for point in line if point[0] <= end]


def shares(groups, colours):
    """The distributions, all controllers in each."""
    yield share_picture("Packets with less queue delay than", groups,
                        lambda run: run.queue_delays, colours)
    yield share_picture("Shown frames with less delay than", groups,
                        lambda run: run.frame_delays, colours)
