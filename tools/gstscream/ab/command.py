# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab from the first check to the table at the end."""
from __future__ import annotations

import contextlib
import os
import shlex
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from gstscream import libraries
from gstscream.errors import UserError
from gstscream.options import is_asked_for_words, status

if TYPE_CHECKING:
    from gstscream.ab.scenario.options import Options

NICE = -10
MACHINE = "machine"             # in settings.json, what doctor said
LIBRARIES = ("jinja2", "matplotlib", "numpy", "rich", "scipy")
DONE, SOME_FAILED, INTERRUPTED = 0, 1, 130


def use_build(root: str | None) -> None:
    """From the source tree: the plugins of its folder build, if no others are set."""
    folders = [os.path.join(root or "", "build", "plugins", name) for name in ("scream", "lab")]
    if root and "GST_PLUGIN_PATH" not in os.environ and all(map(os.path.isdir, folders)):
        os.environ["GST_PLUGIN_PATH"] = os.pathsep.join(folders)
        os.environ["GST_REGISTRY"] = os.path.join(root, "build", "registry.bin")


def load_gstreamer() -> None:
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


def find_libraries() -> None:
    """They are loaded by those who need them, and the first is after the first run."""
    missing = libraries.missing(*LIBRARIES)
    if missing:
        raise UserError(missing)


class Comparison:
    """Options, folder, and the runs that are still to be done."""

    def __init__(self, options: Options, arguments: list[str]) -> None:
        from gstscream.ab.scenario import matrix

        from . import folder, source
        self.options = options
        self.folder = folder.Folder(str(options.output))
        self.runs = matrix.runs(options.controllers, options.encoders,
                                [link.name for link in options.links], options.repeat)
        wanted = folder.settings(options, source.identity(options.input))
        self.folder.open({**wanted, "command": shlex.join(["scream-ab", *arguments])})
        self.waiting = [run for run in self.runs if not self.folder.done(run)]
        self.source = self.folder.file("source.yuv")
        if options.corpus:
            from . import corpus
            corpus.begin(options, self.folder)

    def prepare(self) -> None:
        from . import checks, doctor, source
        if self.waiting:
            said = doctor.sentence(doctor.of_machine())
            self.folder.note(MACHINE, said)
            print(f"This machine: {said}.")
            print("Preparing the video, checking the encoders' speed ...", flush=True)
            source.prepare(self.options, self.source)
            checks.speeds(self.options, self.source)

    def execute(self) -> None:
        from .progress import Progress
        done = len(self.runs) - len(self.waiting)
        if done:
            print(f"{done} of {len(self.runs)} runs are done already.", flush=True)
        progress = Progress(len(self.waiting), self.options.seconds)
        runs = self.there if self.options.scheduler else self.here
        with contextlib.closing(progress):
            for _ in runs(progress):
                self.folder.write_results(self.runs)

    def here(self, progress: Any) -> Iterator[Any]:
        """One after the other."""
        from . import runner
        for run in self.waiting:
            progress.begin(run)
            yield progress.finished(runner.perform(
                runner.task(self.options, self.folder, run), progress.show))

    def there(self, progress: Any) -> Iterator[Any]:
        """On the workers of a scheduler, as they end."""
        from . import workers
        for run, state, seconds in workers.execute(self.options, self.folder, self.waiting):
            progress.begin(run)
            yield progress.finished(state, seconds)

    def finish(self, interrupted: bool) -> Any:
        """The report of what there is; the states of all runs that have ended."""
        from gstscream.report import page

        from . import stills, summary
        states = self.folder.write_results(self.runs)
        print()
        summary.show(states)
        if self.options.corpus:
            from . import corpus
            corpus.finish(self.options, self.folder, states)
        if not interrupted:
            stills.make(self.options, self.folder.path)
        self.clean(states)
        print(f"\nFigures: {self.folder.file('results.csv')}")
        print(f"Report:  {page.write(self.folder.path, self.options.static)}")
        return states

    def clean(self, states: Any) -> None:
        """What no further run of this comparison needs; a failed one may run again."""
        from . import stills
        if len(states) == len(self.runs) and os.path.exists(self.source):
            os.unlink(self.source)
        if len(states) == len(self.runs) and all(state["state"] == "done" for state in states):
            stills.forget(self.folder.path)


def hurry() -> None:
    """Before others, for us and all we start: what else the machine does is not to
    be measured.  Only root may."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, NICE)


def compare_controls(arguments: list[str], root: str | None) -> Any:
    from gstscream.ab.scenario.options import Options
    options = Options(arguments)
    use_build(root)
    find_libraries()
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
    states = comparison.finish(interrupted)
    if interrupted:
        print(f"Interrupted: {len(states)} of {len(comparison.runs)} runs are done; the same "
              "command again goes on from here.")
        return INTERRUPTED
    return SOME_FAILED if any(state["state"] != "done" for state in states) else DONE


def write_corpus(arguments: list[str], _root: str | None) -> Any:
    from . import corpus
    corpus.main(arguments[1:])
    return DONE


def compare_folders(arguments: list[str], _root: str | None) -> Any:
    from . import compare
    return compare.main(arguments[1:])


def examine(arguments: list[str], root: str | None) -> Any:
    use_build(root)
    from . import doctor
    return doctor.main(arguments[1:], load_gstreamer, LIBRARIES)


def perform(arguments: list[str], root: str | None) -> Any:
    """What a worker does."""
    use_build(root)
    hurry()
    from . import workers
    return workers.perform(arguments[1:])


# What scream-ab does if its first word is one of these.
COMMANDS = {"compare": compare_folders, "corpus": write_corpus,
            "doctor": examine, "perform": perform}


def chosen(arguments: list[str]) -> Callable[[list[str], str | None], int]:
    return COMMANDS.get(arguments[0] if arguments else "", compare_controls)


def on_signal(_number: int, _frame: Any) -> None:
    raise KeyboardInterrupt


def main(arguments: list[str], root: str | None) -> Any:
    """root: of the source tree that we run from, None if we are installed."""
    if is_asked_for_words():
        from . import completion
        completion.run(COMMANDS)
    # Also where a shell has started us in the background with it ignored.
    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    try:
        return status("scream-ab", lambda: chosen(arguments)(arguments, root))
    except KeyboardInterrupt:
        return INTERRUPTED
