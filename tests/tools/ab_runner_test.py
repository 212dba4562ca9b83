# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What scream-ab decides and computes, without running anything."""
import json
import os
import struct
import tempfile
import unittest
from typing import Any
from unittest import mock

from gstscream.ab import command, folder, progress, runner, summary
from gstscream.ab.results import figures, linklog, measure, picture_order
from gstscream.ab.run import assembly, rtp
from gstscream.ab.scenario import capacity, cases, controllers, links, matrix, options, units
from gstscream.corpus import mahimahi
from gstscream.errors import UserError
from gstscream.stats import freezes

ODD = 5003.25                   # s of a monotonic clock


class Files(unittest.TestCase):
    """With a folder that goes at the end."""

    def setUp(self) -> None:
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)

    def path(self, name: str, content: str | None = None) -> str:
        path = os.path.join(self.place.name, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        return path


class Units(unittest.TestCase):
    def test_units_of_rates_and_times(self) -> None:
        self.assertEqual(units.rate("2.5M"), 2500000)
        self.assertEqual(units.rate("300k"), 300000)
        self.assertEqual(units.time_ns("25ms"), 25000000)
        self.assertEqual(units.time_ns("1.5s"), 1500000000)
        self.assertEqual(units.plain("60ms"), "60000000")
        self.assertEqual(units.plain("2M"), "2000000")
        self.assertEqual(units.plain("false"), "false")
        for wrong in ("2X", "M", "-1", "", "2 M", "1e6"):
            self.assertRaises(ValueError, units.rate, wrong)
        for wrong in ("25", "25m", "ms", "-1ms"):
            self.assertRaises(ValueError, units.time_ns, wrong)

    def test_time_in_words(self) -> None:
        self.assertEqual(units.words(45.2), "45 s")
        self.assertEqual(units.words(125), "2 min 05 s")
        self.assertEqual(units.words(3725), "1 h 02 min")


class Capacity(Files):
    def test_capacity_steps_add_up(self) -> None:
        steps = capacity.parse_steps("0:2M,20:1M")
        self.assertEqual(steps.bits(0, 10), 20e6)
        self.assertEqual(steps.bits(19, 22), 4e6)
        self.assertEqual(steps.bits(-5, 1), 2e6)
        self.assertEqual(capacity.parse_steps("1.5M").bits(3, 5), 3e6)

    def test_capacity_faults_name_the_character(self) -> None:
        for text, words in (("0:2X", "character 1 "), ("0:2M,20:1X", "character 6 "),
                            ("1:2M", "must be 0"), ("0:2M,0:1M", "greater"),
                            ("0:0", "ever pass"), ("0", "nothing pass"),
                            ("0:2M,", "character 6 ")):
            with self.assertRaisesRegex(ValueError, words, msg=text):
                capacity.parse_steps(text)

    def test_capacity_trace_repeats(self) -> None:
        trace = mahimahi.read_trace(self.path("trace", "5\n10\n10\n20\n"))
        self.assertEqual(trace.bits(0, 0.010), 3 * 1504 * 8)
        self.assertEqual(trace.bits(0, 0.0199), 3 * 1504 * 8)
        self.assertEqual(trace.bits(0, 0.020), 4 * 1504 * 8)
        # The one at 20 ms, and those of the second round at 25 and twice 30.
        self.assertEqual(trace.bits(0.0101, 0.0301), 4 * 1504 * 8)
        self.assertEqual(trace.bits(0, 200), 40000 * 1504 * 8)

    def test_capacity_trace_faults_name_the_line(self) -> None:
        for content, words in (("1\n2\nthree\n", "line 3"), ("5\n4\n", "line 2"),
                               ("", "it is empty"), ("0\n", "length"), ("-1\n", "line 1")):
            with self.assertRaisesRegex(ValueError, words):
                mahimahi.read_trace(self.path("trace", content))
        with self.assertRaisesRegex(ValueError, "No such file"):
            mahimahi.read_trace(self.path("none"))


class Links(Files):
    def test_link_becomes_properties(self) -> None:
        link = links.parse("slow=rate=0:2M,20:1M delay=40ms queue=75000B aqm=codel "
                           "jitter=5ms loss=0.01 seed=7", "link")
        self.assertEqual(link.name, "slow")
        self.assertEqual(link.properties(), {
            "schedule": "0:2M,20:1M", "delay": "40000000", "queue-limit-time": "0",
            "queue-limit-bytes": "75000", "aqm": "codel", "jitter": "5000000",
            "loss": "0.01", "seed": "7"})

    def test_link_names_of_aqm_words(self) -> None:
        link = links.parse("rate=2M aqm=codel fq=true ecn=true target=5ms interval=50ms", "l")
        found = link.properties()
        self.assertEqual((found["flow-queueing"], found["ecn"]), ("true", "true"))
        self.assertEqual((found["target"], found["interval"]), ("5000000", "50000000"))

    def test_each_repeat_has_a_seed_which_its_controllers_share(self) -> None:
        def seeds(text: str) -> list[str]:
            link = links.parse(text, "link")
            return [runner.link_properties(link, repeat)["seed"] for repeat in (1, 2, 3)]
        self.assertEqual(seeds("rate=2M"), ["1", "2", "3"])
        self.assertEqual(seeds("rate=2M seed=7"), ["7", "8", "9"])
        self.assertEqual(seeds(f"rate=2M seed={2 ** 64 - 1}"), [str(2 ** 64 - 1), "0", "1"])

    def test_link_defaults(self) -> None:
        link = links.parse("rate=2M", "link")
        self.assertEqual((link.name, link.delay()), ("link", 25000000))
        self.assertEqual(link.properties()["bitrate"], "2000000")
        self.assertEqual(link.properties()["queue-limit-time"], "300000000")
        endless = links.parse("rate=2M queue=infinite", "link").properties()
        self.assertEqual((endless["queue-limit-time"], endless["queue-limit-bytes"]),
                         ("0", "0"))
        self.assertEqual(str(link), "rate=2M delay=25ms queue=300ms")

    def test_link_faults_name_the_word(self) -> None:
        for text, words in (
                ("rate=2M dleay=25ms", "'dleay=25ms'"), ("rate=2X", "rate=2X"),
                ("rate=2M delay=25", "delay=25:"), ("rate=2M queue=0", "queue=0"),
                ("rate=2M trace=x", "trace"), ("rate=2M rate=1M", "twice"),
                ("rate=2M loss=2", "loss=2"), ("rate=2M fq=yes", "fq=yes"),
                ("rate=2M tcp=18-15", "tcp=18-15"), ("2M", "'2M'"),
                ("a/b=rate=2M", "'a/b'")):
            with self.assertRaisesRegex(UserError, words, msg=text) as raised:
                links.parse(text, "link")
            self.assertNotIn("\n", str(raised.exception))

    def test_links_with_traces_and_tcp(self) -> None:
        trace = self.path("lte.up", "1\n2\n")
        found = links.everything(["rate=2M delay=40ms", "x=rate=1M tcp=3-4"], [trace], "1-2")
        self.assertEqual([link.name for link in found], ["link1", "x", "lte.up"])
        self.assertEqual([link.tcp() for link in found], [[(1, 2)], [(3, 4)], [(1, 2)]])
        self.assertEqual(found[2].delay(), 40000000)
        self.assertNotIn("bitrate", found[2].properties())
        self.assertEqual(found[2].properties()["trace"], trace)
        only = links.everything(["delay=40ms fq=true"], [trace], None)
        self.assertEqual([link.name for link in only], ["lte.up"])
        self.assertEqual(only[0].properties()["flow-queueing"], "true")
        with self.assertRaisesRegex(UserError, "two links"):
            links.everything(["a=rate=1M", "a=rate=2M"], [], None)
        with self.assertRaisesRegex(UserError, "--tcp: '9'"):
            links.everything([], [], "9")
        with self.assertRaisesRegex(UserError, "--traces: .*none"):
            links.everything([], [self.path("none")], None)


class Matrix(unittest.TestCase):
    def test_matrix_has_repeats_outermost(self) -> None:
        runs = matrix.runs(["a", "b"], ["x", "y"], ["l"], 2)
        self.assertEqual([run[1:] for run in runs[:5]], [
            ("a", "x", "l", 1), ("b", "x", "l", 1), ("a", "y", "l", 1), ("b", "y", "l", 1),
            ("a", "x", "l", 2)])
        self.assertEqual(len(runs), 8)

    def test_matrix_names_differ_and_fit_a_folder(self) -> None:
        runs = matrix.runs(["s:a=1", "s-a=1", "s"], ["x"], ["l/1"], 1)
        self.assertEqual(len({run.id for run in runs}), 3)
        for run in runs:
            self.assertRegex(run.id, r"^[\w.+-]+$")

    def test_controllers_with_properties(self) -> None:
        found = controllers.parse_list("scream, scream-v1:queue-delay-target=60ms")
        self.assertEqual(list(found), ["scream", "scream-v1:queue-delay-target=60ms"])
        self.assertEqual(found["scream-v1:queue-delay-target=60ms"].words(),
                         "controller=scream-v1 queue-delay-target=60000000")
        found = controllers.parse_list("scream:controller-params=beta-loss=0.8+mss=1M,scream")
        self.assertEqual([one.words() for one in found.values()], [
            "controller=scream controller-params=beta-loss=0.8,mss=1M", "controller=scream"])
        for wrong in ("scream,,gcc", "scream:x", 'scream:x="; rm', "scream:x=y=z",
                      'scream:controller-params=x=1";'):
            self.assertRaises(UserError, controllers.parse_list, wrong)


class Options(unittest.TestCase):
    def test_options_defaults(self) -> None:
        chosen = options.Options(["-o", "x"])
        self.assertEqual(list(chosen.controllers), ["scream", "fixed"])
        self.assertEqual((chosen.seconds, chosen.repeat, chosen.size), (60, 3, (640, 360)))

    def test_options_every_case_can_be_parsed(self) -> None:
        for name in cases.CASES:
            chosen = options.Options(["--case", name, "-o", "x", "--repeat", "7"])
            self.assertEqual(chosen.repeat, 7)
            self.assertEqual(chosen.case, name)

    def test_options_change_a_case(self) -> None:
        chosen = options.Options(["--case", "queues", "-o", "x", "--link", "rate=1M"])
        self.assertEqual([link.name for link in chosen.links], ["link"])

    def test_options_faults_are_one_line(self) -> None:
        wrong: list[tuple[list[str], str]] = [
            ([], "-o DIR"), (["--seconds", "1"], "--seconds"), (["--repeat", "0"], "--repeat"),
            (["--size", "641x360"], "--size"), (["--framerate", "0"], "--framerate"),
            (["--case", "none"], "--case"), (["--max-bitrate", "fast"], "fast"),
            (["--min-bitrate", "9M"], "--max-bitrate"), (["--wrong"], "--wrong"),
            (["--tcp", "15-18"], "--tun"),
            (["--tcp", "15-18", "--tun", "--seconds", "9"], "--seconds")]
        for arguments, words in wrong:
            arguments = arguments if not arguments else [*arguments, "-o", "x"]
            with self.assertRaises(UserError, msg=arguments) as raised:
                options.Options(arguments)
            self.assertIn(words, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))


class Resume(Files):
    def setUp(self) -> None:
        super().setUp()
        self.folder = folder.Folder(self.path("out"))
        self.runs = matrix.runs(["a", "b"], ["x"], ["l"], 1)

    def write(self, run: matrix.Run, content: str) -> None:
        os.makedirs(self.folder.run_folder(run), exist_ok=True)
        with open(os.path.join(self.folder.run_folder(run), "run.json"), "w",
                  encoding="utf-8") as file:
            file.write(content)

    def test_resume_skips_only_what_is_done(self) -> None:
        self.folder.open({"seconds": 2})
        first, second = self.runs
        self.assertFalse(self.folder.done(first))
        self.write(first, json.dumps({"state": "done", "figures": {}}))
        self.write(second, json.dumps({"state": "failed", "error": "x"}))
        self.assertTrue(self.folder.done(first))
        self.assertFalse(self.folder.done(second))
        self.write(first, '{"state": "do')
        self.assertFalse(self.folder.done(first))

    def test_resume_needs_the_same_comparison(self) -> None:
        self.folder.open({"seconds": 2, "repeat": 1, "command": "a"})
        self.folder.open({"seconds": 2, "repeat": 3, "command": "b"})
        with self.assertRaisesRegex(UserError, "another comparison .differs in seconds"):
            self.folder.open({"seconds": 3, "repeat": 3, "command": "b"})

    def test_resume_keeps_off_foreign_files(self) -> None:
        os.makedirs(self.folder.path)
        with open(self.folder.file("thesis.tex"), "w", encoding="utf-8") as file:
            file.write("x")
        with self.assertRaisesRegex(UserError, "other files"):
            self.folder.open({})

    def test_results_have_a_line_for_each_run_that_ended(self) -> None:
        self.folder.open({})
        first, second = self.runs
        self.write(first, json.dumps({
            "id": first.id, "state": "done", "trusted": True, "error": "",
            "figures": {"utilisation": 0.9123456789, "freezes": 2, "tcp_kbps": None}}))
        self.write(second, json.dumps({
            "id": second.id, "state": "failed", "trusted": False, "error": "it, broke"}))
        self.folder.write_results(self.runs)
        with open(self.folder.file("results.csv"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertTrue(lines[0].endswith(",error,utilisation,freezes,tcp_kbps"))
        self.assertTrue(lines[1].endswith("done,true,,0.912346,2,"), lines[1])
        self.assertTrue(lines[2].endswith('failed,false,"it, broke",,,'), lines[2])


def line(time: float, size: int = 1250, delay: float = 0.010, fate: str = "out",
         flow: str = "12345678") -> linklog.Line:
    return linklog.Line(time, flow, size, 0, delay, fate)


def frame(number: int, shown_after: float | None = 0.05, size: int = 1000, key: int = 0,
          psnr: float = 30.0) -> dict[str, bool | float | None]:
    captured = number / 30
    shown = None if shown_after is None else captured + shown_after
    return {"frame": number, "captured": captured, "bytes": size, "key": key, "shown": shown,
            "psnr": psnr, "ssim": 0.9}


class Figures(Files):
    def test_link_log_is_read_in_order_of_time(self) -> None:
        path = self.path("link.csv", "time,flow,bytes,ecn,queue-delay,fate\n"
                         f"{ODD + 2},tcp:5201,1500,2,0.020000,queue\n"
                         f"{ODD + 1},udp:5000,1228,0,0.010000,out\n")
        lines = linklog.read(path, ODD)
        self.assertEqual([one.time for one in lines], [1.0, 2.0])
        self.assertEqual([linklog.is_video(one) for one in lines], [True, False])
        self.assertEqual([linklog.is_tcp(one) for one in lines], [False, True])
        self.assertAlmostEqual(lines[0].entered(), 0.99)

    def test_utilisation_leaves_the_start_out(self) -> None:
        # 1 Mbit/s of 2, but nothing in the first 5 s.
        lines = [line(5 + index / 100) for index in range(1500)]
        steps = capacity.parse_steps("2M")
        self.assertAlmostEqual(
            figures.of_link(lines, steps, 0.0, 20.0)["utilisation"], 0.5, places=3)
        short = figures.of_link(lines, steps, 0.0, 8.0)     # from 4 s on
        self.assertAlmostEqual(short["utilisation"], 0.375, places=3)
        self.assertIsNone(figures.of_link(lines, None, 0.0, 20.0)["utilisation"])

    def test_queue_and_loss_of_the_video_only(self) -> None:
        lines = ([line(1 + index / 1000, delay=index / 1000) for index in range(100)]
                 + [line(2, fate="queue"), line(2, delay=9, flow="tcp:5201"),
                    line(2, delay=0.2, fate="marked")])
        found = figures.of_link(lines, None, 0.0, 10.0)
        self.assertAlmostEqual(found["queue_p50_ms"], 50)
        self.assertAlmostEqual(found["queue_p95_ms"], 95)
        self.assertAlmostEqual(found["queue_max_ms"], 200)
        self.assertAlmostEqual(found["loss_percent"], 100 / 102)
        self.assertAlmostEqual(found["ce_percent"], 100 / 102)

    def test_shares_beside_tcp(self) -> None:
        # Twice as much from 5 s after TCP on.
        video = [line(index / 100, 2500 if index >= 1300 else 1250, flow="udp:5000")
                 for index in range(2000)]
        tcp = [line(5 + index / 200, flow="tcp:5201") for index in range(600)]
        found = figures.beside_tcp(video + tcp, capacity.parse_steps("4M"), 0.0, 20.0,
                                   [(5, 8)])
        self.assertAlmostEqual(found["rtp_share"], 0.25, places=2)
        self.assertAlmostEqual(found["tcp_share"], 0.5, places=2)
        self.assertAlmostEqual(found["tcp_kbps"], 2000, delta=10)
        self.assertAlmostEqual(found["utilisation_after_tcp"], 0.5, places=2)
        self.assertEqual(figures.beside_tcp(video, None, 0.0, 20.0, []), {})

    def test_frames(self) -> None:
        frames = [frame(index, key=index == 0) for index in range(150)]
        frames[70] = frame(70, None, 0)
        frames[80] = frame(80, None, psnr=20.0)
        found = figures.of_frames(frames, 5.0)
        self.assertEqual((found["skipped_frames"], found["frames_shown"]), (1, 148))
        self.assertEqual((found["key_frames"], found["freezes"]), (1, 0))
        self.assertAlmostEqual(found["frame_delay_p95_ms"], 50)
        self.assertAlmostEqual(found["psnr_db"], (149 * 30 + 20) / 150)

    def test_freezes_in_the_middle_and_at_the_end(self) -> None:
        times = [index / 30 for index in range(60)]
        hole = [when for when in times if not 1.0 < when < 1.5]
        self.assertEqual(len(freezes.freezes(times)), 0)
        self.assertEqual(len(freezes.freezes(hole)), 1)
        self.assertEqual(len(freezes.freezes(times, 2.05)), 0)
        self.assertEqual(len(freezes.freezes(times, 3.0)), 1)
        # 150 ms more than a usual interval is the least.
        near = [when for when in times if not 1.0 < when < 1.16]
        self.assertEqual(len(freezes.freezes(near)), 0)

    def test_harmonic_rate_counts_a_freeze_for_as_long_as_it_lasts(self) -> None:
        times = [index / 30 for index in range(60)]
        self.assertAlmostEqual(freezes.harmonic_rate(times, 2.0) or 0, 30)
        # 1.5 s at 30 frames/s and 0.5 s without: 2 s over 1.5 / 30 + 0.25
        hole = [when for when in times if not 1.0 < when < 1.5]
        self.assertAlmostEqual(freezes.harmonic_rate(hole, 2.0) or 0, 2 / 0.3)
        self.assertIsNone(freezes.harmonic_rate([], 2.0))

    def test_nothing_shown_is_one_long_freeze(self) -> None:
        frames = [frame(index, None) for index in range(60)]
        found = figures.of_frames(frames, 2.0)
        self.assertEqual((found["freezes"], found["freeze_s"]), (1, 2.0))
        self.assertIsNone(found["frame_delay_p95_ms"])

    def test_rates_and_queue_over_time(self) -> None:
        rates = linklog.rates([(index / 100, 125) for index in range(200)], 2.0, 0.5, 0.1)
        self.assertEqual(len(rates), 20)
        for _, rate in rates:
            self.assertAlmostEqual(rate, 100e3, delta=5e3)
        slots = linklog.queue_slots([line(0.05, delay=0.25)], 0.5, 0.1)
        for found, expected in zip(slots, (0.25, 0.15, 0.05, 0, 0)):
            self.assertAlmostEqual(found, expected)

    def test_samples_have_the_capacity_of_their_time(self) -> None:
        sender = {"samples": [{"time": 0.1 * index} for index in range(1, 40)]}
        lines = [line(index / 100) for index in range(400)]
        rows = measure.sample_table(sender, lines, capacity.parse_steps("0:2M,2:1M"), 0.0, 4.0)
        self.assertAlmostEqual(rows[10]["capacity"], 2e6)
        self.assertAlmostEqual(rows[-1]["capacity"], 1e6)
        self.assertAlmostEqual(rows[20]["send-rate"], 1e6, delta=5e4)
        self.assertAlmostEqual(rows[20]["queue-delay"], 0.010)


def packet(seq: int, timestamp: int, marker: int, payload: bytes) -> bytes:
    return struct.pack(">BBHII", 0x80, 96 | marker << 7, seq & 0xffff, timestamp, 1) + payload


KEY, DELTA, REST = b"\x10\x00k", b"\x10\x01d", b"\x00\x01r"     # VP8


class Receiving(unittest.TestCase):
    def shown(self, packets: list[bytes], name: str = "VP8") -> list[int]:
        one = assembly.Assembler(name)
        found = [one.push(ODD + index, data) for index, data in enumerate(packets)]
        return [frame.timestamp for frame in found if frame]

    def test_whole_frames_are_shown(self) -> None:
        self.assertEqual(self.shown([
            packet(65535, 0, 0, KEY), packet(0, 0, 1, REST), packet(1, 3000, 1, DELTA),
            packet(2, 6000, 0, DELTA), packet(3, 6000, 1, REST)]), [0, 3000, 6000])

    def test_a_loss_freezes_until_a_key_frame(self) -> None:
        self.assertEqual(self.shown([
            packet(9, 0, 1, KEY), packet(11, 6000, 1, DELTA), packet(12, 9000, 1, DELTA),
            packet(13, 12000, 1, KEY), packet(14, 15000, 1, DELTA)]), [0, 12000, 15000])

    def test_a_key_frame_without_its_start_or_middle_is_none(self) -> None:
        self.assertEqual(self.shown([
            packet(9, 0, 1, KEY), packet(11, 3000, 1, REST), packet(12, 6000, 0, KEY),
            packet(14, 6000, 1, REST), packet(15, 9000, 1, DELTA)]), [0])

    def test_a_key_frame_without_its_parameter_sets_is_none(self) -> None:
        sets, first, last = b"\x67s", b"\x7c\x85i", b"\x7c\x45i"
        whole = [packet(9, 0, 0, sets), packet(10, 0, 0, first), packet(11, 0, 1, last)]
        self.assertEqual(self.shown(whole, "H264"), [0])
        self.assertEqual(self.shown(whole[1:], "H264"), [])

    def test_a_gap_is_known_at_once(self) -> None:
        one = assembly.Assembler("VP8")
        one.push(ODD, packet(9, 0, 1, KEY))
        one.push(ODD, packet(10, 3000, 0, DELTA))
        self.assertFalse(one.broken)
        one.push(ODD, packet(12, 3000, 0, REST))
        self.assertTrue(one.broken)

    def test_a_lost_marker_breaks_both_frames(self) -> None:
        self.assertEqual(self.shown([
            packet(9, 0, 1, KEY), packet(10, 3000, 0, DELTA),
            packet(12, 6000, 1, DELTA)]), [0])

    def test_what_comes_twice_or_late_is_ignored(self) -> None:
        self.assertEqual(self.shown([
            packet(9, 0, 1, KEY), packet(9, 0, 1, KEY), packet(10, 3000, 1, DELTA),
            packet(8, 0, 1, KEY), packet(11, 6000, 1, DELTA), b"\x80", b""]), [0, 3000, 6000])

    def test_key_frames_of_each_codec(self) -> None:
        for name, payload, expected in (
                ("H264", b"\x67\x42", (True, False)), ("H264", b"\x65x", (False, True)),
                ("H264", b"\x78\x00\x01\x67\x00\x01\x68\x00\x01\x65", (True, True)),
                ("H264", b"\x7c\x85x", (False, True)), ("H264", b"\x61x", (False, False)),
                ("H265", b"\x40\x01", (True, False)), ("H265", b"\x26\x01", (False, True)),
                ("H265", b"\x62\x01\x93", (False, True)),
                ("H265", b"\x02\x01", (False, False)),
                ("VP8", b"\x90\x80\x80\x01\x00", (True, True)), ("VP8", DELTA, (False, False)),
                ("VP9", b"\x88\x01", (True, True)), ("VP9", b"\xc8\x01", (False, False)),
                ("VP9", b"\x80\x01", (False, False))):
            self.assertEqual(rtp.key_frame(name, payload), expected, (name, payload))

    def test_truncated_payloads_are_no_fault(self) -> None:
        for name in rtp.KINDS:
            for first in range(256):
                for size in range(5):
                    rtp.key_frame(name, bytes([first] * size))

    def test_picture_on_screen_stays_in_a_freeze(self) -> None:
        pictures = iter([(0, b"a"), (1, b"b"), (4, b"c")])
        self.assertEqual(b"".join(picture_order.on_screen(pictures, range(6), b"-")), b"abbbcc")
        late = iter([(2, b"a")])
        self.assertEqual(b"".join(picture_order.on_screen(late, range(4), b"-")), b"--aa")


class Libraries(unittest.TestCase):
    def test_the_package_of_what_is_missing(self) -> None:
        command.find_libraries()
        with mock.patch("importlib.util.find_spec", lambda name: None if name == "scipy" else 1):
            with self.assertRaisesRegex(UserError, "apt-get install python3-scipy,"):
                command.find_libraries()
        with mock.patch("importlib.util.find_spec", lambda name: None):
            with self.assertRaisesRegex(UserError, "python3-jinja2 python3-matplotlib "):
                command.find_libraries()


class Words(unittest.TestCase):
    STATE: dict[str, Any] = {
        "state": "done", "trusted": True, "link_name": "l", "encoder": "x", "controller": "a",
        "figures": {"utilisation": 0.5, "psnr_db": 30.0}}

    def test_table_has_means(self) -> None:
        other = {**self.STATE, "figures": {"utilisation": 0.7, "psnr_db": None}}
        failed = {**self.STATE, "state": "failed", "figures": {}}
        rows = summary.table([self.STATE, other, failed])
        self.assertEqual([row[:5] for row in rows[1:]], [["l", "x", "a", "2", "60.0"]])
        self.assertEqual(summary.table([failed]), [])

    def test_outcome_says_what_is_not_known(self) -> None:
        self.assertEqual(progress.outcome(self.STATE), "use 50.0 %, PSNR 30.0 dB")
        self.assertIn("NOT TO BE TRUSTED", progress.outcome({**self.STATE, "trusted": False}))
        self.assertEqual(progress.outcome({"state": "failed", "error": "x"}), "FAILED: x")
