# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests/evaluation/run does, from its options to its exit status."""
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from gstscream import terminal
from gstscream.evaluation.checkout import ROOT
from gstscream.evaluation.page import page
from gstscream.evaluation.progress import Progress
from gstscream.evaluation.results import files, mixed, opponents
from gstscream.evaluation.results.groups import group
from gstscream.evaluation.tables import aims, markdown, published, table
from gstscream.options import status

from . import matrix, options, programs
from . import runner as runs
from .kept import Kept

FAILED, WRONG, INTERRUPTED = 1, 2, 130
TABLES: dict[str, Any] = {"cases": markdown.cases, "intervals": markdown.intervals,
          "frames": markdown.frames,
          "controllers": markdown.controllers, "flows": mixed.table, "aims": aims.table,
          "delays": published.delays, "arrivals": published.arrivals}


def prepare(chosen: Any) -> Any:
    """{name: path} of the programs, built."""
    folder = chosen.build
    if not os.path.isabs(folder) and folder == options.parser().get_default("build"):
        folder = os.path.join(ROOT, folder)
    if not chosen.no_build:
        programs.install(chosen.yes)
        print(f"Building in {folder}", file=sys.stderr)
        programs.build(folder, os.cpu_count() or 1)
    return programs.find(os.path.abspath(folder))


def write_results(chosen: Any, runner: Any, against: Any) -> None:
    columns = runner.all_columns()
    if chosen.csv == "-":
        files.write(sys.stdout, columns, runner.rows)
    elif chosen.csv:
        files.save(chosen.csv, columns, runner.rows)
    if chosen.report:
        files.save(os.path.join(chosen.report, "results.csv"), columns, runner.rows)
        path = page.write(chosen.report, runner.rows, against, " ".join(sys.argv[1:]))
        print(f"Report: {path}", file=sys.stderr)
    if chosen.csv != "-" and runner.rows:
        groups = group(runner.rows)
        if chosen.table:
            print(markdown.text(TABLES[chosen.table](groups, against)))
        else:
            table.show(groups, against)
            if mixed.any_of(groups):
                terminal.print_table(list(mixed.table(groups, against)), mixed.NAMES)
        if against and not chosen.table:
            print("\n".join(opponents.lines(opponents.dominators(groups, against))))


def tell_kept(path: str, runner: Any) -> None:
    for number in runner.kept.spoilt:
        print(f"{path}, line {number}: not the whole result of a run, which is made again; delete "
              "this line", file=sys.stderr)
    if runner.rows:
        print(f"{len(runner.rows)} runs stand in {path} already", file=sys.stderr)


def execute(chosen: Any, paths: dict[str, str], entries: Any) -> tuple[Any, Any]:
    """(Runner with what was done, whether it was interrupted)"""
    jobs = matrix.select(entries, chosen)
    engine = runs.engine(chosen)
    runner = runs.Runner(paths, chosen, Kept(chosen.keep))
    waiting = runner.wanted(jobs)
    programs.try_names(paths, entries, waiting)
    tell_kept(chosen.keep, runner)
    progress = Progress(waiting, engine.at_a_time)
    stopped = False
    try:
        runner.execute(waiting, engine, progress)
    except KeyboardInterrupt:
        stopped = True
        progress.say(f"Interrupted after {progress.done} of {progress.total} runs.")
    progress.close()
    for job, failure in runner.failures:
        print(f"Failed: {job.name()}: {failure}", file=sys.stderr)
    return runner, stopped


def evaluate(chosen: Any) -> Any:
    against, faults = opponents.read(chosen.compare)
    for fault in faults:
        print(f"{sys.argv[0]}: --compare: {fault}", file=sys.stderr)
    paths = prepare(chosen)
    entries = programs.entries(paths)
    if chosen.list:
        print(matrix.listing(entries))
        return 0
    runner, stopped = execute(chosen, paths, entries)
    write_results(chosen, runner, against)
    return INTERRUPTED if stopped else FAILED if runner.failures or faults else 0


def interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


def main(arguments: Any, act: Callable[[Any], int] = evaluate) -> Any:
    """act: takes the parsed options, returns the exit status."""
    signal.signal(signal.SIGTERM, interrupted)
    try:
        return status(sys.argv[0], lambda: act(options.parse(arguments)))
    except files.BadFile as error:
        print(f"{sys.argv[0]}: --compare: {error}", file=sys.stderr)
        return WRONG
    except programs.BuildFailed as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
