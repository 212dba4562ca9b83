# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A run that was asked for."""
from typing import NamedTuple


class Job(NamedTuple):
    program: str
    case: str
    variant: str
    controller: str
    seed: int

    def name(self) -> str:
        return f"{self.case} {self.variant} {self.controller} seed {self.seed}"
