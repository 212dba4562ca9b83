# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which two are shown beside each other at each place: those of the first sentence."""
from collections.abc import Sequence
from typing import Any, NamedTuple

from gstscream.stats.distribution import mean

from . import verdicts
from .answer import pair
from .verdict import chosen

MOST = 12                       # places of which there are pictures


class Place(NamedTuple):
    title: str
    anchor: str                 # of its section, or ""
    runs: dict[str, list[Any]]  # of the one and of the other, by their names


def places(folder: Any) -> list[Place]:
    """Of controllers, or of encoders if there is one controller; at most MOST, those where
    SSIM differs most."""
    groups = verdicts.of_controllers(folder)
    runs_of = [{name: folder.of(scenario, name) for name in verdicts.there(folder, scenario)}
               for scenario in folder.scenarios]
    runs_of = [runs for runs in runs_of if len(runs) > 1]
    if not groups:
        groups = verdicts.of_encoders(folder)
        runs_of = [runs for _, _, runs in verdicts.by_encoder(folder)]
    wanted = pair(groups)
    found = [Place(group.title, group.anchor, {name: runs[name] for name in two(runs, wanted)})
             for group, runs in zip(groups, runs_of)]
    most = sorted(found, key=difference)[:MOST]
    return [place for place in found if place in most]


def two(runs: dict[str, list[Any]], wanted: Sequence[str]) -> list[str]:
    """The names of those that are wanted, or of others where they are not."""
    return sorted(runs, key=lambda name: wanted.index(name) if name in wanted else len(wanted))[:2]


def difference(place: Place) -> float:
    """To sort by: the greatest first, what is not known at the end."""
    one, other = (mean(run.figure("ssim") for run in chosen(runs)
                       if run.figure("ssim") is not None) for runs in place.runs.values())
    return -abs(one - other) if one == one and other == other else 1.0
