# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""security.py ROOT

Fails if docs/research/security.md names a test that is not there, or says of something that it
holds without naming one.
"""
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import tree

PAGE = "docs/research/security.md"
NAME = re.compile(r"`(test_\w+|fuzz_\w+|tests/[\w/.-]+)[^`]*`")


def known(root: str) -> Any:
    """The names of all tests: functions of GstCheck and of the examples, targets of the fuzzer."""
    names = set()
    for path in tree.sources(root, "tests/check"):
        names.update(re.findall(r"START_TEST \((\w+)\)", tree.text(os.path.join(root, path))))
    for path in tree.sources(root, "tests/examples", ends=("_test.py",)):
        text = tree.text(os.path.join(root, path))
        names.update(re.findall(r"^def (test_\w+)", text, re.MULTILINE))
    for path in tree.sources(root, "tests/fuzz", ends=(".c",)):
        names.add("fuzz_" + os.path.basename(path)[:-2])
    return names


def faults(page: str, names: set[str], exists: Callable[..., Any]) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for each line of the page."""
    claims = False                  # in a table of what holds
    for number, line in enumerate(page.split("\n"), 1):
        cited = NAME.findall(line)
        for name in cited:
            if name not in names and not (name.startswith("tests/") and exists(name)):
                yield number, f"there is no test {name}"
        head = line.startswith("| attacker | tries | what holds")
        claims = head or claims and line.startswith("|")
        if claims and not head and not line.startswith("| ---") and not cited:
            yield number, "no test is named"


def main(root: str) -> bool:
    found = list(faults(tree.text(os.path.join(root, PAGE)), known(root),
                        lambda name: os.path.exists(os.path.join(root, name))))
    print("\n".join(f"{PAGE}:{number}: {what}" for number, what in found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
