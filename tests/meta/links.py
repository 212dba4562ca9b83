# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""links.py ROOT

Fails for links in Markdown to files, or to headings of pages, that do not exist, for paths
of the repository that a page or a source names and that do not exist, and for pages of
docs/ that the tables of the three indexes do not list exactly once.  Links to the network are
not followed.
"""
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import tree

# For users, for who changes the code, for who wants to know why
INDEXES = ("docs/index.md", "docs/CONTRIBUTING.md", "docs/research/index.md")
LINK = re.compile(r"(?:\]\(|^\[[^]]*\]: +)"
                  r"<?([^)#:\s>]*)(?:#([^)\s>]*))?>?(?:\s+\"[^\"]*\")?(?:\)|$)")
# In a page a path in code; elsewhere a page.  Words in capitals stand for any name.
PATH = re.compile(r"`((?:docs|examples|gst|plugins|tests|tools)/[\w./-]*)")
PAGE = re.compile(r"(?<![\w/])(docs/[\w/-]+\.(?:md|svg))")
ANY = re.compile(r"\b[A-Z]{4,}\b")
OTHER = (".c", ".h", ".py", ".cc", ".build", ".txt", ".sh", ".1")


def anchors(page: str) -> Iterator[str]:
    """The names that GitHub gives the headings of a page; the same again has a number."""
    seen: dict[Any, Any] = {}
    text = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        yield f"{name}-{seen[name]}" if seen[name] else name


def faults(path: str, source: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for each link that leads nowhere."""
    for number, line in enumerate(source.split("\n"), 1):
        for target, anchor in LINK.findall(line):
            there = os.path.join(os.path.dirname(path), target)
            if not os.path.exists(there):
                yield number, f"there is no {target}"
            elif anchor and (target == "" or target.endswith(".md")):
                if anchor not in anchors(tree.text(there) if target else source):
                    yield number, f"there is no heading {target}#{anchor}"


def exists(path: str, names: list[str]) -> bool:
    """A file or folder, or what is built of a source of that name."""
    path = path.rstrip("./")
    return any(name == path or name.startswith((path + ".", path + "/")) for name in names)


def path_faults(source: str, pattern: re.Pattern[str],
                names: list[str]) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for each path that does not exist."""
    for number, line in enumerate(source.split("\n"), 1):
        for path in pattern.findall(line):
            if not ANY.search(path) and not exists(path, names):
                yield number, f"there is no {path}"


def index_faults(indexes: dict[str, str], pages: list[str]) -> Iterator[str]:
    """Pages that the {path: text} of the indexes do not list exactly once."""
    listed = [os.path.normpath(os.path.join(os.path.dirname(path), page))
              for path, text in indexes.items()
              for page in re.findall(r"^\| \[[^]]*\]\(([^)]*)\)", text, re.MULTILINE)]
    for page in pages:
        if listed.count(page) != 1:
            yield f"{page}: listed {listed.count(page)} times in {', '.join(indexes)}"


def main(root: str) -> int:
    everything = tree.tracked(root)
    names = [name for name in everything if name.endswith(".md")]
    texts = {name: tree.text(os.path.join(root, name)) for name in everything
             if name.endswith((".md", *OTHER)) or "." not in os.path.basename(name)
             and name.startswith(("tests/", "tools/", "examples/"))
             and not name.startswith("tests/fuzz/")}
    # Its pages are made up.
    texts.pop("tests/meta/meta_can_fail.py", None)
    found = [f"{name}:{number}: {what}" for name in names
             for number, what in [*faults(os.path.join(root, name), texts[name]),
                                  *path_faults(texts[name], PATH, everything)]]
    found += [f"{name}:{number}: {what}" for name in texts if name not in names
              for number, what in path_faults(texts[name], PAGE, everything)]
    pages = [name for name in names if name.startswith("docs/") and name not in INDEXES
             and not name.startswith("docs/research/decisions/")]
    found += index_faults({name: texts[name] for name in INDEXES}, pages)
    return tree.said(found) or not pages


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
