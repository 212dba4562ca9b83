# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The picture at the end: an HTML page that needs nothing else."""
import picture
import shared  # noqa: F401 - finds the package

from gstscream.files import written  # shared has found it
from gstscream.report import render


def answer(summary):
    """The summary in a sentence."""
    said = dict(summary)
    return (f"Of the link, the video used {said['Link used']}, with a queue of "
            f"{said['Queue in the link']}, {said['Packets lost']} packets lost, a frame delay of "
            f"{said['Frame delay']}, and freezes: {said['Freezes']}.")


def write(path, title, command, meter, summary, svg_path=None):
    render.write(path, "quickstart.html", title=title, answer=answer(summary), command=command,
                 summary=summary, picture=picture.of(meter).two_widths())
    if svg_path is not None:
        with written(svg_path) as file:
            file.write(picture.of(meter, with_frames=False).svg())
