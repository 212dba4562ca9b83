# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pages_test.py: what stands on each of our pages is text, and how they are made."""
import html.parser
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from typing import Any

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


class Pages(unittest.TestCase):
    paths: Any
    pages: Any

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.paths = {kind: pages_fake.make(kind, folder.name) for kind in pages_fake.KINDS}
        cls.pages = {}
        for kind, path in cls.paths.items():
            with open(path, encoding="utf-8") as file:
                cls.pages[kind] = file.read()

    def each(self) -> list[Any]:
        return [(kind, page, Reader(page)) for kind, page in self.pages.items()]

    def test_text_never_becomes_markup(self) -> None:
        for kind, _, read in self.each():
            with self.subTest(kind):
                self.assertEqual((len(read.all("script")), len(read.all("img"))), (1, 0))
                self.assertEqual([name for _, attributes in read.elements
                                  for name in attributes if name.startswith("on")], [])
                said = "".join(read.texts)
                for name in MARKS.get(kind, ()):
                    self.assertIn(pages_fake.mark(name), said)

    def test_elements_are_closed_in_their_order(self) -> None:
        for kind, _, read in self.each():
            with self.subTest(kind):
                self.assertEqual((read.crossed, read.open), ([], []))

    def test_a_page_loads_only_its_figures(self) -> None:
        """When they come into sight: it needs no network, and most are one file."""
        for kind, page, read in self.each():
            with self.subTest(kind):
                self.assertEqual([each for tag in ("script", "link", "img")
                                  for each in read.all(tag) if each], [])
                self.assertNotRegex(page, r"@import|url\((?!#)")
                ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
                asked = [each["data-path"] for each in read.all("figure")]
                self.assertEqual(bool(asked), kind in ASKED)
                for target in [each["href"] for each in read.all("a")] + asked:
                    there = os.path.join(os.path.dirname(self.paths[kind]),
                                         urllib.parse.unquote(target))
                    self.assertTrue(target[1:] in ids if target.startswith("#")
                                    else os.path.exists(there), target)

    def test_the_answer_is_first(self) -> None:
        """After the title; each page has both, in its language, and its parts are named."""
        for kind, _, read in self.each():
            with self.subTest(kind):
                tags = [tag for tag, _ in read.elements]
                self.assertEqual(tags[tags.index("body"):][1:4], ["header", "h1", "p"])
                self.assertEqual(read.all("p")[0]["class"], "answer")
                self.assertEqual(read.all("html")[0]["lang"], "en")
                self.assertEqual((tags.count("h1"), tags.count("main")), (1, 1))
                self.assertEqual([each for each in read.all("section")
                                  if not {"aria-label", "aria-labelledby"} & each.keys()], [])
                self.assertEqual(tags.count("caption"), tags.count("table"))
                self.assertEqual([each for each in read.all("th") if "scope" not in each], [])

    def test_a_value_that_is_missing_is_an_error(self) -> None:
        with self.assertRaises(jinja2.UndefinedError):
            render.page("plot.html", title="a", answer="b")

    def test_what_only_a_file_begins_with(self) -> None:
        text = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//a" "b">\n<svg></svg>'
        self.assertEqual(render.picture(text + text).split(), ["<svg></svg>"] * 2)

    def test_without_jinja2_the_package_is_named(self) -> None:
        code = ("import sys; sys.modules['jinja2'] = None; sys.argv[1:] = [sys.argv[1], '-o', "
                "sys.argv[2]]; from gstscream.plot import command; "
                "sys.exit(command.main(sys.argv[1:]))")
        with tempfile.TemporaryDirectory() as folder:
            log = pages_fake.write_log(os.path.join(folder, "run.csv"))
            for name, status in (("a.html", 2), ("a.svg", 0)):
                done = subprocess.run(
                    [sys.executable, "-B", "-c", code, log, os.path.join(folder, name)],
                    cwd=os.path.join(HERE, "..", "..", "tools"), capture_output=True, text=True,
                    check=False)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual("python3-jinja2" in done.stderr, status == 2)


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


class Answer(unittest.TestCase):
    def test_two_at_one_place(self) -> None:
        text = answer.answer([group("steps, x264enc", ("a", LOW, "b", HIGH))])
        self.assertTrue(text.startswith("a is better than b at steps, x264enc: a has 40.0 ms "
                                        "less queue than b"), text)
        self.assertIn("beyond the 95 % interval of 3 repeats, paired by seed", text)
        self.assertTrue(text.endswith("."))

    def test_a_trade_says_who_is_better_for_whom(self) -> None:
        text = answer.answer([group("x, x264enc", ("a", LOW, "b", FULL))])
        self.assertTrue(text.startswith("At x, x264enc, a is better for a short queue, b is better "
                                        "for use of the link: a has 40.0 ms less queue"), text)

    def test_the_other_way_round(self) -> None:
        text = answer.answer([group("l", ("a", HIGH, "b", LOW))])
        self.assertTrue(text.startswith("b is better than a at l: "), text)

    def test_several_places(self) -> None:
        groups = [group("x", ("a", LOW, "b", HIGH), ("a", LOW, "c", FULL)),
                  group("y", ("a", LOW, "b", LOW), ("a", LOW, "c", FULL))]
        text = answer.answer(groups)
        self.assertTrue(text.startswith(
            "a is better than b at 1 of 2 places (queue p95 40.0 ms lower); against c: trade at "
            "2 of 2, a is better for a short queue, c is better for use of the link (queue p95 "
            "40.0 ms lower, but utilisation 7.0 points lower); "), text)

    def test_the_leader_may_be_named_second(self) -> None:
        text = answer.answer([group("x", ("a", HIGH, "b", LOW)), group("y", ("a", HIGH, "b", LOW))])
        self.assertTrue(text.startswith(
            "b is better than a at 2 of 2 places (queue p95 40.0 ms lower)"), text)

    def test_nobody_is_better(self) -> None:
        text = answer.answer([group(place, ("a", LOW, "b", FULL)) for place in "xy"])
        self.assertIn("(the first: queue p95 40.0 ms lower, but "
                      "utilisation 7.0 points lower)", text)
        groups = [group("x", ("a", LOW, "b", HIGH)), group("y", ("a", HIGH, "b", LOW))]
        text = answer.answer(groups)
        self.assertTrue(text.startswith("Neither of a and b is better: a better at 1 of 2, b "
                                        "better at 1 of 2 places"), text)

    def test_how_sure(self) -> None:
        one = answer.answer([group("x", ("a", LOW[:1], "b", HIGH[:1]))])
        self.assertIn("this may be chance", one)
        bad: list[Any] = [FakeRun(False, queue_p95_ms=value) for value in (20, 21)]
        found = verdict.verdict("a", bad, "b", [FakeRun(queue_p95_ms=60)])
        self.assertIn("some of the runs are not to be trusted",
                      answer.answer([verdicts.Group("x", [found])]))

    def test_nothing_to_say(self) -> None:
        self.assertEqual(answer.answer([]), "There is nothing to compare yet.")
        text = answer.answer([verdicts.Group("x", [verdict.verdict("a", [], "b", [])])])
        self.assertEqual(text, "No verdict: no run of a or of b came to its end.")

    def test_of_a_log(self) -> None:
        self.assertEqual(output.answer([("time", "3.0 s"), ("sent", "2 Mbit/s"),
                                        ("queue delay", "p95 9 ms")]),
                         "Over 3.0 s, 2 Mbit/s sent, with a queue delay of p95 9 ms.")
