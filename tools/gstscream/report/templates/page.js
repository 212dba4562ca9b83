/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
'use strict';
// Tables sort by a button in each heading: up, down, and as they were.
(() => {
  const order = new Intl.Collator('en', { numeric: true });
  const NOTHING = ['', '–'];

  function value(row, column) {
    const cell = row.cells[column];
    return cell ? cell.dataset.value ?? cell.textContent.trim() : '';
  }

  // Numbers by size, all else by their names; what is not known stays at the end.
  function sorted(rows, column, sign) {
    const known = rows.filter(row => !NOTHING.includes(value(row, column)));
    const numbers = known.every(row => isFinite(value(row, column)));
    const compare = numbers ? (a, b) => a - b : order.compare;
    known.sort((a, b) => sign * compare(value(a, column), value(b, column)));
    return [...known, ...rows.filter(row => !known.includes(row))];
  }

  function sort(table, rows, heading) {
    const next = { ascending: 'descending', descending: null }[heading.ariaSort];
    const direction = next === undefined ? 'ascending' : next;
    for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
    heading.ariaSort = direction;
    table.classList.toggle('sorted', direction !== null);
    const sign = direction === 'descending' ? -1 : 1;
    table.tBodies[0].append(...(direction ? sorted(rows, heading.cellIndex, sign) : rows));
  }

  for (const table of document.querySelectorAll('table')) {
    const rows = [...table.tBodies[0]?.rows ?? []];
    if (!table.tHead || rows.length < 2) continue;
    for (const heading of table.tHead.rows[0].cells) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...heading.childNodes);
      button.addEventListener('click', () => sort(table, rows, heading));
      heading.append(button);
    }
  }

  // Paper has no "open"; the runs of a comparison are too many for it.
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open], .run)')];
    closed.forEach(each => { each.open = true; });
  });
  addEventListener('afterprint', () => closed.forEach(each => { each.open = false; }));
})();
