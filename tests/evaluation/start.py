# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds the package of the tools, for the programs and tests beside this file."""
import importlib
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from gstscream import libraries  # noqa: E402

NEEDED = ("jinja2", "matplotlib", "numpy", "pandas", "rich", "scipy")


def command(module: str) -> None:
    """Ends with the exit status of its main ()."""
    missing = libraries.missing(*NEEDED)
    sys.exit(f"{sys.argv[0]}: {missing}" if missing
             else importlib.import_module(module).main(sys.argv[1:]))
