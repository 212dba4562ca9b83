# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far it is: one line that is renewed on a terminal, else a line for each run."""
from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from gstscream.ab.scenario import units
from gstscream.terminal import Bar

if TYPE_CHECKING:
    from gstscream.ab.scenario.matrix import Run

GUESS = 5.0                     # s that a run takes beside its length


class Progress:
    def __init__(self, total: int, seconds: float, stream: Any = sys.stdout) -> None:
        self.bar, self.total, self.seconds = Bar(total, stream), total, seconds
        self.number = 0
        self.started = 0.0
        self.taken: list[float] = []
        self.name = ""

    def begin(self, run: Run) -> None:
        self.number += 1
        self.started = time.monotonic()
        self.name = run.words()
        if not self.bar.terminal:
            self.bar.say(f"run {self.number} of {self.total}: {self.name}, "
                         f"{units.words(self.left())} left")

    def left(self) -> Any:
        """Seconds, from the runs so far."""
        usual = (sum(self.taken) / len(self.taken) if self.taken else self.seconds + GUESS)
        spent = time.monotonic() - self.started
        return max(0.0, usual - spent) + usual * (self.total - self.number)

    def show(self) -> None:
        if self.bar.terminal:
            spent = min(time.monotonic() - self.started, self.seconds)
            self.bar.draw(self.number - 1 + spent / (self.seconds + GUESS),
                          f"{units.words(self.left())} left: {self.name}, "
                          f"{spent:.0f} of {self.seconds:g} s")

    def finished(self, state: dict[str, Any], seconds: float | None = None) -> None:
        """seconds: that it took, if it did not begin with begin ()."""
        self.taken.append(time.monotonic() - self.started if seconds is None else seconds)
        self.bar.say(f"{self.name}: {outcome(state)}" if self.bar.terminal
                     else f"  {outcome(state)}")

    def close(self) -> None:
        self.bar.close()


def outcome(state: dict[str, Any]) -> str:
    """The figures of a run in a line, or why there are none."""
    if state["state"] != "done":
        return f"FAILED: {state['error']}"
    figures = state["figures"]
    words = [f"{name} {figures[key] * factor:.{digits}f} {unit}".rstrip()
             for name, key, factor, digits, unit in (
                 ("use", "utilisation", 100, 1, "%"),
                 ("queue p95", "queue_p95_ms", 1, 0, "ms"),
                 ("loss", "loss_percent", 1, 2, "%"),
                 ("frame delay p95", "frame_delay_p95_ms", 1, 0, "ms"),
                 ("freezes", "freezes", 1, 0, ""),
                 ("PSNR", "psnr_db", 1, 1, "dB"), ("SSIM", "ssim", 1, 3, ""),
                 ("VMAF", "vmaf", 1, 1, ""),
                 ("TCP", "tcp_kbps", 1, 0, "kbit/s"))
             if figures.get(key) is not None]
    doubt = "" if state["trusted"] else "   NOT TO BE TRUSTED: the machine was too slow"
    return ", ".join(words) + doubt
