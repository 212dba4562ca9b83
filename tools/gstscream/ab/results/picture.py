# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""PSNR and SSIM of what was on the screen, against the source, by ffmpeg's filters."""
import os
import re
import subprocess
import threading

from gi.repository import Gst

from gstscream import encoders
from gstscream.ab.run import pipelines
from gstscream.errors import RunError

from .figures import BEST_PSNR
from .picture_order import on_screen

BLACK = b"\x10"                 # luma, before the first picture
AHEAD = 8                       # decoded frames that wait for ffmpeg


class Decoder:
    """Decoded luma of recorded frames, in order: (frame number, bytes)."""

    def __init__(self, job, frames):
        self.job, self.frames = job, frames
        codec = encoders.codec(job["encoder"])
        self.pipeline = Gst.parse_launch(
            f'appsrc name=in format=time block=true max-bytes=4000000 '
            f'caps="{pipelines.rtp_caps(job["encoder"])}" ! {codec.depayloader} ! '
            f"{codec.decoder} ! videoconvert ! video/x-raw,format=I420 ! "
            f"appsink name=out sync=false max-buffers={AHEAD}")
        self.luma = job["width"] * job["height"]

    def push(self):
        source = self.pipeline.get_by_name("in")
        for frame in self.frames:
            for packet in frame.packets:
                buffer = Gst.Buffer.new_wrapped(packet)
                buffer.pts = (frame.number(self.job["framerate"]) * Gst.SECOND
                              // self.job["framerate"])
                if source.emit("push-buffer", buffer) != Gst.FlowReturn.OK:
                    return
        source.emit("end-of-stream")

    def pictures(self):
        self.pipeline.set_state(Gst.State.PLAYING)
        feeder = threading.Thread(target=self.push, daemon=True)
        feeder.start()
        sink = self.pipeline.get_by_name("out")
        try:
            while (sample := sink.emit("pull-sample")) is not None:
                buffer = sample.get_buffer()
                yield (round(buffer.pts * self.job["framerate"] / Gst.SECOND),
                       buffer.extract_dup(0, self.luma))
            message = self.pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            if message:
                raise RunError(f"the decoder: {message.parse_error()[0].message}")
        finally:
            self.pipeline.set_state(Gst.State.NULL)
            feeder.join()


def ffmpeg(job, folder):
    """Compares luma on its standard input with the source, which goes round."""
    size = f"{job['width']}x{job['height']}"
    rate = str(job["framerate"])
    raw = ["-f", "rawvideo", "-s", size, "-r", rate]
    graph = ("[0:v]split[a][b];[1:v]extractplanes=y,split[c][d];"
             f"[a][c]psnr=stats_file={folder}/psnr.txt:shortest=1[p];"
             f"[b][d]ssim=stats_file={folder}/ssim.txt:shortest=1[s]")
    return ["ffmpeg", "-nostdin", "-v", "error", *raw, "-pix_fmt", "gray", "-i", "pipe:0",
            "-stream_loop", "-1", *raw, "-pix_fmt", "yuv420p", "-i", job["source"],
            "-filter_complex", graph, "-map", "[p]", "-f", "null", "-",
            "-map", "[s]", "-f", "null", "-"]


def column(path, pattern):
    """The number of each line; the file goes."""
    with open(path, encoding="ascii") as file:
        found = [re.search(pattern, line) for line in file]
    os.unlink(path)
    return [float(match[1]) for match in found if match]


def quality(job, frames, count):
    """[(psnr in dB, ssim)] of `count` source frames."""
    # The filters' own syntax has no way to quote all that a path may have.
    folder = job["folder"]
    process = subprocess.Popen(ffmpeg(job, "."), stdin=subprocess.PIPE, cwd=folder)
    try:
        black = BLACK * (job["width"] * job["height"])
        for picture in on_screen(Decoder(job, frames).pictures(), count, black):
            process.stdin.write(picture)
        process.stdin.close()
    except BrokenPipeError as error:
        raise RunError("ffmpeg ended early, see log.txt") from error
    finally:
        if process.poll() is None and not process.stdin.closed:
            process.kill()
        process.wait()
    if process.returncode:
        raise RunError("ffmpeg could not compare the pictures, see log.txt")
    psnr = column(folder + "/psnr.txt", r"psnr_avg:(\S+)")
    ssim = column(folder + "/ssim.txt", r"All:(\S+)")
    if not len(psnr) == len(ssim) == count:
        raise RunError(f"ffmpeg compared {len(psnr)} of {count} pictures")
    return [(min(p, BEST_PSNR), s) for p, s in zip(psnr, ssim)]
