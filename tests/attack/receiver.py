# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""receiver.py PORT SETTINGS: answers each line with frames shown, SSRC and stats."""
import sys
from typing import Any

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

FIELDS = ("streams", "ssrcs", "rtp-refused", "rtp-from-unknown-peers", "rtp-excess", "rtp-recorded",
          "rtp-untried",
          "rtcp-packets", "rtcp-refused", "from-unknown-peers", "sender-moves")


def main() -> None:
    Gst.init(None)
    pipeline = Gst.parse_launch(
        f"screamsrc name=s port={sys.argv[1]} {sys.argv[2]} ! video/x-raw ! identity name=i ! "
        "fakesink sync=false")
    frames = ssrc = 0

    def on_frame(pad: Any, info: Any) -> Any:
        nonlocal frames
        frames += 1
        return Gst.PadProbeReturn.OK

    def on_message(bus: Any, message: Any) -> Any:
        nonlocal ssrc
        if message.has_name("scream-stream"):
            ssrc = message.get_structure().get_value("ssrc")
        return Gst.BusSyncReply.DROP

    pipeline.get_bus().set_sync_handler(on_message)
    pipeline.get_by_name("i").get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, on_frame)
    pipeline.set_state(Gst.State.PLAYING)
    print("ready", flush=True)
    for _ in sys.stdin:
        stats = pipeline.get_by_name("s").get_property("stats")
        told = (f"{name} {stats.get_value(name)}" for name in FIELDS if stats.has_field(name))
        print(frames, ssrc, ", ".join(told), flush=True)
    pipeline.set_state(Gst.State.NULL)


main()
