# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What switches the departures of scream off."""
import os

from where import BUILD

from gstscream.evaluation.price import switches

PATHRUN = os.path.join(BUILD, "tests", "evaluation", "pathrun")


def test_numbers_are_of_a_departure() -> None:
    """None is left behind by a parameter that is gone."""
    of = {each["name"]: each["of"] for each in switches.parameters(PATHRUN)}
    assert {name for name in switches.OFF if of.get(name, "DRAFT") in switches.NONE} == set()
