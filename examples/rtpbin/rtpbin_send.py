#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A camera through rtpbin, at the rate that the network has.

    rtpbin_send.py HOST PORT

Media goes to PORT, RTCP to PORT + 1; the receiver's RTCP comes to PORT + 2 here.
screamtx is rtpbin's aux sender, behind the retransmissions, so that they are paced
and counted too.  It sets the encoder's bitrate by itself.  The same as rtpbin-send.c.
"""
import argparse
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

CAMERA = "v4l2src"
NOISE = ("videotestsrc is-live=true pattern=snow ! "
         "video/x-raw,width=320,height=180,framerate=30/1")
AUX = ('rtprtxsend name=rtx payload-type-map="application/x-rtp-pt-map,96=(uint)97" '
       "max-size-time=500 max-size-packets=0 ! screamtx name=screamtx")
PIPELINE = """
    rtpbin name=rtpbin rtp-profile=avpf
    {camera} ! videoconvert ! x264enc tune=zerolatency speed-preset=superfast
        ! rtph264pay name=pay pt=96 config-interval=-1 mtu=1200
    udpsink name=out host={host} port={port}
    rtpbin.send_rtcp_src_0 ! udpsink host={host} port={rtcp} sync=false async=false
    udpsrc port={back} caps=application/x-rtcp ! rtpbin.recv_rtcp_sink_0
"""


def on_request_aux_sender(_rtpbin, session):
    """A bin with pads sink_N and src_N, as rtpbin wants it."""
    aux = Gst.parse_bin_from_description(AUX, False)
    for element, pad in (("rtx", "sink"), ("screamtx", "src")):
        target = aux.get_by_name(element).get_static_pad(pad)
        aux.add_pad(Gst.GhostPad.new(f"{pad}_{session}", target))
    return aux


def make_pipeline(options):
    port = options.port
    pipeline = Gst.parse_launch(PIPELINE.format(
        camera=NOISE if options.test else CAMERA, host=options.host, port=port,
        rtcp=port + 1, back=port + 2))
    rtpbin = pipeline.get_by_name("rtpbin")
    # rtpbin asks when it makes the pads, so not before the handler is there.
    rtpbin.connect("request-aux-sender", on_request_aux_sender)
    pipeline.get_by_name("pay").link_pads("src", rtpbin, "send_rtp_sink_0")
    rtpbin.link_pads("send_rtp_src_0", pipeline.get_by_name("out"), "sink")
    return pipeline


def report(pipeline):
    screamtx = pipeline.get_by_name("screamtx")
    stats = screamtx.get_property("stats")
    print("encoder %d kbit/s, RTT %d ms, %d packets lost, feedback by %s" % (
        screamtx.get_property("estimated-bitrate") // 1000,
        stats.get_uint64("smoothed-rtt").value // Gst.MSECOND,
        stats.get_uint64("packets-lost").value,
        stats.get_string("feedback-route")), flush=True)


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
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--test", action="store_true", help="noise instead of a camera")
    parser.add_argument("--seconds", type=int, default=0, help="end after this time")
    options = parser.parse_args()
    Gst.init(None)
    return run(make_pipeline(options), options.seconds)


if __name__ == "__main__":
    sys.exit(main())
