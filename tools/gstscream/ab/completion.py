# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Words that a shell offers: those of the command that the first word is."""
import os
import re
from typing import Any

from gstscream import encoders, order
from gstscream.ab.scenario import options
from gstscream.corpus import families
from gstscream.options import ASKED, complete


def listed(names: list[str]) -> Any:
    """Completes the last of words with commas between."""
    def found(prefix: str, **_more: Any) -> list[Any]:
        before, comma, _ = prefix.rpartition(",")
        return [before + comma + name for name in names if name not in before.split(",")]
    return found


def main_parser(commands: Any) -> Any:
    """Of scream-ab without a command, whose first word may be one."""
    made = options.parser()
    made.add_argument("command", nargs="?", choices=sorted(commands))
    known = {"--encoders": sorted(encoders.CODECS), "--controllers": order.CONTROLLERS,
             "--corpus": [f"{family}:20" for family in families.FAMILIES]}
    for action in made._actions:    # argparse has no public list of them
        for option in action.option_strings:
            if option in known:
                action.completer = listed(known[option])
    return made


def inner_parser(line: Any) -> Any:
    """Of the command that the first word of a line is, once a blank follows it; or None."""
    word = line.split()[1] if re.match(r"\s*\S+\s+\S+\s", line) else ""
    if word == "compare":
        from . import compare
        return compare.parser()
    if word == "corpus":
        from . import corpus
        return corpus.parser()
    if word == "doctor":
        from . import doctor
        return doctor.parser()
    return None


def run(commands: Any) -> None:
    """Ends the program."""
    inner = inner_parser(os.environ.get("COMP_LINE", ""))
    if inner:                       # for it the command is the program
        os.environ[ASKED] = str(int(os.environ[ASKED]) + 1)
    complete(inner or main_parser(commands))
