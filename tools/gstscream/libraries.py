# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which Python libraries are there: what a report needs is asked before a long run."""
import importlib.util


def missing(*names: str) -> str:
    """A sentence that names the Debian packages of what is not there, or ""."""
    packages = [f"python3-{name}" for name in names if importlib.util.find_spec(name) is None]
    return (f"Python libraries are missing: sudo apt-get install {' '.join(packages)}, and start "
            "it with /usr/bin/python3") if packages else ""
