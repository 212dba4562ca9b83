# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The figures of a run; names as in the evaluation's CSV where they are the same.

Frames are dicts as lines of frames.csv: frame, captured, bytes, key, shown (None:
never), psnr, ssim.  Lines are linklog.Line.  Times are s since the first captured
frame.  What cannot be said is None.
"""
import math
from typing import Any

from gstscream.stats.distribution import mean, quantile
from gstscream.stats.freezes import freezes, harmonic_rate

from . import linklog

START = 5.0                     # s that utilisation leaves out; half of a short run
BEST_PSNR = 60.0                # dB; equal pictures have infinitely many


def known(value: Any) -> Any:
    return None if math.isnan(value) else value


def milliseconds(value: Any) -> Any:
    return known(1000 * value)


def ratio(part: Any, whole: Any) -> Any:
    return part / whole if whole else None


def of_link(lines: Any, capacity: Any, zero: float, end: float) -> dict[str, Any]:
    """capacity has bits(), with times since `zero`; None: unlimited."""
    video = [line for line in lines if linklog.is_video(line)]
    delays = [line.delay for line in video if line.fate in linklog.GONE]
    dropped = sum(line.fate not in linklog.GONE for line in video)
    begin = min(START, end / 2)
    return {
        "utilisation": part(video, capacity, zero, begin, end),
        "queue_mean_ms": milliseconds(mean(delays)),
        "queue_p50_ms": milliseconds(quantile(delays, .5)),
        "queue_p95_ms": milliseconds(quantile(delays, .95)),
        "queue_p99_ms": milliseconds(quantile(delays, .99)),
        "queue_max_ms": milliseconds(max(delays, default=math.nan)),
        "loss_percent": ratio(100 * dropped, len(video)),
        "ce_percent": ratio(100 * sum(line.fate == "marked" for line in video), len(video)),
        "rate_kbps": linklog.bits(video, begin, end) / (end - begin) / 1000,
    }


def part(lines: Any, capacity: Any, zero: float, begin: float, end: float) -> Any:
    """What left of what could have."""
    if capacity is None:
        return None
    return ratio(linklog.bits(lines, begin, end), capacity.bits(begin - zero, end - zero))


def beside_tcp(lines: Any, capacity: Any, zero: float, end: float, windows: Any) -> dict[str, Any]:
    """While TCP sends, and from 5 s after it."""
    if not windows:
        return {}
    video = [line for line in lines if linklog.is_video(line)]
    tcp = [line for line in lines if linklog.is_tcp(line)]
    seconds = sum(stop - start for start, stop in windows)
    offered = None if capacity is None else sum(
        capacity.bits(start - zero, stop - zero) for start, stop in windows)
    inside = [sum(linklog.bits(flow, start, stop) for start, stop in windows)
              for flow in (video, tcp)]
    after = max(stop for _, stop in windows) + START
    return {
        "rtp_share": ratio(inside[0], offered), "tcp_share": ratio(inside[1], offered),
        "tcp_kbps": inside[1] / seconds / 1000,
        "utilisation_after_tcp":
            part(video, capacity, zero, after, end) if after < end - 1 else None,
    }


def of_frames(frames: Any, end: float) -> dict[str, Any]:
    shown = [frame for frame in frames if frame["shown"] is not None]
    delays = [frame["shown"] - frame["captured"] for frame in shown]
    frozen = freezes([frame["shown"] for frame in shown], end) if shown else [(0, end)]
    return {
        "frame_delay_p50_ms": milliseconds(quantile(delays, .5)),
        "frame_delay_p95_ms": milliseconds(quantile(delays, .95)),
        "freezes": len(frozen), "freeze_s": sum(stop - start for start, stop in frozen),
        "harmonic_fps": harmonic_rate([frame["shown"] for frame in shown], end),
        "frames": len(frames), "frames_shown": len(shown),
        "skipped_frames": sum(not frame["bytes"] for frame in frames),
        "key_frames": sum(bool(frame["key"]) for frame in frames),
        "psnr_db": known(mean(frame["psnr"] for frame in frames if frame["psnr"] is not None)),
        "ssim": known(mean(frame["ssim"] for frame in frames if frame["ssim"] is not None)),
        "encoded_kbps": 8 * sum(frame["bytes"] for frame in frames) / end / 1000,
        **of_vmaf([frame["vmaf"] for frame in frames if frame.get("vmaf") is not None]),
    }


def of_vmaf(scores: Any) -> dict[str, Any]:
    return {"vmaf": mean(scores), "vmaf_p5": quantile(scores, .05)} if scores else {}


def of_sender(stats: Any, samples: Any) -> dict[str, Any]:
    sent = stats.get("packets-sent") or 0
    discarded = stats.get("packets-discarded") or 0
    waits = [sample["sender-queue-delay"] for sample in samples
             if sample.get("sender-queue-delay") is not None]
    return {"discard_percent": ratio(100 * discarded, sent + discarded),
            "sender_queue_p95_ms": milliseconds(quantile(waits, .95))}
