# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which runs there are, and in which order."""
import re
from typing import Any, NamedTuple


class Run(NamedTuple):
    id: str
    controller: str             # label
    encoder: str
    link: str                   # name
    repeat: int                 # from 1

    def words(self) -> str:
        return f"{self.controller}, {self.encoder}, {self.link}, repeat {self.repeat}"


def slug(text: str) -> str:
    """Fit for a name of a folder."""
    return re.sub(r"[^\w.+-]+", "-", text).strip("-.")


def identifier(parts: Any, taken: Any) -> Any:
    """A name that no other run has, also where slugs fall together."""
    name = wanted = "_".join(slug(part) for part in parts)
    number = 1
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    taken.add(name)
    return name


def runs(controllers: Any, encoders: Any, links: Any, repeat: int) -> list[Any]:
    """All runs; repeats outermost, so that an interrupted set is balanced."""
    taken: set[str] = set()
    return [Run(identifier((link, encoder, controller, str(turn)), taken),
                controller, encoder, link, turn)
            for turn in range(1, repeat + 1)
            for link in links for encoder in encoders for controller in controllers]
