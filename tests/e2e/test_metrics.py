#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures on made-up packets whose answers are known.  No root."""
import unittest
from typing import Any

import capture
import metrics
import report
import scenarios

START = 1234567.125             # odd and not zero
SIZE = 1250                     # 10 kbit


def packet(when: float, seq: int, size: int = SIZE, ssrc: int = 7,
           rtp_time: int = 0) -> capture.Packet:
    return capture.Packet(START + when, size,
                          (0x80, 96, seq % 0x10000, rtp_time, ssrc), b'')


def flow(rows: Any, end: float) -> metrics.Flow:
    """rows: (sent, delay or None), with numbers that wrap."""
    before = [packet(t, 65500 + i) for i, (t, _) in enumerate(rows)]
    after = [packet(t + d, 65500 + i) for i, (t, d) in enumerate(rows)
             if d is not None]
    after.sort(key=lambda p: p.time)
    return metrics.Flow(capture.match(before, after), START + end)


class Match(unittest.TestCase):
    def test_match_wrap(self) -> None:
        one = flow([(i * .01, .002) for i in range(100)], 3)
        self.assertEqual([p.seq for p in one.passages],
                         list(range(65500, 65600)))
        self.assertEqual(one.loss(), 0)

    def test_match_duplicate_and_lost(self) -> None:
        before = [packet(0, 1), packet(.01, 2), packet(.02, 2), packet(.03, 3)]
        after = [packet(.001, 1), packet(.012, 2), packet(.024, 2)]
        delays = [p.received and round(p.delay(), 4)
                  for p in capture.match(before, after)]
        self.assertEqual(delays, [.001, .002, .004, None])

    def test_match_number_comes_again(self) -> None:
        before = [packet(0, 5), packet(20, 5)]
        passages = capture.match(before, [packet(20.003, 5)])
        self.assertIsNone(passages[0].received)
        self.assertAlmostEqual(passages[1].delay(), .003, 5)

    def test_match_two_ssrcs(self) -> None:
        before = [packet(0, 5, ssrc=1), packet(.01, 5, ssrc=2)]
        after = [packet(.05, 5, ssrc=2), packet(.06, 5, ssrc=1)]
        delays = [round(p.delay(), 4) for p in capture.match(before, after)]
        self.assertEqual(delays, [.06, .04])


class Figures(unittest.TestCase):
    def test_capacity_steps(self) -> None:
        capacity = metrics.Capacity([(0, 2e6), (10, 1e6), (20, 4e6)])
        self.assertAlmostEqual(capacity.bits(5, 25), 10e6 + 10e6 + 20e6)
        self.assertEqual(capacity.at(10), 1e6)
        self.assertEqual(capacity.changes(15), [(10, 2e6, 1e6)])

    def test_utilisation_half(self) -> None:
        # 100 packets a second of 10 kbit on 2 Mbit/s.
        one = flow([(i * .01, .001) for i in range(1500)], 15)
        result = metrics.analyse(one, metrics.Capacity([(0, 2e6)]))
        self.assertAlmostEqual(result['utilisation'], .5, 3)
        self.assertAlmostEqual(result['q_p95'], 1, 3)
        self.assertEqual(result['over100'], 0)

    def test_loss_share_and_in_flight(self) -> None:
        rows = [(i * .01, None if i % 10 == 0 else .001)
                for i in range(1000)]
        self.assertAlmostEqual(flow(rows, 11).loss(), .1)
        # What is under way at the end is not lost.
        rows = [(i * .01, .001) for i in range(1000)] + [(10.5, None)]
        self.assertEqual(flow(rows, 10.6).loss(), 0)

    def test_over100_counts_time_not_packets(self) -> None:
        # 10 s at 100 packets/s; 1 s of them at 150 ms.
        rows = [(i * .01, .15 if 300 <= i < 400 else .001)
                for i in range(1000)]
        share = metrics.time_over(flow(rows, 10), .1, 0, 10)
        self.assertAlmostEqual(share, .1, delta=.003)

    def test_over100_drains_without_packets(self) -> None:
        # One packet that met 300 ms: above 100 ms for the 200 ms after it.
        rows = [(0, .001), (1, .3), (9.9, .001)]
        share = metrics.time_over(flow(rows, 10), .1, 0, 10)
        self.assertAlmostEqual(share, .02, delta=.002)

    def test_drain_of_one_excursion(self) -> None:
        # Up at 10.05, gone at 10.6; a later spike is not its business.
        rows = []
        for i in range(2000):
            t = i * .01
            high = 10.05 <= t < 10.6 or 15 <= t < 15.2
            rows.append((t, .12 if high else .01))
        one = flow(rows, 20)
        self.assertAlmostEqual(metrics.drain_time(one, 10, 20), .6,
                               delta=.021)

    def test_drain_none_and_never(self) -> None:
        calm = flow([(i * .01, .01) for i in range(2000)], 20)
        self.assertEqual(metrics.drain_time(calm, 10, 20), 0)
        full = flow([(i * .01, .01 if i < 1000 else .3)
                     for i in range(2000)], 20)
        self.assertEqual(metrics.drain_time(full, 10, 20), metrics.NEVER)

    def test_rise_time(self) -> None:
        # 1 Mbit/s until 12, then 2 Mbit/s; the limit is 2 from 10 on.
        rows = [(i * .01, .001) for i in range(1200)]
        rows += [(12 + i * .005, .001) for i in range(1600)]
        # 500 ms hold 90 %: 400 ms after 12.
        self.assertAlmostEqual(
            metrics.rise_time(flow(rows, 20), 10, 2e6, 20), 2.4, delta=.03)

    def test_rise_never(self) -> None:
        rows = [(i * .01, .001) for i in range(2000)]
        self.assertEqual(metrics.rise_time(flow(rows, 20), 10, 2e6, 20),
                         metrics.NEVER)


class Frames(unittest.TestCase):
    """Three packets a frame, 25 a second, whose RTP time wraps; 20 ms from capture to arrival."""

    def frames(self, late: dict[int, float], lost: Any = ()) -> dict[str, float]:
        before, after = [], []
        for i in range(300):
            for part in range(3):
                when, seq = i * .04, 3 * i + part
                before.append(packet(when, seq, rtp_time=(3600 * (i - 100)) % 2**32))
                if (i, part) not in lost:
                    after.append(packet(when + .02 + late.get(i, 0) * (part == 1), seq))
        after.sort(key=lambda p: p.time)
        return metrics.frame_figures(metrics.Flow(capture.match(before, after), START + 13))

    def test_over_the_fastest(self) -> None:
        found = self.frames({i: .05 if i < 240 else .001 * i for i in range(300) if i != 7})
        self.assertAlmostEqual(found['frame_p50'], 50, 3)
        self.assertAlmostEqual(found['frame_p95'], 284, delta=2)
        self.assertAlmostEqual(found['frame_p99'], 296, delta=2)

    def test_freezes(self) -> None:
        """A frame that is late, with those behind it."""
        for late, freezes in ((0, 0), (.1, 0), (.2, 1)):
            behind = {100 + i: max(0, late - i * .04) for i in range(9)}
            self.assertEqual(self.frames(behind)['freezes'], freezes)

    def test_frame_with_a_loss_is_none(self) -> None:
        self.assertAlmostEqual(self.frames({100: 5}, [(100, 0)])['frame_p99'], 0, 3)
        self.assertEqual(self.frames({}, [(i, 2) for i in range(100, 106)])['freezes'], 1)


class Silence(unittest.TestCase):
    """Media at 2 Mbit/s until 3.4 s after an outage began, which lasts from 10 s to 30 s; then
    a packet each 150 ms, 67 kbit/s.  With 0.75 s of media the mean is 150 kbit/s."""

    def fall(self, *more: Any) -> Any:
        rows: list[tuple[float, Any]] = [(i * .005, .001) for i in range(2680)]
        rows += [(13.4 + i * .15, None) for i in range(1, 110)]
        rows += [(when, None) for when in more]
        rows.sort(key=lambda row: row[0])
        return scenarios.first_below(flow(rows, 40), 10, 30, 150e3)

    def test_the_end_of_the_media(self) -> None:
        self.assertAlmostEqual(self.fall(), 2.65, delta=.1)

    def test_a_late_frame_does_not_count(self) -> None:
        self.assertAlmostEqual(self.fall(*(29 + i * .001 for i in range(3))), 2.65, delta=.1)

    def test_a_second_of_media_does(self) -> None:
        self.assertGreater(self.fall(*(27 + i * .02 for i in range(50))), 10)

    def test_never(self) -> None:
        self.assertEqual(self.fall(*(10 + i * .05 for i in range(400))), scenarios.INF)


class Table(unittest.TestCase):
    def test_row(self) -> None:
        """Figures that nobody measured are empty; those with bounds of their own come last."""
        one = scenarios.Scenario('one', '', [], 1, '', '', [
            scenarios.Bound('q_p95', 0, 40, ''), scenarios.Bound('recover', 0, 3, ''),
            scenarios.Bound('fall', 0, 2, '')])
        result = {'utilisation': .9541, 'q_p50': 6.2, 'q_p95': 33.14, 'q_max': 224.0,
                  'loss': 0.0, 'recover': 1.25}
        head, _, row = report.table([(one, result)]).split('\n')
        self.assertEqual(row,
                         '| `one` | 95.4 | 6 / 33.1 / - / 224 | - / - / - / - | 0.00 |  |  |  |  '
                         '| recover 1.25 |')
        self.assertEqual(head.count('|'), row.count('|'))
