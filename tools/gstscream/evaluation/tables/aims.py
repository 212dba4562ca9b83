# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What `scream` aims at in the setting A, as docs/research/evaluation.md has it: what was reached.

The aims are what the best of the published baselines has in each case, or better.
"""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.evaluation.results import figures
from gstscream.evaluation.results.schema import NEVER


class Aim(NamedTuple):
    column: str
    sign: str                   # ≥ or ≤
    limit: float


def use(limit: Any) -> Any:
    return Aim("utilisation", "≥", limit)


def queue(limit: Any) -> Any:
    return Aim("queue_p95_ms", "≤", limit)


def jain(limit: Any) -> Any:
    return Aim("jain", "≥", limit)


DISCARDS = Aim("discard_percent", "≤", 0.2)
# A fair part, and the rate that min-bitrate needs on the wire
BESIDE_TCP = [Aim("rtp_share", "≥", 0.2), Aim("min_rate_kbps", "≥", 154)]
AIMS = {
    ("5.1", "A"): [use(0.92), queue(23), Aim("queue_p99_ms", "≤", 120),
                   Aim("loss_percent", "≤", 0.05), Aim("drop_s", "≤", 1.5),
                   Aim("rise_s", "≤", 5), DISCARDS],
    ("5.2", "A"): [use(0.92), queue(32), DISCARDS],
    ("5.4", "A"): [use(0.94), queue(30), jain(0.99)],
    ("5.5", "A"): [use(0.96), queue(28), jain(0.96)],
    ("5.6", "A"): BESIDE_TCP,
    ("5.6", "A-queue1000"): BESIDE_TCP,
    ("5.7", "A"): [use(0.5), queue(95)],
    ("5.8", "A"): [use(0.94), queue(31), jain(0.99)],
}


def reached(aim: Any, group: Any) -> Any:
    """The mean as text, in bold if it is not what was aimed at; the worst of a list counts."""
    figure = figures.BY_COLUMN[aim.column]
    means = [mean if sure else None for mean, sure in group.each(aim.column)]
    texts = [NEVER if mean is None else figures.number(figure, mean) for mean in means]
    # As it is printed, or a figure that looks like its limit would be bold.
    kept = means and all(text != NEVER and (float(text) >= float(figures.number(figure, aim.limit))
                                            if aim.sign == "≥" else
                                            float(text) <= float(figures.number(figure, aim.limit)))
                         for text in texts)
    text = " ".join([*filter(None, [", ".join(texts), figure.unit])])
    return text if kept else f"**{text}**"


def table(groups: Any, _opponents: Any) -> Iterator[Any]:
    yield ["case", "aim", "reached"]
    for (case, variant), aims in AIMS.items():
        group = groups.get((case, variant, "scream"))
        if group:
            headings = [figures.BY_COLUMN[aim.column] for aim in aims]
            yield [f"{case} `{variant}`",
                   "; ".join(f"{figure.heading} {aim.sign} {figures.number(figure, aim.limit)} "
                             f"{figure.unit}".rstrip() for figure, aim in zip(headings, aims)),
                   "; ".join(reached(aim, group) for aim in aims)]
