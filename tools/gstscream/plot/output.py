# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One picture as SVG, PNG or HTML; the name of the file says which."""
import os

KINDS = (".svg", ".png", ".html")


class Unable(Exception):
    """A sentence for the user."""


def answer(summary):
    """The summary in a sentence."""
    said = dict(summary)
    amount = said.get("sent") or f"{said['packets']} packets"
    lost = f", {said['lost']} of it lost" if "lost" in said else ""
    delay = "queue delay" if "queue delay" in said else "one-way delay"
    return f"Over {said['time']}, {amount} sent{lost}, with a {delay} of {said[delay]}."


def write_page(path, pictures, described):
    try:
        from gstscream.report import render  # for a page only
    except ImportError as error:
        raise Unable(f"{error}, or give a name that ends in .svg or .png") from None
    summary = pictures.summary()
    render.write(path, "plot.html", title=pictures.title, answer=answer(summary),
                 described=described, summary=summary, picture=pictures.picture().svg())


def write_svg(path, pictures):
    with open(path, "w", encoding="utf-8") as file:
        file.write(pictures.picture().svg())


def write(path, pictures, described):
    kind = os.path.splitext(path)[1].lower()
    if kind == ".png":
        pictures.picture().png(path)
    elif kind == ".html":
        write_page(path, pictures, described)
    else:
        write_svg(path, pictures)
