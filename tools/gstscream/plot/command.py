# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line of scream-plot."""
import os
from typing import Any

from gstscream.errors import UserError
from gstscream.options import Parser, seconds, status
from gstscream.plot.formats import kinds

from . import logs, output

ABOUT = """\
Draws rates, delays, losses and frames over time, and distributions, from the log of a
sender: of screamtx (log-location=FILE), or of a bandwidth test tool (-log FILE; output
of -verbose; -txrxlog FILE); or from recordings of other programs: captures with RTP and
RTCP (pcap, pcapng; two of one run for the delay of each packet), the dump of
chrome://webrtc-internals, statistics of rtpgccbwe, webrtcsink, webrtcbin and rtpbin.
The format is recognised; missing curves are named."""
EXAMPLES = """\
examples:
  scream-plot run.csv                  run.svg
  scream-plot run.csv -o run.html      a page with numbers; or .png
  scream-plot --live run.csv           in the terminal, while the log grows
  scream-plot sender.pcap receiver.pcap
  scream-plot webrtc_internals_dump.txt -o call.html

exit status: 0; 2 for an unusable log or option, with the reason"""
LOG, TRANSMISSIONS = "log", "txrxlog"


def parser() -> Any:
    result = Parser("scream-plot", ABOUT, EXAMPLES)
    result.add_argument("logs", metavar="LOG", nargs="+",
                        help="the log of a sender, or a recording; or two captures of one run, "
                        "the sender's and the receiver's")
    result.add_argument("--format", choices=[LOG, TRANSMISSIONS, *kinds.READERS],
                        help="of LOG (default: recognised)")
    result.add_argument("-o", "--output", metavar="FILE",
                        help="a .svg, .png or .html file (default: the name of LOG, .svg)")
    result.add_argument("--title", help="default: the name of LOG")
    result.add_argument("--interval", type=seconds(0.001), default=0.1, metavar="S",
                        help="time of one mean in s (0.1)")
    result.add_argument("--run", type=int, metavar="N",
                        help="number of the run in a log (default: the last), or of the "
                        "PeerConnection or consumer (default: that with most bytes)")
    result.add_argument("--live", action="store_true",
                        help="follow LOG in the terminal until Ctrl-C; no file is written")
    result.add_argument("--for", type=seconds(0.001), dest="seconds", metavar="S",
                        help="with --live: stop after S seconds")
    return result


def numbered(things: Any, number: int, what: str) -> Any:
    if not 1 <= number <= len(things):
        raise UserError(f"--run {number}: the {what}")
    return things[number - 1]


def of_log(log: Any, options: Any, title: str) -> tuple[Any, Any]:
    from . import pictures
    runs = log.runs
    run = runs[-1] if options.run is None else numbered(
        runs, options.run, f"log has {logs.count(len(runs), 'run')}")
    return pictures.Pictures(run, title, options.interval), log.describe()


def of_recordings(found: Any, options: Any, title: str) -> tuple[Any, Any]:
    from . import recorded
    chosen = kinds.heaviest(found) if options.run is None else numbered(
        found, options.run, f"file has {len(found)} to choose from")
    more = f", one of {len(found)} in the file (--run)" if len(found) > 1 else ""
    return recorded.Pictures(chosen, title, options.interval), chosen.describe() + more


def of_lines(path: str, options: Any, title: str) -> Any:
    """Of what is no capture and no JSON."""
    from . import transmissions
    log = logs.read(path) if options.format in (None, LOG) else None
    if log and log.runs:
        return of_log(log, options, title)
    times = transmissions.read(path) if options.format in (None, TRANSMISSIONS) else None
    if times:
        return transmissions.Pictures(times.packets, title, options.interval), times.describe()
    kind = None if options.format else kinds.of_lines(path)
    if kind:
        return of_recordings(kinds.READERS[kind](path), options, title)
    if log and log.broken + log.unknown:
        left = logs.count(log.broken + log.unknown, "line")
        raise UserError(f"{path}: no line of a log that is known here ({left} left out); "
                            "see --help for what can be read")
    raise UserError(f"{path} is empty" if log else f"{path}: no {options.format}")


def pictures_of(options: Any) -> Any:
    """(pictures, what was read)"""
    title = options.title or os.path.basename(options.logs[0])
    if len(options.logs) > 1:
        from gstscream.plot.formats import packets
        return of_recordings([packets.two(*options.logs)], options, title)
    path, = options.logs
    kind = options.format or kinds.of_bytes(path)
    if kind in kinds.READERS:
        return of_recordings(kinds.READERS[kind](path), options, title)
    return of_lines(path, options, title)


def check(options: Any) -> None:
    """What the parser cannot see."""
    captures = options.format in (None, kinds.PCAP) and not options.live
    if len(options.logs) > 2 or len(options.logs) == 2 and not (captures and all(
            kinds.of_bytes(path) == kinds.PCAP for path in options.logs)):
        raise UserError(f"{options.logs[1]}: one LOG, or two captures of one run")


def draw(options: Any) -> None:
    path = options.output or os.path.splitext(options.logs[0])[0] + ".svg"
    if os.path.splitext(path)[1].lower() not in output.KINDS:
        raise UserError(f"{path}: the name has to end in {', '.join(output.KINDS)}")
    pictures, described = pictures_of(options)
    output.write(path, pictures, described)
    print(f"{', '.join(options.logs)}: {described}")
    for what, text in pictures.summary():
        print(f"  {what:<13} {text}")
    print(path)


def follow_or_draw(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    check(options)
    if options.live:
        from . import live
        return live.follow(options.logs[0], options.seconds)
    draw(options)
    return 0


def main(arguments: list[str]) -> int:
    return status("scream-plot", lambda: follow_or_draw(arguments))
