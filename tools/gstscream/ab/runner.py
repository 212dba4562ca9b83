# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One run: the processes of it, their files, and its run.json."""
from __future__ import annotations

import dataclasses
import os
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gstscream.ab.run import tun
from gstscream.ab.run.job import Job
from gstscream.errors import RunError
from gstscream.files import write_json

from . import workerprocess

if TYPE_CHECKING:
    from gstscream.ab.scenario.matrix import Run
    from gstscream.ab.scenario.options import Options

    from .folder import Folder

GRACE = 30                      # s beyond its length: a busy machine starts slowly
MEASURE_SECONDS = 600           # a long clip on a slow machine
FIRST_SEED = 1                  # of linkemu, if the link does not say
RECORDING = "packets.rec"       # what the receiver got
RECORDED = 1                    # the repeat whose recordings stay until there are pictures


def link_properties(link: Any, repeat: int) -> dict[str, Any]:
    """Of linkemu; each repeat has random numbers of its own, the same for all controllers."""
    found = link.properties()
    seed = int(found.get("seed", FIRST_SEED)) + repeat - 1
    return {**found, "seed": str(seed % 2 ** 64)}


def job(options: Options, folder: Folder, run: Run, link: Any) -> Job:
    return Job(
        folder.run_folder(run), folder.file("source.yuv"), *options.size, options.framerate,
        run.encoder, options.max_bitrate, options.min_bitrate, options.initial_bitrate,
        options.seconds,
        f"{options.screamtx or ''} {options.controllers[run.controller].words()}",
        str(link), link.name, link_properties(link, run.repeat), link.delay())


def task(options: Options, folder: Folder, run: Run) -> dict[str, Any]:
    """All that a run needs, so that any process can do it that sees the folder."""
    link = next(link for link in options.links if link.name == run.link)
    return {"job": dataclasses.asdict(job(options, folder, run, link)),
            "tun": options.tun and {"linkemu_tun": options.linkemu_tun,
                                    "linkemu_netns": options.linkemu_netns},
            "tcp": link.tcp(), "keep": bool(options.frames) and run.repeat == RECORDED,
            "state": {"id": run.id, "controller": run.controller, "encoder": run.encoder,
                      "link": str(link), "link_name": link.name,
                      "tcp": link.words.get("tcp", ""), "repeat": run.repeat,
                      "seconds": options.seconds}}


def failed(state: dict[str, Any], reason: str) -> dict[str, Any]:
    return {**state, "state": "failed", "error": reason, "start": None, "figures": {},
            "trusted": False}


def measured(job: Job, on_wait: Callable[[], None], kernel: tun.Kernel | None = None) -> Any:
    """The figures of a run, by its worker."""
    most = job.seconds + GRACE
    with workerprocess.Worker("run", job) as worker:
        start = worker.answer("pipeline", most, on_wait).get("start")
        if start is None:
            raise RunError("the pipeline was ended before its first frame")
        if kernel:
            kernel.start, on_wait = start, kernel.wait
        worker.answer("pipeline", most, on_wait)
        trusted = kernel is None or kernel.close_link()
        worker.tell("measure")
        found = worker.answer("measurement", MEASURE_SECONDS, on_wait)
        worker.end("measurement")
    return {**found, "trusted": found["trusted"] and trusted}


def done(found: Any, on_wait: Callable[[], None]) -> dict[str, Any]:
    job = Job(**found["job"])
    if found["tun"]:
        with tun.Kernel(job, found["tun"], found["tcp"], on_wait) as kernel:
            kernel.open_link()
            figures = measured(kernel.job, on_wait, kernel)
    else:
        figures = measured(job, on_wait)
    if not found["keep"]:
        os.unlink(os.path.join(job.folder, RECORDING))
    return {"state": "done", "error": "", **figures}


def perform(found: Any, on_wait: Callable[[], None]) -> Any:
    """Does a task and writes run.json; the state that it has then.

    on_wait(): called several times a second."""
    path = found["job"]["folder"]
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    try:
        state = {**found["state"], **done(found, on_wait)}
    except RunError as error:
        state = failed(found["state"], str(error))
    write_json(os.path.join(path, "run.json"), state)
    return state


def write_failed(folder: Folder, run: Run, found: Any, reason: str) -> Any:
    """The run.json of a run whose task came to no end; the state."""
    state = failed(found["state"], reason)
    os.makedirs(folder.run_folder(run), exist_ok=True)
    write_json(os.path.join(folder.run_folder(run), "run.json"), state)
    return state
