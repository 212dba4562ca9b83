#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What rtpbin-send sends, shown, and feedback to it.

    rtpbin_receive.py SENDER PORT

Media comes to PORT, the sender's RTCP to PORT + 1; our RTCP goes to PORT + 2 of
SENDER.  screamrx stands before rtpbin, as near to the socket as it can: feedback
leaves from there at once.  With --rtp-session it goes with rtpbin's RTCP instead.
The same as rtpbin-receive.c.
"""
import argparse
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

CAPS = "application/x-rtp,media=video,payload=96,encoding-name=H264,clock-rate=90000"
AUX = 'rtprtxreceive name=rtx payload-type-map="application/x-rtp-pt-map,96=(uint)97"'
PIPELINE = """
    rtpbin name=rtpbin latency=200 rtp-profile=avpf do-retransmission=true
    udpsrc port={port} caps="{caps}" ! screamrx name=screamrx feedback-route={route}
    rtpbin. ! rtph264depay ! avdec_h264 ! videoconvert ! {sink}
    udpsrc port={rtcp} caps=application/x-rtcp ! rtpbin.recv_rtcp_sink_0
    rtpbin.send_rtcp_src_0 ! udpsink host={sender} port={back} sync=false async=false
"""


def on_request_aux_receiver(_rtpbin, session):
    """A bin with pads sink_N and src_N, as rtpbin wants it."""
    aux = Gst.parse_bin_from_description(AUX, False)
    for pad in ("sink", "src"):
        target = aux.get_by_name("rtx").get_static_pad(pad)
        aux.add_pad(Gst.GhostPad.new(f"{pad}_{session}", target))
    return aux


def make_pipeline(options):
    port = options.port
    pipeline = Gst.parse_launch(PIPELINE.format(
        port=port, caps=CAPS, route="rtp-session" if options.rtp_session else "auto",
        sink="fakesink" if options.test else "autovideosink", rtcp=port + 1,
        sender=options.sender, back=port + 2))
    rtpbin = pipeline.get_by_name("rtpbin")
    # rtpbin asks when it makes the pads, so not before the handler is there.
    rtpbin.connect("request-aux-receiver", on_request_aux_receiver)
    pipeline.get_by_name("screamrx").link_pads("src", rtpbin, "recv_rtp_sink_0")
    return pipeline


def report(pipeline):
    stats = pipeline.get_by_name("screamrx").get_property("stats")
    print("%d packets, %d lost, %d of feedback by %s" % (
        stats.get_uint64("packets").value, stats.get_uint64("lost").value,
        stats.get_uint64("feedback-packets").value, stats.get_string("route")),
        flush=True)


def run(pipeline, seconds):
    """Until an error, the end, or the time (s) is up; returns the exit status."""
    bus = pipeline.get_bus()
    message = None
    second = 0
    pipeline.set_state(Gst.State.PLAYING)
    while message is None and (seconds == 0 or second < seconds):
        message = bus.timed_pop_filtered(
            Gst.SECOND, Gst.MessageType.ERROR | Gst.MessageType.EOS)
        second += 1
        report(pipeline)
    pipeline.set_state(Gst.State.NULL)
    if message is not None and message.type == Gst.MessageType.ERROR:
        print(message.parse_error()[0].message, file=sys.stderr)
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("sender")
    parser.add_argument("port", type=int)
    parser.add_argument("--test", action="store_true", help="no window")
    parser.add_argument("--rtp-session", action="store_true",
                        help="feedback with rtpbin's RTCP")
    parser.add_argument("--seconds", type=int, default=0, help="end after this time")
    options = parser.parse_args()
    Gst.init(None)
    return run(make_pipeline(options), options.seconds)


if __name__ == "__main__":
    sys.exit(main())
