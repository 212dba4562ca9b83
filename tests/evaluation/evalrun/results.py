# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""CSV lines in, CSV lines out, and groups of runs that differ in their seed.

    columns, rows = read(path)        rows are dicts of texts
    write(stream, columns, rows)
    groups = group(rows)              {(case, variant, controller): Group}
"""
import csv
from typing import Any

from gstscream import order
from gstscream.stats.distribution import mean
from gstscream.stats.sample import sample

from . import names

IDENTITY = ["case", "variant", "controller", "seed"]
NEVER = "-"


class BadFile(Exception):
    """The message says what is wrong where."""


def key(row: Any) -> Any:
    return (*names.case_key(row["case"], row["variant"]),
            order.natural(row["controller"]), order.natural(row["seed"]))


def merged(columns: list[str], more: Any) -> Any:
    """The columns of one program, then those that only another has."""
    return columns + [column for column in more if column not in columns]


def write(stream: Any, columns: list[str], rows: list[dict[str, str]]) -> None:
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(rows, key=key))


def save(path: str, columns: list[str], rows: list[dict[str, str]]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        write(file, columns, rows)


def parse(lines: Any, name: Any) -> tuple[Any, Any]:
    """(columns, rows) of CSV text; name is for the message."""
    reader = csv.DictReader(lines, strict=True)
    try:
        columns = reader.fieldnames or []
        missing = [column for column in IDENTITY if column not in columns]
        if missing:
            raise BadFile(f"{name}: no column {missing[0]}: the first line has to name the "
                          f"columns, as tests/evaluation/run --csv writes them")
        rows = []
        for row in reader:
            if None in row or None in row.values():
                raise BadFile(f"{name}, line {reader.line_num}: not {len(columns)} columns")
            for column in (each for each in columns if each not in IDENTITY):
                check_cell(row[column], f"{name}, line {reader.line_num}, {column}")
            rows.append(row)
    except csv.Error as error:
        raise BadFile(f"{name}, line {reader.line_num}: {error}") from error
    return columns, rows


def read(path: str) -> tuple[Any, Any]:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            columns, rows = parse(file, path)
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: not a CSV file") from error
    if not rows:
        raise BadFile(f"{path}: no runs in it")
    return columns, rows


def check_cell(text: str, where: Any) -> None:
    try:
        values(text)
    except ValueError as error:
        raise BadFile(f"{where}: {text} is not a number") from error


def values(text: str) -> list[Any]:
    """The numbers of a cell; None is never.  A cell has several if ; is between."""
    return [value for value, _ in entries(text)]


def entries(text: str) -> list[Any]:
    """(value, whether each run had it): >3 is the mean of those that had it."""
    return [(None, False) if part == NEVER
            else (float(part.lstrip(">")), not part.startswith(">"))
            for part in text.split(";")] if text else []


class Group:
    """The runs of a case, variant and controller."""

    def __init__(self, rows: list[dict[str, str]]) -> None:
        self.rows = rows

    def single(self, column: str) -> Any:
        """(mean, half width) of a column with one number in a cell, or None."""
        there = [values(row.get(column, "")) for row in self.rows]
        numbers = [cell[0] for cell in there if len(cell) == 1 and cell[0] is not None]
        found = sample(numbers)
        return (found.mean, found.half_width()) if found else None

    def by_seed(self, column: str) -> dict[Any, Any]:
        """{seed: value} of a column with one number in a cell."""
        found = {row["seed"]: values(row.get(column, "")) for row in self.rows}
        return {seed: cell[0] for seed, cell in found.items()
                if len(cell) == 1 and cell[0] is not None}

    def mean(self, column: str) -> Any:
        found = self.single(column)
        return found[0] if found else None

    def each(self, column: str) -> Any:
        """For each place of a list in the cells: (mean or None, all runs had it)."""
        cells = [entries(row.get(column, "")) for row in self.rows]
        means = []
        for place in range(max((len(cell) for cell in cells), default=0)):
            at = [cell[place] for cell in cells if len(cell) > place]
            had = [value for value, _ in at if value is not None]
            means.append((mean(had) if had else None,
                          len(had) == len(at) and all(sure for _, sure in at)))
        return means

    def has(self, column: str) -> bool:
        return any(row.get(column) for row in self.rows)

    def merit(self) -> tuple[Any, Any, Any]:
        """What domination is about."""
        return (self.mean("utilisation"), self.mean("queue_p95_ms"), self.mean("loss_percent"))


def group(rows: list[dict[str, str]]) -> dict[Any, Any]:
    groups: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    for row in sorted(rows, key=key):
        groups.setdefault((row["case"], row["variant"], row["controller"]), []).append(row)
    return {name: Group(members) for name, members in groups.items()}
