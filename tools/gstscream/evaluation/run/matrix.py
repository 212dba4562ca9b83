# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which runs there are and which were asked for."""
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from gstscream import order
from gstscream.errors import UserError
from gstscream.evaluation.job import Job
from gstscream.evaluation.results import names

from .options import DEFAULT_SET


class Entry(NamedTuple):
    """A line of --list of a program."""
    program: str
    case: str
    variant: str
    set: str


def parse_list(program: str, text: str) -> Iterator[Any]:
    for line in text.splitlines():
        fields = line.split("\t")
        if len(fields) != 3:
            raise ValueError(f"{program} --list: '{line}'")
        yield Entry(program, *fields)


def check_names(option: str, asked: Any, there: Any) -> None:
    for name in asked or []:
        if not any(fnmatchcase(known, name) for known in there):
            raise UserError(f"{option}: no '{name}'; there are {', '.join(there)}")


def chosen_cases(entries: Any, chosen: Any) -> Any:
    """The entries of the set and the cases that were asked for."""
    check_names("--case", chosen.case,
                sorted({entry.case for entry in entries}, key=order.natural))
    if chosen.set:
        check_names("--set", [chosen.set], sorted({entry.set for entry in entries}))
    in_set = [entry for entry in entries if entry.set == (chosen.set or DEFAULT_SET)]
    if chosen.case is None:
        return in_set
    found = []
    for name in chosen.case:
        here = [entry for entry in in_set if fnmatchcase(entry.case, name)]
        if not here and chosen.set:
            raise UserError(f"--case: no '{name}' in the set {chosen.set}")
        found += here or [entry for entry in entries if fnmatchcase(entry.case, name)]
    return found


def chosen_variants(entries: Any, cases: Any, chosen: Any) -> Any:
    """{(case, variant): program}; a program may know more variants than it lists."""
    pairs = {(entry.case, entry.variant): entry.program for entry in cases}
    if chosen.variant is None:
        return pairs
    picked = {}
    everything = {(entry.case, entry.variant): entry.program for entry in entries}
    for name in chosen.variant:
        at = {pair: program for pair, program in pairs.items() if fnmatchcase(pair[1], name)}
        if not at:
            at = {pair: program for pair, program in everything.items()
                  if fnmatchcase(pair[1], name) and pair[0] in {entry.case for entry in cases}}
        if not at and "*" in name:
            there = sorted({variant for _, variant in pairs}, key=order.natural)
            raise UserError(f"--variant: no '{name}'; there are {', '.join(there)}")
        # Whether a combination has a meaning is the program's to say.
        picked.update(at or {(entry.case, name): entry.program for entry in cases})
    return picked


def select(entries: Any, chosen: Any) -> list[Any]:
    """The jobs, sorted."""
    cases = chosen_cases(entries, chosen)
    if not cases:
        raise UserError(f"--set: no program in the folder of --build lists a run of {DEFAULT_SET}")
    pairs = chosen_variants(entries, cases, chosen)
    controllers = (chosen.flows or []) + (chosen.controller or [])
    jobs = [Job(program, case, variant, controller, seed)
            for (case, variant), program in pairs.items()
            for controller in controllers or order.CONTROLLERS
            for seed in range(1, chosen.seeds + 1)]
    return sorted(jobs, key=lambda job: (*names.case_key(job.case, job.variant),
                                         order.natural(job.controller), job.seed))


def listing(entries: Any) -> str:
    """For the user: a line for each case and variant with the sets it is in."""
    sets: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        sets.setdefault((entry.case, entry.variant), []).append(entry.set)
    lines = [f"{case:<10} {variant:<24} {', '.join(sets[case, variant])}"
             for case, variant in sorted(sets, key=lambda pair: names.case_key(*pair))]
    return "\n".join([f"{'case':<10} {'variant':<24} sets"] + lines)
