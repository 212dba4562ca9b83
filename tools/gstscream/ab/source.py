# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The video that all runs send: prepared once, as raw frames in a file."""
from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

from gi.repository import Gst

from gstscream.errors import UserError

if TYPE_CHECKING:
    from gstscream.ab.scenario.options import Options

MAX_BYTES = 10 ** 9             # of the prepared file
# Rays that move, under noise that is coarse as a camera's: all encoders follow their
# bitrate on it from 0.2 to 4 Mbit/s at 640x360 (on test bars with a patch of snow,
# openh264enc from 1.5 only), and x264enc takes nothing in it for a change of scene.
PATTERN = "pinwheel"
NOISE = 0.1
SCROLL = 4                      # pixels a frame
CAMERA_SECONDS = 10             # until it repeats, or so


def identity(path: str | None) -> str:
    """For settings.json: what must not change between the runs."""
    if path is None:
        return "synthetic camera"
    try:
        found = os.stat(path)
    except OSError as error:
        raise UserError(f"--input {path}: {error.strerror}") from error
    if not os.path.isfile(path):
        raise UserError(f"--input {path} is not a file; give a clip")
    return f"{os.path.abspath(path)}, {found.st_size} bytes, {int(found.st_mtime)}"


def most_frames(options: Options) -> Any:
    """That fit into the file."""
    width, height = options.size
    return max(1, MAX_BYTES // (width * height * 3 // 2))


def camera(options: Options, path: str) -> None:
    """As many frames as let the picture scroll round: the end fits the start."""
    width, height = options.size
    rounds = max(1, round(CAMERA_SECONDS * options.framerate * SCROLL / width))
    frames = min(width // SCROLL * rounds, most_frames(options))
    caps = f"video/x-raw,format=I420,framerate={options.framerate}/1"
    full = f"width={width},height={height}"
    pipeline = Gst.parse_launch(
        f"videotestsrc num-buffers={frames} pattern={PATTERN} horizontal-speed={SCROLL} ! "
        f"{caps},{full} ! mix.sink_0 "
        f"videotestsrc num-buffers={frames} pattern=snow ! "
        f"{caps},width={width // 4},height={height // 4} ! videoscale ! {caps},{full} ! "
        f"mix.sink_1 compositor name=mix sink_1::alpha={NOISE} ! {caps},{full} ! "
        f'filesink location="{path}"')
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        raise UserError(f"the picture could not be made: {message.parse_error()[0].message}")


def clip(options: Options, path: str) -> None:
    """The picture's own shape, with bars."""
    width, height = options.size
    seconds = min(options.seconds, most_frames(options) / options.framerate)
    fit = (f"scale={width}:{height}:force_original_aspect_ratio=decrease,"
           f"pad={width}:{height}:-1:-1,setsar=1,fps={options.framerate}")
    done = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", f"file:{options.input}",
         "-map", "0:v:0", "-t", str(seconds), "-vf", fit, "-pix_fmt", "yuv420p",
         "-f", "rawvideo", "file:" + path],
        capture_output=True, text=True, errors="replace", check=False)
    if done.returncode or not os.path.getsize(path):
        reason = (done.stderr.strip().splitlines() or ["no picture in it"])[-1]
        raise UserError(f"--input {options.input} cannot be read as video: {reason}")


def prepare(options: Options, path: str) -> None:
    """Writes the file unless it is there."""
    if os.path.exists(path):
        return
    temporary = path + ".new"
    try:
        (clip if options.input else camera)(options, temporary)
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; give another folder with -o") from error
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)
