# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How far it is: a line that is renewed on a terminal, else one now and then."""
import sys
import time
from collections import Counter, defaultdict
from statistics import fmean
from typing import Any

from gstscream.terminal import Bar

SPARSE_SECONDS = 20


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


class Estimate:
    """Time that is left, from the runs of the same case, else from all of them."""

    def __init__(self, jobs: Any, at_a_time: int) -> None:
        self.waiting = Counter(map(self.kind, jobs))
        self.at_a_time = at_a_time
        self.taken: defaultdict[Any, list[float]] = defaultdict(list)

    @staticmethod
    def kind(job: Any) -> tuple[Any, Any]:
        return job.case, job.variant

    def finished(self, job: Any, seconds: float) -> None:
        self.waiting[self.kind(job)] -= 1
        self.taken[self.kind(job)].append(seconds)

    def left(self) -> Any:
        """Seconds, or None while nothing is known."""
        everything = [seconds for taken in self.taken.values() for seconds in taken]
        if not everything:
            return None
        total = sum(count * fmean(self.taken.get(kind, everything))
                    for kind, count in self.waiting.items())
        return total / min(self.at_a_time, max(1, sum(self.waiting.values())))


class Progress:
    def __init__(self, jobs: Any, at_a_time: int, stream: Any = sys.stderr) -> None:
        self.bar, self.total, self.done, self.failed = Bar(len(jobs), stream), len(jobs), 0, 0
        self.estimate = Estimate(jobs, at_a_time)
        self.last_line = time.monotonic()

    def finished(self, job: Any, seconds: float, failure: Any) -> None:
        self.done += 1
        self.estimate.finished(job, seconds)
        if failure:
            self.failed += 1
            self.say(f"FAILED {job.name()}: {failure}")
        now = time.monotonic()
        if self.bar.terminal:
            self.bar.draw(self.done, self.words(job))
        elif now - self.last_line >= SPARSE_SECONDS or self.done == self.total:
            self.last_line = now
            self.say(f"{self.done} of {self.total} runs, {self.words(job)}")

    def words(self, job: Any) -> str:
        left = self.estimate.left() if self.done < self.total else 0
        return (f"{duration(left)} left" + (f", {self.failed} failed" if self.failed else "")
                + f"   {job.name()}")

    def say(self, text: str) -> None:
        self.bar.say(text)

    def close(self) -> None:
        self.bar.close()
