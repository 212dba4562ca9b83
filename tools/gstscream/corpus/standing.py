# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What controllers reach of the oracle, over all traces of a half: means, the worst tenth of
the traces, and who is beaten by nobody."""
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gstscream.stats.distribution import mean

from .halves import HALVES

WORST = 0.1                     # of the traces, at least one
HEADINGS = ("traces", "use of oracle %", "worst tenth %", "frame p95 above ms",
            "worst tenth ms", "freezes above", "Pareto")
COLUMNS = ("trace", "family", "half", "who", "runs", "utilisation", "frame_delay_p95_ms",
           "freezes", "oracle_utilisation", "oracle_frame_delay_p95_ms", "oracle_freezes",
           "use_of_oracle", "delay_above_oracle_ms", "freezes_above_oracle")


class Row(NamedTuple):
    """A controller (with its encoder) on a trace: means of its runs, beside the oracle's."""
    trace: str
    family: str
    half: str
    who: str
    runs: int
    utilisation: float
    frame_delay_p95_ms: float
    freezes: float
    oracle: dict[str, Any]

    @property
    def use(self) -> float:
        """Part of what the oracle used; may be a little above 1, of a queue at the end."""
        return self.utilisation / float(self.oracle["utilisation"])

    @property
    def above(self) -> float:
        """ms of the frame delay's p95 above the oracle's."""
        return self.frame_delay_p95_ms - float(self.oracle["frame_delay_p95_ms"])

    @property
    def frozen(self) -> float:
        """Freezes more than the oracle's."""
        return self.freezes - float(self.oracle["freezes"])

    def cells(self) -> list[Any]:
        """In the order of COLUMNS."""
        return [*self[:-1], self.oracle["utilisation"], self.oracle["frame_delay_p95_ms"],
                self.oracle["freezes"], self.use, self.above, self.frozen]


def row(trace: tuple[str, str, str], who: str, runs: Iterable[dict[str, Any]],
        oracle: dict[str, Any]) -> Row | None:
    """trace: (name, family, half); runs: dicts of figures.  None: no run has all figures."""
    names = ("utilisation", "frame_delay_p95_ms", "freezes")
    whole = [run for run in runs if all(
        isinstance(run.get(name), (int, float)) and math.isfinite(run[name]) for name in names)]
    if not whole or not oracle.get("utilisation"):
        return None
    use, delay, frozen = (mean(run[name] for run in whole) for name in names)
    return Row(*trace, who, len(whole), use, delay, frozen, oracle)


class Result(NamedTuple):
    """A run that is done."""
    trace: str
    who: str
    figures: dict[str, Any]
    trusted: bool = True


def who(controller: str, encoder: str, several: bool) -> str:
    """How one is called; several: whether there is more than one encoder."""
    return f"{controller}, {encoder}" if several else controller


def rows(known: Any, results: Iterable[Result]) -> list[Row]:
    """Rows of each on each trace.  known: {trace: {"family", "half", "oracle"}}.  Of runs that
    are not to be trusted only if there are no others."""
    runs: dict[tuple[str, str], list[Result]] = {}
    for each in results:
        if isinstance(known, dict) and each.trace in known:
            runs.setdefault((each.trace, each.who), []).append(each)
    found = []
    for (trace, name), there in runs.items():
        said = known[trace]
        used = [each for each in there if each.trusted] or there
        found.append(row((trace, said["family"], said["half"]), name,
                         [each.figures for each in used], said["oracle"]))
    return [each for each in found if each]


class Total(NamedTuple):
    """Of a controller over the traces of a half."""
    who: str
    traces: int
    use: float
    worst_use: float
    above: float
    worst_above: float
    frozen: float

    def merit(self) -> tuple[float, float, float]:
        """The more, the better, each."""
        return self.use, -self.above, -self.frozen

    def cells(self, best: bool) -> list[str]:
        return [self.who, str(self.traces), f"{100 * self.use:.1f}", f"{100 * self.worst_use:.1f}",
                f"{self.above:.0f}", f"{self.worst_above:.0f}", f"{self.frozen:.1f}",
                "yes" if best else "–"]


def worst(values: list[float]) -> float:
    """The mean of the worst tenth of them, worst first."""
    return mean(values[:max(1, math.ceil(WORST * len(values)))])


def totals(rows: Iterable[Row]) -> Iterator[Total]:
    """Of the traces that each controller has, so that all are judged by the same ones."""
    of: dict[str, dict[str, Row]] = {}
    for each in rows:
        of.setdefault(each.who, {})[each.trace] = each
    shared = set.intersection(*(set(there) for there in of.values())) if of else set()
    for who, there in of.items() if shared else ():
        chosen = [there[trace] for trace in sorted(shared)]
        uses = sorted(each.use for each in chosen)
        delays = sorted((each.above for each in chosen), reverse=True)
        yield Total(who, len(chosen), mean(uses), worst(uses), mean(delays), worst(delays),
                    mean(each.frozen for each in chosen))


def beaten(one: Total, other: Total) -> bool:
    """Whether the other is nowhere worse and somewhere better."""
    mine, its = one.merit(), other.merit()
    return mine != its and all(here <= there for here, there in zip(mine, its))


def table(rows: Iterable[Row]) -> list[list[str]]:
    """Lines of texts, headings first; a line for each controller, best use first."""
    found = sorted(totals(rows), key=lambda each: -each.use)
    return [["controller", *HEADINGS]] + [
        each.cells(not any(beaten(each, other) for other in found)) for each in found]


def tables(rows: list[Row]) -> dict[str, list[list[str]]]:
    """{half: its table}, of halves that have traces."""
    there = {half: [each for each in rows if each.half == half] for half in HALVES}
    return {half: table(found) for half, found in there.items() if found}
