# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-ab compare: two folders, pairs of runs, one sentence, an exit status."""
import contextlib
import io
import json
import os
import pathlib
from typing import Any

import ab_fake

from gstscream.ab import command

LINK = "rate=2M delay=25ms queue=300ms"
GOOD = {"queue_p95_ms": 20, "utilisation": 0.9, "loss_percent": 0, "frame_delay_p95_ms": 80,
        "freeze_s": 0, "psnr_db": 35}


def written(tmp_path: pathlib.Path, name: str, runs: Any, controller: str = "scream",
            link: tuple[str, str] = ("steps", LINK), state: str = "done", trusted: bool = True,
            **settings: Any) -> str:
    """runs: the figures of each repeat that are not those of GOOD."""
    out = os.path.join(tmp_path, name)
    ab_fake.write_settings(out, **{"seconds": 20, "size": "640x360", **settings})
    for repeat, figures in enumerate(runs, 1):
        ab_fake.write_run(out, ab_fake.identity(controller, "x264enc", *link, repeat, 20),
                          figures={**GOOD, **figures}, state=state, trusted=trusted)
    return out


def run_it(*arguments: Any) -> tuple[int, str, str]:
    """(exit status, standard output, standard error)"""
    with contextlib.redirect_stdout(io.StringIO()) as said, \
            contextlib.redirect_stderr(io.StringIO()) as faults:
        status = command.main(["compare", *arguments], None)
    return status, said.getvalue(), faults.getvalue()


def verdict(tmp_path: pathlib.Path, before: Any, after: list[dict[str, float]],
            *options: str) -> tuple[int, str]:
    """(exit status, the sentence) of two lists of figures."""
    status, said, faults = run_it(written(tmp_path, "before", before),
                                  written(tmp_path, "after", after), *options)
    assert faults == ""
    return status, said.splitlines()[-1]


def refused(one: Any, other: str, words: str, *options: Any) -> None:
    status, _, faults = run_it(one, other, *options)
    assert status == 2, faults
    assert len(faults.splitlines()) == 1, faults
    assert words in faults


def test_the_same(tmp_path: pathlib.Path) -> None:
    status, text = verdict(tmp_path, [{}] * 3, [{}] * 3)
    assert status == 0
    assert text.startswith("No regression in 3 pairs of runs at 1 places"), text


def test_pairs_see_what_means_do_not(tmp_path: pathlib.Path) -> None:
    """The repeats lie 300 ms apart, and each is by some 30 ms worse."""
    delays = (100, 400, 700)
    status, text = verdict(tmp_path, [{"frame_delay_p95_ms": delay} for delay in delays],
                           [{"frame_delay_p95_ms": delay + more}
                            for delay, more in zip(delays, (90, 91, 92))])
    assert (status, text) == (1, "Regression: frame delay p95 worse at 1 of 1 places "
                              "(by 91 ms, at steps, x264enc, scream).")


def test_chance_is_no_regression(tmp_path: pathlib.Path) -> None:
    status, _ = verdict(tmp_path, [{}] * 3,
                        [{"frame_delay_p95_ms": delay} for delay in (180, 60, 120)])
    assert status == 0


def test_better_is_said(tmp_path: pathlib.Path) -> None:
    status, text = verdict(tmp_path, [{}] * 2, [{"psnr_db": 37}] * 2)
    assert status == 0
    assert "; PSNR better at 1 of 1 places (by 2.0 dB" in text
    status, text = verdict(tmp_path, [{}] * 2, [{"psnr_db": 37, "utilisation": 0.5}] * 2)
    assert status == 1
    assert "utilisation worse at 1 of 1 places (by 40.0 points" in text
    assert "; but PSNR better" in text


def test_tolerances(tmp_path: pathlib.Path) -> None:
    """The default of the frame delay is 10 ms or 10 %."""
    for more, options, status in (
            (9, (), 0), (11, (), 1), (11, ("--frame-delay-p95", "12ms"), 0),
            (11, ("--frame-delay-p95", "0.012s"), 0),
            (11, ("--frame-delay-p95", "20%"), 0), (11, ("--frame-delay-p95", "10%"), 1),
            (11, ("--frame-delay-p95", "1ms,20%"), 0),
            (3, ("--frame-delay-p95", "2ms"), 1)):
        found, text = verdict(tmp_path, [{}] * 2, [{"frame_delay_p95_ms": 80 + more}] * 2, *options)
        assert found == status, (more, options, text)
    assert verdict(tmp_path, [{}] * 2, [{"utilisation": .85}] * 2, "--use=4%")[0] == 1
    tolerated: list[tuple[str, dict[str, float]]] = [
        ("--use=9%", {"utilisation": .85}), ("--loss=2%", {"loss_percent": 1.5}),
        ("--psnr=3dB", {"psnr_db": 33}), ("--frozen=2s", {"freeze_s": 1}),
        ("--queue-p95=99ms", {"queue_p95_ms": 90})]
    for option, figures in tolerated:
        assert verdict(tmp_path, [{}] * 2, [figures] * 2)[0] == 1, option
        assert verdict(tmp_path, [{}] * 2, [figures] * 2, option)[0] == 0, option


def test_tolerances_have_units(tmp_path: pathlib.Path) -> None:
    there = written(tmp_path, "before", [{}])
    for option in ("--psnr=3", "--psnr=3ms", "--frame-delay-p95=5", "--use=-1%", "--loss="):
        refused(there, there, "its unit", option)


def test_a_single_pair_says_so(tmp_path: pathlib.Path) -> None:
    status, text = verdict(tmp_path, [{}], [{"psnr_db": 30}])
    assert status == 1
    assert "this may be chance" in text


def test_a_run_that_fails_now(tmp_path: pathlib.Path) -> None:
    before = written(tmp_path, "before", [{}] * 2)
    after = written(tmp_path, "after", [{}] * 2, state="failed")
    status, said, _ = run_it(before, after)
    assert status == 1
    assert "Regression: 2 runs fail that did not" in said
    refused(after, before, "2 runs failed before")


def test_what_cannot_be_trusted_is_left_out(tmp_path: pathlib.Path) -> None:
    before, after = written(tmp_path, "before", [{}] * 2), written(tmp_path, "after", [{}] * 2)
    ab_fake.write_run(after, ab_fake.identity("scream", "x264enc", "steps", LINK, 2, 20),
                      figures={**GOOD, "psnr_db": 0}, trusted=False)
    status, said, _ = run_it(before, after)
    assert status == 0
    assert "not compared: 1 run not to be trusted" in said
    refused(before, written(tmp_path, "busy", [{}] * 2, trusted=False), "scream-ab doctor")


def test_half_a_result_loses_no_other(tmp_path: pathlib.Path) -> None:
    before, after = written(tmp_path, "before", [{}] * 3), written(tmp_path, "after", [{}] * 3)
    path = os.path.join(after, "runs", "steps_x264enc_scream_2", "run.json")
    with open(path, "r+", encoding="utf-8") as file:
        file.truncate(40)
    status, said, _ = run_it(before, after)
    assert status == 0
    assert "not compared: 1 run only before" in said
    assert "not compared: 1 run not finished: steps_x264enc_scream_2" in said
    assert "No regression in 2 pairs" in said


def test_one_controller_may_become_another(tmp_path: pathlib.Path) -> None:
    before = written(tmp_path, "before", [{}] * 2)
    after = written(tmp_path, "after", [{}] * 2, "scream:queue-delay-target=90ms", screamtx="a=1",
                    frames=0)       # what the older version did not know, and is off
    status, said, _ = run_it(before, after)
    assert status == 0
    assert "changed: controllers: scream → scream:queue-delay-target=90ms\n" in said
    assert "changed: screamtx: – → a=1\n" in said
    assert "– → –" not in said
    written(tmp_path, "before", [{}], "gcc")
    refused(before, after, "no pair of runs")


def test_folders_that_do_not_compare(tmp_path: pathlib.Path) -> None:
    before = written(tmp_path, "before", [{}])
    refused(before, written(tmp_path, "long", [{}], seconds=30), "the same --seconds")
    refused(before, written(tmp_path, "link", [{}], link=("steps", "rate=1M")),
            "run both over the same links")
    refused(before, written(tmp_path, "other", [{}], link=("x", LINK)), "no pair of runs")
    refused(before, str(tmp_path), "none that scream-ab wrote")
    refused(before, str(tmp_path / "moon"), "moon has no folder runs")
    refused(before, "--jason", "--help")


def test_traces_and_clips_may_lie_elsewhere(tmp_path: pathlib.Path) -> None:
    def made(name: str, corpus: str, clip: str, size: int) -> str:
        link = "lte", f"trace='/{name}/a folder/lte.trace' delay=25ms queue=1s"
        return written(tmp_path, name, [{}], link=link, corpus={"lte": corpus},
                       input=f"/{name}/{clip}, {size} bytes, 1600{size}")
    before = made("before", "abc", "clip.mp4", 7)
    assert run_it(before, made("after", "abc", "clip.mp4", 7))[0] == 0
    refused(before, made("other", "abd", "clip.mp4", 7), "another one")
    refused(before, made("other", "abc", "clip.mp4", 8), "--input")


def test_folders_of_before(tmp_path: pathlib.Path) -> None:
    """Without settings, and without what runs did not say then."""
    before, after = (written(tmp_path, name, [{}] * 2) for name in ("before", "after"))
    for path in (before, after):
        os.unlink(os.path.join(path, "settings.json"))
        for run in os.listdir(os.path.join(path, "runs")):
            name = os.path.join(path, "runs", run, "run.json")
            said = json.loads(pathlib.Path(name).read_text("utf-8"))
            del said["trusted"], said["link_name"], said["figures"]["freeze_s"]
            with open(name, "w", encoding="utf-8") as file:
                json.dump(said, file)
    status, said, _ = run_it(before, after)
    assert status == 0
    assert "–" in said


def test_json(tmp_path: pathlib.Path) -> None:
    status, said, _ = run_it(written(tmp_path, "before", [{}] * 2),
                             written(tmp_path, "after", [{"psnr_db": 30}] * 2), "--json")
    found = json.loads(said)
    assert (status, found["regression"]) == (1, True)
    figures = found["cells"][0]["figures"]
    assert figures["psnr_db"] == {
        "before": 35, "after": 30, "difference": -5, "half_width": 0, "tolerance": 0.5,
        "verdict": "worse"}
    assert figures["utilisation"]["verdict"] == "same"
