# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The program scream-ab as a user starts it, without root."""
import csv
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from typing import Any
from unittest import mock

import pytest

import realtime
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
        os.path.join(BUILD, "plugins", name) for name in ("scream", "linkemu"))}


class Command(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = place.name
        self.out = os.path.join(place.name, "out put")

    def command(self, *arguments: Any) -> list[Any]:
        return ["/usr/bin/python3", "-B", PROGRAM, *arguments, "-o", self.out]

    def run_it(self, *arguments: Any, **changes: Any) -> Any:
        return subprocess.run(
            self.command(*arguments), stdin=subprocess.DEVNULL, capture_output=True,
            text=True, cwd=self.place, timeout=PATIENCE, check=False,
            env={**ENVIRONMENT, **changes})

    def file(self, name: str, content: Any) -> Any:
        path = os.path.join(self.place, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def results(self) -> dict[str, Any]:
        with open(os.path.join(self.out, "results.csv"), newline="", encoding="utf-8") as file:
            return {row["controller"]: row for row in csv.DictReader(file)}

    def refused(self, arguments: Any, words: Any, **changes: Any) -> None:
        """Exit status 2, one line, and nothing was begun."""
        done = self.run_it(*arguments, **changes)
        self.assertEqual(done.returncode, 2, (arguments, done.stdout, done.stderr))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("scream-ab: "), done.stderr)
        self.assertIn(words, done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.out, "results.csv")))

    def test_help_has_units_and_examples(self) -> None:
        done = self.run_it("--help")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("bit/s", "delay=25ms", "examples:", "Exit status"):
            self.assertIn(words, done.stdout)

    def test_bad_input_stops_with_one_line(self) -> None:
        trace = self.file("trace", "1\n2\nthree\n")
        for arguments, words in (
                (["--controllers", "fastest"], "scream-v1"),
                (["--controllers", "scream:colour=red"], "colour"),
                (["--controllers", "scream:controller-params=beta-loss=3"],
                 "beta-loss=3 is out of range: 0.01 to 1"),
                (["--screamtx", "max-queue-delay=soon"], "max-queue-delay"),
                (["--encoders", "fastenc"], "x264enc"),
                (["--input", "no-such-file"], "no-such-file"),
                (["--input", self.place], "not a file"),
                (["--link", "rate=2M dleay=25ms"], "dleay"),
                (["--link", "rate=0:2M,20:1X"], "character 6"),
                (["--link", "rate=2M aqm=magic"], "droptail"),
                (["--traces", trace], "line 3"),
                (["--corpus", trace], "line 3"),
                (["--corpus", "moon:3"], "cellular"),
                (["--tcp", "15-18"], "--tun")):
            self.refused(arguments, words)

    def test_doctor_finds_what_is_there(self) -> None:
        done = subprocess.run(["/usr/bin/python3", "-B", PROGRAM, "doctor", "--json"],
                              capture_output=True, text=True, timeout=PATIENCE, check=False,
                              env=ENVIRONMENT)
        found = {each["name"]: each for each in json.loads(done.stdout)}
        self.assertEqual(found["plugins"]["level"], "fine", found)
        bad = any(each["level"] == "bad" for each in found.values())
        self.assertEqual(done.returncode, int(bad), done.stdout + done.stderr)

    def test_clip_that_is_no_video(self) -> None:
        self.refused(["--input", self.file("clip.mp4", "no video\n"), *TINY],
                     "cannot be read as video")

    def test_tools_that_are_missing(self) -> None:
        self.refused([], "GST_PLUGIN_PATH", GST_PLUGIN_PATH="/nowhere",
                     GST_REGISTRY=os.path.join(self.place, "registry.bin"))
        self.refused([], "apt-get install ffmpeg", PATH="/nowhere")

    @unittest.skipIf(os.geteuid() == 0, "root may")
    def test_tun_needs_root(self) -> None:
        self.refused(["--tun"], "sudo")

    def test_folder_with_other_files(self) -> None:
        os.makedirs(self.out)
        self.file(os.path.join("out put", "thesis.tex"), "x")
        self.refused([], "other files")

    def test_too_little_cpu(self) -> None:
        clip = os.path.join(self.place, "clip.mkv")
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                        "testsrc=size=320x180:rate=30:duration=0.25", clip], check=True,
                       stdin=subprocess.DEVNULL, timeout=PATIENCE)
        self.refused(["--input", clip, "--size", "1920x1080", "--framerate", "120",
                      "--seconds", "2", "--encoders", "x265enc"], "--size")

    @realtime.patient
    def test_fixed_is_worse_on_a_small_link(self) -> None:
        """Twice the link's rate, against a controller that finds it."""
        done = self.run_it(
            *TINY, "--controllers", "scream,fixed:initial-bitrate=600k", "--encoders",
            "x264enc", "--link", "rate=300k delay=25ms queue=300ms")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = self.results()
        scream, fixed = rows["scream"], rows["fixed:initial-bitrate=600k"]
        self.assertEqual((scream["state"], fixed["state"]), ("done", "done"))
        # The queue of 300 ms is full; one that is not is far from that.
        self.assertGreater(float(fixed["queue_p95_ms"]), 250)
        self.assertLess(float(fixed["queue_p95_ms"]), 340)
        self.assertLess(float(scream["queue_p95_ms"]), 200)
        self.assertGreater(float(fixed["loss_percent"]), 3)
        self.assertLess(float(scream["loss_percent"]), 3)
        # Some of it is used, and nothing can be more than all: in so short a run
        # two packets at its ends are 2 %.
        self.assertGreater(float(scream["utilisation"]), 0.2)
        self.assertLess(float(fixed["utilisation"]), 1.03)
        self.assertLess(float(fixed["psnr_db"]), float(scream["psnr_db"]))
        self.assertGreater(float(scream["ssim"]), 0.3)
        self.check_files()
        self.check_resume(done)

    def check_files(self) -> None:
        for run in os.listdir(os.path.join(self.out, "runs")):
            folder = os.path.join(self.out, "runs", run)
            self.assertEqual(sorted(os.listdir(folder)), [
                "frames.csv", "link.csv", "link.json", "log.txt", "run.json", "samples.csv",
                "tx.csv"])
            with open(os.path.join(folder, "frames.csv"), encoding="ascii") as file:
                self.assertEqual(len(file.readlines()), 1 + 4 * 15)
            with open(os.path.join(folder, "samples.csv"), encoding="ascii") as file:
                self.assertGreater(len(file.readlines()), 20)
        self.assertFalse(os.path.exists(os.path.join(self.out, "source.yuv")))
        with open(os.path.join(self.out, "index.html"), encoding="utf-8") as file:
            self.assertIn("fixed:initial-bitrate=600k", file.read())

    def check_resume(self, done: Any) -> None:
        """The same command has nothing left to do."""
        command = done.args[3:-2]
        begun = time.monotonic()
        again = self.run_it(*command)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("2 of 2 runs are done already", again.stdout)
        self.assertLess(time.monotonic() - begun, 4)
        other = self.run_it(*command, "--max-bitrate", "3M")
        self.assertEqual(other.returncode, 2)
        self.assertIn("another comparison", other.stderr)

    @realtime.patient
    def test_corpus_is_judged_beside_the_oracle(self) -> None:
        """And its trace is found in a folder with a blank in its name."""
        corpus = self.file("half.csv", "time_s,rate_kbps\n0,300\n2,600\n")
        arguments = [*TINY, "--controllers", "fixed:initial-bitrate=200k", "--corpus", corpus]
        done = self.run_it(*arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Beside the oracle, ", done.stdout)
        with open(os.path.join(self.out, "corpus.csv"), newline="", encoding="utf-8") as file:
            row, = csv.DictReader(file)
        self.assertEqual(row["trace"], "half")
        # 200 kbit/s with headers of 300 and 600; the encoder does as it likes by a third.
        self.assertTrue(.2 < float(row["use_of_oracle"]) < .9, row)
        self.file("half.csv", "time_s,rate_kbps\n0,300\n2,700\n")
        again = self.run_it(*arguments)
        self.assertEqual((again.returncode, "differs in corpus" in again.stderr), (2, True),
                         again.stderr)

    @realtime.patient
    def test_crash_marks_one_run_and_the_rest_continues(self) -> None:
        """The worker of the first run is killed, as the crash of an encoder would."""
        process = subprocess.Popen(
            self.command(*TINY, "--controllers", "scream,fixed"), stdout=subprocess.PIPE,
            text=True, env=ENVIRONMENT, cwd=self.place)
        for line in process.stdout:
            if line.startswith("run 1 of 2"):
                break
        victim = self.child(process.pid)
        os.kill(victim, signal.SIGSEGV)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1, output)
        self.assertIn("FAILED: the pipeline was ended by SIGSEGV", output)
        rows = self.results()
        self.assertEqual((rows["scream"]["state"], rows["fixed"]["state"]), ("failed", "done"))
        self.assertIn("repeat 1 of scream did not come to its end", output)
        # With it the next try of the failed one gives pictures.
        self.assertIn("fixed_1", self.recordings())

    @staticmethod
    def child(parent: Any) -> int:
        """The first child of a process."""
        path = f"/proc/{parent}/task/{parent}/children"
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            with open(path, encoding="ascii") as file:
                found = file.read().split()
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

    @realtime.patient
    def test_runs_on_a_worker_of_a_scheduler(self) -> None:
        distributed = pytest.importorskip("distributed", reason="there is no python3-distributed")
        with mock.patch.dict(os.environ, ENVIRONMENT):
            cluster = distributed.LocalCluster(
                n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None,
                resources={"exclusive": 1}, local_directory=self.place, host="127.0.0.1")
        self.addCleanup(cluster.close)
        arguments = [*TINY, "--controllers", "scream,gcc", "--frames", "none",
                     "--scheduler", cluster.scheduler_address]
        done = self.run_it(*arguments)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([row["state"] for row in self.results().values()], ["done", "done"])
        self.assertTrue(os.path.exists(os.path.join(self.out, "index.html")))
        self.assertEqual(os.listdir(os.path.join(self.out, "tasks")), [])
        self.assertIn("2 of 2 runs are done already", self.run_it(*arguments).stdout)

    def test_a_scheduler_that_is_not_there(self) -> None:
        done = self.run_it(*TINY, "--scheduler", "tcp://127.0.0.1:1")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("--scheduler: nobody answers", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_interrupt_keeps_what_is_done(self) -> None:
        arguments = [*TINY, "--controllers", "fixed,scream", "--repeat", "2"]
        process = subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE, text=True,
                                   env=ENVIRONMENT, cwd=self.place)
        for line in process.stdout:
            if line.startswith("run 4 of 4"):
                break
        worker = self.child(process.pid)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130, output)
        self.assertIn("3 of 4 runs are done", output)
        # The one that was interrupted has half of one.
        self.assertEqual(self.recordings(), ["fixed_1", "scream_1", "scream_2"])
        self.assertFalse(os.path.exists(f"/proc/{worker}"))
        again = self.run_it(*arguments)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertIn("3 of 4 runs are done already", again.stdout)
        self.assertEqual(self.recordings(), [])
        place, = os.listdir(os.path.join(self.out, "frames"))
        with open(os.path.join(self.out, "frames", place, "place.json"), encoding="utf-8") as file:
            self.assertIn("moments", json.load(file))
        with open(os.path.join(self.out, "settings.json"), encoding="utf-8") as file:
            settings = json.load(file)
        self.assertEqual(settings["repeat"], 2)
        self.assertTrue(settings["machine"])
