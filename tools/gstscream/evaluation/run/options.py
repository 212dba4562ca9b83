# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line: what was asked for, or one line that says what is wrong."""
import os
from typing import Any

from gstscream import order
from gstscream.errors import UserError
from gstscream.evaluation.results.schema import BETWEEN
from gstscream.options import Parser, add_scheduler, count, seconds, words, writable

DEFAULT_SET = "rfc8867"
SEEDS = 3
TIMEOUT = 900                   # of a single run, s: the longest takes some seconds
CASE_EPILOG = """\
Without options: the set rfc8867, all controllers, 3 seeds; the table is printed.
A variant is a base (A: jitter and packets of a full MTU; B: neither; rfc: with audio and
jitter to 30 ms) and modifiers: A-delay100, B-codel; '*' stands for the rest: 'A*'.
--list shows what the sets contain.  docs/research/evaluation.md explains columns and pictures.
"""


def flows(text: str) -> Any:
    """The controllers of a run's flows, as the programs take them: twice the same has a sense."""
    words(text)
    return BETWEEN.join(word.strip() for word in text.split(","))


def parser() -> Any:
    made = Parser("tests/evaluation/run",
                  "Runs the evaluation of RFC 8867 and 8869 in ns-3, in virtual time.", CASE_EPILOG)
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
                      "scream:beta-loss=0.8+fair-rtt=100,gcc")
    what.add_argument("--seeds", type=count, default=SEEDS, metavar="N",
                      help="seeds 1 to N (default: %(default)s)")
    what.add_argument("--duration", type=seconds(1), metavar="S",
                      help="end each run early, for a quick look")
    what.add_argument("--list", action="store_true", help="show cases, variants and sets")
    out = made.add_argument_group("what to write")
    out.add_argument("--csv", type=writable, metavar="FILE",
                     help="a line for each run; - is the standard output")
    out.add_argument("--table", nargs="?", const="cases", metavar="OF",
                     choices=("cases", "intervals", "frames", "controllers", "flows", "aims",
                              "delays", "arrivals"),
                     help="print a table of Markdown, as the pages have them: of the cases, "
                     "also with 95 %% intervals, of frame delay and freezes in them, of the "
                     "controllers in a few of them, of those "
                     "of --flows, of aims, or as docs/research/papers.md has them")
    out.add_argument("--report", metavar="DIR", help="index.html with tables and pictures")
    out.add_argument("--compare", type=words, default=[], metavar="FILE.csv",
                     help="show these results as opponents, as tests/evaluation/baselines/A.csv")
    how = made.add_argument_group("how")
    how.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="N",
                     help="runs at a time (default: the processors, %(default)s)")
    add_scheduler(how, "docs/research/evaluation.md")
    how.add_argument("--keep", type=writable, metavar="FILE",
                     help="keep each run's result there; the same command again goes on from it")
    how.add_argument("--timeout", type=seconds(1), default=TIMEOUT, metavar="S",
                     help="give up a single run (default: %(default)s)")
    how.add_argument("--build", default="build-evaluation", metavar="DIR",
                     help="where to build (default: %(default)s in the checkout)")
    how.add_argument("--no-build", action="store_true", help="run what stands in --build DIR")
    how.add_argument("--yes", "-y", action="store_true",
                     help="install missing packages without asking (as CI=true)")
    return made


def parse(arguments: Any) -> Any:
    chosen = parser().parse_args(arguments)
    if chosen.report:
        try:
            os.makedirs(os.path.join(chosen.report, "series"), exist_ok=True)
        except OSError as error:
            raise UserError(f"--report: {chosen.report}: {error.strerror}") from error
    return chosen
