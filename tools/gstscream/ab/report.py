# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""report.write(OUT): the page of a comparison, from nothing but its output folder.

    python3 -m gstscream.ab.report OUT
"""
import os
import sys
from html import escape

from .. import palette, style
from . import page_cs244, page_pictures, page_table, page_verdicts, page_words
from .page_data import Folder
from .verdict import chosen

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "report.css")
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<h1 id="top">{title}</h1>
{settings}
<h2>What can be said</h2>
{verdicts}
<h2>All figures</h2>
{table}
{cs244}
{sections}
</body>
</html>
"""
LEGEND = """\
<p class="key">Each column is a controller; all columns of a section have the same axes,
which are those of the controllers that adapt: “fixed” may leave them at the top. The first
repeat is drawn strong, the others faint; strokes and shades are of the first. Where points
are denser than pixels, the lowest and the highest of each pixel are drawn.</p>"""


def shown_runs(folder, scenario):
    """{controller: its runs to draw}"""
    groups = {name: chosen(folder.of(scenario, name)) for name in folder.controllers}
    return {name: runs for name, runs in groups.items() if runs}


def card(name, runs, scale, colour):
    """The pictures of a controller."""
    return (f"<div><h3><span class='swatch' style='background:{colour}'></span>"
            f"{escape(name)}</h3>{page_pictures.card(runs, scale)}</div>")


def section(folder, scenario, colours):
    """The pictures of a link and encoder."""
    groups = shown_runs(folder, scenario)
    heading = (f"<h2 id='{scenario.anchor()}'>{escape(page_words.place(scenario))} "
               f"<small>{escape(page_words.link_of(folder, scenario.link))} &nbsp; "
               "<a href='#top'>top</a></small></h2>")
    if not groups:
        return f"<section>\n{heading}\n<p>No run came to its end.</p>\n</section>"
    scale = page_pictures.Scale([run for runs in groups.values() for run in runs])
    cards = [card(name, runs, scale, colours[name]) for name, runs in groups.items()]
    shares = [f"<div>{picture}</div>" for picture in page_pictures.shares(groups, colours)]
    if len(cards) % 3 == 2:     # beside them is a column free
        cards.append(f"<div>{''.join(shares)}</div>")
        shares = []
    for run in folder.of(scenario):
        run.forget()
    grids = "\n".join(f"<div class='grid'>{''.join(part)}</div>"
                      for part in (shares, cards) if part)
    return f"<section>\n{heading}\n{grids}\n</section>"


def page(folder):
    colours = palette.colours(folder.controllers)
    return PAGE.format(
        title="Comparison of rate control", style=style.text(STYLE),
        settings=page_words.settings(folder), verdicts=page_verdicts.verdicts(folder, colours),
        table=page_table.table(folder), cs244=page_cs244.section(folder),
        sections="\n".join([LEGEND] + [section(folder, scenario, colours)
                                       for scenario in folder.scenarios]))


def write(out_dir):
    """The path of OUT/index.html, written anew."""
    folder = Folder(out_dir)
    path = os.path.join(out_dir, "index.html")
    part = path + ".part"
    with open(part, "w", encoding="utf-8") as file:
        file.write(page(folder))
    os.replace(part, path)
    return path


def main(arguments):
    if len(arguments) != 1 or not os.path.isdir(os.path.join(arguments[0], "runs")):
        print("usage: python3 -m gstscream.ab.report OUT; "
              "OUT is a folder that scream-ab wrote", file=sys.stderr)
        return 2
    print(write(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
