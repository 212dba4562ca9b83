# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of docs/research/papers.md: what published comparisons show, with our controllers.

Each picture is drawn from runs of seed 1, which are made for it.
"""
from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gstscream.draw import chart, look, palette
from gstscream.errors import UserError
from gstscream.evaluation.checkout import ROOT
from gstscream.evaluation.page import pictures, series
from gstscream.evaluation.pool import Pool
from gstscream.evaluation.run import programs
from gstscream.files import written
from gstscream.jobs.command import Command
from gstscream.jobs.perform import digest
from gstscream.options import Parser, status

SEED = 1
TIMEOUT = 1800                  # s; a cell with 40 calls takes minutes
HEIGHT = 150                    # of a plot, pixels
LINES = [palette.BLUE, palette.RED, palette.GREEN, palette.PURPLE]
COMPARED = ("scream", "scream-v1", "gcc", "nada")
OLD = "gcc-remb"
CELL = "dl-40u-3kmh-rtt40"
CELL_SECONDS = 40               # as the table of docs/research/evaluation-wireless.md


class Run(NamedTuple):
    program: str
    case: str
    variant: str
    controller: str
    seconds: int = 0            # 0: as long as the case


Found = Mapping[Run, series.Series]


class Work(NamedTuple):
    runs: list[Run]
    draw: Callable[[Found], chart.Picture]


def rate_of(run: series.Series, flow: int = 0) -> Any:
    return series.rate(run.flows[flow][["time", "send"]])


def end_of(found: Found) -> float:
    return float(max(run.end() for run in found.values()))


def compare(plots: Iterable[chart.Plot], heading: str, runs: Mapping[str, series.Series]) -> None:
    """The rates of all controllers in one plot and their delays in the next."""
    rate, delay = plots
    colours = palette.colours(runs)
    rate.head(f"{heading}: rate", "Mbit/s", columns=5)
    delay.head("Packet delay, longest of each interval", "ms")
    capacity = next(iter(runs.values())).capacity
    rate.line("capacity", pictures.scaled(capacity), palette.CAPACITY, step=True,
              width=look.STRONG)
    for name, run in runs.items():
        rate.line(name, rate_of(run), colours[name])
        delay.line("", series.peaks(pictures.delays(run.flows[0])), colours[name])


def draw_basic(found: Found) -> chart.Picture:
    picture = chart.Picture("One flow in RFC 8867 5.1: SCReAM beside GCC and NADA",
                            [HEIGHT, HEIGHT])
    compare(picture.plots, "5.1, jitter to 15 ms", {run.controller: found[run] for run in found})
    picture.over_time(end_of(found))
    return picture


def draw_eval_test(found: Found) -> chart.Picture:
    picture = chart.Picture("GCC, NADA and SCReAM with two jitters in RFC 8867 5.1", [HEIGHT] * 4)
    for place, (variant, jitter) in enumerate((("E", "two deviations of 15 ms"),
                                               ("E-gentle", "three deviations of 5 ms"))):
        compare(picture.plots[2 * place:2 * place + 2], f"Jitter to {jitter}",
                {run.controller: found[run] for run in found if run.variant == variant})
    picture.over_time(end_of(found))
    return picture


def draw_calls(found: Found) -> chart.Picture:
    """Five plots of one controller, each over 300 s."""
    picture = chart.Picture(f"Calls of 300 s with {OLD}", [HEIGHT] * 6)
    by_case = {(run.case, run.variant): found[run] for run in found}
    for plot, heading, kind in ((picture.plots[0], "One call, one-way delay", "delay"),
                                (picture.plots[1], "One call, random loss", "loss")):
        plot.head(heading, "Mbit/s", columns=4)
        variants = [run.variant for run in found if run.variant.startswith(f"B-{kind}")]
        for variant, colour in zip(variants, LINES, strict=True):
            number = variant.removeprefix(f"B-{kind}")
            plot.line(f"{number} {'ms' if kind == 'delay' else '%'}",
                      rate_of(by_case["call", variant]), colour)
    for plot, (case, heading) in zip(picture.plots[2:], (
            ("calls", "Three calls together"), ("calls-shifted", "A minute apart"),
            ("call-tcp", "Beside TCP"), ("call-tcp-both", "Beside TCP, both ways"))):
        several(plot, heading, by_case[case, "B"])
    picture.over_time(end_of(found))
    return picture


def several(plot: chart.Plot, heading: str, run: series.Series) -> None:
    plot.head(heading, "Mbit/s", columns=4)
    for flow, colour in zip(run.flows, LINES):
        plot.line(f"call {flow + 1}", rate_of(run, flow), colour)
    for place, other in enumerate(run.others.values()):
        plot.line("" if place else "TCP", series.rate(other[["time", "rate"]]),
                  palette.BLACK, width=look.FINE)


def draw_cellular(found: Found) -> chart.Picture:
    runs = {run.controller: found[run] for run in found}
    picture: chart.Picture = pictures.shares_picture(
        runs, pictures.Scale("Cell with 40 calls a minute", runs), palette.colours(runs))
    return picture


WORKS = {
    "basic": Work([Run("rmcat", "5.1", "A", name) for name in COMPARED], draw_basic),
    "cellular": Work([Run("cellular", "2.1", CELL, name, CELL_SECONDS) for name in COMPARED],
                     draw_cellular),
    "eval-test": Work([Run("rmcat", "5.1", variant, name) for variant in ("E", "E-gentle")
                       for name in ("gcc", "nada", "scream")], draw_eval_test),
    "rrtcc": Work([Run("rmcat", "call", f"B-{word}", OLD) for word in (
        "delay50", "delay100", "delay200", "delay500", "loss1", "loss5", "loss10", "loss20")] + [
        Run("rmcat", case, "B", OLD)
        for case in ("calls", "calls-shifted", "call-tcp", "call-tcp-both")], draw_calls),
}


def make(runs: Iterable[Run], paths: Mapping[str, str]) -> Found:
    """In the order of the runs."""
    commands = {}
    for run in runs:
        if run.program not in paths:
            raise UserError(f"--build: there is no {run.program} in it")
        words = [paths[run.program], f"--case={run.case}", f"--variant={run.variant}",
                 f"--controller={run.controller}", f"--seed={SEED}"]
        if run.seconds:
            words.append(f"--duration={run.seconds}")
        commands[run] = Command(tuple(words), TIMEOUT, digest(words[0]), "--series")
    found = {}
    for run, done in Pool(os.cpu_count() or 1).run(commands):
        if done.failure:
            raise UserError(f"{' '.join(commands[run].words)}: {done.failure}")
        found[run] = series.parse(done.kept.splitlines(), " ".join(commands[run].words))
    return {run: found[run] for run in commands}


def parse(arguments: list[str]) -> Namespace:
    made = Parser("tests/evaluation/papers", "Draws the pictures of docs/research/papers.md.")
    made.add_argument("names", nargs="*", metavar="NAME",
                      help=f"{', '.join(WORKS)}; default: all of them")
    made.add_argument("--out", metavar="DIR", default=os.path.join(ROOT, "docs", "images"),
                      help="where to write papers-NAME.svg (default: docs/images)")
    made.add_argument("--build", metavar="DIR", default=os.path.join(
        ROOT, "build-evaluation"), help="where the evaluation is built, as by "
                      "tests/evaluation/run --list (default: build-evaluation)")
    chosen: Namespace = made.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in WORKS]
    if unknown:
        made.error(f"no '{unknown[0]}'; there are {', '.join(WORKS)}")
    return chosen


def draw(chosen: Namespace) -> None:
    paths = programs.find(os.path.abspath(chosen.build))
    for name in chosen.names or WORKS:
        picture = WORKS[name].draw(make(WORKS[name].runs, paths))
        path = os.path.join(chosen.out, f"papers-{name}.svg")
        with written(path) as file:
            file.write(picture.svg())
        print(path)


def main(arguments: list[str]) -> int:
    return status("tests/evaluation/papers", lambda: draw(parse(arguments)))
