# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The examples of applications, run for some seconds."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import realtime
from plugins import environment
from where import BUILD, ROOT

C_SECONDS = 8
PYTHON_SECONDS = 14
ANIMATED_SECONDS = 8
PATIENCE = 40  # s
EXAMPLES = os.path.join(ROOT, "examples", "application")


def has_needs(env: dict[str, str]) -> bool:
    """x264enc and PyGObject, which the examples use."""
    code = ("import gi; gi.require_version('Gst', '1.0'); from gi.repository import Gst; "
            "Gst.init(None); raise SystemExit(Gst.ElementFactory.find('x264enc') is None)")
    return subprocess.run([sys.executable, "-c", code], env=env, check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


@realtime.patient
class Examples(unittest.TestCase):
    """All run at the same time, which is shorter."""

    def test_what_they_say(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            env = environment(BUILD, folder)
            if not has_needs(env):
                self.skipTest("x264enc or PyGObject is missing")
            self.run_all(env)
        self.check_end()
        self.check_c_split()
        self.check_c_pauses()
        self.check_c_sets_one_encoder()
        self.check_python_layers()
        self.check_animated()

    def run_all(self, env: dict[str, str]) -> None:
        commands = {
            "c": [os.path.join(BUILD, "examples", "application", "two-cameras"),
                  str(C_SECONDS)],
            "python": [sys.executable, os.path.join(EXAMPLES, "simulcast.py"),
                       str(PYTHON_SECONDS)],
            "animated": [sys.executable, os.path.join(EXAMPLES, "animated-link.py"),
                         str(ANIMATED_SECONDS)]}
        started = {name: subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE)
                   for name, command in commands.items()}
        self.out, self.err, self.status = {}, {}, {}
        for name, process in started.items():
            try:
                self.out[name], self.err[name] = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                self.out[name], self.err[name] = process.communicate()
            self.status[name] = process.returncode

    def check_end(self) -> None:
        self.assertEqual(self.status, {"c": 0, "python": 0, "animated": 0}, self.err)
        self.assertNotIn("CRITICAL", self.err["c"] + self.err["python"] + self.err["animated"])
        self.assertNotIn("Traceback", self.err["python"] + self.err["animated"])

    def check_c_split(self) -> None:
        """Four fifths for the speaker, all of it while the listener is paused."""
        parts, total = [], None
        for what, kbits in re.findall(r"^(tx|sink_0) may send (\d+)", self.out["c"], re.M):
            if what == "tx":
                total = int(kbits)
            elif total:
                parts.append(int(kbits) / total)
        self.assertTrue(any(0.78 < part < 0.82 for part in parts), parts)
        self.assertTrue(any(0.97 < part < 1.03 for part in parts), parts)

    def check_c_pauses(self) -> None:
        states = re.findall(r"^sink_1 is (\w+)", self.out["c"], re.M)
        self.assertEqual(states, ["paused", "active"])
        self.assertIn("sink_1 sends 0 kbit/s", self.out["c"])

    def check_c_sets_one_encoder(self) -> None:
        steps = {int(kbits) for kbits in re.findall(r"listener is set to (\d+)", self.out["c"])}
        self.assertTrue(steps)
        self.assertEqual({step % 50 for step in steps}, {0})

    def check_python_layers(self) -> None:
        """The top one at least, in order."""
        switches = re.findall(r"^(sink_\d) (on|off)$", self.out["python"], re.M)
        self.assertIn(("sink_2", "off"), switches)
        self.assertIn(("sink_2", "on"), switches)
        self.assertNotIn(("sink_0", "off"), switches)
        self.assertGreaterEqual(self.out["python"].count("kbit/s:"), PYTHON_SECONDS - 3)

    def check_animated(self) -> None:
        """From 3 Mbit/s down to 600 kbit/s, whose neighbourhood lasts for half a second, and up
        again; then some packets are lost.  The video is at most what the link carries."""
        links = [int(kbits) for kbits in re.findall(r"^link (\d+) kbit/s", self.out["animated"],
                                                    re.M)]
        lowest = links.index(min(links))
        self.assertTrue(600 <= links[lowest] < 1000, links)
        self.assertEqual(links[2:lowest + 1], sorted(links[2:lowest + 1], reverse=True))
        self.assertEqual(links[lowest:], sorted(links[lowest:]))
        self.assertGreater(links[-1], 2000)
        losses = re.findall(r"loss ([\d.]+)", self.out["animated"])
        self.assertEqual((losses[2], losses[-1]), ("0.00", "0.02"))
