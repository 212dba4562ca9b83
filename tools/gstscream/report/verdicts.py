# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What can be said of each pair at each place, and how to check it."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import words
from .columns import column, shown
from .verdict import ALIKE, TRADE, UNSURE, pairs, spread_text, unit, verdict

if TYPE_CHECKING:
    from .data import Folder, Scenario

NO_NAME = (TRADE, ALIKE, UNSURE)


class Group(NamedTuple):
    """The verdicts at one place."""
    title: str
    found: list[Any]
    anchor: str = ""            # of its pictures


class Check(NamedTuple):
    """A line of the numbers behind a verdict."""
    title: str
    one: str
    other: str
    difference: str
    chance: str
    least: str
    better: str


def of_controllers(folder: Folder) -> Any:
    return lasting(Group(words.place(scenario), [
        verdict(one, folder.of(scenario, one), other, folder.of(scenario, other))
        for one, other in pairs(there(folder, scenario))], scenario.anchor())
        for scenario in folder.scenarios)


def of_encoders(folder: Folder) -> Any:
    return lasting(Group(f"{link}, {controller}", [
        verdict(one, runs_of[one], other, runs_of[other]) for one, other in pairs([*runs_of])])
        for controller, link, runs_of in by_encoder(folder))


def lasting(groups: Any) -> list[Any]:
    return [group for group in groups if group.found]


def there(folder: Folder, scenario: Scenario) -> list[Any]:
    names = {run.controller for run in folder.of(scenario)}
    return [name for name in folder.controllers if name in names]


def by_encoder(folder: Folder) -> Iterator[Any]:
    """(controller, link, {encoder: runs}) where there are several."""
    found: dict[tuple[str, str], Any] = {}
    for run in folder.runs:
        key = run.controller, run.link_name
        found.setdefault(key, {}).setdefault(run.encoder, []).append(run)
    for (controller, link), runs_of in found.items():
        if len(runs_of) > 1:
            yield controller, link, runs_of


def compared(groups: Any) -> list[Any]:
    """Each pair that has a verdict somewhere."""
    return list(dict.fromkeys((each.one, each.other) for group in groups
                              for each in group.found))


def of_pair(group: Any, pair: Any) -> Any:
    """The verdict on it at this place, or None."""
    return next((each for each in group.found if (each.one, each.other) == pair), None)


def tag(found: Any, better: str = "") -> Any:
    """Who is better; with a question mark where no spread is known."""
    if not found.better:
        return "–"
    name = found.better if found.better in NO_NAME else found.better + better
    return name if found.sure else name + "?"


def checks(found: Any) -> list[Any]:
    return [check(found, each) for each in found.checks]


def check(found: Any, each: Any) -> Any:
    which = column(each.measure.name)
    sign = "−" if each.difference < 0 else "+"
    return Check(
        each.measure.title, f"{spread_text(each.one, which)} {which.unit}",
        f"{spread_text(each.other, which)} {which.unit}",
        f"{sign}{shown(abs(each.difference), which)} {unit(each.measure)}",
        "not known" if each.chance is None else shown(each.chance, which),
        shown(each.least, which), {1: found.one, -1: found.other, 0: "neither"}[each.sign])
