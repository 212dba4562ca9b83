# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The quickstart's options; needs nothing but Python, so that --help always works."""
import argparse
import math
import os

from shared import encoders

DESCRIPTION = "Real video from a real encoder over an emulated link, in one process."


def bitrate(text):
    """2M, 500k or 2500000."""
    scale = {"k": 1e3, "M": 1e6, "G": 1e9}.get(text[-1:], 1)
    try:
        value = int(float(text.rstrip("kMG")) * scale)
    except (ValueError, OverflowError):
        value = 0
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a bitrate such as 300k or 2.5M")
    return value


def duration(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 1 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time of 1 to 86400 seconds")
    return value


def percentage(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a percentage of 0 to 100")
    return value


def existing(text):
    if not os.path.exists(text):
        raise argparse.ArgumentTypeError(f"there is no {text}")
    if os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text} is a folder, give a file")
    return text


def writable(text):
    """Found out before the run, not after it."""
    folder = os.path.dirname(os.path.abspath(text))
    if not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"there is no folder {folder}")
    if os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"{text} is a folder, give a file")
    if not os.access(text if os.path.exists(text) else folder, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written, give another place")
    return text


def needs_bins(options):
    """Loss, repair and adapt are for screamsink and screamsrc; else there are their parts."""
    return options.loss > 0 or options.repair != "none" or options.adapt != "none"


def parser():
    result = argparse.ArgumentParser(
        prog="examples/quickstart/run", description=DESCRIPTION,
        usage="%(prog)s [--yes] [--build FOLDER] [OPTION...]",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add = result.add_argument
    add("--input", type=existing, metavar="FILE|/dev/videoN",
        help="video file, repeated in real time, or camera; default: a live test "
             "picture")
    add("--encoder", choices=sorted(encoders.CODECS), default="x264enc")
    add("--controller", default="scream",
        help="fixed stays at --initial-bitrate, for comparison; see docs/elements.md")
    add("--schedule", default="0:2M,20:1M,40:2.5M",
        help="capacity of the link: seconds:bit/s, ...")
    add("--trace", type=existing, metavar="FILE",
        help="capacity from a trace in Mahimahi format instead")
    add("--loss", type=percentage, metavar="P", default=0,
        help="random loss of packets on the link, percent")
    add("--repair", metavar="WORD", default="none",
        help="repair of lost packets: none, retransmission, fec, auto; "
             "see docs/repair.md")
    add("--adapt", metavar="WORD", default="none",
        help="adaptation of the picture to a low rate: none, auto, resolution, "
             "framerate; see docs/encoders.md")
    add("--seconds", type=duration, default=60)
    add("--min-bitrate", type=bitrate, default=100000, help="bit/s, or 100k, 2.5M")
    add("--initial-bitrate", type=bitrate, default=500000, help="likewise")
    add("--max-bitrate", type=bitrate, default=5000000, help="likewise")
    add("--display", action="store_true", help="show the received video in a window")
    add("--output", type=writable, metavar="FILE", default="quickstart-report.html",
        help="file of the picture")
    add("--svg", type=writable, metavar="FILE", help="the rates and queues also as SVG")
    return result


def parse():
    result = parser()
    options = result.parse_args()
    # Without a display some of GStreamer's video sinks crash.
    if options.display and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        result.error("--display: there is no display (DISPLAY and WAYLAND_DISPLAY are not "
                     "set); leave it out, the picture at the end needs none")
    return options


if __name__ == "__main__":
    parse()
