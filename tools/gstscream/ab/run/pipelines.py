# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipelines of a run, in the words of gst-launch-1.0."""
from gstscream import encoders

from .job import Job

MTU = 1200
PORT = 5000
PAYLOAD_TYPE = 96
RECEIVER = "10.91.0.2"          # in its namespace


def raw_caps(job: Job) -> str:
    return (f"video/x-raw,format=I420,width={job.width},height={job.height},"
            f"framerate={job.framerate}/1,pixel-aspect-ratio=1/1,"
            "interlace-mode=progressive")


def rtp_caps(encoder: str) -> str:
    return (f"application/x-rtp,media=video,clock-rate=90000,payload={PAYLOAD_TYPE},"
            f"encoding-name={encoders.ENCODING_NAMES[encoder]}")


def transmitter(job: Job) -> str:
    """screamtx; the maximum first, since a minimum above it would be refused."""
    return (f"screamtx name=tx max-bitrate={job.max_bitrate} min-bitrate={job.min_bitrate} "
            f"initial-bitrate={job.initial_bitrate} {job.screamtx} "
            f'log-location="{job.folder}/tx.csv"')


def sending(job: Job) -> str:
    """From the source to screamtx.  Timestamps begin at 0, so that they say
    which frame a packet belongs to."""
    codec = encoders.codec(job.encoder)
    return (f'appsrc name=source is-live=true format=time max-bytes=0 caps="{raw_caps(job)}" '
            f"! {codec.encoder} ! {codec.payloader} name=payloader mtu={MTU} "
            f"timestamp-offset=0 pt={PAYLOAD_TYPE} ! {transmitter(job)}")


def both(job: Job) -> str:
    """Sender, link and receiver in one pipeline.  The way back is not linked to
    tx: GStreamer warns of a pipeline that is a ring."""
    link = " ".join(f'{name}="{value}"' for name, value in job.link_properties.items())
    return (f'{sending(job)} ! linkemu name=link {link} log-location="{job.folder}/link.csv" ! '
            "screamrx name=rx ! fakesink name=sink sync=false "
            f"rx.rtcp_src ! linkemu name=back delay={job.delay} ! proxysink name=there "
            "proxysrc name=here ! tx.rtcp_sink")


def sender(job: Job) -> str:
    return f"{sending(job)} ! udpsink host={RECEIVER} port={PORT}"


def receiver(job: Job) -> str:
    return (f'udpsrc port={PORT} caps="{rtp_caps(job.encoder)}" ! '
            "screamrx name=rx ! fakesink name=sink sync=false")
