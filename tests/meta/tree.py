# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The files of this checkout, for the checks in this folder."""
import os
import subprocess
from typing import Any


def said(found: list[str]) -> int:
    """The exit status, when all that was found is printed."""
    print("\n".join(found))
    return bool(found)


def text(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def sources(root: str, *folders: Any, ends: Any = (".c", ".h")) -> list[Any]:
    """Files below the folders of root, sorted, as paths relative to root."""
    found = []
    for folder in folders:
        for where, _, names in os.walk(os.path.join(root, folder)):
            found += [os.path.relpath(os.path.join(where, name), root)
                      for name in names if name.endswith(ends)]
    return sorted(found)


def tracked(root: str) -> list[Any]:
    """What git tracks or would track; outside a repository all that is there."""
    git = ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z",
           "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(git, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return [path for path in sources(root, ".", ends=("",))
                if not path.startswith(("build", ".git/"))]
    return [name for name in names.split("\0")
            if name and os.path.isfile(os.path.join(root, name))]
