# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The entries of --controllers: NAME or NAME:property=value:property=value.

Between parameters of a controller there is a plus: controller-params=a=1+b=2.
"""
import re
from typing import Any, NamedTuple

from gstscream.errors import UserError

from . import units

PARAMETERS = "controller-params"
SETTING = re.compile(rf"({PARAMETERS})=([\w.+=/-]+)|([a-z][a-z0-9-]*)=([\w.+-]+)")


class Controller(NamedTuple):
    label: str                  # as the user wrote it, and as the report shows it
    name: str                   # the property "controller" of screamtx
    properties: dict[str, Any]            # further properties of screamtx, as text

    def words(self) -> str:
        """For gst-launch-1.0, behind screamtx."""
        return " ".join([f"controller={self.name}"] + [
            f"{name}={value}" for name, value in self.properties.items()])


def parse(text: str) -> Any:
    name, *settings = text.split(":")
    properties = {}
    for setting in settings:
        match = SETTING.fullmatch(setting)
        if match is None:
            raise UserError(f"--controllers {text}: {setting!r} is not property=value, as in "
                            "scream-v1:queue-delay-target=60ms")
        if match[1]:
            properties[PARAMETERS] = match[2].replace("+", ",")
        else:
            properties[match[3]] = units.plain(match[4])
    return Controller(text, name, properties)


def parse_list(text: str) -> dict[Any, Any]:
    found = [parse(word) for word in split_names(text, "--controllers")]
    return {controller.label: controller for controller in found}


def split_names(text: str, option: str) -> list[Any]:
    """Words between commas, each once."""
    words = [word.strip() for word in text.split(",")]
    if "" in words:
        raise UserError(f"{option}: an empty name in {text!r}; names with commas between")
    return list(dict.fromkeys(words))
