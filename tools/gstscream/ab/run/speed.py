# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How fast an encoder is on this machine, with the picture that is to be sent."""
import os
import time
from typing import Any

from gi.repository import Gst

from gstscream import encoders
from gstscream.errors import RunError

from .job import Job

SECONDS = 2                     # of video


def description(job: Job) -> tuple[Any, str]:
    codec = encoders.codec(job.encoder)
    name, unit = encoders.BITRATE[job.encoder]
    size = job.frame_size()
    frames = min(SECONDS * job.framerate, os.path.getsize(job.source) // size)
    return frames, (
        f'filesrc location="{job.source}" blocksize={size} num-buffers={frames} ! '
        f"rawvideoparse format=i420 width={job.width} height={job.height} "
        f"framerate={job.framerate}/1 ! {codec.encoder} "
        f"{name}={job.max_bitrate // unit} ! {codec.payloader} ! fakesink sync=false")


def measure(job: Job) -> float:
    """How many times as fast as real time it is."""
    frames, words = description(job)
    pipeline = Gst.parse_launch(words)
    begin = time.monotonic()
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    taken = time.monotonic() - begin
    pipeline.set_state(Gst.State.NULL)
    if message is not None and message.type == Gst.MessageType.ERROR:
        raise RunError(message.parse_error()[0].message)
    return float(frames / job.framerate / taken) if message else 0.0
