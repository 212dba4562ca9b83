/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// Figures that can be asked: each is loaded and drawn when it comes into sight.
window.reportFigures = {};      // filled by their scripts
(() => {
  const night = matchMedia('(prefers-color-scheme: dark)');
  const touch = matchMedia('(pointer: coarse)');
  const loads = new Map();      // of scripts, by their paths
  const drawn = new Map();      // Figure by its box
  const groups = new Map();     // figures that share their span of time, and that span
  const STEPS = 50;             // of the cursor, from side to side
  const PAUSE = 60;             // ms between answers; plotly.js delays what comes within 50
  const HINT = 'Arrow keys move the cursor, + and - zoom, 0 shows all, Escape ends.';

  function load(path) {
    if (!loads.has(path)) loads.set(path, new Promise((done, failed) => {
      const script = document.createElement('script');
      script.addEventListener('load', done);
      script.addEventListener('error', () => failed(new Error(
        `${path} is missing. The folder “figures” belongs beside this page; ` +
        'with --static the page is one file.')));
      script.src = path;
      document.head.append(script);
    }));
    return loads.get(path);
  }

  function make(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // With the colours of the dark, where the reader wants it dark.
  function tinted(value, dark) {
    if (typeof value === 'string') return (dark && DARK[value]) || value;
    if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(each => tinted(each, dark)) : value;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tinted(each, dark)]));
  }

  function save(name, parts, type) {
    const link = make('a', { download: name, href: URL.createObjectURL(new Blob(parts, { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  const GLYPHS = { circle: '●', square: '■', diamond: '◆', 'triangle-up': '▲', 'triangle-right': '▶' };
  const quoted = text => `"${String(text).replaceAll('"', '""')}"`;
  const lines = rows => rows.map(row => row.join(',') + '\n');

  // The place of the last number that is not above x; -1 if there is none.
  function before(numbers, x) {
    let low = 0, high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= x) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  class Figure {
    constructor(box) {
      this.box = box;
      this.said = reportFigures[box.dataset.name];
      this.traces = this.said.data.map(trace => ({
        ...trace, x: this.said.arrays[trace.x], y: this.said.arrays[trace.y] }));
      this.hidden = new Set();
      this.full = this.range = this.said.layout.xaxis.range;
      this.timed = this.said.layout.hovermode === 'x unified';
      this.plot = make('div', { className: 'plot', tabIndex: 0, role: 'group',
        ariaLabel: `${this.said.label}. ${HINT}` });
      this.readout = make('output', { className: 'readout' });
      box.replaceChildren(this.curves(), this.plot, this.readout, this.tools());
      this.paint();
    }

    async draw() {
      await Plotly.newPlot(this.plot, ...this.contents(night.matches), { displayModeBar: false, doubleClick: 'reset' });
      this.plot.on('plotly_relayout', () => this.zoomed());
      this.plot.addEventListener('keydown', event => this.key(event));
      if (this.timed) {
        this.plot.addEventListener('mousemove', event => this.pointed(event), true);
        this.plot.addEventListener('mouseleave', () => this.leave());
      } else {
        this.plot.on('plotly_hover', event => { this.readout.textContent = event.points[0].text; });
      }
      new ResizeObserver(() => this.plot.offsetWidth && Plotly.Plots.resize(this.plot)).observe(this.plot);
      const group = this.group();
      if (group) {
        group.members.add(this);
        if (group.range) await this.zoom(group.range);
      }
    }

    // What plotly.js is given, as it is seen now.
    contents(dark) {
      const data = this.traces.map((trace, place) => ({
        ...tinted(trace, dark), visible: !this.hidden.has(place) }));
      const layout = tinted(this.said.layout, dark);
      layout.xaxis = { ...layout.xaxis, range: [...this.range] };
      layout.annotations = layout.annotations.map(each => ({ ...each, text: `<b>${each.text}</b>` }));
      layout.dragmode = touch.matches ? false : 'zoom';
      return [data, layout];
    }

    recolour() {
      this.paint();
      return Plotly.react(this.plot, ...this.contents(night.matches));
    }

    paint() {
      for (const swatch of this.box.querySelectorAll('[data-colour]'))
        swatch.style[swatch.className === 'glyph' ? 'color' : 'background'] =
          tinted(swatch.dataset.colour, night.matches);
    }

    // The legend: a group for each plot, a button for each curve.
    curves() {
      const rows = new Map();
      this.traces.forEach((trace, place) => {
        if (trace.showlegend === false) return;
        const { plot, name, colour } = trace.meta;
        if (!rows.has(plot)) rows.set(plot, make('div', { role: 'group', ariaLabel: `Curves of ${plot}` }));
        const glyph = GLYPHS[trace.marker?.symbol];
        const swatch = make('span', { className: glyph ? 'glyph' : 'swatch', ariaHidden: 'true' }, glyph ?? '');
        swatch.dataset.colour = colour;
        const button = make('button', { type: 'button', ariaPressed: 'true' }, swatch, name);
        button.addEventListener('click', () => this.toggle(place, button));
        rows.get(plot).append(button);
      });
      return make('div', { className: 'curves' }, ...rows.values());
    }

    toggle(place, button) {
      const group = this.traces[place].legendgroup;
      const shown = this.hidden.has(place);
      const places = this.traces.flatMap((trace, other) => other === place ||
        (trace.showlegend === false && trace.legendgroup === group) ? [other] : []);
      for (const each of places) this.hidden[shown ? 'delete' : 'add'](each);
      button.ariaPressed = String(shown);
      Plotly.restyle(this.plot, { visible: shown }, places);
    }

    tools() {
      const box = make('div', { className: 'tools', role: 'group', ariaLabel: 'This figure' });
      const add = (text, title, action) => {
        const button = make('button', { type: 'button', title, ariaLabel: `${text}: ${title}` }, text);
        button.addEventListener('click', () => action(button));
        box.append(button);
      };
      add('+', 'zoom in', () => this.scale(0.5));
      add('−', 'zoom out', () => this.scale(2));
      add('all', 'the whole span', () => this.zoom(this.full));
      const run = this.box.closest('.run');
      if (run) add('wide', 'as wide as the page', button => {
        button.ariaPressed = String(run.classList.toggle('wide'));
      });
      add('PNG', 'save the picture', () => this.image('png'));
      add('SVG', 'save the picture', () => this.image('svg'));
      add('CSV', 'save the values of the curves that are shown', () => this.table());
      return box;
    }

    image(format) {
      const [data, layout] = this.contents(false);
      const { offsetWidth: width } = this.plot;
      const margin = { ...layout.margin, t: 90 };
      return Plotly.downloadImage({
        data, layout: { ...layout, margin, width, height: layout.height + margin.t, showlegend: true,
          legend: { orientation: 'h', yref: 'container', y: 1, yanchor: 'bottom', x: 0, font: { size: 10 },
            tracegroupgap: 0 }, title: undefined },
        config: {} }, { format, width, height: layout.height + margin.t, scale: format === 'png' ? 2 : 1,
        filename: this.box.dataset.name });
    }

    table() {
      const [low, high] = this.range;
      const along = this.said.layout.xaxis.title.text;
      const seen = this.traces.filter((trace, place) => !this.hidden.has(place) && trace.fill !== 'toself');
      const rows = this.timed ? this.over(seen.filter(each => each.showlegend !== false), along)
        : [[along, 'use, %', 'what'].map(quoted), ...seen.filter(each => each.text).flatMap(
          each => each.x.map((x, place) => [x, each.y[place], quoted(each.text[place])]))];
      const [head, ...body] = rows;
      save(`${this.box.dataset.name}.csv`, lines([head, ...body.filter(
        row => row[0] >= low && row[0] <= high)]), 'text/csv');
    }

    // A column for each curve, a row for each time at which one has a value.
    over(traces, along) {
      const rows = new Map();
      traces.forEach((trace, column) => trace.x.forEach((x, place) => {
        if (x === null) return;
        if (!rows.has(x)) rows.set(x, Array(traces.length).fill(''));
        rows.get(x)[column] = trace.mode === 'markers' ? 1
          : trace.customdata ? parseFloat(trace.customdata[place]) : trace.y[place] ?? '';
      }));
      const heads = traces.map(({ meta: { plot, name, unit } }) => `${name === plot ? '' : `${plot}: `}${name}` +
        (unit ? `, ${unit}` : ''));
      return [[along, ...heads].map(quoted), ...[...rows].sort((a, b) => a[0] - b[0]).map(
        ([x, values]) => [x, ...values])];
    }

    group() {
      const name = this.box.dataset.link;
      if (name && !groups.has(name)) groups.set(name, { members: new Set(), range: null });
      return groups.get(name);
    }

    scale(factor) {
      const [low, high] = this.range;
      const middle = this.cursor >= low && this.cursor <= high ? this.cursor : (low + high) / 2;
      return this.zoom([Math.max(this.full[0], middle - factor * (middle - low)),
        Math.min(this.full[1], middle + factor * (high - middle))]);
    }

    zoom(range) {
      return Plotly.relayout(this.plot, { 'xaxis.range': [...range] });
    }

    zoomed() {
      const range = [...this.plot.layout.xaxis.range];
      if (String(range) === String(this.range)) return;
      this.range = range;
      this.again();
      const group = this.group();
      if (!group || String(group.range) === String(range)) return;
      group.range = range;
      for (const other of group.members) if (other !== this) other.zoom(range);
    }

    // All plots answer, not only the one below the pointer.
    pointed(event) {
      if (event.buttons) return;
      const area = this.plot.querySelector('.nsewdrag').getBoundingClientRect();
      const part = (event.clientX - area.left) / area.width;
      event.stopPropagation();
      if (part < 0 || part > 1) return;
      this.wanted = [this.range[0] + part * (this.range[1] - this.range[0]),
        event.clientY - this.plot.getBoundingClientRect().top];
      if (this.busy) return;
      this.busy = true;
      this.ask(...this.wanted);
      setTimeout(() => {
        this.busy = false;
        if (this.wanted && this.wanted[0] !== this.cursor) this.ask(...this.wanted);
      }, PAUSE);
    }

    // y: pixels, where the box of values goes; plotly.js would put it into the middle of all.
    ask(x, y) {
      this.cursor = x;
      Plotly.Fx.hover(this.plot, { xval: x }, this.plots());
      this.readout.textContent = this.values(x);
      const box = this.plot.querySelector('.hoverlayer .legend');
      const place = box?.getAttribute('transform')?.match(/^translate\(([-\d.]+),\s*[-\d.]+\)$/);
      if (!place || y === undefined) return;
      const room = this.plot.offsetHeight - box.getBBox().height;
      box.setAttribute('transform', `translate(${place[1]}, ${Math.max(0, Math.min(room, y + 12))})`);
    }

    // After a zoom, in which plotly.js has asked one plot alone.
    again() {
      const [low, high] = this.range;
      if (!this.timed || this.cursor === undefined) return;
      if (this.cursor < low || this.cursor > high) this.leave();
      else this.ask(this.cursor, this.wanted?.[1]);
    }

    plots() {
      return [...new Set(this.traces.map(trace => `x${trace.yaxis ?? 'y'}`))];
    }

    values(x) {
      const unit = this.said.layout.xaxis.ticksuffix ?? '';
      const parts = this.traces.flatMap((trace, place) => {
        if (trace.showlegend === false || trace.mode !== 'lines' || this.hidden.has(place)) return [];
        let at = before(trace.x, x);
        if (trace.line.shape !== 'hv' && at + 1 < trace.x.length &&
            (at < 0 || trace.x[at + 1] - x < x - trace.x[at])) at += 1;
        const value = at < 0 ? null : trace.customdata?.[at] ?? trace.y[at];
        return [`${trace.meta.name} ${value === null ? 'unknown'
          : trace.customdata ? value : `${value} ${trace.meta.unit}`}`];
      });
      return `${x.toFixed(2)}${unit}: ${parts.join(', ')}`;
    }

    leave() {
      this.cursor = this.wanted = undefined;
      Plotly.Fx.unhover(this.plot);
      this.readout.textContent = '';
    }

    // Points one after the other, or a cursor along the axis.
    step(sign) {
      if (!this.timed) {
        const points = this.traces.flatMap((trace, curve) => trace.text && !this.hidden.has(curve)
          ? trace.text.map((text, place) => ({ curve, place, text })) : []);
        if (!points.length) return;
        this.point = ((this.point ?? (sign > 0 ? -1 : 0)) + sign + points.length) % points.length;
        const { curve, place, text } = points[this.point];
        Plotly.Fx.hover(this.plot, [{ curveNumber: curve, pointNumber: place }]);
        this.readout.textContent = text;
        return;
      }
      const [low, high] = this.range;
      const from = this.cursor ?? (low + high) / 2;
      this.ask(Math.min(high, Math.max(low, from + sign * (high - low) / STEPS)));
    }

    key(event) {
      const action = { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
        '+': () => this.scale(0.5), '=': () => this.scale(0.5), '-': () => this.scale(2),
        0: () => this.zoom(this.full), Escape: () => this.leave() }[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    }
  }

  async function show(box) {
    drawn.set(box, null);
    try {
      await load(LIBRARY);
      await load(box.dataset.path);
      const figure = new Figure(box);
      drawn.set(box, figure);
      await figure.draw();
      box.classList.add('drawn');
    } catch (error) {
      box.replaceChildren(make('p', { className: 'bad', role: 'alert' }, error.message));
    }
  }

  night.addEventListener('change', () => {
    for (const figure of drawn.values()) figure?.recolour();
  });

  for (const button of document.querySelectorAll('button.firsts')) {
    button.addEventListener('click', () => {
      for (const run of button.closest('section').querySelectorAll('.run.one')) run.open = true;
    });
  }

  addEventListener('load', () => {
    const sight = new IntersectionObserver(entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || drawn.has(target)) continue;
        sight.unobserve(target);
        show(target);
      }
    }, { rootMargin: '300px' });
    for (const box of document.querySelectorAll('.ask')) sight.observe(box);
  });
})();
