# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The quickstart does what the README says."""
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from typing import Any, NamedTuple

import pytest

from where import BUILD, ROOT

RUN = [os.path.join(ROOT, "examples", "quickstart", "run"), "--yes", "--build", BUILD]
# Starting, on a busy machine; the runs themselves take 3 s.
PATIENCE = 60


class Sample(NamedTuple):
    """As of the quickstart's meter."""
    time: float
    capacity: float
    send_rate: float
    target: float
    sender_queue: float
    link_queue: float


class Frames(NamedTuple):
    delays: list[Any]


class Meter(NamedTuple):
    samples: list[Any]
    frames: Frames


# --- picture --------------------------------------------------------------

METER = Meter([Sample(0.0, 2e6, 1e6, 1.5e6, 0.001, 0.002),
               Sample(0.5, 2e6, 1.8e6, 1.5e6, 0.003, 0.004),
               Sample(1.0, 1e6, 0.9e6, 0.8e6, math.nan, 0.006)],
              Frames([(0.1, 0.05), (0.9, 0.07)]))


def held(plot: Any) -> dict[str, Any]:
    return {line.get_label(): [[x, y] for x, y in line.get_xydata().round(6).tolist()
                               if not math.isnan(y)] for line in plot.axes.get_lines()}


def test_axes_hold_what_was_measured() -> None:
    sys.path.insert(0, os.path.join(ROOT, "examples", "quickstart"))
    import picture
    made = picture.of(METER)
    rates, queues, frames = map(held, made.plots)
    assert rates == {
        "capacity": [[0, 2], [1, 1]], "send rate": [[0, 1], [0.5, 1.8], [1, 0.9]],
        "encoder target": [[0, 1.5], [1, 0.8]]}
    assert queues == {
        "in the sender": [[0, 1], [0.5, 3]], "in the link": [[0, 2], [0.5, 4], [1, 6]]}
    assert frames == {"each frame": [[0.1, 50], [0.9, 70]]}
    assert [plot.axes.get_xlim() for plot in made.plots] == [(0, 1)] * 3
    assert len(picture.of(METER, with_frames=False).plots) == 2


class Quickstart:
    """Its program, and what it leaves in a folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.page = os.path.join(folder, "report.html")

    def run_it(self, *arguments: Any) -> Any:
        return subprocess.run([*RUN, "--seconds", "3", "--output", self.page, *arguments],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=self.folder, timeout=PATIENCE, check=False,
                              env={name: value for name, value in os.environ.items()
                                   if "DISPLAY" not in name})

    def check_page(self, least_points: Any) -> None:
        """A wide picture and a narrow one, each of all three plots, and of as many points in the
        line of the frames, which is the last."""
        page = pathlib.Path(self.page).read_text("utf-8")
        pictures = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
        assert len(pictures) == 2
        for picture in pictures:
            for heading in ("Rates ", "Queues, ms", "Frame delay, "):
                assert picture.count(f">{heading}") == 1, heading
            paths = re.findall(r' d="([^"]*)"', picture)
            assert max(path.count("L") for path in paths) > least_points

    def said(self, done: Any, pattern: str) -> int:
        assert done.returncode == 0, done.stderr
        found = re.search(pattern, done.stdout)
        assert found is not None, done.stdout
        return int(found[1])


@pytest.fixture
def quickstart(tmp_path: pathlib.Path) -> Quickstart:
    return Quickstart(str(tmp_path))


@pytest.mark.patient
def test_runs_and_reports(quickstart: Quickstart) -> None:
    done = quickstart.run_it()
    assert done.returncode == 0, done.stderr
    assert f"Picture: {os.path.realpath(quickstart.page)}" in done.stdout
    assert "Frame delay" in done.stdout
    # 20 samples a second and 30 frames; half of it on a busy machine.
    quickstart.check_page(25)


@pytest.mark.patient
def test_file_goes_round(quickstart: Quickstart) -> None:
    clip = os.path.join(quickstart.folder, "clip.mkv")
    subprocess.run(["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=30", "!", "vp8enc",
                    "deadline=1", "!", "matroskamux", "!", "filesink", f"location={clip}"],
                   check=True, timeout=PATIENCE)
    done = quickstart.run_it("--input", clip, "--encoder", "vp8enc")
    assert done.returncode == 0, done.stderr
    shown = int(re.search(r"Frames +(\d+) shown", done.stdout)[1])
    # One round is 30 frames.
    assert shown > 40


@pytest.mark.patient
def test_losses_are_repaired(quickstart: Quickstart) -> None:
    done = quickstart.run_it("--loss", "5", "--repair", "auto", "--seconds", "4")
    lost = quickstart.said(done, r"Packets lost +(\d+) of")
    assert lost > 3     # of some 500
    # Two round trips fit: each is asked for; twice or more are those asked for last.
    again = quickstart.said(done, r"Repair +(\d+) packets sent again")
    assert again > lost / 2
    assert again < 8 * lost
    # Half of the round trip at least, and what screamsrc waits with what is decoded.
    delay = quickstart.said(done, r"Frame delay +p50 (\d+) ms")
    assert delay > 25
    assert delay < 1000
    assert "repair=auto" in pathlib.Path(quickstart.page).read_text("utf-8")
    quickstart.check_page(25)


@pytest.mark.patient
def test_losses_stay_without_repair(quickstart: Quickstart) -> None:
    done = quickstart.run_it("--loss", "5", "--seconds", "4")
    assert quickstart.said(done, r"Packets lost +(\d+) of") > 3
    assert quickstart.said(done, r"Repair +(\d+) packets sent again") == 0


@pytest.mark.patient
def test_pictures_adapt(quickstart: Quickstart) -> None:
    done = quickstart.run_it("--adapt", "auto", "--schedule", "0:200k", "--initial-bitrate", "150k",
                             "--seconds", "6")
    # 640 x 360 have 0.02 bits for each pixel, and the first change is after 2 s.
    width = quickstart.said(done, r"Pictures .*?\b(?!640)(\d+)×")
    assert width < 640


@pytest.mark.patient
def test_interrupt_still_reports(quickstart: Quickstart) -> None:
    process = subprocess.Popen([*RUN, "--seconds", "60", "--output", quickstart.page],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                               cwd=quickstart.folder)
    for line in process.stdout:
        if line.strip().startswith("1."):
            break
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - started < 20
    assert process.returncode == 0
    assert "Picture:" in output
    quickstart.check_page(5)


def test_help_needs_python_only() -> None:
    done = subprocess.run(["/usr/bin/python3", "-S", "-B", os.path.join(
        ROOT, "examples", "quickstart", "options.py"), "--help"],
        capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    for option in ("--trace", "--loss", "--repair", "--adapt"):
        assert option in done.stdout


def test_faults_name_the_argument(quickstart: Quickstart) -> None:
    trace = os.path.join(quickstart.folder, "trace")
    pathlib.Path(trace).write_text("1\n2\nthree\n", "utf-8")
    for arguments, words in ((["--input", "no-such-file"],
                              "no-such-file"), (["--input", quickstart.folder],
                                                "folder"), (["--output", "no-such-folder/x"],
                                                            "no-such-folder"), (["--seconds",
                                                                                 "0"], "seconds"),
                             (["--encoder", "fastenc"], "x264enc"), (["--display"], "DISPLAY"),
                             (["--max-bitrate",
                               "fast"], "fast"), (["--controller",
                                                   "fastest"], "scream"), (["--min-bitrate",
                                                                            "6M"], "max-bitrate"),
                             (["--schedule", "0:2X"], "schedule"), (["--trace", trace], "line 3"),
                             (["--loss",
                               "much"], "'much' is not a percentage"), (["--loss",
                                                                         "101"], "0 to 100"),
                             (["--loss",
                               "nan"], "0 to 100"), (["--repair", "glue"],
                                                     "--repair: 'glue' is none of none, retr"),
                             (["--adapt", "all"], "--adapt: 'all' is none of none, auto")):
        done = quickstart.run_it(*arguments)
        assert done.returncode in (1, 2), arguments  # not a signal's
        assert words in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
