#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""animated-link.py [SECONDS]: a link whose rate falls and rises like a wave.

GstController sets the bitrate of linkemu between the points of a curve, and switches
its random loss on for the second half.  Everything is in one pipeline.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstController", "1.0")
from gi.repository import GLib, Gst, GstController

BITRATES = ((0, 3e6), (0.5, 6e5), (1, 3e6))  # part of the time, bit/s
LOSSES = ((0, 0), (0.5, 0.02))               # part of the time, fraction
PIPELINE = ("screamvideosrc ! screamtx name=tx max-bitrate=4000000 ! "
            "linkemu name=link bitrate=3000000 delay=20 ! screamrx name=rx ! "
            "fakesink async=false  rx.rtcp_src ! linkemu delay=20 ! tx.rtcp_sink")


def animate(link, name, points, mode, seconds):
    """The time is that since the first packet.  Values are absolute, not 0 to 1."""
    source = GstController.InterpolationControlSource(mode=mode)
    for part, value in points:
        source.set(int(part * seconds * Gst.SECOND), value)
    link.add_control_binding(GstController.DirectControlBinding.new_absolute(link, name, source))


def main():
    Gst.init(None)
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    pipeline = Gst.parse_launch(PIPELINE)
    tx, link = (pipeline.get_by_name(name) for name in ("tx", "link"))
    modes = GstController.InterpolationMode
    animate(link, "bitrate", BITRATES, modes.LINEAR, seconds)
    animate(link, "loss", LOSSES, modes.NONE, seconds)
    loop = GLib.MainLoop()

    def print_rates():
        print(f"link {link.props.bitrate // 1000} kbit/s, loss {link.props.loss:.2f}, "
              f"video {tx.props.estimated_bitrate // 1000} kbit/s", flush=True)
        return True

    GLib.timeout_add(500, print_rates)
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    pipeline.set_state(Gst.State.PLAYING)
    loop.run()
    pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    main()
