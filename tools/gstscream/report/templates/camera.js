/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// A connection to the sender, its video, and each second what both sides say of it.
(() => {
  const show = live.page([
    ['Rate, Mbit/s', { 'received': '#06c', 'target': '#c60' }],
    ['Frames a second', { 'decoded': '#06c' }],
    ['Round trip and network queue, ms', { 'round trip': '#06c', 'queue': '#c60' }],
    ['Frozen, ms of this second', { 'frozen': '#c00' }],
  ]);

  // All video of the connection: sums, and the round trip of the path in use.
  async function measure(pc) {
    const sum = { received: 0, decoded: 0, keyFrames: 0, frozen: 0, freezes: 0, lost: 0,
                  ect1: 0, ce: 0, width: 0, height: 0, roundTrip: 0, ice: pc.iceConnectionState };
    (await pc.getStats()).forEach(s => {
      if (s.type == 'candidate-pair' && s.nominated)
        sum.roundTrip = s.currentRoundTripTime || 0;
      if (s.type == 'inbound-rtp')
        sum.received += s.bytesReceived + s.headerBytesReceived;
      if (s.type != 'inbound-rtp' || s.kind != 'video') return;
      sum.decoded += s.framesDecoded || 0;
      sum.keyFrames += s.keyFramesDecoded || 0;
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

  function tell(last, now, sender) {
    const p = sample(last, now, sender);
    show(p, {
      'Picture': now.width + ' x ' + now.height,
      'Frames decoded': now.decoded + ', ' + now.keyFrames + ' key frames',
      'Freezes': now.freezes + ', ' + now.frozen.toFixed(1) + ' s',
      'Packets lost': now.lost,
      'ECT(1), CE': now.ect1 + ', ' + now.ce,
      'Feedback packets': sender.feedback ?? '–',
      'Connection': now.ice,
    }, `${p.received.toFixed(2)} Mbit/s and ${p.decoded} frames in ` +
      `this second, with ${p.queue.toFixed(0)} ms of queue; so far ${now.lost} packets lost ` +
      `and ${now.frozen.toFixed(1)} s frozen.`, sender.error);
  }

  live.run(async () => {
    const pc = new RTCPeerConnection();
    pc.ontrack = event => {
      live.add(live.byId('videos'), event.track.kind, {
        autoplay: true, muted: true, playsInline: true,
        srcObject: new MediaStream([event.track]) });
    };
    await pc.setRemoteDescription(await live.offer());
    await live.answer(pc);
    await live.watch(pc, measure, tell);
  });
})();
