# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where the plugins are when nobody said so."""
import os


def use_build(root: str) -> None:
    """From the source tree: the plugins of its folder build, if no others are set."""
    folders = [os.path.join(root, "build", "plugins", name) for name in ("scream", "lab")]
    if "GST_PLUGIN_PATH" not in os.environ and all(map(os.path.isdir, folders)):
        os.environ["GST_PLUGIN_PATH"] = os.pathsep.join(folders)
        os.environ["GST_REGISTRY"] = os.path.join(root, "build", "registry.bin")
