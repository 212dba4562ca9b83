# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab doctor: on machines that are folders, and what it says in the report."""
import contextlib
import io
import json
import os
import tempfile
import unittest
from typing import Any
from unittest import mock

import ab_fake

from gstscream.ab import doctor, folder, machine
from gstscream.ab.machine import BAD, FINE, NOTE, Finding
from gstscream.errors import UserError
from gstscream.report import data, words

CLOCKS = "sys/devices/system/clocksource/clocksource0/"


class Machine(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = place.name

    def file(self, path: str, text: str) -> None:
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")

    def is_bad(self, found: Finding, *texts: Any) -> None:
        self.assertEqual(found.level, BAD, found)
        for text in texts:
            self.assertIn(text, found.text + found.remedy)
        self.assertTrue(found.remedy)

    def is_fine(self, found: Finding) -> None:
        self.assertEqual((found.level, found.remedy), (FINE, ""), found)

    def test_governor(self) -> None:
        self.is_fine(machine.governor(self.root))
        path = "sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor"
        self.file(path.format(0), "performance")
        self.is_fine(machine.governor(self.root))
        self.file(path.format(1), "powersave")
        self.is_bad(machine.governor(self.root), "powersave", "cpupower")

    def test_clock_source(self) -> None:
        self.is_fine(machine.clock_source(self.root))
        self.file(CLOCKS + "available_clocksource", "tsc hpet acpi_pm")
        for name in ("tsc", "kvm-clock", "arch_sys_counter"):
            self.file(CLOCKS + "current_clocksource", name)
            self.is_fine(machine.clock_source(self.root))
        self.file(CLOCKS + "current_clocksource", "hpet")
        self.is_bad(machine.clock_source(self.root), "hpet", "echo tsc")
        self.file(CLOCKS + "available_clocksource", "hpet acpi_pm")
        self.is_bad(machine.clock_source(self.root), "kernel's command line")

    def test_quota(self) -> None:
        self.is_fine(machine.quota(self.root))
        for text, level in (("max 100000", FINE), ("150000 100000", BAD), ("1 0", FINE),
                            ("garbage", FINE)):
            self.file("sys/fs/cgroup/cpu.max", text)
            self.assertEqual(machine.quota(self.root).level, level, text)
        self.file("sys/fs/cgroup/cpu.max", "150000 100000")
        self.is_bad(machine.quota(self.root), "1.5 processors", "--cpuset-cpus")

    def test_processors(self) -> None:
        self.is_bad(machine.processors(1))
        self.is_fine(machine.processors(2))

    def at(self, user: int, idle: int, stolen: int, spent: int) -> Any:
        """The load when the processors and a process have had so many ticks."""
        self.file("proc/stat", f"cpu  {user} 0 0 {idle} 0 0 0 {stolen} 0 0\ncpu0 1 2 3")
        self.file("proc/77/stat", f"77 (hog) a) R 1 1 1 0 -1 0 0 0 0 0 {spent} 0 0 0")
        return machine.load(self.root)

    def test_busy_processors_and_steal_time(self) -> None:
        self.assertEqual(machine.busy(None, None, 0)[0].text, "not known")
        before = self.at(1000, 1000, 0, 500)
        heavy, taken = machine.busy(before, self.at(1004, 1196, 0, 504), 0)
        self.is_fine(heavy)
        self.is_fine(taken)
        heavy, taken = machine.busy(before, self.at(1100, 1090, 10, 600), 0)
        self.is_bad(heavy, "50 %", "hog) a (77)")
        self.is_bad(taken, "5.0 %")
        # What we use ourselves is nobody's fault.
        heavy, _ = machine.busy(before, self.at(1100, 1100, 0, 500), 100 / machine.TICK)
        self.is_fine(heavy)

    def test_timers(self) -> None:
        for late, level in ((0.06, FINE), (0.9, FINE), (1.1, BAD)):
            now = [0.0]

            def sleep(seconds: float, late: float = late, now: list[float] = now) -> None:
                now[0] += seconds + late / 1000

            found = machine.lateness(1, lambda now=now: now[0], sleep)
            # Each takes the pause and how late it was.
            self.assertAlmostEqual(len(found), 1000 / (1 + late), delta=2)
            self.assertEqual(machine.timers(found).level, level, late)
        self.assertEqual(machine.timers([0.1] * 995 + [9] * 5).level, FINE)
        self.is_bad(machine.timers([0.1] * 980 + [9] * 20), "9.00 ms", "sudo")

    def test_qdiscs(self) -> None:
        def found(*pairs: Any) -> Any:
            return machine.qdiscs(json.dumps([{"dev": device, "kind": kind}
                                              for device, kind in pairs]))
        self.is_fine(found(("lo", "noqueue"), ("eth0", "fq_codel")))
        self.is_bad(found(("lo", "netem")), "netem on lo", "sudo tc qdisc del dev lo root")
        self.assertEqual(found(("eth0", "tbf")).level, NOTE)
        for text in (None, "", "garbage", "[1]"):
            self.assertEqual(machine.qdiscs(text).level, NOTE)

    def test_an_empty_machine_is_no_error(self) -> None:
        with mock.patch.object(machine, "SECONDS", 0), mock.patch.object(
                machine, "lateness", lambda: [0.1]):
            found = doctor.of_machine(self.root)
        self.assertNotIn(None, found)
        self.assertEqual({each.name for each in found if each.level == BAD} - {"processors",
                                                                               "qdiscs"}, set())


class Command(unittest.TestCase):
    def run_it(self, findings: list[Finding], *arguments: Any) -> tuple[int, str]:
        def load() -> None:
            raise UserError("no gi: sudo apt-get install python3-gi")
        with mock.patch.object(doctor, "of_machine", lambda: findings), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            status = doctor.main(list(arguments), load, ("numpy", "no_such_library"))
        return status, said.getvalue()

    def test_what_is_missing_has_a_remedy(self) -> None:
        status, said = self.run_it([Finding("load", FINE, "none")])
        self.assertEqual(status, 1)
        self.assertIn("GStreamer: sudo apt-get install python3-gi\n", said)
        self.assertIn("Python libraries: sudo apt-get install python3-no_such_library", said)
        self.assertIn("This machine: not fit to measure on: Python libraries: ", said)

    def test_json(self) -> None:
        status, said = self.run_it([Finding("load", BAD, "much", "end it")], "--json")
        self.assertEqual(status, 1)
        self.assertEqual(json.loads(said)[0], {"name": "load", "level": "bad", "text": "much",
                                               "remedy": "end it"})

    def test_notes_are_not_bad(self) -> None:
        good = [Finding("load", FINE, "none"), Finding("x", NOTE, "y", "z")]
        self.assertEqual(doctor.sentence(good), "nothing that spoils figures")
        self.assertEqual(doctor.sentence(good + [Finding("load", BAD, "90 %", "end it")]),
                         "not fit to measure on: load: 90 %")

    def test_the_report_says_it_and_a_resumed_one_keeps_it(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            made = folder.Folder(place)
            made.open({"seconds": 20, "repeat": 1})
            made.note("machine", "load: 90 %")
            made.open({"seconds": 20, "repeat": 2})
            ab_fake.write_run(place, ab_fake.identity("scream", "x264enc", "l", "rate=2M", 1, 20))
            self.assertIn(("machine", "load: 90 %"), words.settings(data.Folder(place)))
