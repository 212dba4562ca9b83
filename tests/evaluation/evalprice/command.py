# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of tests/evaluation/departures."""
import argparse
import os
import subprocess
import sys

from evalmap import runs
from evalrun import markdown, results
from evalrun.matrix import Job

from . import cells, switches, table

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
FAILED, MISTAKE = 1, 2


def add_runs(parser):
    """What this command has in common with others that run pathrun."""
    parser.add_argument("--seeds", type=int, default=10, help="seeds 1 to this (10)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/tests/evaluation/pathrun"),
                        help="pathrun, where it was built")
    parser.add_argument("--csv", metavar="FILE", help="a line for each run")


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="tests/evaluation/departures",
        description="Runs scream in virtual time, with each departure in turn as its draft has "
        "it and the others as they are; prints a table in Markdown.")
    parser.add_argument("--table", choices=("prices", "cells"), default="prices",
                        help="what each departure changes; or the cells, with scream and "
                        "scream-draft (prices)")
    parser.add_argument("--departure", metavar="NAMES", help="with commas between: D3,O7")
    add_runs(parser)
    return parser.parse_args(arguments)


def chosen(asked):
    """{departure: its parameters as in the draft}"""
    there = switches.read(asked.program)
    names = asked.departure.split(",") if asked.departure else there
    unknown = [name for name in names if name not in there]
    if unknown:
        raise ValueError(f"no departure {unknown[0]}; there are {', '.join(there)}")
    return {name: there[name] for name in names}


def wanted(asked, departures):
    """{job: keys of pathrun}"""
    variants = [(switches.CONTROLLER, "", {})]
    if asked.table == "cells":
        variants.append((switches.DRAFT, "", {}))
    else:
        variants += [(switches.CONTROLLER, name, {"params": params})
                     for name, params in departures.items()]
    return {Job(asked.program, name, departure, controller, seed): {**cell.keys, **more}
            for name, cell in cells.cells().items()
            for controller, departure, more in variants
            for seed in range(1, asked.seeds + 1)}


def save(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        results.write(file, list(rows[0]), rows)


def measure(asked, jobs_of):
    """Groups of the runs of {job: keys of pathrun}, which jobs_of () makes."""
    if asked.seeds < 2:
        raise ValueError("--seeds is 2 or more: of one run nobody knows what is noise")
    if not os.access(asked.program, os.X_OK):
        raise ValueError(f"{asked.program} is not there: build it, or name it with --program")
    rows = runs.run_all(jobs_of(), asked.jobs)
    if asked.csv:
        save(asked.csv, rows)
    return results.group(rows)


def guarded(name, make):
    """The exit status of make (), which prints; mistakes are said in the name of the command."""
    try:
        make()
    except (OSError, ValueError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return MISTAKE
    except (RuntimeError, subprocess.CalledProcessError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        return FAILED
    return 0


def show(asked):
    departures = {}

    def jobs():
        departures.update(chosen(asked))
        return wanted(asked, departures)

    groups = measure(asked, jobs)
    print(markdown.text(table.prices(groups, departures) if asked.table == "prices"
                        else table.paths(groups, cells.cells())))


def main(arguments):
    asked = options(arguments)
    return guarded("departures", lambda: show(asked))
