# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Settings, links and reasons in words."""
from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from gstscream.order import listed_first

if TYPE_CHECKING:
    from .data import Folder, Run, Scenario

LATE = 1.0                      # ms that linkemu-tun may be late, p99
AQMS = {"codel": "CoDel", "pie": "PIE", "dualpi2": "DualPI2", "droptail": ""}


def place(scenario: Scenario) -> str:
    return f"{scenario.link}, {scenario.encoder}"


def rate(text: str) -> Any:
    """2M becomes 2 Mbit/s."""
    match = re.fullmatch(r"([\d.]+)([kMG]?)", text)
    if not match:
        return text
    value, scale = match.groups()
    if not scale:
        value, scale = (float(value) / 1e6, "M") if float(value) >= 1e6 else \
            (float(value) / 1e3, "k")
    return f"{float(value):g} {scale}bit/s"


def rates(text: str) -> str:
    """0:2M,20:1M becomes 2 Mbit/s, from 20 s 1 Mbit/s."""
    parts = [part.rpartition(":") for part in text.split(",")]
    return ", ".join((f"from {start} s " if start and float(start) else "") + rate(value)
                     for start, _, value in parts)


def spaced(text: str) -> Any:
    """25ms becomes 25 ms."""
    return re.sub(r"([\d.]+)([a-zA-Z]+)", r"\1 \2", text)


def percent(text: str) -> str:
    return f"{float(text) * 100:g} %"


LINK_WORDS: dict[str, Any] = {
    "rate": rates, "trace": lambda text: "trace " + text.rpartition("/")[2],
    "delay": lambda text: spaced(text) + " one way",
    "jitter": lambda text: "jitter " + spaced(text),
    "loss": lambda text: percent(text) + " loss" if float(text) else "",
    "queue": lambda text: "queue " + spaced(text),
    "aqm": lambda text: AQMS.get(text, text),
    "fq": lambda text: "fair queueing" if text == "true" else "",
    "ecn": lambda text: "ECN" if text == "true" else "",
    "tcp": lambda text: f"TCP {text.replace('+', ' and ')} s", "seed": lambda text: "",
}


def words_of(pair: Any) -> Any:
    """A word of --link for people; one that cannot be read stays as it is."""
    name, equals, value = pair.partition("=")
    if not equals or name not in LINK_WORDS:
        return pair
    try:
        return LINK_WORDS[name](value)
    except ValueError:
        return pair


def link_in_words(text: str) -> str:
    """The words of a link in the order that people would say them."""
    by_name = listed_first(list(LINK_WORDS))
    pairs = sorted(text.split(), key=lambda pair: tuple(by_name(pair.partition("=")[0])))
    return ", ".join(word for word in map(words_of, pairs) if word)


def link_of(folder: Folder, name: str) -> Any:
    """A link in words, by its name."""
    texts = [run.link_text for run in folder.runs + folder.unfinished if run.link_name == name]
    return link_in_words(texts[0]) if texts else ""


def distrust(run: Run) -> str:
    """Why a run is not to be trusted."""
    parts = []
    missed, frames = (run.figure(name) for name in ("frames_missed", "frames"))
    if missed and frames:
        parts.append(f"{missed:g} of {frames:g} source frames were too late for the encoder")
    late = lateness(run)
    if late is not None and late > LATE:
        parts.append(f"the link was late by {late:.1f} ms (p99)")
    return ", ".join(parts + ["the machine was too slow or too busy"])


def lateness(run: Run) -> Any:
    """p99 of how late the link was, in ms, or None."""
    found = run.link_stats.get("lateness-ms")
    found = found.get("p99") if isinstance(found, dict) else None
    return found if isinstance(found, (int, float)) and math.isfinite(found) else None


def settings(folder: Folder) -> list[Any]:
    """[(name, text)] of what was compared, and on what."""
    lines = [("video", video(folder.settings)), ("network", network(folder.settings)),
             ("controllers", ", ".join(folder.controllers)), *longer(folder.label_of),
             ("encoders", ", ".join(folder.encoders))]
    lines += [(f"link {name}", link_of(folder, name)) for name in folder.links]
    lines += [(name, str(folder.settings[name]))
              for name in ("case", "screamtx", "machine", "command") if folder.settings.get(name)]
    lines.append(("runs", runs_in_words(folder)))
    return [line for line in lines if line[1]]


def longer(label_of: Any) -> list[Any]:
    """What short names of controllers stand for."""
    return [(name, label) for name, label in label_of.items() if name != label]


def video(said: Any) -> str:
    """The clip and what the encoder may do."""
    parts = [str(said["input"])] if said.get("input") else []
    if said.get("size"):
        parts.append(f"{said['size']} at {said.get('framerate', '?')} frames/s")
    limits = [said.get(f"{name}_bitrate") for name in ("min", "initial", "max")]
    if all(isinstance(limit, (int, float)) for limit in limits):
        low, first, high = (rate(str(limit)) for limit in limits)
        parts.append(f"{low} to {high}, starting at {first}")
    return ", ".join(parts)


def network(said: Any) -> str:
    if "tun" not in said:
        return ""
    return ("the kernel's UDP and TCP between network namespaces (linkemu-tun)"
            if said["tun"] else "the element linkemu, within one process")


def runs_in_words(folder: Folder) -> str:
    """How many came to their end, and how they are to be taken."""
    done = [run for run in folder.runs if run.done]
    seconds, repeat = folder.settings.get("seconds"), folder.settings.get("repeat")
    parts = [f"{seconds:g} s each"] if isinstance(seconds, (int, float)) else []
    if repeat:
        parts.append("each once" if repeat == 1 else f"each {repeat} times")
    parts.append(f"{len(done)} done")
    failed = len(folder.runs) - len(done)
    distrusted = sum(not run.trusted for run in done)
    if failed:
        parts.append(f"{failed} failed")
    if distrusted:
        parts.append(f"{distrusted} not to be trusted")
    if folder.unfinished:
        parts.append(f"{len(folder.unfinished)} not finished")
    return ", ".join(parts)
