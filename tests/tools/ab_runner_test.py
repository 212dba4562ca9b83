# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What scream-ab decides and computes, without running anything."""
import json
import os
import pathlib
import re
import struct
from typing import Any

import pytest

from gstscream.ab import command, folder, progress, runner, summary
from gstscream.ab.results import figures, linklog, measure, picture_order
from gstscream.ab.run import assembly, rtp
from gstscream.ab.scenario import capacity, cases, controllers, links, matrix, options, units
from gstscream.corpus import mahimahi
from gstscream.errors import UserError
from gstscream.stats import freezes

ODD = 5003.25                   # s of a monotonic clock


# With a folder that goes at the end.
def file(tmp_path: pathlib.Path, name: str, content: str | None = None) -> str:
    path = os.path.join(tmp_path, name)
    if content is not None:
        pathlib.Path(path).write_text(content, "utf-8")
    return path


# --- units ----------------------------------------------------------------

def test_units_of_rates_and_times() -> None:
    assert units.rate("2.5M") == 2500000
    assert units.rate("300k") == 300000
    assert units.time_ms("25ms") == 25
    assert units.time_ms("1.5s") == 1500
    assert units.time_ms("0.5ms") == 0.5
    assert units.plain("60ms") == "60"
    assert units.plain("2M") == "2000000"
    assert units.plain("false") == "false"
    for wrong in ("2X", "M", "-1", "", "2 M", "1e6"):
        with pytest.raises(ValueError):
            units.rate(wrong)
    for wrong in ("25", "25m", "ms", "-1ms"):
        with pytest.raises(ValueError):
            units.time_ms(wrong)


def test_time_in_words() -> None:
    assert units.words(45.2) == "45 s"
    assert units.words(125) == "2 min 05 s"
    assert units.words(3725) == "1 h 02 min"


# --- capacity -------------------------------------------------------------

def test_capacity_steps_add_up() -> None:
    steps = capacity.parse_steps("0:2M,20:1M")
    assert steps.bits(0, 10) == 20e6
    assert steps.bits(19, 22) == 4e6
    assert steps.bits(-5, 1) == 2e6
    assert capacity.parse_steps("1.5M").bits(3, 5) == 3e6


@pytest.mark.parametrize("text, words", [
    ("0:2X", "character 1 "),
    ("0:2M,20:1X", "character 6 "),
    ("1:2M", "must be 0"),
    ("0:2M,0:1M", "greater"),
    ("0:0", "ever pass"),
    ("0", "nothing pass"),
    ("0:2M,", "character 6 ")])
def test_capacity_faults_name_the_character(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        capacity.parse_steps(text)


def test_capacity_trace_repeats(tmp_path: pathlib.Path) -> None:
    trace = mahimahi.read_trace(file(tmp_path, "trace", "5\n10\n10\n20\n"))
    assert trace.bits(0, 0.010) == 3 * 1504 * 8
    assert trace.bits(0, 0.0199) == 3 * 1504 * 8
    assert trace.bits(0, 0.020) == 4 * 1504 * 8
    # The one at 20 ms, and those of the second round at 25 and twice 30.
    assert trace.bits(0.0101, 0.0301) == 4 * 1504 * 8
    assert trace.bits(0, 200) == 40000 * 1504 * 8


def test_capacity_trace_faults_name_the_line(tmp_path: pathlib.Path) -> None:
    for content, words in (("1\n2\nthree\n", "line 3"), ("5\n4\n", "line 2"),
                           ("", "it is empty"), ("0\n", "length"), ("-1\n", "line 1")):
        with pytest.raises(ValueError, match=words):
            mahimahi.read_trace(file(tmp_path, "trace", content))
    with pytest.raises(ValueError, match="No such file"):
        mahimahi.read_trace(file(tmp_path, "none"))


# --- links ----------------------------------------------------------------

def test_link_becomes_properties() -> None:
    link = links.parse("slow=rate=0:2M,20:1M delay=40ms queue=75000B aqm=codel "
                       "jitter=5ms loss=0.01 seed=7", "link")
    assert link.name == "slow"
    assert link.properties() == {
        "schedule": "0:2M,20:1M", "delay": "40", "queue-limit-time": "0",
        "queue-limit-bytes": "75000", "aqm": "codel", "jitter": "5", "loss": "0.01",
        "seed": "7"}


def test_link_names_of_aqm_words() -> None:
    link = links.parse("rate=2M aqm=codel fq=true ecn=true target=5ms interval=50ms", "l")
    found = link.properties()
    assert (found["flow-queueing"], found["ecn"]) == ("true", "true")
    assert (found["target"], found["interval"]) == ("5", "50")


def test_each_repeat_has_a_seed_which_its_controllers_share() -> None:
    def seeds(text: str) -> list[str]:
        link = links.parse(text, "link")
        return [runner.link_properties(link, repeat)["seed"] for repeat in (1, 2, 3)]
    assert seeds("rate=2M") == ["1", "2", "3"]
    assert seeds("rate=2M seed=7") == ["7", "8", "9"]
    assert seeds(f"rate=2M seed={2 ** 64 - 1}") == [str(2 ** 64 - 1), "0", "1"]


def test_link_defaults() -> None:
    link = links.parse("rate=2M", "link")
    assert (link.name, link.delay()) == ("link", 25)
    assert link.properties()["bitrate"] == "2000000"
    assert link.properties()["queue-limit-time"] == "300"
    endless = links.parse("rate=2M queue=infinite", "link").properties()
    assert (endless["queue-limit-time"], endless["queue-limit-bytes"]) == ("0", "0")
    assert str(link) == "rate=2M delay=25ms queue=300ms"


@pytest.mark.parametrize("text, words", [
    ("rate=2M dleay=25ms", "'dleay=25ms'"),
    ("rate=2X", "rate=2X"),
    ("rate=2M delay=25", "delay=25:"),
    ("rate=2M queue=0", "queue=0"),
    ("rate=2M trace=x", "trace"),
    ("rate=2M rate=1M", "twice"),
    ("rate=2M loss=2", "loss=2"),
    ("rate=2M fq=yes", "fq=yes"),
    ("rate=2M tcp=18-15", "tcp=18-15"),
    ("2M", "'2M'"),
    ("a/b=rate=2M", "'a/b'")])
def test_link_faults_name_the_word(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as raised:
        links.parse(text, "link")
    assert "\n" not in str(raised.value)


def test_links_with_traces_and_tcp(tmp_path: pathlib.Path) -> None:
    trace = file(tmp_path, "lte.up", "1\n2\n")
    found = links.everything(["rate=2M delay=40ms", "x=rate=1M tcp=3-4"], [trace], "1-2")
    assert [link.name for link in found] == ["link1", "x", "lte.up"]
    assert [link.tcp() for link in found] == [[(1, 2)], [(3, 4)], [(1, 2)]]
    assert found[2].delay() == 40
    assert "bitrate" not in found[2].properties()
    assert found[2].properties()["trace"] == trace
    only = links.everything(["delay=40ms fq=true"], [trace], None)
    assert [link.name for link in only] == ["lte.up"]
    assert only[0].properties()["flow-queueing"] == "true"
    with pytest.raises(UserError, match="two links"):
        links.everything(["a=rate=1M", "a=rate=2M"], [], None)
    with pytest.raises(UserError, match="--tcp: '9'"):
        links.everything([], [], "9")
    with pytest.raises(UserError, match="--traces: .*none"):
        links.everything([], [file(tmp_path, "none")], None)


# --- matrix ---------------------------------------------------------------

def test_matrix_has_repeats_outermost() -> None:
    runs = matrix.runs(["a", "b"], ["x", "y"], ["l"], 2)
    assert [run[1:] for run in runs[:5]] == [
        ("a", "x", "l", 1), ("b", "x", "l", 1), ("a", "y", "l", 1), ("b", "y", "l", 1),
        ("a", "x", "l", 2)]
    assert len(runs) == 8


def test_matrix_names_differ_and_fit_a_folder() -> None:
    runs = matrix.runs(["s:a=1", "s-a=1", "s"], ["x"], ["l/1"], 1)
    assert len({run.id for run in runs}) == 3
    for run in runs:
        assert re.search(r"^[\w.+-]+$", run.id)


def test_controllers_with_properties() -> None:
    found = controllers.parse_list("scream, scream-v1:queue-delay-target=60ms")
    assert list(found) == ["scream", "scream-v1:queue-delay-target=60ms"]
    assert found["scream-v1:queue-delay-target=60ms"].words() == (
        "controller=scream-v1 queue-delay-target=60")
    found = controllers.parse_list("scream:controller-params=beta-loss=0.8+fair-rtt=1M,scream")
    assert [one.words() for one in found.values()] == [
        "controller=scream controller-params=beta-loss=0.8,fair-rtt=1M", "controller=scream"]
    for wrong in ("scream,,gcc", "scream:x", 'scream:x="; rm', "scream:x=y=z",
                  'scream:controller-params=x=1";'):
        with pytest.raises(UserError):
            controllers.parse_list(wrong)


# --- options --------------------------------------------------------------

def test_options_defaults() -> None:
    chosen = options.Options(["-o", "x"])
    assert list(chosen.controllers) == ["scream", "fixed"]
    assert (chosen.seconds, chosen.repeat, chosen.size) == (60, 3, (640, 360))


def test_options_every_case_can_be_parsed() -> None:
    for name in cases.CASES:
        chosen = options.Options(["--case", name, "-o", "x", "--repeat", "7"])
        assert chosen.repeat == 7
        assert chosen.case == name


def test_options_change_a_case() -> None:
    chosen = options.Options(["--case", "queues", "-o", "x", "--link", "rate=1M"])
    assert [link.name for link in chosen.links] == ["link"]


def test_options_faults_are_one_line() -> None:
    wrong: list[tuple[list[str], str]] = [
        ([], "-o DIR"), (["--seconds", "1"], "--seconds"), (["--repeat", "0"], "--repeat"),
        (["--size", "641x360"], "--size"), (["--framerate", "0"], "--framerate"),
        (["--case", "none"], "--case"), (["--max-bitrate", "fast"], "fast"),
        (["--min-bitrate", "9M"], "--max-bitrate"), (["--wrong"], "--wrong"),
        (["--tcp", "15-18"], "--tun"),
        (["--tcp", "15-18", "--tun", "--seconds", "9"], "--seconds")]
    for arguments, words in wrong:
        arguments = arguments if not arguments else [*arguments, "-o", "x"]
        with pytest.raises(UserError) as raised:
            options.Options(arguments)
        assert words in str(raised.value)
        assert "\n" not in str(raised.value)


# --- resume ---------------------------------------------------------------

RUNS = matrix.runs(["a", "b"], ["x"], ["l"], 1)


@pytest.fixture
def out(tmp_path: pathlib.Path) -> folder.Folder:
    return folder.Folder(file(tmp_path, "out"))


def write(out: folder.Folder, run: matrix.Run, content: str) -> None:
    os.makedirs(out.run_folder(run), exist_ok=True)
    with open(os.path.join(out.run_folder(run), "run.json"), "w", encoding="utf-8") as file:
        file.write(content)


def test_resume_skips_only_what_is_done(out: folder.Folder) -> None:
    out.open({"seconds": 2})
    first, second = RUNS
    assert not out.done(first)
    write(out, first, json.dumps({"state": "done", "figures": {}}))
    write(out, second, json.dumps({"state": "failed", "error": "x"}))
    assert out.done(first)
    assert not out.done(second)
    write(out, first, '{"state": "do')
    assert not out.done(first)


def test_resume_needs_the_same_comparison(out: folder.Folder) -> None:
    out.open({"seconds": 2, "repeat": 1, "command": "a"})
    out.open({"seconds": 2, "repeat": 3, "command": "b"})
    with pytest.raises(UserError, match="another comparison .differs in seconds"):
        out.open({"seconds": 3, "repeat": 3, "command": "b"})


def test_resume_keeps_off_foreign_files(out: folder.Folder) -> None:
    os.makedirs(out.path)
    pathlib.Path(out.file("thesis.tex")).write_text("x", "utf-8")
    with pytest.raises(UserError, match="other files"):
        out.open({})


def test_results_have_a_line_for_each_run_that_ended(out: folder.Folder) -> None:
    out.open({})
    first, second = RUNS
    write(out, first, json.dumps({
        "id": first.id, "state": "done", "trusted": True, "error": "",
        "figures": {"utilisation": 0.9123456789, "freezes": 2, "tcp_kbps": None}}))
    write(out, second, json.dumps({
        "id": second.id, "state": "failed", "trusted": False, "error": "it, broke"}))
    out.write_results(RUNS)
    lines = pathlib.Path(out.file("results.csv")).read_text("utf-8").splitlines()
    assert lines[0].endswith(",error,utilisation,freezes,tcp_kbps")
    assert lines[1].endswith("done,true,,0.912346,2,"), lines[1]
    assert lines[2].endswith('failed,false,"it, broke",,,'), lines[2]


def line(time: float, size: int = 1250, delay: float = 0.010, fate: str = "out",
         flow: str = "12345678") -> linklog.Line:
    return linklog.Line(time, flow, size, 0, delay, fate)


def frame(number: int, shown_after: float | None = 0.05, size: int = 1000, key: int = 0,
          psnr: float = 30.0) -> dict[str, bool | float | None]:
    captured = number / 30
    shown = None if shown_after is None else captured + shown_after
    return {"frame": number, "captured": captured, "bytes": size, "key": key, "shown": shown,
            "psnr": psnr, "ssim": 0.9}


# --- figures --------------------------------------------------------------

def test_link_log_is_read_in_order_of_time(tmp_path: pathlib.Path) -> None:
    path = file(
        tmp_path, "link.csv", "time,flow,bytes,ecn,queue-delay,fate\n"
        f"{ODD + 2},tcp:5201,1500,2,0.020000,queue\n"
        f"{ODD + 1},udp:5000,1228,0,0.010000,out\n")
    lines = linklog.read(path, ODD)
    assert [one.time for one in lines] == [1.0, 2.0]
    assert [linklog.is_video(one) for one in lines] == [True, False]
    assert [linklog.is_tcp(one) for one in lines] == [False, True]
    assert lines[0].entered() == pytest.approx(0.99)


def test_utilisation_leaves_the_start_out() -> None:
    # 1 Mbit/s of 2, but nothing in the first 5 s.
    lines = [line(5 + index / 100) for index in range(1500)]
    steps = capacity.parse_steps("2M")
    assert figures.of_link(lines, steps, 0.0, 20.0)["utilisation"] == pytest.approx(0.5, abs=0.0005)
    short = figures.of_link(lines, steps, 0.0, 8.0)     # from 4 s on
    assert short["utilisation"] == pytest.approx(0.375, abs=0.0005)
    assert figures.of_link(lines, None, 0.0, 20.0)["utilisation"] is None


def test_queue_and_loss_of_the_video_only() -> None:
    lines = ([line(1 + index / 1000, delay=index / 1000) for index in range(100)]
             + [line(2, fate="queue"), line(2, delay=9, flow="tcp:5201"),
                line(2, delay=0.2, fate="marked")])
    found = figures.of_link(lines, None, 0.0, 10.0)
    assert found["queue_p50_ms"] == pytest.approx(50)
    assert found["queue_p95_ms"] == pytest.approx(95)
    assert found["queue_max_ms"] == pytest.approx(200)
    assert found["loss_percent"] == pytest.approx(100 / 102)
    assert found["ce_percent"] == pytest.approx(100 / 102)


def test_shares_beside_tcp() -> None:
    # Twice as much from 5 s after TCP on.
    video = [line(index / 100, 2500 if index >= 1300 else 1250, flow="udp:5000")
             for index in range(2000)]
    tcp = [line(5 + index / 200, flow="tcp:5201") for index in range(600)]
    found = figures.beside_tcp(video + tcp, capacity.parse_steps("4M"), 0.0, 20.0,
                               [(5, 8)])
    assert found["rtp_share"] == pytest.approx(0.25, abs=0.005)
    assert found["tcp_share"] == pytest.approx(0.5, abs=0.005)
    assert found["tcp_kbps"] == pytest.approx(2000, abs=10)
    assert found["utilisation_after_tcp"] == pytest.approx(0.5, abs=0.005)
    assert figures.beside_tcp(video, None, 0.0, 20.0, []) == {}


def test_frames() -> None:
    frames = [frame(index, key=index == 0) for index in range(150)]
    frames[70] = frame(70, None, 0)
    frames[80] = frame(80, None, psnr=20.0)
    found = figures.of_frames(frames, 5.0)
    assert (found["skipped_frames"], found["frames_shown"]) == (1, 148)
    assert (found["key_frames"], found["freezes"]) == (1, 0)
    assert found["frame_delay_p95_ms"] == pytest.approx(50)
    assert found["psnr_db"] == pytest.approx((149 * 30 + 20) / 150)


def test_freezes_in_the_middle_and_at_the_end() -> None:
    times = [index / 30 for index in range(60)]
    hole = [when for when in times if not 1.0 < when < 1.5]
    assert len(freezes.freezes(times)) == 0
    assert len(freezes.freezes(hole)) == 1
    assert len(freezes.freezes(times, 2.05)) == 0
    assert len(freezes.freezes(times, 3.0)) == 1
    # 150 ms more than a usual interval is the least.
    for gap, count in ((0.18, 0), (0.19, 1)):
        assert len(freezes.freezes([*times, *(gap + when + times[-1] for when in times)])) == count


def test_harmonic_rate_counts_a_freeze_for_as_long_as_it_lasts() -> None:
    times = [index / 30 for index in range(60)]
    assert (freezes.harmonic_rate(times, 2.0) or 0) == pytest.approx(30)
    # 1.5 s at 30 frames/s and 0.5 s without: 2 s over 1.5 / 30 + 0.25
    hole = [when for when in times if not 1.0 < when < 1.5]
    assert (freezes.harmonic_rate(hole, 2.0) or 0) == pytest.approx(2 / 0.3)
    assert freezes.harmonic_rate([], 2.0) is None


def test_nothing_shown_is_one_long_freeze() -> None:
    frames = [frame(index, None) for index in range(60)]
    found = figures.of_frames(frames, 2.0)
    assert (found["freezes"], found["freeze_s"]) == (1, 2.0)
    assert found["frame_delay_p95_ms"] is None


def test_rates_and_queue_over_time() -> None:
    rates = linklog.rates([(index / 100, 125) for index in range(200)], 2.0, 0.5, 0.1)
    assert len(rates) == 20
    for _, rate in rates:
        assert rate == pytest.approx(100e3, abs=5e3)
    slots = linklog.queue_slots([line(0.05, delay=0.25)], 0.5, 0.1)
    for found, expected in zip(slots, (0.25, 0.15, 0.05, 0, 0)):
        assert found == pytest.approx(expected)


def test_samples_have_the_capacity_of_their_time() -> None:
    sender = {"samples": [{"time": 0.1 * index} for index in range(1, 40)]}
    lines = [line(index / 100) for index in range(400)]
    rows = measure.sample_table(sender, lines, capacity.parse_steps("0:2M,2:1M"), 0.0, 4.0)
    assert rows[10]["capacity"] == pytest.approx(2e6)
    assert rows[-1]["capacity"] == pytest.approx(1e6)
    assert rows[20]["send-rate"] == pytest.approx(1e6, abs=5e4)
    assert rows[20]["queue-delay"] == pytest.approx(0.010)


def packet(seq: int, timestamp: int, marker: int, payload: bytes) -> bytes:
    return struct.pack(">BBHII", 0x80, 96 | marker << 7, seq & 0xffff, timestamp, 1) + payload


KEY, DELTA, REST = b"\x10\x00k", b"\x10\x01d", b"\x00\x01r"     # VP8


# --- receiving ------------------------------------------------------------

def shown(packets: list[bytes], name: str = "VP8") -> list[int]:
    one = assembly.Assembler(name)
    found = [one.push(ODD + index, data) for index, data in enumerate(packets)]
    return [frame.timestamp for frame in found if frame]


@pytest.mark.parametrize("packets, expected", [
    ([packet(65535, 0, 0, KEY), packet(0, 0, 1, REST), packet(1, 3000, 1, DELTA),
      packet(2, 6000, 0, DELTA), packet(3, 6000, 1, REST)], [0, 3000, 6000]),
    ([packet(9, 0, 1, KEY), packet(11, 6000, 1, DELTA), packet(12, 9000, 1, DELTA),
      packet(13, 12000, 1, KEY), packet(14, 15000, 1, DELTA)], [0, 12000, 15000]),
    ([packet(9, 0, 1, KEY), packet(11, 3000, 1, REST), packet(12, 6000, 0, KEY),
      packet(14, 6000, 1, REST), packet(15, 9000, 1, DELTA)], [0]),
    ([packet(9, 0, 1, KEY), packet(10, 3000, 0, DELTA), packet(12, 6000, 1, DELTA)], [0]),
    ([packet(9, 0, 1, KEY), packet(9, 0, 1, KEY), packet(10, 3000, 1, DELTA),
      packet(8, 0, 1, KEY), packet(11, 6000, 1, DELTA), b"\x80", b""], [0, 3000, 6000])],
    ids=["whole frames", "a loss freezes until a key frame", "key frames without start or middle",
         "a lost marker breaks both frames", "what comes twice or late is ignored"])
def test_frames_that_are_shown(packets: list[bytes], expected: list[int]) -> None:
    assert shown(packets) == expected


def test_a_key_frame_without_its_parameter_sets_is_none() -> None:
    sets, first, last = b"\x67s", b"\x7c\x85i", b"\x7c\x45i"
    whole = [packet(9, 0, 0, sets), packet(10, 0, 0, first), packet(11, 0, 1, last)]
    assert shown(whole, "H264") == [0]
    assert shown(whole[1:], "H264") == []


def test_a_gap_is_known_at_once() -> None:
    one = assembly.Assembler("VP8")
    one.push(ODD, packet(9, 0, 1, KEY))
    one.push(ODD, packet(10, 3000, 0, DELTA))
    assert not one.broken
    one.push(ODD, packet(12, 3000, 0, REST))
    assert one.broken


@pytest.mark.parametrize("name, payload, expected", [
    ("H264", b"\x67\x42", (True, False)),
    ("H264", b"\x65x", (False, True)),
    ("H264", b"\x78\x00\x01\x67\x00\x01\x68\x00\x01\x65", (True, True)),
    ("H264", b"\x7c\x85x", (False, True)),
    ("H264", b"\x61x", (False, False)),
    ("H265", b"\x40\x01", (True, False)),
    ("H265", b"\x26\x01", (False, True)),
    ("H265", b"\x62\x01\x93", (False, True)),
    ("H265", b"\x02\x01", (False, False)),
    ("VP8", b"\x90\x80\x80\x01\x00", (True, True)),
    ("VP8", DELTA, (False, False)),
    ("VP9", b"\x88\x01", (True, True)),
    ("VP9", b"\xc8\x01", (False, False)),
    ("VP9", b"\x80\x01", (False, False))])
def test_key_frames_of_each_codec(name: str, payload: Any, expected: Any) -> None:
    assert rtp.key_frame(name, payload) == expected, (name, payload)


def test_truncated_payloads_are_no_fault() -> None:
    for name in rtp.KINDS:
        for first in range(256):
            for size in range(5):
                rtp.key_frame(name, bytes([first] * size))


def test_picture_on_screen_stays_in_a_freeze() -> None:
    pictures = iter([(0, b"a"), (1, b"b"), (4, b"c")])
    assert b"".join(picture_order.on_screen(pictures, range(6), b"-")) == b"abbbcc"
    late = iter([(2, b"a")])
    assert b"".join(picture_order.on_screen(late, range(4), b"-")) == b"--aa"


# --- libraries ------------------------------------------------------------

@pytest.mark.parametrize("missing, words", [
    (r"scipy", "apt-get install python3-scipy,"), (r".*", "python3-jinja2 python3-matplotlib ")])
def test_the_package_of_what_is_missing(monkeypatch: pytest.MonkeyPatch, missing: str,
                                        words: str) -> None:
    command.find_libraries()
    monkeypatch.setattr("importlib.util.find_spec",
                        lambda name: None if re.fullmatch(missing, name) else 1)
    with pytest.raises(UserError, match=words):
        command.find_libraries()


# --- words ----------------------------------------------------------------

STATE: dict[str, Any] = {
    "state": "done", "trusted": True, "link_name": "l", "encoder": "x", "controller": "a",
    "figures": {"utilisation": 0.5, "psnr_db": 30.0}}


def test_table_has_means() -> None:
    other = {**STATE, "figures": {"utilisation": 0.7, "psnr_db": None}}
    failed = {**STATE, "state": "failed", "figures": {}}
    rows = summary.table([STATE, other, failed])
    assert [row[:5] for row in rows[1:]] == [["l", "x", "a", "2", "60.0"]]
    assert summary.table([failed]) == []


def test_outcome_says_what_is_not_known() -> None:
    assert progress.outcome(STATE) == "use 50.0 %, PSNR 30.0 dB"
    assert "NOT TO BE TRUSTED" in progress.outcome({**STATE, "trusted": False})
    assert progress.outcome({"state": "failed", "error": "x"}) == "FAILED: x"
