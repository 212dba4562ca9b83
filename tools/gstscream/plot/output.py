# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One picture as SVG, PNG or HTML; the name of the file says which."""
import os
import subprocess
from html import escape

from .. import style, svgplot

KINDS = (".svg", ".png", ".html")
ZOOM = 1.5                      # pixels of a PNG for one of the SVG


class Unable(Exception):
    """A sentence for the user."""


def drawing(pictures):
    """All figures of a run in one SVG."""
    both = svgplot.beside(pictures.distributions())
    return svgplot.stacked(pictures.over_time() + [Ready(both)])


class Ready:
    """An SVG that is there, in the place of a figure."""

    def __init__(self, text):
        self.text, self.width, self.height = text, svgplot.WIDTH, svgplot.HEIGHT

    def svg(self):
        return self.text


def page(pictures, described):
    rows = "".join(f"<tr><th>{escape(what)}<td>{escape(text)}" for what, text in pictures.summary())
    over_time = "".join(figure.svg() for figure in pictures.over_time())
    shares = "".join(figure.svg() for figure in pictures.distributions())
    title = escape(pictures.title)
    return (f"<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>{title}</title>"
            f"<style>{style.text()}svg {{ max-width: 100%; height: auto }} "
            f"td {{ text-align: left }}</style>"
            f"<h1>{title}</h1><p>{escape(described)}</p><table>{rows}</table>"
            f"<div>{over_time}</div><div>{shares}</div></html>\n")


def write_png(path, svg):
    command = ["rsvg-convert", f"--zoom={ZOOM}", "--format=png", f"--output={path}"]
    try:
        done = subprocess.run(command, input=svg, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Unable("rsvg-convert is not installed, which makes PNG of SVG (Debian: "
                     "librsvg2-bin); or give a name that ends in .svg or .html") from None
    if done.returncode:
        raise Unable(f"rsvg-convert: {done.stderr.strip()}")


def write(path, pictures, described):
    kind = os.path.splitext(path)[1].lower()
    if kind == ".png":
        write_png(path, drawing(pictures))
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(page(pictures, described) if kind == ".html" else drawing(pictures))
