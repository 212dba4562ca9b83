# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The values of an enumeration, the same with all versions of PyGObject."""
import itertools
from typing import Any

from gi.repository import GObject, Gst


def nick(kind: Any, number: int) -> Any:
    value = GObject.Value(kind)
    value.set_enum(number)
    return Gst.value_serialize(value)


def nicks(kind: Any) -> list[Any]:
    """Those of a type whose numbers begin at 0 and have no gaps, as ours do."""
    # PyGObject before 3.50 has them as an attribute of its class for the type, later
    # ones have no such class; GObject writes a number that it does not know as digits.
    known = itertools.takewhile(
        lambda number: not GObject.enum_to_string(kind, number).isdigit(), itertools.count())
    return [nick(kind, number) for number in known]
