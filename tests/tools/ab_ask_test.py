# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures that can be asked hold what the runs measured, and are small."""
import json
import math
import os
import tempfile
import unittest
from typing import Any
from unittest import mock

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


class Figures(unittest.TestCase):
    out: Any
    page: Any
    folder: Any

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = folder.name
        ab_fake.comparison(cls.out, encoders=("x264enc",), repeat=2, seconds=20)
        with open(page.write(cls.out), encoding="utf-8") as file:
            cls.page = file.read()
        cls.folder = Folder(cls.out)

    def figure(self, name: str) -> Any:
        with open(os.path.join(self.out, "figures", name + ".js"), encoding="utf-8") as file:
            head, found = said(file.read())
        self.assertEqual(head, f'reportFigures["{name}"]')
        return found

    def run_of(self, controller: str, repeat: int = 1) -> Any:
        return next(run for run in self.folder.runs
                    if (run.controller, run.repeat) == (controller, repeat))

    def test_plotly_is_there_once(self) -> None:
        there = [name for _, _, names in os.walk(self.out) for name in names if "plotly" in name]
        self.assertEqual(there, ["plotly.min.js"])
        self.assertLess(len(self.page), MEGABYTE / 5)

    def test_a_figure_for_each_run_and_those_of_all(self) -> None:
        names = {name.partition(".")[0] for name in os.listdir(os.path.join(self.out, "figures"))}
        self.assertEqual(names - {"plotly"}, {
            "pareto-delay", "pareto-freezes", "queue-steps-x264enc", "frame-steps-x264enc",
            *(f"run-steps_x264enc_{controller}_{repeat}" for controller in (
                "scream", "gcc", "fixed") for repeat in (1, 2))})
        self.assertEqual(self.page.count('class="ask"'), len(names) - 1)

    def test_curves_are_what_the_run_measured(self) -> None:
        run = self.run_of("gcc")
        found = curves(self.figure("run-steps_x264enc_gcc_1"))
        times, sent = found["sent"]
        measured = run.series("send-rate", 1e-6)
        self.assertEqual(times, [time for time, _ in measured])
        for mine, (_, its) in zip(sent, measured):
            self.assertAlmostEqual(mine, its, delta=0.001)
        highest = max(value for value in found["queue delay"][1] if value is not None)
        self.assertAlmostEqual(highest, max(value for _, value in run.queue_delays), delta=0.1)
        self.assertIn("dropped", found)
        # NaN, of a frame that was never shown, is a gap.
        self.assertEqual(found["frame delay"][1].count(None), sum(
            math.isnan(value) for _, value in run.frame_delays))

    def test_all_plots_have_one_time_and_one_hover(self) -> None:
        found = self.figure("run-steps_x264enc_gcc_1")
        self.assertEqual(found["layout"]["hovermode"], "x unified")
        self.assertEqual({trace["xaxis"] for trace in found["data"]}, {"x"})
        self.assertEqual(len({trace["yaxis"] for trace in found["data"]}), 4)
        axes = [found["layout"][f"yaxis{place}"]["domain"] for place in ("", 2, 3, 4)]
        for (low, _), (_, high) in zip(axes, axes[1:]):
            self.assertGreater(low, high)
        self.assertTrue(all(found["layout"][f"yaxis{place}"]["fixedrange"]
                            for place in ("", 2, 3, 4)))    # zoom is in time

    def test_runs_of_a_place_have_the_same_axes(self) -> None:
        layouts = [self.figure(f"run-steps_x264enc_{name}_1")["layout"]
                   for name in ("scream", "gcc", "fixed")]
        for axis in ("xaxis", "yaxis", "yaxis2", "yaxis3", "yaxis4"):
            self.assertEqual(len({str(layout[axis]["range"]) for layout in layouts}), 1, axis)

    def test_shares_say_what_they_are(self) -> None:
        found = self.figure("queue-steps-x264enc")
        trace = next(each for each in found["data"] if each["showlegend"])
        values = sorted(value for run in self.folder.runs if run.controller == trace["name"]
                        for _, value in run.queue_delays)
        at = found["arrays"][trace["x"]][100]
        below = sum(value <= at for value in values) / len(values)
        self.assertAlmostEqual(float(trace["customdata"][100].rstrip(" %")), 100 * below, delta=.5)
        faint = [each for each in found["data"] if not each["showlegend"]]
        self.assertEqual(len(faint), 6)             # a run each
        self.assertEqual({each["hoverinfo"] for each in faint}, {"skip"})

    def test_a_new_page_leaves_no_old_figures(self) -> None:
        with tempfile.TemporaryDirectory() as out:
            ab_fake.comparison(out, ("scream",), ("x264enc",), 1, 5)
            old = os.path.join(out, "figures", "run-old.js")
            os.makedirs(os.path.dirname(old))
            with open(old, "w", encoding="utf-8") as file:
                file.write("\n")
            page.write(out)
            self.assertFalse(os.path.exists(old))
            self.assertFalse(os.path.exists(os.path.join(out, "figures.part")))

    def test_a_report_of_many_runs_is_small(self) -> None:
        """From the size of a run of a minute, in which most lines are as long as they get."""
        with tempfile.TemporaryDirectory() as out:
            ab_fake.comparison(out, ("gcc",), ("x264enc",), 1, 60)
            page.write(out)
            folder = os.path.join(out, "figures")
            sizes = {name: os.path.getsize(os.path.join(folder, name))
                     for name in os.listdir(folder)}
        run, = (size for name, size in sizes.items() if name.startswith("run-"))
        self.assertLess(run / MEGABYTE, 0.1)        # as docs/ab.md says; it has 80 kB
        self.assertLess((sizes["plotly.min.js"] + RUNS * run) / MEGABYTE, MOST)

    def test_without_plotly_the_page_is_static_and_says_why(self) -> None:
        for static, missing in ((True, False), (False, True), (True, True)):
            with tempfile.TemporaryDirectory() as out, mock.patch.object(
                    figures, "missing", lambda missing=missing: missing):
                ab_fake.comparison(out, ("scream",), ("x264enc",), 1, 5)
                with open(page.write(out, static), encoding="utf-8") as file:
                    text = file.read()
                self.assertFalse(os.path.exists(os.path.join(out, "figures")))
                self.assertEqual("apt-get install python3-plotly" in text, missing)
                self.assertNotIn('class="ask"', text)
                self.assertGreater(text.count("<svg"), 4)


class Texts(unittest.TestCase):
    def test_markup_in_a_name_stays_text(self) -> None:
        picture = interactive.Picture("a", [200])
        plot, = picture.plots
        plot.head("<b>", "<i>")
        plot.up(1)
        plot.line("<b>x</b>", [(0, 1), (1, 2)], palette.BLUE)
        found = json.loads(picture.json())
        self.assertEqual(found["data"][0]["name"], "&lt;b&gt;x&lt;/b&gt;")
        self.assertEqual(found["data"][0]["meta"]["name"], "<b>x</b>")
        self.assertEqual(found["layout"]["annotations"][0]["text"], "&lt;b&gt;, &lt;i&gt;")

    def test_what_has_no_points_is_not_there(self) -> None:
        picture = interactive.Picture("a", [200])
        plot, = picture.plots
        plot.head("a", "s")
        plot.along(1, "s")
        plot.up(1)
        plot.line("line", [], palette.BLUE)
        plot.marks("marks", [], palette.BLUE)
        plot.span("span", [], palette.BLUE)
        self.assertEqual(json.loads(picture.json())["data"], [])


class Pareto(unittest.TestCase):
    """Costs and uses that are given."""

    def folder(self, *rows: Any) -> Any:
        """rows: (controller, link, repeat, frame delay p95, use)"""
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        out = made.name
        for controller, link, repeat, cost, use in rows:
            identity = ab_fake.identity(controller, "x264enc", link, "rate=1M", repeat, 5)
            ab_fake.write_run(out, identity,
                              figures={"frame_delay_p95_ms": cost, "utilisation": use})
        return Folder(out)

    def test_frontier(self) -> None:
        folder = self.folder(("scream", "a", 1, 80, .90), ("gcc", "a", 1, 200, .95),
                             ("nada", "a", 1, 90, .80), ("fixed", "a", 1, 900, .94))
        found = pareto.marks(folder, "frame_delay_p95_ms")
        self.assertEqual([each.name for each in pareto.frontier(found)], ["scream", "gcc"])
        drawn, = pareto.pictures(folder, palette.colours(folder.controllers), interactive.Picture)
        self.assertEqual(drawn.frontier, "Nobody has more use of the link and less frame delay "
                                         "p95 than: scream, gcc.")
        data = json.loads(drawn.picture.json())
        fixed = next(each for each in data["data"] if each["name"] == "fixed")
        # Right of the picture, which is that of the controllers that adapt: at its edge.
        self.assertEqual(fixed["marker"]["symbol"], "triangle-right")
        self.assertEqual(data["arrays"][fixed["x"]], [224])
        self.assertEqual(fixed["text"], ["fixed (one run): 94.0 % used, frame delay p95 900 ms"])

    def test_equal_ones_are_both_on_it(self) -> None:
        folder = self.folder(("scream", "a", 1, 80, .90), ("gcc", "a", 1, 80, .90))
        self.assertEqual(len(pareto.frontier(pareto.marks(folder, "frame_delay_p95_ms"))), 2)

    def test_means_are_over_what_all_measured(self) -> None:
        folder = self.folder(
            ("scream", "a", 1, 80, .90), ("scream", "a", 2, 100, .92), ("scream", "b", 1, 300, .5),
            ("gcc", "a", 1, 200, .95), ("scream", "c", 1, 50, .7), ("gcc", "c", 1, 60, .6))
        scream, gcc = pareto.marks(folder, "frame_delay_p95_ms")
        self.assertAlmostEqual(scream.point.cost, (90 + 50) / 2)
        self.assertAlmostEqual(gcc.point.use, (95 + 60) / 2)
        self.assertEqual([each.cost for each in scream.parts], [90, 50])
        self.assertIn("mean of 2 links", scream.point.text)

    def test_nothing_measured_is_no_picture(self) -> None:
        self.assertEqual(list(pareto.pictures(self.folder(("scream", "a", 1, None, .9)), {})), [])
        folder = self.folder(("scream", "a", 1, 80, .90), ("gcc", "b", 1, 200, .95))
        self.assertEqual(list(pareto.pictures(folder, {})), [])

    def test_static_picture_has_all(self) -> None:
        folder = self.folder(("scream", "a", 1, 80, .90), ("gcc", "a", 1, 200, .95))
        drawn, = pareto.pictures(folder, palette.colours(folder.controllers))
        plot, = drawn.picture.plots
        self.assertEqual({line.get_label() for line in plot.axes.get_lines()},
                         {"nobody is better at both", "scream", "gcc"})
        self.assertIn(">gcc</text>", drawn.picture.svg())
