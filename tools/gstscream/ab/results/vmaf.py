# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""VMAF of what was on the screen, by an ffmpeg that has libvmaf or by Netflix' program vmaf.

Both have the model vmaf_v0.6.1 within, which looks at luma only.
"""
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from gstscream.ab.run.job import Job
from gstscream.errors import RunError
from gstscream.files import read_json

from . import picture
from .picture_order import on_screen

FILTER, PROGRAM = "libvmaf", "vmaf"
LOG = "vmaf.json"
REFERENCE, DISTORTED = "reference.yuv", "distorted.yuv"     # pipes with names
THREADS = 2
PATIENCE = 0.1                  # s


def kind() -> str:
    """FILTER, PROGRAM, or "" where there is neither."""
    if has_filter():
        return FILTER
    return PROGRAM if shutil.which(PROGRAM) else ""


def has_filter() -> bool:
    try:
        said = subprocess.run(["ffmpeg", "-hide_banner", "-filters"], capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False).stdout
    except OSError:
        return False
    return bool(re.search(rf"^\W*\S+\s+{FILTER}\s", said, re.MULTILINE))


def scores(job: Job, which: str, frames: list[Any],
           newest: Sequence[int]) -> list[float]:
    """A score of 0 to 100 for each source frame; newest: see on_screen."""
    pictures = on_screen(picture.Decoder(job, frames, True).pictures(), newest,
                         picture.black(job, True))
    {FILTER: by_filter, PROGRAM: by_program}[which](job, pictures, len(newest))
    path = os.path.join(job.folder, LOG)
    found = read_json(path)
    try:
        values = [float(each["metrics"]["vmaf"]) for each in found["frames"]]
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(f"{which} wrote no scores, see log.txt") from error
    os.unlink(path)
    if len(values) != len(newest):
        raise RunError(f"{which} compared {len(values)} of {len(newest)} pictures")
    return values


def by_filter(job: Job, pictures: Iterable[bytes], _count: int) -> None:
    both = [*picture.raw(job), "yuv420p", "-i"]
    picture.feed(job, [
        "ffmpeg", "-nostdin", "-v", "error", *both, "pipe:0", "-stream_loop", "-1", *both,
        job.source, "-lavfi",
        f"[0:v][1:v]{FILTER}=log_fmt=json:log_path={LOG}:n_threads={THREADS}:shortest=1",
        "-f", "null", "-"], pictures)


def pour(path: str, pictures: Iterable[bytes]) -> None:
    """Into a pipe, until nobody reads it."""
    try:
        with open(path, "wb") as file:
            for each in pictures:
                file.write(each)
    except BrokenPipeError:
        pass


def by_program(job: Job, pictures: Iterable[bytes], count: int) -> None:
    """Its two files are pipes: the pictures would be a gigabyte in a minute."""
    ends = {name: os.path.join(job.folder, name) for name in (REFERENCE, DISTORTED)}
    for path in ends.values():
        os.mkfifo(path)
    threads = [threading.Thread(target=pour, args=pair, daemon=True) for pair in (
        (ends[REFERENCE], picture.captured(job, range(count))), (ends[DISTORTED], pictures))]
    try:
        for thread in threads:
            thread.start()
        done = subprocess.run([
            PROGRAM, "--reference", REFERENCE, "--distorted", DISTORTED,
            "--width", str(job.width), "--height", str(job.height),
            "--pixel_format", "420", "--bitdepth", "8", "--threads", str(THREADS),
            "--json", "--output", LOG], cwd=job.folder, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise RunError(f"{PROGRAM} could not compare the pictures, see log.txt")
    finally:
        for thread, path in zip(threads, ends.values()):
            while thread.is_alive():
                release(path)
                thread.join(PATIENCE)
            os.unlink(path)


def release(path: str) -> None:
    """Lets one go on who waits for a reader that will not come."""
    os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
