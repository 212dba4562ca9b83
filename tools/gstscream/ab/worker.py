# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""worker.py ROLE: a process of its own, so that the crash of an encoder ends one run only.

    run      the pipelines of a run, then its figures
    speed    how fast an encoder is here
    place    the pictures of a place, from the recordings of two runs

The first line of its input has the job. It answers with lines of JSON; what else is printed
goes to the log, and "error: ..." is the last line there if something went wrong.
"""
import json
import os
import sys
from collections.abc import Callable
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from gstscream.ab.frames import place  # noqa: E402
from gstscream.ab.results import measure  # noqa: E402
from gstscream.ab.run import live, speed  # noqa: E402
from gstscream.ab.run.job import Job  # noqa: E402
from gstscream.errors import RunError  # noqa: E402

Tell = Callable[..., None]


def run(tell: Tell, job: Job) -> None:
    """When the first frame went, the end, and, once the log of the link is there, the figures."""
    sender = live.run(job, lambda start: tell(start=start))
    tell(ended=True)
    if sys.stdin.readline():
        tell(**measure.measure(job, sender))


ROLES: dict[str, Callable[..., Any]] = {
    "run": run,
    "speed": lambda tell, job: tell(speed=speed.measure(job)),
    "place": lambda tell, job, **more: tell(**place.make(job, **more))}


def main(role: str) -> int:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    Gst.init(None)
    said = json.loads(sys.stdin.readline())
    try:
        ROLES[role](lambda **answer: print(json.dumps(answer), file=answers),
                    Job(**said.pop("job")), **said)
    except (RunError, GLib.Error, OSError) as error:
        text = getattr(error, "message", None) or str(error)
        print("error: " + " ".join(text.split()), flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
