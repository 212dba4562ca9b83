# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Output folders as scream-ab writes them, of runs that never were.

    python3 tests/tools/ab_fake.py OUT      one to look at

A controller here is a few numbers: how much of the capacity it takes, how fast it
follows, how deep it fills the queue.
"""
import csv
import json
import math
import os
import random
import sys
from typing import Any, NamedTuple

from gstscream.stats.distribution import quantile

START = 5003.25                 # s of the monotonic clock at the first frame
FPS = 30
PACKET = 1200                   # bytes
TICK = 0.1


class Character(NamedTuple):
    share: float
    lag: float                  # s
    queue: float                # s


CHARACTERS = {
    "scream": Character(0.94, 0.4, 0.012), "scream-v1": Character(0.90, 0.8, 0.030),
    "gcc": Character(0.96, 2.5, 0.060), "nada": Character(0.90, 1.0, 0.025),
    "fixed": Character(0, 1, 0.0),
}
QUALITY = {"x264enc": 36.0, "vp8enc": 34.5}


def capacity(time: float, steps: Any) -> Any:
    return [rate for start, rate in steps if start <= time][-1]


class FakeRun:
    """A queue in fluid that one encoder, and perhaps TCP, fills."""

    def __init__(self, name: str, encoder: str, steps: Any, seconds: float, seed: int,
                 tcp: Any = None, fixed_target: bool = False) -> None:
        self.character = CHARACTERS.get(name.split(":")[0], CHARACTERS["scream"])
        self.adapts = name != "fixed"
        self.encoder, self.steps, self.seconds, self.tcp = encoder, steps, seconds, tcp
        self.fixed_target = fixed_target
        self.random = random.Random(seed)
        self.packets: list[Any] = []
        self.samples: list[Any] = []
        self.frames: list[Any] = []
        self.tcp_rows: list[Any] = []
        self.run()

    def tcp_share(self, time: float) -> Any:
        """Part of the link that TCP takes."""
        if not self.tcp or not self.tcp[0] <= time < self.tcp[1] + 1:
            return 0.0
        return 0.85 if self.fixed_target else 0.6

    def run(self) -> None:
        rate, backlog, psnr, target = 500e3, 0.0, 30.0, 0.06
        frozen_until = 0.0
        for number in range(round(self.seconds * FPS)):
            now = number / FPS
            link = capacity(now, self.steps)
            tcp = self.tcp_share(now)
            goal = self.character.share * link * (1 - tcp) if self.adapts else 1.5e6
            rate += (goal - rate) / (self.character.lag * FPS)
            skipped = rate > 1.3 * link and number % 3 == 0 and self.adapts
            size = max(200, rate / 8 / FPS * self.random.lognormvariate(0, .15))
            size = 0 if skipped else size
            key = number == 0
            backlog = max(0.0, backlog + size * (3 if key else 1) - link * (1 - tcp) / 8 / FPS)
            noise = abs(self.random.gauss(self.character.queue, self.character.queue / 2))
            delay = min(0.3, 8 * backlog / link + noise + (0.25 * tcp if tcp else 0))
            lost = 8 * backlog / link > 0.3
            backlog = min(backlog, 0.3 * link / 8)
            target += ((0.06 if self.fixed_target or not tcp else 0.3) - target) / 20
            self.frame(now, size, key, delay, lost, frozen_until)
            if now > 12 and self.random.random() < 0.001:
                frozen_until = now + 0.4
            psnr += (QUALITY[self.encoder] + 3 * math.log2(max(rate, 1e5) / 1e6) - psnr) / 10
            worse = 4 if skipped else 0
            self.frames[-1][5] = f"{psnr - worse + self.random.gauss(0, .3):.2f}"
            self.frames[-1][6] = f"{min(1, psnr / 38):.4f}"
            if number % 3 == 0:
                self.sample(now, link, rate, delay, target, size, tcp)

    def frame(self, now: Any, size: Any, key: Any, delay: Any, lost: Any,
              frozen_until: Any) -> None:
        count = math.ceil(size / PACKET)
        for place in range(count):
            at = START + now + 0.02 + delay * (1 + 0.1 * place / count)
            fate = "queue" if lost and place == 0 else "out"
            self.packets.append([f"{at:.6f}", "1a2b3c4d", PACKET, 0, f"{delay:.6f}", fate])
        shown = "" if lost or not size else f"{max(now, frozen_until) + delay + 0.055:.4f}"
        self.frames.append([len(self.frames), f"{now:.4f}", round(size), int(key), shown,
                            "", ""])

    def sample(self, now: Any, link: Any, rate: Any, delay: Any, target: Any, size: Any,
               tcp: Any) -> None:
        window = 8000 + rate / 8 * (0.05 + delay)
        self.samples.append([
            f"{now:.2f}", round(link), round(rate), round(rate * 1.05),
            round(min(link, rate * self.random.uniform(.93, 1.05))), f"{delay:.4f}", "0.004",
            f"{delay + 0.05:.4f}", round(window), round(window * self.random.uniform(.6, 1)),
            f"{target:.4f}"])
        self.tcp_rows.append([f"{now:.2f}", round(link * tcp)])

    def figures(self) -> dict[str, Any]:
        delays = sorted(float(row[4]) * 1e3 for row in self.packets if row[5] == "out")
        frames = sorted((float(row[4]) - float(row[1])) * 1e3 for row in self.frames if row[4])
        lost = sum(row[5] != "out" for row in self.packets)
        bits = sum(8 * row[2] for row in self.packets if row[5] == "out")
        offered = sum(capacity(row / FPS, self.steps) / FPS
                      for row in range(round(self.seconds * FPS)))

        return {
            "utilisation": bits / offered, "queue_p50_ms": quantile(delays, .5),
            "queue_p95_ms": quantile(delays, .95), "queue_max_ms": delays[-1],
            "loss_percent": 100 * lost / len(self.packets),
            "frame_delay_p50_ms": quantile(frames, .5), "frame_delay_p95_ms": quantile(frames, .95),
            "freezes": 1, "freeze_s": 0.4,
            "skipped_frames": sum(row[2] == 0 for row in self.frames), "key_frames": 1,
            "psnr_db": sum(float(row[5]) for row in self.frames) / len(self.frames),
            "ssim": sum(float(row[6]) for row in self.frames) / len(self.frames),
            "rate_kbps": bits / self.seconds / 1e3,
            "tcp_kbps": sum(row[1] for row in self.tcp_rows) / len(self.tcp_rows) / 1e3,
        }


def table(path: str, header: str, rows: Any) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split(","))
        writer.writerows(rows)


def write_run(out: str, identity: dict[str, Any], fake: Any = None, **changes: Any) -> str:
    """A folder of runs/; without fake only what a failed run leaves."""
    folder = os.path.join(out, "runs", identity["id"])
    os.makedirs(folder, exist_ok=True)
    said = {**identity, "state": "done", "error": "", "start": START, "trusted": True,
            "figures": fake.figures() if fake else {}, **changes}
    if fake:
        table(os.path.join(folder, "link.csv"), "time,flow,bytes,ecn,queue-delay,fate",
              fake.packets)
        table(os.path.join(folder, "samples.csv"),
              "time,capacity,target,estimate,send-rate,queue-delay,sender-queue-delay,rtt,"
              "cwnd,bytes-in-flight,delay-target", fake.samples)
        table(os.path.join(folder, "frames.csv"), "frame,captured,bytes,key,shown,psnr,ssim",
              fake.frames)
        if fake.tcp:
            table(os.path.join(folder, "tcp.csv"), "time,rate", fake.tcp_rows)
    with open(os.path.join(folder, "log.txt"), "w", encoding="utf-8") as file:
        file.write("nothing\n")
    with open(os.path.join(folder, "run.json"), "w", encoding="utf-8") as file:
        json.dump(said, file)
    return folder


def write_settings(out: str, **settings: Any) -> None:
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "settings.json"), "w", encoding="utf-8") as file:
        json.dump(settings, file)


def identity(controller: str, encoder: str, link: str, text: str, repeat: int, seconds: float,
             tcp: str = "") -> dict[str, Any]:
    return {"id": f"{link}_{encoder}_{controller}_{repeat}".replace(":", "-"),
            "controller": controller, "encoder": encoder, "link": text, "link_name": link,
            "tcp": tcp, "repeat": repeat, "seconds": seconds}


STEPS = ("steps", "rate=0:2M,8:1M,16:2.5M delay=25ms queue=300ms",
         [(0, 2e6), (8, 1e6), (16, 2.5e6)])


def comparison(out: str, controllers: Any = ("scream", "gcc", "fixed"),
               encoders: Any = ("x264enc", "vp8enc"), repeat: int = 3, seconds: float = 24) -> None:
    """A folder of one link."""
    link, text, steps = STEPS
    write_settings(out, controllers=list(controllers), encoders=list(encoders),
                   links=[{"name": link, "link": text, "tcp": ""}], seconds=seconds,
                   repeat=repeat, tun=False, case="", size="640x360", framerate=FPS,
                   min_bitrate=100000, initial_bitrate=500000, max_bitrate=5000000,
                   screamtx="", input="clip.mp4")
    for place, controller in enumerate(controllers):
        for encoder in encoders:
            for turn in range(1, repeat + 1):
                fake = FakeRun(controller, encoder, steps, seconds, 100 * place + turn)
                write_run(out, identity(controller, encoder, link, text, turn, seconds), fake)


CS244 = ("scream-v1:queue-delay-target=100ms:queue-delay-target-max=100ms", "scream-v1")


def cs244(out: str, seconds: float = 40) -> None:
    """The canned case: a fixed and an adaptive delay target beside TCP."""
    links = [("infinite", "rate=1M delay=10ms queue=infinite tcp=15-18"),
             ("short", "rate=1M delay=10ms queue=300ms tcp=15-18")]
    write_settings(out, controllers=list(CS244), encoders=["x264enc"], case="cs244",
                   links=[{"name": name, "link": text} for name, text in links],
                   seconds=seconds, repeat=1, tun=True)
    for name, text in links:
        for controller in CS244:
            fake = FakeRun(controller, "x264enc", [(0, 1e6)], seconds, 7, (15, 18),
                           "max" in controller)
            write_run(out, identity(controller, "x264enc", name, text, 1, seconds, "15-18"),
                      fake)


if __name__ == "__main__":
    comparison(os.path.join(sys.argv[1], "comparison"))
    link, text, steps = STEPS
    write_run(os.path.join(sys.argv[1], "comparison"),
              identity("gcc", "vp8enc", link, text, 4, 24), state="failed",
              error="vp8enc: could not open the encoder")
    write_run(os.path.join(sys.argv[1], "comparison"),
              identity("scream", "vp8enc", link, text, 4, 24),
              FakeRun("scream", "vp8enc", steps, 24, 3), trusted=False)
    cs244(os.path.join(sys.argv[1], "cs244"))
