# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The quickstart does what the README says."""
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any, NamedTuple

import realtime
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


class Picture(unittest.TestCase):
    METER = Meter([Sample(0.0, 2e6, 1e6, 1.5e6, 0.001, 0.002),
                   Sample(0.5, 2e6, 1.8e6, 1.5e6, 0.003, 0.004),
                   Sample(1.0, 1e6, 0.9e6, 0.8e6, math.nan, 0.006)],
                  Frames([(0.1, 0.05), (0.9, 0.07)]))

    def held(self, plot: Any) -> dict[str, Any]:
        return {line.get_label(): [[x, y] for x, y in line.get_xydata().round(6).tolist()
                                   if not math.isnan(y)] for line in plot.axes.get_lines()}

    def test_axes_hold_what_was_measured(self) -> None:
        sys.path.insert(0, os.path.join(ROOT, "examples", "quickstart"))
        import picture
        made = picture.of(self.METER)
        rates, queues, frames = map(self.held, made.plots)
        self.assertEqual(rates, {"capacity": [[0, 2], [1, 1]],
                                 "send rate": [[0, 1], [0.5, 1.8], [1, 0.9]],
                                 "encoder target": [[0, 1.5], [1, 0.8]]})
        self.assertEqual(queues, {"in the sender": [[0, 1], [0.5, 3]],
                                  "in the link": [[0, 2], [0.5, 4], [1, 6]]})
        self.assertEqual(frames, {"each frame": [[0.1, 50], [0.9, 70]]})
        self.assertEqual([plot.axes.get_xlim() for plot in made.plots], [(0, 1)] * 3)
        self.assertEqual(len(picture.of(self.METER, with_frames=False).plots), 2)


class Quickstart(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.page = os.path.join(self.folder.name, "report.html")

    def tearDown(self) -> None:
        self.folder.cleanup()

    def run_it(self, *arguments: Any) -> Any:
        return subprocess.run([*RUN, "--seconds", "3", "--output", self.page, *arguments],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=self.folder.name, timeout=PATIENCE, check=False,
                              env={name: value for name, value in os.environ.items()
                                   if "DISPLAY" not in name})

    def check_page(self, least_points: Any) -> None:
        """All three plots, and as many points in the line of the frames, which is the last."""
        with open(self.page, encoding="utf-8") as file:
            page = file.read()
        picture, = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
        for heading in ("Rates ", "Queues, ms", "Frame delay, "):
            self.assertEqual(picture.count(f">{heading}"), 1, heading)
        self.assertGreater(max(path.count("L") for path in re.findall(r' d="([^"]*)"', picture)),
                           least_points)

    @realtime.patient
    def test_runs_and_reports(self) -> None:
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Picture: {os.path.realpath(self.page)}", done.stdout)
        self.assertIn("Frame delay", done.stdout)
        # 20 samples a second and 30 frames; half of it on a busy machine.
        self.check_page(25)

    @realtime.patient
    def test_file_goes_round(self) -> None:
        clip = os.path.join(self.folder.name, "clip.mkv")
        subprocess.run(["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=30", "!", "vp8enc",
                        "deadline=1", "!", "matroskamux", "!", "filesink", f"location={clip}"],
                       check=True, timeout=PATIENCE)
        done = self.run_it("--input", clip, "--encoder", "vp8enc")
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = int(re.search(r"Frames +(\d+) shown", done.stdout)[1])
        # One round is 30 frames.
        self.assertGreater(shown, 40)

    def said(self, done: Any, pattern: str) -> int:
        self.assertEqual(done.returncode, 0, done.stderr)
        found = re.search(pattern, done.stdout)
        self.assertIsNotNone(found, done.stdout)
        return int(found[1])

    @realtime.patient
    def test_losses_are_repaired(self) -> None:
        done = self.run_it("--loss", "5", "--repair", "auto", "--seconds", "4")
        lost = self.said(done, r"Packets lost +(\d+) of")
        self.assertGreater(lost, 3)     # of some 500
        # Two round trips fit: each is asked for; twice or more are those asked for last.
        again = self.said(done, r"Repair +(\d+) packets sent again")
        self.assertGreater(again, lost / 2)
        self.assertLess(again, 8 * lost)
        # Half of the round trip at least, and what screamsrc waits with what is decoded.
        delay = self.said(done, r"Frame delay +p50 (\d+) ms")
        self.assertGreater(delay, 25)
        self.assertLess(delay, 1000)
        with open(self.page, encoding="utf-8") as file:
            self.assertIn("repair=auto", file.read())
        self.check_page(25)

    @realtime.patient
    def test_losses_stay_without_repair(self) -> None:
        done = self.run_it("--loss", "5", "--seconds", "4")
        self.assertGreater(self.said(done, r"Packets lost +(\d+) of"), 3)
        self.assertEqual(self.said(done, r"Repair +(\d+) packets sent again"), 0)

    @realtime.patient
    def test_pictures_adapt(self) -> None:
        done = self.run_it("--adapt", "auto", "--schedule", "0:200k", "--initial-bitrate",
                           "150k", "--seconds", "6")
        # 640 x 360 have 0.02 bits for each pixel, and the first change is after 2 s.
        width = self.said(done, r"Pictures .*?\b(?!640)(\d+)×")
        self.assertLess(width, 640)

    @realtime.patient
    def test_interrupt_still_reports(self) -> None:
        process = subprocess.Popen(
            [*RUN, "--seconds", "60", "--output", self.page], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True, cwd=self.folder.name)
        for line in process.stdout:
            if line.strip().startswith("1."):
                break
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - started, 20)
        self.assertEqual(process.returncode, 0)
        self.assertIn("Picture:", output)
        self.check_page(5)

    def test_help_needs_python_only(self) -> None:
        done = subprocess.run(["/usr/bin/python3", "-S", "-B", os.path.join(
            ROOT, "examples", "quickstart", "options.py"), "--help"],
            capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for option in ("--trace", "--loss", "--repair", "--adapt"):
            self.assertIn(option, done.stdout)

    def test_faults_name_the_argument(self) -> None:
        trace = os.path.join(self.folder.name, "trace")
        with open(trace, "w", encoding="utf-8") as file:
            file.write("1\n2\nthree\n")
        for arguments, words in ((["--input", "no-such-file"], "no-such-file"),
                                 (["--input", self.folder.name], "folder"),
                                 (["--output", "no-such-folder/x"], "no-such-folder"),
                                 (["--seconds", "0"], "seconds"),
                                 (["--encoder", "fastenc"], "x264enc"),
                                 (["--display"], "DISPLAY"),
                                 (["--max-bitrate", "fast"], "fast"),
                                 (["--controller", "fastest"], "scream"),
                                 (["--min-bitrate", "6M"], "max-bitrate"),
                                 (["--schedule", "0:2X"], "schedule"),
                                 (["--trace", trace], "line 3"),
                                 (["--loss", "much"], "'much' is not a percentage"),
                                 (["--loss", "101"], "0 to 100"),
                                 (["--loss", "nan"], "0 to 100"),
                                 (["--repair", "glue"], "--repair: 'glue' is none of none, retr"),
                                 (["--adapt", "all"], "--adapt: 'all' is none of none, auto")):
            done = self.run_it(*arguments)
            self.assertIn(done.returncode, (1, 2), arguments)  # not a signal's
            self.assertIn(words, done.stdout + done.stderr)
            self.assertNotIn("Traceback", done.stderr)
