# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A run in one process, over the element linkemu."""
import os
from collections.abc import Callable
from typing import Any

from . import process

GRACE = 30                      # s beyond its length: a busy machine starts slowly


def run(job: dict[str, Any], on_wait: Callable[[], None]) -> bool:
    """True if nothing but the source's pace decides whether it is to be trusted."""
    log = os.path.join(job["folder"], "log.txt")
    process.await_end(process.worker("run", job, log), "pipeline",
                      job["seconds"] + GRACE, on_wait)
    return True
