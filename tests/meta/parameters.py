# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""parameters.py [--write] ROOT

docs/algorithms/scream-parameters.md is made of the table of SCReAM's parameters; --write
brings it up to date.  Fails if it is not, if a departure of docs/deviations.md has no
parameter that switches it off, or if the table names one that is not there.
"""
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import tree

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from gstscream.evaluation.price import switches  # noqa: E402

TABLE = os.path.join("gst", "rtpcc", "control", "scream", "rtpcc-scream-table-private.h")
PAGE = os.path.join("docs", "algorithms", "scream-parameters.md")
PARAM = re.compile(r"^PARAM \((\w+), (\w+), (\w+), ([^,]+), ([^,]+), ([^,]+)\)$", re.MULTILINE)
# A comment, the kind and the departure of what follows it
SOURCE = re.compile(r"/\*((?:(?!\*/).)*)\*/\nPARAM \((\w+), (\w+),", re.DOTALL)
UNITS = {"TIME": " ms", "BYTES": " bytes", "BITRATE": " bit/s", "NUMBER": "", "FLAG": ""}
# No parameter says whether these hold.
WITHOUT = {"D20", "D22", "D23", "O1"}
# The table's header has to be that of the rows.
HEAD = """# Parameters of `scream`

For research: `screamtx controller-params="beta-loss=0.8,s-rtt-min=20"` sets parameters of the
controller. Names are those of draft-ietf-ccwg-rfc8298bis-screamv2-02 where it has one; case does
not matter, nor does `_` for `-`. Times are in ms; a switch is 1 or 0; a number may be a fraction
(`1/64`). What is not named keeps its value. A name or a value that the controller does not take is
an error that names the range. `scream-ab` has `+` between parameters, since a comma ends a
controller: `--controllers scream,scream:controller-params=beta-loss=0.8+s-rtt-min=20`; `pathrun`
has `params=`, and `--params` prints this list.

`of` is the departure of [deviations.md](../deviations.md) to which a parameter belongs; `draft` is
what the draft has, and `ours` what it leaves open. All values `off` of a departure together switch
it off; they are what the draft has, where it has such a number. Of the law of growth (D3) they are
the numbers; that growth fades has none. What follows the encoder (D20), what is left out (D22),
which losses are congestion (D23) and the first window (O1) have no switch. COUNT of them are
numbers that the draft does not have; [what half and double of them
do](scream-sensitivity.md) is measured by one command. Sources and reasons are in
`gst/rtpcc/control/scream/rtpcc-scream-table-private.h`, from which
`tests/meta/parameters.py --write .` makes this page; the numbers that nobody sets are in
`rtpcc-scream-params.h`.

`scream-draft` has six of them, with the values of the draft, those for which the draft's own test
tool has [options](../bw-test.md#options-of-the-original-tool): `beta-loss` 0.7, `beta-ecn` 0.8,
`mul-increase-factor` 0.02, `bytes-in-flight-head-room` 1.5, `ref-wnd-overhead-max` 3 and
`packet-pacing-headroom` 1.5.

| name | value | off | range | of |
| --- | --- | --- | --- | --- |
"""


def short(number: str) -> str:
    """1/16 of 1.0 / 16."""
    return number.replace(" ", "").replace(".0/", "/")


def own_numbers(table: str) -> int:
    """How many are ours and no switch; a DEVIATES has another value of a document's number."""
    return sum("OURS" in comment and kind != "FLAG" and of != "DRAFT"
               for comment, kind, of in SOURCE.findall(table))


def rows(table: str) -> Iterator[tuple[str, str, str, str, str]]:
    """(name, value, value that switches a departure off, range, of)"""
    for kind, of, name, value, least, most in PARAM.findall(table):
        unit, name = UNITS[kind], name.replace("_", "-")
        limits = "0 or 1" if kind == "FLAG" else f"{least} to {most}{unit}"
        off = switches.off(name, of, kind)
        yield name, short(value) + unit, "" if off is None else f"{off:.15g}{unit}", limits, of


def text(table: Any) -> Any:
    found = HEAD.replace("COUNT", str(own_numbers(table)))
    for name, value, off, limits, of in rows(table):
        of = of.lower() if of in switches.NONE else of
        found += f"| `{name}` | {value} | {off} | {limits} | {of} |\n"
    return found


def unlike(table: str, deviations: str) -> Iterator[str]:
    """Departures that nothing switches off, and the other way round."""
    switched = {of for _, _, off, _, of in rows(table) if off}
    named = {of for *_, of in rows(table)} - set(switches.NONE)
    listed = set(re.findall(r"\(([DO]\d+)\)", re.split(r"^## SCReAM v1", deviations,
                                                      flags=re.MULTILINE)[0]))
    for of in sorted(listed - switched - WITHOUT):
        yield f"{TABLE}: no parameter switches {of} off"
    for of in sorted(named - listed):
        yield f"{TABLE}: {of} is not in docs/deviations.md"


def main(arguments: list[str]) -> int:
    write = arguments[0] == "--write"
    root = arguments[-1]
    table = tree.text(os.path.join(root, TABLE))
    made = text(table)
    path = os.path.join(root, PAGE)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    found = list(unlike(table, tree.text(os.path.join(root, "docs", "deviations.md"))))
    if not os.path.exists(path) or tree.text(path) != made:
        found.append(f"{PAGE} is not up to date: python3 tests/meta/parameters.py --write .")
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
