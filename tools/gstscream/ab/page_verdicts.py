# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The lines on top: what can be said of each pair, and how to check it."""
from html import escape
from typing import NamedTuple

from . import page_words
from .page_columns import column, shown
from .verdict import ALIKE, TRADE, UNSURE, pairs, rule, spread_text, unit, verdict

TAGS = {TRADE: TRADE, ALIKE: ALIKE, UNSURE: UNSURE, "": "–"}


MANY = 3                        # places whose lines a reader sees at a glance


class Group(NamedTuple):
    """The verdicts at one place."""
    title: str
    found: list
    anchor: str = ""


def verdicts(folder, colours):
    """Controllers against each other, then encoders."""
    controllers = [Group(page_words.place(scenario), [
        verdict(one, folder.of(scenario, one), other, folder.of(scenario, other))
        for one, other in pairs(there(folder, scenario))], scenario.anchor())
        for scenario in folder.scenarios]
    encoders = [Group(f"{link}, {controller}", [
        verdict(one, runs_of[one], other, runs_of[other]) for one, other in pairs([*runs_of])])
        for controller, link, runs_of in by_encoder(folder)]
    parts = [part(groups, colours) for groups in (controllers, encoders)]
    if not any(parts):
        return "<p>Nothing to compare yet.</p>"
    between = "<h2>Between encoders</h2>\n" if parts[1] else ""
    return (f"<details><summary>how this is decided</summary>\n<p class='rule'>"
            f"{escape(rule())}</p>\n</details>\n{parts[0]}{between}{parts[1]}")


def part(groups, colours):
    """Lines of all groups; of many groups an overview, and the lines can be opened."""
    groups = [group for group in groups if group.found]
    if len(groups) <= MANY:
        return "\n".join(f"<h3>{escape(group.title)}{to_pictures(group)}</h3>\n"
                         f"{lines(group, colours)}" for group in groups)
    return overview(groups, colours) + "\n".join(
        f"<details><summary>{escape(group.title)}{to_pictures(group)}</summary>\n"
        f"{lines(group, colours)}</details>" for group in groups)


def to_pictures(group):
    return f" <small><a href='#{group.anchor}'>pictures</a></small>" if group.anchor else ""


def overview(groups, colours):
    """A table of tags: a row for each place, a column for each pair."""
    columns = list(dict.fromkeys((each.one, each.other) for group in groups
                                 for each in group.found))
    head = "".join(f"<th>{escape(one)}<small>or {escape(other)}</small></th>"
                   for one, other in columns)
    rows = []
    for group in groups:
        tags = {(each.one, each.other): tag(each, colours, "") for each in group.found}
        rows.append(f"<tr><th>{escape(group.title)}</th>" + "".join(
            f"<td>{tags.get(pair, '')}</td>" for pair in columns) + "</tr>")
    return (f"<div class='scroll'><table class='overview'><thead><tr><th>better</th>{head}</tr>"
            "</thead>\n" + "\n".join(rows) + "\n</table></div>\n")


def there(folder, scenario):
    names = {run.controller for run in folder.of(scenario)}
    return [name for name in folder.controllers if name in names]


def by_encoder(folder):
    """(controller, link, {encoder: runs}) where there are several."""
    found = {}
    for run in folder.runs:
        key = run.controller, run.link_name
        found.setdefault(key, {}).setdefault(run.encoder, []).append(run)
    for (controller, link), runs_of in found.items():
        if len(runs_of) > 1:
            yield controller, link, runs_of


def lines(group, colours):
    """A line for each verdict, and a table that can be opened."""
    items = "\n".join(f"<li>{tag(each, colours)} {escape(each.text)}</li>"
                      for each in group.found)
    checks = "\n".join(check_table(each) for each in group.found if each.checks)
    check = (f"<details><summary>the numbers behind it</summary>\n{checks}\n</details>\n"
             if checks else "")
    return f"<ul class='verdicts'>\n{items}\n</ul>\n{check}"


def tag(found, colours, better=" better"):
    """Who is better; with a question mark where no spread is known."""
    words = TAGS.get(found.better, found.better + better)
    doubt = "" if found.sure or not found.better else "?"
    colour = colours.get(found.better)
    swatch = f"<span class='swatch' style='background:{colour}'></span>" if colour else ""
    return f"<b class='tag'>{swatch}{escape(words)}{doubt}</b>"


def check_table(found):
    rows = "\n".join(check_row(found, each) for each in found.checks)
    return (f"<table><thead><tr><th>{escape(found.one)} – {escape(found.other)}</th>"
            f"<th>{escape(found.one)}</th><th>{escape(found.other)}</th><th>difference</th>"
            f"<th>of chance</th><th>that matters</th><th>counts for</th></tr></thead>\n"
            f"{rows}\n</table>")


def check_row(found, each):
    which = column(each.measure.name)
    chance = "not known" if each.chance is None else shown(each.chance, which)
    sign = "−" if each.difference < 0 else "+"
    better = {1: found.one, -1: found.other, 0: "neither"}[each.sign]
    cells = [f"{spread_text(each.one, which)} {which.unit}",
             f"{spread_text(each.other, which)} {which.unit}",
             f"{sign}{shown(abs(each.difference), which)} {unit(each.measure)}", chance,
             shown(each.least, which), better]
    return (f"<tr><th>{escape(each.measure.title)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
