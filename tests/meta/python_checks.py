# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""python_checks.py ROOT ruff|mypy

Fails if ruff finds fault with our Python, or mypy with the types of the folders whose
hints are complete.  pyproject.toml has the rules of both, and the version of ruff.  Without
the program the check is skipped (77).
"""
import os
import re
import shutil
import subprocess
import sys
from typing import Any

import tree

SKIPPED = 77


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


def ruff(root: str) -> Any:
    """(command, why it cannot run)"""
    version = pinned(root)
    there = shutil.which("ruff") and subprocess.run(
        ["ruff", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    if there != f"ruff {version}":
        return None, f"there is no ruff {version} (tests/run, or pip install ruff=={version})"
    names = [name for name in tree.tracked(root) if is_python(root, name)]
    return ["ruff", "check", "--no-cache", *names], None


def mypy(_root: Any) -> Any:
    if shutil.which("mypy") is None:
        return None, "there is no mypy (Debian: mypy)"
    return ["mypy", "--cache-dir", os.devnull], None


def main(root: str, tool: Any) -> Any:
    command, obstacle = {"ruff": ruff, "mypy": mypy}[tool](root)
    if obstacle:
        print(f"skipped: {obstacle}")
        return SKIPPED
    return subprocess.run(command, cwd=root, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
