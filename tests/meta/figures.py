# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""figures.py ROOT

Fails for measured figures of README.md and docs/ whose command or commit does not exist,
for tables of figures in a section without "Measured at COMMIT with `COMMAND`", and for
those that neither tests/tables renews nor a comment "by hand: REASON" explains.  Compares
the figures that stand in two places: the controllers of README.md with docs/research/evaluation.md,
and the tables that have some rows of a file with that.
"""
import csv
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import tree

EVALUATION = "docs/research/evaluation.md"
GENERATED = ("docs/elements.md",)
MEASURED = re.compile(r"[Mm]easured at\s(?P<commits>.{1,200}?)\swith\s+`(?P<command>[^`]+)`", re.S)
COMMIT = re.compile(r"\b(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,40}\b")
# What tests/tables renews, and its comment above any other table
RENEWED = re.compile(r"^Measured at [^`]*`[^`]*`:\n\n"
                     r"<!-- table(: real time, \d+ minutes?|: \S+\.csv)? -->\n\n\Z",
                     re.MULTILINE)
REASON = re.compile(r"^ *<!-- by hand: \S[^>]* -->\n\n\Z", re.MULTILINE)
MARK = re.compile(r"^ *<!-- (table|by hand)\b.*\n", re.MULTILINE)
DATA = re.compile(r"^<!-- table: (\S+\.csv) -->\n\n((?:\|.*\n)+)", re.MULTILINE)
FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(?:^ *\|.*\n)+", re.MULTILINE)
FIGURE = re.compile(r"\**[≥≤<>]?\s*\d+([.,]\d+)?"
                    r"(\s*(%|ms|s\b|[kM]bit/s|KiB)| ·| /|,|;| to| →| M\b|\**$)")
RULE = re.compile(r"[|\s:-]+")
PART = 0.5                      # of the cells: with more it is a table of figures


def without_code(page: str) -> str:
    """The same lines, those of code blocks empty."""
    return FENCE.sub(lambda match: "\n" * match[0].count("\n"), page)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows(table: str) -> tuple[list[str], list[list[str]]]:
    """The header and the body."""
    lines = [line for line in table.strip().split("\n") if not RULE.fullmatch(line)]
    return cells(lines[0]), [cells(line) for line in lines[1:]]


def has_figures(table: str) -> bool:
    """Not settings: their header has names of code, or the word value."""
    header, body = rows(table)
    if "value" in header or all(cell.startswith("`") for cell in header[1:]):
        return False
    found = [bool(FIGURE.match(cell)) for row in body for cell in row[1:] if cell]
    return bool(found) and sum(found) > PART * len(found)


def bare_tables(page: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for tables of figures without command and commit."""
    number = 1
    for section in re.split(r"^(?=#)", without_code(page), flags=re.MULTILINE):
        if not MEASURED.search(section):
            for table in TABLE.finditer(section):
                if has_figures(table[0]):
                    yield (number + section.count("\n", 0, table.start()),
                           "figures without \"Measured at COMMIT with `COMMAND`\"")
        number += section.count("\n")


def unmarked_tables(page: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for tables of figures that nothing renews and nobody explains,
    and for marks without what belongs to them."""
    page = without_code(page)
    marked = 0
    for table in TABLE.finditer(page):
        above = page[:table.start()]
        renewed = RENEWED.search(above)
        marked += bool(renewed or REASON.search(above))
        if not renewed and not REASON.search(above) and has_figures(table[0]):
            yield (above.count("\n") + 1, "figures that tests/tables does not renew, without "
                   "<!-- by hand: REASON -->")
        elif renewed and not page[table.end():].startswith("\n<!-- end -->"):
            yield above.count("\n") + 1, "no <!-- end --> below the table"
    if marked != len(MARK.findall(page)):
        yield 1, (f"{len(MARK.findall(page))} marks of tables, but {marked} tables that they "
                  "belong to")


def program(command: str) -> str:
    """The program of a command line, as a path of the sources where it is built."""
    words = [word for word in command.split() if not re.match(r"-|[A-Z_]+=", word)]
    while words[0] in ("sudo", "valgrind"):
        words.pop(0)
    return re.sub(r"^build[\w-]*/", "", words[0])


def exists(path: str, names: list[str]) -> bool:
    """A file or folder of the sources, or what is built of a source of that name."""
    suite = re.fullmatch(r"(tests/check/)(elements|libs|pipelines)_(\w+)", path)
    if "/" not in path or suite:
        names = [os.path.basename(name) for name in names
                 if not suite or name.startswith(suite[1] + suite[2])]
        path = suite[3] if suite else path
    return any(name == path or name.startswith((path + ".", path + "/")) for name in names)


def faults(page: str, names: list[str]) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong)"""
    for match in MEASURED.finditer(page):
        number = page.count("\n", 0, match.start()) + 1
        if not exists(program(match["command"]), names):
            yield number, f"there is no {program(match['command'])}"
        if not COMMIT.search(match["commits"]):
            yield number, "no commit is named"


def unknown_commits(page: str, known: Callable[..., Any]) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong), also in prose."""
    page = without_code(page)
    for match in COMMIT.finditer(page):
        if not known(match[0]):
            yield page.count("\n", 0, match.start()) + 1, f"there is no commit {match[0]}"


def history(root: str) -> Callable[..., Any]:
    """A function that tells whether a commit is known; always where git cannot tell."""
    def git(*arguments: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", "-c", "safe.directory=*", "-C", root, *arguments],
                              capture_output=True, text=True)

    try:
        found = git("rev-parse", "--is-shallow-repository", "--verify", "HEAD")
        whole = found.stdout.startswith("false\n") and found.returncode == 0
    except OSError:
        whole = False
    if not whole:
        print("commits are not checked: this is no repository, an empty one, or not a whole one")
        return lambda commit: True
    return lambda commit: git("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0


# ---- figures that stand in two places ----


def labelled(body: list[list[str]]) -> list[list[str]]:
    """Rows with the first cell of the row above where they have none."""
    label, found = "", []
    for row in body:
        label = row[0] or label
        found.append([label, *row[1:]])
    return found


def digest_faults(name: str, page: str, files: dict[str, str]) -> Iterator[str]:
    """Rows of pages that are not in the file beside it, of {path: text}."""
    for match in DATA.finditer(page):
        path = os.path.normpath(os.path.join(os.path.dirname(name), match[1]))
        if path not in files:
            yield f"{name}: there is no {path}"
            continue
        header, *lines = csv.reader(files[path].splitlines())
        columns, body = rows(match[2])
        known = labelled(lines)
        if columns != header:
            yield f"{name}: other columns than {path}"
        for row in labelled(body):
            if row not in known:
                yield f"{name}: {path} has no row {' | '.join(row)}"


def unused(pages: dict[str, str], files: dict[str, str]) -> Iterator[str]:
    named = [os.path.normpath(os.path.join(os.path.dirname(name), match[1]))
             for name, page in pages.items() for match in DATA.finditer(page)]
    for path in files:
        if named.count(path) != 1:
            yield f"{path}: of {named.count(path)} tables"


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:\.\d+)?", text)


def results(page: str) -> dict[tuple[str, str], list[str]]:
    """{(case and variant, controller): numbers} of docs/research/evaluation.md."""
    found: dict[Any, Any] = {}
    for table in TABLE.findall(page):
        header, body = rows(table)
        if header[0] == "case" and "scream" in header:
            for row in body:
                for controller, cell in zip(header[1:], row[1:]):
                    found.setdefault((row[0].replace("`", ""), controller), numbers(cell))
    return found


def controllers(readme: str) -> dict[str, Any]:
    """{controller: (one flow, five flows, beside TCP)} as numbers."""
    for table in TABLE.findall(readme):
        header, body = rows(table)
        if header[0] == "`controller`":
            return {row[0].strip("*`"): tuple(map(numbers, row[2:5])) for row in body}
    return {}


def expected(found: dict[tuple[str, str], list[str]],
             controller: str) -> tuple[list[str], list[str], list[str]]:
    """What README.md should say by docs/research/evaluation.md."""
    one, five, tcp = (found[f"{case} A", controller] for case in ("5.1", "5.5", "5.6"))
    return ([one[0], one[2]], [five[0], five[2], five[5]], [tcp[5]])


def alike(ours: list[str], theirs: list[str]) -> bool:
    """But for what is rounded to two digits from three, or from more."""
    return len(ours) == len(theirs) and all(
        abs(float(one) - float(other)) < 0.0055
        for one, other in zip(ours, theirs))


def readme_faults(readme: str, page: str) -> Iterator[str]:
    found = results(page)
    there = controllers(readme)
    if not there:
        yield "README.md: there is no table of controllers"
    for controller, figures in there.items():
        wanted = expected(found, controller)
        if len(figures) != len(wanted) or not all(map(alike, figures, wanted)):
            yield f"README.md: {controller}: {figures} is {wanted} in {EVALUATION}"


def main(root: str) -> int:
    names = tree.tracked(root)
    pages = {name: tree.text(os.path.join(root, name)) for name in names
             if name == "README.md" or re.fullmatch(r"docs/.*\.md", name)}
    known = history(root)
    found = [f"{name}:{number}: {what}" for name, page in pages.items()
             if name not in GENERATED
             for number, what in [*faults(page, names), *bare_tables(page),
                                  *unknown_commits(page, known), *unmarked_tables(page)]]
    found += readme_faults(pages["README.md"], pages[EVALUATION])
    files = {name: tree.text(os.path.join(root, name)) for name in names
             if re.fullmatch(r"docs/.*\.csv", name)}
    found += [fault for name, page in pages.items()
              for fault in digest_faults(name, page, files)]
    found += unused(pages, files)
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
