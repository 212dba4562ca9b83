# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a case is, and what many cases have in common."""
from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass

from rig import Program

import scenarios
from tunrig import ADDRESS_B

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'),
                     'gst-scream-peers')
PLUGINS = os.path.join(CACHE, 'plugins')
EXAMPLES = os.path.join(HERE, '..', '..', '..', 'examples', 'webrtc')
ADDRESS_A = '10.91.0.1'
PORT = 5004


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
