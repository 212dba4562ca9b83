# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The frames of a comparison in headless Chromium, at three widths, light and dark.

What it looked like is kept as PNGs in the build folder.
"""
import os
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

import chromium
from where import BUILD

if not chromium.there() or shutil.which("ffmpeg") is None:
    pytest.skip("there is no chromium, or no ffmpeg", allow_module_level=True)

import frames_fake

from gstscream.ab import stills
from gstscream.report import page

FOLDER = os.path.join(BUILD, "tests", "tools", "frames")
WIDTHS = (360, 800, 1400)
HEIGHT = 1000
RIGHT, LEFT, ENTER, ESCAPE = ("ArrowRight", 39), ("ArrowLeft", 37), ("Enter", 13, "\r"), \
    ("Escape", 27)
# Those in sight have come.
LOADED = """Promise.all([...document.querySelectorAll('.stills')[0].querySelectorAll('img')].map(
  each => each.decode()))"""
LARGE = "document.querySelector('dialog.large')"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = str(tmp_path_factory.mktemp("frames") / "out")
    os.makedirs(FOLDER, exist_ok=True)
    frames_fake.folder(path)
    stills.make(frames_fake.options(3), path)
    page.write(path)
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with chromium.Browser(str(tmp_path_factory.mktemp("browser"))) as opened:
        yield opened


@pytest.fixture
def at(out: str, browser: Any) -> Iterator[Any]:
    pages = []

    def opened(width: int, dark: bool = False) -> Any:
        pages.append(browser.open(pathlib.Path(out, "index.html").as_uri(), width, HEIGHT, dark))
        pages[-1].value("document.getElementById('frames').scrollIntoView()")
        pages[-1].value(LOADED)
        return pages[-1]

    yield opened
    for each in pages:
        assert each.faults() == []
        each.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True])
def test_what_it_looks_like(at: Any, width: int, dark: Any) -> None:
    seen = at(width, dark)
    assert seen.value("document.documentElement.scrollWidth - innerWidth") <= 0
    wide, tops = seen.value(
        "(() => { const all = [...document.querySelectorAll('.stills')[0].querySelectorAll('img')]"
        ".map(each => each.getBoundingClientRect());"
        "return [all.map(each => each.width), new Set(all.map(each => each.top)).size]; })()")
    # Beside each other; on a narrow screen below each other, over all of its width.
    assert tops == (3 if width == 360 else 1)
    assert min(wide) > (0.9 if width == 360 else 0.3) * (width - 40)
    assert seen.value("[...document.querySelectorAll('.stills img')].filter("
                      "each => !each.alt || each.loading != 'lazy').length") == 0
    seen.picture(os.path.join(FOLDER, f"frames-{width}-{'dark' if dark else 'light'}.png"))


def test_a_click_enlarges_and_keys_change(at: Any) -> None:
    seen = at(1400)
    said = f"{LARGE}.querySelector('p').textContent"
    seen.value("document.querySelectorAll('.stills')[0].querySelectorAll('button')[1].click()")
    assert seen.value(f"{LARGE}.open")
    assert seen.value(said).startswith("scream at ")
    assert seen.value(f"{LARGE}.querySelector('img').width") > 1000
    for key, who in ((RIGHT, "gcc at "), (RIGHT, "source at "), (LEFT, "gcc at ")):
        seen.press(*key)
        assert seen.value(said).startswith(who)
    seen.picture(os.path.join(FOLDER, "frames-large.png"))
    seen.press(*ESCAPE)
    assert not seen.value(f"{LARGE}.open")


def test_with_the_keyboard_alone(at: Any) -> None:
    seen = at(800)
    seen.value("document.querySelector('.stills button').focus()")
    seen.press(*ENTER)
    assert seen.value(f"{LARGE}.open")
    seen.value(f"{LARGE}.querySelector('[data-step=\"0\"]').focus()")
    seen.press(*ENTER)
    assert not seen.value(f"{LARGE}.open")


def test_the_video_plays(at: Any) -> None:
    seen = at(1400)
    seen.value("(() => { const video = document.querySelector('video');"
               "video.scrollIntoView(); return new Promise((done, failed) => {"
               "video.addEventListener('error', () => failed(video.error.message));"
               "video.addEventListener('timeupdate', () => video.currentTime > 0.3 && done());"
               "video.play(); }); })()")
    assert seen.value("document.querySelector('video').duration") == pytest.approx(4, abs=0.05)
    assert seen.value("document.querySelector('video').getAttribute('preload')") == "none"
    assert "scream left, gcc right" in seen.value("document.querySelector('video').ariaLabel")
