# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""help.py ROOT

Fails if a warning of an element names no row of docs/troubleshooting.md, or one that is
not there, or if a row has a name that no warning has.
"""
import os
import re
import sys
from collections.abc import Iterator

import tree

PAGE = "docs/troubleshooting.md"
CALL = re.compile(r"GST_ELEMENT_WARNING \((.*?)\);", re.S)
NAME = re.compile(r'GST_HELP \("([\w-]+)"\)')
ROW = re.compile(r"^\| \*\*([\w-]+)\*\* ", re.M)


def faults(sources: dict[str, str], page: str) -> Iterator[str]:
    """What is wrong with the names of {path: text} and of the page."""
    named = set()
    for path, text in sorted(sources.items()):
        named.update(NAME.findall(text))
        for call in CALL.finditer(text):
            if not NAME.search(call[1]):
                line = text.count("\n", 0, call.start()) + 1
                yield f"{path}:{line}: the warning ends without GST_HELP ()"
    rows = ROW.findall(page)
    for name in sorted(named - set(rows)):
        yield f"{PAGE}: no row begins with **{name}**"
    for name in sorted(set(rows) - named):
        yield f"{PAGE}: no warning names {name}"
    for name in sorted({name for name in rows if rows.count(name) > 1}):
        yield f"{PAGE}: {name} is there twice"


def main(root: str) -> int:
    sources = {path: tree.text(os.path.join(root, path))
               for path in tree.sources(root, "plugins") if path.endswith(".c")}
    found = list(faults(sources, tree.text(os.path.join(root, PAGE))))
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
