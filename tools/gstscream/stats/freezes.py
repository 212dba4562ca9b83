# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How steadily a picture moves: freezes as webrtc-stats counts them, harmonic frame rate."""
from collections import deque

RECENT = 30                     # frames of the mean (W3C webrtc-stats, freezeCount)
LONGER, FACTOR = 0.15, 3        # s more than the mean, times the mean
FIRST = 5                       # intervals before a mean is one


def freezes(shown: list[float], end: float | None = None) -> list[tuple[float, float]]:
    """[(from, to)] in s of the gaps between frames that count as freezes.

    A gap counts if it is longer than three mean intervals and by 150 ms longer than
    one; the mean is over the last 30 frames.  shown: when frames appeared, in order.
    end: a picture that stands still until then counts, too.
    """
    recent: deque[float] = deque(maxlen=RECENT)
    found = []
    if shown and end is not None:
        shown = shown + [max(end, shown[-1])]
    for before, after in zip(shown, shown[1:]):
        gap = after - before
        if len(recent) > FIRST:
            mean = sum(recent) / len(recent)
            if gap > max(FACTOR * mean, mean + LONGER):
                found.append((before, after))
        recent.append(gap)
    return found


def harmonic_rate(shown: list[float], end: float) -> float | None:
    """Frames in a second from the first frame on, each gap weighted by its length, so that
    a freeze counts for as long as it lasts; the picture stands until end.

    The sum of the gaps over the sum of their squares, as WebRTC's "harmonic frame rate".
    """
    times = [*shown, max([end, *shown[-1:]])]
    gaps = [after - before for before, after in zip(times, times[1:])]
    squares = sum(gap * gap for gap in gaps)
    return sum(gaps) / squares if squares else None
