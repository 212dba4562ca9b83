# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Rates, queues and the delay of frames over the time of a run."""
import shared  # noqa: F401 - finds the package

from gstscream.draw import chart, look, palette

HEIGHT = 200                    # pixels of a plot


def of(meter, with_frames=True):
    """A chart.Picture, of all frames too or not."""
    plots = [rates, queues] + [frames] * with_frames
    made = chart.Picture("The link's capacity, what was sent, and the queues over time",
                         [HEIGHT] * len(plots))
    for plot, draw in zip(made.plots, plots):
        draw(plot, meter)
    made.over_time(meter.samples[-1].time)
    return made


def rates(plot, meter):
    plot.head("Rates (send rate: with headers, over 0.5 s)", "Mbit/s")
    for name, field, colour, look_of in (
            ("capacity", "capacity", palette.CAPACITY, {"step": True, "width": look.STRONG}),
            ("send rate", "send_rate", palette.BLUE, {}),
            ("encoder target", "target", palette.ORANGE, {"step": True})):
        points = [(sample.time, getattr(sample, field) / 1e6) for sample in meter.samples]
        plot.line(name, points, colour, **look_of)


def queues(plot, meter):
    plot.head("Queues", "ms")
    # First, so that it lies below: it rises and falls with each frame.
    plot.line("in the sender", [(s.time, 1000 * s.sender_queue) for s in meter.samples],
              palette.SKY, width=look.FINE)
    plot.line("in the link", [(s.time, 1000 * s.link_queue) for s in meter.samples],
              palette.RED)


def frames(plot, meter):
    plot.head("Frame delay, encoder's input to decoder's output", "ms")
    plot.line("each frame", [(when, 1000 * value) for when, value in meter.frames.delays],
              palette.GREEN, width=look.FINE)
