# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the command lines of our programs have in common.

A mistake is a UserError of one line; a type of an option says in its own words what is wrong.
Where argcomplete is installed (Debian: python3-argcomplete), shells complete the words.
"""
from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from . import libraries
from .errors import UserError

ASKED = "_ARGCOMPLETE"          # by the shell: the word that the program is, from 1
# Exit statuses.
MISTAKE = 2
NOBODY_READS = 141              # as of a program that SIGPIPE ended
Value = TypeVar("Value")


class Parser(argparse.ArgumentParser):
    """Texts keep their lines, and options are written out."""

    def __init__(self, prog: str, description: str, epilog: str | None = None) -> None:
        super().__init__(prog=prog, description=description, epilog=epilog, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter)

    def parse_args(self, *arguments: Any, **more: Any) -> Any:
        if is_asked_for_words():
            complete(self)
        return super().parse_args(*arguments, **more)

    def error(self, message: str) -> NoReturn:
        raise UserError(message.replace("argument ", "", 1) + " (see --help)")


def is_asked_for_words() -> bool:
    return ASKED in os.environ and not libraries.missing("argcomplete")


def complete(parser: argparse.ArgumentParser) -> NoReturn:
    """Says to the shell which words can follow, and ends the program."""
    import argcomplete
    argcomplete.autocomplete(parser)
    raise SystemExit(MISTAKE)


def reader(function: Callable[[str], Value]) -> Callable[[str], Value]:
    """A type of argparse that keeps the words of a ValueError."""
    def read(text: str) -> Value:
        try:
            return function(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error
    return read


def words(text: str) -> list[str]:
    """Names with commas between, each once."""
    found = [word.strip() for word in text.split(",")]
    if "" in found:
        raise argparse.ArgumentTypeError(f"an empty name in '{text}': names with commas between")
    return list(dict.fromkeys(found))


def whole(least: int, most: int, what: str = "number") -> Callable[[str], int]:
    @reader
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"{text!r} is not a {what} from {least} to {most}")
        return int(text)
    return read


def seconds(least: float, most: float = 86400) -> Callable[[str], float]:
    """Times that are written out: no 1e3, no nan."""
    @reader
    def read(text: str) -> float:
        if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", text) or not least <= float(text) <= most:
            raise ValueError(f"{text!r} is not a time from {least:g} to {most:g} seconds")
        return float(text)
    return read


@reader
def writable(path: str) -> str:
    """Found out before the runs, not after them."""
    folder = os.path.dirname(os.path.abspath(path))
    place = path if os.path.exists(path) else folder
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(place, os.W_OK):
        raise ValueError(f"{path} cannot be written")
    return path


count = whole(1, 1000)


def add_scheduler(group: argparse._ActionsContainer, page: str) -> None:
    group.add_argument("--scheduler", metavar="ADDRESS",
                       help="of a Dask scheduler, as tcp://host:8786, whose workers do the "
                       f"runs; {page} says how to start them")


def status(prog: str, act: Callable[[], int | None]) -> int:
    """The exit status of what act () returns; a mistake is said in the name of the program."""
    try:
        done = act() or 0
        sys.stdout.flush()
        return done
    except BrokenPipeError:
        # What is still to be written would fail again at the end of the program.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{prog}: {where}{error.strerror or error}", file=sys.stderr)
    except (ImportError, UserError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
    return MISTAKE
