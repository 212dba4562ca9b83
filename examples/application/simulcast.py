#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""simulcast.py [SECONDS]: one picture in three sizes over a link that changes.

screamtx switches the largest off when the rate does not suffice for the smallest
bitrates of all, and on again when there is room.  The application watches that,
splits the rate by itself while all three are on, and may veto changes of an
encoder.  Everything is in one pipeline, the link is emulated.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

SIZES = ((80, 60), (160, 120), (320, 240))
BITRATES = ((60000, 120000), (150000, 300000), (500000, 1500000))  # min, max, bit/s
LINK = ((0, 3000000), (0.3, 400000), (0.5, 4000000))  # part of the time, bit/s
PORT = 5676

LAYER = ("raw. ! queue leaky=downstream ! videoscale ! video/x-raw,width={0},height={1} ! "
         "x264enc name=enc{2} tune=zerolatency speed-preset=ultrafast threads=1 "
         "key-int-max=300 ! rtph264pay pt={3} ! tx.sink_{2} tx.src_{2} ! all. ")
PIPELINE = (f"screamtx name=tx initial-bitrate=1500000 funnel name=all ! "
            f"linkemu name=link delay=20 ! "
            f"udpsink host=127.0.0.1 port={PORT} async=false "
            f"udpsrc address=127.0.0.1 port={PORT} caps=application/x-rtp ! screamrx ! "
            f"fakesink async=false "
            f"videotestsrc is-live=true pattern=snow ! "
            f"video/x-raw,width=80,height=60,framerate=15/1 ! tee name=raw ")


def on_active(pad, _spec):
    """In the thread that sends: quick, and no change of state."""
    print(pad.get_name(), "on" if pad.props.active else "off", flush=True)


def on_split(_tx, total, bitrates):
    """@total bit/s, in the same thread.  None leaves it to the priorities."""
    if not bitrates.has_field("sink_2"):
        return None
    answer = Gst.Structure.new_empty("scream-stream-bitrates")
    answer.set_value("sink_0", float(total) * 0.1)  # the others share what is left
    return answer


def on_encoder(_tx, encoder, _pad, bitrate):
    """@bitrate in bit/s, in the encoder's thread.  True keeps screamtx from it."""
    veto = encoder.get_name() == "enc0" and bitrate > 100000
    if veto:
        encoder.set_property("bitrate", 100)  # kbit/s, good enough for this size
    return veto


def print_shares(tx):
    """One line each second: what each stream may send and sends, kbit/s."""
    parts = []
    for stream in range(len(SIZES)):
        pad = tx.get_static_pad(f"sink_{stream}")
        sent = pad.props.stats.get_uint64("media-bitrate").value
        parts.append(f"{pad.props.estimated_bitrate // 1000}/{sent // 1000}")
    print("kbit/s:", *parts, flush=True)
    return True


def build():
    layers = "".join(LAYER.format(*size, number, 96 + number)
                     for number, size in enumerate(SIZES))
    pipeline = Gst.parse_launch(PIPELINE + layers)
    tx = pipeline.get_by_name("tx")
    for number, (lowest, highest) in enumerate(BITRATES):
        pad = tx.get_static_pad(f"sink_{number}")
        pad.set_property("min-bitrate", lowest)
        pad.set_property("max-bitrate", highest)
        pad.set_property("priority", 1 - number / 4)  # the largest goes first
        pad.set_property("auto-pause", True)
        pad.connect("notify::active", on_active)
    tx.connect("split-bitrate", on_split)
    tx.connect("encoder-bitrate-changing", on_encoder)
    return pipeline, tx


def main():
    Gst.init(None)
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    pipeline, tx = build()
    loop = GLib.MainLoop()
    link = pipeline.get_by_name("link")
    bus = pipeline.get_bus()
    failed = []

    def on_error(_bus, message):
        failed.append(message.parse_error()[0].message)
        loop.quit()

    bus.add_signal_watch()
    bus.connect("message::error", on_error)
    for part, bitrate in LINK:
        GLib.timeout_add(int(part * seconds * 1000),
                         lambda value=bitrate: link.set_property("bitrate", value))
    GLib.timeout_add_seconds(1, print_shares, tx)
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    pipeline.set_state(Gst.State.PLAYING)
    loop.run()
    pipeline.set_state(Gst.State.NULL)
    return failed[0] if failed else 0


if __name__ == "__main__":
    sys.exit(main())
