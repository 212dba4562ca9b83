# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Flame graphs of what perf script has printed."""
import os
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

from where import ROOT

sys.path.insert(0, os.path.join(ROOT, "examples", "scale"))
import siblings  # noqa: E402

# Four samples: one ends in the kernel, two in what the compiler put into a function of ours,
# one has no stack.
PRINTED = """\
screamtx0:send
\tffffffff81 udp_sendmsg+0x12 ([kernel.kallsyms])
\t    7f01 sendmmsg+0x4 (/lib/x86_64-linux-gnu/libc.so.6)
\t    7f02 send_batch (/build/libgstscream.so)
\t    7f03 start_thread (/lib/x86_64-linux-gnu/libc.so.6)

screamtx0:send
\t    7f04 due<now> (inlined)
\t    7f05 serve (/build/libgstscream.so)
\t    7f03 start_thread (/lib/x86_64-linux-gnu/libc.so.6)

screamtx0:send
\t    7f04 due<now> (inlined)
\t    7f05 serve (/build/libgstscream.so)
\t    7f03 start_thread (/lib/x86_64-linux-gnu/libc.so.6)

screamvideosrc0
"""


@pytest.fixture(name="flame", scope="module")
def fixture_flame() -> Any:
    pytest.importorskip("numpy")
    return siblings.load("flame")


def test_shares_are_of_the_function_that_ran(flame: Any) -> None:
    shares = flame.shares(PRINTED)
    assert shares["kernel"] == pytest.approx(1 / 3)
    assert shares["ours"] == pytest.approx(2 / 3)
    assert shares["C library"] == 0


def test_equal_stacks_are_one_box(flame: Any) -> None:
    root = flame.whole(PRINTED)
    assert root.samples == 3
    (thread,) = root.inner.values()
    (start,) = thread.inner.values()
    assert (thread.name, start.name) == ("thread loop", "start_thread")
    assert {box.name: box.samples for box in start.inner.values()} == {"send_batch": 1, "serve": 2}


def test_picture(flame: Any) -> None:
    """Titles have name and part; no name is markup; boxes lie in the picture."""
    svg = ElementTree.fromstring(flame.picture(PRINTED, "A sender"))
    space = "{http://www.w3.org/2000/svg}"
    titles = [title.text for title in svg.iter(f"{space}title")]
    assert "due<now>: 66.7 %" in titles
    assert "udp_sendmsg: 33.3 %" in titles
    _, _, width, height = (float(value) for value in svg.attrib["viewBox"].split())
    for box in svg.iter(f"{space}rect"):
        assert 0 <= float(box.get("x", 0)) <= width
        assert 0 <= float(box.get("y", 0)) <= height


def test_no_sample_is_an_empty_picture(flame: Any) -> None:
    assert "A sender" in flame.picture("", "A sender")
