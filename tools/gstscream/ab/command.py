# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab from the first check to the table at the end."""
import contextlib
import os
import shlex
import signal
import sys

from . import environment
from .errors import UserError

NICE = -10
DONE, SOME_FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


def load_gstreamer():
    try:
        import gi
        gi.require_version("Gst", "1.0")
        gi.require_version("GstVideo", "1.0")
        from gi.repository import Gst
    except (ImportError, ValueError) as error:
        raise UserError(f"{error}: sudo apt-get install python3-gi gir1.2-gstreamer-1.0 "
                        "gir1.2-gst-plugins-base-1.0, and start it with /usr/bin/python3"
                        ) from error
    Gst.init(None)


class Comparison:
    """Options, folder, and the runs that are still to be done."""

    def __init__(self, options, arguments):
        from . import folder, matrix, source
        self.options = options
        self.folder = folder.Folder(options.output)
        self.runs = matrix.runs(options.controllers, options.encoders,
                                [link.name for link in options.links], options.repeat)
        wanted = folder.settings(options, source.identity(options.input))
        self.folder.open({**wanted, "command": shlex.join(["scream-ab", *arguments])})
        self.waiting = [run for run in self.runs if not self.folder.done(run)]
        self.source = self.folder.file("source.yuv")

    def prepare(self):
        from . import checks, source
        if self.waiting:
            print("Preparing the video, checking the encoders' speed ...", flush=True)
            source.prepare(self.options, self.source)
            checks.speeds(self.options, self.source)

    def execute(self):
        from .progress import Progress
        from .runner import Runner
        done = len(self.runs) - len(self.waiting)
        if done:
            print(f"{done} of {len(self.runs)} runs are done already.", flush=True)
        progress = Progress(len(self.waiting), self.options.seconds)
        runner = Runner(self.options, self.folder, progress.show)
        for run in self.waiting:
            progress.begin(run)
            progress.finished(runner.execute(run))
            self.folder.write_results(self.runs)

    def finish(self):
        """The report of what there is; the states of all runs that have ended."""
        from . import report, summary
        states = self.folder.write_results(self.runs)
        if len(states) == len(self.runs) and os.path.exists(self.source):
            os.unlink(self.source)
        print("\n" + summary.table(states))
        print(f"\nFigures: {self.folder.file('results.csv')}")
        print(f"Report:  {report.write(self.folder.path)}")
        return states


def hurry():
    """Before others, for us and all we start: what else the machine does is not to
    be measured.  Only root may."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, NICE)


def compare(arguments, root):
    from .options import Options
    options = Options(arguments)
    if root:
        environment.use_build(root)
    load_gstreamer()
    from . import checks
    checks.everything(options)
    comparison = Comparison(options, arguments)
    hurry()
    interrupted = False
    try:
        comparison.prepare()
        comparison.execute()
    except KeyboardInterrupt:
        interrupted = True
    states = comparison.finish()
    if interrupted:
        print(f"Interrupted: {len(states)} of {len(comparison.runs)} runs are done; the same "
              "command again goes on from here.")
        return INTERRUPTED
    return SOME_FAILED if any(state["state"] != "done" for state in states) else DONE


def on_signal(_number, _frame):
    raise KeyboardInterrupt


def main(arguments, root):
    """root: of the source tree that we run from, None if we are installed."""
    # Also where a shell has started us in the background with it ignored.
    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    try:
        return compare(arguments, root)
    except UserError as error:
        print(f"scream-ab: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
