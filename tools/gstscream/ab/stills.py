# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""After the runs: pictures of each place, from the recordings of two of them.

OUT/frames/NAME has stills and a video; place.json there says what the page shows of them.
"""
import glob
import os
import shutil
from typing import Any

from gstscream.ab.run.job import Job
from gstscream.ab.scenario import matrix
from gstscream.errors import RunError
from gstscream.files import write_json
from gstscream.report import data, places

from . import workerprocess
from .runner import RECORDED, RECORDING

FOLDER, PLACE = "frames", "place.json"
SECONDS = 900                   # for a place: a long clip on a slow machine
NO_FFMPEG = "there is no ffmpeg: sudo apt-get install ffmpeg, and start the same command again"


def make(options: Any, out: str) -> None:
    """Of places that have recordings; those of an earlier command stay as they are."""
    if not options.frames:
        return
    found = places.places(data.Folder(out))
    if found:
        print(f"Pictures of {len(found)} {'places' if len(found) > 1 else 'place'} ...",
              flush=True)
    taken: set[str] = set()
    for number, place in enumerate(found):
        name = matrix.identifier((place.title, *place.runs), taken)
        folder = os.path.join(out, FOLDER, name)
        if os.path.exists(os.path.join(folder, PLACE)) and not recorded(place):
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        said = {"title": place.title, "anchor": place.anchor, "order": number,
                "names": list(place.runs), "repeat": RECORDED}
        try:
            said.update(pictures(options, out, folder, place))
        except (RunError, OSError) as error:
            said["error"] = str(error)
            print(f"  {place.title}: {error}")
        write_json(os.path.join(folder, PLACE), said)


def first(runs: list[Any]) -> Any:
    """The run that may have a recording, or None."""
    return next((run for run in runs if run.repeat == RECORDED and run.done), None)


def recorded(place: places.Place) -> bool:
    runs = [first(runs) for runs in place.runs.values()]
    return all(run and os.path.exists(run.path(RECORDING)) for run in runs)


def pictures(options: Any, out: str, folder: str, place: places.Place) -> dict[str, Any]:
    """What the worker found."""
    for name, runs in place.runs.items():
        if not first(runs):
            raise RunError(f"repeat {RECORDED} of {name} did not come to its end")
    if shutil.which("ffmpeg") is None:
        raise RunError(NO_FFMPEG)
    source = os.path.join(out, "source.yuv")
    if not recorded(place) or not os.path.exists(source):
        raise RunError("no recording was kept: it was made with --frames none, or by an older "
                       "scream-ab; a new folder gets one")
    frames = min(round(first(runs).figure("frames")) for runs in place.runs.values())
    width, height = options.size
    job = Job(folder, source, width, height, options.framerate, seconds=frames / options.framerate)
    said: dict[str, Any] = workerprocess.result(
        "place", job, "pictures' process", SECONDS, count=options.frames,
        runs=[described(first(runs)) for runs in place.runs.values()])
    os.unlink(os.path.join(folder, "log.txt"))
    return said


def described(run: Any) -> dict[str, Any]:
    return {"id": os.path.basename(run.folder), "folder": run.folder, "encoder": run.encoder,
            "start": run.start, "shown": round(run.figure("frames_shown"))}


def forget(out: str) -> None:
    """The recordings, which are the largest files."""
    for path in glob.glob(os.path.join(glob.escape(out), "runs", "*", RECORDING)):
        os.unlink(path)
