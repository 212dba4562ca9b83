# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The frames of two runs beside each other: which, when, in which files; VMAF."""
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

import ab_fake
import frames_fake

from gstscream.ab import doctor, folder, stills
from gstscream.ab.frames import beside, files, moments, place, screen
from gstscream.ab.results import figures, measure, picture, vmaf
from gstscream.ab.run.job import Job
from gstscream.ab.scenario.options import Options
from gstscream.errors import RunError, UserError
from gstscream.files import read_json, write_json
from gstscream.report import data, page, places
from gstscream.report import stills as shown_stills

pytestmark = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")
FREEZE = range(15, 45)
# Reads what it is given as the program vmaf does, the one file and then the other.
FAKE_VMAF = """#!/usr/bin/python3
import json, sys
words = dict(zip(sys.argv[1:], sys.argv[2:]))
size = int(words["--width"]) * int(words["--height"]) * 3 // 2
scores = []
with open(words["--reference"], "rb") as one, open(words["--distorted"], "rb") as other:
    while True:
        left, right = one.read(size), other.read(size)
        if not left or not right: break
        scores.append(100 - min(100, sum(abs(a - b) for a, b in zip(left[::97], right[::97])) / 20))
with open(words["--output"], "w") as file:
    json.dump({"frames": [{"metrics": {"vmaf": each}} for each in scores]}, file)
"""


@pytest.fixture(scope="module")
def recorded() -> Iterator[Any]:
    with tempfile.TemporaryDirectory() as top:
        out = os.path.join(top, "out")
        frames_fake.folder(out)
        yield out


@pytest.fixture
def out(recorded: Any, tmp_path: Path) -> Any:
    """A copy that a test may spoil; its path has what a shell and ffmpeg take for theirs."""
    path = str(tmp_path / "out %d [put]")
    shutil.copytree(recorded, path)
    for name in os.listdir(os.path.join(path, "runs")):
        assert os.path.exists(os.path.join(path, "runs", name, "packets.rec"))
    return path


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A folder that is all of PATH."""
    path = tmp_path / "bin"
    path.mkdir()
    monkeypatch.setenv("PATH", str(path))

    def add(name: str, text: str) -> None:
        (path / name).write_text(text)
        (path / name).chmod(0o755)
    return add


def job(out: str, **more: Any) -> Job:
    return Job(out, os.path.join(out, "source.yuv"), frames_fake.WIDTH, frames_fake.HEIGHT,
               frames_fake.FPS, "x264enc", seconds=4).but(**more)


def run_folder(out: str, controller: str) -> str:
    return os.path.join(out, "runs", f"steps_x264enc_{controller}_1")


def only_place(out: str) -> str:
    (name,) = os.listdir(os.path.join(out, "frames"))
    return os.path.join(out, "frames", name)


def test_what_is_on_the_screen_instead_of_a_frame() -> None:
    times = [(number, frames_fake.shown_at(number, (20, 35)))
             for number in range(60) if number not in (7, 41)]
    made = screen.Screen(times[3:], 15)
    assert made.usual == pytest.approx(0.05)
    newest = made.instead_of(range(60))
    assert newest[:3] == [screen.NOTHING] * 3
    assert newest[3:9] == [3, 4, 5, 6, 6, 8]
    # 150 ms are two frames: the last three of the freeze come in time.
    assert newest[19:37] == [19] * 14 + [33, 34, 35, 36]
    assert newest[40:43] == [40, 40, 42]
    assert made.delay_of(20) == pytest.approx(1.05)
    assert made.at([0.0, 0.26, 1.4, 2.5]) == [screen.NOTHING, 3, 19, 36]


def test_a_constant_delay_is_not_late() -> None:
    slow = screen.Screen([(number, number / 15 + 0.4) for number in range(30)], 15)
    assert slow.instead_of(range(30)) == list(range(30))


def test_moments_are_the_greatest_differences_and_apart() -> None:
    one, other = [0.9] * 300, [0.9] * 300
    other[100:140] = [0.5] * 40
    other[130], other[200], other[290], other[2] = 0.3, 0.95, 0.7, 0.0
    assert moments.choose(one, other, 5, 3, 30) == [130, 290, 200]
    assert moments.choose([0.9] * 6, [0.1] * 6, 0, 3, 30) == [0, 1, 2]    # a short run
    assert moments.choose(one, [0.9] * 299 + [0.904], 5, 3, 30) == [299]
    assert moments.window(1.0, 4, 60) == (0, 4)
    assert moments.window(30.0, 4, 60) == (28, 32)
    assert moments.window(59.5, 4, 60) == (56, 60)
    assert moments.window(1.0, 4, 3) == (0, 3)


def test_two_pictures_become_one() -> None:
    left = bytes([10] * 32 + [1] * 8 + [2] * 8)         # 8x4
    right = bytes([20] * 32 + [3] * 8 + [4] * 8)
    both = beside.beside(left, right, 8, 4)
    assert len(both) == beside.width_of_both(8) * 4 * 3 // 2
    assert both[:24] == bytes([10] * 8 + [16] * 8 + [20] * 8)
    assert both[96:108] == bytes([1] * 4 + [128] * 4 + [3] * 4)
    assert both[-12:] == bytes([2] * 4 + [128] * 4 + [4] * 4)


def test_stills_and_video_show_the_freeze(out: str) -> None:
    stills.make(frames_fake.options(), out)
    where = only_place(out)
    found = read_json(os.path.join(where, "place.json"))
    assert found["names"] == ["scream", "gcc"] and "error" not in found
    assert len(found["moments"]) == 2
    for each in found["moments"]:
        assert each["frame"] in FREEZE
        clear, stands = each["shown"]
        assert clear["behind"] == 0 and stands["behind"] == each["frame"] - 14
        assert clear["ssim"] > 0.8 > stands["ssim"] > -1
        assert clear["psnr"] > 25 > stands["psnr"] > 0
        # Half a ms is lost in RTP's and the recording's clocks.
        assert stands["delay_ms"] == pytest.approx(50, abs=1)
    assert found["ssim"][0] > found["ssim"][1]
    assert sorted(os.listdir(where)) == [
        "1-a.jpg", "1-b.jpg", "1-source.jpg", "2-a.jpg", "2-b.jpg", "2-source.jpg",
        "place.json", "video.mp4"]
    sizes = {Image.open(os.path.join(where, name)).size for name in os.listdir(where)
             if name.endswith(".jpg")}
    assert sizes == {(160, 96)}
    said = subprocess.run([
        "ffprobe", "-v", "error", "-show_entries", "stream=width,height,r_frame_rate,nb_frames",
        "-of", "csv=p=0", "file:" + os.path.join(where, "video.mp4")],
        text=True, capture_output=True, check=True).stdout
    assert said.strip() == "328,96,60/1,240"


def test_stills_are_of_their_frames(out: str) -> None:
    stills.make(frames_fake.options(), out)
    where = only_place(out)
    for each in read_json(os.path.join(where, "place.json"))["moments"]:
        source = luma(out, each["frame"])
        frozen = luma(out, 14)
        clear, stands = (each["shown"][side]["file"] for side in (0, 1))
        for name, same, other in ((each["source"], source, frozen), (clear, source, frozen),
                                  (stands, frozen, source)):
            seen = numpy.asarray(Image.open(os.path.join(where, name)).convert("L"), float)
            # JPEG and the encoder change a picture little, the motion of a frame much.
            assert abs(seen - same).mean() < 8 < 40 < abs(seen - other).mean(), name


def luma(out: str, number: int) -> Any:
    """Of a source frame, from 0 to 255."""
    (found,) = picture.captured(job(out), (number,))
    size = frames_fake.HEIGHT, frames_fake.WIDTH
    flat = numpy.frombuffer(found, numpy.uint8, size[0] * size[1]).reshape(size)
    return (flat.astype(float) - 16) * 255 / 219


def test_the_video_has_the_time_of_the_screens(out: str) -> None:
    """Left goes on, right stands still in the freeze."""
    stills.make(frames_fake.options(), out)
    path = os.path.join(only_place(out), "video.mp4")
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", "file:" + path, "-f", "rawvideo",
                          "-pix_fmt", "gray", "-"], capture_output=True, check=True).stdout
    wide, size = 328, 328 * 96
    start = read_json(os.path.join(only_place(out), "place.json"))["video"]["start"]

    def row(instant: Any, begin: Any) -> Any:
        where = round((instant - start) * 60) * size + 48 * wide + begin
        return raw[where:where + 160]

    def change(begin: Any, *instants: Any) -> Any:
        one, other = (row(each, begin) for each in instants)
        return sum(abs(a - b) for a, b in zip(one, other)) / 160

    frozen = (22 / 15 + 0.05, 33 / 15 + 0.05)
    assert change(0, *frozen) > 20 > 8 > change(168, *frozen)
    assert change(168, 33 / 15, 48 / 15) > 20


def test_the_page_shows_them(out: str) -> None:
    stills.make(frames_fake.options(), out)
    text = Path(page.write(out)).read_text("utf-8")
    assert text.count('loading="lazy"') == 6
    assert 'src="frames/steps-x264enc_scream_gcc/1-source.jpg"' in text
    assert 'src="frames/steps-x264enc_scream_gcc/video.mp4"' in text
    assert 'alt="gcc at ' in text and "frames old" in text
    text = Path(page.write(out, static=True)).read_text("utf-8")
    assert text.count('src="data:image/jpeg;base64,') == 6
    assert "<video" not in text


def test_pictures_stay_when_the_recordings_go(out: str, capsys: pytest.CaptureFixture[str]) -> None:
    stills.make(frames_fake.options(), out)
    stills.forget(out)
    assert not os.path.exists(os.path.join(run_folder(out, "gcc"), "packets.rec"))
    before = sorted(os.listdir(only_place(out)))
    stills.make(frames_fake.options(), out)
    assert sorted(os.listdir(only_place(out))) == before
    assert "error" not in read_json(os.path.join(only_place(out), "place.json"))


def test_none_are_wanted(out: str) -> None:
    stills.make(frames_fake.options(0), out)
    assert not os.path.exists(os.path.join(out, "frames"))
    assert Options(["-o", out, "--frames", "none"]).frames == 0
    assert Options(["-o", out]).frames == 3
    assert Options(["-o", out, "--frames", "12"]).frames == 12
    for wrong in ("0", "13", "few", "-1"):
        with pytest.raises(UserError, match="--frames: .* from 1 to 12"):
            Options(["-o", out, f"--frames={wrong}"])


def test_an_older_folder_can_be_resumed(tmp_path: Path) -> None:
    made = folder.Folder(str(tmp_path / "out"))
    made.open({"seconds": 20, "repeat": 1})
    made.open({"seconds": 20, "repeat": 1, "frames": 3})


def error_of(out: str) -> Any:
    found = read_json(os.path.join(only_place(out), "place.json"))
    text = Path(page.write(out)).read_text("utf-8")
    assert "No pictures: " in text and "All figures" in text
    return found["error"]


@pytest.mark.parametrize("left", [0.0, 0.5])
def test_a_recording_that_is_cut_off(out: str, left: Any) -> None:
    path = os.path.join(run_folder(out, "gcc"), "packets.rec")
    os.truncate(path, int(left * os.path.getsize(path)))
    stills.make(frames_fake.options(), out)
    found = error_of(out)
    assert "the recording of steps_x264enc_gcc_1 is cut off: " in found
    assert "of 60 frames" in found and "remove runs/steps_x264enc_gcc_1" in found


@pytest.mark.parametrize("gone", ["source.yuv", "runs/steps_x264enc_gcc_1/packets.rec"])
def test_what_was_not_kept(out: str, gone: Any) -> None:
    os.unlink(os.path.join(out, gone))
    stills.make(frames_fake.options(), out)
    assert "no recording was kept" in error_of(out)


def test_no_ffmpeg(out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    stills.make(frames_fake.options(), out)
    assert "sudo apt-get install ffmpeg" in error_of(out)


def test_a_run_that_failed(out: str) -> None:
    path = os.path.join(run_folder(out, "gcc"), "run.json")
    write_json(path, {**read_json(path), "repeat": 2})
    stills.make(frames_fake.options(), out)
    assert "repeat 1 of gcc did not come to its end" in error_of(out)


def test_an_ffmpeg_without_encoders_for_videos(out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "encoder", lambda: "")
    found = place.make(job(out), [stills.described(data.Run(run_folder(out, name)))
                                  for name in ("scream", "gcc")], 2)
    assert len(found["moments"]) == 2
    assert "libx264" in found["video"]["missing"]


def test_an_ffmpeg_that_fails(out: str, programs: Any) -> None:
    programs("ffmpeg", "#!/bin/sh\nexit 3\n")
    with pytest.raises(RunError, match="ffmpeg could not write"):
        files.stills(job(out), [bytes(160 * 96 * 3 // 2)], ["1.jpg"])


def test_descriptions_that_make_no_sense_are_not_on_the_page(tmp_path: Path) -> None:
    for name, text in (("cut", '{"title": '), ("list", "[]"), ("empty", "{}"), ("odd", json.dumps(
            {"title": "t", "anchor": "", "order": 0, "names": ["a", "b"], "ssim": [1, 2],
             "moments": [{"time": "x"}], "video": {"missing": ""}}))):
        (tmp_path / "frames" / name).mkdir(parents=True)
        (tmp_path / "frames" / name / "place.json").write_text(text)
    assert shown_stills.read(str(tmp_path)) == []
    assert shown_stills.read(str(tmp_path / "older")) == []


def test_text_on_the_page_is_no_markup(out: str) -> None:
    os.makedirs(os.path.join(out, "frames", "x"))
    write_json(os.path.join(out, "frames", "x", "place.json"),
               {"title": "<b>t", "anchor": "", "order": 0, "names": [], "error": "<i>e"})
    text = Path(page.write(out)).read_text("utf-8")
    assert "<b>t" not in text and "<i>e" not in text and "&lt;i&gt;e" in text


def test_which_two_are_shown(tmp_path: Path) -> None:
    """Those of the first sentence, the better one first."""
    out = str(tmp_path)
    ab_fake.comparison(out, ("fixed", "gcc", "scream"), ("x264enc", "vp8enc"), 2, 12)
    found = places.places(data.Folder(out))
    assert [each.title for each in found] == ["steps, x264enc", "steps, vp8enc"]
    with open(page.write(out), encoding="utf-8") as file:
        answer = file.read().partition('id="answer">')[2].partition("<")[0]
    for each in found:
        one, other = each.runs
        assert f"{one} is better than {other}" in answer
        assert [run.controller for run in each.runs[one]] == [one, one]


def test_encoders_where_there_is_one_controller(tmp_path: Path) -> None:
    out = str(tmp_path)
    ab_fake.comparison(out, ("scream",), ("x264enc", "vp8enc"), 1, 6)
    (found,) = places.places(data.Folder(out))
    assert found.title == "steps, scream"
    assert sorted(found.runs) == ["vp8enc", "x264enc"]
    ab_fake.comparison(str(tmp_path / "one"), ("scream",), ("x264enc",), 1, 6)
    assert places.places(data.Folder(str(tmp_path / "one"))) == []


def test_of_many_places_those_that_differ_most(tmp_path: Path) -> None:
    out = str(tmp_path)
    links = [f"l{number:02}" for number in range(places.MOST + 3)]
    ab_fake.write_settings(out, controllers=["scream", "gcc"], links=[
        {"name": name, "link": "rate=1M"} for name in links])
    for number, link in enumerate(links):
        for controller, ssim in (("scream", 0.9), ("gcc", 0.9 - number / 100)):
            said = ab_fake.identity(controller, "x264enc", link, "rate=1M", 1, 4)
            os.makedirs(os.path.join(out, "runs", said["id"]))
            write_json(os.path.join(out, "runs", said["id"], "run.json"), {
                **said, "state": "done", "figures": {"ssim": ssim, "utilisation": 0.9}})
    assert [each.title for each in places.places(data.Folder(out))] == [
        f"{link}, x264enc" for link in links[3:]]


def test_which_program_has_vmaf(programs: Any) -> None:
    assert vmaf.kind() == ""
    programs("vmaf", "#!/bin/sh\n")
    assert vmaf.kind() == vmaf.PROGRAM
    for text, kind in ((" ... vmafmotion        V->V  motion", vmaf.PROGRAM),
                       (" ... libvmaf_cuda      VV->V  on a card", vmaf.PROGRAM),
                       (" ... libvmaf           VV->V  Calculate", vmaf.FILTER)):
        programs("ffmpeg", f"#!/bin/sh\necho '{text}'\n")
        assert vmaf.kind() == kind


def decoded(out: str, controller: str = "scream") -> Any:
    task = job(out, folder=run_folder(out, controller))
    return task, measure.decodable(task)


def test_scores_of_the_program_vmaf(out: str, programs: Any,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    programs("vmaf", FAKE_VMAF)
    task, frames = decoded(out)
    found = vmaf.scores(task, vmaf.PROGRAM, frames, range(60))
    assert len(found) == 60 and sum(found) / 60 > 60
    worse = vmaf.scores(task, vmaf.PROGRAM, frames, [0] * 60)      # it stands still
    assert worse[0] == found[0] and sum(worse) < sum(found) / 2
    assert not {"vmaf.json", vmaf.REFERENCE, vmaf.DISTORTED} & set(os.listdir(task.folder))


@pytest.mark.parametrize("text", ["exit 1", "cat $4 >/dev/null; exit 1", "exit 0"])
def test_a_vmaf_that_fails_stops_nothing_else(out: str, programs: Any, text: str) -> None:
    programs("vmaf", f"#!/bin/sh\nPATH=/usr/bin:/bin\n{text}\n")
    task, frames = decoded(out)
    with pytest.raises(RunError, match="^vmaf "):
        vmaf.scores(task, vmaf.PROGRAM, frames, range(60))
    assert not {vmaf.REFERENCE, vmaf.DISTORTED} & set(os.listdir(task.folder))


@pytest.mark.skipif("not vmaf.has_filter()", reason="this ffmpeg has no libvmaf")
def test_scores_of_ffmpeg(out: str) -> None:
    task, frames = decoded(out)
    found = vmaf.scores(task, vmaf.FILTER, frames, range(60))
    assert len(found) == 60 and 50 < sum(found) / 60 <= 100
    assert sum(vmaf.scores(task, vmaf.FILTER, frames, [0] * 60)) / 60 < 50


def test_vmaf_is_a_figure_only_where_it_was_measured() -> None:
    frames = [{"frame": n, "captured": n / 15, "bytes": 9, "key": 0, "shown": n / 15 + 0.1,
               "psnr": 30, "ssim": 0.9, "vmaf": float(n)} for n in range(100)]
    found = figures.of_frames(frames, 7)
    assert found["vmaf"] == pytest.approx(49.5)
    assert found["vmaf_p5"] == 4
    for frame in frames:
        del frame["vmaf"]
    assert not {"vmaf", "vmaf_p5"} & set(figures.of_frames(frames, 7))


def test_the_table_has_vmaf_only_where_it_was_measured(tmp_path: Path) -> None:
    out = str(tmp_path)
    ab_fake.comparison(out, ("scream", "gcc"), ("x264enc",), 1, 6)
    assert "VMAF" not in open(page.write(out), encoding="utf-8").read()
    path = os.path.join(out, "runs", "steps_x264enc_gcc_1", "run.json")
    said = read_json(path)
    write_json(path, {**said, "figures": {**said["figures"], "vmaf": 87.25, "vmaf_p5": 61.5}})
    text = open(page.write(out), encoding="utf-8").read()
    assert ">VMAF<" in text and "87.2" in text and "61.5" in text


def test_doctor_says_how_to_get_vmaf(programs: Any) -> None:
    (found, *_) = doctor.of_quality()
    assert (found.name, found.level) == ("VMAF", "note")
    assert "--enable-libvmaf" in found.remedy
    programs("vmaf", "#!/bin/sh\n")
    programs("ffmpeg", "#!/bin/sh\necho ' V..... libx264 x'\n")
    assert list(doctor.of_quality()) == []


def test_captured_frames_go_round(out: str) -> None:
    task = job(out)
    one, next_one, again = picture.captured(task, (3, 4, 63))
    assert one == again != next_one and len(one) == 160 * 96 * 3 // 2
