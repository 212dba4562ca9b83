/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// A connection to the sender, its video, and each second what both sides say of it.
(() => {
  const SECONDS = 60;           // shown in the plots
  const samples = [];           // one object a second
  const PLOTS = [
    ['Rate, Mbit/s', { 'received': '#06c', 'target': '#c60' }],
    ['Frames a second', { 'decoded': '#06c' }],
    ['Round trip and network queue, ms', { 'round trip': '#06c', 'queue': '#c60' }],
    ['Frozen, ms of this second', { 'frozen': '#c00' }],
  ];
  const LEFT = 36, TOP = 40, EDGE = 6;  // pixels around a plot
  const byId = id => document.getElementById(id);

  function add(parent, kind, properties) {
    const element = Object.assign(document.createElement(kind), properties);
    parent.append(element);
    return element;
  }

  const canvases = PLOTS.map(() => add(
    add(byId('plots'), 'div', { className: 'picture' }), 'canvas', { role: 'img' }));

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

  async function post(path, body) {
    const reply = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(path + ': ' + await reply.text());
    return reply.json();
  }

  // All video of the connection: sums, and the round trip of the path in use.
  async function measure(pc) {
    const sum = { received: 0, decoded: 0, frozen: 0, freezes: 0, lost: 0, ect1: 0, ce: 0,
                  width: 0, height: 0, roundTrip: 0, ice: pc.iceConnectionState };
    (await pc.getStats()).forEach(s => {
      if (s.type == 'candidate-pair' && s.nominated)
        sum.roundTrip = s.currentRoundTripTime || 0;
      if (s.type == 'inbound-rtp')
        sum.received += s.bytesReceived + s.headerBytesReceived;
      if (s.type != 'inbound-rtp' || s.kind != 'video') return;
      sum.decoded += s.framesDecoded || 0;
      sum.frozen += s.totalFreezesDuration || 0;
      sum.freezes += s.freezeCount || 0;
      sum.lost += s.packetsLost || 0;
      sum.ect1 += s.packetsReceivedWithEct1 || 0;
      sum.ce += s.packetsReceivedWithCe || 0;
      sum.width = s.frameWidth || 0;
      sum.height = s.frameHeight || 0;
    });
    return sum;
  }

  function sample(last, now, sender) {
    return {
      'received': (now.received - last.received) * 8e-6,
      'decoded': now.decoded - last.decoded,
      'frozen': (now.frozen - last.frozen) * 1e3,
      'round trip': now.roundTrip * 1e3,
      'target': (sender.target || 0) * 1e-6,
      'queue': (sender.queue || 0) * 1e3,
    };
  }

  function fillTable(now, sender) {
    const rows = {
      'Picture': now.width + ' x ' + now.height,
      'Frames decoded': now.decoded,
      'Freezes': now.freezes + ', ' + now.frozen.toFixed(1) + ' s',
      'Packets lost': now.lost,
      'ECT(1), CE': now.ect1 + ', ' + now.ce,
      'Feedback packets': sender.feedback ?? '–',
      'Connection': now.ice,
    };
    const body = document.querySelector('.summary tbody');
    body.replaceChildren();
    for (const [name, value] of Object.entries(rows)) {
      const row = add(body, 'tr');
      add(row, 'th', { scope: 'row', textContent: name });
      add(row, 'td', { textContent: value });
    }
  }

  function show(last, now, sender) {
    const p = sample(last, now, sender);
    samples.push(p);
    samples.splice(0, samples.length - SECONDS - 1);
    PLOTS.forEach(([title, lines], i) => plot(canvases[i], title, lines));
    fillTable(now, sender);
    byId('answer').textContent = `${p.received.toFixed(2)} Mbit/s and ${p.decoded} frames in ` +
      `this second, with ${p.queue.toFixed(0)} ms of queue; so far ${now.lost} packets lost ` +
      `and ${now.frozen.toFixed(1)} s frozen.`;
    byId('error').textContent = sender.error || '';
  }

  async function main() {
    const pc = new RTCPeerConnection();
    pc.ontrack = event => {
      add(byId('videos'), event.track.kind, {
        autoplay: true, muted: true, playsInline: true,
        srcObject: new MediaStream([event.track]) });
    };
    await pc.setRemoteDescription(await post('/offer', null));
    await pc.setLocalDescription(await pc.createAnswer());
    await new Promise(done => {
      pc.onicegatheringstatechange = () => pc.iceGatheringState == 'complete' && done();
      setTimeout(done, 2000);
    });
    await post('/answer', pc.localDescription);
    let last = await measure(pc);
    setInterval(async () => {
      const now = await measure(pc);
      show(last, now, await post('/stats', now));
      last = now;
    }, 1000);
  }
  main().catch(error => { byId('error').textContent = error; });
})();
