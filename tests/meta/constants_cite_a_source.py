# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""constants_cite_a_source.py ROOT

Fails for each number of gst/ that says nowhere where it comes from: #define
of a number, static const of an arithmetic type, and PARAM of a table, whose number
counts under its name in capitals.  The comment directly above
it or on its line names

    RFC 8888 section 3.1      a section of an RFC,
    draft-name-01 section 4.2 ... of a draft,
    OURS: ...                 our own choice, and why, or
    UNIT                      a conversion that no one chose.

DEVIATES in such a comment, or in any comment of a function, says that the
document has it otherwise: the name of the constant or function must then stand
in docs/research/deviations.md, or on the page of scream.  Whether a citation is true is for the
review.
"""
import os
import re
import sys
from collections.abc import Iterator

import tree

NUMBER = r"(?<![\w.])\.?\d"
DEFINE = re.compile(r"#\s*define\s+(\w+)\s+([^\n]*)")
CONST = re.compile(
    r"\s*static\s+const\s+(?:unsigned|signed|char|short|int|long|float|double"
    r"|size_t|u?int\d+_t|RtpCcTime|\s)+\b(\w+)\s*(?:\[[^]]*\]\s*)*=(.*)")
PARAM = re.compile(r"PARAM \((?:\w+, ){2}(\w+), ")
SOURCE = re.compile(
    r"(RFC \d+|draft-[a-z0-9-]+-\d\d) (section|appendix|erratum) [\dA-Z]|OURS: ?\w|\bUNIT\b")
FUNCTION = re.compile(r"(\w+) \(")
PAGES = (("docs", "research", "deviations.md"),
         ("docs", "research", "algorithms", "scream.md"))
COMMENT = re.compile(r"/\*.*?\*/")


def comment_above(lines: list[str], number: int) -> range:
    """Numbers of the lines of the comment that ends before lines[number]."""
    first = number
    while first > 0 and re.match(r"\s*(/\*|\*)", lines[first - 1]):
        first -= 1
        if lines[first].lstrip().startswith("/*"):
            break
    return range(first, number)


def constant(lines: list[str], number: int) -> str | None:
    """The name that line defines as a number, or None."""
    match = PARAM.match(lines[number])
    if match:
        return match[1].upper()
    match = DEFINE.match(lines[number])
    if match:
        value = COMMENT.sub("", match[2])
        return match[1] if re.search(NUMBER, value) else None
    match = CONST.match(lines[number])
    if not match:
        return None
    rest = " ".join([match[2]] + lines[number + 1:])
    return match[1] if re.search(NUMBER, rest.split(";")[0]) else None


def function_at(lines: list[str], number: int) -> str | None:
    """The function around, or else after, a line."""
    for at in range(number, -1, -1):
        if lines[at].startswith("{"):
            inside = [FUNCTION.match(line) for line in reversed(lines[:at])]
            return next((match[1] for match in inside if match), None)
        if lines[at].startswith("}"):
            break
    after = [FUNCTION.match(line) for line in lines[number:]]
    return next((match[1] for match in after if match), None)


def check(path: str, source: str, deviations: str) -> Iterator[str]:
    lines = source.replace("\\\n", " ").split("\n")
    deviating, of_constants = set(), set()
    for number, line in enumerate(lines):
        name = constant(lines, number)
        if name is None:
            continue
        above = comment_above(lines, number)
        comment = " ".join(lines[at].strip(" */") for at in above) + " " + line
        if not SOURCE.search(comment):
            yield f"{path}:{number + 1}: {name} cites no source"
        if "DEVIATES" in comment:
            deviating.add(name)
            of_constants |= {*above, number}
    deviating |= {function_at(lines, number) for number, line in enumerate(lines)
                  if "DEVIATES" in line and number not in of_constants}
    for name in sorted(deviating, key=str):
        if f"`{name}`" not in deviations:
            yield f"{path}: {name} DEVIATES, but no page lists `{name}`"


def stale(deviations: str, everything: str) -> Iterator[str]:
    """Names of the tables' rows that no longer exist in gst/."""
    parameters = {name.upper() for name in PARAM.findall(everything)}
    rows = re.findall(r"^\| (?:(`\w+`)|[DO]\d+ .*\|(.*)\|$)", deviations, re.MULTILINE)
    for name in re.findall(r"`(\w+)`", " ".join(map(" ".join, rows))):
        if name not in parameters and not re.search(rf"\b{name}\b", everything):
            yield f"`{name}`, of a deviation, is not in gst/"


def main(root: str) -> int:
    deviations = "".join(tree.text(os.path.join(root, *page)) for page in PAGES)
    found: list[str] = []
    everything = ""
    for path in tree.sources(root, "gst"):
        source = tree.text(os.path.join(root, path))
        everything += source
        found += check(path, source, deviations)
    found += stale(deviations, everything)
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
