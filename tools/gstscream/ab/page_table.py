# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The table of all figures, and the list of runs that are not in it."""
import os
from html import escape

from . import page_columns, page_words
from .page_stats import sample
from .verdict import chosen

KEY = """\
<p class="key">Mean ± standard deviation of the repeats; hold the mouse on a cell to see the
lowest and the highest. <span class="warn">▲</span> runs failed or are not to be trusted; the
reasons are below the table. Grey: no run could be trusted, these are the others.</p>"""


def table(folder):
    """Rows: link, encoder, controller."""
    groups = [(scenario, controller, there) for scenario in folder.scenarios
              for controller in folder.controllers
              if (there := folder.of(scenario, controller))]
    columns = [which for which in page_columns.COLUMNS if worth(which, folder.runs)]
    head = "".join(f"<th title='{escape(which.meaning, quote=True)}'>{escape(which.heading)}"
                   f"<small>{which.unit or '&nbsp;'}</small></th>" for which in columns)
    body, before = [], None
    for scenario, controller, runs in groups:
        body.append(row(scenario, controller, runs, columns, before))
        before = scenario
    return (f"{KEY}\n<div class='scroll'><table>\n<thead><tr><th>link</th><th>encoder</th>"
            f"<th>controller</th><th>runs<small>&nbsp;</small></th>{head}</tr></thead>\n"
            + "\n".join(body) + f"\n</table></div>\n{faults(folder)}")


def worth(which, runs):
    """Whether a column says anything."""
    values = {run.figure(which.name) for run in runs} - {None}
    return bool(values - {0} if which.often_zero else values)


def row(scenario, controller, runs, columns, before):
    """Link and encoder are named where they change."""
    used = chosen(runs)
    new_link = before is None or scenario.link != before.link
    new = scenario != before
    link = scenario.link if new_link else ""
    cells = "".join(cell(sample(run.figure(which.name) for run in used), which)
                    for which in columns)
    kind = " ".join(name for name, holds in (
        ("first", new_link), ("second", new and not new_link),
        ("untrusted", used and not used[0].trusted)) if holds)
    return (f"<tr class='{kind}'><th>{escape(link)}</th>"
            f"<th>{escape(scenario.encoder) if new else ''}</th>"
            f"<th class='name'>{escape(controller)}</th>"
            f"<td>{count(runs, used)}</td>{cells}</tr>")


def count(runs, used):
    """How many runs the means are of."""
    if len(used) == len(runs) and all(run.usable for run in runs):
        return str(len(runs))
    reasons = "; ".join(fault(run) for run in runs if not run.usable)
    number = "none" if not used else str(len(used)) if len(used) == len(runs) else \
        f"{len(used)} of {len(runs)}"
    return (f"<span class='warn' title='{escape(reasons, quote=True)}'>▲ {number}</span>")


def cell(found, which):
    if found is None:
        return "<td>–</td>"
    low, high = (page_columns.shown(pick(found.values), which) for pick in (min, max))
    text = page_columns.shown(found.mean, which)
    if found.deviation is None:
        return f"<td title='one run'>{text}</td>"
    spread = page_columns.shown(found.deviation, which)
    return f"<td title='{low} to {high}'>{text}<small>± {spread}</small></td>"


def fault(run):
    """Why a run is not like the others, in a line."""
    if not run.done:
        return f"failed: {run.error or 'it did not say why'}"
    return f"not to be trusted: {page_words.distrust(run)}"


def faults(folder):
    """A line for each run that is not in the means, or is there with a reservation."""
    lines = [(run, fault(run)) for run in folder.runs if not run.usable]
    lines += [(run, "not finished") for run in folder.unfinished]
    if not lines:
        return ""
    items = "\n".join(f"<li><span class='warn'>▲</span> <b>{escape(run.id)}</b>: "
                      f"{escape(text)}{log(run)}</li>" for run, text in lines)
    return f"<ul class='faults'>\n{items}\n</ul>"


def log(run):
    name = os.path.join("runs", os.path.basename(run.folder), "log.txt")
    if not os.path.exists(run.path("log.txt")):
        return ""
    return f" (<a href='{escape(name, quote=True)}'>what the programs said</a>)"
