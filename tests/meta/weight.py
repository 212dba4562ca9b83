# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""weight.py [ROOT]: how much there is to read

Prints the code lines of each folder, without comments, docstrings and blank lines, its files,
and the words of the documents.  Fails if a line of its totals is above its bound.
"""
import ast
import collections
import io
import os
import re
import sys
import tokenize

import tree

# Prefix of the path, ending, and the most that there may be; a file counts in the first that fits.
TOTALS = [
    ("plugins", "plugins/", (".c", ".h"), 35_300),
    ("libraries", "gst/", (".c", ".h"), 17_400),
    ("C of tests and examples", "", (".c", ".h", ".cc"), 81_400),
    ("Python", "", (".py",), 26_800),
    ("words of documents", "docs/", (".md",), 146_300),
]
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


def main() -> int:
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    folders: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    totals = dict.fromkeys((name for name, *_ in TOTALS), 0)
    for path in tree.tracked(root):
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
    found = []
    for name, _, _, most in TOTALS:
        print(f"{totals[name]:7}  {name}, at most {most}")
        if totals[name] > most:
            found.append(f"{name}: {totals[name]} is more than {most}")
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main())
