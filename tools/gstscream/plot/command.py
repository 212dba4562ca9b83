# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of scream-plot."""
import argparse
import os
import sys

from . import logs, output

ABOUT = """\
Draws rates, queue delay and round-trip time over time, and their distributions,
from the log of a sender: of screamtx (log-location=FILE), or of a bandwidth test
tool (-log FILE; or what -verbose prints); or the one-way delay, from that tool's
-txrxlog FILE. Which of them it is, is seen from the number of columns."""
EXAMPLES = """\
examples:
  scream-plot run.csv                  run.svg
  scream-plot run.csv -o run.html      a page with numbers too; or .png
  scream-plot --live run.csv           in the terminal, while it grows

exit status: 0; 2 for a log or an option that is no use, with a line that says why"""


def seconds(text):
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is no time in s")
    return value


def parser():
    result = argparse.ArgumentParser(
        prog="scream-plot", description=ABOUT, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("log", metavar="LOG", help="the log of a sender")
    result.add_argument("-o", "--output", metavar="FILE",
                        help="a name in .svg, .png or .html; default: LOG's, in .svg")
    result.add_argument("--title", help="default: the name of LOG")
    result.add_argument("--interval", type=seconds, default=0.1, metavar="S",
                        help="shortest time in s that is drawn as one mean (0.1)")
    result.add_argument("--run", type=int, metavar="N",
                        help="which run of a log that was appended to, from 1; default: the last")
    result.add_argument("--live", action="store_true",
                        help="follow LOG in the terminal until Ctrl-C; no file is written")
    result.add_argument("--for", type=seconds, dest="seconds", metavar="S",
                        help="with --live: stop after so many s")
    return result


def run_of(log, number):
    if number is None:
        return log.runs[-1]
    if not 1 <= number <= len(log.runs):
        raise output.Unable(f"--run {number}: the log has {logs.count(len(log.runs), 'run')}")
    return log.runs[number - 1]


def pictures_of(options):
    """(pictures, what was read)"""
    from . import pictures, transmissions  # Matplotlib takes its time
    title = options.title or os.path.basename(options.log)
    log = logs.read(options.log)
    if log.runs:
        run = run_of(log, options.run)
        return pictures.Pictures(run, title, options.interval), log.describe()
    times = transmissions.read(options.log)
    if times:
        return transmissions.Pictures(times.packets, title, options.interval), times.describe()
    left = logs.count(log.broken + log.unknown, "line")
    raise output.Unable(f"{options.log}: no line of a log that is known here ({left} left "
                        "out)" if log.broken + log.unknown else f"{options.log} is empty")


def draw(options):
    path = options.output or os.path.splitext(options.log)[0] + ".svg"
    if os.path.splitext(path)[1].lower() not in output.KINDS:
        raise output.Unable(f"{path}: the name has to end in {', '.join(output.KINDS)}")
    pictures, described = pictures_of(options)
    output.write(path, pictures, described)
    print(f"{options.log}: {described}")
    for what, text in pictures.summary():
        print(f"  {what:<13} {text}")
    print(path)


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        if options.live:
            from . import live
            return live.follow(options.log, options.seconds)
        draw(options)
    except (ImportError, output.Unable) as error:
        print(f"scream-plot: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"scream-plot: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0
