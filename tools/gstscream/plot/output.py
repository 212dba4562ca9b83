# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One picture as SVG, PNG or HTML; the name of the file says which."""
import os
from typing import Any

from gstscream.errors import UserError
from gstscream.files import written

KINDS = (".svg", ".png", ".html")
DELAYS = {"queue delay": "a", "one-way delay": "a", "RTT": "an"}    # the first counts


def answer(summary: Any) -> str:
    """The summary in a sentence, of what it has."""
    said = dict(summary)
    amount = f"{said['packets']} packets" if "packets" in said else said.get("sent")
    parts = [f"{amount} sent"] if amount else []
    if "received" in said and not amount:
        parts.append(f"{said['received']} received")
    if "lost" in said:
        parts.append(f"{said['lost']} {'of it ' if parts else ''}lost")
    delay = next((name for name in DELAYS if name in said), None)
    if delay:
        parts.append(f"with {DELAYS[delay]} {delay} of {said[delay]}")
    return f"Over {said['time']}, {', '.join(parts) or 'nothing that is summed up'}."


def write_page(path: str, pictures: Any, described: str) -> None:
    try:
        from gstscream.report import render  # for a page only
    except ImportError as error:
        raise UserError(f"{error}, or give a name that ends in .svg or .png") from None
    summary = pictures.summary()
    render.write(path, "plot.html", title=pictures.title, answer=answer(summary),
                 described=described, summary=summary, picture=pictures.picture().two_widths())


def write_svg(path: str, pictures: Any) -> None:
    with written(path) as file:
        file.write(pictures.picture().svg())


def write(path: str, pictures: Any, described: str) -> None:
    kind = os.path.splitext(path)[1].lower()
    if kind == ".png":
        with written(path, "wb") as file:
            pictures.picture().png(file)
    elif kind == ".html":
        write_page(path, pictures, described)
    else:
        write_svg(path, pictures)
