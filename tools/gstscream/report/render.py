# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pages from the templates beside this: one layout, one stylesheet, all text escaped.

    render.write("run.html", "plot.html", title="run.csv", answer="...", ...)

A page needs no other file and no network.  Each has a title and an answer: the sentence
that stands first.
"""
import os
import re
from typing import Any

from gstscream.files import written

try:
    import jinja2
    import markupsafe
except ImportError as error:
    raise ImportError(f"{error} (Debian: python3-jinja2)") from error

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")

PROLOGUE = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>", re.DOTALL)


def picture(svg: str) -> Any:
    """The text of SVG files as elements of a page: without what only a file begins with."""
    return markupsafe.Markup(PROLOGUE.sub("", svg))


def page(template: str, **values: Any) -> Any:
    """The text of a page; a value that the template misses is an error."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters["picture"] = picture
    return environment.get_template(template).render(values)


def write(path: str, template: str, **values: Any) -> Any:
    """Writes a page anew; who reads it meanwhile sees the one before."""
    text = page(template, **values)
    with written(path) as file:
        file.write(text)
    return path
