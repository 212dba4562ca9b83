# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""draw_test.py: what the axes of a picture hold, and what its files are like."""
import math
import os
import pathlib
import re
import subprocess
import sys
from typing import Any
from xml.dom import minidom

import numpy
import pytest

from where import ROOT

TOOLS = os.path.join(ROOT, "tools")
from gstscream.draw import chart, look, palette
from gstscream.draw.thin import changes, thin

NAN = math.nan


def held(plot: chart.Plot, place: int = 0) -> list[list[float] | None]:
    """[[x, y]] of a line; a gap is None."""
    return [None if math.isnan(y) else [x, y]
            for x, y in plot.axes.get_lines()[place].get_xydata()]


def data_of(svg: str, tag: str) -> list[str]:
    nodes = [node.firstChild for node in minidom.parseString(svg).getElementsByTagName(tag)]
    return [node.data for node in nodes if isinstance(node, minidom.Text)]


def texts(svg: str) -> list[str]:
    return data_of(svg, "text")


# --- thinning -------------------------------------------------------------

def test_peaks_stay_and_points_are_few() -> None:
    points = [(place / 1000, 1.0) for place in range(100_000)]
    points[31_415] = (31.415, 99.0)
    points[77_777] = (77.777, -5.0)
    thinned = thin(points, 400).tolist()
    # The lowest and the highest of 400 columns; the last point is a column of its own.
    assert 400 <= len(thinned) <= 802, len(thinned)
    assert [31.415, 99.0] in thinned
    assert [77.777, -5.0] in thinned
    assert thinned == sorted(thinned)
    assert (thinned[0][0], thinned[-1][0]) == (0.0, 99.999)


def test_gaps_stay() -> None:
    points = [(place / 10, None if 300 < place < 600 else 1.0) for place in range(1000)]
    thinned = thin(points, 50)
    assert numpy.isnan(thinned[:, 1]).any()
    known = thinned[~numpy.isnan(thinned[:, 1]), 0]
    assert not ((known > 30) & (known < 60)).any()
    assert (known <= 30).any() and (known >= 60).any()


def test_few_points_are_left_alone() -> None:
    points = [[0, 1.0], [1, 2.0], [1, 3.0]]
    assert thin(points, 400).tolist() == points
    assert thin([], 400).tolist() == []
    # All at one time: no width to divide.
    assert thin([[5, y] for y in range(100)], 10).tolist() == [[5, 0], [5, 99]]


def test_steps_keep_changes_and_the_end() -> None:
    assert changes([(0, 5), (1, 5), (2, 7), (3, 7), (4, 7)]).tolist() == [[0, 5], [2, 7], [4, 7]]
    assert changes([]).tolist() == []


# --- axes -----------------------------------------------------------------

@pytest.fixture
def picture() -> chart.Picture:
    return chart.Picture("two plots", [150, 100])


def test_line_holds_the_points_and_breaks_at_unknown_values(picture: chart.Picture) -> None:
    picture.plots[0].line("a", [(0, 1), (1, NAN), (2, None), (3, 1), (4, 2)], palette.BLUE)
    assert held(picture.plots[0]) == [[0, 1], None, None, [3, 1], [4, 2]]
    line, = picture.plots[0].axes.get_lines()
    assert (line.get_color(), line.get_linestyle(), line.get_drawstyle()) == (
        palette.BLUE, "-", "default")


def test_step_is_held_until_the_next(picture: chart.Picture) -> None:
    picture.plots[0].line("a", [(0, 1), (1, 1), (2, 3)], palette.BLUE, step=True, dashed=True)
    assert held(picture.plots[0]) == [[0, 1], [2, 3]]
    line, = picture.plots[0].axes.get_lines()
    assert (line.get_linestyle(), line.get_drawstyle()) == ("--", "steps-post")


def test_long_line_keeps_its_peak(picture: chart.Picture) -> None:
    values = [(n / 1000, 500.0 if n == 54_321 else n % 7) for n in range(100_000)]
    picture.plots[0].line("a", values, palette.BLUE)
    assert [54.321, 500.0] in held(picture.plots[0])
    assert len(held(picture.plots[0])) <= 2 * look.WIDE + 2
    # Two points for each of 640 pixels, of some 22 bytes, and what is around them.
    assert len(picture.svg()) < 50_000


def test_one_axis_of_time(picture: chart.Picture) -> None:
    picture.plots[1].line("a", [(0, 1), (50, 1)], palette.BLUE)
    picture.over_time(60)
    picture.svg()
    assert [plot.axes.get_xlim() for plot in picture.plots] == [(0, 60)] * 2
    assert picture.plots[1].axes.get_xlabel() == "time, s"


def test_axis_ends_where_told(picture: chart.Picture) -> None:
    picture.plots[0].up(10)
    picture.plots[0].line("a", [(0, 1), (1, 1000)], palette.BLUE)
    picture.plots[1].up(45, 30)
    picture.svg()
    assert picture.plots[0].axes.get_ylim() == (0, 10.5)
    assert picture.plots[1].axes.get_ylim() == (30, 45.75)


def test_axis_of_its_own_starts_at_0_and_has_room_for_all(picture: chart.Picture) -> None:
    picture.plots[0].line("a", [(0, 20), (1, 30)], palette.BLUE)
    picture.svg()
    low, high = picture.plots[0].axes.get_ylim()
    assert low == 0
    assert 30 <= high < 33, high


def test_marks_one_for_a_pixel(picture: chart.Picture) -> None:
    picture.plots[0].along(64, "s")        # ten pixels for each unit
    picture.plots[0].marks("lost", [1.03, 1.05, 1.07, 40.01], palette.RED)
    picture.plots[0].marks("none", [], palette.RED, 1)
    marks, none = (line.get_xydata() for line in picture.plots[0].axes.get_lines())
    assert numpy.round(marks[::3, 0]).tolist() == [1, 40]
    assert len(none) == 0


def test_spans(picture: chart.Picture) -> None:
    picture.plots[0].along(10, "s")
    picture.plots[0].span("frozen", [(1, 2), (4, 7)], palette.FROZEN)
    picture.plots[1].span("none", [], palette.FROZEN)
    spans, = picture.plots[0].axes.collections
    assert [(box.x0, box.x1) for box in (path.get_extents() for path in spans.get_paths())] == [
        (1, 2), (4, 7)]
    picture.svg()


def test_shares_widen_towards_all(picture: chart.Picture) -> None:
    picture.plots[0].shares((0, 0.5, 0.9, 0.99), "ms")
    picture.plots[0].line("a", [(10, 0.0), (20, 0.9), (30, 1.0)], palette.BLUE)
    assert held(picture.plots[0]) == [[10, 0], [20, 0.9], [30, 1]]
    assert "99 %" in texts(picture.svg())
    assert picture.plots[0].axes.get_ylim() == (0, 0.99)
    at = picture.plots[0].axes.transData.transform([(0, share) for share in (0, 0.9, 0.99)])[:, 1]
    # As far from 0 to 90 % as from there to 99 %.
    assert at[1] - at[0] == pytest.approx(at[2] - at[1], abs=0.0005)


def example(label: str = "a < b & 'c'") -> chart.Picture:
    picture = chart.Picture(label, [200])
    plot, = picture.plots
    plot.head("Price of $1 and $2", "EUR <net>")
    plot.line("one & all", [(0, 1), (1, 2)], palette.BLUE)
    plot.line("", [(0, 2), (1, 1)], palette.ORANGE)
    return picture


# --- files ----------------------------------------------------------------

def test_named_for_those_who_hear_it() -> None:
    root = minidom.parseString(example().svg()).documentElement
    assert root is not None
    assert (root.getAttribute("role"), root.getAttribute("aria-label")) == ("img", "a < b & 'c'")


def test_text_stays_text() -> None:
    found = texts(example().svg())
    assert "Price of $1 and $2, EUR <net>" in found
    assert "one & all" in found
    assert "" not in found


def test_a_file_for_a_repository() -> None:
    assert not re.search(r"[ \t]\n", example().svg())


def test_same_data_same_file() -> None:
    code = ("import sys; sys.path[:0] = sys.argv[1:]; import draw_test; "
            "sys.stdout.write(draw_test.example().svg())")
    made = {subprocess.run([sys.executable, "-B", "-c", code, *sys.path],
                           check=True, capture_output=True, text=True,
                           env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}).stdout
            for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))}
    assert made == {example().svg()}


def test_two_on_a_page_share_no_name_and_no_style() -> None:
    names = []
    for label in ("one", "two"):
        picture = example(label)
        picture.plots[0].marks("lost", [0.5], palette.RED)
        svg = picture.svg()
        names += re.findall(r'\bid="([^"]*)"', svg)
        assert svg.startswith("<svg ")
        rules = data_of(svg, "style")[0]
        for selector in re.findall(r"([^{}]+)\{[^{}@]", rules.split("dark)", 1)[1].strip("{")):
            assert selector.startswith(".chart "), selector
    assert len(names) == len(set(names)), names


def test_dark_has_a_colour_for_each_that_needs_one() -> None:
    svg = example().svg()
    assert "prefers-color-scheme: dark" in svg
    for light in (palette.PAPER, palette.BLACK, palette.MUTED, palette.BLUE):
        assert (f"fill: {light}\"" in svg or f"fill: {light};" in svg
                or f"stroke: {light};" in svg), light
        assert f": {light}\"]" in svg


@pytest.mark.parametrize("narrow", [False, True])
def test_long_names_leave_the_plots_their_width(narrow: bool) -> None:
    """A heading stands in several lines; names beside curves end where there is no room."""
    title = "/var/log/a long folder/sender-2026-11-26T05-00-00.csv: " + "rates and more " * 7
    picture = chart.Picture("long", [190])
    plot = picture.plots[0]
    plot.head(title, "Mbit/s")
    for number in range(3):
        plot.line(f"what was sent by the stream of number {number}", [(0, 1), (1, 2)], palette.BLUE)
    plot.line("scream:controller-params=" + "beta-loss=0.8+" * 9, [(0, 1)], palette.RED)
    picture.over_time(1)
    svg = picture.two_widths()[narrow]
    assert "".join(texts(svg)).replace(" ", "").count(f"{title},Mbit/s".replace(" ", "")) == 1
    page = minidom.parseString(svg)
    whole = float(page.documentElement.getAttribute("viewBox").split()[2])
    axes = page.getElementsByTagName("rect")[0]
    assert whole == pytest.approx(0.75 * (look.CARD if narrow else look.WIDE))
    assert 0.85 * whole < float(axes.getAttribute("width")) < whole


def test_nothing_measured() -> None:
    picture = chart.Picture("empty", [100, 100])
    picture.plots[0].line("a", [], palette.BLUE)
    picture.plots[0].line("b", [(0, NAN), (1, None)], palette.BLUE, step=True)
    picture.over_time(0)
    minidom.parseString(picture.svg())


def test_png(tmp_path: pathlib.Path) -> None:
    folder = str(tmp_path)
    path = os.path.join(folder, "a.png")
    example().png(path)
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (
        look.ZOOM * look.WIDE, look.ZOOM * 200)


def test_state_of_matplotlib_stays() -> None:
    import matplotlib
    before = matplotlib.rcParams.copy()     # dict() would ask for a backend
    matplotlib.rcParams["font.size"] = 31       # as a user's matplotlibrc may say
    try:
        assert "31px" not in example().svg()
        assert matplotlib.rcParams["font.size"] == 31
    finally:
        matplotlib.rcParams["font.size"] = before["font.size"]
    assert matplotlib.rcParams.copy() == before
    assert "matplotlib.pyplot" not in sys.modules


# --- colours --------------------------------------------------------------

def light(colour: str) -> Any:
    """Relative luminance of WCAG 2.1."""
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in parts]
    return sum(factor * part for factor, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: str, other: str) -> Any:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_and_lines_are_seen_on_light_and_on_dark() -> None:
    dark = palette.DARK[palette.PAPER]
    for colour, least in ((palette.BLACK, 7), (palette.MUTED, 4.5), (palette.BLUE, 3),
                          (palette.RED, 3), (palette.GREEN, 3), (palette.PURPLE, 2),
                          (palette.ORANGE, 2), (palette.SKY, 2), (palette.GREY, 3)):
        assert contrast(colour, palette.PAPER) >= least, colour
        assert contrast(palette.DARK.get(colour, colour), dark) >= least, colour


# --- start ----------------------------------------------------------------

@pytest.mark.parametrize("tool", ["scream-plot", "scream-ab"])
def test_help_loads_no_matplotlib(tool: str) -> None:
    done = subprocess.run([sys.executable, "-B", "-X", "importtime",
                           os.path.join(TOOLS, tool), "--help"],
                          capture_output=True, text=True, check=True)
    loaded = re.findall(r"\| +(\S+)$", done.stderr, re.MULTILINE)
    assert "argparse" in loaded
    assert [name for name in loaded if name.split(".")[0] in ("matplotlib", "numpy", "scipy")] == []
