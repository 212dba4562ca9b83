# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Of a comparison over a corpus: how the controllers stand beside the oracle."""
import os
from typing import Any

from gstscream.corpus import standing

from .data import Folder, json_of


def tables(folder: Folder) -> Any:
    """{half: lines of texts, headings first}; empty of other comparisons."""
    known = json_of(os.path.join(folder.path, "corpus.json"))
    several = len(folder.encoders) > 1
    try:
        found = standing.rows(known, [standing.Result(
            run.link_name, standing.who(run.controller, run.encoder, several), run.figures,
            run.trusted) for run in folder.runs if run.done])
    except (KeyError, TypeError):       # half a file, or one of another program
        return {}
    return standing.tables(found)
