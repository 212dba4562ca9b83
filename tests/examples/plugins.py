# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The environment of a build's plugins, with a registry of their own in @folder."""
import os
from typing import Any


def environment(build: Any, folder: str) -> Any:
    env = dict(os.environ)
    env["GST_PLUGIN_PATH"] = ":".join(
        os.path.join(build, "plugins", name) for name in ("scream", "linkemu"))
    env["GST_REGISTRY"] = os.path.join(folder, "registry.bin")
    env["GST_REGISTRY_FORK"] = "no"  # the scanner cannot load a sanitizer build
    return env
