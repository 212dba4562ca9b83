# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The columns of a file of results: their names, units and types; and a table of runs by it.

docs/research/evaluation.md says what each means.  A column that is not here is of another program's
file; it may have several numbers.
"""
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gstscream import order

from . import names

NEVER = "-"
BETWEEN = ";"                   # the numbers of a cell that has several
TEXT, NUMBER, NUMBERS = "text", "a number", "numbers with ; between"


class Column(NamedTuple):
    name: str
    unit: str                   # "" of counts and of fractions
    type: str


def listed(kind: str, by_unit: Mapping[str, str]) -> Iterator[Column]:
    for unit, columns in by_unit.items():
        yield from (Column(name, unit, kind) for name in columns.split())


SCHEMA = {column.name: column for column in (
    *listed(TEXT, {"": "case variant controller seed"}),
    *listed(NUMBER, {
        "": """utilisation jain tcp_share rtp_share throughput_ratio freezes users drops
            radio_lost wifi_dropped outage_lost""",
        "%": """loss_percent drop_percent discard_percent skip_percent over_100ms_percent
            tcp_loss_percent ce_percent least_flow_percent most_flow_percent
            stream1_percent stream2_percent stream3_percent stream4_percent
            target_swing_percent""",
        "ms": """queue_mean_ms queue_p50_ms queue_p95_ms queue_p99_ms queue_max_ms
            frame_delay_p50_ms frame_delay_p95_ms frame_delay_p99_ms frame_delay_mean_ms
            frame_delay_98_95_ms sender_queue_p95_ms sender_p50_ms sender_p95_ms
            network_p50_ms network_p95_ms delay_p50_ms delay_p95_ms delay_p99_ms
            added_delay_p5_ms added_delay_mean_ms added_delay_p95_ms rtt_ms
            packet_delay_mean_ms packet_delay_98_95_ms packet_delay_max_ms""",
        "s": "start_s back_s duration_s",
        "/s": "oscillation_hz",
        "kbit/s": """feedback_kbps min_rate_kbps up_kbps down_kbps media_kbps media_early_kbps
            media_middle_kbps media_late_kbps rate_mean_kbps rate_worst10_kbps cell_kbps""",
        "km/h": "speed_kmh"}),
    *listed(NUMBERS, {
        "": "flow", "%": "flow_loss_percent arrival_percent", "ms": "flow_frame_delay_p95_ms",
        "s": "drop_s rise_s converge_s", "kbit/s": "flow_kbps tcp_kbps"}))}
IDENTITY = [name for name, column in SCHEMA.items() if column.type == TEXT]
NAMES = IDENTITY[:3]            # of runs that differ in their seed


def type_of(name: str) -> str:
    return SCHEMA[name].type if name in SCHEMA else NUMBERS


def entries(text: str) -> list[tuple[float | None, bool]]:
    """(value, whether each run had it): >3 is the mean of those that had it; None is never."""
    return [(None, False) if part == NEVER
            else (float(part.lstrip(">")), not part.startswith(">"))
            for part in text.split(BETWEEN)] if text else []


def single(text: str) -> float | None:
    """The number of a cell that has one."""
    found = entries(text)
    return found[0][0] if len(found) == 1 else None


def fits(text: str, kind: str) -> bool:
    try:
        return kind == TEXT or len(entries(text)) <= 1 or kind == NUMBERS
    except ValueError:
        return False


def fault(row: Mapping[str, str]) -> str:
    """What is wrong with the cells of a run, or ""."""
    return next((f"{name}: {text} is not {type_of(name)}" for name, text in row.items()
                 if not fits(text, type_of(name))), "")


def key(row: Mapping[str, str]) -> tuple[Any, ...]:
    """The order of a file."""
    return (*names.case_key(row["case"], row["variant"]),
            order.natural(row["controller"]), order.natural(row["seed"]))


def table(rows: Iterable[Mapping[str, str]]) -> Any:
    """A DataFrame with a line for each run, in their order: a column of NUMBER has floats, NaN
    where nobody measured; the others are texts."""
    import pandas  # half a second, which --help need not wait for

    made = pandas.DataFrame(sorted(rows, key=key)).fillna("")
    for name in made:
        if type_of(name) == NUMBER:
            made[name] = made[name].map(single).astype(float)
    return made
