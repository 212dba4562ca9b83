# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the worker of a run is told: all of it, so that any process can do it."""
import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True)
class Job:
    """The lines up to the encoder are needed for each role of the worker."""
    folder: str                 # for all that it writes
    source: str                 # the prepared picture
    width: int
    height: int
    framerate: int
    encoder: str = ""
    max_bitrate: int = 0
    min_bitrate: int = 0
    initial_bitrate: int = 0
    seconds: float = 0
    screamtx: str = ""          # properties, in the words of gst-launch-1.0
    link: str = ""
    link_name: str = ""
    link_properties: dict[str, str] = dataclasses.field(default_factory=dict)
    delay: float = 0            # ms, one way
    namespaces: str = ""        # NAME-a, NAME-b for a run through the kernel

    def frames(self) -> int:
        return round(self.seconds * self.framerate)

    def frame_size(self) -> int:
        """Bytes of I420."""
        return self.width * self.height * 3 // 2

    def but(self, **changes: Any) -> "Job":
        return dataclasses.replace(self, **changes)
