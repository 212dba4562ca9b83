# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""quickstart_test.py ROOT BUILD: the quickstart does what the README says."""
import importlib.util
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import realtime

ROOT, BUILD = sys.argv[1:3]
RUN = [os.path.join(ROOT, "examples", "quickstart", "run"), "--yes", "--build", BUILD]
# Starting, on a busy machine; the runs themselves take 3 s.
PATIENCE = 60


def svgplot():
    path = os.path.join(ROOT, "tools", "gstscream", "svgplot.py")
    spec = importlib.util.spec_from_file_location("svgplot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Plot(unittest.TestCase):
    def test_ticks_are_round_and_few(self):
        plot = svgplot()
        for high in (0.3, 1, 7, 60, 299, 12345):
            values = plot.ticks(high, 5)
            self.assertLessEqual(len(values), 6)
            self.assertGreaterEqual(len(values), 3)
            self.assertLessEqual(values[-1], high * 1.001)

    def test_unknown_values_break_the_line(self):
        plot = svgplot()
        figure = plot.Figure("a", "b")
        figure.line("c", [(0, 1), (1, math.nan), (2, None), (3, 1), (4, 2)], "#000")
        self.assertEqual(re.findall("[ML]", re.search(r"<path d='([^']*)'", figure.svg())[1]),
                         ["M", "M", "L"])

    def test_nothing_measured(self):
        self.assertIn("</svg>", svgplot().Figure("a", "b").svg())


class Quickstart(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.page = os.path.join(self.folder.name, "report.html")

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *arguments):
        return subprocess.run([*RUN, "--seconds", "3", "--output", self.page, *arguments],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=self.folder.name, timeout=PATIENCE, check=False,
                              env={name: value for name, value in os.environ.items()
                                   if "DISPLAY" not in name})

    def check_page(self, least_points):
        """All three plots, and as many points in each line."""
        with open(self.page, encoding="utf-8") as file:
            page = file.read()
        plots = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
        self.assertEqual(len(plots), 3)
        lines = [re.findall(r"<path d='([^']*)'", plot) for plot in plots]
        self.assertEqual([len(line) for line in lines], [3, 2, 1])
        for line in sum(lines, []):
            self.assertGreater(len(re.findall("[ML]", line)), least_points)

    @realtime.patient
    def test_runs_and_reports(self):
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Picture: {os.path.realpath(self.page)}", done.stdout)
        self.assertIn("Frame delay", done.stdout)
        # 20 samples a second and 30 frames; half of it on a busy machine.
        self.check_page(25)

    @realtime.patient
    def test_file_goes_round(self):
        clip = os.path.join(self.folder.name, "clip.mkv")
        subprocess.run(["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=30", "!", "vp8enc",
                        "deadline=1", "!", "matroskamux", "!", "filesink", f"location={clip}"],
                       check=True, timeout=PATIENCE)
        done = self.run_it("--input", clip, "--encoder", "vp8enc")
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = int(re.search(r"Frames +(\d+) shown", done.stdout)[1])
        # One round is 30 frames.
        self.assertGreater(shown, 40)

    @realtime.patient
    def test_interrupt_still_reports(self):
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

    def test_help_needs_python_only(self):
        done = subprocess.run(["/usr/bin/python3", "-S", "-B", os.path.join(
            ROOT, "examples", "quickstart", "options.py"), "--help"],
            capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("--trace", done.stdout)

    def test_faults_name_the_argument(self):
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
                                 (["--trace", trace], "line 3")):
            done = self.run_it(*arguments)
            self.assertIn(done.returncode, (1, 2), arguments)  # not a signal's
            self.assertIn(words, done.stdout + done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    realtime.main()
