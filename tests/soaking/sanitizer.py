# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The thread sanitizer in processes of a Python that does not have it.

With plugins of a build with -Db_sanitize=thread, its library has to be loaded before all
others, and what tells it of GLib's locks before that.
"""
import glob
import os
import re
import subprocess
from collections.abc import Iterator
from typing import Any

MODULE = ("tests", "check", "libtsan-glib.so")
OPTIONS = "ignore_noninstrumented_modules=1 exitcode=0 log_path={} "


def library(module: str) -> str:
    """The sanitizer's library, the one that the module is linked with."""
    found = re.search(r"libtsan\S* => (\S+)",
                      subprocess.run(["ldd", module], check=True, capture_output=True,
                                     text=True).stdout)
    assert found, f"{module} is built without it"
    return found.group(1)


class Thread:
    """Of a build; it is there or not."""

    def __init__(self, build: Any, folder: str) -> None:
        self.module = os.path.join(build, *MODULE)
        self.log = os.path.join(folder, "tsan")
        self.is_there = os.path.exists(self.module)

    def environment(self) -> dict[str, Any]:
        if not self.is_there:
            return {}
        return {"LD_PRELOAD": f"{self.module}:{library(self.module)}", "G_SLICE": "always-malloc",
                "TSAN_OPTIONS": OPTIONS.format(self.log) + os.environ.get("TSAN_OPTIONS", "")}

    def reports(self) -> Iterator[Any]:
        """What it found, as texts."""
        for path in sorted(glob.glob(self.log + ".*")):
            with open(path, encoding="utf-8", errors="replace") as file:
                yield file.read().strip()
