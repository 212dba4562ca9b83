# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line: what was asked for, or one line that says what is wrong."""
import argparse
import os

from gstscream import order
from gstscream.errors import UserError

from . import mixed

DEFAULT_SET = "rfc8867"
SEEDS = 3
TIMEOUT = 900                   # of a single run, s: the longest takes some seconds
CASE_EPILOG = """\
Without options: the set rfc8867, all controllers, 3 seeds; the table is printed.
A variant is a base (A: jitter and packets of a full MTU; B: neither; rfc: with audio and
jitter to 30 ms) and modifiers: A-delay100, B-codel; '*' stands for the rest: 'A*'.
--list shows what the sets contain.  docs/evaluation.md explains columns and pictures.
"""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UserError(message.replace("argument ", "", 1))


def words(text):
    found = [word.strip() for word in text.split(",")]
    if "" in found:
        raise argparse.ArgumentTypeError(f"an empty name in '{text}': names with commas between")
    return list(dict.fromkeys(found))


def flows(text):
    """The controllers of a run's flows, as the programs take them: twice the same has a sense."""
    words(text)
    return mixed.BETWEEN.join(word.strip() for word in text.split(","))


def count(text):
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 1000")
    return int(text)


def seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds")
    return value


def parser():
    made = Parser(
        prog="tests/evaluation/run", epilog=CASE_EPILOG,
        description="Runs the evaluation of RFC 8867 and 8869 in ns-3, in virtual time.",
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    what = made.add_argument_group("what to run")
    what.add_argument("--set", metavar="SET",
                      help="rfc8867 (default), sweep, short, cellular, wifi ...: see --list")
    what.add_argument("--case", type=words, metavar="5.1,5.4", help="default: all of the set")
    what.add_argument("--variant", type=words, metavar="A,B,rfc", help="default: all of the set")
    what.add_argument("--controller", type=words, metavar="scream,gcc",
                      help=f"default: {','.join(order.CONTROLLERS)}")
    what.add_argument("--flows", type=flows, action="append", metavar="scream,gcc",
                      help="a controller for each media flow, from the first again if there are "
                      "more flows, instead of --controller; again for more such runs.  Parameters: "
                      "scream:beta-loss=0.8+mss=1200,gcc")
    what.add_argument("--seeds", type=count, default=SEEDS, metavar="N",
                      help="seeds 1 to N (default: %(default)s)")
    what.add_argument("--duration", type=seconds, metavar="S",
                      help="end each run early, for a quick look")
    what.add_argument("--list", action="store_true", help="show cases, variants and sets")
    out = made.add_argument_group("what to write")
    out.add_argument("--csv", metavar="FILE", help="a line for each run; - is the standard output")
    out.add_argument("--table", nargs="?", const="cases", metavar="OF",
                     choices=("cases", "controllers", "flows", "aims"),
                     help="print a table of Markdown, as the pages have them: of the cases, of "
                     "the controllers in a few of them, of those of --flows, or of aims")
    out.add_argument("--report", metavar="DIR", help="index.html with tables and pictures")
    out.add_argument("--compare", type=words, default=[], metavar="FILE.csv",
                     help="show these results as opponents, as tests/evaluation/baselines/A.csv")
    how = made.add_argument_group("how")
    how.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="N",
                     help="runs at a time (default: the processors, %(default)s)")
    how.add_argument("--scheduler", metavar="ADDRESS",
                     help="of a Dask scheduler, as tcp://host:8786: its workers make the runs; "
                     "docs/evaluation.md shows how to start some")
    how.add_argument("--keep", metavar="FILE",
                     help="keep each run's result there; the same command again goes on from it")
    how.add_argument("--timeout", type=seconds, default=TIMEOUT, metavar="S",
                     help="give up a single run (default: %(default)s)")
    how.add_argument("--build", default="build-evaluation", metavar="DIR",
                     help="where to build (default: %(default)s in the checkout)")
    how.add_argument("--no-build", action="store_true", help="run what stands in --build DIR")
    how.add_argument("--yes", "-y", action="store_true",
                     help="install missing packages without asking (as CI=true)")
    return made


def writable(path, option):
    """Fails before the runs, not after them."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise UserError(f"{option}: {path} cannot be written")


def parse(arguments):
    chosen = parser().parse_args(arguments)
    if chosen.csv and chosen.csv != "-":
        writable(chosen.csv, "--csv")
    if chosen.keep:
        writable(chosen.keep, "--keep")
    if chosen.report:
        try:
            os.makedirs(os.path.join(chosen.report, "series"), exist_ok=True)
        except OSError as error:
            raise UserError(f"--report: {chosen.report}: {error.strerror}") from error
    return chosen
