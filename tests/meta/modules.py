# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""modules.py ROOT

What folders.py is for C, for Python.  Fails where a folder of tools/gstscream imports from
another that docs/design.md does not let it know, or starts a module of it (a text that is
the name of a module counts as an import), where the page allows what nobody uses or allows
a circle, where modules import each other in a circle, inside functions too, where a module
of the same folder is imported by its path or another by dots, and where a folder is too
full.
"""
import ast
import collections
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import folders
import tree

TOPS = ("tools", "tests", "examples")
HOME = "tools"                  # what is imported by its path stands below it
PACKAGE = "gstscream"
SCRIPT = re.compile(r"#!.*\bpython")
NAME = re.compile(rf"{PACKAGE}(\.\w+)+")
BINARY = "tests/fuzz/corpus/"


def sources(root: str) -> Any:
    """{path: text} of all modules, and of programs whose first line names Python."""
    found = {}
    for path in tree.sources(root, *TOPS, ends=("",)):
        name = os.path.basename(path)
        if path.startswith(BINARY) or not (name.endswith(".py") or "." not in name):
            continue
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            text = file.read()
        if name.endswith(".py") or SCRIPT.match(text):
            found[path] = text
    return found


def place(path: str, known: dict[str, str]) -> str:
    """The file of a module, by its path without .py: itself, or a package's __init__."""
    return next((each for each in (path + ".py", path + "/__init__.py") if each in known), None)


def named(folder: str, module: Any, known: dict[str, str]) -> str | None:
    """The file of an absolute name: in the package, or beside the one that imports, or in
    the folder above, where tests have what they share."""
    below = module.replace(".", "/")
    if module.split(".")[0] == PACKAGE:
        return place(f"{HOME}/{below}", known)
    return place(f"{folder}/{below}", known) or place(f"{os.path.dirname(folder)}/{below}", known)


def members(base: str, names: list[str], known: dict[str, str]) -> Iterator[str]:
    """Of "from base import names": the modules among the names, and base for the others."""
    folder = base[:-len("/__init__.py")] if base.endswith("/__init__.py") else None
    for name in names:
        yield (folder and place(f"{folder}/{name}", known)) or base


def uses(path: str, text: str, known: dict[str, str]) -> Iterator[tuple[str, str, int | None, int]]:
    """(path, file of the project that it imports, dots before the name, line)"""
    folder = os.path.dirname(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            above = folder
            for _ in range(node.level - 1):
                above = os.path.dirname(above)
            base = (place(f"{above}/{node.module.replace('.', '/')}" if node.module else above,
                          known) if node.level else named(folder, node.module, known))
            for other in members(base, [each.name for each in node.names], known) if base else ():
                yield path, other, node.level, node.lineno
        elif isinstance(node, ast.Import):
            for each in node.names:
                other = named(folder, each.name, known)
                if other:
                    yield path, other, 0, node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) \
                and NAME.fullmatch(node.value):
            other = named(folder, node.value, known)
            if other:
                yield path, other, None, node.lineno


def in_package(path: str) -> bool:
    return path.startswith(f"{HOME}/{PACKAGE}/")


def wrong_form(found: Any) -> Iterator[str]:
    for path, other, dots, line in found:
        same = os.path.dirname(path) == os.path.dirname(other)
        if in_package(path) and dots is not None and (dots > 1 or (dots == 1) != same):
            yield (f"{path}:{line}: " + (
                f"{other} stands beside it: from . import" if same
                else f"{other} is of another folder: from {PACKAGE}... import"))


def upward(found: Any) -> Iterator[str]:
    for path, other, _, line in found:
        if in_package(path) and not in_package(other):
            yield f"{path}:{line}: imports {other}, which is not of the package"


def module_circle(pairs: list[tuple[str, str]]) -> Iterator[str]:
    knows = collections.defaultdict(set)
    for path, other in pairs:
        if path != other:
            knows[path].add(other)
    around = folders.circle(knows)
    if around:
        yield "a circle of imports: " + " → ".join(around)


def main(root: str) -> int:
    allowed = folders.rules(tree.text(os.path.join(root, "docs", "design.md")), "packages")
    texts = sources(root)
    found = [use for path, text in texts.items() for use in uses(path, text, texts)]
    pairs = [(path, other) for path, other, _, _ in found]
    inside = [pair for pair in pairs if all(map(in_package, pair))]
    faults = [*folders.unlisted(filter(in_package, texts), allowed), *folders.crowded(texts),
              *folders.forbidden(inside, allowed, "imports"), *folders.unused(inside, allowed),
              *upward(found), *wrong_form(found), *module_circle(pairs)]
    around = folders.circle(allowed)
    if around:
        faults.append("docs/design.md: a circle: " + " → ".join(around))
    return tree.said(faults)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
