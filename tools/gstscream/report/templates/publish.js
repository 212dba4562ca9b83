/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// The camera of this browser, or a moving picture, to a receiver.
(() => {
  const WIDTH = 640, HEIGHT = 360, FRAMES = 30;
  const MOST = 5e6;             // bit/s
  const show = live.page([
    ['Rate, Mbit/s', { 'sent': '#06c', 'allowed': '#c60' }],
    ['Frames a second', { 'arrived': '#06c', 'encoded': '#c60' }],
    ['Round trip, ms', { 'round trip': '#06c' }],
    ['Frozen, ms of this second', { 'frozen': '#c00' }],
  ]);

  // Moving rings with noise: as a camera's picture they can be coded at 0.2 to 3 Mbit/s.
  function movingPicture() {
    const canvas = Object.assign(document.createElement('canvas'),
      { width: WIDTH, height: HEIGHT });
    const ctx = canvas.getContext('2d'), image = ctx.createImageData(WIDTH, HEIGHT);
    const pixels = new Uint32Array(image.data.buffer);
    let frame = 0;
    setInterval(() => {
      frame++;
      for (let i = 0; i < pixels.length; i++) {
        const x = i % WIDTH - WIDTH / 2, y = Math.floor(i / WIDTH) - HEIGHT / 2;
        const value = 112 + 96 * Math.sin((x * x + y * y) / 2000 + frame / 5) + 32 * Math.random();
        pixels[i] = 0xff000000 | value << 16 | value << 8 | value;
      }
      ctx.putImageData(image, 0, 0);
    }, 1000 / FRAMES);
    return canvas.captureStream(FRAMES);
  }

  // A browser has no mediaDevices for pages that are neither of localhost nor https.
  async function picture() {
    if (!navigator.mediaDevices || new URLSearchParams(location.search).has('test'))
      return movingPicture();
    try {
      return await navigator.mediaDevices.getUserMedia(
        { video: { width: 1280, height: 720, frameRate: FRAMES } });
    } catch (error) {
      return movingPicture();
    }
  }

  async function measure(pc) {
    const now = { sent: 0, encoded: 0, allowed: 0, width: 0, height: 0, roundTrip: 0, lost: 0,
                  again: 0, limit: '', ice: pc.iceConnectionState };
    (await pc.getStats()).forEach(s => {
      if (s.type == 'candidate-pair' && s.nominated) {
        now.roundTrip = s.currentRoundTripTime || 0;
        now.allowed = s.availableOutgoingBitrate || 0;
      }
      if (s.type == 'remote-inbound-rtp') now.lost = Math.max(0, s.packetsLost || 0);
      if (s.type != 'outbound-rtp') return;
      now.sent += s.bytesSent + s.headerBytesSent;
      now.encoded += s.framesEncoded || 0;
      now.again += s.retransmittedPacketsSent || 0;
      now.width = s.frameWidth || 0;
      now.height = s.frameHeight || 0;
      now.limit = s.qualityLimitationReason || '';
    });
    return now;
  }

  let before = null;            // what the receiver said a second ago

  function tell(last, now, receiver) {
    const was = before || receiver;
    const p = {
      'sent': (now.sent - last.sent) * 8e-6,
      'allowed': now.allowed * 1e-6,
      'encoded': now.encoded - last.encoded,
      'arrived': (receiver.decoded || 0) - (was.decoded || 0),
      'round trip': now.roundTrip * 1e3,
      'frozen': ((receiver.frozen || 0) - (was.frozen || 0)) * 1e3,
    };
    before = receiver;
    show(p, {
      'Picture': now.width + ' x ' + now.height,
      'Limited by': now.limit || '–',
      'Frames arrived': receiver.decoded ?? '–',
      'Freezes': (receiver.freezes ?? 0) + ', ' + (receiver.frozen ?? 0).toFixed(1) + ' s',
      'Packets lost, sent again': now.lost + ', ' + now.again,
      'Feedback': receiver.kind ?? '–',
      'Connection': now.ice,
    }, `${p.sent.toFixed(2)} Mbit/s of ${p.allowed.toFixed(2)} that the network allows; ` +
      `${p.arrived} frames arrived in this second; so far ${now.lost} packets lost and ` +
      `${(receiver.frozen ?? 0).toFixed(1)} s frozen.`, receiver.error);
  }

  live.run(async () => {
    const stream = await picture();
    const pc = new RTCPeerConnection();
    live.add(live.byId('videos'), 'video', { autoplay: true, muted: true, playsInline: true,
                                             srcObject: stream });
    await pc.setRemoteDescription(await live.offer());
    const sender = pc.addTrack(stream.getVideoTracks()[0], stream);
    await live.answer(pc);
    const parameters = sender.getParameters();
    parameters.encodings.forEach(encoding => { encoding.maxBitrate = MOST; });
    await sender.setParameters(parameters);
    await live.watch(pc, measure, tell);
  });
})();
