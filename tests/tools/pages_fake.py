# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pages_fake.py KIND OUT: a page of each of our kinds, of what never was measured.

Each text that a user or a file gives is a mark, which would run if it became markup. KIND
is one of KINDS, a process each: programs have modules of the same name.
"""
import importlib
import math
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROOT = os.path.dirname(TESTS)
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, TESTS, os.path.join(ROOT, "tools")]
SECONDS = 12


def mark(name: str) -> str:
    """No blank in it: words of a link are apart by them."""
    return f"{name}'\"><svg/onload=hacked()><script>hacked('{name}')</script>"


def wave(size: int, step: Any = 1 / 20) -> list[Any]:
    """[(s, 0 to 1)]"""
    return [(place * step, (1 + math.sin(place / 9)) / 2) for place in range(size)]


def comparison(out: str, one_file: bool = False) -> Any:
    """Of scream-ab; a run has failed, another is not to be trusted."""
    import ab_fake

    from gstscream.report import page
    labels = ("scream", mark("controller"), "scream:x=" + mark("property"))
    link, encoder = mark("link"), mark("encoder")
    ab_fake.write_settings(out, controllers=list(labels), encoders=[encoder], seconds=SECONDS,
                           links=[{"name": link}], repeat=2, tun=False, size=mark("size"),
                           input=mark("input"), screamtx=mark("screamtx"),
                           command=mark("command"), framerate=30)
    text = f"rate=2M {mark('word')}=1 queue={mark('queue')}"
    for place, label in enumerate(labels):
        for turn in (1, 2):
            said = {**ab_fake.identity(label, encoder, link, text, turn, SECONDS),
                    "id": f"{place}-{turn} # %"}
            fake = ab_fake.FakeRun("gcc" if place else label, "x264enc", [(0, 2e6)], SECONDS, turn)
            failed = (place, turn) == (1, 2)
            ab_fake.write_run(out, said, fake, **({
                "state": "failed", "id": mark("id"), "error": mark("error")} if failed else {}))
    return page.write(out, one_file)


def static(out: str) -> Any:
    """Of scream-ab, as one file."""
    return comparison(out, one_file=True)


def many(out: str) -> Any:
    """Of scream-ab, with more places than one sees at a glance, and CS244's pictures."""
    import ab_fake

    from gstscream.report import page
    ab_fake.cs244(out, seconds=25)
    fakes = {name: ab_fake.FakeRun(name, "x264enc", [(0, 1e6)], 5, 1) for name in ab_fake.CS244}
    for place in range(3):
        for name, fake in fakes.items():
            ab_fake.write_run(out, ab_fake.identity(
                name, "x264enc", f"link{place}", "rate=1M", 1, 5), fake)
    return page.write(out)


def plot(out: str) -> Any:
    """Of scream-plot."""
    from gstscream.plot import logs, output, pictures
    log = logs.read(write_log(os.path.join(out, "run.csv")))
    path = os.path.join(out, "run.html")
    output.write(path, pictures.Pictures(log.runs[-1], mark("title"), 0.1),
                 mark("described"))
    return path


def write_log(path: str) -> Any:
    import plot_test
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(plot_test.line(place, 24) + "\n" for place in range(300))
    return path


def quickstart(out: str) -> Any:
    sys.path.insert(0, os.path.join(ROOT, "examples", "quickstart"))
    report: Any = importlib.import_module("report")
    samples = [SimpleNamespace(
        time=time, capacity=2e6, send_rate=1e6 + 1e6 * part, target=1.5e6, sender_queue=0.01,
        link_queue=0.02 * part) for time, part in wave(200)]
    summary = [(what, mark(what)) for what in (
        "Link used", "Queue in the link", "Packets lost", "Frame delay", "Frames", "Freezes")]
    path = os.path.join(out, "quickstart.html")
    report.write(path, mark("title"), mark("command"), SimpleNamespace(
        samples=samples, frames=SimpleNamespace(delays=wave(200))), summary)
    return path


def evaluation(out: str) -> Any:
    """Two cases of three seeds, one of them named by a mark, and one to compare with."""
    from gstscream.evaluation.page import page, series
    from gstscream.evaluation.results.groups import group

    def row(case: str, controller: str, seed: int, place: int) -> dict[str, Any]:
        return {"case": case, "variant": "A", "controller": controller, "seed": str(seed),
                "utilisation": f"{0.8 + place / 100 + seed / 1000 + len(case) / 1e4}",
                "queue_p95_ms": f"{9 + 30 * place + seed}", "loss_percent": f"{place / 3}",
                "jain": "1", "rise_s": "1.5;-"}
    names = ("scream", "gcc", mark("controller"))
    rows = [row(case, name, seed, place) for place, name in enumerate(names)
            for case in ("5.1", "5.10", mark("case")) for seed in (1, 2, 3)]
    against = group([row("5.1", mark("opponent"), 1, 0)])
    broken = series.path(out, page.Name("5.1", "A", mark("controller")))
    os.makedirs(os.path.dirname(broken))
    with open(broken, "w", encoding="utf-8") as file:
        file.write(mark("fault") + "\n")
    return page.write(out, rows, against, mark("command"))


def run(out: str) -> str:
    """Of tests/e2e."""
    sys.path.insert(0, os.path.join(TESTS, "e2e"))
    from unittest import mock

    import report
    rows = [(time, 2e6, 1e6 + 1e6 * part, 1e6, 0.02 * part) for time, part in wave(200)]
    with mock.patch("metrics.series", lambda *_: rows), mock.patch("capture.write_log"):
        report.write_run(out, mark("name"), mock.Mock(), None,
                         {"rate": 1.9e6, "utilisation": 0.95, "q_p95": 31.0, "loss": 0.01},
                         [mark("failure")])
    return os.path.join(out, "plot.html")


def live(out: str, page: str) -> Any:
    """Of examples/webrtc; camera_fake.js plays the other side and the connection."""
    from gstscream.report import render
    return render.write(os.path.join(out, page), page, title=mark("title"),
                        answer="There is no picture yet.")


def camera(out: str) -> Any:
    return live(out, "camera.html")


def publish(out: str) -> Any:
    return live(out, "publish.html")


KINDS = {each.__name__: each for each in (
    comparison, static, many, plot, quickstart, evaluation, run, camera, publish)}


def make(kind: str, folder: str) -> str:
    """The path of a page of that kind, in a folder of its own."""
    out = os.path.join(folder, kind)
    os.makedirs(out)
    done = subprocess.run([sys.executable, os.path.abspath(__file__), kind, out],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{kind}: {done.stderr}")
    return done.stdout.strip()


if __name__ == "__main__":
    made: Any = KINDS[sys.argv[1]]
    print(made(sys.argv[2]))
