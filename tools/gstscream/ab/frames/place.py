# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pictures of a place: two recorded runs are decoded again, compared with the source at
each moment, and shown where they differ most."""
from collections.abc import Iterator
from typing import Any, NamedTuple

from gstscream.ab.results import measure, picture
from gstscream.ab.results.picture_order import on_screen
from gstscream.ab.run.job import Job
from gstscream.errors import RunError

from . import files, moments
from .beside import beside
from .screen import NOTHING, Screen

VIDEO_SECONDS = 4.0
SIDES = ("a", "b")              # in names of files


class Shown(NamedTuple):
    """A run, and what was on its screen in place of each source frame."""
    job: Job
    frames: list[Any]           # that could be decoded
    screen: Screen
    newest: list[int]
    quality: list[tuple[float, float]]      # PSNR in dB, SSIM

    def pictures(self, newest: list[int]) -> Iterator[bytes]:
        found: Iterator[bytes] = on_screen(
            picture.Decoder(self.job, self.frames, True).pictures(), newest,
            picture.black(self.job, True))
        return found


def read(job: Job, which: dict[str, Any]) -> Shown:
    """which: id, folder, encoder, start of a run, and how many frames it has shown."""
    own = job.but(folder=which["folder"], encoder=which["encoder"])
    frames = measure.decodable(own)
    rate = job.framerate
    there = len({frame.number(rate) for frame in frames} & set(range(job.frames())))
    if there != which["shown"]:
        raise RunError(
            f"the recording of {which['id']} is cut off: {there} of {which['shown']} frames that "
            f"were shown; remove runs/{which['id']} and start the same command again")
    screen = Screen(((frame.number(rate), frame.complete_at - which["start"])
                     for frame in frames), rate)
    newest = screen.instead_of(range(job.frames()))
    # The filters write beside the other files of this place.
    return Shown(own, frames, screen, newest,
                 picture.quality(own.but(folder=job.folder), frames, newest))


def first_of_both(both: list[Shown]) -> int:
    """The first source frame from which on both show something."""
    return max(next((number for number, newest in enumerate(each.newest) if newest != NOTHING),
                    len(each.newest)) for each in both)


def said(shown: Shown, number: int, file: str) -> dict[str, Any]:
    """What the page says of a still."""
    psnr, ssim = shown.quality[number]
    there = shown.newest[number]
    return {"file": file, "psnr": psnr, "ssim": ssim, "behind": number - there,
            "delay_ms": 1000 * shown.screen.delay_of(there)}


def stills(job: Job, both: list[Shown], numbers: list[int]) -> list[dict[str, Any]]:
    """Of source frames in order: the source, and what each run shows."""
    columns = [list(picture.captured(job, numbers))]
    columns += [list(each.pictures([each.newest[number] for number in numbers]))
                for each in both]
    names = [[f"{row}-{side}.jpg" for row in range(1, len(numbers) + 1)]
             for side in ("source", *SIDES)]
    files.stills(job, sum(columns, []), sum(names, []))
    return [{"time": number / job.framerate, "frame": number, "source": names[0][row],
             "shown": [said(each, number, names[side][row])
                       for side, each in enumerate(both, start=1)]}
            for row, number in enumerate(numbers)]


def video(job: Job, both: list[Shown], number: int) -> dict[str, Any]:
    """As both screens were around a source frame, with what the page says of it."""
    name = files.encoder()
    if not name:
        return {"missing": files.NO_ENCODER}
    rate = job.framerate
    turn = number / rate + max(each.screen.usual for each in both)
    start, stop = moments.window(turn, VIDEO_SECONDS, job.seconds)
    instants = [start + place / files.RATE for place in range(round((stop - start) * files.RATE))]
    left, right = (each.pictures(each.screen.at(instants)) for each in both)
    file = files.video(job, name, (beside(one, other, job.width, job.height)
                                   for one, other in zip(left, right)))
    return {"file": file, "start": start, "stop": stop}


def make(job: Job, runs: list[dict[str, Any]], count: int) -> dict[str, Any]:
    """job: without what differs between the two runs; count: of moments.  Writes stills and a
    video."""
    both = [read(job, which) for which in runs]
    begin = first_of_both(both)
    if begin >= job.frames():
        raise RunError("one of the two runs showed no frame")
    ssim = [[each[1] for each in shown.quality] for shown in both]
    numbers = moments.choose(ssim[0], ssim[1], begin, count, job.framerate)
    return {"ssim": [sum(each) / len(each) for each in ssim],
            "moments": stills(job, both, sorted(numbers)),
            "video": video(job, both, numbers[0])}
