# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The traces that --corpus names, and a folder of them that all our programs read."""
import hashlib
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from gstscream.errors import UserError
from gstscream.files import read_json, write_json

from . import families, formats, halves, mahimahi, rates

MOST = 1000                     # traces
INDEX = "corpus.json"           # families of the traces beside it
SUFFIX = ".trace"
OTHER_LINK = "delay=25ms queue=300ms"
GENERATED = re.compile(r"([\w-]+):(\d{1,9})(?:-(\d{1,9}))?")


class Member(NamedTuple):
    """A trace of a corpus."""
    name: str                   # of letters, digits, - _ . +
    family: str                 # of families.FAMILIES, or ""
    trace: mahimahi.Trace

    @property
    def half(self) -> str:
        return halves.half(self.name)

    @property
    def link(self) -> str:
        """The words of a link beside its capacity, if the user says none."""
        family = families.FAMILIES.get(self.family)
        return family.link if family else OTHER_LINK

    @property
    def digest(self) -> str:
        """Of what it lets pass: another trace has another."""
        text = "\n".join(map(str, self.trace.times))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def generated(match: re.Match[str]) -> Iterator[Member]:
    """Of FAMILY:COUNT or FAMILY:FIRST-LAST."""
    family, number, end = match[1], int(match[2]), match[3]
    first, last = (1, number) if end is None else (number, int(end))
    if family not in families.FAMILIES:
        raise UserError(f"--corpus: {match[0]!r} is neither a file nor a generator; those are "
                        + ", ".join(families.FAMILIES))
    if not 1 <= first <= last or last - first >= MOST:
        raise UserError(f"--corpus {match[0]}: seeds from 1, at most {MOST}, as in {family}:20 or "
                        f"{family}:21-40")
    for seed in range(first, last + 1):
        yield Member(f"{family}-{seed}", family, rates.packets(families.generate(family, seed)))


def files(folder: str) -> list[str]:
    """Paths below it, sorted; no hidden ones and no descriptions."""
    found: list[str] = []
    for where, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        found += [os.path.join(where, name) for name in sorted(names)
                  if name != INDEX and not name.startswith(".")
                  and not name.lower().startswith(("readme", "licen"))]
        if len(found) > MOST:
            raise UserError(f"--corpus {folder}: more than {MOST} files; give a part of them")
    if not found:
        raise UserError(f"--corpus {folder}: no traces in it")
    return found


def named(path: str, folder: str) -> str:
    """A name for a link, of the path below the folder."""
    inner = os.path.relpath(path, folder)
    stem, ending = os.path.splitext(inner)
    inner = stem if ending in (SUFFIX, ".csv", ".json", ".txt", ".log") else inner
    return re.sub(r"[^\w.+-]+", "-", inner, flags=re.ASCII).strip("-.") or "trace"


def of_files(paths: list[str], folder: str) -> Iterator[Member]:
    index = read_json(os.path.join(folder, INDEX))
    known = index.get("families", {}) if isinstance(index, dict) else {}
    for path in paths:
        name = named(path, folder)
        try:
            family = known.get(name) if isinstance(known, dict) else None
            if not isinstance(family, str) or family not in families.FAMILIES:
                family = ""
            yield Member(name, family, formats.read(path))
        except ValueError as error:
            raise UserError(f"--corpus: {error}") from error


def of_word(word: str) -> Iterator[Member]:
    match = GENERATED.fullmatch(word)
    if os.path.isdir(word):
        return of_files(files(word), word)
    if os.path.exists(word):
        return of_files([word], os.path.dirname(word) or ".")
    if match is None:
        raise UserError(f"--corpus {word}: no such file or folder, and no generator such as "
                        "cellular:20")
    return generated(match)


def read(text: str) -> list[Member]:
    """The members that e.g. "cellular:20,FOLDER" names; UserError: file, line, remedy."""
    found: list[Member] = []
    names = set()
    for word in filter(None, text.split(",")):
        for member in of_word(word):
            if member.name in names:
                raise UserError(f"--corpus: two traces are called {member.name!r}; rename a file, "
                                "or name it once")
            if len(found) == MOST:
                raise UserError(f"--corpus: more than {MOST} traces; give a part of them")
            names.add(member.name)
            found.append(member)
    if not found:
        raise UserError("--corpus: no trace is named; as in cellular:20,wifi:20,satellite:20")
    return found


def path_of(folder: str, name: str) -> str:
    return os.path.join(folder, name + SUFFIX)


def write(folder: str, members: list[Member]) -> None:
    """Files NAME.trace in Mahimahi's format, and their families.  OSError: it cannot be."""
    os.makedirs(folder, exist_ok=True)
    for member in members:
        mahimahi.write_trace(path_of(folder, member.name), member.trace)
    write_json(os.path.join(folder, INDEX), {
        "families": {member.name: member.family for member in members},
        "halves": {member.name: member.half for member in members}})
