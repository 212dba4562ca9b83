# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What can be said of two controllers (or encoders) from their runs.

    found = verdict("scream", runs, "gcc", runs)
    found.better, found.text, found.checks
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gstscream.stats.sample import sample, uncertainty

from .columns import Column, column, shown

if TYPE_CHECKING:
    from .data import Run

RULE = """\
Runs are paired by their repeat: both of a pair have the same seed of the link, and follow
each other. A difference counts if it exceeds both (1) the half width of its 95 % interval,
t·s/√n, with s the standard deviation of the differences within the pairs and n their number,
and (2) the least relevant difference: {least}. With fewer than two pairs, the means of all
runs are compared, and (1) is the half width of Welch's interval, t·√(s₁²/n₁ + s₂²/n₂).
With one run of either, the spread is unknown: only (2) applies, and the verdict holds for
that run. One is “better” if differences count for it and none against it; a “trade” has
some for each; “alike” has no relevant difference, “not sure” has one within the spread of
the repeats. Failed and untrustworthy runs are left out if there are others. Two repeats
show large differences only; use three or more."""


TRADE, ALIKE, UNSURE = "trade", "alike", "not sure"


class Measure(NamedTuple):
    """How much of a figure matters: at least `least`, and `share` of the smaller."""
    name: str
    title: str
    more_is_better: bool
    least: float                # in the unit of results.csv
    need: str                   # of who looks at it
    share: float = 0.0


MEASURES = [
    Measure("queue_p95_ms", "queue p95", False, 5, "a short queue", 0.10),
    Measure("utilisation", "utilisation", True, 0.01, "use of the link"),
    Measure("loss_percent", "loss", False, 0.1, "few losses"),
    Measure("frame_delay_p95_ms", "frame delay p95", False, 10, "conversation", 0.10),
    Measure("freeze_s", "time frozen", False, 0.5, "smooth video"),
    Measure("psnr_db", "PSNR", True, 0.5, "the picture"),
]
UNITS = {"utilisation": "points", "loss_percent": "points"}


def least_of_all() -> str:
    """The second part of the rule in words."""
    parts = []
    for measure in MEASURES:
        which = column(measure.name)
        text = f"{measure.title} {measure.least * which.factor:g} {unit(measure)}"
        if measure.share:
            text += f" and {measure.share * 100:g} %"
        parts.append(text)
    return ", ".join(parts)


def rule() -> Any:
    return RULE.format(least=least_of_all())


def unit(measure: Measure) -> Any:
    return UNITS.get(measure.name) or column(measure.name).unit


class Check(NamedTuple):
    """One figure of two; difference is the first's mean less the other's."""
    measure: Measure
    one: object
    other: object
    difference: float
    chance: float | None        # what repeats alone may make; None: not known
    least: float
    paired: bool                # one and other are of the same repeats

    @property
    def small(self) -> bool:
        """Whether it would not matter, even if it were sure."""
        return abs(self.difference) <= self.least - 1e-12

    @property
    def counts(self) -> bool:
        return not self.small and abs(self.difference) > (self.chance or 0)

    @property
    def sign(self) -> Any:
        """1: the first is better, -1: the other, 0: no difference that counts."""
        if not self.counts:
            return 0
        return 1 if (self.difference > 0) == self.measure.more_is_better else -1

    def amount(self) -> str:
        """The difference without its sign, in words."""
        which = column(self.measure.name)
        return f"{shown(abs(self.difference), which)} {unit(self.measure)}"

    def both(self) -> str:
        """24.0 ± 2.0 vs 55.0 ± 4.0 ms"""
        which = column(self.measure.name)
        return (f"{spread_text(self.one, which)} vs {spread_text(self.other, which)} "
                f"{which.unit}").rstrip()


def spread_text(found: Any, which: Column) -> Any:
    text = shown(found.mean, which)
    return text if found.deviation is None else f"{text} ± {shown(found.deviation, which)}"


def check(measure: Measure, runs: list[Run], others: Any) -> Any:
    """None if one of them did not measure it."""
    pairs_found = paired(measure, runs, others)
    if len(pairs_found) > 1:
        one, other = map(sample, zip(*pairs_found))
        apart = sample(mine - its for mine, its in pairs_found)
    else:
        one, other = (sample(run.figure(measure.name) for run in each) for each in (runs, others))
        apart = None
    if one is None or other is None:
        return None
    chance = apart.half_width() if apart else uncertainty(one, other)
    least = max(measure.least, measure.share * min(abs(one.mean), abs(other.mean)))
    return Check(measure, one, other, one.mean - other.mean, chance, least,
                 len(pairs_found) > 1)


def paired(measure: Measure, runs: list[Run], others: Any) -> list[Any]:
    """[(figure, figure)] of the repeats that both measured."""
    mine, its = ({run.repeat: run.figure(measure.name) for run in each} for each in (runs, others))
    pairs_found = [(mine[repeat], its[repeat]) for repeat in mine if repeat in its]
    return [pair for pair in pairs_found if None not in pair]


class Verdict(NamedTuple):
    one: str
    other: str
    better: str                 # a name, TRADE, ALIKE, UNSURE, or "" if nothing was measured
    text: str
    checks: list[Any]
    sure: bool                  # the spread of both is known
    trusted: bool = True        # so are all runs that it is made of


def chosen(runs: list[Run]) -> Any:
    """Those that count: trusted ones, or if there are none the others that came to an end."""
    done = [run for run in runs if run.done]
    return [run for run in done if run.trusted] or done


def verdict(name: str, runs: list[Run], other_name: str, others: Any) -> Any:
    """Of all runs of the one and of the other."""
    lacking = [who for who, there in ((name, runs), (other_name, others))
               if not chosen(there)]
    runs, others = chosen(runs), chosen(others)
    found = [] if lacking else [each for each in (check(measure, runs, others)
                                                  for measure in MEASURES) if each]
    if not found:
        reason = (f"no run of {' or of '.join(lacking)} came to its end" if lacking
                  else "nothing that both measured")
        return Verdict(name, other_name, "", f"no verdict: {reason}", [], False)
    sure = all(each.chance is not None for each in found)
    text = sentence(name, other_name, {each.measure.name: each for each in found})
    trusted = all(run.trusted for run in runs + others)
    if not trusted:
        text = "not to be trusted (see the runs below): " + text
    return Verdict(name, other_name, winner(name, other_name, found),
                   text + caution(name, runs, other_name, others), found, sure, trusted)


def winner(name: str, other_name: str, found: Any) -> Any:
    signs = {each.sign for each in found} - {0}
    if len(signs) == 2:
        return TRADE
    if signs:
        return {1: name, -1: other_name}[signs.pop()]
    return ALIKE if all(each.small for each in found) else UNSURE


def caution(name: str, runs: list[Run], other_name: str, others: Any) -> str:
    """Whose spread is not known."""
    single = [who for who, there in ((name, runs), (other_name, others)) if len(there) == 1]
    if len(single) == 2:
        return " (one run each: the spread is not known)"
    return f" (one run of {single[0]}: its spread is not known)" if single else ""


def sentence(name: str, other_name: str, found: Any) -> str:
    """found: {measure: Check}"""
    if not any(each.counts for each in found.values()):
        known = [f"{each.measure.title} {each.both()}" for key, each in found.items()
                 if key in ("queue_p95_ms", "utilisation", "psnr_db")]
        small = all(each.small for each in found.values())
        kind = "that matters" if small else "beyond the spread of the repeats"
        return f"no difference {kind} between {name} and {other_name} ({', '.join(known)})"
    first = network(name, other_name, found.get("queue_p95_ms"), found.get("utilisation"))
    return ": ".join(part for part in (first, effect(found)) if part)


def network(name: str, other_name: str, queue: Any, use: Any) -> Any:
    """Queue and utilisation, what counts first."""
    if queue and queue.counts:
        text = (f"{name} has {change(queue)} queue than {other_name} (p95 {queue.both()})")
        if not use:
            return text
        if not use.counts:
            return f"{text} {beside(use, 'utilisation')}"
        joint = "and" if queue.sign == use.sign else "at"
        return f"{text} {joint} {change(use)} utilisation ({use.both()})"
    if use and use.counts:
        text = f"{name} has {change(use)} utilisation than {other_name} ({use.both()})"
        return f"{text} {beside(queue, 'queue', 'p95 ')}" if queue else text
    parts = [f"{equal(each, noun)} ({head}{each.both()})" for each, noun, head in (
        (queue, "queue", "p95 "), (use, "utilisation", "")) if each]
    return (f"{name} and {other_name} have {' and '.join(parts)}, but with {name}" if parts
            else f"with {name} against {other_name}")


def change(each: Any) -> str:
    return f"{each.amount()} {'more' if each.difference > 0 else 'less'}"


def equal(each: Any, noun: str) -> str:
    """Of a difference that does not count: too small, or not sure."""
    return f"the same {noun}" if each.small else f"no sure difference in {noun}"


def beside(each: Any, noun: str, head: str = "") -> str:
    return f"{'at' if each.small else 'with'} {equal(each, noun)} ({head}{each.both()})"


EFFECTS = [                     # measure, first is better, worse, the same, not sure
    ("frame_delay_p95_ms", "frames arrive sooner", "frames arrive later",
     "frames take as long", "no sure difference in frame delay"),
    ("psnr_db", "better picture", "worse picture", "same picture",
     "no sure difference in the picture"),
    ("freeze_s", "less frozen", "more frozen", "", ""),
    ("loss_percent", "less loss", "more loss", "", ""),
]
HEADS = {"frame_delay_p95_ms": "p95 ", "psnr_db": "PSNR "}


def effect(found: Any) -> str:
    """What it means for the picture; what counts comes first."""
    parts = []
    for name, better, worse, same, unsure in EFFECTS:
        each = found.get(name)
        if each is None:
            continue
        text = {1: better, -1: worse, 0: same if each.small else unsure}[each.sign]
        if text:
            parts.append((not each.counts, f"{text} ({HEADS.get(name, '')}{each.both()})"))
    return ", ".join(text for _, text in sorted(parts, key=lambda part: part[0]))


def pairs(names: Any) -> list[Any]:
    """Each two of a list, in its order."""
    return [(one, other) for place, one in enumerate(names) for other in names[place + 1:]]
