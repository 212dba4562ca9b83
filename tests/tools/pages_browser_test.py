# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each of our pages in headless Chromium, from file://.

At three widths, light and dark: nothing is wider than the window, nothing is said in the
console, no text has become markup, tables sort by click and by key.  What it looked like
is kept as PNGs in the build folder.
"""
import contextlib
import os
import pathlib
import tempfile
import unittest
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
import pytest

import chromium
import pages_fake
from where import BUILD

if not chromium.there():
    pytest.skip("there is no chromium (Debian: chromium)", allow_module_level=True)

FOLDER = os.path.join(BUILD, "tests", "tools", "pages")
os.makedirs(FOLDER, exist_ok=True)
WIDTHS = (360, 800, 1400)
HEIGHT = 1300                   # of the PNGs
HACKED = "window.hacks = 0; window.hacked = () => { window.hacks++; };\n"
# Wider than the window although no box of theirs scrolls.
TOO_WIDE = """
[...document.body.querySelectorAll('*')].filter(each => {
  if (each.closest('.scroll > *, .picture > *, .plot > *, .unseen')) return false;
  return each.getBoundingClientRect().right > innerWidth + 0.5;
}).map(each => each.outerHTML.slice(0, 200))"""
# A figure is drawn when it comes into sight.
DRAWN = """
new Promise(done => {
  const first = document.querySelector('.ask');
  const see = () => {
    if (first && !first.matches('.drawn, :has(.bad)')) return setTimeout(see, 50);
    scrollTo(0, 0);
    done();
  };
  first?.scrollIntoView();
  see();
})"""
# Pixels for each unit of a picture: a point, in which its letters are measured.
SMALLEST = """
Math.min(9, ...[...document.querySelectorAll('.picture > svg')].map(
  each => each.getBoundingClientRect().width / each.viewBox.baseVal.width))"""
KEPT = 0.99                     # 8.4 pixels for the smallest letters, of 8.5 points
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
# Of the first table with numbers to sort by, the column that has most of them.
SORT = """
  const table = [...document.querySelectorAll('table')].find(
    each => each.tHead && each.querySelector('td[data-value]'));
  const values = column => [...table.tBodies[0].rows].map(
    row => row.cells[column].dataset.value ?? null);
  const most = column => new Set(values(column)).size;
  const columns = [...Array(table.tHead.rows[0].cells.length).keys()].sort(
    (a, b) => most(b) - most(a));
  const heading = table.tHead.rows[0].cells[columns[0]];
"""
VALUES = "values(columns[0])"
ENTER = ("Enter", 13, "\r")
LIVE = ("camera", "publish")
SORTED = ("comparison", "static", "evaluation")     # kinds of pages that have such a table


def numbers(values: Any) -> list[Any]:
    return [float(value) for value in values if value is not None]


class Chromium(unittest.TestCase):
    paths: Any
    browser: Any
    before: Any

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.paths = {kind: pages_fake.make(kind, folder.name) for kind in pages_fake.KINDS}
        cls.browser = chromium.Browser(folder.name)
        stack = contextlib.ExitStack()
        cls.addClassCleanup(stack.close)
        stack.enter_context(cls.browser)
        with open(os.path.join(HERE, "camera_fake.js"), encoding="utf-8") as file:
            cls.before = HACKED + file.read()

    def open(self, kind: str, width: int = WIDTHS[-1]) -> Any:
        page = self.browser.open(pathlib.Path(self.paths[kind]).as_uri(), width,
                                 before=self.before)
        self.addCleanup(page.close)
        page.value(DRAWN)
        if kind in LIVE:        # what it says comes with its second second
            page.value("new Promise(done => { const see = () => document.querySelector("
                       "'.summary td') ? done() : setTimeout(see, 50); see(); })")
        return page

    def check(self, page: Any) -> None:
        self.assertEqual(page.value(TOO_WIDE), [])
        self.assertLessEqual(page.value("document.documentElement.scrollWidth - innerWidth"), 0)
        self.assertGreaterEqual(page.value(SMALLEST), KEPT)
        self.assertEqual(page.value("window.hacks"), 0)
        self.assertEqual(page.faults(), [])

    def test_at_three_widths_light_and_dark(self) -> None:
        for kind in pages_fake.KINDS:
            page = self.open(kind)
            for width in WIDTHS:
                page.resize(width, HEIGHT)
                grounds = []
                for scheme in ("light", "dark"):
                    with self.subTest(kind, width=width, scheme=scheme):
                        page.scheme(scheme == "dark")
                        grounds.append(page.value(BACKGROUND))
                        self.check(page)
                        page.picture(os.path.join(FOLDER, f"{kind}-{width}-{scheme}.png"))
                self.assertNotEqual(*grounds)

    def test_opened_details_fit_too(self) -> None:
        for kind in pages_fake.KINDS:
            page = self.open(kind, WIDTHS[0])
            with self.subTest(kind):
                page.value("document.querySelectorAll('details').forEach("
                           "each => { each.open = true; })")
                self.check(page)

    def test_tables_sort_by_click_and_by_key(self) -> None:
        for kind in SORTED:
            for way in ("click", "key"):
                with self.subTest(kind, way=way):
                    self.check_sorting(self.open(kind), way)

    def check_sorting(self, page: Any, way: Any) -> None:
        page.value(SORT)
        first = page.value(VALUES)
        self.assertGreater(len(set(numbers(first))), 1)
        seen = [page.value("heading.ariaSort")]
        orders = []
        for _ in range(3):
            page.value("heading.querySelector('button')." + (
                "click()" if way == "click" else "focus()"))
            if way == "key":
                page.press(*ENTER)
            orders.append(page.value(VALUES))
            seen.append(page.value("heading.ariaSort"))
        self.assertEqual(seen, [None, "ascending", "descending", None])
        up, down, again = orders
        self.assertEqual(numbers(up), sorted(numbers(first)))
        self.assertEqual(numbers(down), sorted(numbers(first), reverse=True))
        self.assertEqual(again, first)
        for values in (up, down):       # what is not known is at the end
            self.assertNotIn(None, values[:len(numbers(values))])
        self.assertEqual(page.faults(), [])

    def test_names_sort_as_people_would(self) -> None:
        page = self.open("many")
        page.value("document.querySelector('.overview button').click()")
        names = page.value("[...document.querySelectorAll('.overview tbody th')].map("
                           "each => each.textContent)")
        self.assertEqual(names, sorted(names))
        self.assertEqual(len(names), 5)

    def test_tables_can_be_scrolled_by_key_and_have_names(self) -> None:
        for kind in SORTED:
            page = self.open(kind, WIDTHS[0])
            boxes = page.value("[...document.querySelectorAll('table')].map(each => { const box = "
                               "each.parentNode; return [box.tabIndex, box.role, box.ariaLabel == "
                               "each.caption.textContent]; })")
            self.assertEqual([box for box in boxes if box != [0, "region", True]], [])
            self.assertGreater(page.value("Math.max(...[...document.querySelectorAll('.scroll')]"
                                          ".map(each => each.scrollWidth - each.clientWidth))"), 0)

    def test_on_paper_nothing_is_closed(self) -> None:
        page = self.open("comparison")
        closed = "document.querySelectorAll('details:not([open], .run)').length"
        before = page.value(closed)
        self.assertGreater(before, 0)
        page.value("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(page.value(closed), 0)
        page.value("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(page.value(closed), before)

    def test_what_the_camera_says(self) -> None:
        page = self.open("camera")
        self.assertEqual(page.value("document.getElementById('answer').textContent"),
                         "1.64 Mbit/s and 30 frames in this second, with 20 ms of queue; so far "
                         "2 packets lost and 0.0 s frozen.")
        self.assertIn("<img", page.value("document.getElementById('error').textContent"))
        self.assertEqual(page.value("document.querySelector('canvas').ariaLabel"),
                         "Rate, Mbit/s: received 1.6, target 1.7")

    def test_what_the_camera_of_a_browser_says(self) -> None:
        """The first second has nothing to compare the receiver's frames with."""
        page = self.open("publish")
        answer = "document.getElementById('answer').textContent"
        text = ("1.24 Mbit/s of 1.50 that the network allows; {} frames arrived in this second; "
                "so far 2 packets lost and 0.5 s frozen.")
        first = page.value(answer)
        self.assertEqual(first, text.format(0))
        page.value(f"new Promise(done => {{ const see = () => {answer} != '{first}' ? done() : "
                   "setTimeout(see, 50); see(); })")
        self.assertEqual(page.value(answer), text.format(29))
        self.assertIn("<img", page.value("document.getElementById('error').textContent"))
        self.assertIn("<img", page.value("document.querySelector('.summary').textContent"))
        self.assertEqual(page.value("document.querySelector('canvas').ariaLabel"),
                         "Rate, Mbit/s: sent 1.2, allowed 1.5")
