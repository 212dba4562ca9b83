# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The output folder: settings, states of runs, results.csv; resuming."""
from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, Any

from gstscream.errors import UserError
from gstscream.files import cell, read_json, write_json, written

if TYPE_CHECKING:
    from gstscream.ab.scenario.matrix import Run
    from gstscream.ab.scenario.options import Options

IDENTITY = ["id", "controller", "encoder", "link_name", "link", "tcp", "repeat", "state",
            "trusted", "error"]
# May change when a comparison is resumed: more repeats are more runs.
FREE = {"repeat", "command", "frames"}
KEPT = ("machine",)             # notes that a later command does not take away


def settings(options: Options, source: Any) -> dict[str, Any]:
    """All that decides what a run measures, as settings.json has it."""
    traces = {"corpus": {each.name: each.digest for each in options.corpus}}
    return {
        **(traces if options.corpus else {}),
        "controllers": list(options.controllers), "encoders": options.encoders,
        "links": [{"name": link.name, "link": str(link), "tcp": link.words.get("tcp", "")}
                  for link in options.links],
        "seconds": options.seconds, "repeat": options.repeat, "tun": options.tun,
        "case": options.case or "", "size": "%dx%d" % options.size,
        "framerate": options.framerate, "min_bitrate": options.min_bitrate,
        "initial_bitrate": options.initial_bitrate, "max_bitrate": options.max_bitrate,
        "screamtx": options.screamtx or "", "input": source, "frames": options.frames,
    }


class Folder:
    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)

    def file(self, *parts: str) -> str:
        return os.path.join(self.path, *parts)

    def run_folder(self, run: Run) -> Any:
        return self.file("runs", run.id)

    def open(self, wanted: Any) -> None:
        """Makes it, or sees that what is there is the same comparison."""
        try:
            found = os.listdir(self.path) if os.path.isdir(self.path) else []
            before = read_json(self.file("settings.json"))
            if before is not None:
                self.compare(before, wanted)
            elif found:
                raise UserError(f"-o {self.path}: the folder has other files; give a new one")
            os.makedirs(self.file("runs"), exist_ok=True)
            kept = {name: before[name] for name in KEPT if before and name in before}
            write_json(self.file("settings.json"), {**wanted, **kept})
        except OSError as error:
            raise UserError(f"-o {self.path}: {error.strerror}; give another folder"
                            ) from error

    def note(self, name: str, text: str) -> None:
        """Into the settings; name: of KEPT."""
        path = self.file("settings.json")
        write_json(path, {**(read_json(path) or {}), name: text})

    def compare(self, before: Any, wanted: Any) -> None:
        names = [name for name in wanted
                 if name not in FREE and before.get(name) != wanted[name]]
        if names:
            raise UserError(
                f"-o {self.path} has another comparison (differs in {', '.join(names)}); "
                "give a new folder, or the same options to resume")

    def state(self, run: Run) -> Any:
        """run.json, or None."""
        return read_json(os.path.join(self.run_folder(run), "run.json"))

    def done(self, run: Run) -> bool:
        state = self.state(run)
        return state is not None and state.get("state") == "done"

    def write_results(self, runs: list[Run]) -> Any:
        """results.csv: a line for each run that has ended, in order."""
        states = [state for state in map(self.state, runs) if state]
        columns = list(dict.fromkeys(
            name for state in states for name in state.get("figures", {})))
        path = self.file("results.csv")
        with written(path) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(IDENTITY + columns)
            for state in states:
                writer.writerow(
                    [cell(state.get(name)) for name in IDENTITY]
                    + [cell(state.get("figures", {}).get(name)) for name in columns])
        return states
