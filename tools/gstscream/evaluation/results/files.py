# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""CSV lines in, CSV lines out.

    columns, rows = read(path)        rows are dicts of texts
    write(stream, columns, rows)
"""
import csv
from typing import Any

from .groups import key, values

IDENTITY = ["case", "variant", "controller", "seed"]


class BadFile(Exception):
    """The message says what is wrong where."""


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
