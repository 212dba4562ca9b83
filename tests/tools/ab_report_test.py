# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""ab_report_test.py: the report of scream-ab says what its runs measured."""
import json
import math
import os
import pathlib
import re
import tempfile
from typing import Any

import pytest

import ab_fake

from gstscream.draw import palette
from gstscream.report import cs244, pictures, verdict
from gstscream.report import names as page_names
from gstscream.report import page as report
from gstscream.report import words as page_words
from gstscream.report.data import Folder


class FakeResult:
    """A run for verdicts: figures and a state."""

    def __init__(self, done: bool = True, trusted: bool = True, repeat: int = 0,
                 **figures: Any) -> None:
        self.done, self.trusted, self.figures = done, trusted, figures
        self.repeat = repeat

    def figure(self, name: str) -> Any:
        return self.figures.get(name)


def results(name: str, values: Any, **more: Any) -> list[Any]:
    return [FakeResult(**{name: value}, **more) for value in values]


# --- verdicts -------------------------------------------------------------

def compare(name: str, one: Any, other: Any) -> Any:
    return verdict.verdict("one", results(name, one), "other", results(name, other))


def test_clear_difference_counts_for_the_lower_queue() -> None:
    found = compare("queue_p95_ms", [24, 25, 26], [54, 55, 59])
    assert found.better == "one"
    assert "one has 31.0 ms less queue than other" in found.text
    assert "p95 25.0 ± 1.0 vs 56.0 ± 2.6 ms" in found.text
    assert found.sure


def test_the_other_way_round_it_counts_for_the_other() -> None:
    found = compare("queue_p95_ms", [54, 55, 59], [24, 25, 26])
    assert found.better == "other"
    assert "one has 31.0 ms more queue than other" in found.text


def test_more_utilisation_is_better() -> None:
    assert compare("utilisation", [.90, .91], [.80, .801]).better == "one"
    assert compare("utilisation", [.80, .801], [.90, .91]).better == "other"


def test_difference_within_the_spread_does_not_count() -> None:
    found = compare("queue_p95_ms", [20, 50, 80], [40, 70, 100])
    assert found.better == "not sure"
    assert "no difference beyond the spread of the repeats between one and other" in found.text


def test_sure_difference_that_does_not_matter_does_not_count() -> None:
    # 4 ms, where 5 ms matter; 40 ms of 1000, where 100 ms do.
    for one, other in (([10, 10, 10.1], [14, 14, 14.1]), ([1000, 1001], [1040, 1041])):
        assert compare("queue_p95_ms", one, other).better == "alike"
    assert compare("queue_p95_ms", [10, 10], [15.1, 15.1]).better == "one"


def test_unsure_is_not_called_the_same() -> None:
    def runs(queue: Any, use: Any, step: Any) -> list[Any]:
        return [FakeResult(queue_p95_ms=queue + turn, utilisation=use + turn * step)
                for turn in range(3)]
    for use, step, words in (
            (.65, .1, "with no sure difference in utilisation (70.0 ± 10.0 vs 75.0"),
            (.605, .001, "at the same utilisation (60.1 ± 0.1 vs 60.6")):
        found = verdict.verdict("one", runs(20, .6, step), "other", runs(50, use, step))
        assert words in found.text


def test_repeats_are_paired() -> None:
    """What all runs of a repeat share is no doubt about their difference."""
    one, other = [20.0, 50.0, 80.0], [30.5, 60.0, 89.5]
    paired: Any = [[FakeResult(repeat=turn, queue_p95_ms=value)
                    for turn, value in enumerate(values)] for values in (one, other)]
    found = verdict.verdict("one", paired[0], "other", paired[1][::-1])
    assert (found.better, found.sure) == ("one", True)
    queue, = found.checks
    assert queue.paired
    # t(2) * 0.5 / sqrt(3) = 4.3027 * 0.28868
    assert queue.chance == pytest.approx(1.2421, abs=0.0005)
    assert compare("queue_p95_ms", one, other).better == "not sure"


def test_what_a_repeat_lacks_is_not_compared() -> None:
    def runs(*values: Any) -> list[Any]:
        return [FakeResult(repeat=turn, queue_p95_ms=value)
                for turn, value in enumerate(values) if value is not None]
    queue, = verdict.verdict("a", runs(20, 22, 90), "b", runs(40, 44, None, 70)).checks
    assert (queue.one.mean, queue.other.mean) == (21, 42)
    queue, = verdict.verdict("a", runs(20, None, 24), "b", runs(40, 44)).checks
    assert (queue.one.mean, queue.other.mean, queue.paired) == (22, 42, False)


def test_one_run_is_told_as_such() -> None:
    found = compare("queue_p95_ms", [24], [55])
    assert (found.better, found.sure) == ("one", False)
    assert "one run each: the spread is not known" in found.text
    assert "±" not in found.text
    assert "no difference that matters" in compare("psnr_db", [30], [30.2]).text
    assert "one run of one: its spread" in compare("psnr_db", [30], [30.2, 30.3]).text


def test_gain_and_loss_are_a_trade() -> None:
    def runs(queue: Any, use: Any) -> list[Any]:
        return [FakeResult(queue_p95_ms=queue + step, utilisation=use + step / 1e4)
                for step in (0, 1, 2)]
    found = verdict.verdict("one", runs(20, .90), "other", runs(60, .95))
    assert found.better == "trade"
    assert "40.0 ms less queue" in found.text
    assert "at 5.0 points less utilisation (90.0 ± 0.0 vs 95.0 ± 0.0 %)" in found.text


def test_failed_runs_do_not_count() -> None:
    good, bad = results("psnr_db", [30, 30.1]), results("psnr_db", [10], done=False)
    found = verdict.verdict("one", good + bad, "other", results("psnr_db", [30, 30.1]))
    assert found.better == "alike"
    found = verdict.verdict("one", bad, "other", good)
    assert (found.better, found.text) == ("", "no verdict: no run of one came to its end")


def test_distrusted_runs_count_only_if_there_are_no_others() -> None:
    good, bad = results("psnr_db", [30, 30.1]), results("psnr_db", [10], trusted=False)
    assert verdict.verdict("one", good + bad, "other", good).better == "alike"
    assert verdict.verdict("one", bad, "other", good).text.startswith("not to be trusted")


def test_unmeasured_is_no_verdict() -> None:
    nothing: list[Any] = [FakeResult()]
    assert verdict.verdict("a", nothing, "b", nothing).text == (
        "no verdict: nothing that both measured")


# --- names ----------------------------------------------------------------

LONG = "scream-v1:queue-delay-target=100ms:queue-delay-target-max=100ms"


def test_long_ones_become_short_and_stay_apart() -> None:
    other = LONG.replace("100", "60")
    assert page_names.short(["scream", LONG, other, "gcc"], "") == {
        "scream": "scream", LONG: "scream-v1 (a)", other: "scream-v1 (b)", "gcc": "gcc"}


def test_the_class_has_its_own() -> None:
    assert list(page_names.short([LONG, "scream-v1"], "cs244").values()) == [
        "scream-v1 (fixed target)", "scream-v1 (adaptive target)"]


def test_names_that_fall_together_stay_as_they_are() -> None:
    labels = [LONG, LONG.replace("100", "60"), "scream-v1 (b)"]
    assert len(set(page_names.short(labels, "cs244").values())) == 3


# --- words ----------------------------------------------------------------

def test_link_in_words() -> None:
    assert page_words.link_in_words("rate=0:2M,20:1M delay=25ms queue=infinite aqm=codel") == (
        "2 Mbit/s, from 20 s 1 Mbit/s, 25 ms one way, queue infinite, CoDel")
    assert page_words.link_in_words("rate=300k loss=0.01 tcp=15-18+30-40") == (
        "300 kbit/s, 1 % loss, TCP 15-18 and 30-40 s")


def test_unknown_words_stay() -> None:
    assert page_words.link_in_words("colour=blue loss=much") == "loss=much, colour=blue"


def attributes(page: str) -> list[Any]:
    """What src and href point to."""
    return re.findall(r"(?:src|href)\s*=\s*['\"]?([^'\" >]*)", page)


# --- page -----------------------------------------------------------------

@pytest.fixture
def out(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "out")


def html(out: str, static: bool = True) -> Any:
    return pathlib.Path(report.write(out, static)).read_text("utf-8")


def write(out: str, controller: str, turn: Any, fake: Any = None, **changes: Any) -> Any:
    link, text, steps = ab_fake.STEPS
    return ab_fake.write_run(out, ab_fake.identity(controller, "x264enc", link, text, turn,
                                                   20), fake
                             or ab_fake.FakeRun(controller, "x264enc", steps, 20, turn), **changes)


def test_means_and_spread_are_those_of_the_runs(out: str) -> None:
    for turn, value in enumerate((20, 22, 27), 1):
        write(out, "scream", turn, figures={"queue_p95_ms": value})
    assert '<td data-value="23.0" title="20.0 to 27.0">23.0<small>± 3.6</small></td>' in html(out)


def test_page_needs_nothing_else(out: str) -> None:
    ab_fake.comparison(out, repeat=2, seconds=20)
    page = html(out)
    assert [name for name in attributes(page) if "//" in name] == []
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)     # beside parts of the same picture
    assert "<script src" not in page
    for name in attributes(page):
        if name.startswith("#"):
            assert f"id='{name[1:]}'".replace("'", '"') in page.replace("'", '"')
        else:
            assert os.path.exists(os.path.join(out, name)), name


def test_every_controller_encoder_and_picture_is_there(out: str) -> None:
    ab_fake.comparison(out, repeat=2, seconds=20)
    page = html(out)
    for name in ("scream", "gcc", "fixed"):
        assert page.count(f"</span>{name}</h3>") == 2, name
    for heading, count in (("Rate, Mbit/s", 6), ("Queue delay of each packet, ms", 6),
                           ("Packets with less queue delay than", 2),
                           ("Shown frames with less delay than", 2)):
        assert page.count(f">{heading}</text>") == count
    for encoder in ("x264enc", "vp8enc"):
        assert page.count(f"aria-label='gcc with {encoder} on steps: rate,") == 1
    # 3 pairs of controllers with each of 2 encoders, 3 of encoders
    assert page.count('class="tag"') == 9


def test_many_links_have_an_overview(out: str) -> None:
    _, text, steps = ab_fake.STEPS
    fakes = {name: ab_fake.FakeRun(name, "x264enc", steps, 5, 1)
             for name in ("scream", "gcc")}
    for link in range(4):
        assert 'class="overview"' not in (html(out) if link else "")
        for name, fake in fakes.items():
            ab_fake.write_run(out, ab_fake.identity(name, "x264enc", f"link{link}", text, 1, 5),
                              fake)
    page = html(out)
    assert '<th scope="col">scream<small>or gcc</small></th>' in page
    assert page.count('class="tag"') == 8


def test_failed_run_is_marked_with_its_reason(out: str) -> None:
    write(out, "scream", 1)
    write(out, "gcc", 1)
    folder = write(out, "gcc", 2, state="failed", error="no <encoder>")
    os.remove(os.path.join(folder, "frames.csv"))
    page = html(out)
    assert "▲ 1 of 2" in page
    assert "failed: no &lt;encoder&gt;" in page
    assert "1 failed" in page


def test_lateness_of_the_link_is_a_reason(out: str) -> None:
    folder = write(out, "scream", 1, trusted=False)
    with open(os.path.join(folder, "link.json"), "w", encoding="utf-8") as file:
        json.dump({"lateness-ms": {"p99": 5.046}}, file)
    write(out, "scream", 2, trusted=False, figures={"frames": 600, "frames_missed": 30})
    page = html(out)
    assert "the link was late by 5.0 ms (p99)" in page
    assert "30 of 600 source frames were too late for the encoder" in page
    assert 'class="first untrusted"' in page


def test_distrusted_run_is_marked_and_left_out(out: str) -> None:
    write(out, "scream", 1, figures={"queue_p95_ms": 20})
    write(out, "scream", 2, figures={"queue_p95_ms": 90}, trusted=False)
    page = html(out)
    assert "▲ 1 of 2" in page
    assert "not to be trusted: the machine was too slow or too busy" in page
    assert '<td data-value="20.0" title="one run">20.0</td>' in page


def test_runs_without_files_and_torn_files_are_no_error(out: str) -> None:
    folder = write(out, "scream", 1)
    for name in ("link.csv", "tcp.csv", "samples.csv", "log.txt"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            os.remove(path)
    with open(os.path.join(folder, "frames.csv"), "a", encoding="utf-8") as file:
        file.write("600,nan,,x,inf\n601,20.0,\n")
    torn = write(out, "gcc", 1)
    pathlib.Path(os.path.join(torn, "run.json")).write_text('{"id": "to', "utf-8")
    with open(os.path.join(torn, "samples.csv"), "a", encoding="utf-8") as file:
        file.write("19.9,1000")
    write(out, "nada", 1, start=None, figures={"psnr_db": math.nan})
    write(out, "fixed", 1, state="failed", figures=None)
    page = html(out)
    assert "1 not finished" in page
    assert "nothing that both measured" in page


def test_damaged_files_are_named(out: str) -> None:
    """File, line and remedy; the figures of the run stay."""
    assert 'class="faults"' not in (write(out, "gcc", 1), html(out))[1]
    folder = write(out, "scream", 1)
    frames, samples = (pathlib.Path(folder, name) for name in ("frames.csv", "samples.csv"))
    frames.write_text(frames.read_text().replace("shown", "x", 1))
    text = samples.read_text()
    cut = text[:text.index("\n", 200) + 20]
    samples.write_text(cut)
    os.remove(os.path.join(folder, "link.csv"))
    page = html(out)
    for words in ("frames.csv, line 1: no column shown; delete the folder runs/",
                 f"samples.csv, line {cut.count(chr(10)) + 1}: it ends early; delete",
                 "link.csv: No such file or directory; delete"):
        assert words in page
    assert page.count("runs only this one again") == 3
    assert ">scream</th>" in page


def test_one_controller_alone(out: str) -> None:
    """Nothing is compared, and the page says what was measured."""
    for turn, use in (1, 0.8), (2, 0.9):
        write(out, "gcc", turn,
              figures={"utilisation": use, "frame_delay_p95_ms": 120, "freeze_s": 0.5})
    assert ("gcc alone was run: utilisation 85.0 %, frame delay p95 120 ms and time "
            "frozen 0.5 s in the mean.") in html(out)
    write(out, "scream", 1)
    assert "alone was run" not in html(out)


def test_an_empty_folder_makes_a_page(out: str) -> None:
    os.makedirs(os.path.join(out, "runs"))
    assert "Nothing to compare yet." in html(out)


def test_strange_names_are_escaped(out: str) -> None:
    link, text, steps = ab_fake.STEPS
    ab_fake.write_run(out, {**ab_fake.identity("<b>", "x&y", "a'b", text, 1, 20), "id": "strange"},
                      ab_fake.FakeRun("<b>", "x264enc", steps, 20, 1))
    page = html(out)
    assert "<b></h3>" not in page
    assert "&lt;b&gt;</h3>" in page


def test_a_long_run_does_not_make_a_big_page(out: str) -> None:
    link, text, _ = ab_fake.STEPS
    fake = ab_fake.FakeRun("scream", "x264enc", [(0, 20e6)], 120, 1)
    assert len(fake.packets) > 100_000
    write(out, "scream", 1, fake)
    # Two points for each pixel of a card's lines, of some 22 bytes.
    assert len(html(out)) < 250_000


def test_the_command_refuses_what_is_no_folder(tmp_path: pathlib.Path) -> None:
    assert report.main([str(tmp_path)]) == 2


def held(plot: Any) -> Any:
    """{name of a line: its points}; lines without a name are in the list of ""."""
    lines: Any = {"": []}
    for line in plot.axes.get_lines():
        points = line.get_xydata().tolist()
        if line.get_label().startswith("_") or not line.get_label():
            lines[""].append(points)
        else:
            lines[line.get_label()] = points
    return lines


class Pictures:
    """What the axes hold is what the runs measured."""

    def __init__(self, folder: str) -> None:
        with tempfile.TemporaryDirectory() as out:
            ab_fake.comparison(out, repeat=2, seconds=20)
            self.folder = Folder(out)
            self.runs = [run for run in self.folder.runs if run.encoder == "x264enc"]
            self.scale = pictures.Scale(self.runs)    # reads all
            for run in self.runs:
                pictures.rate(run, "target"), run.tcp_rate, run.delay_target, run.video.drops

    def of(self, name: str) -> list[Any]:
        return [run for run in self.runs if run.controller == name]

    def card(self, name: str) -> Any:
        return pictures.controller_picture(self.of(name), self.scale).plots


@pytest.fixture(scope="module")
def fakes(tmp_path_factory: pytest.TempPathFactory) -> Pictures:
    return Pictures(str(tmp_path_factory.mktemp("fakes")))


def test_rates(fakes: Pictures) -> None:
    rates = held(fakes.card("gcc")[0])
    assert rates["capacity"][:3] == [[0, 2], [8, 1], [16, 2.5]]
    sent = pictures.rate(fakes.of("gcc")[0], "send-rate")
    assert rates["sent"] == [list(point) for point in sent]
    assert len(rates["encoder's target"]) == len(sent)
    assert len(rates[""]) == 1         # the other repeat


def test_delays_drops_and_freezes(fakes: Pictures) -> None:
    _, queue, frames, _ = fakes.card("gcc")
    run = fakes.of("gcc")[0]
    highest = max(value for _, value in run.queue_delays)
    drawn = [y for line in held(queue)[""] for _, y in line]
    assert max(drawn) == max(highest, *(value for _, value in fakes.of("gcc")[1].queue_delays))
    assert len(run.video.drops) > 0
    pixel = fakes.scale.end / queue.width
    strokes = [x for x, y in held(queue)["dropped"]]
    assert all(any(0 <= time - x <= pixel * 1.001 for x in strokes) for time in run.video.drops)
    frozen, = frames.axes.collections
    assert len(frozen.get_paths()) == len(run.freezes)
    assert len(run.freezes) > 0


def test_all_controllers_have_the_same_axes(fakes: Pictures) -> None:
    ends = {name: [(plot.axes.get_xlim(), plot.axes.get_ylim()) for plot in fakes.card(name)]
            for name in ("scream", "gcc", "fixed")}
    assert ends["scream"] == ends["gcc"]
    assert ends["scream"] == ends["fixed"]
    (_, end), (_, high) = ends["scream"][0]
    assert end == pytest.approx(20, abs=0.5)
    assert 2.5 < high < 3, high       # the capacity is 2.5 Mbit/s at most


def test_shares_are_quantiles_of_all_repeats(fakes: Pictures) -> None:
    groups = {name: fakes.of(name) for name in ("scream", "gcc")}
    picture = pictures.share_picture("Delay", "here", groups, lambda run: run.queue_delays,
                                     palette.colours(groups))
    lines = held(picture.plots[0])
    values = sorted(value for run in fakes.of("scream") for _, value in run.queue_delays)
    for value, share in lines["scream"][50::50]:
        below = sum(other <= value for other in values) / len(values)
        assert below == pytest.approx(share, abs=0.002)
    assert len(lines[""]) == 4         # each repeat, faint


# --- cs244 ----------------------------------------------------------------

def test_same_axes_and_tcp(tmp_path: pathlib.Path) -> None:
    out = str(tmp_path)
    ab_fake.cs244(out)
    folder = Folder(out)
    runs = {name: folder.of(folder.scenarios[0], name)[0] for name in folder.controllers}
    picture = cs244.column(runs, "bitrate", "here")
    assert len(picture.plots) == len(runs)
    assert len({plot.axes.get_ylim() for plot in picture.plots}) == 1
    for plot, run in zip(picture.plots, runs.values()):
        assert [(path.get_extents().x0, path.get_extents().x1)
                for path in plot.axes.collections[0].get_paths()] == cs244.windows(run.tcp)
        assert max(y for _, y in held(plot)["TCP"]) == max(value * 1e-6
                                                           for _, value in run.tcp_rate)


def test_three_pictures_of_each_link_as_files(tmp_path: pathlib.Path) -> None:
    out = str(tmp_path)
    ab_fake.cs244(out)
    page = pathlib.Path(report.write(out)).read_text("utf-8")
    names = sorted(name for name in os.listdir(out) if name.endswith(".svg"))
    assert names == [
        f"cs244-{link}-x264enc-{what}.svg" for link in ("infinite", "short")
        for what in ("bitrate", "delay", "window")]
    for name in names:
        svg = pathlib.Path(os.path.join(out, name)).read_text("utf-8")
        assert "TCP runs" in svg
        assert "scream-v1 (fixed target)" in svg
        assert "scream-v1 (adaptive target)" in svg
    assert "while TCP runs" in page


def test_share_of_the_video_is_measured_on_the_link(tmp_path: pathlib.Path) -> None:
    from gstscream.report.cs244 import video_share
    out = str(tmp_path)
    link, text, _ = ab_fake.STEPS
    fake = ab_fake.FakeRun("scream", "x264enc", [(0, 1e6)], 10, 1)
    at = ab_fake.START
    # 50 packets of 1000 bytes in 2 s are 200 kbit/s of 1 Mbit/s.
    fake.packets = [
        [at + 4 + place / 25, flow, 1000, 0, 0.01, fate] for place in range(50)
        for flow, fate in (("1a2b3c4d", "out"), ("tcp:9", "out"),
                           ("1a2b3c4d", "queue"))]
    ab_fake.write_run(out, ab_fake.identity("scream", "x264enc", link, text, 1, 10),
                      fake)
    run, = Folder(out).runs
    assert video_share(run, 4, 6) == pytest.approx(0.2, abs=0.005)
    assert video_share(run, 6, 6) is None
