# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An encoder, screamtx, the link, screamrx and a decoder, in one line."""
from frames import FrameDelay
from shared import encoders


def description(source, options):
    """The whole pipeline, in the words of gst-launch-1.0."""
    encoder, payloader, depayloader, decoder = encoders.CODECS[options.encoder]
    sink = "autovideosink sync=false" if options.display else "fakesink sync=false"
    return (
        f"{source} queue leaky=downstream max-size-buffers=2 ! {encoder} ! "
        f"{payloader} mtu=1200 name=payloader ! screamtx name=tx ! linkemu name=link ! "
        f"screamrx name=rx ! queue ! {depayloader} ! {decoder} name=decoder ! "
        f"videoconvert ! {sink} "
        # Not linked to tx: GStreamer warns of a pipeline that is a ring.
        "rx.rtcp_src ! linkemu name=back ! proxysink name=there "
        "proxysrc name=here ! tx.rtcp_sink")


def join(pipeline, _options):
    """The feedback goes back."""
    pipeline.get_by_name("here").set_property("proxysink", pipeline.get_by_name("there"))


def frames(pipeline):
    """A FrameDelay."""
    return FrameDelay(pipeline.get_by_name("encoder").get_static_pad("sink"),
                      pipeline.get_by_name("decoder").get_static_pad("src"))


def watch(_pipeline, _meter):
    """All is in sight."""
