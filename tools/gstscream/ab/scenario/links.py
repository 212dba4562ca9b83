# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The strings of --link: "rate=0:2M,20:1M delay=25ms queue=300ms aqm=codel"."""
import os
import re
import shlex
from typing import Any

from gstscream.corpus import mahimahi
from gstscream.errors import UserError

from . import capacity, units

DEFAULTS = {"delay": "25ms", "queue": "300ms"}
# Words that become a property of linkemu as they are, and how they are read.
PLAIN = {"delay": units.time_ms, "jitter": units.time_ms, "loss": units.fraction,
         "seed": units.whole, "fq": units.boolean, "ecn": units.boolean, "aqm": str,
         "target": units.time_ms, "interval": units.time_ms, "step-threshold": units.time_ms}
# Words that become one as text, and its name.
FLAGS = {"fq": "flow-queueing", "ecn": "ecn", "aqm": "aqm"}


def queue_limits(text: str) -> Any:
    """(queue-limit-time in ms, queue-limit-bytes); 0 is no limit."""
    if text == "infinite":
        return 0, 0
    match = re.fullmatch(r"(\d+)B", text)
    if match:
        limits = 0, int(match[1])
    else:
        try:
            limits = units.time_ms(text), 0
        except ValueError:
            raise ValueError(f"{text!r} is none of 300ms, 75000B, infinite") from None
    if limits == (0, 0):
        raise ValueError("a queue of 0 lets nothing pass; infinite is one without a limit")
    return limits


def tcp_windows(text: str) -> Any:
    """[(start, end)] in whole seconds of "15-18" or "15-18+30-40"."""
    windows = []
    for part in text.split("+"):
        match = re.fullmatch(r"(\d+)-(\d+)", part)
        if match is None or int(match[1]) >= int(match[2]):
            raise ValueError(f"{part!r} is not a time of TCP in whole seconds such as 15-18")
        windows.append((int(match[1]), int(match[2])))
    return windows


READERS: dict[str, Any] = {**PLAIN, "rate": capacity.parse_steps, "trace": mahimahi.read_trace,
           "queue": queue_limits, "tcp": tcp_windows}


class Link:
    """One emulated link; `words` as the user gave them, with the defaults.

    trace: what the file of that word has, or will have; else it is read.
    """

    def __init__(self, name: str, words: Any, trace: Any = None) -> None:
        self.name = name
        self.given = words
        self.words = {**words, **{key: text for key, text in DEFAULTS.items()
                                if key not in words}}
        if "rate" in words and "trace" in words:
            raise ValueError("rate and trace exclude each other")
        self.values = {"trace": trace} if trace else {}
        for key, text in self.words.items():
            if key in self.values:
                continue
            try:
                self.values[key] = READERS[key](text)
            except ValueError as error:
                raise ValueError(f"{key}={text}: {error}") from error

    def __str__(self) -> str:
        """As --link; what has blanks is quoted."""
        return " ".join(f"{key}={shlex.quote(text)}" for key, text in self.words.items())

    def capacity(self) -> Any:
        """Steps or Trace, None if it is unlimited."""
        return self.values.get("rate", self.values.get("trace"))

    def tcp(self) -> Any:
        return self.values.get("tcp", [])

    def delay(self) -> Any:
        """One way, in ms."""
        return self.values["delay"]

    def properties(self) -> Any:
        """Properties of the element linkemu, as text."""
        found = {}
        for key, text in self.words.items():
            if key == "rate":
                constant = len(self.values["rate"].steps) == 1
                found["bitrate" if constant else "schedule"] = (
                    str(self.values["rate"].steps[0][1]) if constant else text)
            elif key == "trace":
                found["trace"] = os.path.abspath(text)
            elif key == "queue":
                limits = self.values["queue"]
                found["queue-limit-time"], found["queue-limit-bytes"] = map(str, limits)
            elif key in FLAGS:
                found[FLAGS[key]] = text
            elif key != "tcp":
                found[key] = str(self.values[key])
        return found

    def with_trace(self, path: str, name: str = "", trace: Any = None) -> Any:
        """The same link with a trace for its capacity."""
        words = {key: text for key, text in self.given.items() if key not in ("rate", "trace")}
        return Link(name or os.path.basename(path), {"trace": path, **words}, trace)


def split(text: str) -> tuple[Any, Any]:
    """(name or "", words) of a string; ValueError names the word."""
    name = ""
    words = {}
    for place, word in enumerate(shlex.split(text)):
        key, equals, value = word.partition("=")
        inner = value.partition("=")
        if place == 0 and key not in READERS and inner[1] and inner[0] in READERS:
            name, key, value = key, inner[0], inner[2]
        if not equals or key not in READERS:
            raise ValueError(f"{word!r} is not known; what may stand here: "
                             + ", ".join(f"{key}=" for key in READERS))
        if key in words:
            raise ValueError(f"{key} is there twice")
        words[key] = value
    return name, words


def parse(text: str, default_name: str) -> Any:
    try:
        name, words = split(text)
        if not re.fullmatch(r"[\w.+-]*", name):
            raise ValueError(f"the name {name!r}: letters, digits, - _ . + only")
        return Link(name or default_name, words)
    except ValueError as error:
        raise UserError(f'--link "{text}": {error}') from error


def everything(texts: Any, traces: Any, tcp: Any, corpus: Any = ()) -> Any:
    """All links of a comparison.  Each trace stands for a link with the other
    words of the first link, which is no link itself if it says no rate; tcp is
    for links that do not name their own.  corpus: (path that it will have, member) of
    traces whose links are those of their families, if there is no first link."""
    if not texts and not traces and not corpus:
        texts = ["steps=rate=0:2M,20:1M,40:2.5M"]
    links = [parse(text, f"link{number}" if len(texts) > 1 else "link")
             for number, text in enumerate(texts, 1)]
    base = links[0] if links else Link("trace", {})
    if (traces or corpus) and links and not base.given.keys() & {"rate", "trace"}:
        del links[0]
    for path in traces:
        try:
            links.append(base.with_trace(path))
        except ValueError as error:
            raise UserError(f"--traces: {error}".replace(f"trace={path}: ", "")) from error
    for path, member in corpus:
        own = base if texts else parse(member.link, member.name)
        links.append(own.with_trace(path, member.name, member.trace))
    if tcp:
        links = [link if link.tcp() else parse_tcp(link, tcp) for link in links]
    names = [link.name for link in links]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"--link: two links are called {name!r}; give names: "
                            '--link "NAME=rate=2M ..."')
    return links


def parse_tcp(link: Any, tcp: Any) -> Any:
    try:
        return Link(link.name, {**link.given, "tcp": tcp}, link.values.get("trace"))
    except ValueError as error:
        raise UserError(f"--tcp: {error}".replace(f"tcp={tcp}: ", "")) from error
