# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab doctor: is this machine fit to measure in real time, and what to do if not."""
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from gstscream import libraries, terminal
from gstscream.errors import UserError
from gstscream.options import Parser

from . import machine
from .machine import BAD, FINE, NOTE, Finding

HEALTHY, UNFIT = 0, 1
DESCRIPTION = """\
Says what on this machine makes figures in real time untrustworthy, or is missing,
and what to do about it.  It watches the machine for a second; nothing is changed."""
EPILOG = "Exit status: 0 nothing bad was found, 1 something was, 2 a wrong option."
TC_SECONDS = 5
# Programs that some runs need, and their packages.
OPTIONAL = {"iperf3": "iperf3", "ip": "iproute2"}


def tc() -> Any:
    """What tc says, None without it."""
    if shutil.which("tc") is None:
        return None
    try:
        return subprocess.run(["tc", "-json", "qdisc", "show"], capture_output=True, text=True,
                              timeout=TC_SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None


def of_machine(root: str = "/") -> list[Any]:
    """Findings of the machine; takes a second."""
    before, used = machine.load(root), time.process_time()
    late = machine.lateness()
    after, own = machine.load(root), time.process_time() - used
    return [machine.processors(len(os.sched_getaffinity(0))), machine.quota(root),
            machine.governor(root), machine.clock_source(root),
            *machine.busy(before, after, own), machine.timers(late), machine.qdiscs(tc())]


def asked_of(name: str, question: Any, *arguments: str) -> Any:
    """A finding of a check that raises UserError, whose words are the remedy too."""
    try:
        question(*arguments)
    except UserError as error:
        text, _, remedy = str(error).partition(": ")
        return Finding(name, BAD, text, remedy)
    return Finding(name, FINE, "there")


def need(names: Any) -> None:
    missing = libraries.missing(*names)
    if missing:
        raise UserError(missing)


def of_software(load_gstreamer: Callable[..., Any], names: Any) -> Any:
    """load_gstreamer: raises UserError; names: of Python libraries that are needed."""
    found = [asked_of("Python libraries", need, names), asked_of("GStreamer", load_gstreamer)]
    if found[-1].level == FINE:
        from . import checks  # with GStreamer
        found += [asked_of("plugins", checks.plugins),
                  asked_of("ffmpeg", checks.program, "ffmpeg", "ffmpeg"), *of_quality(),
                  *missing_encoders()]
    found += [Finding(name, NOTE, "not there; --tun needs it", f"sudo apt-get install {package}")
              for name, package in OPTIONAL.items() if shutil.which(name) is None]
    return found


def of_quality() -> Iterator[Any]:
    """Programs that only add to what a report has."""
    from gstscream.ab.frames import files
    from gstscream.ab.results import vmaf
    if not vmaf.kind():
        yield Finding("VMAF", NOTE, "no ffmpeg with libvmaf, and no vmaf: reports are without it",
                      "Debian's ffmpeg has no libvmaf; put one that was built with "
                      "--enable-libvmaf, or the program vmaf (github.com/Netflix/vmaf), into PATH")
    if shutil.which("ffmpeg") and not files.encoder():
        yield Finding("videos", NOTE, files.NO_ENCODER, "sudo apt-get install ffmpeg")


def missing_encoders() -> Iterator[Any]:
    from gi.repository import Gst

    from gstscream import encoders
    for name in encoders.CODECS:
        missing = [each for each in encoders.codec(name).elements()
                   if Gst.ElementFactory.find(each) is None]
        if missing:
            packages = sorted({encoders.package(each) for each in missing})
            yield Finding(f"encoder {name}", NOTE, f"no {', '.join(missing)}",
                          f"sudo apt-get install {' '.join(packages)}")


def sentence(findings: Any) -> str:
    """For the head of a report."""
    bad = [f"{each.name}: {each.text}" for each in findings if each.level == BAD]
    return f"not fit to measure on: {'; '.join(bad)}" if bad else "nothing that spoils figures"


def parser() -> Any:
    made = Parser("scream-ab doctor", DESCRIPTION, EPILOG)
    made.add_argument("--json", action="store_true", help="as JSON instead of a table")
    return made


def main(arguments: list[str], load_gstreamer: Callable[..., Any], names: Any) -> Any:
    """The exit status."""
    asked = parser().parse_args(arguments)
    found = of_machine() + of_software(load_gstreamer, names)
    if asked.json:
        json.dump([each._asdict() for each in found], sys.stdout, indent=1)
        print()
    else:
        terminal.print_table([["", "", "found"]] + [
            [{FINE: "ok", NOTE: "note", BAD: "BAD"}[each.level], each.name, each.text]
            for each in found], 3)
        for each in found:
            if each.remedy:
                print(f"{each.name}: {each.remedy}")
        print(f"This machine: {sentence(found)}.")
    return UNFIT if any(each.level == BAD for each in found) else HEALTHY
