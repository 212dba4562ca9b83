# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures that published comparisons have, as tables of docs/research/papers.md.

`delays` has what the network adds to the propagation delay, as GCC and NADA were compared;
`arrivals` what happens to the first call when others arrive, as RRTCC was.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping

from gstscream.evaluation.results.groups import Group
from gstscream.evaluation.results.schema import entries

from . import markdown

Groups = Mapping[tuple[str, str, str], Group]

RECOVERED = 75                  # % of the equal part, as in the column converge_s
COLUMN = "arrival_percent"      # three for each arrival: before, least, after
EACH = 3


def delays(groups: Groups, _opponents: Groups) -> Iterator[list[str]]:
    pairs, controllers = markdown.axes(groups)
    yield ["case", *controllers]
    for case, variant in pairs:
        found = [groups.get((case, variant, name)) for name in controllers]
        yield [f"{case} `{variant}`", *(added(group) if group else "" for group in found)]


def added(group: Group) -> str:
    """use · 5 % - mean - 95 % of the added delay · loss"""
    delay = "-".join(markdown.number(group, f"added_delay_{name}_ms", 1, digits)
                     for name, digits in (("p5", 0), ("mean", 1), ("p95", 0)))
    return " · ".join([markdown.figure(group, "utilisation", True), delay,
                       markdown.figure(group, "loss_percent")])


def arrivals(groups: Groups, _opponents: Groups) -> Iterator[list[str]]:
    """A row for each controller and arrival of a case where flows arrive later."""
    pairs, controllers = markdown.axes(groups)
    yield ["case", "controller", "before %", "least %", "after %", "recovered", "runs"]
    for case, variant in pairs:
        label = f"{case} `{variant}`"
        for name in controllers:
            group = groups.get((case, variant, name))
            if group and group.has(COLUMN):
                yield [label, name, *of_first(group), str(len(group.runs))]
                label = ""


def of_first(group: Group) -> list[str]:
    """Of each arrival its means, with a stroke between, and in how many runs the first
    call had its part again."""
    means = [mean for mean, _ in group.each(COLUMN)]
    ends = [[value for value, _ in entries(text)][EACH - 1::EACH] for text in group.texts(COLUMN)]
    again = [sum(value >= RECOVERED for value in arrival) for arrival in zip(*ends)]
    return [" / ".join(f"{value:.0f}" for value in column)
            for column in (*(means[place::EACH] for place in range(EACH)), again)]
