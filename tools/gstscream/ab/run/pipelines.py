# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipelines of a run, in the words of gst-launch-1.0."""
from typing import Any

from gstscream import encoders

MTU = 1200
PORT = 5000
PAYLOAD_TYPE = 96


def raw_caps(job: dict[str, Any]) -> str:
    return (f"video/x-raw,format=I420,width={job['width']},height={job['height']},"
            f"framerate={job['framerate']}/1,pixel-aspect-ratio=1/1,"
            "interlace-mode=progressive")


def rtp_caps(encoder: str) -> str:
    return (f"application/x-rtp,media=video,clock-rate=90000,payload={PAYLOAD_TYPE},"
            f"encoding-name={encoders.ENCODING_NAMES[encoder]}")


def properties(values: Any) -> str:
    return " ".join(f'{name}="{value}"' for name, value in values.items())


def transmitter(job: dict[str, Any]) -> str:
    """screamtx; the maximum first, since a minimum above it would be refused."""
    return " ".join([
        "screamtx name=tx", f"max-bitrate={job['max_bitrate']}",
        f"min-bitrate={job['min_bitrate']}", f"initial-bitrate={job['initial_bitrate']}",
        job["screamtx"], job["controller_words"], f'log-location="{job["folder"]}/tx.csv"'])


def sending(job: dict[str, Any]) -> str:
    """From the source to screamtx.  Timestamps begin at 0, so that they say
    which frame a packet belongs to."""
    codec = encoders.codec(job["encoder"])
    return (f'appsrc name=source is-live=true format=time max-bytes=0 caps="{raw_caps(job)}" '
            f"! {codec.encoder} ! {codec.payloader} name=payloader mtu={MTU} "
            f"timestamp-offset=0 pt={PAYLOAD_TYPE} ! {transmitter(job)}")


def both(job: dict[str, Any]) -> str:
    """Sender, link and receiver in one pipeline.  The way back is not linked to
    tx: GStreamer warns of a pipeline that is a ring."""
    log = f'log-location="{job["folder"]}/link.csv"'
    return (f"{sending(job)} ! linkemu name=link {properties(job['link_properties'])} {log} ! "
            "screamrx name=rx ! fakesink name=sink sync=false "
            f"rx.rtcp_src ! linkemu name=back delay={job['delay']} ! proxysink name=there "
            "proxysrc name=here ! tx.rtcp_sink")


def sender(job: dict[str, Any]) -> str:
    return f"{sending(job)} ! udpsink host={job['host']} port={PORT}"


def receiver(job: dict[str, Any]) -> str:
    return (f'udpsrc port={PORT} caps="{rtp_caps(job["encoder"])}" ! '
            "screamrx name=rx ! fakesink name=sink sync=false")
