# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""python_checks.py ROOT ruff|mypy

Fails if ruff finds fault with our Python, or mypy with the types of the folders whose
hints are complete, and of the programs in them that have no suffix.  pyproject.toml has the
rules of both, and the version of ruff.  Without the program the check is skipped (77).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Any

import tree

SKIPPED = 77
HINTED = ("bindings/python/rtpcc", "tools/gstscream", "tests")   # as pyproject.toml has it
PROGRAMS = ("tools/", "tests/")


def is_python(root: str, name: str) -> bool:
    """Programs without a suffix, too."""
    if name.endswith(".py"):
        return True
    with open(os.path.join(root, name), "rb") as file:
        return bool(re.match(rb"#!.*python", file.readline(80)))


def pinned(root: str) -> str:
    """The version of ruff that pyproject.toml asks for."""
    text = tree.text(os.path.join(root, "pyproject.toml"))
    version, = re.findall(r'^required-version = "==(.+)"$', text, re.MULTILINE)
    return str(version)


def programs(root: str) -> list[list[str]]:
    """Those without a suffix, in groups in which each has a name of its own."""
    groups: list[dict[str, str]] = [{}]
    for path in tree.tracked(root):
        name = os.path.basename(path)
        if not path.startswith(PROGRAMS) or "." in name or not is_python(root, path):
            continue
        for group in groups:
            if group.setdefault(name, path) == path:
                break
        else:
            groups.append({name: path})
    return [list(group.values()) for group in groups]


def ruff(root: str) -> Any:
    """(commands, why they cannot run)"""
    version = pinned(root)
    there = shutil.which("ruff") and subprocess.run(
        ["ruff", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if there != f"ruff {version}":
        return None, f"there is no ruff {version} (tests/run, or pip install ruff=={version})"
    names = [name for name in tree.tracked(root) if is_python(root, name)]
    return [["ruff", "check", "--no-cache", *names]], None


def mypy(root: str) -> Any:
    if shutil.which("mypy") is None:
        return None, "there is no mypy (Debian: mypy)"
    first, *others = programs(root)
    return [["mypy", "--scripts-are-modules", *more] for more in (
        [*HINTED, *first], *others)], None


def main(root: str, tool: Any) -> Any:
    commands, obstacle = {"ruff": ruff, "mypy": mypy}[tool](root)
    if obstacle:
        print(f"skipped: {obstacle}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as cache:
        told = {**os.environ, "MYPY_CACHE_DIR": cache}
        return max(subprocess.run(command, cwd=root, env=told, check=False).returncode
                   for command in commands)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
