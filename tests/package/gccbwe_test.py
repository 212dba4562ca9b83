# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""rtpscreambwe by the name rtpgccbwe, beside a plugin that has the name as well.

Of two elements of one name GStreamer has the one that it has read last: in a new registry that of
the folder which comes last, later that of the file which has changed.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ["GST_SCREAM_BUILD"])
OURS, THEIRS = "libgstscreamgccbwe.so", "libgstrsrtp.so"


class Registry:
    """Folders of plugins as an application has them, and what it finds there."""

    def __init__(self, tmp_path: Path):
        self.file = tmp_path / "registry.bin"
        self.theirs = tmp_path / "theirs" / THEIRS
        self.theirs.parent.mkdir()
        shutil.copy(BUILD / "tests" / "package" / THEIRS, self.theirs)
        self.ours = BUILD / "plugins" / "gccbwe"
        self.path: list[Path] = []
        self.system: list[Path] = [tmp_path / "none"]

    def inspect(self, element: str) -> str:
        path = [BUILD / "plugins" / "scream", *self.path]
        environment = dict(os.environ, GST_REGISTRY_1_0=str(self.file),
                           GST_PLUGIN_PATH_1_0=":".join(map(str, path)),
                           GST_PLUGIN_SYSTEM_PATH_1_0=":".join(map(str, self.system)))
        return subprocess.run(["gst-inspect-1.0", element], env=environment, text=True,
                              capture_output=True).stdout

    def file_of(self, element: str) -> str:
        match = re.search(r"Filename +\S*/(\S+)", self.inspect(element))
        return match[1] if match else "none"


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    if not shutil.which("gst-inspect-1.0"):
        pytest.skip("there is no gst-inspect-1.0 (Debian: gstreamer1.0-tools)")
    return Registry(tmp_path)


def test_is_the_same_element(registry: Registry) -> None:
    registry.path = [registry.ours]
    text = registry.inspect("rtpgccbwe")
    assert registry.file_of("rtpgccbwe") == OURS
    assert "GstScreamBwe" in text and "estimated-bitrate" in text
    # Both names have one type, so one process can have both.
    assert registry.file_of("rtpscreambwe") == "libgstscream.so"


def test_is_not_found_without_its_folder(registry: Registry) -> None:
    assert registry.file_of("rtpgccbwe") == "none"
    assert registry.file_of("rtpscreambwe") == "libgstscream.so"


@pytest.mark.parametrize("ours_last", [True, False])
def test_last_folder_of_a_new_registry_counts(registry: Registry, ours_last: bool) -> None:
    folders = [registry.theirs.parent, registry.ours]
    registry.path = folders if ours_last else folders[::-1]
    expected = OURS if ours_last else THEIRS
    assert [registry.file_of("rtpgccbwe") for _ in range(2)] == [expected] * 2
    assert registry.file_of("rtpav1pay") == THEIRS


def test_system_path_comes_after_the_other(registry: Registry) -> None:
    registry.path, registry.system = [registry.theirs.parent], [registry.ours]
    assert registry.file_of("rtpgccbwe") == OURS
    registry.file.unlink()
    registry.path, registry.system = [registry.ours], [registry.theirs.parent]
    assert registry.file_of("rtpgccbwe") == THEIRS


@pytest.mark.parametrize("ours_last", [True, False])
def test_new_folder_of_an_old_registry_counts(registry: Registry, ours_last: bool) -> None:
    registry.path = [registry.theirs.parent]
    assert registry.file_of("rtpgccbwe") == THEIRS
    registry.path.insert(1 if ours_last else 0, registry.ours)
    assert [registry.file_of("rtpgccbwe") for _ in range(2)] == [OURS] * 2


def test_stays_after_an_upgrade_of_the_other(registry: Registry) -> None:
    registry.system = [registry.theirs.parent, registry.ours]
    assert registry.file_of("rtpgccbwe") == OURS
    os.utime(registry.theirs, (1, 1))
    assert [registry.file_of("rtpgccbwe") for _ in range(2)] == [OURS] * 2


def test_a_registry_that_had_it_forgets_the_other(registry: Registry) -> None:
    """So migration.md says: a registry of its own."""
    registry.system = [registry.theirs.parent, registry.ours]
    assert registry.file_of("rtpgccbwe") == OURS
    registry.system = [registry.theirs.parent]
    assert registry.file_of("rtpgccbwe") == "none"
    registry.file.unlink()
    assert registry.file_of("rtpgccbwe") == THEIRS
