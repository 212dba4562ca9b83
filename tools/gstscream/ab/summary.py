# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The table of means at the end."""
from typing import Any

from gstscream import terminal
from gstscream.stats.distribution import mean

NAMES = 3                       # columns of texts; numbers follow

COLUMNS = [("use %", "utilisation", 100, 1), ("q p95 ms", "queue_p95_ms", 1, 0),
           ("loss %", "loss_percent", 1, 2), ("frame p95 ms", "frame_delay_p95_ms", 1, 0),
           ("freezes", "freezes", 1, 1), ("skipped", "skipped_frames", 1, 0),
           ("PSNR dB", "psnr_db", 1, 1), ("SSIM", "ssim", 1, 3)]


def mean_cell(states: Any, key: Any, factor: float, digits: Any) -> str:
    values = [state["figures"][key] for state in states
              if state["figures"].get(key) is not None]
    return f"{factor * mean(values):.{digits}f}" if values else "-"


def groups(states: Any) -> Any:
    """Runs that are done by (link, encoder, controller), in their order."""
    found: dict[Any, list[Any]] = {}
    for state in states:
        if state["state"] == "done":
            key = state["link_name"], state["encoder"], state["controller"]
            found.setdefault(key, []).append(state)
    return found


def table(states: Any) -> Any:
    """Rows of texts, headings first; none if no run came to its end."""
    rows = [["link", "encoder", "controller", "runs"] + [column[0] for column in COLUMNS]]
    for key, members in groups(states).items():
        rows.append([*key, str(len(members))]
                    + [mean_cell(members, *column[1:]) for column in COLUMNS])
    return rows if len(rows) > 1 else []


def show(states: Any) -> None:
    rows = table(states)
    if rows:
        terminal.print_table(rows, NAMES)
    else:
        print("No run came to its end.")
