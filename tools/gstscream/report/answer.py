# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The first sentence of the page: who is better for whom, by how much, how sure."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gstscream.stats.sample import sample

from .columns import column, shown
from .verdict import MEASURES, TRADE, unit
from .verdicts import NO_NAME

if TYPE_CHECKING:
    from .data import Folder
    from .verdict import Measure

MOST = 2                        # figures that are named; the tables have all
ALONE = ("utilisation", "frame_delay_p95_ms", "freeze_s")
NOTHING = "There is nothing to compare yet."


def answer(groups: Any) -> Any:
    """groups: of verdicts.py, of controllers or of encoders."""
    everything = [each for group in groups for each in group.found]
    found = [each for each in everything if each.checks]
    if not found:
        return f"{capital(everything[0].text)}." if everything else NOTHING
    if len(found) == 1:
        place = next(group.title for group in groups if found[0] in group.found)
        return single(found[0], place)
    best = leader(found)
    text = of_leader(best, found) if best else of_nobody(found)
    where = f"At {groups[0].title}, " if len(groups) == 1 else ""
    return f"{where}{text}; {certainty(found)}."


def alone(folder: Folder) -> str:
    """Of a folder without groups, which one controller with one encoder has."""
    runs = [run for run in folder.runs if run.usable]
    if not runs:
        return NOTHING
    parts = []
    for measure in MEASURES:
        found = sample(run.figure(measure.name) for run in runs)
        if found and measure.name in ALONE:
            which = column(measure.name)
            parts.append(f"{measure.title} {shown(found.mean, which)} {which.unit}")
    places = len({run.scenario for run in runs})
    where = f", at {places} places" if places > 1 else ""
    means = f": {listed(parts)} in the mean" if parts else ""
    return f"{runs[0].controller} alone was run{where}{means}."


def pair(groups: Any) -> Any:
    """The two that the sentence is about, the better one first; () if there are none."""
    found = [each for group in groups for each in group.found if each.checks]
    best = leader(found) if found else None
    if not best:
        return (found[0].one, found[0].other) if found else ()
    theirs = [each for each in found if best in (each.one, each.other)]
    first = next((each for each in theirs if each.better == best), theirs[0])
    return best, first.other if first.one == best else first.one


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def single(found: Any, place: Any) -> str:
    """Of the only two at the only place."""
    head = f"At {place}, {found.text}"
    if found.better in (found.one, found.other):
        worse = found.other if found.better == found.one else found.one
        head = f"{found.better} is better than {worse} at {place}: {found.text}"
    elif found.better == TRADE:
        head = f"At {place}, {whom([found])}: {found.text}"
    if found.trusted and not found.sure:    # it says already of whom the spread is not known
        return f"{head}, so this may be chance."
    return f"{head}; {certainty([found])}."


def leader(found: Any) -> Any:
    """Who is better more often than worse, and so more clearly than anyone; or None."""
    score: dict[str, float] = {}
    for each in found:
        for name in (each.one, each.other):
            mine = {name: 1}.get(each.better, 0)
            worse = each.better in (each.one, each.other) and not mine
            score[name] = score.get(name, 0) + mine - worse
    ranked = sorted(score.items(), key=lambda entry: -entry[1])
    clear = ranked[0][1] > 0 and (len(ranked) == 1 or ranked[0][1] > ranked[1][1])
    return ranked[0][0] if clear else None


def of_leader(best: Any, found: Any) -> str:
    """Those whom it beats somewhere first."""
    opponents = dict.fromkeys(name for each in found if best in (each.one, each.other)
                              for name in (each.one, each.other) if name != best)
    pairs = {name: [each for each in found if {each.one, each.other} == {best, name}]
             for name in opponents}
    beaten = [name for name, there in pairs.items() if any(each.better == best for each in there)]
    text = f"{best} is better than " + listed([against(best, name, pairs[name])
                                               for name in beaten])
    others = [f"against {name}: {tally(pairs[name])}{for_whom(pairs[name])}"
              f"{differing(best, pairs[name])}" for name in opponents if name not in beaten]
    return "; ".join([text] + others)


def listed(parts: Any) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def against(best: Any, other: Any, found: Any) -> str:
    """OTHER at N of M places (what differs there)"""
    better = [each for each in found if each.better == best]
    worse = sum(each.better == other for each in found)
    places = f" at {len(better)} of {len(found)} places" if len(found) > 1 else ""
    return str(other) + places + (f", worse at {worse}" if worse else "") + differing(best, better)


def tally(found: Any) -> Any:
    """trade at 2 of 3, alike at 1 of 3; of a single place without numbers"""
    kinds: dict[Any, int] = {}
    for each in found:
        kind = each.better if each.better in NO_NAME else f"{each.better} better"
        kinds[kind] = kinds.get(kind, 0) + 1
    if len(found) == 1:
        return next(iter(kinds))
    return ", ".join(f"{kind} at {count} of {len(found)}" for kind, count in kinds.items())


def of_nobody(found: Any) -> str:
    names = list(dict.fromkeys(name for each in found for name in (each.one, each.other)))
    if len(names) > 2:
        return f"None of {listed(names)} is better than all others: {tally(found)} comparisons"
    one, other = names
    return (f"Neither of {one} and {other} is better: {tally(found)} places{for_whom(found)}"
            + differing(one, found, "the first: "))


def for_whom(found: Any) -> str:
    """, one is better for short delay, the other for rate; "" if there is no trade."""
    text = whom([each for each in found if each.better == TRADE])
    return f", {text}" if text else ""


def whom(trades: Any) -> str:
    """What each is better for, of two that trade; what counts most often first."""
    needs: dict[str, dict[str, int]] = {}
    for verdict in trades:
        for each in verdict.checks:
            if each.counts:
                counts = needs.setdefault(verdict.one if each.sign > 0 else verdict.other, {})
                counts[each.measure.need] = counts.get(each.measure.need, 0) + 1
    return ", ".join(
        f"{name} is better for {listed(sorted(counts, key=lambda need: -counts[need]))}"
        for name, counts in needs.items())


def differing(name: str, found: Any, lead: str = "") -> str:
    """ (by how much, of the figures that count most often); what is worse too, if any is"""
    good, bad = (ranked(name, found, sign) for sign in (1, -1))
    text = ", but ".join(filter(None, (", ".join(good[:1 if bad else MOST]), *bad[:1])))
    return f" ({lead}{text})" if text else ""


def ranked(name: str, found: Any, sign: Any) -> list[Any]:
    """What counts for name (sign 1) or against it (-1), what does so most often first."""
    parts = []
    for measure in MEASURES:
        turned = [(each, 1 if verdict.one == name else -1)
                  for verdict in found for each in verdict.checks if each.measure is measure]
        there = sorted(abs(each.difference) for each, turn in turned if each.sign * turn == sign)
        word = "higher" if (sign > 0) == measure.more_is_better else "lower"
        if there:
            parts.append((-len(there), f"{measure.title} {spanned(there, measure)} {word}"))
    return [text for _, text in sorted(parts, key=lambda part: part[0])]


def spanned(values: Any, measure: Measure) -> str:
    """31.0 ms, or 14.2 to 31.0 ms"""
    which = column(measure.name)
    ends = dict.fromkeys(shown(value, which) for value in (values[0], values[-1]))
    return f"{' to '.join(ends)} {unit(measure)}"


def certainty(found: Any) -> str:
    if not all(each.trusted for each in found):
        return "some of the runs are not to be trusted"
    known = [each.sure for each in found]
    if all(known):
        return f"what is called different is beyond the 95 % interval of {repeats(found)}"
    return ("the spread of single runs is not known, so this may be chance" if not any(known)
            else "of single runs the spread is not known, the others are beyond the 95 % interval")


def repeats(found: Any) -> str:
    """How often what the answer is made of was measured."""
    checks = [each for verdict in found for each in verdict.checks]
    if not all(each.paired for each in checks):
        return "the repeats, which are not all paired"
    counts = [each.one.count for each in checks]
    ends = dict.fromkeys(map(str, (min(counts), max(counts))))
    return f"{' to '.join(ends)} repeats, paired by seed"
