# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures that can be asked hold what the runs measured, and are small."""
import json
import math
import os
import pathlib
from typing import Any

import pytest

import ab_fake

from gstscream.draw import palette
from gstscream.report import figures, page, pareto
from gstscream.report.data import Folder

if figures.missing():
    pytest.skip("there is no plotly (Debian: python3-plotly)", allow_module_level=True)
from gstscream.draw import interactive

MEGABYTE = 1e6
RUNS, MOST = 100, 20            # MB of a report with so many runs


def said(text: str) -> Any:
    """A figure's script as page would have it."""
    head, _, body = text.partition(" = ")
    return head, json.loads(body.rstrip(";\n"))


def curves(found: Any) -> dict[str, Any]:
    """{name: (x, y)} of a figure, without the faint ones."""
    return {trace["meta"]["name"]: (found["arrays"][trace["x"]], found["arrays"][trace["y"]])
            for trace in found["data"] if trace["showlegend"]}


class Report:
    """Of two repeats, with its page and its folder as they are read."""

    def __init__(self, folder: str) -> None:
        self.out = folder
        ab_fake.comparison(self.out, encoders=("x264enc",), repeat=2, seconds=20)
        self.page = pathlib.Path(page.write(self.out)).read_text("utf-8")
        self.folder = Folder(self.out)

    def figure(self, name: str) -> Any:
        with open(os.path.join(self.out, "figures", name + ".js"), encoding="utf-8") as file:
            head, found = said(file.read())
        assert head == f'reportFigures["{name}"]'
        return found

    def run_of(self, controller: str, repeat: int = 1) -> Any:
        return next(run for run in self.folder.runs
                    if (run.controller, run.repeat) == (controller, repeat))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return Report(str(tmp_path_factory.mktemp("report")))


def test_plotly_is_there_once(report: Report) -> None:
    there = [name for _, _, names in os.walk(report.out) for name in names if "plotly" in name]
    assert there == ["plotly.min.js"]
    assert len(report.page) < MEGABYTE / 5


def test_a_figure_for_each_run_and_those_of_all(report: Report) -> None:
    names = {name.partition(".")[0] for name in os.listdir(os.path.join(report.out, "figures"))}
    assert names - {"plotly"} == {
        "pareto-delay", "pareto-freezes", "queue-steps-x264enc", "frame-steps-x264enc",
        *(f"run-steps_x264enc_{controller}_{repeat}" for controller in ("scream", "gcc", "fixed")
          for repeat in (1, 2))}
    assert report.page.count('class="ask"') == len(names) - 1


def test_curves_are_what_the_run_measured(report: Report) -> None:
    run = report.run_of("gcc")
    found = curves(report.figure("run-steps_x264enc_gcc_1"))
    times, sent = found["sent"]
    measured = run.series("send-rate", 1e-6)
    assert times == [time for time, _ in measured]
    for mine, (_, its) in zip(sent, measured):
        assert mine == pytest.approx(its, abs=0.001)
    highest = max(value for value in found["queue delay"][1] if value is not None)
    assert highest == pytest.approx(max(value for _, value in run.queue_delays), abs=0.1)
    assert "dropped" in found
    # NaN, of a frame that was never shown, is a gap.
    assert found["frame delay"][1].count(None) == sum(
        math.isnan(value) for _, value in run.frame_delays)


def test_all_plots_have_one_time_and_one_hover(report: Report) -> None:
    found = report.figure("run-steps_x264enc_gcc_1")
    assert found["layout"]["hovermode"] == "x unified"
    assert {trace["xaxis"] for trace in found["data"]} == {"x"}
    assert len({trace["yaxis"] for trace in found["data"]}) == 4
    axes = [found["layout"][f"yaxis{place}"]["domain"] for place in ("", 2, 3, 4)]
    for (low, _), (_, high) in zip(axes, axes[1:]):
        assert low > high
    assert all(found["layout"][f"yaxis{place}"]["fixedrange"]
               for place in ("", 2, 3, 4))    # zoom is in time


def test_runs_of_a_place_have_the_same_axes(report: Report) -> None:
    layouts = [report.figure(f"run-steps_x264enc_{name}_1")["layout"]
               for name in ("scream", "gcc", "fixed")]
    for axis in ("xaxis", "yaxis", "yaxis2", "yaxis3", "yaxis4"):
        assert len({str(layout[axis]["range"]) for layout in layouts}) == 1, axis


def test_shares_say_what_they_are(report: Report) -> None:
    found = report.figure("queue-steps-x264enc")
    trace = next(each for each in found["data"] if each["showlegend"])
    values = sorted(value for run in report.folder.runs if run.controller == trace["name"]
                    for _, value in run.queue_delays)
    at = found["arrays"][trace["x"]][100]
    below = sum(value <= at for value in values) / len(values)
    assert float(trace["customdata"][100].rstrip(" %")) == pytest.approx(100 * below, abs=.5)
    faint = [each for each in found["data"] if not each["showlegend"]]
    assert len(faint) == 6             # a run each
    assert {each["hoverinfo"] for each in faint} == {"skip"}


def test_a_new_page_leaves_no_old_figures(tmp_path: pathlib.Path) -> None:
    out = str(tmp_path)
    ab_fake.comparison(out, ("scream",), ("x264enc",), 1, 5)
    old = os.path.join(out, "figures", "run-old.js")
    os.makedirs(os.path.dirname(old))
    pathlib.Path(old).write_text("\n", "utf-8")
    page.write(out)
    assert not os.path.exists(old)
    assert not os.path.exists(os.path.join(out, "figures.part"))


def test_a_report_of_many_runs_is_small(tmp_path: pathlib.Path) -> None:
    """From the size of a run of a minute, in which most lines are as long as they get."""
    out = str(tmp_path)
    ab_fake.comparison(out, ("gcc",), ("x264enc",), 1, 60)
    page.write(out)
    folder = os.path.join(out, "figures")
    sizes = {name: os.path.getsize(os.path.join(folder, name))
             for name in os.listdir(folder)}
    run, = (size for name, size in sizes.items() if name.startswith("run-"))
    assert run / MEGABYTE < 0.1        # as docs/ab.md says; it has 80 kB
    assert (sizes["plotly.min.js"] + RUNS * run) / MEGABYTE < MOST


@pytest.mark.parametrize("static, missing", [(True, False), (False, True), (True, True)])
def test_without_plotly_the_page_is_static_and_says_why(
        tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, static: bool,
        missing: bool) -> None:
    monkeypatch.setattr(figures, "missing", lambda: missing)
    ab_fake.comparison(str(tmp_path), ("scream",), ("x264enc",), 1, 5)
    text = pathlib.Path(page.write(str(tmp_path), static)).read_text("utf-8")
    assert not (tmp_path / "figures").exists()
    assert ("apt-get install python3-plotly" in text) == missing
    assert 'class="ask"' not in text
    assert text.count("<svg") > 4


# --- texts ----------------------------------------------------------------

def test_markup_in_a_name_stays_text() -> None:
    picture = interactive.Picture("a", [200])
    plot, = picture.plots
    plot.head("<b>", "<i>")
    plot.up(1)
    plot.line("<b>x</b>", [(0, 1), (1, 2)], palette.BLUE)
    found = json.loads(picture.json())
    assert found["data"][0]["name"] == "&lt;b&gt;x&lt;/b&gt;"
    assert found["data"][0]["meta"]["name"] == "<b>x</b>"
    assert found["layout"]["annotations"][0]["text"] == "&lt;b&gt;, &lt;i&gt;"


def test_what_has_no_points_is_not_there() -> None:
    picture = interactive.Picture("a", [200])
    plot, = picture.plots
    plot.head("a", "s")
    plot.along(1, "s")
    plot.up(1)
    plot.line("line", [], palette.BLUE)
    plot.marks("marks", [], palette.BLUE)
    plot.span("span", [], palette.BLUE)
    assert json.loads(picture.json())["data"] == []


# --- pareto ---------------------------------------------------------------
# Costs and uses that are given.

def folder_of(tmp_path: pathlib.Path, *rows: Any) -> Any:
    """rows: (controller, link, repeat, frame delay p95, use)"""
    out = str(tmp_path / "out")
    for controller, link, repeat, cost, use in rows:
        identity = ab_fake.identity(controller, "x264enc", link, "rate=1M", repeat, 5)
        ab_fake.write_run(out, identity,
                          figures={"frame_delay_p95_ms": cost, "utilisation": use})
    return Folder(out)


def test_frontier(tmp_path: pathlib.Path) -> None:
    folder = folder_of(tmp_path, ("scream", "a", 1, 80, .90), ("gcc", "a", 1, 200, .95),
                       ("nada", "a", 1, 90, .80), ("fixed", "a", 1, 900, .94))
    found = pareto.marks(folder, "frame_delay_p95_ms")
    assert [each.name for each in pareto.frontier(found)] == ["scream", "gcc"]
    drawn, = pareto.pictures(folder, palette.colours(folder.controllers), interactive.Picture)
    assert drawn.frontier == (
        "Nobody has more use of the link and less frame delay p95 than: scream, gcc.")
    data = json.loads(drawn.picture.json())
    fixed = next(each for each in data["data"] if each["name"] == "fixed")
    # Right of the picture, which is that of the controllers that adapt: at its edge.
    assert fixed["marker"]["symbol"] == "triangle-right"
    assert data["arrays"][fixed["x"]] == [224]
    assert fixed["text"] == ["fixed (one run): 94.0 % used, frame delay p95 900 ms"]


def test_equal_ones_are_both_on_it(tmp_path: pathlib.Path) -> None:
    folder = folder_of(tmp_path, ("scream", "a", 1, 80, .90), ("gcc", "a", 1, 80, .90))
    assert len(pareto.frontier(pareto.marks(folder, "frame_delay_p95_ms"))) == 2


def test_means_are_over_what_all_measured(tmp_path: pathlib.Path) -> None:
    folder = folder_of(tmp_path, ("scream", "a", 1, 80, .90), ("scream", "a", 2, 100, .92),
                       ("scream", "b", 1, 300, .5), ("gcc", "a", 1, 200, .95),
                       ("scream", "c", 1, 50, .7), ("gcc", "c", 1, 60, .6))
    scream, gcc = pareto.marks(folder, "frame_delay_p95_ms")
    assert scream.point.cost == pytest.approx((90 + 50) / 2)
    assert gcc.point.use == pytest.approx((95 + 60) / 2)
    assert [each.cost for each in scream.parts] == [90, 50]
    assert "mean of 2 links" in scream.point.text


def test_nothing_measured_is_no_picture(tmp_path: pathlib.Path) -> None:
    assert list(pareto.pictures(folder_of(tmp_path, ("scream", "a", 1, None, .9)), {})) == []
    folder = folder_of(tmp_path, ("scream", "a", 1, 80, .90), ("gcc", "b", 1, 200, .95))
    assert list(pareto.pictures(folder, {})) == []


def test_static_picture_has_all(tmp_path: pathlib.Path) -> None:
    folder = folder_of(tmp_path, ("scream", "a", 1, 80, .90), ("gcc", "a", 1, 200, .95))
    drawn, = pareto.pictures(folder, palette.colours(folder.controllers))
    plot, = drawn.picture.plots
    assert {line.get_label() for line in plot.axes.get_lines()} == {
        "nobody is better at both", "scream", "gcc"}
    assert ">gcc</text>" in drawn.picture.svg()
