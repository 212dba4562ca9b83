# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The mutants of C sources: one operator is another one."""
import dataclasses
import os
import re

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


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    start: int
    old: str
    new: str
    text: str                   # the line of the code

    def __str__(self):
        return f"{self.path}:{self.line}: {self.old} -> {self.new}: {self.text.strip()}"

    def key(self):
        return self.path, self.old, " ".join(self.text.split())

    def source(self):
        """The file with this operator changed."""
        code = read(self.path)
        return code[:self.start] + self.new + code[self.start + len(self.old):]


def is_binary(source, match):
    """Not a sign, a pointer or a declaration of one."""
    if match["operator"] not in "+-*/":
        return True
    before = source[max(0, match.start() - 80):match.start()]
    if match["operator"] == "*" and TYPE.search(before):
        return False
    return source[match.end():match.end() + 1] in " \n" and BINARY.search(before) is not None


def mutants_of(path, source):
    """All mutants of a file, in its order."""
    for match in TOKEN.finditer(source):
        old = match["operator"]
        if old not in OTHERS or not is_binary(source, match):
            continue
        begin = source.rfind("\n", 0, match.start()) + 1
        end = source.find("\n", match.end())
        yield Mutant(path, source.count("\n", 0, match.start()) + 1, match.start(), old,
                     OTHERS[old], source[begin:end])


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def all_mutants(folders):
    for folder in folders:
        for where, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(where, name), ROOT)
                if name.endswith(".c"):
                    yield from mutants_of(path, read(path))


def equivalent():
    """{(path, operator, line without its blanks)} of tests/mutate-equivalent.txt."""
    found = set()
    with open(EQUIVALENT, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith(("#", " ")):
                path, old, text = line.rstrip("\n").split(" | ", 2)
                found.add((path, old, " ".join(text.split())))
    return found
