# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures on made-up packets whose answers are known.  No root."""
from typing import Any

import pytest

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


# --- match ----------------------------------------------------------------

def test_match_wrap() -> None:
    one = flow([(i * .01, .002) for i in range(100)], 3)
    assert [p.seq for p in one.passages] == list(range(65500, 65600))
    assert one.loss() == 0


def test_match_duplicate_and_lost() -> None:
    before = [packet(0, 1), packet(.01, 2), packet(.02, 2), packet(.03, 3)]
    after = [packet(.001, 1), packet(.012, 2), packet(.024, 2)]
    delays = [p.received and round(p.delay(), 4)
              for p in capture.match(before, after)]
    assert delays == [.001, .002, .004, None]


def test_match_number_comes_again() -> None:
    before = [packet(0, 5), packet(20, 5)]
    passages = capture.match(before, [packet(20.003, 5)])
    assert passages[0].received is None
    assert passages[1].delay() == pytest.approx(.003)


def test_match_two_ssrcs() -> None:
    before = [packet(0, 5, ssrc=1), packet(.01, 5, ssrc=2)]
    after = [packet(.05, 5, ssrc=2), packet(.06, 5, ssrc=1)]
    delays = [round(p.delay(), 4) for p in capture.match(before, after)]
    assert delays == [.06, .04]


# --- figures --------------------------------------------------------------

def test_capacity_steps() -> None:
    capacity = metrics.Capacity([(0, 2e6), (10, 1e6), (20, 4e6)])
    assert capacity.bits(5, 25) == pytest.approx(10e6 + 10e6 + 20e6)
    assert capacity.at(10) == 1e6
    assert capacity.changes(15) == [(10, 2e6, 1e6)]


def test_utilisation_half() -> None:
    # 100 packets a second of 10 kbit on 2 Mbit/s.
    one = flow([(i * .01, .001) for i in range(1500)], 15)
    result = metrics.analyse(one, metrics.Capacity([(0, 2e6)]))
    assert result['utilisation'] == pytest.approx(.5)
    assert result['q_p95'] == pytest.approx(1)
    assert result['over100'] == 0


def test_loss_share_and_in_flight() -> None:
    rows = [(i * .01, None if i % 10 == 0 else .001)
            for i in range(1000)]
    assert flow(rows, 11).loss() == pytest.approx(.1)
    # What is under way at the end is not lost.
    rows = [(i * .01, .001) for i in range(1000)] + [(10.5, None)]
    assert flow(rows, 10.6).loss() == 0


def test_over100_counts_time_not_packets() -> None:
    # 10 s at 100 packets/s; 1 s of them at 150 ms.
    rows = [(i * .01, .15 if 300 <= i < 400 else .001)
            for i in range(1000)]
    share = metrics.time_over(flow(rows, 10), .1, 0, 10)
    assert share == pytest.approx(.1, abs=.003)


def test_over100_drains_without_packets() -> None:
    # One packet that met 300 ms: above 100 ms for the 200 ms after it.
    rows = [(0, .001), (1, .3), (9.9, .001)]
    share = metrics.time_over(flow(rows, 10), .1, 0, 10)
    assert share == pytest.approx(.02, abs=.002)


def test_drain_of_one_excursion() -> None:
    # Up at 10.05, gone at 10.6; a later spike is not its business.
    rows = []
    for i in range(2000):
        t = i * .01
        high = 10.05 <= t < 10.6 or 15 <= t < 15.2
        rows.append((t, .12 if high else .01))
    one = flow(rows, 20)
    assert metrics.drain_time(one, 10, 20) == pytest.approx(.6, abs=.021)


def test_drain_none_and_never() -> None:
    calm = flow([(i * .01, .01) for i in range(2000)], 20)
    assert metrics.drain_time(calm, 10, 20) == 0
    full = flow([(i * .01, .01 if i < 1000 else .3)
                 for i in range(2000)], 20)
    assert metrics.drain_time(full, 10, 20) == metrics.NEVER


def test_rise_time() -> None:
    # 1 Mbit/s until 12, then 2 Mbit/s; the limit is 2 from 10 on.
    rows = [(i * .01, .001) for i in range(1200)]
    rows += [(12 + i * .005, .001) for i in range(1600)]
    # 500 ms hold 90 %: 400 ms after 12.
    assert metrics.rise_time(flow(rows, 20), 10, 2e6, 20) == pytest.approx(2.4, abs=.03)


def test_rise_never() -> None:
    rows = [(i * .01, .001) for i in range(2000)]
    assert metrics.rise_time(flow(rows, 20), 10, 2e6, 20) == metrics.NEVER


# --- frames ---------------------------------------------------------------
# Three packets a frame, 25 a second, whose RTP time wraps; 20 ms from capture to arrival.

def frames(late: dict[int, float], lost: Any = ()) -> dict[str, float]:
    before, after = [], []
    for i in range(300):
        for part in range(3):
            when, seq = i * .04, 3 * i + part
            before.append(packet(when, seq, rtp_time=(3600 * (i - 100)) % 2**32))
            if (i, part) not in lost:
                after.append(packet(when + .02 + late.get(i, 0) * (part == 1), seq))
    after.sort(key=lambda p: p.time)
    return metrics.frame_figures(metrics.Flow(capture.match(before, after), START + 13))


def test_over_the_fastest() -> None:
    found = frames({i: .05 if i < 240 else .001 * i for i in range(300) if i != 7})
    assert found['frame_p50'] == pytest.approx(50)
    assert found['frame_p95'] == pytest.approx(284, abs=2)
    assert found['frame_p99'] == pytest.approx(296, abs=2)


@pytest.mark.parametrize("late, freezes", [(0, 0), (.1, 0), (.2, 1)])
def test_freezes(late: float, freezes: int) -> None:
    """A frame that is late, with those behind it."""
    behind = {100 + i: max(0, late - i * .04) for i in range(9)}
    assert frames(behind)['freezes'] == freezes


def test_frame_with_a_loss_is_none() -> None:
    assert frames({100: 5}, [(100, 0)])['frame_p99'] == pytest.approx(0, abs=1e-6)
    assert frames({}, [(i, 2) for i in range(100, 106)])['freezes'] == 1


# --- silence --------------------------------------------------------------
# Media at 2 Mbit/s until 3.4 s after an outage began, which lasts from 10 s to 30 s; then
# a packet each 150 ms, 67 kbit/s.  With 0.75 s of media the mean is 150 kbit/s.

def fall(*more: Any) -> Any:
    rows: list[tuple[float, Any]] = [(i * .005, .001) for i in range(2680)]
    rows += [(13.4 + i * .15, None) for i in range(1, 110)]
    rows += [(when, None) for when in more]
    rows.sort(key=lambda row: row[0])
    return scenarios.first_below(flow(rows, 40), 10, 30, 150e3)


def test_the_end_of_the_media() -> None:
    assert fall() == pytest.approx(2.65, abs=.1)


def test_a_late_frame_does_not_count() -> None:
    assert fall(*(29 + i * .001 for i in range(3))) == pytest.approx(2.65, abs=.1)


def test_a_second_of_media_does() -> None:
    assert fall(*(27 + i * .02 for i in range(50))) > 10


def test_never() -> None:
    assert fall(*(10 + i * .05 for i in range(400))) == scenarios.INF


# --- table ----------------------------------------------------------------

def test_row() -> None:
    """Figures that nobody measured are empty; those with bounds of their own come last."""
    one = scenarios.Scenario('one', '', [], 1, '', '', [
        scenarios.Bound('q_p95', 0, 40, ''), scenarios.Bound('recover', 0, 3, ''),
        scenarios.Bound('fall', 0, 2, '')])
    result = {'utilisation': .9541, 'q_p50': 6.2, 'q_p95': 33.14, 'q_max': 224.0,
              'loss': 0.0, 'recover': 1.25}
    head, _, row = report.table([(one, result)]).split('\n')
    assert row == ('| `one` | 95.4 | 6 / 33.1 / - / 224 | - / - / - / - | 0.00 |  |  |  |  '
                   '| recover 1.25 |')
    assert head.count('|') == row.count('|')
