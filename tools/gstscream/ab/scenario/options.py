# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The command line: what was asked for, or one line that says what is wrong."""
import os
import re
import shlex
from typing import Any

from gstscream.corpus import members
from gstscream.errors import UserError
from gstscream.options import Parser, add_scheduler, count, reader, seconds, whole

from . import cases, controllers, links, units

DESCRIPTION = """\
Compares rate controls and encoders on emulated links, with real encoders and
pipelines in real time.  Runs each controller with each encoder over each link,
several times, and writes a report: OUT/index.html, OUT/results.csv."""
EPILOG = """\
link strings (--link), words separated by blanks, in any order:
  rate=2M | rate=0:2M,20:1M   bit/s, or seconds:bit/s,...; k, M, G
  trace=FILE                  instead of rate: Mahimahi format
  delay=25ms                  in each direction (default 25ms)
  jitter=5ms  loss=0.01       standard deviation; fraction of the packets
  queue=300ms | 75000B | infinite                      (default 300ms)
  aqm=droptail                or codel, pie, dualpi2; target=5ms, interval=100ms,
                              step-threshold=1ms as the properties of linkemu
  fq=true  ecn=true  seed=1   flow queues; marks instead of drops; seed of the first
                              repeat, the next has 2
  tcp=15-18                   as --tcp, for this link
  an optional name first: "slow=rate=1M delay=25ms"

properties of screamtx for a controller: scream-v1:queue-delay-target=60ms,
and parameters: scream:controller-params=beta-loss=0.8+s-rtt-min=20

examples:
  scream-ab --seconds 20 --repeat 1 -o report
  scream-ab --controllers scream,gcc --encoders x264enc,vp8enc --input clip.mp4 \\
      --link "rate=0:2M,20:1M delay=25ms queue=300ms" -o report
  sudo scream-ab --tun --controllers scream,scream-v1 --tcp 15-18 \\
      --link "rate=2M queue=300ms" -o report
  scream-ab --corpus cellular:5,wifi:5,satellite:5 --seconds 30 --repeat 1 -o report
  scream-ab doctor                      faults of this machine that spoil figures
  scream-ab compare BEFORE AFTER        two reports; see scream-ab compare --help
  scream-ab corpus write FOLDER --corpus cellular:20,wifi:20,satellite:20

The same command again resumes an interrupted comparison.  Exit status: 0 all runs
done, 1 some failed, 2 invalid options, 130 interrupted.
"""
DEFAULTS = {"controllers": "scream,fixed", "encoders": "x264enc", "seconds": 60.0,
            "repeat": 3, "size": (640, 360), "framerate": 30, "min_bitrate": 100000,
            "initial_bitrate": 500000, "max_bitrate": 5000000, "frames": 3}
MOST_FRAMES = 12


@reader
def frames(text: str) -> int:
    if text == "none":
        return 0
    if not text.isdecimal() or not 1 <= int(text) <= MOST_FRAMES:
        raise ValueError(f"{text!r} is neither none nor a number from 1 to {MOST_FRAMES}")
    return int(text)


@reader
def size(text: str) -> tuple[Any, Any]:
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None:
        raise ValueError(f"{text!r} is not a size such as 640x360")
    width, height = int(match[1]), int(match[2])
    # Rows of the raw picture then have no padding, in GStreamer and in files.
    if width % 8 or height % 2 or not 64 <= width <= 7680 or not 64 <= height <= 4320:
        raise ValueError(f"{text!r}: a width of 64 to 7680 that 8 divides, and an even "
                         "height of 64 to 4320")
    return width, height


def parser() -> Any:
    made = Parser("scream-ab", DESCRIPTION, EPILOG)
    what = made.add_argument_group("what to compare")
    what.add_argument("--controllers", metavar="A,B", help="default: scream,fixed")
    what.add_argument("--encoders", metavar="A,B", help="default: x264enc")
    what.add_argument("--link", action="append", metavar='"WORDS"',
                      help="a link, see below; repeatable "
                      "(default: 2, 1, 2.5 Mbit/s for 20 s each)")
    what.add_argument("--traces", metavar="FILE,FILE",
                      help="links with these traces, else as the first --link")
    what.add_argument("--corpus", metavar="WHAT,WHAT",
                      help="links with many traces, judged beside an oracle: folders or files "
                      "(Mahimahi, columns of time and rate, JSON), or generators with the number "
                      "of their seeds: cellular:20, 3g:20, wifi:20, satellite:20; wifi:21-40")
    what.add_argument("--tcp", metavar="START-END",
                      help="a concurrent TCP CUBIC download, in seconds; START-END+START-END "
                      "for two; needs --tun")
    what.add_argument("--case", metavar="NAME", choices=sorted(cases.CASES),
                      help="a set of options, which further options change: " + "; ".join(
                          f"{name} ({about})" for name, (about, _) in cases.CASES.items()))
    media = made.add_argument_group("the video")
    media.add_argument("--input", metavar="FILE",
                       help="a clip, repeated (default: a synthetic camera)")
    media.add_argument("--size", type=size, metavar="WxH", help="pixels (default: 640x360)")
    media.add_argument("--framerate", type=whole(1, 120, "number of frames a second"), metavar="N",
                       help="frames a second (default: 30)")
    for name, words in (("min", "100k"), ("initial", "500k; the rate of fixed"),
                        ("max", "5M")):
        media.add_argument(f"--{name}-bitrate", type=reader(units.rate), metavar="RATE",
                           help=f"bit/s of the encoder (default: {words})")
    media.add_argument("--screamtx", metavar='"PROPERTIES"',
                       help='for screamtx in all runs: "max-queue-delay=300"')
    how = made.add_argument_group("how")
    how.add_argument("--seconds", type=seconds(2), metavar="S",
                     help="length of a run (default: 60)")
    how.add_argument("--repeat", type=count, metavar="N",
                     help="runs of each combination (default: 3)")
    how.add_argument("--tun", action="store_true", default=None,
                     help="through the kernel: UDP between network namespaces with "
                     "linkemu-tun; needs root")
    how.add_argument("--frames", type=frames, metavar="N|none",
                     help="stills of two controllers at the N moments of each link with the "
                     "greatest difference, and a video (default: 3)")
    add_scheduler(how, "docs/ab.md")
    how.add_argument("--static", action="store_true", default=None,
                     help="a report of one file, with static pictures")
    how.add_argument("-o", "--output", metavar="DIR", help="folder of the report (needed)")
    return made


class Options:
    """What was asked for, with defaults, case and links worked out."""
    input: str | None
    screamtx: str | None
    case: str | None
    scheduler: str | None
    seconds: float
    repeat: int
    size: tuple[int, int]
    framerate: int
    frames: int
    min_bitrate: int
    initial_bitrate: int
    max_bitrate: int

    def __init__(self, arguments: list[str]) -> None:
        chosen = parser().parse_args(arguments)
        base = {}
        if chosen.case:
            line = shlex.split(cases.CASES[chosen.case][1])
            base = given(parser().parse_args(line))
        values: dict[str, Any] = {**DEFAULTS, **base, **given(chosen)}
        for name in ("input", "screamtx", "case", "scheduler"):
            setattr(self, name, values.get(name))
        for name in ("seconds", "repeat", "size", "framerate", "frames", "min_bitrate",
                     "initial_bitrate", "max_bitrate"):
            setattr(self, name, values[name])
        self.tun = bool(values.get("tun"))
        self.controllers = controllers.parse_list(values["controllers"])
        self.encoders = controllers.split_names(values["encoders"], "--encoders")
        traces = values.get("traces")
        self.output = values.get("output")
        self.corpus = members.read(values["corpus"]) if values.get("corpus") is not None else []
        self.links = links.everything(
            values.get("link", []),
            controllers.split_names(traces, "--traces") if traces else [], values.get("tcp"),
            [(members.path_of(self.traces(), each.name), each) for each in self.corpus])
        self.static = bool(values.get("static"))
        self.linkemu_tun: Any = None    # paths, found by checks
        self.linkemu_netns: Any = None
        self.check()

    def traces(self) -> str:
        """The folder that the traces of the corpus are written to."""
        return os.path.join(os.path.abspath(self.output or ""), "traces")

    def check(self) -> None:
        if not self.output:
            raise UserError("-o DIR is needed: the folder that the report goes to")
        if not self.min_bitrate <= self.initial_bitrate <= self.max_bitrate:
            raise UserError("--min-bitrate, --initial-bitrate, --max-bitrate: they must not "
                            "get smaller in this order")
        for link in self.links:
            for start, end in link.tcp():
                if not self.tun:
                    raise UserError(f"tcp {start}-{end}: TCP is the kernel's; add --tun "
                                    "(needs root) or leave it out")
                if end > self.seconds:
                    raise UserError(f"tcp {start}-{end} ends after the run of "
                                    f"{self.seconds:g} s; give more --seconds")


def given(namespace: Any) -> dict[Any, Any]:
    return {name: value for name, value in vars(namespace).items() if value is not None}
