# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of each place, as pictures of the page itself or as what it loads."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from . import pareto, pictures, words
from .columns import column, shown
from .figures import Figures
from .verdict import chosen

if TYPE_CHECKING:
    from .data import Folder, Run, Scenario

SAID = (("utilisation", "{} % used"), ("queue_p95_ms", "queue p95 {} ms"),
        ("frame_delay_p95_ms", "frames p95 {} ms"), ("freeze_s", "{} s frozen"))
FILES = ("samples.csv", "frames.csv", "link.csv", "tx.csv", "log.txt")


class Section(NamedTuple):
    """The pictures of a link and encoder: SVG, or Figures."""
    title: str
    link: str
    anchor: str
    shares: list[Any]                # of all controllers together
    cards: list[Any]                 # (controller, SVG of its repeats), or Card


class Card(NamedTuple):
    """A run that can be opened."""
    controller: str
    repeat: int
    first: bool                 # of its controller, here
    said: str                   # its figures in a line
    distrust: str               # why it is not to be trusted, or ""
    figure: object              # Figure
    files: list[Any]                 # (name, path from the page) of what it measured


def of(folder: Folder, scenario: Scenario, shares: Any, cards: Any) -> Any:
    for run in folder.of(scenario):
        run.forget()
    return Section(words.place(scenario), words.link_of(folder, scenario.link),
                   scenario.anchor(), shares, cards)


def shown_runs(folder: Folder, scenario: Scenario) -> dict[Any, Any]:
    """{controller: its runs to draw}"""
    groups = {name: chosen(folder.of(scenario, name)) for name in folder.controllers}
    return {name: runs for name, runs in groups.items() if runs}


class Static:
    """SVG; the page is one file."""

    def __init__(self, folder: Folder, colours: dict[str, str]) -> None:
        self.folder, self.colours = folder, colours

    def pareto(self) -> list[Any]:
        return [each._replace(picture=each.picture.svg())
                for each in pareto.pictures(self.folder, self.colours)]

    def sections(self) -> list[Any]:
        return [self.section(scenario) for scenario in self.folder.scenarios]

    def section(self, scenario: Scenario) -> Any:
        groups = shown_runs(self.folder, scenario)
        scale = pictures.Scale([run for runs in groups.values() for run in runs])
        shares = [each.svg() for each in pictures.shares(groups, self.colours).values()] \
            if groups else []
        cards = [(name, pictures.controller_picture(runs, scale).svg())
                 for name, runs in groups.items()]
        return of(self.folder, scenario, shares, cards)

    def finish(self) -> None:
        pass


class Interactive:
    """Figures in files beside the page: those of all runs together, and one for each run, the
    first of each controller beside each other."""

    def __init__(self, folder: Folder, colours: dict[str, str]) -> None:
        from gstscream.draw.interactive import Picture
        self.folder, self.colours, self.kind = folder, colours, Picture
        self.figures = Figures(folder.path)
        self.finish = self.figures.finish

    def pareto(self) -> list[Any]:
        return [each._replace(picture=self.figures.add(f"pareto-{each.name}", each.picture))
                for each in pareto.pictures(self.folder, self.colours, self.kind)]

    def sections(self) -> list[Any]:
        return [self.section(scenario) for scenario in self.folder.scenarios]

    def section(self, scenario: Scenario) -> Any:
        groups = shown_runs(self.folder, scenario)
        scale = pictures.Scale([run for runs in groups.values() for run in runs])
        drawn = pictures.shares(groups, self.colours, self.kind) if groups else {}
        shares = [self.figures.add(f"{name}-{scenario.anchor()}", picture)
                  for name, picture in drawn.items()]
        runs = [run for run in self.folder.of(scenario) if run.done]
        firsts = {run.controller: run for run in reversed(runs)}
        cards = [self.card(run, firsts[run.controller] is run, scale) for run in sorted(
            runs, key=lambda run: (firsts[run.controller] is not run, run.repeat))]
        return of(self.folder, scenario, shares, cards)

    def card(self, run: Run, first: Any, scale: Any) -> Any:
        folder = os.path.basename(run.folder)
        picture = pictures.controller_picture([run], scale, self.kind)
        return Card(run.controller, run.repeat, first, said(run),
                    "" if run.trusted else words.distrust(run),
                    self.figures.add(f"run-{folder}", picture),
                    [(name, f"runs/{folder}/{name}") for name in FILES
                     if os.path.exists(run.path(name))])


def said(run: Run) -> str:
    """94.1 % used, queue p95 12.0 ms; what it did not measure is left out."""
    return ", ".join(text.format(shown(run.figure(name), column(name)))
                     for name, text in SAID if run.figure(name) is not None)
