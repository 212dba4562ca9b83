# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the log of the relay says of lost packets."""
import struct

import pytest

import shared  # noqa: F401
from lossyrelay import Passed
from repaircauses import cause, find_lost, nacks, table

MEDIA, ANSWERS = 96, 112
LATEST = 0.15


def media(at: float, seq: int, lost: bool = False) -> Passed:
    data = struct.pack('>BBHII', 0x80, MEDIA, seq, 1000, 1)
    return Passed(True, at, None if lost else at + 0.025, data)


def answer(at: float, seq: int, lost: bool = False) -> Passed:
    data = struct.pack('>BBHIIH', 0x80, ANSWERS, 7, 1000, 2, seq)
    return Passed(True, at, None if lost else at + 0.025, data)


def request(at: float, first: int, more: int = 0) -> Passed:
    report = struct.pack('>BBHI', 0x80, 201, 1, 3)
    return Passed(False, at, at + 0.025,
                  report + struct.pack('>BBHIIHH', 0x81, 205, 3, 3, 1, first, more))


def test_requests_are_read() -> None:
    assert list(nacks(request(0, 65535, 0b101).data)) == [65535, 0, 2]
    assert list(nacks(b'\x80\xc9\x00\xff')) == []


@pytest.mark.parametrize(('rest', 'expected'), [
    ([], 'never asked for'),
    ([request(0.03, 5)], 'no answer'),
    ([request(0.03, 5), answer(0.06, 5, lost=True)], 'all answers lost'),
    ([request(0.03, 5), answer(0.06, 5)], 'in time, 1 requested'),
    ([request(0.03, 5), answer(0.06, 5, lost=True), request(0.09, 5), answer(0.12, 5)],
     'in time, 2 requested'),
    ([request(0.03, 5), answer(0.06, 5, lost=True), request(0.09, 5), answer(0.14, 5)],
     'late, an answer was lost, 2 requested'),
    ([request(0.1, 5), answer(0.13, 5)], 'late, no answer was lost, 1 requested'),
])
def test_causes(rest: list[Passed], expected: str) -> None:
    log = [media(0, 4), media(0.002, 5, lost=True), media(0.004, 6), *rest]
    found = find_lost(log, {1000: 0.0}, MEDIA, ANSWERS)
    assert [cause(packet, LATEST) for packet in found] == [expected]
    assert f'| {expected} | 1 |' in table(found, LATEST)


def test_what_came_is_not_lost() -> None:
    log = [media(0, 4), request(0.03, 4), answer(0.06, 4)]
    assert find_lost(log, {1000: 0.0}, MEDIA, ANSWERS) == []
