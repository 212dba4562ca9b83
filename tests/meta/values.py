# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""values.py ROOT

Fails if a table "name | value" of docs/research/algorithms/ gives a constant another value than
gst/rtpcc/control/, or names a constant that does not exist.
"""
import os
import re
import sys
from collections.abc import Iterator

import tree

# Of the page: where its constants are
FOLDERS = {"scream": "scream", "scream-v1": "screamv1", "nada": "nada", "gcc": "gcc"}
DEFINE = re.compile(r"^#define (\w+) (.+)$", re.MULTILINE)
PARAM = re.compile(r"^PARAM \((\w+), \w+, (\w+), ([^,]+), ", re.MULTILINE)
UNITS = {"RTP_CC_MSECOND": "1e6", "RTP_CC_SECOND": "1e9"}
# A time is ns or s in the code
SCALES = {"": (), "ms": (1e6, 1e-3), "s": (1e9, 1), "Mbit/s": (1e6,)}
VALUE = re.compile(r"([\d.]+)(?:/([\d.]+))?\s*(ms\b|s\b|Mbit/s)?")


def defined(source: str) -> dict[str, float]:
    """{name: number} of the constants and parameters of a file."""
    found = {name.upper(): eval(value) * (1e6 if kind == "TIME" else 1)
             for kind, name, value in PARAM.findall(source)}
    for name, text in DEFINE.findall(source):
        for unit, number in UNITS.items():
            text = text.replace(unit, number)
        if re.fullmatch(r"[\d.e()*/ +-]+", text):
            found[name] = eval(text)
    return found


def named(cell: str) -> list[str]:
    """The names of a cell: `ONE_LO`, `_HI` are ONE_LO and ONE_HI."""
    names = re.findall(r"`(\w+)`", cell)
    return [re.sub(r"_[A-Z]+$", name, names[0]) if name.startswith("_") else name
            for name in names]


def given(cell: str) -> list[tuple[float, str]]:
    """The values of a cell as (number, unit); the unit at the end may be that of all."""
    found = VALUE.findall(cell)
    last = found[-1][2] if found else ""
    return [(float(number) / float(part or 1), unit or last) for number, part, unit in found]


def same(number: float, unit: str, constant: float) -> bool:
    return any(abs(number * scale - constant) <= 1e-9 * abs(constant)
               for scale in (1, *SCALES[unit]))


def faults(page: str, constants: dict[str, float]) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong)"""
    table = False
    for number, line in enumerate(page.split("\n"), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or cells[:2] == ["name", "value"]:
            table = line.startswith("|")
        elif table and not re.fullmatch(r"[|\s:-]+", line):
            names, values = named(cells[0]), given(cells[1])
            if len(names) != len(values):
                yield number, f"{len(names)} names, {len(values)} values"
            for name, (value, unit) in zip(names, values):
                if name not in constants:
                    yield number, f"there is no constant {name}"
                elif not same(value, unit, constants[name]):
                    yield number, f"{name} is {constants[name]:g} in the code"


def main(root: str) -> int:
    found = []
    for page, folder in FOLDERS.items():
        constants = {}
        for path in tree.sources(root, f"gst/rtpcc/control/{folder}"):
            constants.update(defined(tree.text(os.path.join(root, path))))
        path = f"docs/research/algorithms/{page}.md"
        found += [f"{path}:{number}: {what}" for number, what
                  in faults(tree.text(os.path.join(root, path)), constants)]
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
