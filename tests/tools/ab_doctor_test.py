# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab doctor: on machines that are folders, and what it says in the report."""
import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

import ab_fake

from gstscream.ab import doctor, folder, machine
from gstscream.ab.machine import BAD, FINE, NOTE, Finding
from gstscream.errors import UserError
from gstscream.report import data, words

CLOCKS = "sys/devices/system/clocksource/clocksource0/"


# --- machine --------------------------------------------------------------

@pytest.fixture
def root(tmp_path: pathlib.Path) -> str:
    return str(tmp_path)


def file(root: str, path: str, text: str) -> None:
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    pathlib.Path(path).write_text(text + "\n", "utf-8")


def is_bad(found: Finding, *texts: Any) -> None:
    assert found.level == BAD, found
    for text in texts:
        assert text in found.text + found.remedy
    assert found.remedy


def is_fine(found: Finding) -> None:
    assert (found.level, found.remedy) == (FINE, ""), found


def test_governor(root: str) -> None:
    is_fine(machine.governor(root))
    path = "sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor"
    file(root, path.format(0), "performance")
    is_fine(machine.governor(root))
    file(root, path.format(1), "powersave")
    is_bad(machine.governor(root), "powersave", "cpupower")


def test_clock_source(root: str) -> None:
    is_fine(machine.clock_source(root))
    file(root, CLOCKS + "available_clocksource", "tsc hpet acpi_pm")
    for name in ("tsc", "kvm-clock", "arch_sys_counter"):
        file(root, CLOCKS + "current_clocksource", name)
        is_fine(machine.clock_source(root))
    file(root, CLOCKS + "current_clocksource", "hpet")
    is_bad(machine.clock_source(root), "hpet", "echo tsc")
    file(root, CLOCKS + "available_clocksource", "hpet acpi_pm")
    is_bad(machine.clock_source(root), "kernel's command line")


def test_quota(root: str) -> None:
    is_fine(machine.quota(root))
    for text, level in (("max 100000", FINE), ("150000 100000", BAD), ("1 0", FINE),
                        ("garbage", FINE)):
        file(root, "sys/fs/cgroup/cpu.max", text)
        assert machine.quota(root).level == level, text
    file(root, "sys/fs/cgroup/cpu.max", "150000 100000")
    is_bad(machine.quota(root), "1.5 processors", "--cpuset-cpus")


def test_processors() -> None:
    is_bad(machine.processors(1))
    is_fine(machine.processors(2))


def at(root: str, user: int, idle: int, stolen: int, spent: int) -> Any:
    """The load when the processors and a process have had so many ticks."""
    file(root, "proc/stat", f"cpu  {user} 0 0 {idle} 0 0 0 {stolen} 0 0\ncpu0 1 2 3")
    file(root, "proc/77/stat", f"77 (hog) a) R 1 1 1 0 -1 0 0 0 0 0 {spent} 0 0 0")
    return machine.load(root)


def test_busy_processors_and_steal_time(root: str) -> None:
    assert machine.busy(None, None, 0)[0].text == "not known"
    before = at(root, 1000, 1000, 0, 500)
    heavy, taken = machine.busy(before, at(root, 1004, 1196, 0, 504), 0)
    is_fine(heavy)
    is_fine(taken)
    heavy, taken = machine.busy(before, at(root, 1100, 1090, 10, 600), 0)
    is_bad(heavy, "50 %", "hog) a (77)")
    is_bad(taken, "5.0 %")
    # What we use ourselves is nobody's fault.
    heavy, _ = machine.busy(before, at(root, 1100, 1100, 0, 500), 100 / machine.TICK)
    is_fine(heavy)


def test_timers() -> None:
    for late, level in ((0.06, FINE), (0.9, FINE), (1.1, BAD)):
        now = [0.0]

        def sleep(seconds: float, late: float = late, now: list[float] = now) -> None:
            now[0] += seconds + late / 1000

        found = machine.lateness(1, lambda now=now: now[0], sleep)
        # Each takes the pause and how late it was.
        assert len(found) == pytest.approx(1000 / (1 + late), abs=2)
        assert machine.timers(found).level == level, late
    assert machine.timers([0.1] * 995 + [9] * 5).level == FINE
    is_bad(machine.timers([0.1] * 980 + [9] * 20), "9.00 ms", "sudo")


def test_qdiscs() -> None:
    def found(*pairs: Any) -> Any:
        return machine.qdiscs(json.dumps([{"dev": device, "kind": kind}
                                          for device, kind in pairs]))
    is_fine(found(("lo", "noqueue"), ("eth0", "fq_codel")))
    is_bad(found(("lo", "netem")), "netem on lo", "sudo tc qdisc del dev lo root")
    assert found(("eth0", "tbf")).level == NOTE
    for text in (None, "", "garbage", "[1]"):
        assert machine.qdiscs(text).level == NOTE


def test_an_empty_machine_is_no_error(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "SECONDS", 0)
    monkeypatch.setattr(machine, "lateness", lambda: [0.1])
    found = doctor.of_machine(root)
    assert None not in found
    assert {each.name for each in found if each.level == BAD} - {"processors", "qdiscs"} == set()


# --- command --------------------------------------------------------------

@pytest.fixture
def run_it(monkeypatch: pytest.MonkeyPatch,
           capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def load() -> None:
        raise UserError("no gi: sudo apt-get install python3-gi")

    def run(finding: Finding, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(doctor, "of_machine", lambda: [finding])
        status = doctor.main(list(arguments), load, ("numpy", "no_such_library"))
        return status, capsys.readouterr().out
    return run


def test_what_is_missing_has_a_remedy(run_it: Callable[..., tuple[int, str]]) -> None:
    status, said = run_it(Finding("load", FINE, "none"))
    assert status == 1
    assert "GStreamer: sudo apt-get install python3-gi\n" in said
    assert "Python libraries: sudo apt-get install python3-no_such_library" in said
    assert "This machine: not fit to measure on: Python libraries: " in said


def test_json(run_it: Callable[..., tuple[int, str]]) -> None:
    status, said = run_it(Finding("load", BAD, "much", "end it"), "--json")
    assert status == 1
    assert json.loads(said)[0] == {
        "name": "load", "level": "bad", "text": "much", "remedy": "end it"}


def test_notes_are_not_bad() -> None:
    good = [Finding("load", FINE, "none"), Finding("x", NOTE, "y", "z")]
    assert doctor.sentence(good) == "nothing that spoils figures"
    assert doctor.sentence(good + [Finding("load", BAD, "90 %", "end it")]) == (
        "not fit to measure on: load: 90 %")


def test_the_report_says_it_and_a_resumed_one_keeps_it(tmp_path: pathlib.Path) -> None:
    place = str(tmp_path)
    made = folder.Folder(place)
    made.open({"seconds": 20, "repeat": 1})
    made.note("machine", "load: 90 %")
    made.open({"seconds": 20, "repeat": 2})
    ab_fake.write_run(place, ab_fake.identity("scream", "x264enc", "l", "rate=2M", 1, 20))
    assert ("machine", "load: 90 %") in words.settings(data.Folder(place))
