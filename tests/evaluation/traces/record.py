#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""record.py VIDEO ENCODER OUTPUT: frame sizes of a real encoder at a ladder of rates

ENCODER is x264 or vp8.  Needs gst-launch-1.0 with the encoder and what decodes VIDEO.
Writes a line for each rate: the rate in bit/s, the number of frames, the size of each
in bytes.  The frames are the same at each rate.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

FRAMES = 600
WIDTH, HEIGHT, FPS = 640, 360, 30
FRAME_BYTES = WIDTH * HEIGHT * 3 // 2
# From the lowest to above the highest rate of the evaluation's flows.
LADDER = [150_000, 350_000, 550_000, 750_000, 950_000, 1_150_000, 1_400_000, 1_650_000]
# One key frame, at the start: those that follow would be at the same place of each loop.
ENCODERS = {
    "x264": lambda rate: [
        "x264enc", "tune=zerolatency", "speed-preset=veryfast", f"bitrate={rate // 1000}",
        f"key-int-max={FRAMES}", "option-string=scenecut=0"],
    "vp8": lambda rate: [
        "vp8enc", "deadline=1", "cpu-used=8", f"target-bitrate={rate}",
        f"keyframe-max-dist={FRAMES}"],
}


def launch(*elements: Any) -> None:
    words = []
    for element in elements:
        words += ["!", *element]
    subprocess.run(["gst-launch-1.0", "-q", *words[1:]], check=True,
                   stdout=subprocess.DEVNULL)


def decode(video: Any, raw: Any) -> None:
    """The pictures, each once: doubled ones, to get to FPS, would cost next to nothing."""
    launch(["filesrc", f"location={video}"], ["decodebin"], ["videoconvert"], ["videoscale"],
           [f"video/x-raw,format=I420,width={WIDTH},height={HEIGHT},pixel-aspect-ratio=1/1"],
           ["filesink", f"location={raw}"])


def there_and_back(raw: Any, out: Any) -> None:
    """FRAMES pictures without a cut, however short the video is."""
    count = os.path.getsize(raw) // FRAME_BYTES
    if count < 2:
        sys.exit("the video has no two pictures")
    with open(raw, "rb") as pictures, open(out, "wb") as loop:
        for number in range(FRAMES):
            place = number % (2 * count - 2)
            pictures.seek(min(place, 2 * count - 2 - place) * FRAME_BYTES)
            loop.write(pictures.read(FRAME_BYTES))


def sizes(loop: Any, encoder: Any, folder: Any) -> Any:
    folder.mkdir()
    launch(["filesrc", f"location={loop}", f"blocksize={FRAME_BYTES}"],
           ["rawvideoparse", "format=i420", f"width={WIDTH}", f"height={HEIGHT}",
            f"framerate={FPS}/1"],
           encoder, ["multifilesink", f"location={folder}/%05d"])
    found = [frame.stat().st_size for frame in sorted(folder.iterdir())]
    if len(found) != FRAMES:
        sys.exit(f"{encoder[0]} made {len(found)} frames of {FRAMES}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("video")
    parser.add_argument("encoder", choices=sorted(ENCODERS))
    parser.add_argument("output")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        decode(chosen.video, work / "raw")
        there_and_back(work / "raw", work / "loop")
        with open(chosen.output, "w", encoding="ascii") as output:
            for rate in LADDER:
                found = sizes(work / "loop", ENCODERS[chosen.encoder](rate), work / str(rate))
                print(rate, FRAMES, *found, file=output)
                mean = sum(found[20:]) * 8 * FPS / (FRAMES - 20)
                print(f"{rate} bit/s: {mean:.0f} measured, largest frame after the first"
                      f" 20: {max(found[20:])} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
