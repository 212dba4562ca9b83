# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cases: who sends in a, who receives in b, and what is to come out."""
from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass, field

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
    env: dict[str, str] = field(default_factory=dict)


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
    'aiortc': Case(
        'aiortc 1.16.0, WHIP, from camera-to-whip', 'REMB', ['aiortc'],
        [AIORTC, camera_to_whip('--codec vp8 --controller fixed --initial-bitrate 3000000')]),
}
