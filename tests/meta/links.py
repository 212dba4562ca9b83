# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""links.py ROOT

Fails for links in Markdown to files, or to headings of pages, that are not there, and
for pages of docs/ that docs/index.md does not list exactly once.  Links to the network
are not followed.
"""
import os
import re
import sys

import tree

INDEX = "docs/index.md"
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")


def anchors(page):
    """The names that GitHub gives the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def faults(path, source):
    """(line number, what is wrong) for each link that leads nowhere."""
    for number, line in enumerate(source.split("\n"), 1):
        for target, anchor in LINK.findall(line):
            there = os.path.join(os.path.dirname(path), target)
            if not os.path.exists(there):
                yield number, f"there is no {target}"
            elif anchor and (target == "" or target.endswith(".md")):
                if anchor not in anchors(tree.text(there) if target else source):
                    yield number, f"there is no heading {target}#{anchor}"


def index_faults(index, pages):
    """Pages, relative to the index, that it does not list exactly once."""
    listed = re.findall(r"^\| \[[^]]*\]\(([^)]*)\)", index, re.MULTILINE)
    for page in pages:
        if listed.count(page) != 1:
            yield f"{INDEX}: lists {page} {listed.count(page)} times"


def main(root):
    names = [name for name in tree.tracked(root) if name.endswith(".md")]
    found = [f"{name}:{number}: {what}" for name in names
             for number, what in faults(os.path.join(root, name),
                                        tree.text(os.path.join(root, name)))]
    pages = [os.path.relpath(name, "docs") for name in names
             if name.startswith("docs/") and name != INDEX
             and not name.startswith("docs/decisions/")]
    found += index_faults(tree.text(os.path.join(root, INDEX)), pages)
    print("\n".join(found))
    return bool(found) or not pages


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
