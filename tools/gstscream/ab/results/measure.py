# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""After a run: what was recorded becomes frames.csv, samples.csv, tcp.csv and the
figures."""
import csv
import os
from typing import Any

from gstscream import encoders
from gstscream.ab.run import record
from gstscream.ab.run.assembly import Assembler
from gstscream.ab.run.job import Job
from gstscream.ab.scenario import links
from gstscream.errors import RunError
from gstscream.files import cell, written

from . import figures, linklog

STEP = 0.1                      # s between two samples
RATE_WINDOW = 0.5               # s over which the send rate is taken
FRAME_COLUMNS = ["frame", "captured", "bytes", "key", "shown", "psnr", "ssim"]    # and vmaf
SAMPLE_COLUMNS = ["time", "capacity", "target", "estimate", "send-rate", "queue-delay",
                  "sender-queue-delay", "rtt", "cwnd", "bytes-in-flight", "delay-target"]
# Much of it means that the machine had too little time for a run in real time.
MISSED_SHARE = 0.01


def write_csv(job: Job, name: str, columns: Any, rows: Any) -> None:
    path = os.path.join(job.folder, name)
    with written(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([cell(row.get(column)) for column in columns] for row in rows)


def decodable(job: Job) -> list[Any]:
    """All frames that could be decoded, as they came."""
    assembler = Assembler(encoders.ENCODING_NAMES[job.encoder])
    found = (assembler.push(when, data)
             for when, data in record.read(job.folder + "/packets.rec"))
    return [frame for frame in found if frame is not None]


def frame_table(job: Job, sender: Any, received: Any) -> Any:
    """Lines of frames.csv, without the quality."""
    start = sender["start"]
    shown = {frame.number(job.framerate): frame.complete_at - start for frame in received}
    rows = []
    for number in range(sender["frames"]):
        size, key = sender["encoded"].get(number, (0, False))
        captured = sender["captured"].get(number)
        rows.append({
            "frame": number, "bytes": size, "key": int(key), "shown": shown.get(number),
            "captured": number / job.framerate if captured is None else captured - start})
    return rows


def sample_table(sender: Any, lines: Any, capacity: Any, zero: float, end: float) -> Any:
    """Lines of samples.csv."""
    video = [line for line in lines if linklog.is_video(line)]
    rates = linklog.rates(((line.entered(), line.size) for line in video), end,
                          RATE_WINDOW, STEP)
    queue = linklog.queue_slots(video, end, STEP)
    rows = []
    for sample in sender["samples"]:
        index = min(round(sample["time"] / STEP) - 1, len(rates) - 1)
        if sample["time"] > end or index < 0:
            continue
        since = sample["time"] - zero
        span = min(STEP, since)
        known = capacity is not None and span > 0
        offered = capacity.bits(since - span, since) / span if known else None
        rows.append({**sample, "capacity": offered, "send-rate": rates[index][1],
                     "queue-delay": queue[index]})
    return rows


def judge(job: Job, received: Any, frames: Any) -> None:
    """Adds the quality of what was on the screen; VMAF where there is a program for it."""
    from . import picture, vmaf
    everything = range(len(frames))
    for row, (psnr, ssim) in zip(frames, picture.quality(job, received, everything)):
        row["psnr"], row["ssim"] = psnr, ssim
    kind = vmaf.kind()
    if kind:
        for row, score in zip(frames, vmaf.scores(job, kind, received, everything)):
            row["vmaf"] = score


def measure(job: Job, sender: dict[str, Any]) -> dict[str, Any]:
    """sender: what it noted.  The part of run.json that is known after the run."""
    link = links.parse(job.link, job.link_name)
    end = sender["frames"] / job.framerate
    lines = linklog.read(job.folder + "/link.csv", sender["start"])
    if not lines:
        raise RunError("no packet came to the link")
    zero = min(line.entered() for line in lines)
    received = decodable(job)
    frames = frame_table(job, sender, received)
    judge(job, received, frames)
    samples = sample_table(sender, lines, link.capacity(), zero, end)
    write_csv(job, "frames.csv", list(dict.fromkeys(
        FRAME_COLUMNS + [name for row in frames[:1] for name in row])), frames)
    write_csv(job, "samples.csv", SAMPLE_COLUMNS, samples)
    if link.tcp():
        tcp = linklog.rates(((line.time, line.size) for line in lines
                             if linklog.is_tcp(line) and line.fate in linklog.GONE),
                            end, STEP, STEP)
        write_csv(job, "tcp.csv", ["time", "rate"],
                  [{"time": when, "rate": rate} for when, rate in tcp])
    return {
        "start": sender["start"],
        "trusted": sender["missed"] <= MISSED_SHARE * sender["frames"],
        "figures": {
            **figures.of_link(lines, link.capacity(), zero, end),
            **figures.beside_tcp(lines, link.capacity(), zero, end, link.tcp()),
            **figures.of_frames(frames, end),
            **figures.of_sender(sender["stats"], samples),
            "frames_missed": sender["missed"], "key_requests": sender["requests"]}}
