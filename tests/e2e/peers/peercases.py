# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cases: who sends in a, who receives in b, and what is to come out."""
from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass

import scenarios
from rig import Program
from tunrig import ADDRESS_B

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'),
                     'gst-scream-peers')
PLUGINS = os.path.join(CACHE, 'plugins')
EXAMPLES = os.path.join(HERE, '..', '..', '..', 'examples', 'webrtc')
ADDRESS_A = '10.91.0.1'
PORT = 5004
TWCC = 3                        # id of its header extension


@dataclass
class Case:
    """least: of the link; queue: ms."""
    peer: str
    feedback: str
    needs: Sequence[str]
    programs: Sequence[Program]
    least: float = 0.8
    queue: float = 100
    freezes: int = 0
    link: Sequence[str] = ()
    ours: bool = False          # rtpgccbwe is


CAMERA = scenarios.camera(640, 360, 0.15, argparse.Namespace(input=None))
H264 = f'{scenarios.ENCODERS["x264enc"]} ! {scenarios.PAY["x264enc"]}'
CAPS = '"application/x-rtp,media=video,clock-rate=90000,encoding-name=H264,payload=96"'
TO_B = f'udpsink host={ADDRESS_B} port={PORT}'


def launch(side: str, line: str, ready: str | int = '') -> Program:
    return Program(side, f'gst-launch-1.0 {line}', ready)


def pion(side: str, program: str, ready: str | int = '') -> Program:
    return Program(side, f'{CACHE}/pion/{program}', ready)


def screamtx(properties: str = '') -> Program:
    return launch('a', f'{CAMERA} ! {H264} ! screamtx {properties} ! {TO_B}')


def screamrx(properties: str = '') -> Program:
    return launch('b', f'udpsrc port={PORT} caps={CAPS} ! screamrx {properties} ! fakesink',
                  'PLAYING')


def camera_to_whip(options: str = '') -> Program:
    return Program('a', f'/usr/bin/python3 {EXAMPLES}/camera-to-whip '
                   f'http://{ADDRESS_B}:8080/whip {options}')


AIORTC = Program('b', f'{CACHE}/aiortc/bin/python {HERE}/aiortc/whip 8080', 'ready')
# The whitelist is for the SDP file: ffmpeg takes no other protocol from a file unasked.
FFMPEG = 'ffmpeg -nostdin -protocol_whitelist file,udp,rtp -i {} -f null -'
SIGNALLING = 8443
ENCODED = {'h264': 'video/x-h264', 'vp8': 'video/x-vp8'}
LOSS = ['--loss', '0.01']
AUDIO = 'audiotestsrc is-live=true wave=ticks ! sink.'


def webrtcsink(codec: str, audio: str = '') -> Program:
    return launch('a', f'{CAMERA} ! webrtcsink name=sink run-signalling-server=true stun-server=NULL '
                  f'video-caps={ENCODED[codec]} {audio}', SIGNALLING)


def webrtcsrc(side: str = 'b', seconds: float = 0) -> Program:
    return Program(side, f'gst-launch-1.0 webrtcsrc signaller::uri=ws://{ADDRESS_A}:{SIGNALLING} '
                   'connect-to-first-producer=true stun-server=NULL name=source '
                   'source. ! queue ! fakesink async=false', seconds=seconds)


def whipclientsink(codec: str) -> Program:
    return launch('a', f'{CAMERA} ! whipclientsink stun-server=NULL video-caps={ENCODED[codec]} '
                  f'signaller::whip-endpoint=http://{ADDRESS_B}:8080/whip')


def theirs_and_ours() -> dict[str, Case]:
    """webrtcsink and whipclientsink of gst-plugins-rs, with its estimator and with ours."""
    pages = Program('a', f'/usr/bin/python3 -m http.server -d {HERE} 8000', 8000)
    browser = Program('b', 'chromium --headless=new --no-sandbox --disable-gpu --no-first-run '
                      '--disable-background-networking --disable-component-update --disable-sync '
                      '--autoplay-policy=no-user-gesture-required --enable-logging=stderr '
                      '--disable-features=WebRtcHideLocalIpsWithMdns '
                      f'http://{ADDRESS_A}:8000/consumer.html')
    found = {}
    for name, estimator, ours in (('', 'its GCC', False), ('-scream', 'rtpgccbwe of ours', True)):
        bounds = (0.88, 100) if ours else (0.3, 310, 99)

        def case(peer: str, *programs: Program, link: Sequence[str] = (), needs: str = 'rust',
                 estimator: str = estimator, ours: bool = ours,
                 bounds: Sequence[float] = bounds) -> Case:
            return Case(f'{peer}, {estimator}', 'TWCC', ['rust', needs], programs, *bounds,
                        link=link, ours=ours)

        for codec in ENCODED:
            found[f'webrtcsink-{codec}{name}'] = case(
                f'webrtcsink 0.15.4 ({codec}) to webrtcsrc', webrtcsink(codec), webrtcsrc())
        found |= {
            f'chromium{name}': case('webrtcsink (vp8) to Chromium', pages, webrtcsink('vp8'), browser,
                                    needs='chromium'),
            f'audio{name}': case('the same with audio beside', webrtcsink('h264', AUDIO), webrtcsrc()),
            f'loss{name}': case('1 % loss, with its FEC and RTX', webrtcsink('h264'), webrtcsrc(),
                                link=LOSS),
            f'two{name}': case('a second consumer that is fast', webrtcsink('h264'), webrtcsrc('a'),
                               webrtcsrc()),
            f'leaves{name}': case('a second consumer leaves at 12 s', webrtcsink('h264'),
                                  webrtcsrc('b', 12), webrtcsrc()),
            f'whipclientsink{name}': case('whipclientsink to Pion', pion('b', 'whip', 'ready'),
                                          whipclientsink('h264'), needs='pion'),
            f'whipclientsink-ours{name}': case(
                'whipclientsink to whip-server of the examples',
                Program('b', f'/usr/bin/python3 {EXAMPLES}/whip-server --address {ADDRESS_B} --token e2e',
                        'http://'),
                Program('a', whipclientsink('h264').line + ' signaller::auth-token=e2e')),
        }
    return found


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
    'aiortc': Case(
        'aiortc 1.16.0, WHIP, from camera-to-whip', 'none', ['aiortc'],
        [AIORTC, camera_to_whip('--codec vp8 --controller fixed --initial-bitrate 700000')],
        0.3),
    # Most of its reports are malformed: it cuts the last bytes off instead of padding.
    'werift': Case(
        'werift 0.24.4, WHIP, from camera-to-whip', 'TWCC', ['werift'],
        [Program('b', f'node {HERE}/werift/whip.js {CACHE}/werift', 'ready'),
         camera_to_whip('--codec vp8')], 0.02, 100, 9),
    'ffmpeg': Case(
        'ffmpeg 5.1 plays', 'none', ['ffmpeg'],
        [Program('b', FFMPEG.format(f'{HERE}/ffmpeg.sdp')), screamtx('no-feedback-bitrate=700000')],
        0.3),
    'from-ffmpeg': Case(
        'ffmpeg 5.1 sends', 'sent, not heeded', ['ffmpeg'],
        [screamrx(), Program('a', f'ffmpeg -nostdin -re -f lavfi -i testsrc2=size=640x360:rate=30 '
                             f'-c:v libx264 -preset superfast -tune zerolatency -b:v 700k '
                             f'-maxrate 700k -bufsize 350k -payload_type 96 '
                             f'-f rtp rtp://{ADDRESS_B}:{PORT}')], 0.3),
    'vlc': Case(
        'VLC 3.0 plays', 'none', ['vlc'],
        [Program('b', f'setpriv --reuid 65534 --regid 65534 --clear-groups cvlc -I dummy --no-audio --vout vdummy --demux avformat '
                 f'--avformat-format sdp {HERE}/ffmpeg.sdp', env={'XDG_RUNTIME_DIR': '/tmp'}),
         screamtx('no-feedback-bitrate=700000')], 0.3),
    'rtpsend': Case(
        'rtpsend and rtprecv 0.15.4 in the place of rtpbin', 'RFC 8888', ['rust'],
        [launch('b', f'rtprecv name=r udpsrc port={PORT} caps={CAPS} ! screamrx ! r.rtp_sink_0 '
                'r. ! rtph264depay ! fakesink', 'PLAYING'),
         launch('a', f'{CAMERA} ! {H264} ! s.rtp_sink_0 rtpsend name=s '
                f's.rtp_src_0 ! screamtx ! {TO_B}')]),
    'rtpsend-observe': Case(
        'rtprecv 0.15.4 with screamrx observe', 'RFC 8888', ['rust'],
        [launch('b', f'rtprecv name=r udpsrc port={PORT} caps={CAPS} ! r.rtp_sink_0 '
                'r. ! rtph264depay ! fakesink screamrx observe=r', 'PLAYING'),
         launch('a', f'{CAMERA} ! {H264} ! s.rtp_sink_0 rtpsend name=s '
                f's.rtp_src_0 ! screamtx ! {TO_B}')]),
    **theirs_and_ours(),
}
