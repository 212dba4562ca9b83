# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of a comparison are asked in headless Chromium.

At three widths, from file://: pointing, zooming, curves, keys, files, light and dark.  What
it looked like is kept as PNGs in the build folder, how long a report of 100 runs takes to open in
opening.txt.
"""
import contextlib
import csv
import os
import pathlib
import shutil
import time
from collections.abc import Iterator
from typing import Any

import pytest

import ab_fake
import chromium
from where import BUILD

from gstscream.report import figures, page

if not chromium.there() or figures.missing():
    pytest.skip("there is no chromium (Debian: chromium), or no plotly (python3-plotly)",
                allow_module_level=True)

FOLDER = os.path.join(BUILD, "tests", "tools", "ask")
os.makedirs(FOLDER, exist_ok=True)
WIDTHS = (360, 800, 1400)
HEIGHT = 1000
SECONDS = 12                    # of a run
PATIENCE = 120                  # s, of a busy machine
EMPTY = "<!DOCTYPE html><meta charset=utf-8><title>empty</title><p>nothing"
# Resolves when the expression is true, or fails.
UNTIL = """
new Promise((done, failed) => {
  const end = performance.now() + %d * 1000;
  const see = () => %s ? done() : performance.now() > end ? failed('not in time')
    : setTimeout(see, 30);
  see();
})"""
HELP = """
window.run = place => document.querySelectorAll('.run')[place];
window.plot = place => run(place).querySelector('.plot');
window.range = place => [...plot(place).layout.xaxis.range];
window.readout = place => run(place).querySelector('.readout').textContent;
window.button = (box, text) => [...box.querySelectorAll('button')].find(
  each => each.textContent.endsWith(text));
"""
ALL_PLOTS = ("capacity", "sent", "queue delay", "frame delay", "PSNR")
ENTER, RIGHT, ESCAPE = ("Enter", 13, "\r"), ("ArrowRight", 39), ("Escape", 27)
PLUS, NOUGHT = ("+", 187, "+"), ("0", 48, "0")


class Report:
    """Of two controllers, and a browser that opens it."""

    def __init__(self, folder: str, browser: chromium.Browser) -> None:
        self.top, self.browser = folder, browser
        out = os.path.join(folder, "out")
        ab_fake.comparison(out, ("scream", "gcc"), ("x264enc",), 2, SECONDS)
        self.path = page.write(out)

    def open(self, width: int = WIDTHS[-1], path: str | None = None) -> Any:
        return self.browser.open(pathlib.Path(path or self.path).as_uri(), width, HEIGHT,
                                 before=HELP)

    def until(self, opened: Any, expression: str) -> None:
        opened.value(UNTIL % (PATIENCE, expression))

    def open_run(self, opened: Any, place: int) -> None:
        opened.value(f"run({place}).querySelector('summary').click();"
                     f"run({place}).scrollIntoView()")
        self.until(opened, f"run({place}).querySelector('.drawn')")

    def mouse(self, opened: Any, kind: str, place: int, across: Any, down: Any,
              **more: Any) -> None:
        """At a part of the plots of a run."""
        left, top, width, height = opened.value(
            f"(() => {{ const areas = [...plot({place}).querySelectorAll('.nsewdrag')].map("
            "each => each.getBoundingClientRect()); const top = Math.min(...areas.map(each => "
            "each.top)); return [areas[0].left, top, areas[0].width, Math.max(...areas.map("
            "each => each.bottom)) - top]; })()")
        opened.call("Input.dispatchMouseEvent", type=kind, x=left + across * width,
                    y=top + down * height, **more)

    def says(self, opened: Any, across: Any) -> None:
        """The box and the line below say the values of all plots at one time."""
        box = opened.value("plot(0).querySelector('.hoverlayer').textContent")
        line = opened.value("readout(0)")
        for name in ALL_PLOTS:
            assert name in box
            assert name in line
        at = opened.value("range(0)[1]") * across
        # A pixel is 12 s / 300.
        assert float(line.split(" s:")[0]) == pytest.approx(at, abs=0.1)
        assert ("capacity 2 Mbit/s" if at < 8 else "capacity 1 Mbit/s") in line

    def drag(self, opened: Any, place: int, start: float, stop: Any) -> None:
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        self.mouse(opened, "mouseMoved", place, start, 0.1)
        self.mouse(opened, "mousePressed", place, start, 0.1, **held)
        for part in (0.3, 0.6, 1):
            self.mouse(opened, "mouseMoved", place, start + part * (stop - start), 0.1,
                       button="left", buttons=1)
        self.mouse(opened, "mouseReleased", place, stop, 0.1, button="left", clickCount=1)

    def saved(self, path: str) -> Any:
        end = time.monotonic() + PATIENCE
        while not os.path.exists(path) and time.monotonic() < end:
            time.sleep(0.05)
        with open(path, "rb") as file:
            return file.read()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Report]:
    folder = str(tmp_path_factory.mktemp("report"))
    with chromium.Browser(folder) as browser:
        yield Report(folder, browser)


@pytest.fixture
def report(made: Report) -> Iterator[Report]:
    with contextlib.closing(made.browser):
        yield made


def test_pointing_says_what_all_plots_have(report: Report) -> None:
    for width in WIDTHS:
        opened = report.open(width)
        report.open_run(opened, 0)
        for scheme in ("light", "dark"):
            opened.scheme(scheme == "dark")
            report.mouse(opened, "mouseMoved", 0, 0.5, 0.1)
            report.mouse(opened, "mouseMoved", 0, 0.6, 0.1)
            report.until(
                opened, "Math.abs(parseFloat(readout(0)) - 0.6 * range(0)[1]) < 0.1"
                " && plot(0).querySelector('.hoverlayer .legend')")
            report.says(opened, 0.6)
            opened.picture(os.path.join(FOLDER, f"ask-{width}-{scheme}.png"))
        assert (opened.value("getComputedStyle(plot(0).querySelector("
                             "'.hoverlayer .legend')).display") == "none") == (width < 600)
        assert opened.value("document.documentElement.scrollWidth - innerWidth") <= 0
        assert opened.faults() == []


def test_runs_are_zoomed_together(report: Report) -> None:
    opened = report.open()
    report.open_run(opened, 0)
    report.open_run(opened, 1)
    full = opened.value("range(0)")
    report.drag(opened, 0, 0.25, 0.5)
    report.until(opened, f"range(1)[1] < {0.6 * full[1]}")
    low, high = opened.value("range(0)")
    assert low == pytest.approx(0.25 * full[1], abs=0.3)
    assert high == pytest.approx(0.5 * full[1], abs=0.3)
    assert opened.value("range(1)") == [low, high]
    report.open_run(opened, 2)                # a run that comes later joins
    report.until(opened, f"range(2)[1] == {high}")
    opened.picture(os.path.join(FOLDER, "ask-zoomed.png"))
    opened.value("button(run(1), 'all').click()")
    for place in (0, 1, 2):
        report.until(opened, f"range({place})[1] == {full[1]}")
    assert opened.faults() == []


def test_curves_go_and_come(report: Report) -> None:
    opened = report.open()
    report.open_run(opened, 0)
    for shown, state in ((False, "false"), (True, "true")):
        opened.value("button(run(0).querySelector('.curves'), 'sent').focus()")
        opened.press(*ENTER)
        report.until(
            opened, "plot(0).data.find(each => each.meta.name == 'sent').visible"
            f" === {str(shown).lower()}")
        assert opened.value("button(run(0).querySelector('.curves'), 'sent').ariaPressed") == (
            state)
        assert opened.value("plot(0).data.filter(each => !each.visible).length") == (
            0 if shown else 1)


def test_keys(report: Report) -> None:
    opened = report.open()
    report.open_run(opened, 0)
    full = opened.value("range(0)")
    opened.value("plot(0).focus()")
    opened.press(*RIGHT)
    report.until(opened, "readout(0)")
    first = opened.value("readout(0)")
    opened.press(*RIGHT)
    report.until(opened, f"readout(0) != {first!r}")
    opened.press(*PLUS)
    report.until(opened, f"range(0)[1] - range(0)[0] < {0.6 * full[1]}")
    opened.press(*NOUGHT)
    report.until(opened, f"range(0)[1] == {full[1]}")
    opened.press(*ESCAPE)
    report.until(opened, "!readout(0)")


def test_points_can_be_asked_by_key(report: Report) -> None:
    opened = report.open()
    report.until(opened, "document.querySelector('.ask.drawn')")
    opened.value("document.querySelector('.plot').focus()")
    opened.press(*RIGHT)
    report.until(opened, "document.querySelector('.readout').textContent.includes('% used')")


def test_what_is_dark(report: Report) -> None:
    opened = report.open()
    report.open_run(opened, 0)
    colours = []
    for dark, paper in ((False, "#ffffff"), (True, "#16181b")):
        opened.scheme(dark)
        report.until(opened, f"plot(0).layout.paper_bgcolor == '{paper}'")
        colours.append(opened.value("getComputedStyle(run(0).querySelector('.main-svg'))"
                                    ".backgroundColor"))
    assert colours == ["rgb(255, 255, 255)", "rgb(22, 24, 27)"]


def test_names_for_who_hears_the_page(report: Report) -> None:
    opened = report.open()
    report.open_run(opened, 0)
    label = opened.value("plot(0).ariaLabel")
    assert "scream with x264enc on steps, repeat 1" in label
    assert "Arrow keys" in label
    assert opened.value("plot(0).tabIndex") == 0
    assert opened.value("[...document.querySelectorAll('.ask button')].filter("
                        "each => !(each.ariaLabel || each.textContent)).length") == 0
    assert opened.value("run(0).querySelector('.readout').tagName") == "OUTPUT"


def test_files(report: Report) -> None:
    folder = os.path.join(report.top, "saved")
    os.makedirs(folder)
    report.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    opened = report.open()
    report.open_run(opened, 0)
    report.drag(opened, 0, 0.25, 0.5)
    report.until(opened, "range(0)[0] > 0")
    name = os.path.join(folder, "run-steps_x264enc_scream_1.")
    for kind, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg"), ("CSV", b'"time, s"')):
        opened.value(f"button(run(0), '{kind}').click()")
        assert report.saved(name + kind.lower()).startswith(start), kind
        shutil.copy(name + kind.lower(), FOLDER)
    with open(name + "csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head[:3] == ["time, s", "Rate: capacity, Mbit/s", "Rate: sent, Mbit/s"]
    times = [float(row[0]) for row in rows]
    assert times == sorted(times)
    low, high = opened.value("range(0)")
    assert low <= times[0] < low + 0.2 and high - 0.2 < times[-1] <= high
    assert "2" in {row[1] for row in rows}


def test_a_page_that_came_alone_says_so(report: Report) -> None:
    alone = os.path.join(report.top, "alone.html")
    shutil.copy(report.path, alone)
    opened = report.open(path=alone)
    report.until(opened, "document.querySelector('.ask .bad')")
    assert "folder “figures”" in opened.value("document.querySelector('.ask .bad').textContent")


def test_a_report_of_100_runs_loads_no_run_before_it_is_opened(report: Report) -> None:
    out = os.path.join(report.top, "large")
    ab_fake.comparison(out, ("scream", "gcc", "nada", "scream-v1"), repeat=13, seconds=5)
    large = page.write(out)
    empty = os.path.join(report.top, "empty.html")
    pathlib.Path(empty).write_text(EMPTY, "utf-8")
    took = {}
    for name, path in (("nothing", empty), ("104 runs", large)):
        opened = report.open(path=path)
        took[f"{name}: load"] = opened.value(
            "performance.timing.loadEventEnd - performance.timing.navigationStart")
    assert opened.value("document.querySelectorAll('.run').length") == 104
    report.until(opened, "document.querySelector('.ask.drawn')")
    took["104 runs: first figure drawn"] = opened.value("Math.round(performance.now())")
    assert opened.value("[...document.scripts].filter(each => "
                        "each.src.includes('/run-')).length") == 0
    with open(os.path.join(FOLDER, "opening.txt"), "w", encoding="utf-8") as file:
        file.writelines(f"{name}: {value} ms\n" for name, value in took.items())
