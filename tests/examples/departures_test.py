# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""examples/scale/departures: when packets left beside their plan, without streams."""
import os
import sys
import unittest
from typing import Any

from where import ROOT

SCALE = os.path.join(ROOT, "examples", "scale")
sys.path.insert(0, SCALE)
import siblings  # noqa: E402


class Departures(unittest.TestCase):
    def setUp(self) -> None:
        self.departures: Any = siblings.load("departures")

    def test_delay_from_the_plan(self) -> None:
        # Packet 2 was in one piece with packet 1; of SSRC 8 nothing was seen.
        plan = {7: [(1, 1000), (2, 2000), (3, 9000)], 8: [(1, 1000)]}
        late, missed = self.departures.delays(plan, {7: {1: 6000, 3: 9500}})
        self.assertEqual(late, [0.5, 4.0, 5.0])
        self.assertEqual(missed, 1)

    def test_percentile(self) -> None:
        values = [float(i) for i in range(100)]
        self.assertEqual([self.departures.percentile(values, p) for p in (50, 99, 99.9)],
                         [50, 99, 99])


if __name__ == "__main__":
    unittest.main()
