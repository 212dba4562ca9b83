# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Adds up for tests/run what passed, failed and was skipped, and why.

    tally.py FILE meson LOG                     Meson's testlog.json
    tally.py FILE program NAME STATUS OUTPUT    of a program; 77 is skipped
    tally.py FILE failed NAME REASON            one more; also: skipped NAME REASON
    tally.py FILE end                           prints the sums; status 1 if any failed
"""
import json
import os
import re
import sys
from typing import Any

PASSED, FAILED, SKIPPED = 'passed', 'failed', 'skipped'
OF_MESON = {'OK': PASSED, 'EXPECTEDFAIL': PASSED, 'SKIP': SKIPPED}
SUM = re.compile(r'^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$')
REASON = re.compile(r'^(?:\S+/\S+ +)?(\S*) *skipped: (.*)$')
STATUS_OF_SKIPPED = 77


def reasons(text: str) -> list[tuple[str, str]]:
    """(name, reason) of the lines "NAME skipped: REASON" and "skipped: REASON"."""
    found = (REASON.match(line.strip()) for line in text.splitlines())
    return [(match[1], match[2]) for match in found if match]


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else 'without a word'


def of_meson(path: str) -> list[tuple[str, int, str, str]]:
    """[(what, how many, name, reason)]"""
    if not os.path.exists(path):
        return [(FAILED, 1, path, 'there is no test log')]
    found = []
    with open(path, encoding='utf-8') as log:
        for one in map(json.loads, log):
            what = OF_MESON.get(one['result'], FAILED)
            said = [reason for _, reason in reasons(one.get('stdout') or '')]
            reason = '; '.join(said) or last_line(one.get('stdout') or '')
            found.append((what, 1, one['name'].split('/')[-1].strip(),
                          reason if what == SKIPPED else one['result']))
    return found


def of_program(name: str, status: int, path: str) -> list[tuple[str, int, str, str]]:
    with open(path, encoding='utf-8', errors='replace') as output:
        text = output.read()
    sums = [match for match in map(SUM.match, text.splitlines()) if match]
    passed, failed, skipped = (int(x or 0) for x in sums[-1].groups()) if sums else (0, 0, 0)
    said = [(own.rstrip(':') or name, reason) for own, reason in reasons(text)]
    if status == STATUS_OF_SKIPPED and not skipped:
        said = said[-1:] or [(name, last_line(text))]
    if status not in (0, STATUS_OF_SKIPPED):
        failed = max(failed, 1)
    without = skipped - len(said)
    return ([(PASSED, passed, name, ''), (FAILED, failed, name, 'see above')]
            + [(SKIPPED, 1, own, reason) for own, reason in said]
            + [(SKIPPED, max(without, 0), name, 'it does not say why')])


def add(path: str, rows: Any) -> None:
    with open(path, 'a', encoding='utf-8') as file:
        for row in rows:
            file.write(json.dumps(row) + '\n')


def read(path: Any) -> list[Any]:
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def end(rows: list[tuple[str, int, str, str]]) -> tuple[list[str], int]:
    """The lines at the end of a run, and its status."""
    count = {what: sum(row[1] for row in rows if row[0] == what)
             for what in (PASSED, FAILED, SKIPPED)}
    because: dict[Any, Any] = {}
    for what, number, name, reason in rows:
        if what == SKIPPED and number:
            because.setdefault(reason, []).extend([name] * number)
    lines = ['%d skipped: %s: %s' % (len(names), ', '.join(dict.fromkeys(names)), reason)
             for reason, names in because.items()]
    lines += ['failed: %s: %s' % (name, reason) for what, number, name, reason in rows
              if what == FAILED and number]
    lines.append('%d passed, %d failed, %d skipped' % (
        count[PASSED], count[FAILED], count[SKIPPED]))
    return lines, 1 if count[FAILED] or not count[PASSED] else 0


def main(path: str, verb: Any, *arguments: Any) -> Any:
    if verb == 'end':
        lines, status = end(read(path))
        print('\n'.join(lines))
        return status
    if verb == 'meson':
        add(path, of_meson(*arguments))
    elif verb == 'program':
        name, status, output = arguments
        add(path, of_program(name, int(status), output))
    else:
        add(path, [(verb, 1, *arguments)])
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
