# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""PSNR and SSIM of what was on the screen, against the source, by ffmpeg's filters."""
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

from gi.repository import Gst

from gstscream import encoders
from gstscream.ab.run import pipelines
from gstscream.ab.run.job import Job
from gstscream.errors import RunError

from .figures import BEST_PSNR
from .picture_order import on_screen

BLACK, GREY = b"\x10", b"\x80"  # luma and chroma, before the first picture
AHEAD = 8                       # decoded frames that wait for ffmpeg


def sizes(job: Job) -> tuple[Any, Any]:
    """Bytes of the luma, and of the whole picture."""
    return job.width * job.height, job.frame_size()


def black(job: Job, whole: bool = False) -> Any:
    luma, both = sizes(job)
    return BLACK * luma + GREY * ((both - luma) * whole)


def captured(job: Job, numbers: Any) -> Iterator[Any]:
    """Source frames by their numbers, whole."""
    size = sizes(job)[True]
    there = os.path.getsize(job.source) // size
    with open(job.source, "rb") as file:
        for number in numbers:
            file.seek(number % there * size)
            yield file.read(size)


class Decoder:
    """Decoded recorded frames, in order: (frame number, bytes of I420, or of its luma)."""

    def __init__(self, job: Job, frames: Any, whole: bool = False) -> None:
        self.job, self.frames = job, frames
        codec = encoders.codec(job.encoder)
        self.pipeline = Gst.parse_launch(
            f'appsrc name=in format=time block=true max-bytes=4000000 '
            f'caps="{pipelines.rtp_caps(job.encoder)}" ! {codec.depayloader} ! '
            f"{codec.decoder} ! videoconvert ! video/x-raw,format=I420 ! "
            f"appsink name=out sync=false max-buffers={AHEAD}")
        self.size = sizes(job)[whole]

    def push(self) -> None:
        source = self.pipeline.get_by_name("in")
        for frame in self.frames:
            for packet in frame.packets:
                buffer = Gst.Buffer.new_wrapped(packet)
                buffer.pts = (frame.number(self.job.framerate) * Gst.SECOND
                              // self.job.framerate)
                if source.emit("push-buffer", buffer) != Gst.FlowReturn.OK:
                    return
        source.emit("end-of-stream")

    def pictures(self) -> Iterator[Any]:
        self.pipeline.set_state(Gst.State.PLAYING)
        feeder = threading.Thread(target=self.push, daemon=True)
        feeder.start()
        sink = self.pipeline.get_by_name("out")
        try:
            while (sample := sink.emit("pull-sample")) is not None:
                buffer = sample.get_buffer()
                yield (round(buffer.pts * self.job.framerate / Gst.SECOND),
                       buffer.extract_dup(0, self.size))
            message = self.pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            if message:
                raise RunError(f"the decoder: {message.parse_error()[0].message}")
        finally:
            self.pipeline.set_state(Gst.State.NULL)
            feeder.join()


def raw(job: Job) -> list[str]:
    """Words of ffmpeg for pictures without a head; the pixel format is to follow."""
    return ["-f", "rawvideo", "-s", f"{job.width}x{job.height}",
            "-r", str(job.framerate), "-pix_fmt"]


def ffmpeg(job: Job, folder: str) -> list[Any]:
    """Compares luma on its standard input with the source, which goes round."""
    graph = ("[0:v]split[a][b];[1:v]extractplanes=y,split[c][d];"
             f"[a][c]psnr=stats_file={folder}/psnr.txt:shortest=1[p];"
             f"[b][d]ssim=stats_file={folder}/ssim.txt:shortest=1[s]")
    return ["ffmpeg", "-nostdin", "-v", "error", *raw(job), "gray", "-i", "pipe:0",
            "-stream_loop", "-1", *raw(job), "yuv420p", "-i", job.source,
            "-filter_complex", graph, "-map", "[p]", "-f", "null", "-",
            "-map", "[s]", "-f", "null", "-"]


def column(path: str, pattern: str) -> list[Any]:
    """The number of each line; the file goes."""
    with open(path, encoding="ascii") as file:
        found = [re.search(pattern, line) for line in file]
    os.unlink(path)
    return [float(match[1]) for match in found if match]


def feed(job: Job, command: Any, pictures: Any) -> None:
    """Writes pictures to a program that compares them."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=job.folder)
    pipe = process.stdin
    assert pipe
    try:
        for picture in pictures:
            pipe.write(picture)
        pipe.close()
    except BrokenPipeError as error:
        raise RunError(f"{command[0]} ended early, see log.txt") from error
    finally:
        if process.poll() is None and not pipe.closed:
            process.kill()
        process.wait()
    if process.returncode:
        raise RunError(f"{command[0]} could not compare the pictures, see log.txt")


def quality(job: Job, frames: Any, newest: Any) -> list[Any]:
    """[(psnr in dB, ssim)] of as many source frames as `newest` has: see on_screen."""
    # The filters' own syntax has no way to quote all that a path may have.
    folder, count = job.folder, len(newest)
    feed(job, ffmpeg(job, "."), on_screen(Decoder(job, frames).pictures(), newest, black(job)))
    psnr = column(folder + "/psnr.txt", r"psnr_avg:(\S+)")
    ssim = column(folder + "/ssim.txt", r"All:(\S+)")
    if not len(psnr) == len(ssim) == count:
        raise RunError(f"ffmpeg compared {len(psnr)} of {count} pictures")
    return [(min(p, BEST_PSNR), s) for p, s in zip(psnr, ssim)]
