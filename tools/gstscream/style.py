# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The look that our reports share."""
import os

COMMON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.css")


def text(*more):
    """CSS for a page: page.css, then the files of that kind of report."""
    parts = []
    for path in (COMMON, *more):
        with open(path, encoding="utf-8") as file:
            parts.append(file.read())
    return "".join(parts)
