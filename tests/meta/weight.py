# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""weight.py [ROOT]: how much there is to read

Prints the code lines of each folder, without comments, docstrings and blank lines, its files,
and the words of the documents.  Fails if a line of its totals is above its bound.  Pages for users
are README.md, docs/index.md and what this lists.
"""
import ast
import collections
import io
import os
import re
import sys
import tokenize

import tree

INDEX = "docs/index.md"
RESEARCH = "docs/research/"
# Prefix of the path, ending, and the most that there may be; a file counts in the first that fits.
TOTALS = [
    ("plugin for research", "plugins/lab/", (".c", ".h"), 2_090),
    ("plugin", "plugins/", (".c", ".h"), 30_650),
    ("libraries for research", "gst/lab/", (".c", ".h"), 5_300),
    ("library", "gst/", (".c", ".h"), 11_990),
    ("C of tests and examples", "", (".c", ".h", ".cc"), 82_520),
    ("Python", "", (".py",), 27_730),
    ("Rust", "", (".rs",), 540),
    ("words of research", RESEARCH, (".md",), 89_370),
]
# Of words, and which pages they are of
USERS, OUTSIDE = 39_110, 45_190
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
          tokenize.ENDMARKER)
C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.DOTALL)


def filled(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


def c_lines(text: str) -> int:
    return filled(C_COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else "", text))


def python_lines(text: str) -> int:
    """Lines with a token of code, without docstrings."""
    docs = {line for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    code = {line for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type not in LAYOUT
            for line in range(token.start[0], token.end[0] + 1)}
    return len(code - docs)


def weight(path: str, text: str) -> int:
    if path.endswith(".md"):
        return len(text.split())
    return python_lines(text) if path.endswith(".py") else c_lines(text)


def users_pages(index: str) -> set[str]:
    listed = re.findall(r"^\| \[[^]]*\]\(([^)#:]+\.md)\)", index, re.MULTILINE)
    return {"README.md", INDEX, *(os.path.normpath(os.path.join("docs", page)) for page in listed)}


def words(pages: dict[str, str]) -> list[tuple[str, int, int]]:
    """(name, words, bound) of the pages for users, and of all but research."""
    users = users_pages(pages[INDEX])
    counted = {path: weight(path, text) for path, text in pages.items()
               if (path == "README.md" or path.startswith("docs/"))
               and not path.startswith(RESEARCH)}
    of_users = sum(counted[path] for path in users & set(counted))
    return [("words of pages for users", of_users, USERS),
            ("words outside of research", sum(counted.values()), OUTSIDE)]


def main() -> int:
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    folders: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    totals = dict.fromkeys((name for name, *_ in TOTALS), 0)
    tracked = tree.tracked(root)
    for path in tracked:
        fits = next((name for name, prefix, ends, _ in TOTALS
                     if path.startswith(prefix) and path.endswith(ends)), None)
        if fits is None or path.startswith("tests/fuzz/corpus/"):
            continue
        lines = weight(path, tree.text(os.path.join(root, path)))
        totals[fits] += lines
        folder = folders[os.path.dirname(path) or "."]
        folder[0] += lines
        folder[1] += 1
    for name, (lines, files) in sorted(folders.items()):
        print(f"{lines:7} {files:4}  {name}")
    print()
    pages = {path: tree.text(os.path.join(root, path)) for path in tracked if path.endswith(".md")}
    found = []
    for name, total, most in [*((name, totals[name], most) for name, _, _, most in TOTALS),
                              *words(pages)]:
        print(f"{total:7}  {name}, at most {most}")
        if total > most:
            found.append(f"{name}: {total} is more than {most}")
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main())
