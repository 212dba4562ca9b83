# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which picture is on the screen when it is a source frame's turn."""


def on_screen(pictures, count, before):
    """For each of `count` source frames its own picture if it was shown, else the
    one before it; `before` the first one: that.  pictures: (frame number, bytes),
    an iterator in order."""
    current = before
    waiting = next(pictures, None)
    for number in range(count):
        while waiting is not None and waiting[0] <= number:
            current = waiting[1]
            waiting = next(pictures, None)
        yield current
