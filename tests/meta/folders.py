# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""folders.py ROOT BUILD

Fails where a folder of gst or plugins knows another that docs/design.md does not let it
know.  Two things count: what a source includes, and what its object file takes from that
of another source; the second finds what goes through a private header.  Fails too where
the page allows what nobody uses or allows a circle, where files call each other in a circle,
and where a folder is too full.
"""
import collections
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import tree

TOPS = ("gst", "plugins")
FULL = 30                       # files that one still sees at a glance
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]((?:gst|plugins)/[^">]+)[">]', re.MULTILINE)
RULE = re.compile(r"^(\S+) +→ (.+(?:\n +.+)*)$", re.MULTILINE)
SYMBOL = re.compile(r"^(.+): (\S+) ([A-Za-z])\b", re.MULTILINE)
DEFINED, WANTED, FUNCTION = "TDRBV", "U", "T"
TYPE = "_get_type"              # says what an object is, and calls nothing


def rules(page: str, kind: str = "folders") -> dict[str, set[str]]:
    """{folder: folders that it may know}, from the block that begins with "```" and the kind."""
    block = re.search(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return {match[1]: set(re.findall(r"[^\s,]+", match[2])) - {"nothing"}
            for match in RULE.finditer(block[1] if block else "")}


def circle(allowed: collections.defaultdict[Any, Any] | dict[str, set[str]]) -> list[str]:
    """Folders, or files, that lead back to themselves, in this order, or None."""
    done = set()

    def visit(folder: str, path: list[str]) -> list[str] | None:
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in done:
            return None
        for other in sorted(allowed.get(folder, ())):
            found = visit(other, path + [folder])
            if found:
                return found
        done.add(folder)
        return None

    return next(filter(None, (visit(folder, []) for folder in sorted(allowed))), None)


def included(root: str) -> Iterator[Any]:
    """(source, source of the project that it includes) by their paths from the top."""
    for path in tree.sources(root, *TOPS):
        for name in INCLUDE.findall(tree.text(os.path.join(root, path))):
            if os.path.isfile(os.path.join(root, name)):
                yield path, name


def objects(root: str, build: Any) -> Any:
    """{source: object file}, of the libraries and plugins."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    found = {}
    for command in commands:
        path = os.path.relpath(os.path.join(command["directory"], command["file"]), root)
        name = os.path.join(command["directory"], command["output"])
        if path.startswith(TOPS) and command["output"].startswith(TOPS) and os.path.exists(name):
            found[path] = name
    return found


def used(root: str, build: Any) -> Iterator[Any]:
    """(source, source whose function or table it uses, is it a function that does a thing)."""
    source = {name: path for path, name in objects(root, build).items()}
    home, wanted = {}, []
    table = subprocess.run(["nm", "--print-file-name", "--format=posix", *source], check=True,
                           capture_output=True, text=True).stdout
    for name, symbol, kind in SYMBOL.findall(table):
        if kind in DEFINED:
            home[symbol] = source[name], kind == FUNCTION and not symbol.endswith(TYPE)
        elif kind == WANTED:
            wanted.append((source[name], symbol))
    for path, symbol in wanted:
        other, does = home.get(symbol, (path, False))
        if other != path:
            yield path, other, does


def forbidden(uses: list[tuple[str, str]], allowed: dict[str, set[str]],
              word: str) -> Iterator[str]:
    """What goes where it may not, once for each pair of files."""
    for path, other in sorted(set(uses)):
        folder, known = os.path.dirname(path), os.path.dirname(other)
        if folder != known and known not in allowed.get(folder, ()):
            yield f"{path} {word} {other}: {folder} does not know {known}"


def unused(uses: list[tuple[str, str]], allowed: dict[str, set[str]]) -> Iterator[str]:
    pairs = {(os.path.dirname(path), os.path.dirname(other)) for path, other in uses}
    for folder, others in sorted(allowed.items()):
        for other in sorted(others):
            if (folder, other) not in pairs:
                yield f"docs/design.md: {folder} → {other} is used nowhere"


def file_circle(uses: list[tuple[str, str, bool]]) -> Iterator[str]:
    calls = collections.defaultdict(set)
    for path, other, does in uses:
        if does:
            calls[path].add(other)
    around = circle(calls)
    if around:
        yield "a circle of calls: " + " → ".join(around)


def crowded(paths: list[str]) -> Iterator[str]:
    count = collections.Counter(os.path.dirname(path) for path in paths)
    for folder, files in sorted(count.items()):
        if files > FULL:
            yield f"{folder}: {files} files side by side, more than {FULL}"


def unlisted(paths: Any, allowed: dict[str, set[str]]) -> Iterator[str]:
    for folder in sorted({os.path.dirname(path) for path in paths} - allowed.keys()):
        yield f"docs/design.md: has no line for {folder}"


def main(root: str, build: Any) -> int:
    allowed = rules(tree.text(os.path.join(root, "docs", "design.md")))
    paths = tree.sources(root, *TOPS)
    includes, uses = list(included(root)), list(used(root, build))
    calls = [(path, other) for path, other, _ in uses]
    found = [*unlisted(paths, allowed), *crowded(paths),
             *forbidden(includes, allowed, "includes"), *forbidden(calls, allowed, "uses"),
             *unused(includes + calls, allowed), *file_circle(uses)]
    around = circle(allowed)
    if around:
        found.append("docs/design.md: a circle: " + " → ".join(around))
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
