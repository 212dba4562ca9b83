# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cases: who sends in a, who receives in b, and what is to come out."""
import rustcases
from peercase import CACHE, CAMERA, CAPS, EXAMPLES, H264, HERE, PORT, TO_B, Case, launch, pion
from rig import Program

from tunrig import ADDRESS_B

TWCC = 3                        # id of its header extension
PLAYS = 'no-feedback-bitrate=700000'


def screamtx(properties: str = '') -> Program:
    return launch('a', f'{CAMERA} ! {H264} ! screamtx {properties} ! {TO_B}')


def screamrx(properties: str = '') -> Program:
    return launch('b', f'udpsrc port={PORT} caps={CAPS} ! screamrx {properties} ! fakesink',
                  'PLAYING')


def camera_to_whip(options: str = '') -> Program:
    return Program('a', f'/usr/bin/python3 {EXAMPLES}/camera-to-whip '
                   f'http://{ADDRESS_B}:8080/whip {options}')


AIORTC = Program('b', f'{CACHE}/aiortc/bin/python {HERE}/pypi/aiortcwhip.py 8080', 'ready')
# The whitelist is for the SDP file: ffmpeg takes no other protocol from a file unasked.
FFMPEG = Program('b', 'ffmpeg -nostdin -protocol_whitelist file,udp,rtp '
                 f'-i {HERE}/stream.sdp -f null -')
FROM_FFMPEG = Program('a', 'ffmpeg -nostdin -re -f lavfi -i testsrc2=size=640x360:rate=30 '
                      '-c:v libx264 -preset superfast -tune zerolatency -b:v 700k -maxrate 700k '
                      f'-bufsize 350k -payload_type 96 -f rtp rtp://{ADDRESS_B}:{PORT}')
# It does not run as root.
VLC = Program('b', 'setpriv --reuid 65534 --regid 65534 --clear-groups cvlc -I dummy --no-audio '
              f'--vout vdummy --demux avformat --avformat-format sdp {HERE}/stream.sdp',
              env={'XDG_RUNTIME_DIR': '/tmp'})
WERIFT = Program('b', f'node {HERE}/werift/whip.js {CACHE}/werift', 'ready')
FIXED = '--codec vp8 --controller fixed --initial-bitrate 700000'


CASES = {
    'pion-rfc8888': Case(
        'Pion interceptor 0.1.51 receives', 'RFC 8888', ['pion'],
        [pion('b', f'receive -port {PORT}'), screamtx()]),
    'pion-twcc': Case(
        'Pion interceptor 0.1.51 receives', 'TWCC', ['pion'],
        [pion('b', f'receive -port {PORT} -twcc {TWCC}'), screamtx(f'twcc-extension={TWCC}')]),
    'from-pion-rfc8888': Case(
        'Pion interceptor 0.1.51 sends (GCC)', 'RFC 8888', ['pion'],
        [screamrx(), pion('a', f'send -to {ADDRESS_B}:{PORT}')], 0.4, 300, 9),
    'from-pion-twcc': Case(
        'Pion interceptor 0.1.51 sends (GCC)', 'TWCC', ['pion'],
        [screamrx(f'feedback=twcc twcc-extension={TWCC}'),
         pion('a', f'send -to {ADDRESS_B}:{PORT} -twcc {TWCC}')], 0.4, 300, 9),
    'pion-whip': Case(
        'Pion webrtc 4.2.26, WHIP, from camera-to-whip', 'TWCC', ['pion'],
        [pion('b', 'whip', 'ready'), camera_to_whip()]),
    'pion-whip-rfc8888': Case(
        'Pion webrtc 4.2.26, WHIP, from camera-to-whip', 'RFC 8888', ['pion'],
        [pion('b', 'whip -rfc8888', 'ready'), camera_to_whip()]),
    # Its REMB needs abs-send-time in the packets, which nothing here writes.
    'aiortc': Case('aiortc 1.16.0, WHIP, from camera-to-whip', 'none', ['aiortc'],
                   [AIORTC, camera_to_whip(FIXED)], 0.3),
    # Most of its reports are malformed: it cuts the last bytes off instead of padding.
    'werift': Case('werift 0.24.4, WHIP, from camera-to-whip', 'TWCC', ['werift'],
                   [WERIFT, camera_to_whip('--codec vp8')], 0.02, 100, 9),
    'ffmpeg': Case('ffmpeg 5.1 plays', 'none', ['ffmpeg'], [FFMPEG, screamtx(PLAYS)], 0.3),
    'from-ffmpeg': Case('ffmpeg 5.1 sends', 'not heeded', ['ffmpeg'], [screamrx(), FROM_FFMPEG],
                        0.3),
    'vlc': Case('VLC 3.0 plays', 'none', ['vlc'], [VLC, screamtx(PLAYS)], 0.3),
    **rustcases.CASES,
}
