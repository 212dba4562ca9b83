# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of a run: how they are called, and which end is the good one."""
from typing import Any, NamedTuple


class Column(NamedTuple):
    name: str                   # in run.json and results.csv
    heading: str
    unit: str
    meaning: str
    factor: float = 1
    digits: int = 1
    often_zero: bool = False    # not shown if all are 0

    @property
    def explained(self) -> tuple[Any, Any, Any]:
        return self.heading, self.unit, self.meaning


COLUMNS = [
    Column("utilisation", "use", "%", "part of the link used by the video", 100),
    Column("queue_p50_ms", "queue p50", "ms", "queueing delay of video packets in the link"),
    Column("queue_p95_ms", "p95", "ms", "95th percentile of it"),
    Column("queue_max_ms", "max", "ms", "the longest", 1, 0),
    Column("loss_percent", "loss", "%", "video packets dropped by the link", 1, 2),
    Column("ce_percent", "CE", "%", "video packets marked by the link", 1, 1, True),
    Column("discard_percent", "discards", "%", "packets discarded by the sender", 1, 2,
           True),
    Column("frame_delay_p50_ms", "frame p50", "ms",
           "from the source to the screen, of shown frames", 1, 0),
    Column("frame_delay_p95_ms", "p95", "ms", "95th percentile of it", 1, 0),
    Column("freezes", "freezes", "", "W3C freezeCount"),
    Column("freeze_s", "frozen", "s", "total time of freezes"),
    Column("harmonic_fps", "harmonic", "fps",
           "frame rate on the screen, each gap weighted by its length"),
    Column("skipped_frames", "skipped", "", "source frames without encoding", 1, 0),
    Column("key_frames", "key", "", "key frames", 1, 0),
    Column("psnr_db", "PSNR", "dB",
           "luma; screen against source, mean over all source frames"),
    Column("ssim", "SSIM", "", "the same with SSIM", 1, 3),
    Column("vmaf", "VMAF", "", "the same with Netflix' VMAF v0.6.1, of 100"),
    Column("vmaf_p5", "p5", "", "5th percentile of VMAF: the worst pictures"),
    Column("rate_kbps", "video", "kbit/s", "rate of the video on the link, after 5 s", 1, 0),
    Column("rtp_share", "video by TCP", "%",
           "part of the link for video while TCP sends", 100),
    Column("utilisation_after_tcp", "after TCP", "%",
           "part of the link for video, from 5 s after TCP", 100),
    Column("tcp_kbps", "TCP", "kbit/s", "rate of TCP while it sends", 1, 0),
]


def column(name: str) -> Any:
    return next(found for found in COLUMNS if name == found.name)


def shown(value: float, which: Column) -> str:
    return f"{value * which.factor:.{which.digits}f}"
