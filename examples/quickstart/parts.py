# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An encoder, screamtx, the link, screamrx and a decoder, in one line."""
from frames import FrameDelay
from shared import encoders

# What screamsrc waits for by default, 100 ms, and the way of the fastest frame: packets keep
# their timestamps here, so it counts from the capture. Packets that come later are shown all
# the same; behind frames that screamtx has discarded the buffer waits for so long.
LATENCY = 170                   # ms


def description(source, options):
    """The whole pipeline, in the words of gst-launch-1.0."""
    encoder, payloader, depayloader, decoder = encoders.CODECS[options.encoder]
    sink = "autovideosink sync=false" if options.display else "fakesink sync=false"
    return (
        f"{source} queue leaky=downstream max-size-buffers=2 ! {encoder} ! "
        f"{payloader} mtu=1200 name=payloader ! screamtx name=tx ! linkemu name=link ! "
        f"screamrx name=rx ! rtpjitterbuffer latency={LATENCY} ! "
        f"{depayloader} name=depayloader ! {decoder} name=decoder ! "
        f"videoconvert ! {sink} "
        # Not linked to tx: GStreamer warns of a pipeline that is a ring.
        "rx.rtcp_src ! linkemu name=back ! proxysink name=there "
        "proxysrc name=here ! tx.rtcp_sink")


def join(pipeline, _options):
    """The feedback goes back."""
    pipeline.get_by_name("here").set_property("proxysink", pipeline.get_by_name("there"))


def frames(pipeline):
    """A FrameDelay."""
    def pad(element, name):
        return pipeline.get_by_name(element).get_static_pad(name)

    found = FrameDelay(pad("encoder", "sink"), pad("decoder", "src"))
    found.watch_sender(pad("payloader", "src"))
    found.watch_receiver(pad("depayloader", "sink"))
    return found


def watch(_pipeline, _meter):
    """All is in sight."""
