# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The mutants of C sources: one operator is another one."""
import collections
import dataclasses
import hashlib
import os
import re
from collections.abc import Iterator
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
EQUIVALENT = os.path.join(ROOT, "tests", "mutate-equivalent.txt")
OTHERS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    "++": "--", "--": "++"}
# What is no operator comes first, so that nothing inside of it counts as one.
TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^\#(?:[^\n\\]|\\.)*(?:\\\n[^\n]*)*|->
        |<<=?|>>=?|[0-9][0-9.]*[eE][-+][0-9]+)
      |(?P<operator>\+\+|--|[-+*/<>=!]=|&&|\|\||[-+*/<>])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE)
# An operand stands before + - * / with two sides; gst-indent writes blanks around them.
BINARY = re.compile(r"[\w)\]]\s+$")
TYPE = re.compile(r"\b([A-Z]\w*[a-z]\w*|\w+_t|char|void|double|bool|unsigned|int)\s+$")
# Of two that are equal either one is the larger, and may be set to the other.
VALUE = r"[\w.\[\]]+(?:->[\w.\[\]]+)*"
EITHER = [re.compile(form.replace("VALUE", VALUE)) for form in (
    r"(?<![.>])\b(?=(VALUE) ([<>]) (VALUE)\s+\? (?:\1\s+: \3|\3\s+: \1)(?!->)\b)",
    r"(?:if \(|&& )([^;{}()&|]+) ([<>]) ([^;{}()&|]+)\)\s+(?:\1 = \3|\3 = \1);(?!\s+else)")]


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    start: int
    old: str
    new: str
    text: str                   # the line of the code
    nth: int                    # of this operator in lines that read so, from 0 on

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}: {self.text.strip()}"

    def draw(self, seed: int) -> Any:
        """A random number that stays the same while other lines change."""
        text = repr((seed, self.nth, self.new, *self.key()))
        return hashlib.sha256(text.encode()).digest()

    def key(self) -> Any:
        return self.path, self.old, " ".join(self.text.split())

    def source(self, root: str) -> Any:
        """The file below root with this operator changed."""
        code = read(self.path, root)
        return code[:self.start] + self.new + code[self.start + len(self.old):]


def is_binary(source: str, match: Any) -> Any:
    """Not a sign, a pointer or a declaration of one."""
    if match["operator"] not in "+-*/":
        return True
    before = source[max(0, match.start() - 80):match.start()]
    if match["operator"] == "*" and TYPE.search(before):
        return False
    return source[match.end():match.end() + 1] in " \n" and BINARY.search(before) is not None


def either(source: str) -> set[Any]:
    """Where a comparison stands that may as well be true of equal ones."""
    return {match.start(2) for form in EITHER for match in form.finditer(source)}


def mutants_of(path: str, source: str) -> Iterator[Any]:
    """All mutants of a file, in its order."""
    same = either(source)
    seen: Any = collections.Counter()
    for match in TOKEN.finditer(source):
        old = match["operator"]
        if old not in OTHERS or not is_binary(source, match) or match.start() in same:
            continue
        begin = source.rfind("\n", 0, match.start()) + 1
        end = source.find("\n", match.end())
        text = source[begin:end]
        yield Mutant(path, source.count("\n", 0, match.start()) + 1, match.start(), old,
                     OTHERS[old], text, seen[old, text])
        seen[old, text] += 1


def read(path: Any, root: str = ROOT) -> Any:
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def all_mutants(folders: Any) -> Iterator[Any]:
    for folder in folders:
        for where, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(where, name), ROOT)
                if name.endswith(".c"):
                    yield from mutants_of(path, read(path))


def equivalent() -> Any:
    """{(path, operator, line without its blanks)} of tests/mutate-equivalent.txt."""
    found = set()
    with open(EQUIVALENT, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith(("#", " ")):
                path, old, text = line.rstrip("\n").split(" | ", 2)
                found.add((path, old, " ".join(text.split())))
    return found
