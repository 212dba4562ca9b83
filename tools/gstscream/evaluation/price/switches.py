# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The departures of the parameter table, and what sets each as the draft has it."""
import json
import subprocess
from typing import Any

from gstscream.order import natural

NONE = ("DRAFT", "OURS")        # these belong to no departure
CONTROLLER, DRAFT = "scream", "scream-draft"
FLAG = "flag"                   # the unit of a switch


def parameters(program: str, controller: str) -> list[Any]:
    """[{name, of, value, ...}] as pathrun prints them."""
    printed = subprocess.run([program, f"controller={controller}", "--params"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


def switches(ours: Any, draft: Any) -> dict[Any, Any]:
    """{departure: "name=value,..."} of two lists of parameters, D before O, by number."""
    found: dict[str, Any] = {}
    values = {parameter["name"]: parameter["value"] for parameter in draft}
    for parameter in ours:
        of, name = parameter["of"], parameter["name"]
        if of not in NONE and parameter["value"] != values[name]:
            found.setdefault(of, []).append(f"{name}={values[name]:.15g}")
    return {of: ",".join(found[of]) for of in sorted(found, key=natural)}


def read(program: str) -> Any:
    return switches(parameters(program, CONTROLLER), parameters(program, DRAFT))
