# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of a map, each a list of lines of cells for markdown.text.

groups, before: {(cell, "", controller): Group} of results.groups, in the order of their names.
"""
from collections.abc import Iterator
from typing import Any

from gstscream.evaluation.tables.markdown import number

# Heading, figures with "/" between them, factor, digits.
COLUMNS: Any = (
    ("use %", ("utilisation",), 100, 1),
    ("queue p95 / p99 ms", ("queue_p95_ms", "queue_p99_ms"), 1, 0),
    ("drops, loss %", ("drop_percent", "loss_percent"), 1, 2),
    ("frame delay p50 / p95 / p99 ms",
     ("frame_delay_p50_ms", "frame_delay_p95_ms", "frame_delay_p99_ms"), 1, 0),
    ("of it sender, network p95 ms", ("sender_p95_ms", "network_p95_ms"), 1, 0),
    ("freezes", ("freezes",), 1, 1),
    ("to 90 % s", ("start_s",), 1, 1),
)
NEVER = "–"
STREAMS = [f"stream{place}_percent" for place in range(1, 5)]


# The same of a cell with intervals, which parts by "·".
SPREADS: Any = (("utilisation", 100, 1), ("queue_p95_ms queue_p99_ms", 1, 0),
                ("loss_percent", 1, 2), ("frame_delay_p95_ms", 1, 0), ("freezes", 1, 1))


def text(group: Any, names: Any, factor: float, digits: int) -> str:
    means = [number(group, name, factor, digits) or NEVER for name in names]
    # A run that never got there has -1.
    return " / ".join(NEVER if name == "start_s" and mean.startswith("-") else mean
                      for name, mean in zip(names, means))


def figures(group: Any, old: Any) -> Iterator[Any]:
    """The columns; old: of an earlier map, shown in front with an arrow, or None."""
    for _, *how in COLUMNS:
        now, was = text(group, *how), old and text(old, *how)
        yield now if was in (None, now) else f"{was} → {now}"


def runs(groups: Any, before: Any) -> Iterator[Any]:
    """A row for each cell and controller."""
    yield ["cell", "controller", "runs", *(heading for heading, *_ in COLUMNS)]
    for name, group in groups.items():
        yield [name[0], name[2], str(len(group.runs)), *figures(group, before.get(name))]


def cells(groups: Any, before: Any) -> Iterator[Any]:
    """A row for each cell: all of the first controller, what the others use."""
    first, *others = dict.fromkeys(name[2] for name in groups)
    yield ["cell", *(heading for heading, *_ in COLUMNS),
           *(f"use of `{other}` %" for other in others)]
    for name, group in groups.items():
        if name[2] == first:
            there = (groups.get((*name[:2], other)) for other in others)
            yield [f"`{name[0]}`", *figures(group, before.get(name)),
                   *(text(other, *COLUMNS[0][1:]) if other else "" for other in there)]


def intervals(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each cell and a column for each controller: use % · queue p95 / p99 ms · loss
    % · frame delay p95 ms · freezes, with half the 95 % interval behind each."""
    def cell(group: Any) -> str:
        return " · ".join(" / ".join(number(group, name, factor, digits, spread=True)
                                     for name in names.split())
                          for names, factor, digits in SPREADS)

    controllers = list(dict.fromkeys(name[2] for name in groups))
    yield ["cell", *controllers]
    for name in dict.fromkeys(name[:2] for name in groups):
        there = (groups.get((*name, controller)) for controller in controllers)
        yield [f"`{name[0]}`", *(cell(group) if group else "" for group in there)]


def priority(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each cell and controller, with half the 95 % interval behind each figure."""
    yield ["cell", "controller", "parts of the streams %", "use %", "queue p95 ms"]
    for (cell, _, controller), group in groups.items():
        parts = [number(group, name, 1, 1, spread=True) for name in STREAMS if group.has(name)]
        yield [f"`{cell}`", controller, " / ".join(parts),
               number(group, "utilisation", 100, 1, spread=True),
               number(group, "queue_p95_ms", 1, 0, spread=True)]


def silence(groups: Any, _before: Any) -> Iterator[Any]:
    """A row for each cell and a column for each controller: freezes, packets lost in the
    outage, s until the rate of before is back."""
    controllers = list(dict.fromkeys(name[2] for name in groups))
    yield ["freezes / lost / back s", *controllers]
    for name in dict.fromkeys(name[:2] for name in groups):
        there = (groups.get((*name, controller)) for controller in controllers)
        yield [f"`{name[0]}`", *(" / ".join((text(group, ("freezes",), 1, 1),
                                             text(group, ("outage_lost",), 1, 0),
                                             text(group, ("back_s",), 1, 1)))
                                 if group else "" for group in there)]


def by_last_word(groups: Any, heading: str, cell: Any) -> Iterator[Any]:
    """What cell says of the first controller's groups, whose names differ in their last word,
    as loss-1M-20ms-0.1%."""
    first = next(iter(groups))[2]
    words = {name: name[0].rpartition("-") for name in groups if name[2] == first}
    columns = list(dict.fromkeys(last for _, _, last in words.values()))
    yield [heading, *columns]
    for row in dict.fromkeys(start for start, _, _ in words.values()):
        found = {last: name for name, (start, _, last) in words.items() if start == row}
        yield [f"`{row}`", *(cell(found[last]) if last in found else "" for last in columns)]


def grid(groups: Any, _before: Any) -> Any:
    """What is used."""
    return by_last_word(groups, "use %", lambda name: text(
        groups[name], ("utilisation",), 100, 0))


def share(groups: Any, before: Any) -> Any:
    """Use, drops, and how alike the flows are."""
    def cell(name: Any) -> Any:
        now = shared(groups[name])
        was = shared(before[name]) if name in before else now
        return now if now == was else f"{was} → {now}"

    return by_last_word(groups, "use %, drops %, Jain's index", cell)


def shared(group: Any) -> str:
    return " / ".join((text(group, ("utilisation",), 100, 0),
                       text(group, ("drop_percent",), 1, 1), text(group, ("jain",), 1, 2)))
