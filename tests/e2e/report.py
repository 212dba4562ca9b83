# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run leaves behind: logs, a CSV line, a plot, a line in a table."""
import csv
import html
import os
import sys

import capture
import metrics

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..',
                             'tools'))
from gstscream import svgplot  # noqa: E402

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<title>{name}</title>
<h1>{name}</h1>
<pre>{note}</pre>
{plots}"""
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
    ('sender_cpu', 'tx cpu %', 100, '%.0f'),
    ('receiver_cpu', 'rx cpu %', 100, '%.0f'),
    ('busy', 'busy %', 100, '%.0f'),
]


def cell(name, result):
    for column, _, factor, form in COLUMNS:
        if column == name:
            return form % (result[name] * factor) if name in result else '-'
    return '%.4g' % result[name]


def heading():
    return '%-22s' % 'run' + ' '.join('%8s' % c[1] for c in COLUMNS)


def line(name, result):
    return '%-22s' % name + ' '.join('%8s' % cell(c[0], result)
                                     for c in COLUMNS)


def append_csv(path, name, result, failures):
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


def write_run(folder, name, flow, capacity, result, failures):
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
    note = '%s\n%s\n%s' % (heading(), line(name, result),
                           '\n'.join(failures) or 'passed')
    with open(os.path.join(folder, 'plot.html'), 'w',
              encoding='utf-8') as out:
        out.write(PAGE.format(name=html.escape(name), note=html.escape(note),
                              plots=plots(rows)))


def plots(rows):
    """Rates, and below them the queue, as one SVG."""
    rate = svgplot.Figure('Rate', 'Mbit/s')
    for label, column, colour, step in (
            ('capacity', 1, '#888', True), ('sent', 2, '#aac', False),
            ('delivered', 3, '#138', False)):
        rate.line(label, [(row[0], row[column] / 1e6) for row in rows],
                  colour, step=step)
    queue = svgplot.Figure('Queue delay, highest of each 100 ms', 'ms')
    queue.line('queue', [(row[0], row[4] * 1e3) for row in rows], '#138')
    return svgplot.stacked([rate, queue])
