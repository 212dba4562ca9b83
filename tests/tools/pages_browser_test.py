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
from collections.abc import Iterator
from typing import Any

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))

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
Math.min(9, ...[...document.querySelectorAll('.picture > svg')].filter(
  each => each.checkVisibility()).map(
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
WIDE = ("many", "plot", "quickstart", "run")        # kinds with such a picture
SORTED = ("comparison", "static", "evaluation")     # kinds of pages that have such a table


def numbers(values: Any) -> list[Any]:
    return [float(value) for value in values if value is not None]


class Pages:
    """All of them, and a browser that opens them."""

    def __init__(self, folder: str, browser: chromium.Browser) -> None:
        self.browser = browser
        self.paths = {kind: pages_fake.make(kind, folder) for kind in pages_fake.KINDS}
        self.before = HACKED + pathlib.Path(os.path.join(HERE, "camera_fake.js")).read_text("utf-8")

    def open(self, kind: str, width: int = WIDTHS[-1]) -> Any:
        page = self.browser.open(pathlib.Path(self.paths[kind]).as_uri(), width,
                                 before=self.before)
        page.value(DRAWN)
        if kind in LIVE:        # what it says comes with its second second
            page.value("new Promise(done => { const see = () => document.querySelector("
                       "'.summary td') ? done() : setTimeout(see, 50); see(); })")
        return page

    def check(self, page: Any) -> None:
        assert page.value(TOO_WIDE) == []
        assert page.value("document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.value(SMALLEST) >= KEPT
        assert page.value("window.hacks") == 0
        assert page.faults() == []

    def check_sorting(self, page: Any, way: Any) -> None:
        page.value(SORT)
        first = page.value(VALUES)
        assert len(set(numbers(first))) > 1
        seen = [page.value("heading.ariaSort")]
        orders = []
        for _ in range(3):
            page.value("heading.querySelector('button')." + (
                "click()" if way == "click" else "focus()"))
            if way == "key":
                page.press(*ENTER)
            orders.append(page.value(VALUES))
            seen.append(page.value("heading.ariaSort"))
        assert seen == [None, "ascending", "descending", None]
        up, down, again = orders
        assert numbers(up) == sorted(numbers(first))
        assert numbers(down) == sorted(numbers(first), reverse=True)
        assert again == first
        for values in (up, down):       # what is not known is at the end
            assert None not in values[:len(numbers(values))]
        assert page.faults() == []


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    folder = str(tmp_path_factory.mktemp("pages"))
    with chromium.Browser(folder) as browser:
        yield Pages(folder, browser)


@pytest.fixture
def pages(made: Pages) -> Iterator[Pages]:
    with contextlib.closing(made.browser):
        yield made


def test_at_three_widths_light_and_dark(pages: Pages) -> None:
    for kind in pages_fake.KINDS:
        page = pages.open(kind)
        for width in WIDTHS:
            page.resize(width, HEIGHT)
            grounds = []
            for scheme in ("light", "dark"):
                page.scheme(scheme == "dark")
                grounds.append(page.value(BACKGROUND))
                pages.check(page)
                page.picture(os.path.join(FOLDER, f"{kind}-{width}-{scheme}.png"))
            assert grounds[0] != grounds[1]


def test_pictures_are_seen_whole_on_a_phone(pages: Pages) -> None:
    """To the end of their time.  A wide one is there twice, and one of them is seen."""
    for kind in pages_fake.KINDS:
        page = pages.open(kind)
        narrow = []
        for width in (360, 519, 520, 1400):
            page.resize(width, HEIGHT)
            seen = page.value("[...document.querySelectorAll('.picture:has(> svg)')].filter("
                              "each => each.checkVisibility()).map("
                              "each => [each.scrollWidth - each.clientWidth,"
                              " each.querySelector('svg').ariaLabel.endsWith(', narrow')])")
            assert [over for over, _ in seen if over > 0] == [], (kind, width)
            narrow.append([is_narrow for _, is_narrow in seen])
        assert narrow[0] == narrow[1] and not any(narrow[2]) and narrow[2] == narrow[3]
        assert len(narrow[0]) == len(narrow[2])
        assert any(narrow[0]) == (kind in WIDE)


def test_opened_details_fit_too(pages: Pages) -> None:
    for kind in pages_fake.KINDS:
        page = pages.open(kind, WIDTHS[0])
        page.value("document.querySelectorAll('details').forEach("
                   "each => { each.open = true; })")
        pages.check(page)


def test_tables_sort_by_click_and_by_key(pages: Pages) -> None:
    for kind in SORTED:
        for way in ("click", "key"):
            pages.check_sorting(pages.open(kind), way)


def test_names_sort_as_people_would(pages: Pages) -> None:
    page = pages.open("many")
    page.value("document.querySelector('.overview button').click()")
    names = page.value("[...document.querySelectorAll('.overview tbody th')].map("
                       "each => each.textContent)")
    assert names == sorted(names)
    assert len(names) == 5


def test_tables_can_be_scrolled_by_key_and_have_names(pages: Pages) -> None:
    for kind in SORTED:
        page = pages.open(kind, WIDTHS[0])
        boxes = page.value("[...document.querySelectorAll('table')].map(each => { const box = "
                           "each.parentNode; return [box.tabIndex, box.role, box.ariaLabel == "
                           "each.caption.textContent]; })")
        assert [box for box in boxes if box != [0, "region", True]] == []
        assert page.value("Math.max(...[...document.querySelectorAll('.scroll')]"
                          ".map(each => each.scrollWidth - each.clientWidth))") > 0


def test_on_paper_nothing_is_closed(pages: Pages) -> None:
    page = pages.open("comparison")
    closed = "document.querySelectorAll('details:not([open], .run)').length"
    before = page.value(closed)
    assert before > 0
    page.value("dispatchEvent(new Event('beforeprint'))")
    assert page.value(closed) == 0
    page.value("dispatchEvent(new Event('afterprint'))")
    assert page.value(closed) == before


def test_what_the_camera_says(pages: Pages) -> None:
    page = pages.open("camera")
    assert page.value("document.getElementById('answer').textContent") == (
        "1.64 Mbit/s and 30 frames in this second, with 20 ms of queue; so far "
        "2 packets lost and 0.0 s frozen.")
    assert "<img" in page.value("document.getElementById('error').textContent")
    assert page.value("document.querySelector('canvas').ariaLabel") == (
        "Rate, Mbit/s: received 1.6, target 1.7")


def test_what_the_camera_of_a_browser_says(pages: Pages) -> None:
    """The first second has nothing to compare the receiver's frames with."""
    page = pages.open("publish")
    answer = "document.getElementById('answer').textContent"
    text = ("1.24 Mbit/s of 1.50 that the network allows; {} frames arrived in this second; "
            "so far 2 packets lost and 0.5 s frozen.")
    first = page.value(answer)
    assert first == text.format(0)
    page.value(f"new Promise(done => {{ const see = () => {answer} != '{first}' ? done() : "
               "setTimeout(see, 50); see(); })")
    assert page.value(answer) == text.format(29)
    assert "<img" in page.value("document.getElementById('error').textContent")
    assert "<img" in page.value("document.querySelector('.summary').textContent")
    assert page.value("document.querySelector('canvas').ariaLabel") == (
        "Rate, Mbit/s: sent 1.2, allowed 1.5")
