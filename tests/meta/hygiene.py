# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""hygiene.py ROOT

Fails for text files with tabs but in makefiles and Go, trailing blanks, carriage returns, marks
of conflicts, a missing or a doubled last newline, or bytes that are not UTF-8; for
scripts that do not parse or cannot be executed; for a file that a line of a page writes and git
does not ignore; for rows of tables in Markdown that nobody can read.  The columns of C are for the
format test.
"""
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import tree

MAKEFILE = "#!/usr/bin/make"
OF_GO = re.compile(r"(//.*\n|\n)*(package|module) ")         # gofmt indents by tabs
ROW = 300                       # characters of a row of a table, at most
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRITTEN = re.compile(r"(?:[ (](?:-o|-log|--csv|--keep|--log|--report) |>> ?|> |filesink location=|"
                     r"log-location=|sdp-location=)([a-z][\w.-]*)(?=[\s)'\"])")
BINARY = (".bin", ".png", ".jpg", ".pcap", ".mp4", ".rtp", ".gz")


def text_faults(source: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for each fault."""
    for number, line in enumerate(source.split("\n"), 1):
        if "\t" in line and not source.startswith(MAKEFILE) and not OF_GO.match(source):
            yield number, "tab"
        if re.match(r"(<{7}|>{7}) ", line):
            yield number, "a conflict that is not resolved"
        if re.search(r"[ \r]$", line):
            yield number, "trailing blank"
    if source and not source.endswith("\n"):
        yield source.count("\n") + 1, "no newline at the end"
    if source.endswith("\n\n"):
        yield source.count("\n"), "empty line at the end"


def row_faults(page: str) -> Iterator[tuple[int, str]]:
    """(line number, what is wrong) for each row that is too long."""
    for number, line in enumerate(page.split("\n"), 1):
        if line.lstrip().startswith("|") and len(line) > ROW:
            yield number, f"a row of {len(line)} characters"


def script_faults(path: str, source: str) -> Iterator[Any]:
    first = source.split("\n", 1)[0]
    if path.endswith(".py"):
        try:
            compile(source, path, "exec")
        except SyntaxError as error:
            yield error.lineno, error.msg
    if not first.startswith("#!"):
        return
    if not os.access(path, os.X_OK):
        yield 1, "a script that is not executable"
    if first.endswith("sh"):
        shell = re.split(r"[/ ]", first)[-1]
        parsed = subprocess.run([shell, "-n", path], capture_output=True, text=True)
        if parsed.returncode:
            yield 1, parsed.stderr.strip()


def check(root: str, name: str) -> Iterator[Any]:
    path = os.path.join(root, name)
    try:
        source = tree.text(path)
    except UnicodeDecodeError:
        yield f"{name}: not UTF-8"
        return
    if source == "":
        yield f"{name}: empty"
    rows = row_faults(source) if name.endswith(".md") else []
    for number, what in [*text_faults(source), *rows, *script_faults(path, source)]:
        yield f"{name}:{number}: {what}"


def written(page: str) -> set[str]:
    """Files and folders in the folder of who follows the page; one without a dot is a folder."""
    names = {name for block in BLOCK.findall(page) for name in WRITTEN.findall(block)}
    return {name if "." in name else name + "/" for name in names}


def not_ignored(root: str, names: list[str]) -> list[str]:
    wanted = {name: path for path in names if path.endswith(".md")
              for name in written(tree.text(os.path.join(root, path)))}
    asked = subprocess.run(["git", "-c", "safe.directory=*", "-C", root, "check-ignore", "--stdin"],
                           input="\n".join(wanted), capture_output=True, text=True)
    if asked.returncode not in (0, 1):
        return []               # no repository
    return [f"{wanted[name]}: writes {name}, which .gitignore does not have"
            for name in sorted(wanted.keys() - set(asked.stdout.split()))]


def main(root: str) -> int:
    names = [name for name in tree.tracked(root) if not name.endswith(BINARY)]
    found = [fault for name in names for fault in check(root, name)] + not_ignored(root, names)
    return tree.said(found) or not names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
