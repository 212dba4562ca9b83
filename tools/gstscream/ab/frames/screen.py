# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which frame of a run is on the screen, and when.

Times are s since the first source frame; source frame n is captured at n / framerate.
"""
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from gstscream.stats.distribution import quantile

# s behind the usual delay of the run from which on a frame is late: nobody sees that one of
# many came later by some ms.  W3C freezeCount has this constant for the same reason.
GRACE = 0.15
NOTHING = -1                    # before the first frame


class Screen:
    def __init__(self, shown: Iterable[tuple[int, float]], framerate: int) -> None:
        """shown: (number of the source frame, s), in order."""
        self.framerate = framerate
        pairs = list(shown)
        self.numbers = [number for number, _ in pairs]
        self.times = [time for _, time in pairs]
        self.usual = quantile([self.delay(place) for place in range(len(pairs))], 0.5)

    def delay(self, place: int) -> float:
        """Of the frame that was shown as number `place`: from its capture to the screen."""
        return self.times[place] - self.numbers[place] / self.framerate

    def delay_of(self, number: int) -> float:
        return self.delay(self.numbers.index(number))

    def at(self, instants: Iterable[float]) -> list[int]:
        """The newest source frame on the screen at each of them."""
        places = [bisect_right(self.times, instant) for instant in instants]
        return [self.numbers[place - 1] if place else NOTHING for place in places]

    def instead_of(self, numbers: Sequence[int]) -> list[int]:
        """What is on the screen when it is a source frame's turn: the frame itself if it came
        with the usual delay of the run, or so; else the newest before it."""
        turns = [number / self.framerate + self.usual + GRACE for number in numbers]
        return [self.up_to(number, newest) for number, newest in zip(numbers, self.at(turns))]

    def up_to(self, number: int, newest: int) -> int:
        if newest <= number:
            return newest
        place = bisect_right(self.numbers, number)
        return self.numbers[place - 1] if place else NOTHING
