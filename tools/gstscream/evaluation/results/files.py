# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Files of results: CSV, a line for each run, as schema.py has its columns.

    found = read(path)                found.rows are dicts of texts
    write(stream, columns, rows)
"""
import csv
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gstscream.files import TooLarge, lines, written

from . import schema

REMEDY = "it is left out; mend or delete this line"


class BadFile(Exception):
    """The message says what is wrong where."""


class Found(NamedTuple):
    columns: list[str]
    rows: list[dict[str, str]]
    faults: list[str]           # a sentence for each line that is left out


def merged(columns: list[str], more: Any) -> Any:
    """The columns of one program, then those that only another has."""
    return columns + [column for column in more if column not in columns]


def write(stream: Any, columns: list[str], rows: list[dict[str, str]]) -> None:
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(rows, key=schema.key))


def save(path: str, columns: list[str], rows: list[dict[str, str]]) -> None:
    with written(path) as file:
        write(file, columns, rows)


def lines_of(reader: Any) -> Iterator[tuple[Any, str]]:
    """(a line's cells, what is wrong with it as CSV)"""
    while True:
        try:
            yield next(reader), ""
        except StopIteration:
            return
        except csv.Error as error:
            yield [], str(error)


def parse(lines: Iterable[str], name: str) -> Found:
    """name is for messages; BadFile if no line can be understood."""
    reader = csv.reader(lines, strict=True)
    columns: list[str] = next((cells for cells, _ in lines_of(reader)), [])
    missing = [column for column in schema.IDENTITY if column not in columns]
    if missing:
        raise BadFile(f"{name}: no column {missing[0]}: the first line has to name the "
                      f"columns, as tests/evaluation/run --csv writes them")
    rows, faults = [], []
    for cells, wrong in lines_of(reader):
        row = dict(zip(columns, cells))
        if cells and len(cells) != len(columns):
            wrong = f"{len(cells)} cells, not {len(columns)}"
        wrong = wrong or schema.fault(row)
        if wrong:
            faults.append(f"{name}, line {reader.line_num}: {wrong}; {REMEDY}")
        elif row:
            rows.append(row)
    return Found(columns, rows, faults)


def read(path: str) -> Found:
    try:
        found = parse(lines(path, errors="strict"), path)
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except TooLarge as error:
        raise BadFile(str(error)) from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: not a CSV file") from error
    if not found.rows:
        raise BadFile("\n".join([*found.faults, f"{path}: no runs in it"]))
    return found
