/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// The other side and a connection for the two pages of examples/webrtc, without either.
let seconds = 0;
const MARKUP = '<img src=x onerror="window.hacked = true">';
window.RTCPeerConnection = class {
  iceConnectionState = MARKUP;
  localDescription = {};
  addTrack() {
    return { getParameters: () => ({ encodings: [{}] }), async setParameters() {} };
  }
  async setRemoteDescription() {}
  async createAnswer() {}
  async setLocalDescription() { setTimeout(() => this.onicegatheringstatechange(), 1); }
  get iceGatheringState() { return 'complete'; }
  async getStats() {
    seconds++;
    return [
      { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05,
        availableOutgoingBitrate: 1.5e6 },
      { type: 'remote-inbound-rtp', packetsLost: 2 },
      { type: 'outbound-rtp', bytesSent: 150000 * seconds, headerBytesSent: 5000 * seconds,
        framesEncoded: 30 * seconds, frameWidth: 640, frameHeight: 360,
        qualityLimitationReason: MARKUP },
      { type: 'inbound-rtp', kind: 'video', bytesReceived: 200000 * seconds,
        headerBytesReceived: 5000 * seconds, framesDecoded: 30 * seconds, packetsLost: 2,
        totalFreezesDuration: 0, freezeCount: 0, frameWidth: 640, frameHeight: 360 }];
  }
};
window.fetch = async path => ({ ok: true, json: async () => path.endsWith('/stats') ?
  { target: 1.7e6, queue: 0.02, feedback: 10 * seconds, error: MARKUP,
    decoded: 29 * seconds, freezes: 1, frozen: 0.5, kind: MARKUP } : {} });
