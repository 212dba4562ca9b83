# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Canned cases: a name for options, which further options change.

A case is a line of options as one would type them.
"""

CASES = {
    "steps": (
        "steps of the capacity, two controllers, two encoders",
        '--controllers scream,gcc --encoders x264enc,vp8enc '
        '--link "steps=rate=0:2M,20:1M,40:2.5M delay=25ms queue=300ms" --seconds 60'),
    "queues": (
        "one controller before a short, a long and a managed queue",
        '--controllers scream --encoders x264enc '
        '--link "short=rate=2M delay=25ms queue=100ms" '
        '--link "long=rate=2M delay=25ms queue=1s" '
        '--link "codel=rate=2M delay=25ms queue=1s aqm=codel" --seconds 40'),
    # TCP from 15 to 18 s, infinite queue and no delay: as CS244's scripts had it.
    # From 16 to 23 s: as the paper.  320x180, since the range begins at 64 kbit/s.
    "cs244": (
        "SCReAM v1 with a fixed and an adapting delay target, and v2, beside TCP; needs root",
        '--tun --controllers scream-v1:queue-delay-target-max=100ms,scream-v1,scream '
        '--encoders x264enc --size 320x180 --framerate 25 '
        '--min-bitrate 64k --initial-bitrate 300k --max-bitrate 5M --seconds 40 '
        '--link "300ms-15-18=rate=1M delay=25ms queue=300ms tcp=15-18" '
        '--link "300ms-16-23=rate=1M delay=25ms queue=300ms tcp=16-23" '
        '--link "infinite-15-18=rate=1M delay=1ms queue=infinite tcp=15-18" '
        '--link "infinite-16-23=rate=1M delay=1ms queue=infinite tcp=16-23"'),
    # What an LTE operator's buffer holds is not known; a second is common.
    "lte": (
        "all controllers over cellular traces; add --traces FILE,FILE",
        '--controllers scream,scream-v1,nada,gcc,fixed --encoders x264enc '
        '--link "delay=25ms queue=1s" --initial-bitrate 1M --max-bitrate 12M '
        '--seconds 120'),
}
