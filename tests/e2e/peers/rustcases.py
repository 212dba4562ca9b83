# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Cases with gst-plugins-rs: each with its estimator, and with rtpgccbwe of ours."""
from __future__ import annotations

from collections.abc import Sequence

from peercase import ADDRESS_A, CAMERA, CAPS, EXAMPLES, H264, HERE, PORT, TO_B, Case, launch, pion
from rig import Program

from tunrig import ADDRESS_B

SIGNALLING = 8443
ENCODED = {'h264': 'video/x-h264', 'vp8': 'video/x-vp8'}
AUDIO = 'audiotestsrc is-live=true wave=ticks ! sink.'
PAGES = Program('a', f'/usr/bin/python3 -m http.server -d {HERE} 8000', 8000)
CHROMIUM = Program(
    'b', 'chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-sync '
    '--disable-background-networking --disable-component-update --enable-logging=stderr '
    '--autoplay-policy=no-user-gesture-required '
    f'--disable-features=WebRtcHideLocalIpsWithMdns http://{ADDRESS_A}:8000/consumer.html')
PION = pion('b', 'whip', 'ready')
WHIP_SERVER = Program('b', f'/usr/bin/python3 {EXAMPLES}/whip-server --address {ADDRESS_B} '
                      '--token e2e', 'http://')


def webrtcsink(codec: str, audio: str = '') -> Program:
    return launch('a', f'{CAMERA} ! webrtcsink name=sink run-signalling-server=true '
                  f'stun-server=NULL video-caps={ENCODED[codec]} {audio}', SIGNALLING)


def webrtcsrc(side: str = 'b', seconds: float = 0) -> Program:
    return Program(side, f'gst-launch-1.0 webrtcsrc signaller::uri=ws://{ADDRESS_A}:{SIGNALLING} '
                   'connect-to-first-producer=true stun-server=NULL name=source '
                   'source. ! queue ! fakesink async=false', seconds=seconds)


def whipclientsink(token: str = '') -> Program:
    return launch('a', f'{CAMERA} ! whipclientsink stun-server=NULL video-caps={ENCODED["h264"]} '
                  f'signaller::whip-endpoint=http://{ADDRESS_B}:8080/whip {token}')


# name: (who, what else is needed, programs, options of the link)
LINES: dict[str, tuple[str, list[str], list[Program], list[str]]] = {
    'webrtcsink-h264': ('webrtcsink (H.264) to webrtcsrc', [],
                        [webrtcsink('h264'), webrtcsrc()], []),
    'webrtcsink-vp8': ('webrtcsink (VP8) to webrtcsrc', [], [webrtcsink('vp8'), webrtcsrc()], []),
    'webrtcsink-chromium': ('webrtcsink (VP8) to Chromium', ['chromium'],
                            [PAGES, webrtcsink('vp8'), CHROMIUM], []),
    'webrtcsink-audio': ('audio beside', [], [webrtcsink('h264', AUDIO), webrtcsrc()], []),
    'webrtcsink-loss': ('1 % loss, its FEC and RTX', [], [webrtcsink('h264'), webrtcsrc()],
                        ['--loss', '0.01']),
    'webrtcsink-two': ('another consumer has a fast path', [],
                       [webrtcsink('h264'), webrtcsrc('a'), webrtcsrc()], []),
    'webrtcsink-leaves': ('another consumer leaves at 12 s', [],
                          [webrtcsink('h264'), webrtcsrc('b', 12), webrtcsrc()], []),
    'whipclientsink-pion': ('whipclientsink to Pion', ['pion'], [PION, whipclientsink()], []),
    'whipclientsink-server': ('whipclientsink to whip-server', [],
                              [WHIP_SERVER, whipclientsink('signaller::auth-token=e2e')], []),
}


def estimators() -> dict[str, Case]:
    found = {}
    for suffix, estimator, bounds in (('', 'its GCC', (0.3, 310, 99)),
                                      ('-scream', 'ours', (0.85, 100, 2))):
        for name, (who, needs, programs, link) in LINES.items():
            found[name + suffix] = Case(f'{who}; {estimator}', 'TWCC', ['rust', *needs], programs,
                                        *bounds, link=link, ours=bool(suffix))
    return found


def rtpsend(receiver: Sequence[str]) -> list[Program]:
    return [launch('b', ' '.join(['rtprecv name=r', *receiver, 'r. ! rtph264depay ! fakesink']),
                   'PLAYING'),
            launch('a', f'{CAMERA} ! {H264} ! s.rtp_sink_0 rtpsend name=s '
                   f's.rtp_src_0 ! screamtx ! {TO_B}')]


CASES = {
    'rtpsend': Case('rtpsend and rtprecv in the place of rtpbin', 'RFC 8888', ['rust'], rtpsend(
        [f'udpsrc port={PORT} caps={CAPS} ! screamrx ! r.rtp_sink_0'])),
    **estimators(),
}
