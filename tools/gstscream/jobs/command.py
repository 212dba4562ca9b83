# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run of a program needs, and what it gave."""
from typing import NamedTuple


class Command(NamedTuple):
    words: tuple[str, ...]
    timeout: float              # s
    digest: str = ""            # of the program; another build does not run
    keeps: str = ""             # an option that takes the name of a file, as "--series"


class Done(NamedTuple):
    """failure is "" if the program ended with status 0."""
    out: str
    kept: str                   # what stands in the file of Command.keeps
    failure: str
    seconds: float
