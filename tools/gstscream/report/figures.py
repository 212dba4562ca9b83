# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The folder beside a page in which its interactive figures are: plotly.js once, and a file
for each figure, which the page loads when the figure comes into sight.

They are scripts, because a page from file:// may load nothing else.
"""
import json
import os
import shutil
from typing import Any, NamedTuple

from gstscream import libraries

FOLDER = "figures"
LIBRARY = "plotly.min.js"
MISSING = ("These pictures are static. To point at values, to zoom and to choose curves, install "
           "plotly (Debian: sudo apt-get install python3-plotly), then let {command} write "
           "the page anew.")


class Figure(NamedTuple):
    """What a page has to know of a figure that it will load."""
    name: str                   # also of the files that a reader makes of it
    path: str                   # of its script, from the page
    label: str
    height: int                 # pixels


def missing() -> bool:
    """Whether plotly is not installed."""
    return bool(libraries.missing("plotly"))


class Figures:
    """A new folder, which takes the place of the old one at the end."""

    def __init__(self, out_dir: str) -> None:
        self.place = os.path.join(out_dir, FOLDER)
        self.part = self.place + ".part"
        shutil.rmtree(self.part, ignore_errors=True)
        os.makedirs(self.part)

    def write(self, name: str, text: str) -> None:
        with open(os.path.join(self.part, name), "w", encoding="utf-8") as file:
            file.write(text)

    def add(self, name: str, picture: Any) -> Any:
        """picture: of draw.interactive; its Figure."""
        self.write(name + ".js", f"reportFigures[{json.dumps(name)}] = {picture.json()};\n")
        return Figure(name, f"{FOLDER}/{name}.js", picture.label, picture.height)

    def finish(self) -> None:
        from gstscream.draw import interactive
        self.write(LIBRARY, interactive.plotly_source())
        shutil.rmtree(self.place, ignore_errors=True)
        os.replace(self.part, self.place)
