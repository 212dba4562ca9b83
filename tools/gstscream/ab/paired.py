# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Two folders of scream-ab against each other, run by run: before and after a change.

A pair is what both have of a link, encoder, controller and repeat.
"""
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.errors import UserError
from gstscream.report.columns import column
from gstscream.report.verdict import MEASURES, Measure
from gstscream.stats.distribution import mean
from gstscream.stats.sample import sample

WORSE, BETTER, SAME = "worse", "better", ""
MOST = 3                        # runs that a line names
# What figures depend on so much that two folders must have it alike.
ALIKE = ("input", "size", "framerate", "seconds", "tun")
NOT_COMPARED = ("command", "machine", "repeat", "links", "controllers", "encoders", "corpus",
                *ALIKE)
CLIP = re.compile(r"(?:.*/)?([^/]*, \d+ bytes), \d+")
TRACE = re.compile(r"(trace=)(?:'[^']*/|\S*/)")


class Tolerance(NamedTuple):
    """What may change: the larger one of an amount in the unit of results.csv and of a
    part of the value before."""
    amount: float
    part: float = 0.0

    def of(self, before: Any) -> Any:
        return max(self.amount, self.part * abs(before))


DEFAULTS = {measure.name: Tolerance(measure.least, measure.share) for measure in MEASURES}


class Figure(NamedTuple):
    """A figure of a cell, in the unit of results.csv."""
    measure: Measure
    before: float               # means over the pairs
    after: float
    chance: float | None        # half the 95 % interval of the difference; None of one pair
    tolerance: float

    @property
    def difference(self) -> Any:
        return self.after - self.before

    @property
    def verdict(self) -> Any:
        """WORSE or BETTER if it is beyond the tolerance and beyond chance."""
        if abs(self.difference) <= max(self.tolerance + 1e-12, self.chance or 0):
            return SAME
        return BETTER if (self.difference > 0) == self.measure.more_is_better else WORSE

    def amount(self) -> str:
        """With its sign, in the unit that is shown."""
        which = column(self.measure.name)
        return f"{self.difference * which.factor:+.{which.digits}f}"


class Cell(NamedTuple):
    link: str
    encoder: str
    controller: str
    pairs: int
    figures: list[Any]
    broken: int                 # runs that were done before and failed after

    @property
    def name(self) -> str:
        return f"{self.link}, {self.encoder}, {self.controller}"


class Comparison(NamedTuple):
    cells: list[Any]
    left_out: list[Any]              # in words: what was not compared, and why
    changes: list[Any]               # in words: settings that differ


def names(before: Any, after: Any) -> dict[str, Any]:
    """{name after: name before} where both have only one, which may be another."""
    return {after[0]: before[0]} if len(before) == len(after) == 1 else {}


def keyed(folder: Any, controllers: Any, encoders: Any) -> Any:
    """{(link, encoder, controller, repeat): run}"""
    found = {}
    for run in folder.runs:
        label = folder.label_of[run.controller]
        found[run.link_name, encoders.get(run.encoder, run.encoder),
              controllers.get(label, label), run.repeat] = run
    return found


def setting(folder: Any, name: str) -> Any:
    """Of a clip its name and its bytes: where it lies and when it came says nothing."""
    value = folder.settings.get(name)
    clip = CLIP.fullmatch(value) if name == "input" and isinstance(value, str) else None
    return clip[1] if clip else value


def digest(folder: Any, name: str) -> Any:
    """Of a trace of a corpus."""
    known = folder.settings.get("corpus")
    return known.get(name) if isinstance(known, dict) else None


def check_alike(before: Any, after: Any) -> None:
    """UserError if figures of the two mean different things."""
    for name in ALIKE:
        one, other = setting(before, name), setting(after, name)
        if one is not None and other is not None and one != other:
            raise UserError(f"compare: {name} is {one} in {before.path} and {other} in "
                            f"{after.path}; run both with the same --{name}")
    for name in set(before.links) & set(after.links):
        one, other = (next(run.link_text for run in folder.runs if run.link_name == name)
                      for folder in (before, after))
        if TRACE.sub(r"\1", one) != TRACE.sub(r"\1", other) \
                or digest(before, name) != digest(after, name):
            raise UserError(f"compare: the link {name} of {before.path} is another one in "
                            f"{after.path}; run both over the same links")


def changed(before: Any, after: Any) -> list[str]:
    """Settings that differ, in words."""
    one, other = before.settings, after.settings
    both = [("controllers", [*before.label_of.values()], [*after.label_of.values()]),
            ("encoders", before.encoders, after.encoders)]
    both += [(name, one.get(name), other.get(name)) for name in sorted({*one, *other})
             if name not in NOT_COMPARED]
    return [f"{name}: {was} → {now}" for name, was, now in (
        (name, shown(was), shown(now)) for name, was, now in both) if was != now]


def shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "–")


def figures(pairs: Any, tolerances: Any) -> Iterator[Any]:
    """Of the measures that all of them have."""
    for measure in MEASURES:
        values = [(one.figure(measure.name), other.figure(measure.name)) for one, other in pairs]
        values = [both for both in values if None not in both]
        if values:
            was, now = (mean(each) for each in zip(*values))
            apart = sample(late - early for early, late in values)
            yield Figure(measure, was, now, apart.half_width() if apart else None,
                         tolerances[measure.name].of(was))


def cell(key: Any, there: Any, tolerances: Any) -> Any:
    """there: [(run before or None, run after or None)]; None if nothing can be said."""
    pairs = [both for both in there if None not in both]
    used = [(one, other) for one, other in pairs if one.usable and other.usable]
    broken = sum(one.done and not other.done for one, other in pairs)
    link, encoder, controller = key
    return Cell(link, encoder, controller, len(used), list(figures(used, tolerances)), broken) \
        if used or broken else None


def left_out(before: Any, after: Any, unfinished: Any) -> list[str]:
    """In words, by how many."""
    both = before.keys() & after.keys()
    distrusted = [key for key in both if any(
        run.done and not run.trusted for run in (before[key], after[key]))]
    failed = [key for key in both if not before[key].done]
    parts = [(before.keys() - both, "only before"), (after.keys() - both, "only after"),
             (distrusted, "not to be trusted: the machine was too busy, see scream-ab doctor"),
             (failed, "failed before"),
             (unfinished, f"not finished: {', '.join(run.id for run in unfinished[:MOST])}"
              + (" ..." if len(unfinished) > MOST else ""))]
    return [f"{len(keys)} run{'' if len(keys) == 1 else 's'} {why}" for keys, why in parts if keys]


def compare(before: Any, after: Any, tolerances: Any) -> Any:
    """Comparison of two report.data.Folder.  UserError: they cannot be compared."""
    check_alike(before, after)
    controllers = names(list(before.label_of.values()), list(after.label_of.values()))
    encoders = names(before.encoders, after.encoders)
    one, other = keyed(before, {}, {}), keyed(after, controllers, encoders)
    places: dict[Any, Any] = {}
    for key, run in one.items():
        places.setdefault(key[:3], []).append((run, other.get(key)))
    cells = [cell(key, there, tolerances) for key, there in places.items()]
    missing = left_out(one, other, before.unfinished + after.unfinished)
    cells = [each for each in cells if each]
    if not cells:
        raise UserError(f"compare: {before.path} and {after.path} have no pair of runs of the "
                        "same link, encoder, controller and repeat"
                        + (f" ({'; '.join(missing)})" if missing else ""))
    return Comparison(cells, missing, changed(before, after))
