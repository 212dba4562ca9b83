# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The reference of librtpcc: doxygen has nothing to complain of, and it is all there."""
import html
import os
import re
import subprocess
from typing import Any

import pytest

import layout
from where import BUILD

PACKAGE = os.path.join(BUILD, "gst", "rtpcc", "package")
DOXYFILE = os.path.join(PACKAGE, "Doxyfile")
HEADERS = os.path.join(PACKAGE, "rtpcc")


def plain(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page)).replace("\xa0", " ")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """{name: text} of what doxygen writes."""
    if not os.path.exists(DOXYFILE):
        pytest.skip("there is no doxygen")
    folder = tmp_path_factory.mktemp("apidoc")
    with open(DOXYFILE, encoding="utf-8") as file:
        settings = file.read() + f"\nOUTPUT_DIRECTORY = {folder}\n"
    made = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    return {page.name: plain(page.read_text(encoding="utf-8"))
            for page in (folder / "html").glob("*.html")}


def test_each_header_has_its_functions(pages: Any) -> None:
    for name in sorted(name for name in os.listdir(HEADERS) if name.endswith(".h")):
        page = pages[name.replace(".h", "_8h.html")]
        with open(os.path.join(HEADERS, name), encoding="utf-8") as file:
            functions = re.findall(r"\b(rtp_cc_\w+) \(", layout.COMMENT.sub("", file.read()))
        assert [function for function in functions if f"◆ {function}()" not in page] == [], name


@pytest.mark.parametrize("page, words", [
    # before a function, beside a member, beside an enumerator, at the top with its diagram
    ("rtpcc-session_8h.html", "Returns the stream's number, which stays its own until removed"),
    ("structRtpCcSessionConfig.html", "bytes of IP and UDP around an RTP packet"),
    ("rtpcc-session_8h.html", "feedback_timeouts in a row"),
    ("rtpcc-session_8h.html", "  a packet to send             ->   enqueue")])
def test_comments_are_where_they_belong(pages: Any, page: str, words: list[str]) -> None:
    assert words in pages[page]
