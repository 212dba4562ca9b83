# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Folders of scream-ab with recordings of runs that needed no network and no time.

    python3 tests/tools/frames_fake.py OUT      one to look at, with its page

A clip is encoded once, as fast as it can; each run is what came of it, and when.
"""
import math
import os
import sys
from types import SimpleNamespace
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst  # noqa: E402

import ab_fake  # noqa: E402

from gstscream import encoders  # noqa: E402
from gstscream.ab import source, stills  # noqa: E402
from gstscream.ab.run import record, rtp  # noqa: E402
from gstscream.files import write_json  # noqa: E402
from gstscream.report import page  # noqa: E402

Gst.init(None)
WIDTH, HEIGHT, FPS = 160, 96, 15
START = 700.5                   # s of the monotonic clock
USUAL = 0.05                    # s from the source to the screen
LINK = "rate=1M delay=25ms"


def options(frames: int = 2) -> Any:
    return SimpleNamespace(size=(WIDTH, HEIGHT), framerate=FPS, frames=frames, seconds=4)


def packets(clip: Any, encoder: str, bitrate: int = 300000) -> Any:
    """The clip as [(source frame, RTP packet)]."""
    codec = encoders.codec(encoder)
    pipeline = Gst.parse_launch(
        f'filesrc location="{clip}" ! rawvideoparse width={WIDTH} height={HEIGHT} format=i420 '
        f"framerate={FPS}/1 ! {codec.encoder} ! {codec.payloader} name=pay mtu=1200 "
        "timestamp-offset=0 ! appsink name=out sync=false")
    name, unit = encoders.BITRATE[encoder]
    pipeline.get_by_name("encoder").set_property(name, bitrate // unit)
    pipeline.set_state(Gst.State.PLAYING)
    sink, found = pipeline.get_by_name("out"), []
    while (sample := sink.emit("pull-sample")) is not None:
        buffer = sample.get_buffer()
        data = buffer.extract_dup(0, buffer.get_size())
        number = round(rtp.parse(data).timestamp * FPS / rtp.CLOCK_RATE)
        found.append((number, data))
    pipeline.set_state(Gst.State.NULL)
    return found


def shown_at(number: int, freeze: Any = (0, 0)) -> Any:
    """s; frames in [begin, end) come with the one after them."""
    begin, end = freeze
    return (end if begin <= number < end else number) / FPS + USUAL


def add_run(out: str, controller: str, sent: Any, freeze: Any = (0, 0), encoder: str = "x264enc",
            repeat: int = 1) -> Any:
    said = ab_fake.identity(controller, encoder, "steps", LINK, repeat, 4)
    folder = os.path.join(out, "runs", said["id"])
    os.makedirs(folder)
    writer = record.Writer(os.path.join(folder, "packets.rec"))
    for number, data in sent:
        writer.write(START + shown_at(number, freeze), data)
    writer.close()
    count = 1 + max(number for number, _ in sent)
    write_json(os.path.join(folder, "run.json"), {
        **said, "state": "done", "trusted": True, "start": START, "error": "",
        "figures": {"frames": count, "frames_shown": count, "queue_p95_ms": 20.0 + len(controller),
                    "ssim": 0.9 - 0.01 * len(controller), "utilisation": 0.9}})
    return folder


def folder(out: str, bitrates: Any = (300000, 300000), freeze: Any = (15, 45)) -> list[Any]:
    """Two runs, scream without fault and gcc with a freeze."""
    os.makedirs(out)
    ab_fake.write_settings(out, controllers=["scream", "gcc"], encoders=["x264enc"],
                           links=[{"name": "steps", "link": LINK}], seconds=4, repeat=1,
                           size=f"{WIDTH}x{HEIGHT}", framerate=FPS)
    clip = os.path.join(out, "source.yuv")
    options: Any = SimpleNamespace(size=(WIDTH, HEIGHT), framerate=FPS, input=None)
    source.prepare(options, clip)
    keep(clip, 4 * FPS)
    return [add_run(out, name, packets(clip, "x264enc", bitrate), there)
            for name, bitrate, there in zip(("scream", "gcc"), bitrates, ((0, 0), freeze))]


def keep(clip: Any, frames: Any) -> None:
    os.truncate(clip, min(os.path.getsize(clip), frames * math.prod((WIDTH, HEIGHT)) * 3 // 2))


if __name__ == "__main__":
    folder(sys.argv[1], (400000, 60000))
    stills.make(options(3), sys.argv[1])
    print(page.write(sys.argv[1]))
