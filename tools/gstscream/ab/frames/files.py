# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Raw pictures become files that a browser shows, by ffmpeg."""
import os
import re
import subprocess
from collections.abc import Iterable

from gstscream.ab.results import picture
from gstscream.ab.run.job import Job
from gstscream.errors import RunError

from . import beside

WIDEST = 1280                   # pixels of a still and of a video
RATE = 60                       # pictures of a video in a second: a usual screen
QUALITY = "4"                   # of a JPEG, from 1, the best, to 31
# What a browser plays, and how ffmpeg makes it; the first that is there.
ENCODERS = {
    "libx264": ("mp4", ["-preset", "veryfast", "-crf", "26", "-movflags", "+faststart"]),
    "libvpx-vp9": ("webm", ["-deadline", "realtime", "-cpu-used", "6", "-crf", "38", "-b:v", "0"]),
    "libvpx": ("webm", ["-deadline", "realtime", "-cpu-used", "6", "-b:v", "2M"]),
}
NO_ENCODER = ("no video: this ffmpeg has none of " + ", ".join(ENCODERS)
              + "; Debian's ffmpeg has them")


def run(command: list[str], pictures: Iterable[bytes]) -> None:
    """ffmpeg with pictures on its standard input."""
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin
        try:
            for each in pictures:
                process.stdin.write(each)
            process.stdin.close()
        except BrokenPipeError:
            pass                # its exit status tells
    if process.returncode:
        raise RunError("ffmpeg could not write the pictures, see log.txt")


def scaled(wide: int) -> list[str]:
    return ["-vf", f"scale={min(wide, WIDEST) // 2 * 2}:-2", "-y"]


def stills(job: Job, pictures: list[bytes], names: list[str]) -> None:
    """A JPEG of each."""
    pattern = os.path.join(job.folder, "part-{}.jpg")
    run(["ffmpeg", "-v", "error", *picture.raw(job), "yuv420p", "-i", "pipe:0",
         *scaled(job.width), "-q:v", QUALITY, "file:" + escaped(pattern).format("%d")],
        pictures)
    for number, name in enumerate(names, start=1):
        os.replace(pattern.format(number), os.path.join(job.folder, name))


def escaped(path: str) -> str:
    """Of a pattern for a row of files, in which % is a number."""
    return path.replace("%", "%%")


def encoder() -> str:
    """The first of ENCODERS that ffmpeg has, or ""."""
    said = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False).stdout
    there = set(re.findall(r"^ V\S+ (\S+)", said, re.MULTILINE))
    return next((name for name in ENCODERS if name in there), "")


def video(job: Job, name: str, pictures: Iterable[bytes]) -> str:
    """Of pictures beside each other, RATE in a second; the name of the file."""
    ending, words = ENCODERS[name]
    wide = job.but(width=beside.width_of_both(job.width), framerate=RATE)
    file = f"video.{ending}"
    run(["ffmpeg", "-v", "error", *picture.raw(wide), "yuv420p", "-i", "pipe:0",
         *scaled(wide.width), "-c:v", name, *words,
         "file:" + os.path.join(job.folder, file)], pictures)
    return file
