# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The report: one self-contained HTML page."""
import picture
import shared  # noqa: F401 - finds the package

from gstscream.files import written  # shared has found it
from gstscream.report import render


def answer(summary):
    """The summary in a sentence."""
    said = dict(summary)
    return (f"The video used {said['Link used']} of the link. Queue: "
            f"{said['Queue in the link']}; packets lost: {said['Packets lost']}; frame delay: "
            f"{said['Frame delay']}; freezes: {said['Freezes']}.")


def write(path, title, command, meter, summary, svg_path=None):
    render.write(path, "quickstart.html", title=title, answer=answer(summary), command=command,
                 summary=summary, picture=picture.of(meter).two_widths())
    if svg_path is not None:
        with written(svg_path) as file:
            file.write(picture.of(meter, with_frames=False).svg())
