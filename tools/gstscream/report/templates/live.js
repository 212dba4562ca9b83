/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// What pages share that show a connection while it runs: plots of the last minute, a
// table, an error.
const live = (() => {
  const SECONDS = 60;           // shown in the plots
  const samples = [];           // one object a second
  let session = null;           // its path
  const LEFT = 36, TOP = 40, EDGE = 6;  // pixels around a plot
  const byId = id => document.getElementById(id);

  function add(parent, kind, properties) {
    const element = Object.assign(document.createElement(kind), properties);
    parent.append(element);
    return element;
  }

  function canvas() {
    return add(add(byId('plots'), 'div', { className: 'picture' }), 'canvas', { role: 'img' });
  }

  function plot(canvas, title, lines) {
    const ctx = canvas.getContext('2d'), w = canvas.clientWidth, h = canvas.clientHeight;
    const values = Object.keys(lines).flatMap(name => samples.map(p => p[name]));
    const top = Math.max(1, ...values) * 1.15;
    canvas.width = w * devicePixelRatio;
    canvas.height = h * devicePixelRatio;
    ctx.scale(devicePixelRatio, devicePixelRatio);
    ctx.font = '12px system-ui, sans-serif';
    ctx.strokeStyle = '#ccc';
    ctx.strokeRect(LEFT, TOP, w - LEFT - EDGE, h - TOP - EDGE);
    ctx.fillStyle = '#222';
    ctx.fillText(title, LEFT, 14);
    ctx.fillText(Number(top.toPrecision(2)), 2, TOP + 10);
    ctx.fillText('0', LEFT - 12, h - EDGE);
    let x = LEFT;
    for (const [name, colour] of Object.entries(lines)) {
      ctx.fillStyle = ctx.strokeStyle = colour;
      ctx.fillText(name, x, 31);
      x += ctx.measureText(name).width + 14;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      samples.forEach((p, i) => ctx.lineTo(
        LEFT + (w - LEFT - EDGE) * i / SECONDS, h - EDGE - (h - TOP - EDGE) * p[name] / top));
      ctx.stroke();
    }
    const last = samples[samples.length - 1];
    canvas.ariaLabel = title + ': ' + Object.keys(lines).map(
      name => `${name} ${last[name].toFixed(1)}`).join(', ');
  }

  // The token stands behind the # of the address, which no browser sends by itself.
  function ask(method, path, body) {
    return fetch(path, { method, body, keepalive: method == 'DELETE',
                         headers: { Authorization: 'Bearer ' + location.hash.slice(1) } });
  }

  async function post(path, body) {
    const reply = await ask('POST', path, JSON.stringify(body));
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  }

  // The offer of the other side, whose only peer this page is until it is left.
  async function offer() {
    const made = await post('/offer', null);
    session = made.session;
    addEventListener('pagehide', () => ask('DELETE', session));
    return { type: made.type, sdp: made.sdp };
  }

  function fillTable(rows) {
    const body = document.querySelector('.summary tbody');
    body.replaceChildren();
    for (const [name, value] of Object.entries(rows)) {
      const row = add(body, 'tr');
      add(row, 'th', { scope: 'row', textContent: name });
      add(row, 'td', { textContent: value });
    }
  }

  // plots: [title, {name of a value: colour}]; the function that it returns takes the
  // values of a second, the rows of the table, the answer and an error.
  function page(plots) {
    const canvases = plots.map(canvas);
    return (values, rows, answer, error) => {
      samples.push(values);
      samples.splice(0, samples.length - SECONDS - 1);
      plots.forEach(([title, lines], i) => plot(canvases[i], title, lines));
      fillTable(rows);
      byId('answer').textContent = answer;
      byId('error').textContent = error || '';
    };
  }

  // Our answer to the offer of the other side, with all candidates in it.
  async function answer(pc) {
    await pc.setLocalDescription(await pc.createAnswer());
    await new Promise(done => {
      pc.onicegatheringstatechange = () => pc.iceGatheringState == 'complete' && done();
      setTimeout(done, 2000);
    });
    await post(session + '/answer', pc.localDescription);
  }

  // measure(pc) and what the other side says of it, each second.
  async function watch(pc, measure, show) {
    let last = await measure(pc);
    const timer = setInterval(async () => {
      try {
        const now = await measure(pc);
        show(last, now, await post(session + '/stats', now));
        last = now;
      } catch (error) {
        clearInterval(timer);
        fail(error);
      }
    }, 1000);
  }

  function fail(error) {
    byId('error').textContent = error.message;
  }

  function run(main) {
    main().catch(fail);
  }

  return { add, answer, byId, offer, page, run, watch };
})();
