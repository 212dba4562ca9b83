# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run leaves behind: logs, a CSV line, a plot, a line in a table."""
import csv
import os
from typing import Any

import capture
import metrics
import shared  # noqa: F401 - finds the package

from gstscream.draw import chart, palette
from gstscream.report import render  # shared has found it

COLUMNS = [                     # name, heading, factor, format
    ('rate', 'Mbit/s', 1e-6, '%.2f'),
    ('utilisation', 'util %', 100, '%.1f'),
    ('q_p50', 'p50 ms', 1, '%.1f'),
    ('q_p95', 'p95', 1, '%.1f'),
    ('q_p99', 'p99', 1, '%.1f'),
    ('q_max', 'max', 1, '%.0f'),
    ('over100', '>100ms %', 100, '%.1f'),
    ('loss', 'loss %', 100, '%.2f'),
    ('drain', 'drain s', 1, '%.2f'),
    ('rise', 'rise s', 1, '%.1f'),
    ('fps', 'fps', 1, '%.1f'),
    ('frame_p50', 'frame ms', 1, '%.0f'),
    ('frame_p95', 'p95', 1, '%.0f'),
    ('frame_p99', 'p99', 1, '%.0f'),
    ('freezes', 'freezes', 1, '%.0f'),
    ('sender_cpu', 'tx cpu %', 100, '%.0f'),
    ('receiver_cpu', 'rx cpu %', 100, '%.0f'),
    ('busy', 'busy %', 100, '%.0f'),
]
SAID = [                        # of them, in the first sentence of the page
    ('rate', '%s Mbit/s'), ('utilisation', '%s %% of the capacity'),
    ('q_p95', 'queue delay p95 %s ms'), ('loss', '%s %% lost'),
]


def cell(name: str, result: Any) -> Any:
    for column, _, factor, form in COLUMNS:
        if column == name:
            return form % (result[name] * factor) if name in result else '-'
    return '%.4g' % result[name]


def heading() -> Any:
    return '%-22s' % 'run' + ' '.join('%8s' % c[1] for c in COLUMNS)


def line(name: str, result: Any) -> Any:
    return '%-22s' % name + ' '.join('%8s' % cell(c[0], result)
                                     for c in COLUMNS)


# Of --table; further figures are those that have bounds: name, heading, factor, format
TABLE = [('utilisation', 'utilisation %', 100, '%.1f'), ('loss', 'loss %', 100, '%.2f'),
         ('over100', '> 100 ms %', 100, '%.1f'), ('drain', 'drained s', 1, '%.2f'),
         ('rise', 'rise s', 1, '%.1f'), ('fps', 'frames/s', 1, '%.0f')]
QUEUE = ('q_p50', '%.0f'), ('q_p95', '%.1f'), ('q_p99', '%.0f'), ('q_max', '%.0f')
FRAME = ('frame_p50', '%.0f'), ('frame_p95', '%.0f'), ('frame_p99', '%.0f'), ('freezes', '%.0f')


def table_row(scenario: Any, result: dict[str, float]) -> list[str]:
    shown = [name for name, *_ in [*TABLE, *QUEUE, *FRAME]]
    queue, frame = (' / '.join(form % result[name] if name in result else '-'
                               for name, form in forms) for forms in (QUEUE, FRAME))
    cells = [form % (result[name] * factor) if name in result else ''
             for name, _, factor, form in TABLE]
    more = ['%s %.4g' % (bound.metric, result[bound.metric]) for bound in scenario.bounds
            if bound.metric in result and bound.metric not in shown]
    return ['`%s`' % scenario.name, cells[0], queue, frame, *cells[1:], ', '.join(more)]


def table(rows: list[tuple[Any, dict[str, float]]]) -> str:
    """Of [(scenario, result)], as the pages have it."""
    headings = [heading for _, heading, *_ in TABLE]
    lines = [['scenario', headings[0], 'queue p50 / p95 / p99 / max ms',
              'frame p50 / p95 / p99 ms / freezes', *headings[1:], 'more']]
    lines += [['---'] * len(lines[0])] + [table_row(*row) for row in rows]
    return '\n'.join('| %s |' % ' | '.join(line) for line in lines)


def append_csv(path: str, name: str, result: Any, failures: Any) -> None:
    """A line for each run, in SI units (queue delays in ms)."""
    known = [column[0] for column in COLUMNS]
    other = ['%s=%.6g' % (k, v) for k, v in sorted(result.items())
             if isinstance(v, (int, float)) and k not in known]
    new = not os.path.exists(path)
    with open(path, 'a', newline='', encoding='utf-8') as out:
        writer = csv.writer(out)
        if new:
            writer.writerow(['run', 'passed'] + known + ['other', 'failures'])
        writer.writerow(
            [name, int(not failures)]
            + ['%.6g' % result[k] if k in result else '' for k in known]
            + [' '.join(other), '; '.join(failures)])


def write_run(folder: str, name: Any, flow: Any, capacity: Any, result: Any, failures: Any) -> None:
    """packets.csv, rates.csv and plot.html of one run."""
    capture.write_log(os.path.join(folder, 'packets.csv'), flow.passages,
                      flow.start)
    rows = metrics.series(flow, capacity)
    with open(os.path.join(folder, 'rates.csv'), 'w', newline='',
              encoding='ascii') as out:
        writer = csv.writer(out)
        writer.writerow(['time_s', 'capacity_bps', 'sent_bps',
                         'delivered_bps', 'queue_max_s'])
        writer.writerows(['%.6g' % x for x in row] for row in rows)
    render.write(os.path.join(folder, 'plot.html'), 'run.html', title=name,
                 answer=answer(result, failures), failures=failures,
                 columns=[(heading, cell(column, result))
                          for column, heading, *_ in COLUMNS],
                 plots=plots(rows))


def answer(result: Any, failures: Any) -> Any:
    """Whether the run is within its bounds, and its main figures."""
    known = ', '.join(form % cell(column, result) for column, form in SAID if column in result)
    verdict = 'Failed: ' + '; '.join(failures) if failures else 'Passed'
    return '%s (%s).' % (verdict, known) if known else verdict + '.'


def plots(rows: Any) -> Any:
    """Rates, and below them the queue, as SVGs of two widths."""
    picture = chart.Picture('Rates and queue delay over time', [200, 180])
    rate, queue = picture.plots
    rate.head('Rate', 'Mbit/s')
    for label, column, colour, step in (
            ('capacity', 1, palette.CAPACITY, True), ('sent', 2, palette.SKY, False),
            ('delivered', 3, palette.BLUE, False)):
        rate.line(label, [(row[0], row[column] / 1e6) for row in rows],
                  colour, step=step)
    queue.head('Queue delay, highest of each 100 ms', 'ms')
    queue.line('', [(row[0], row[4] * 1e3) for row in rows], palette.BLUE)
    picture.over_time(max((row[0] for row in rows), default=0))
    return picture.two_widths()
