# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Names for the page: controllers with properties have long ones."""
from string import ascii_lowercase
from typing import Any

CASE = "cs244"
LONG = 24                       # letters that read well in a sentence and a legend


def of_class(label: str) -> Any:
    """What CS244 called it; a maximum is given to hold the target where it is."""
    name, colon, properties = label.partition(":")
    if "queue-delay-target-max=" in properties:
        return f"{name} (fixed target)"
    return label if colon else f"{name} (adaptive target)"


def lettered(labels: list[str]) -> Any:
    """NAME (a), NAME (b) for those with long properties."""
    made: dict[str, str] = {}
    letters: dict[str, int] = {}
    for label in labels:
        name = label.partition(":")[0]
        made[label] = label
        if len(label) > LONG and name != label:
            letter = letters[name] = letters.get(name, -1) + 1
            made[label] = f"{name} ({ascii_lowercase[letter % 26]})"
    return made


def short(labels: list[str], case: Any) -> Any:
    """{label: its name on the page}; different labels stay different."""
    if case == CASE:
        made = {label: of_class(label) for label in labels}
        if len(set(made.values())) == len(made):
            return made
    made = lettered(labels)
    return made if len(set(made.values())) == len(made) else {each: each for each in labels}
