# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which picture is on the screen when it is a source frame's turn."""
from collections.abc import Iterator
from typing import Any


def on_screen(pictures: Any, newest: Any, before: Any) -> Iterator[Any]:
    """For each source frame the picture of `newest`, which says which frames may be on the
    screen by then; if that one was not shown: the one before it; `before` the first one:
    that.  pictures: (frame number, bytes), an iterator in order."""
    current = before
    waiting = next(pictures, None)
    for number in newest:
        while waiting is not None and waiting[0] <= number:
            current = waiting[1]
            waiting = next(pictures, None)
        yield current
