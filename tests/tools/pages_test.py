# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pages_test.py: what stands on each of our pages is text, and how they are made."""
import html.parser
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse
from typing import Any

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
import jinja2

import pages_fake

from gstscream.plot import output
from gstscream.report import answer, figures, render, verdict, verdicts

# What a user or a file says on a page of the kind; others of these have nothing of it.
MARKS = {
    "comparison": ("controller", "property", "link", "encoder", "size", "input", "screamtx",
                   "command", "word", "queue", "id", "error"),
    "static": ("controller", "error"),
    "plot": ("title", "described"),
    "quickstart": ("title", "command", "Link used", "Queue in the link", "Packets lost",
                   "Frame delay", "Frames", "Freezes"),
    "evaluation": ("controller", "case", "opponent", "command"),
    "run": ("name", "failure"),
    "camera": ("title",),
    "publish": ("title",),
}
ASKED = () if figures.missing() else ("comparison", "many")
VOID = {"meta", "br", "img", "link", "input", "hr"}


class Reader(html.parser.HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[Any] = []
        self.open: list[str] = []
        self.crossed: list[Any] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append((tag, self.getpos()))

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    def all(self, tag: str) -> list[Any]:
        return [attributes for name, attributes in self.elements if name == tag]


# --- pages ----------------------------------------------------------------

class Made(Reader):
    """A page as it is written, and what a browser would see of it."""

    def __init__(self, kind: str, path: str) -> None:
        self.kind, self.path = kind, path
        self.text = pathlib.Path(path).read_text("utf-8")
        super().__init__(self.text)


@pytest.fixture(scope="module", params=pages_fake.KINDS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = str(tmp_path_factory.mktemp(request.param))
    return Made(request.param, pages_fake.make(request.param, folder))


def test_text_never_becomes_markup(made: Made) -> None:
    assert (len(made.all("script")), len(made.all("img"))) == (1, 0)
    names = [name for _, attributes in made.elements for name in attributes]
    assert not [name for name in names if name.startswith("on")]
    said = "".join(made.texts)
    for name in MARKS.get(made.kind, ()):
        assert pages_fake.mark(name) in said


def test_elements_are_closed_in_their_order(made: Made) -> None:
    assert (made.crossed, made.open) == ([], [])


def test_a_page_loads_only_its_figures(made: Made) -> None:
    """When they come into sight: it needs no network, and most are one file."""
    assert [each for tag in ("script", "link", "img") for each in made.all(tag) if each] == []
    assert not re.search(r"@import|url\((?!#)", made.text)
    ids = [attributes["id"] for _, attributes in made.elements if "id" in attributes]
    asked = [each["data-path"] for each in made.all("figure")]
    assert bool(asked) == (made.kind in ASKED)
    for target in [each["href"] for each in made.all("a")] + asked:
        there = os.path.join(os.path.dirname(made.path), urllib.parse.unquote(target))
        assert (target[1:] in ids if target.startswith("#") else os.path.exists(there)), target


def test_the_answer_is_first(made: Made) -> None:
    """After the title; each page has both, in its language, and its parts are named."""
    tags = [tag for tag, _ in made.elements]
    assert tags[tags.index("body"):][1:4] == ["header", "h1", "p"]
    assert made.all("p")[0]["class"] == "answer"
    assert made.all("html")[0]["lang"] == "en"
    assert (tags.count("h1"), tags.count("main")) == (1, 1)
    labels = {"aria-label", "aria-labelledby"}
    assert not [each for each in made.all("section") if not labels & each.keys()]
    assert tags.count("caption") == tags.count("table")
    assert [each for each in made.all("th") if "scope" not in each] == []


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError):
        render.page("plot.html", title="a", answer="b")


def test_what_only_a_file_begins_with() -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//a" "b">\n<svg></svg>'
    assert render.picture(text + text).split() == ["<svg></svg>"] * 2


def test_without_jinja2_the_package_is_named(tmp_path: pathlib.Path) -> None:
    code = ("import sys; sys.modules['jinja2'] = None; sys.argv[1:] = [sys.argv[1], '-o', "
            "sys.argv[2]]; from gstscream.plot import command; "
            "sys.exit(command.main(sys.argv[1:]))")
    folder = str(tmp_path)
    log = pages_fake.write_log(os.path.join(folder, "run.csv"))
    for name, status in (("a.html", 2), ("a.svg", 0)):
        done = subprocess.run(
            [sys.executable, "-B", "-c", code, log, os.path.join(folder, name)],
            cwd=os.path.join(HERE, "..", "..", "tools"), capture_output=True, text=True,
            check=False)
        assert done.returncode == status, done.stderr
        assert ("python3-jinja2" in done.stderr) == (status == 2)


class FakeRun:
    """A run for verdicts: figures, all trusted."""
    done = True

    def __init__(self, trusted: bool = True, repeat: int = 0, **figures: Any) -> None:
        self.figures, self.trusted, self.repeat = figures, trusted, repeat

    def figure(self, name: str) -> Any:
        return self.figures.get(name)


def group(title: str, *pairs: Any) -> Any:
    """pairs: (name, values of the queue, other name, values)"""
    def runs(values: Any) -> list[Any]:
        return [FakeRun(repeat=turn, queue_p95_ms=queue, utilisation=use)
                for turn, (queue, use) in enumerate(values)]
    return verdicts.Group(title, [verdict.verdict(one, runs(mine), other, runs(its))
                                  for one, mine, other, its in pairs])


LOW = [(20, .9), (21, .9), (22, .9)]
HIGH = [(60, .9), (61, .9), (62, .9)]
FULL = [(60, .97), (61, .97), (62, .97)]


# --- answer ---------------------------------------------------------------

def test_two_at_one_place() -> None:
    text = answer.answer([group("steps, x264enc", ("a", LOW, "b", HIGH))])
    assert text.startswith("a is better than b at steps, x264enc: a has 40.0 ms "
                           "less queue than b"), text
    assert "beyond the 95 % interval of 3 repeats, paired by seed" in text
    assert text.endswith(".")


def test_a_trade_says_who_is_better_for_whom() -> None:
    text = answer.answer([group("x, x264enc", ("a", LOW, "b", FULL))])
    assert text.startswith("At x, x264enc, a is better for a short queue, b is better "
                           "for use of the link: a has 40.0 ms less queue"), text


def test_the_other_way_round() -> None:
    text = answer.answer([group("l", ("a", HIGH, "b", LOW))])
    assert text.startswith("b is better than a at l: "), text


def test_several_places() -> None:
    groups = [group("x", ("a", LOW, "b", HIGH), ("a", LOW, "c", FULL)),
              group("y", ("a", LOW, "b", LOW), ("a", LOW, "c", FULL))]
    text = answer.answer(groups)
    assert text.startswith(
        "a is better than b at 1 of 2 places (queue p95 40.0 ms lower); against c: trade at "
        "2 of 2, a is better for a short queue, c is better for use of the link (queue p95 "
        "40.0 ms lower, but utilisation 7.0 points lower); "), text


def test_the_leader_may_be_named_second() -> None:
    text = answer.answer([group("x", ("a", HIGH, "b", LOW)), group("y", ("a", HIGH, "b", LOW))])
    assert text.startswith("b is better than a at 2 of 2 places (queue p95 40.0 ms lower)"), text


def test_nobody_is_better() -> None:
    text = answer.answer([group(place, ("a", LOW, "b", FULL)) for place in "xy"])
    assert ("(the first: queue p95 40.0 ms lower, but utilisation 7.0 points lower)") in text
    groups = [group("x", ("a", LOW, "b", HIGH)), group("y", ("a", HIGH, "b", LOW))]
    text = answer.answer(groups)
    assert text.startswith("Neither of a and b is better: a better at 1 of 2, b "
                           "better at 1 of 2 places"), text


def test_how_sure() -> None:
    one = answer.answer([group("x", ("a", LOW[:1], "b", HIGH[:1]))])
    assert "this may be chance" in one
    bad: list[Any] = [FakeRun(False, queue_p95_ms=value) for value in (20, 21)]
    found = verdict.verdict("a", bad, "b", [FakeRun(queue_p95_ms=60)])
    assert "some of the runs are not to be trusted" in answer.answer([verdicts.Group("x", [found])])


def test_nothing_to_say() -> None:
    assert answer.answer([]) == "There is nothing to compare yet."
    text = answer.answer([verdicts.Group("x", [verdict.verdict("a", [], "b", [])])])
    assert text == "No verdict: no run of a or of b came to its end."


def test_of_a_log() -> None:
    text = output.answer([("time", "3.0 s"), ("sent", "2 Mbit/s"), ("queue delay", "p95 9 ms")])
    assert text == "Over 3.0 s, 2 Mbit/s sent, with a queue delay of p95 9 ms."
