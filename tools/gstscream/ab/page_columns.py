"""The figures of a run: how they are called, and which end is the good one."""
from typing import NamedTuple


class Column(NamedTuple):
    names: tuple                # in run.json; the first that is there
    heading: str
    unit: str
    meaning: str
    factor: float = 1
    digits: int = 1


COLUMNS = [
    Column(("utilisation",), "use", "%", "part of the link that the video used", 100),
    Column(("queue_p50_ms",), "queue p50", "ms", "time of video packets in the link's queue"),
    Column(("queue_p95_ms",), "p95", "ms", "95th percentile of it"),
    Column(("queue_max_ms",), "max", "ms", "the longest", 1, 0),
    Column(("loss_percent",), "loss", "%", "video packets that the link dropped", 1, 2),
    Column(("frame_delay_p50_ms",), "frame p50", "ms", "from the source to the screen", 1, 0),
    Column(("frame_delay_p95_ms",), "p95", "ms", "95th percentile of it", 1, 0),
    Column(("freezes",), "freezes", "", "W3C freezeCount"),
    Column(("freeze_s",), "frozen", "s", "how long in all"),
    Column(("skipped_frames",), "skipped", "", "source frames that the encoder left out", 1, 0),
    Column(("key_frames",), "key", "", "key frames", 1, 0),
    Column(("psnr_db",), "PSNR", "dB",
           "luma; what is on the screen against the source, mean over all source frames"),
    Column(("ssim",), "SSIM", "", "the same with SSIM", 1, 3),
    Column(("rate_kbps",), "video", "kbit/s", "rate of the video on the link", 1, 0),
    Column(("tcp_kbps",), "TCP", "kbit/s", "rate of TCP on the link", 1, 0),
]


def column(name):
    return next(found for found in COLUMNS if name in found.names)


def shown(value, which):
    return f"{value * which.factor:.{which.digits}f}"
