# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The means as the tables of the pages, each a list of lines of cells.

`cases` has a row for each case and variant and a column for each controller; for the
cases of RFC 8869 a row for each variant and controller and a column for each figure.
Beside opponents of one controller, variants are the columns and brackets have the opponent.
`intervals` is `cases` with half the 95 % interval behind each figure.  `frames` has what the
viewer waits for instead: frame delay, the sender's part of it, and freezes.
"""
from collections.abc import Callable, Iterator
from typing import Any

from gstscream import order
from gstscream.evaluation.results import names

DIGITS = {"utilisation": 1, "queue_mean_ms": 0, "queue_p95_ms": 0, "queue_p99_ms": 0,
          "loss_percent": 2, "ce_percent": 1, "jain": 3, "frame_delay_p50_ms": 0,
          "frame_delay_p95_ms": 0, "frame_delay_p99_ms": 0, "sender_queue_p95_ms": 0,
          "freezes": 1}
# Of a controller, its name in tests/evaluation/baselines
REFERENCES = {"nada": "cisco-nada", "fixed": "fixed (compared)"}
# Of a case of RFC 8869: heading, column, factor, digits
WIRELESS: dict[str, Any] = {
    "2.1": (("cell", "cell_kbps", 1, 0), ("user", "rate_mean_kbps", 1, 0),
            ("worst 10 %", "rate_worst10_kbps", 1, 0), ("loss %", "loss_percent", 1, 3),
            ("packet mean", "packet_delay_mean_ms", 1, 0),
            ("packet 98/95", "packet_delay_98_95_ms", 1, 0),
            ("packet max", "packet_delay_max_ms", 1, 0),
            ("frame mean", "frame_delay_mean_ms", 1, 0),
            ("frame 98/95", "frame_delay_98_95_ms", 1, 0),
            ("discarded %", "discard_percent", 1, 1)),
    "3.1": (("media of the uplink %", "utilisation", 100, 0), ("TCP %", "tcp_share", 100, 0),
            ("up", "up_kbps", 1, 0), ("down", "down_kbps", 1, 0),
            ("middle", "media_middle_kbps", 1, 0), ("late", "media_late_kbps", 1, 0),
            ("packet p50", "delay_p50_ms", 1, 0), ("packet p95", "delay_p95_ms", 1, 0),
            ("packet p99", "delay_p99_ms", 1, 0), ("frame p95", "frame_delay_p95_ms", 1, 0),
            ("loss %", "loss_percent", 1, 3)),
    "3.2": (("media", "media_kbps", 1, 0), ("up", "up_kbps", 1, 0), ("down", "down_kbps", 1, 0),
            ("Jain", "jain", 1, 2), ("packet p50", "delay_p50_ms", 1, 0),
            ("packet p95", "delay_p95_ms", 1, 0), ("packet p99", "delay_p99_ms", 1, 0),
            ("frame p95", "frame_delay_p95_ms", 1, 0), ("loss %", "loss_percent", 1, 3)),
}


def number(group: Any, column: str, factor: float, digits: int, spread: bool = False) -> str:
    """The mean; with spread and half of its interval, if there are runs enough for one."""
    found = group.single(column)
    if not found:
        return ""
    return "±".join(f"{factor * value:.{digits}f}"
                    for value in found[:1 + spread] if value is not None)


def figure(group: Any, column: str, spread: bool = False) -> Any:
    factor = 100 if column == "utilisation" else 1
    return number(group, column, factor, DIGITS[column], spread) or "-"


def share(group: Any, spread: bool) -> Any:
    """Of media and of TCP, or nothing."""
    parts = [number(group, column, 100, 0, spread) for column in ("rtp_share", "tcp_share")]
    return ["/".join(parts)] if all(parts) else []


def cell(group: Any, marks: bool = False, spread: bool = False) -> str:
    if not group:
        return ""
    queue = " / ".join(figure(group, f"queue_{name}_ms", spread) for name in ("mean", "p95", "p99"))
    parts = [figure(group, "utilisation", spread), queue, figure(group, "loss_percent", spread)]
    parts += [figure(group, "ce_percent", spread)] if marks else []
    parts += share(group, spread) or (
        [figure(group, "jain", spread)] if group.has("jain") else [])
    return " · ".join(parts)


def frame_cell(group: Any) -> str:
    """p50 / p95 / p99 of frame delay · p95 of the sender's queue, ms · freezes of a flow."""
    if not group:
        return ""
    delays = " / ".join(figure(group, f"frame_delay_{name}_ms") for name in ("p50", "p95", "p99"))
    return " · ".join([delays, figure(group, "sender_queue_p95_ms"), figure(group, "freezes")])


def row(groups: Any, spread: bool = False) -> list[Any]:
    marks = any(group and group.has("ce_percent") for group in groups)
    return [cell(group, marks, spread) for group in groups]


def by_case(pairs: Any, controllers: list[str], groups: Any,
            cells: Callable[[Any], list[Any]]) -> Iterator[Any]:
    single = len({case for case, _ in pairs}) == 1
    yield [pairs[0][0] if single else "case", *controllers]
    for case, variant in pairs:
        yield [f"`{variant}`" if single else f"{case} `{variant}`",
               *cells([groups.get((case, variant, name)) for name in controllers])]


def by_figure(pairs: Any, controllers: list[str], groups: Any,
              spread: bool = False) -> Iterator[Any]:
    columns = WIRELESS[pairs[0][0]]
    yield ["variant", "controller", *(heading for heading, *_ in columns)]
    for case, variant in pairs:
        label = f"`{variant}`"
        for name in controllers:
            if (case, variant, name) in groups:
                group = groups[case, variant, name]
                yield [label, name, *(number(group, column, factor, digits, spread)
                                      for _, column, factor, digits in columns)]
                label = ""


def beside_reference(pairs: Any, controller: str, groups: Any, opponents: Any) -> Iterator[Any]:
    variants = list(dict.fromkeys(variant for _, variant in pairs))
    yield ["case", *variants]
    for case in dict.fromkeys(case for case, _ in pairs):
        found = [(cell(groups.get((case, variant, controller))),
                  cell(opponents.get((case, variant, REFERENCES.get(controller)))))
                 for variant in variants]
        yield [case, *(f"{here} ({there})" if there else here for here, there in found)]


def axes(groups: Any) -> tuple[Any, Any]:
    """The rows and the columns: [(case, variant)], [controller]"""
    controllers = sorted({name[2] for name in groups}, key=order.listed_first(order.CONTROLLERS))
    pairs = sorted({name[:2] for name in groups}, key=lambda pair: names.case_key(*pair))
    return pairs, controllers


def cases(groups: Any, opponents: Any, spread: bool = False) -> Any:
    """{(case, variant, controller): Group} of the runs, and of what to compare with."""
    pairs, controllers = axes(groups)
    if opponents and len(controllers) == 1:
        return beside_reference(pairs, controllers[0], groups, opponents)
    if pairs[0][0] in WIRELESS:
        return by_figure(pairs, controllers, groups, spread)
    return by_case(pairs, controllers, groups, lambda found: row(found, spread))


def intervals(groups: Any, opponents: Any) -> Any:
    return cases(groups, opponents, spread=True)


def frames(groups: Any, _opponents: Any) -> Any:
    return by_case(*axes(groups), groups, lambda found: [frame_cell(group) for group in found])


def controllers(groups: Any, _opponents: Any) -> Iterator[Any]:
    """A row for each controller: one flow, five flows, beside TCP; of the variant A."""
    yield ["`controller`", "one flow: use, queue", "five flows: use, queue, Jain's index",
           "beside TCP"]
    for name in order.CONTROLLERS:
        found = [groups.get((case, "A", name)) for case in ("5.1", "5.5", "5.6")]
        if all(found):
            one, five, tcp = found
            alone, together = (f"{figure(group, 'utilisation')} %, "
                               f"{figure(group, 'queue_p95_ms')} ms" for group in (one, five))
            yield [f"`{name}`", alone, f"{together}, {number(five, 'jain', 1, 2)}",
                   f"{number(tcp, 'rtp_share', 100, 0)} %"]


def text(lines: Any) -> str:
    header, *rows = lines
    return "\n".join(f"| {' | '.join(line)} |"
                     for line in [header, ["---"] * len(header), *rows])
