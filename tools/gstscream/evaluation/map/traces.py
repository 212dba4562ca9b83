# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A corpus of traces in virtual time: its cells, and how controllers stand beside the oracle."""
import sys
from typing import Any

from gstscream.ab.scenario import links, options
from gstscream.corpus import families, members, oracle, standing
from gstscream.evaluation.job import Job
from gstscream.evaluation.tables import markdown

FRAMERATE = 30                  # of pathrun
BOUNDS: dict[str, Any] = {"min": options.DEFAULTS["min_bitrate"],
                          "start": options.DEFAULTS["initial_bitrate"],
                          "max": options.DEFAULTS["max_bitrate"]}

class Corpus:
    """What --corpus names of some halves (of gstscream.corpus.halves), as files of a folder."""

    def __init__(self, text: str, wanted: Any, folder: str) -> None:
        self.members = {member.name: member for member in members.read(text)
                        if member.half in wanted}
        if not self.members:
            raise ValueError(f"--corpus {text}: no trace is in this half; name more, or give "
                             "--half all")
        members.write(folder, list(self.members.values()))
        self.links = {name: links.everything([], [], None, [
            (members.path_of(folder, name), member)])[0]
            for name, member in self.members.items()}

    def keys(self, name: Any) -> dict[str, Any]:
        """pathrun's."""
        link = self.links[name]
        return {"trace": link.words["trace"], "rtt": 2 * link.delay(),
                "queue": link.values["queue"][0], "duration": families.SECONDS, **BOUNDS}

    def wanted(self, program: str, controllers: list[str], seeds: Any) -> dict[Any, Any]:
        """{job: the keys of its cell}"""
        return {Job(program, name, "", controller, seed): self.keys(name) for name in self.links
                for controller in controllers for seed in range(1, seeds + 1)}

    def known(self) -> dict[Any, Any]:
        """What standing.rows has to know."""
        source = oracle.Source(FRAMERATE, BOUNDS["min"], BOUNDS["max"])
        return {name: {"family": member.family, "half": member.half, "oracle": oracle.figures(
            member.trace, source, families.SECONDS, self.links[name].delay() / 1e3)}
            for name, member in self.members.items()}

    def show(self, rows: list[dict[str, str]], stream: Any = sys.stdout) -> None:
        """A table in Markdown of each half."""
        found = standing.rows(self.known(), [standing.Result(
            row["case"], row["controller"], {name: float(value) for name, value in row.items()
                                             if name in standing.COLUMNS and value})
            for row in rows])
        for half, (head, *lines) in standing.tables(found).items():
            print(markdown.text([[half, *head[1:]], *([f"`{line[0]}`", *line[1:]]
                                                      for line in lines)]), end="\n\n",
                  file=stream)
