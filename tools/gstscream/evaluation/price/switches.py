# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The departures of the parameter table, and what sets each as the draft has it."""
import json
import subprocess
from typing import Any

from gstscream.order import natural

CONTROLLER, DRAFT = "scream", "scream-draft"
FLAG = "flag"                   # the unit of a switch, which is off at 0
# What the draft has, or what switches a departure off; no other number of one does that.
OFF = {"fair-rtt": 0, "qdelay-target-lo": 60, "mul-increase-factor": 0.02,
       "ref-wnd-overhead-max": 3, "packet-pacing-headroom": 1.5, "jitter-per-ipdv": 0,
       "s-rtt-gain": 1 / 8, "s-rtt-min": 0.001}
NONE = ("DRAFT", "OURS")        # these belong to no departure


def off(name: str, of: str, unit: str) -> float | None:
    """The value of a parameter that switches its departure off; None: it does not."""
    if of in NONE:
        return None
    return 0 if unit.lower() == FLAG else OFF.get(name)


def parameters(program: str) -> list[Any]:
    """[{name, of, value, ...}] as pathrun prints them."""
    printed = subprocess.run([program, f"controller={CONTROLLER}", "--params"], check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in printed.splitlines()]


def switches(ours: Any) -> dict[Any, Any]:
    """{departure: "name=value,..."} of a list of parameters, D before O, by number."""
    found: dict[str, Any] = {}
    for each in ours:
        value = off(each["name"], each["of"], each["unit"])
        if value is not None:
            found.setdefault(each["of"], []).append(f"{each['name']}={value:.15g}")
    return {of: ",".join(found[of]) for of in sorted(found, key=natural)}


def read(program: str) -> Any:
    return switches(parameters(program))
