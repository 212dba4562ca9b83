# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a test starts needs: the plugins that were built, ports, and an end."""
import contextlib
import os
import signal
import socket
import subprocess
from typing import Any

from where import BUILD


def environment(folder: str) -> dict[str, str]:
    """With a registry in a folder."""
    return {**os.environ,
            "GST_PLUGIN_PATH": ":".join(
                os.path.join(BUILD, "plugins", name) for name in ("scream", "lab")),
            "GST_REGISTRY": os.path.join(folder, "registry.bin"),
            "GST_REGISTRY_FORK": "no"}  # the scanner cannot load a sanitizer build


def free_port(count: int = 1, kind: int = socket.SOCK_DGRAM) -> int:
    """The first of so many ports in a row that nobody uses."""
    while True:
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError, OverflowError):
            first = 0
            for further in range(count):
                probe = stack.enter_context(socket.socket(socket.AF_INET, kind))
                probe.bind(("127.0.0.1", first and first + further))
                first = first or probe.getsockname()[1]
            return first


def ended(process: subprocess.Popen[Any], patience: float) -> tuple[Any, Any]:
    """(standard output, standard error), after Ctrl-C if it still runs."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=patience)
    except (subprocess.TimeoutExpired, ValueError):     # ValueError: they were read before
        process.kill()
        return process.communicate() if process.returncode is None else ("", "")
