# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What an output folder of scream-ab holds.

A run that failed, or still runs, lacks files, columns, or the end of a line: what is
missing is empty here, and the page says what the run says of itself.
"""
import csv
import math
import os
import re
from functools import cached_property
from typing import Any, NamedTuple

from gstscream.files import TooLarge, lines, read_json
from gstscream.order import CONTROLLERS, listed_first
from gstscream.stats.freezes import freezes

from . import packets
from .names import short

DONE, FAILED, UNFINISHED = "done", "failed", "unfinished"


class Frame(NamedTuple):
    """A line of frames.csv; times in s, shown is NaN of a frame that never was."""
    captured: float
    size: float
    key: bool
    shown: float
    psnr: float
    ssim: float


def number(text: Any) -> Any:
    """NaN of what is no number."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def json_of(path: str) -> Any:
    """{} if there is no such file or half of it."""
    found = read_json(path)
    return found if isinstance(found, dict) else {}


def lines_of(path: str) -> list[Any]:
    """A dict for each whole line of a CSV file."""
    try:
        return [row for row in csv.DictReader(lines(path)) if None not in row.values()]
    except (OSError, TooLarge, csv.Error):
        return []


class Run:
    """A folder of runs/."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        said = json_of(os.path.join(folder, "run.json"))
        self.id = str(said.get("id") or os.path.basename(folder))
        self.controller = str(said.get("controller", ""))
        self.encoder = str(said.get("encoder", ""))
        self.link_name = str(said.get("link_name") or said.get("link") or "")
        self.link_text = str(said.get("link") or "")
        self.tcp = str(said.get("tcp") or "")
        self.repeat = said.get("repeat", 0)
        self.seconds = number(said.get("seconds"))
        self.state = said.get("state", UNFINISHED)
        self.error = str(said.get("error") or "")
        self.start = number(said.get("start"))
        self.figures = said.get("figures") or {}
        self.trusted = said.get("trusted", True) is not False

    @property
    def done(self) -> bool:
        return bool(self.state == DONE)

    @property
    def usable(self) -> Any:
        return self.done and self.trusted

    @property
    def scenario(self) -> Any:
        return Scenario(self.link_name, self.encoder)

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def figure(self, name: str) -> Any:
        """None if the run did not measure it."""
        value = number(self.figures.get(name))
        return value if math.isfinite(value) else None

    @cached_property
    def link_stats(self) -> Any:
        return json_of(self.path("link.json"))

    @cached_property
    def video(self) -> Any:
        """What the link did to the video's packets."""
        return packets.read(self.path("link.csv"), self.start)

    @property
    def queue_delays(self) -> list[Any]:
        """[(s, ms)] of the video's packets that arrived."""
        return list(zip(self.video.times, self.video.delays))

    @cached_property
    def frames(self) -> list[Any]:
        found = [Frame(number(row.get("captured")), number(row.get("bytes")),
                       number(row.get("key")) == 1, number(row.get("shown")),
                       number(row.get("psnr")), number(row.get("ssim")))
                 for row in lines_of(self.path("frames.csv"))]
        return [frame for frame in found if math.isfinite(frame.captured)]

    @cached_property
    def frame_delays(self) -> list[Any]:
        """[(s, ms)]; NaN of a frame that was not shown."""
        return [(frame.captured, (frame.shown - frame.captured) * 1e3)
                for frame in self.frames]

    @cached_property
    def skipped(self) -> list[Any]:
        return [frame.captured for frame in self.frames if frame.size == 0]

    @cached_property
    def never_shown(self) -> list[Any]:
        return [frame.captured for frame in self.frames
                if frame.size > 0 and not math.isfinite(frame.shown)]

    @cached_property
    def freezes(self) -> Any:
        return freezes(sorted(frame.shown for frame in self.frames
                              if math.isfinite(frame.shown)), self.seconds)

    @cached_property
    def samples(self) -> Any:
        return lines_of(self.path("samples.csv"))

    def forget(self) -> None:
        """Gives the memory of what was read back."""
        for name in READ:
            self.__dict__.pop(name, None)

    def series(self, name: str, factor: float = 1.0) -> Any:
        """[(s, value * factor)] of a column of samples.csv."""
        found = [(number(row.get("time")), number(row.get(name)) * factor)
                 for row in self.samples]
        found = [point for point in found if point[0] >= 0]
        return found if any(math.isfinite(value) for _, value in found) else []

    @cached_property
    def delay_target(self) -> Any:
        """[(s, ms)]; empty of a controller that has none."""
        found = self.series("delay-target", 1e3)
        return found if any(value > 0 for _, value in found) else []

    @cached_property
    def tcp_rate(self) -> list[Any]:
        """[(s, bit/s)]"""
        found = [(number(row.get("time")), number(row.get("rate")))
                 for row in lines_of(self.path("tcp.csv"))]
        return [point for point in found if point[0] >= 0]


READ = [name for name, value in vars(Run).items() if isinstance(value, cached_property)]


class Scenario(NamedTuple):
    """What the controllers of a comparison share."""
    link: str
    encoder: str

    def anchor(self) -> str:
        """Of its section on the page."""
        return "-".join(re.sub(r"[^\w.]", "_", part) for part in self)


class Folder:
    """All runs of an output folder, in the order of the page."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.settings = json_of(os.path.join(path, "settings.json"))
        top = os.path.join(path, "runs")
        names = sorted(os.listdir(top)) if os.path.isdir(top) else []
        runs = [Run(os.path.join(top, name)) for name in names
                if os.path.isdir(os.path.join(top, name))]
        self.unfinished = [run for run in runs if run.state not in (DONE, FAILED)]
        runs = [run for run in runs if run.state in (DONE, FAILED)]
        labels = self.ordered("controllers", {run.controller for run in runs})
        self.label_of = {name: label for label, name in short(
            labels, self.settings.get("case")).items()}
        self.controllers = list(self.label_of)
        name_of = {label: name for name, label in self.label_of.items()}
        for run in runs:
            run.controller = name_of[run.controller]
        self.encoders = self.ordered("encoders", {run.encoder for run in runs})
        self.links = self.ordered("links", {run.link_name for run in runs})
        self.runs = sorted(runs, key=lambda run: (
            self.links.index(run.link_name), self.encoders.index(run.encoder),
            self.controllers.index(run.controller), run.repeat))
        self.scenarios = list(dict.fromkeys(run.scenario for run in self.runs))

    def ordered(self, setting: str, there: Any) -> list[Any]:
        """As the user listed them, if the settings tell."""
        listed = self.settings.get(setting)
        listed = [entry.get("name") if isinstance(entry, dict) else entry
                  for entry in listed] if isinstance(listed, list) else []
        return sorted(there, key=listed_first(listed or CONTROLLERS))

    def of(self, scenario: Scenario, controller: str | None = None) -> list[Any]:
        return [run for run in self.runs if run.scenario == scenario
                and controller in (None, run.controller)]
