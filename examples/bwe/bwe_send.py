#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The application sets its encoder, rtpscreambwe says to what.

The same as bwe-send.c and rust/main.rs. With webrtcbin the element is what request-aux-sender
returns; all else stays.
"""
import argparse
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

PIPELINE = """
    videotestsrc is-live=true pattern=snow ! video/x-raw,width=320,height=180,framerate=30/1
        ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast
        ! rtph264pay mtu=1200 ! rtpscreambwe name=bwe max-bitrate=4000000
        ! udpsink host={host} port={port}
"""


def on_estimate(bwe, _pspec, encoder):
    bitrate = bwe.get_property("estimated-bitrate")
    encoder.set_property("bitrate", bitrate // 1000)
    print(bitrate, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=int)
    options = parser.parse_args()
    Gst.init(None)
    pipeline = Gst.parse_launch(PIPELINE.format(**vars(options)))
    bwe, encoder = (pipeline.get_by_name(name) for name in ("bwe", "encoder"))
    bwe.connect("notify::estimated-bitrate", on_estimate, encoder)
    pipeline.set_state(Gst.State.PLAYING)
    error = pipeline.get_bus().timed_pop_filtered(
        options.seconds * Gst.SECOND, Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    return str(error.parse_error().gerror) if error else 0


if __name__ == "__main__":
    sys.exit(main())
