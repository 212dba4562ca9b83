# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The live view: redrawn in place in a terminal, else a line each second."""
import math
import sys
from collections import deque

from meter import milliseconds

from gstscream.terminal import Screen  # meter has found it

BLOCKS = " ▁▂▃▄▅▆▇█"
HISTORY = 48
BAR = 48


def megabits(rate):
    return "–" if math.isnan(rate) else f"{rate / 1e6:.2f} Mbit/s"


def bar(value, full):
    if math.isnan(value) or full <= 0:
        return ""
    return "█" * min(BAR, round(BAR * value / full))


def sparkline(values, full):
    """full is the value of a whole block; what is over it stays a block."""
    top = len(BLOCKS) - 1
    return "".join(
        " " if math.isnan(value) else BLOCKS[max(1, min(top, math.ceil(top * value / full)))]
        for value in values)


class View:
    def __init__(self, title, seconds, stream=sys.stdout):
        self.title, self.seconds, self.screen = title, seconds, Screen(stream)
        self.terminal = self.screen.terminal
        self.last_line = -1
        self.highest = 1e6
        self.link_queue = deque(maxlen=HISTORY)
        self.sender_queue = deque(maxlen=HISTORY)
        self.delay = deque(maxlen=HISTORY)
        self.note = ""

    def show(self, sample, frame_delay):
        self.link_queue.append(sample.link_queue)
        self.sender_queue.append(sample.sender_queue)
        self.delay.append(frame_delay)
        rates = [sample.capacity, sample.send_rate, sample.target]
        self.highest = max([self.highest] + [rate for rate in rates if not math.isnan(rate)])
        if self.terminal:
            self.screen.draw(self.lines(sample, frame_delay))
        elif int(sample.time) > self.last_line:
            self.last_line = int(sample.time)
            self.screen.say(self.one_line(sample, frame_delay))

    def lines(self, sample, frame_delay):
        left = max(0.0, self.seconds - sample.time)

        def row(name, value, picture):
            return f"  {name:<15}{value:>13}  {picture}"

        return [
            f"{self.title}   {left:.0f} s left",
            row("capacity", megabits(sample.capacity), bar(sample.capacity, self.highest)),
            row("send rate", megabits(sample.send_rate), bar(sample.send_rate, self.highest)),
            row("encoder target", megabits(sample.target), bar(sample.target, self.highest)),
            row("queue in link", milliseconds(sample.link_queue),
                sparkline(self.link_queue, 0.1)),
            row("queue in sender", milliseconds(sample.sender_queue),
                sparkline(self.sender_queue, 0.1)),
            row("frame delay", milliseconds(frame_delay), sparkline(self.delay, 0.25)),
            row("loss", f"{100 * sample.loss:.1f} %", ""),
            f"  {self.note}",
        ]

    def one_line(self, sample, frame_delay):
        return (f"{sample.time:5.1f} s  capacity {megabits(sample.capacity)}  "
                f"sent {megabits(sample.send_rate)}  target {megabits(sample.target)}  "
                f"queue {milliseconds(sample.link_queue)} link, "
                f"{milliseconds(sample.sender_queue)} sender  "
                f"loss {100 * sample.loss:.1f} %  frame delay {milliseconds(frame_delay)}")

    def say(self, text):
        """A message between the measurements."""
        self.note = text
        if not self.terminal:
            self.screen.say(text)

    def close(self):
        self.screen.close()
