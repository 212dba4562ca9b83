# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The program scream-ab as a user starts it, without root."""
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from where import BUILD, ROOT

if shutil.which("ffmpeg") is None:
    pytest.skip("there is no ffmpeg", allow_module_level=True)
PROGRAM = os.path.join(ROOT, "tools", "scream-ab")
PATIENCE = 120                  # s, on a busy machine
# So small that any machine encodes it in real time.
TINY = ["--size", "160x96", "--framerate", "15", "--seconds", "4", "--repeat", "1"]
ENVIRONMENT = {
    **os.environ, "GST_REGISTRY": os.path.join(BUILD, "registry.bin"),
    "GST_PLUGIN_PATH": os.pathsep.join(
        os.path.join(BUILD, "plugins", name) for name in ("scream", "lab"))}


class Place:
    """A folder in which the program writes into another one."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.out = os.path.join(folder, "out put")

    def command(self, *arguments: Any) -> list[Any]:
        return ["/usr/bin/python3", "-B", PROGRAM, *arguments, "-o", self.out]

    def run_it(self, *arguments: Any, **changes: Any) -> Any:
        return subprocess.run(
            self.command(*arguments), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, cwd=self.folder, timeout=PATIENCE, check=False,
            env={**ENVIRONMENT, **changes})

    def file(self, name: str, content: Any) -> Any:
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_text(content, "utf-8")
        return path

    def results(self) -> dict[str, Any]:
        with open(os.path.join(self.out, "results.csv"), newline="", encoding="utf-8") as file:
            return {row["controller"]: row for row in csv.DictReader(file)}

    def refused(self, arguments: Any, words: Any, **changes: Any) -> None:
        """Exit status 2, one line, and nothing was begun."""
        done = self.run_it(*arguments, **changes)
        assert done.returncode == 2, (arguments, done.stdout, done.stderr)
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert done.stderr.startswith("scream-ab: "), done.stderr
        assert words in done.stderr
        assert not os.path.exists(os.path.join(self.out, "results.csv"))

    def check_files(self) -> None:
        for run in os.listdir(os.path.join(self.out, "runs")):
            folder = os.path.join(self.out, "runs", run)
            assert sorted(os.listdir(folder)) == [
                "frames.csv", "link.csv", "link.json", "log.txt", "run.json", "samples.csv",
                "tx.csv"]
            with open(os.path.join(folder, "frames.csv"), encoding="ascii") as file:
                assert len(file.readlines()) == 1 + 4 * 15
            with open(os.path.join(folder, "samples.csv"), encoding="ascii") as file:
                assert len(file.readlines()) > 20
        assert not os.path.exists(os.path.join(self.out, "source.yuv"))
        with open(os.path.join(self.out, "index.html"), encoding="utf-8") as file:
            assert "fixed:initial-bitrate=600k" in file.read()

    def check_resume(self, done: Any) -> None:
        """The same command has nothing left to do."""
        command = done.args[3:-2]
        begun = time.monotonic()
        again = self.run_it(*command)
        assert again.returncode == 0, again.stderr
        assert "2 of 2 runs are done already" in again.stdout
        assert time.monotonic() - begun < 4
        other = self.run_it(*command, "--max-bitrate", "3M")
        assert other.returncode == 2
        assert "another comparison" in other.stderr

    @staticmethod
    def child(parent: Any) -> int:
        """The first child of a process."""
        path = f"/proc/{parent}/task/{parent}/children"
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            found = pathlib.Path(path).read_text("ascii").split()
            if found:
                time.sleep(1)
                return int(found[0])
            time.sleep(0.02)
        raise TimeoutError("no worker")

    def recordings(self) -> list[Any]:
        """Of the runs that have one: controller and repeat."""
        runs = os.path.join(self.out, "runs")
        return sorted(name.partition("x264enc_")[2] for name in os.listdir(runs)
                      if os.path.exists(os.path.join(runs, name, "packets.rec")))


@pytest.fixture
def place(tmp_path: pathlib.Path) -> Place:
    return Place(str(tmp_path))


def test_help_has_units_and_examples(place: Place) -> None:
    done = place.run_it("--help")
    assert done.returncode == 0, done.stderr
    for words in ("bit/s", "delay=25ms", "examples:", "Exit status"):
        assert words in done.stdout


def test_bad_input_stops_with_one_line(place: Place) -> None:
    trace = place.file("trace", "1\n2\nthree\n")
    for arguments, words in ((["--controllers",
                               "fastest"], "scream-v1"), (["--controllers",
                                                           "scream:colour=red"], "colour"),
                             (["--controllers", "scream:controller-params=beta-loss=3"],
                              "beta-loss=3 is out of range: 0.01 to 1"),
                             (["--screamtx", "max-queue-delay=soon"],
                              "max-queue-delay"), (["--encoders", "fastenc"], "x264enc"),
                             (["--input",
                               "no-such-file"], "no-such-file"), (["--input",
                                                                   place.folder], "not a file"),
                             (["--link", "rate=2M dleay=25ms"],
                              "dleay"), (["--link", "rate=0:2M,20:1X"],
                                         "character 6"), (["--link", "rate=2M aqm=magic"],
                                                          "droptail"), (["--traces",
                                                                         trace], "line 3"),
                             (["--corpus",
                               trace], "line 3"), (["--corpus",
                                                    "moon:3"], "cellular"), (["--tcp",
                                                                              "15-18"], "--tun")):
        place.refused(arguments, words)


def test_doctor_finds_what_is_there() -> None:
    done = subprocess.run(["/usr/bin/python3", "-B", PROGRAM, "doctor", "--json"],
                          capture_output=True, text=True, timeout=PATIENCE, check=False,
                          env=ENVIRONMENT)
    found = {each["name"]: each for each in json.loads(done.stdout)}
    assert found["plugins"]["level"] == "fine", found
    bad = any(each["level"] == "bad" for each in found.values())
    assert done.returncode == int(bad), done.stdout + done.stderr


def test_clip_that_is_no_video(place: Place) -> None:
    place.refused(["--input", place.file("clip.mp4", "no video\n"), *TINY],
                  "cannot be read as video")


def test_tools_that_are_missing(place: Place) -> None:
    place.refused([], "GST_PLUGIN_PATH", GST_PLUGIN_PATH="/nowhere",
                  GST_REGISTRY=os.path.join(place.folder, "registry.bin"))
    place.refused([], "apt-get install ffmpeg", PATH="/nowhere")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may")
def test_tun_needs_root(place: Place) -> None:
    place.refused(["--tun"], "sudo")


def test_folder_with_other_files(place: Place) -> None:
    os.makedirs(place.out)
    place.file(os.path.join("out put", "thesis.tex"), "x")
    place.refused([], "other files")


def test_too_little_cpu(place: Place) -> None:
    clip = os.path.join(place.folder, "clip.mkv")
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                    "testsrc=size=320x180:rate=30:duration=0.25", clip], check=True,
                   stdin=subprocess.DEVNULL, timeout=PATIENCE)
    place.refused(["--input", clip, "--size", "1920x1080", "--framerate", "120", "--seconds", "2",
                   "--encoders", "x265enc"], "--size")


@pytest.mark.patient
def test_fixed_is_worse_on_a_small_link(place: Place) -> None:
    """Twice the link's rate, against a controller that finds it."""
    done = place.run_it(*TINY, "--controllers", "scream,fixed:initial-bitrate=600k", "--encoders",
                        "x264enc", "--link", "rate=300k delay=25ms queue=300ms")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = place.results()
    scream, fixed = rows["scream"], rows["fixed:initial-bitrate=600k"]
    assert (scream["state"], fixed["state"]) == ("done", "done")
    # The queue of 300 ms is full; one that is not is far from that.
    assert float(fixed["queue_p95_ms"]) > 250
    assert float(fixed["queue_p95_ms"]) < 340
    assert float(scream["queue_p95_ms"]) < 200
    assert float(fixed["loss_percent"]) > 3
    assert float(scream["loss_percent"]) < 3
    # Some of it is used, and nothing can be more than all: in so short a run
    # two packets at its ends are 2 %.
    assert float(scream["utilisation"]) > 0.2
    assert float(fixed["utilisation"]) < 1.03
    assert float(fixed["psnr_db"]) < float(scream["psnr_db"])
    assert float(scream["ssim"]) > 0.3
    place.check_files()
    place.check_resume(done)


@pytest.mark.patient
def test_corpus_is_judged_beside_the_oracle(place: Place) -> None:
    """And its trace is found in a folder with a blank in its name."""
    corpus = place.file("half.csv", "time_s,rate_kbps\n0,300\n2,600\n")
    arguments = [*TINY, "--controllers", "fixed:initial-bitrate=200k", "--corpus", corpus]
    done = place.run_it(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Beside the oracle, " in done.stdout
    with open(os.path.join(place.out, "corpus.csv"), newline="", encoding="utf-8") as file:
        row, = csv.DictReader(file)
    assert row["trace"] == "half"
    # 200 kbit/s with headers of 300 and 600; the encoder does as it likes by a third.
    assert .2 < float(row["use_of_oracle"]) < .9, row
    place.file("half.csv", "time_s,rate_kbps\n0,300\n2,700\n")
    again = place.run_it(*arguments)
    assert (again.returncode, "differs in corpus" in again.stderr) == (2, True), again.stderr


@pytest.mark.patient
def test_crash_marks_one_run_and_the_rest_continues(place: Place) -> None:
    """The worker of the first run is killed, as the crash of an encoder would."""
    process = subprocess.Popen(place.command(*TINY, "--controllers", "scream,fixed"),
                               stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=place.folder)
    for line in process.stdout:
        if line.startswith("run 1 of 2"):
            break
    victim = place.child(process.pid)
    os.kill(victim, signal.SIGSEGV)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, output
    assert "FAILED: the pipeline was ended by SIGSEGV" in output
    rows = place.results()
    assert (rows["scream"]["state"], rows["fixed"]["state"]) == ("failed", "done")
    assert "repeat 1 of scream did not come to its end" in output
    # With it the next try of the failed one gives pictures.
    assert "fixed_1" in place.recordings()


@pytest.fixture
def cluster(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="there is no python3-distributed")
    for name in ("GST_REGISTRY", "GST_PLUGIN_PATH"):
        monkeypatch.setenv(name, ENVIRONMENT[name])
    with distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None,
            resources={"exclusive": 1}, local_directory=place.folder,
            host="127.0.0.1") as cluster:
        yield cluster


@pytest.mark.patient
def test_runs_on_a_worker_of_a_scheduler(place: Place, cluster: Any) -> None:
    arguments = [*TINY, "--controllers", "scream,gcc", "--frames", "none",
                 "--scheduler", cluster.scheduler_address]
    done = place.run_it(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [row["state"] for row in place.results().values()] == ["done", "done"]
    assert os.path.exists(os.path.join(place.out, "index.html"))
    assert os.listdir(os.path.join(place.out, "tasks")) == []
    assert "2 of 2 runs are done already" in place.run_it(*arguments).stdout


def test_a_scheduler_that_is_not_there(place: Place) -> None:
    done = place.run_it(*TINY, "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 2, done.stdout + done.stderr
    assert "--scheduler: nobody answers" in done.stderr
    assert done.stderr.count("\n") == 1


def test_interrupt_keeps_what_is_done(place: Place) -> None:
    arguments = [*TINY, "--controllers", "fixed,scream", "--repeat", "2"]
    process = subprocess.Popen(place.command(*arguments), stdout=subprocess.PIPE, text=True,
                               env=ENVIRONMENT, cwd=place.folder)
    for line in process.stdout:
        if line.startswith("run 4 of 4"):
            break
    worker = place.child(process.pid)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, output
    assert "3 of 4 runs are done" in output
    # The one that was interrupted has half of one.
    assert place.recordings() == ["fixed_1", "scream_1", "scream_2"]
    assert not os.path.exists(f"/proc/{worker}")
    again = place.run_it(*arguments)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "3 of 4 runs are done already" in again.stdout
    assert place.recordings() == []
    one, = os.listdir(os.path.join(place.out, "frames"))
    with open(os.path.join(place.out, "frames", one, "place.json"), encoding="utf-8") as file:
        assert "moments" in json.load(file)
    settings = json.loads(pathlib.Path(os.path.join(place.out, "settings.json")).read_text("utf-8"))
    assert settings["repeat"] == 2
    assert settings["machine"]
