# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cells of the sets: a name, and the keys of pathrun.

Constants are chosen on one half of the runs and reported on the other: which half a run
belongs to is a hash of its cell and its seed, so that nobody can choose it.
"""
import itertools
from collections.abc import Iterator
from typing import Any

from gstscream.corpus import halves

from . import unseen

TUNING, REPORTED = "tuning", "reported"
HALVES = (TUNING, REPORTED)

# Of encoders, as pathrun names them.
MODELS = ("x264enc", "x264enc-veryfast", "x264enc-vbv600", "vp8enc", "vp9enc", "openh264enc",
          "x265enc", "av1enc")
TOLD, EACH = "told", "each"     # sources: that makes what it is told; models in turn
LOSSES = (0, 0.1, 0.3, 0.5, 1, 2, 3, 5, 10)     # percent
M = 1_000_000


def half(cell: Any, seed: int) -> Any:
    return HALVES[halves.side(f"{cell}/{seed}")]


def source(asked: str, place: int) -> dict[str, str]:
    """pathrun's keys in the run of a cell that is at this place."""
    if asked == EACH:
        asked = MODELS[place % len(MODELS)]
    return {} if asked == TOLD else {"source": asked}


def seeds(cell: Any, wanted: str, last: int, asked: str) -> list[int]:
    """Those up to the last one that are in the half that is wanted; of models in turn so many
    more that each has as many."""
    mine = (seed for seed in itertools.count(1) if wanted in ("all", half(cell, seed)))
    found: list[int] = []
    for seed in mine:
        if seed > last and (asked != EACH or len(found) % len(MODELS) == 0):
            return found
        found.append(seed)
    return found


def path(rate: Any, **keys: Any) -> dict[str, Any]:
    """pathrun's keys of a link of so many bit/s, whose source may send three times as much."""
    return {"schedule": f"0:{int(rate)}", "max": int(3 * rate), "start": int(min(rate, M)),
            "min": int(min(rate / 4, 100_000)), **keys}


def named(rate: Any) -> str:
    return f"{rate / M:g}M"


def losses() -> Iterator[Any]:
    for rate in (M, 5 * M, 20 * M):
        for rtt in (20, 50, 150):
            for loss in LOSSES:
                yield f"loss-{named(rate)}-{rtt}ms-{loss:g}%", path(rate, rtt=rtt, loss=loss / 100)


def bursts() -> Iterator[Any]:
    """Gilbert-Elliott, five packets in a burst on average."""
    for rate in (M, 5 * M, 20 * M):
        for loss in (0.3, 1, 3):
            yield f"burst-{named(rate)}-{loss:g}%", path(rate, **{"burst-loss": loss / 100})


def jitters() -> Iterator[Any]:
    for rate in (2 * M, 5 * M):
        for sigma in (5, 10, 30, 60):
            yield f"jitter-{named(rate)}-{sigma}ms", path(rate, jitter=sigma)
    for sigma in (30, 60):
        yield f"jitter-20M-{sigma}ms", path(20 * M, jitter=sigma)
        yield f"jitter-5M-{sigma}ms-1%", path(5 * M, jitter=sigma, loss=0.01)


def buffers() -> Iterator[Any]:
    for rate in (2 * M, 5 * M, 20 * M):
        for queue in (5, 20, 50):
            yield f"queue-{named(rate)}-{queue}ms", path(rate, queue=queue)
    for queue in (5, 20):
        yield f"queue-5M-{queue}ms-1%", path(5 * M, queue=queue, loss=0.01)
    for rate in (2 * M, 20 * M):
        yield f"codel-{named(rate)}", path(rate, aqm="codel")
        yield f"pie-{named(rate)}", path(rate, aqm="pie")


def bunches() -> Iterator[Any]:
    """Packets arrive together, as over Wi-Fi that saves power."""
    for rate in (2 * M, 5 * M, 20 * M):
        for interval in (20, 50, 100, 200):
            yield f"bunch-{named(rate)}-{interval}ms", path(
                rate, **{"delivery-interval": interval})


def stops() -> Iterator[Any]:
    """A link that stops each 10 s, as in a handover or beside interference."""
    for rate in (2 * M, 5 * M, 20 * M):
        for stop in (150, 400):
            steps = "".join(f",{t}:0,{t + stop / 1000:g}:{rate}" for t in range(10, 60, 10))
            yield f"stops-{named(rate)}-{stop}ms", path(rate, schedule=f"0:{rate}{steps}")


def policers() -> Iterator[Any]:
    """A fast link behind it, so that nothing waits.  The bucket: 16 ms and 80 ms."""
    for burst in (10_000, 50_000):
        keys = path(50 * M, policer=5 * M, **{"policer-burst": burst})
        yield f"policer-5M-{burst // 1000}kB", keys
    yield "policer-5M-50kB-1%", {**keys, "loss": 0.01}


def round_trips() -> Iterator[Any]:
    for rtt in (2, 5, 20, 50, 100, 150, 300, 600):
        yield f"rtt-{rtt}ms", path(3 * M, rtt=rtt)


def rates() -> Iterator[Any]:
    for rate in (0.3, 0.6, 1, 2, 5, 20, 50, 200):
        yield f"rate-{rate:g}M", path(rate * M)


def changes() -> Iterator[Any]:
    keys: dict[str, Any] = {"max": 20 * M, "start": M}
    yield "steps-2-1-2.5M", {"schedule": "0:2M,20:1M,40:2.5M", **keys}
    yield "steps-3-0.4-3M", {"schedule": "0:3M,20:0.4M,40:3M", **keys}
    yield "halved-5M", {"schedule": "0:5M,30:2.5M", **keys}
    yield "steps-2-1-2.5M-1%", {"schedule": "0:2M,20:1M,40:2.5M", "loss": 0.01, **keys}
    for loss in (0.1, 0.3, 0.5):
        yield f"feedback-loss-{100 * loss:g}%", path(5 * M, **{"feedback-loss": loss})
    for interval in (20, 40):
        yield f"feedback-each-{interval}ms-1M", path(M, **{"report-interval": interval})
    yield "outage-2s", path(5 * M, outage="20-22")


def frame_rates() -> Iterator[Any]:
    for hertz in (5, 15, 60, 120):
        keys = path(5 * M, **{"frame-rate": hertz})
        yield f"frames-{hertz}Hz", keys
        yield f"frames-{hertz}Hz-steps", {**keys, "schedule": "0:5M,20:2.5M,40:8M"}


def moves() -> Iterator[Any]:
    """Handovers to another way: the RTT jumps, and the capacity with it or not."""
    for rate in (M, 3 * M, 10 * M):
        for rtt in (80, 100, 150, 300):
            yield f"move-{named(rate)}-50-{rtt}ms", path(
                rate, rtt=50, **{"rtt-moves": f"20:{rtt}"})
    there_and_back = ",".join(f"{t}:{rtt}" for t, rtt in zip(range(10, 60, 10), (80, 50) * 3))
    yield "move-3M-each10s", path(3 * M, rtt=50, **{"rtt-moves": there_and_back})
    for loss in (0.01, 0.03):
        yield f"move-3M-50-150ms-{loss:.0%}", path(
            3 * M, rtt=50, loss=loss, **{"rtt-moves": "20:150"})
    for before, after in ((3, 1), (1, 3)):
        keys = path(3 * M, rtt=50, **{"rtt-moves": "20:100"})
        yield f"move-{before}-{after}M-50-100ms", {**keys, "schedule": f"0:{before}M,20:{after}M"}


def silences() -> Iterator[Any]:
    """Feedback that stops while media pass, media that do, and both; and a receiver's clock."""
    for seconds in (0.3, 1, 2, 5, 8):
        time = f"20-{20 + seconds:g}"
        for what, keys in (("feedback", ["outage"]), ("media", ["media-outage"]),
                           ("both", ["outage", "media-outage"])):
            yield f"silent-{what}-{seconds:g}s", path(3 * M, **dict.fromkeys(keys, time))
    yield "silent-feedback-0.3s-each-2s", path(
        3 * M, outage="10-10.3", **{"outage-every": 2, "duration": 70})
    yield "skew-1000ppm", path(3 * M, rtt=150, skew=1000, duration=300)


def encoders() -> Iterator[Any]:
    """Models of real encoders on films, which tests/evaluation/encoders fits."""
    links: dict[str, Any] = {
        "1M": path(M), "steps": {"schedule": "0:2M,20:1M,40:2.5M", "max": 20 * M, "start": M},
        "deep": {"schedule": "0:3M,20:0.4M,40:3M", "max": 20 * M, "start": M},
        "5M-5%": path(5 * M, loss=0.05)}
    for source in MODELS:
        for link, keys in links.items():
            yield f"{source}-{link}", {**keys, "rtt": 50, "queue": 300, "source": source}
    yield "x264enc-even-1M", path(M, rtt=50, queue=300, source="x264enc", pictures="even")


def priorities() -> Iterator[Any]:
    """RFC 8867 section 6.1, of the streams of one sender: the link of 5.4 and priorities of 2,
    1, 1; then other links and priorities.  What counts is the second of two minutes."""
    def cell(given: str, schedule: str, **keys: Any) -> dict[str, Any]:
        return {**path(3.5 * M, rtt=100, **keys), "schedule": schedule, "duration": 120,
                "max": 6 * M, "priorities": given}

    links: Any = {"": {}, "-jitter15ms": {"jitter": 5}, "-1%": {"loss": 0.01},
                  "-codel": {"aqm": "codel"}}
    for name, keys in links.items():
        yield f"priority-2-1-1-3.5M{name}", cell("1:0.5:0.5", "0:3500000", **keys)
    yield "priority-2-1-1-1M", cell("1:0.5:0.5", "0:1M")
    yield "priority-2-1-1-steps", cell("1:0.5:0.5", "0:3500000,80:1M,100:3500000")
    yield "priority-4-1-3.5M", cell("1:0.25", "0:3500000")


def shares() -> Iterator[Any]:
    """Several flows through one queue; each may send three times what the link carries."""
    for rate in (2 * M, 10 * M, 20 * M):
        for rtt in (20, 50, 150):
            for queue in (5, 20, 50):
                for flows in (2, 3, 5, 10):
                    yield (f"share-{named(rate)}-{rtt}ms-queue{queue}-flows{flows}",
                           path(rate, rtt=rtt, queue=queue, flows=flows))
    for flows in (3, 10):
        name, keys = f"share-10M-50ms-queue5-flows{flows}", path(
            10 * M, rtt=50, queue=5, flows=flows)
        yield f"{name}-1%", {**keys, "loss": 0.01}
        yield f"{name}-every5", {**keys, "every": 5, "duration": 60 + 5 * (flows - 1)}
        keys = path(50 * M, policer=10 * M, flows=flows, **{"policer-burst": 50_000})
        yield f"share-10M-50ms-policer-flows{flows}", {**keys, "max": 30 * M}


def short_shares() -> Any:
    """One for each kind of answer, for a test of each commit."""
    names = ("share-10M-50ms-queue5-flows3", "share-10M-50ms-queue5-flows10",
             "share-10M-50ms-queue20-flows3", "share-10M-50ms-queue5-flows3-every5",
             "share-10M-50ms-policer-flows3")
    return ((name, keys) for name, keys in shares() if name in names)


SETS = {
    "real": (losses, bursts, jitters, bunches, stops, buffers, policers, round_trips, rates,
             changes, frame_rates),
    "moves": (moves,),
    "silence": (silences,),
    "encoders": (encoders,),
    "share": (shares,),
    "priority": (priorities,),
    "short-share": (short_shares,),
    "random": (unseen.links,),
}

SOURCES = {"real": EACH}        # of sets that say nothing else


def cells(name: str = "real") -> dict[Any, Any]:
    """{name: keys} of a set"""
    return {cell: keys for source in SETS[name] for cell, keys in source()}
