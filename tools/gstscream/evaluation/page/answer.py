# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The first sentence of the report: who dominates whom, by how much, how sure."""
from collections import Counter
from typing import Any

from gstscream.evaluation.results import figures
from gstscream.stats.sample import sample

from .pictures import NOT_ADAPTIVE

SAID = [figures.BY_COLUMN[column] for column in ("queue_p95_ms", "utilisation", "loss_percent")]
TITLES = {"queue_p95_ms": "queue p95", "utilisation": "utilisation", "loss_percent": "loss"}
POINTS = "%"                    # a difference of percentages is one in points


def answer(groups: Any, dominated: Any, controllers: list[str]) -> Any:
    """groups: {(case, variant, controller): Group}, dominated: of opponents.dominators,
    controllers: in the order of the page."""
    cases = list(dict.fromkeys(name[:2] for name in groups))
    if not cases:
        return "There is nothing to compare yet."
    if len(controllers) == 1:
        return alone(controllers[0], groups, dominated, cases)
    wins = Counter((by, name[2]) for name, others in dominated.items() for by in others)
    score = {name: sum(wins[name, other] - wins[other, name] for other in controllers
                       if other != name) for name in controllers}
    best = max([name for name in controllers if name != NOT_ADAPTIVE], key=score.__getitem__)
    others = [name for name in controllers if name != best]
    parts = [against(best, other, groups, wins, cases) for other in others]
    sure = any(spread(best, other, groups, cases) for other in others)
    return f"In {count(len(cases), 'case')}, {best} {'; '.join(parts)} ({certainty(cases, sure)})."


def alone(name: Any, groups: Any, dominated: Any, cases: Any) -> str:
    means = [(figure, sample(groups[case + (name,)].mean(figure.column) for case in cases))
             for figure in SAID]
    known = [f"{TITLES[figure.column]} {figures.number(figure, found.mean)} {figure.unit}"
             for figure, found in means if found]
    doomed = sum(name == each[2] for each in dominated)
    text = f"In {count(len(cases), 'case')}, {name} alone was run"
    text += f": {', '.join(known)} in the mean" if known else ""
    return text + (f"; it is dominated in {doomed}." if doomed else ".")


def count(number: Any, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def against(best: Any, other: Any, groups: Any, wins: Any, cases: Any) -> str:
    both = sum((*case, best) in groups and (*case, other) in groups for case in cases)
    text = (f"dominates {other} in {wins[best, other]} of {both}" if wins[best, other]
            else f"does not dominate {other}")
    if wins[other, best]:
        text += f" and is dominated by it in {wins[other, best]}"
    known = [difference(figure, best, other, groups, cases) for figure in SAID]
    known = [part for part in known if part]
    return text + (f": {', '.join(known)}" if known else "")


def difference(figure: Any, best: Any, other: Any, groups: Any, cases: Any) -> str:
    """Mean of the differences, best less other, as text; "" if nobody measured both."""
    found = sample(differences(figure.column, best, other, groups, cases))
    if found is None:
        return ""
    unit = "points" if figure.unit == POINTS else figure.unit
    text = f"{TITLES[figure.column]} {signed(figure, found.mean)}"
    half = found.half_width()
    return text + (f" ± {figures.number(figure, half)}" if half is not None else "") + f" {unit}"


def signed(figure: Any, value: Any) -> str:
    return ("−" if value < 0 else "+") + figures.number(figure, abs(value))


def differences(column: str, best: Any, other: Any, groups: Any, cases: Any) -> list[Any]:
    """Of the means of each case; of a single case, of each seed that both have."""
    pairs = [(groups[case + (best,)], groups[case + (other,)]) for case in cases
             if (*case, best) in groups and (*case, other) in groups]
    if len(pairs) == 1:
        mine, its = (group.by_seed(column) for group in pairs[0])
        return list((mine - its).dropna())
    means = [[group.mean(column) for group in pair] for pair in pairs]
    return [one - two for one, two in means if None not in (one, two)]


def spread(best: Any, other: Any, groups: Any, cases: Any) -> bool:
    """Whether any of the differences has an interval."""
    return any(len(differences(figure.column, best, other, groups, cases)) > 1
               for figure in SAID)


def certainty(cases: Any, sure: Any) -> str:
    if not sure:
        return "from single runs, whose spread is not known"
    what = "seed" if len(cases) == 1 else "case"
    return f"mean of the differences, paired by {what}, with its 95 % interval over the {what}s"
