# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What "meson install" puts below a folder, and how others find it there."""
import os
import subprocess
from typing import Any

from where import BUILD


def output(*argv: Any, **options: Any) -> Any:
    return subprocess.run(argv, check=True, capture_output=True, text=True, **options).stdout


class Installed:
    """What "meson install" puts below a folder."""

    def __init__(self, folder: Any) -> None:
        self.folder = str(folder)
        output("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", self.folder)
        self.libraries = os.path.dirname(self.find("librtpcc.so"))
        headers = os.path.dirname(self.find("rtpcc-session.h"))
        self.headers = sorted(os.path.join(headers, name) for name in os.listdir(headers))

    def find(self, name: str) -> Any:
        found = [os.path.join(top, name) for top, folders, names in os.walk(self.folder)
                 if name in names]
        assert len(found) == 1, f"{name} is installed {len(found)} times"
        return found[0]

    def found(self) -> dict[str, str]:
        """With these pkg-config finds it."""
        return {"PKG_CONFIG_SYSROOT_DIR": self.folder,
                "PKG_CONFIG_PATH": os.path.dirname(self.find("rtpcc.pc")),
                "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1", "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1"}

    def flags(self, *options: Any) -> Any:
        env = {**os.environ, **self.found()}
        return output("pkg-config", *options, "rtpcc", env=env).split()

    def environment(self) -> dict[str, Any]:
        return dict(os.environ, LD_LIBRARY_PATH=self.libraries)

    def exported(self, name: str = "librtpcc.so") -> list[Any]:
        table = output("nm", "-D", "--defined-only", "--format=posix", self.find(name))
        return sorted(line.split()[0] for line in table.splitlines())
