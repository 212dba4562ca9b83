# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Results of other code or of another day, to compare with; who beats whom."""
import os
from typing import Any

from gstscream import order

from . import files
from .domination import dominated
from .groups import group as grouped


def read(paths: list[str]) -> tuple[dict[Any, Any], list[str]]:
    """({(case, variant, name): Group}, sentences about lines that are left out); no name is
    one of ours or another file's."""
    found, faults = {}, []
    for path in paths:
        there = files.read(path)
        faults += there.faults
        for (case, variant, controller), group in grouped(there.rows).items():
            if controller in order.CONTROLLERS:
                controller += " (compared)"
            if (case, variant, controller) in found:
                controller += f" {os.path.basename(path)}"
            found[case, variant, controller] = group
    return found, faults


def dominators(groups: Any, opponents: Any) -> dict[Any, Any]:
    """{name: names of the controllers that dominate it in its case and variant}."""
    everyone = {**opponents, **groups}
    found = {}
    for name, group in groups.items():
        found[name] = [other[2] for other, there in everyone.items()
                       if other[:2] == name[:2] and other != name
                       and dominated(group.merit(), there.merit())]
    return {name: others for name, others in found.items() if others}


def lines(dominated: Any) -> list[str]:
    return [f"{' '.join(name)} is dominated by {', '.join(others)}"
            for name, others in dominated.items()]
