# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One run: the processes of it, their files, and its run.json."""
from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gstscream.ab.run import element, process, tun
from gstscream.errors import RunError
from gstscream.files import read_json, write_json

if TYPE_CHECKING:
    from gstscream.ab.scenario.matrix import Run
    from gstscream.ab.scenario.options import Options

    from .folder import Folder

MEASURE = "gstscream.ab.results.worker"
MEASURE_SECONDS = 600           # a long clip on a slow machine
FIRST_SEED = 1                  # of linkemu, if the link does not say
RECORDING = "packets.rec"       # what the receiver got
RECORDED = 1                    # the repeat whose recordings stay until there are pictures
# Files of a run that only its measurement needs.
TEMPORARY = ("job.json", "start.json", "sender.json", "receiver.json",
             "figures.json")


def link_properties(link: Any, repeat: int) -> dict[str, Any]:
    """Of linkemu; each repeat has random numbers of its own, the same for all controllers."""
    found = link.properties()
    seed = int(found.get("seed", FIRST_SEED)) + repeat - 1
    return {**found, "seed": str(seed % 2 ** 64)}


def job(options: Options, folder: Folder, run: Run) -> dict[str, Any]:
    """What the workers of a run have to know."""
    link = next(link for link in options.links if link.name == run.link)
    return {
        "folder": folder.run_folder(run), "source": folder.file("source.yuv"),
        "encoder": run.encoder, "seconds": options.seconds,
        "controller_words": options.controllers[run.controller].words(),
        "screamtx": options.screamtx or "", "framerate": options.framerate,
        "width": options.size[0], "height": options.size[1],
        "min_bitrate": options.min_bitrate, "initial_bitrate": options.initial_bitrate,
        "max_bitrate": options.max_bitrate, "link": str(link), "link_name": link.name,
        "link_properties": link_properties(link, run.repeat), "delay": link.delay(),
        "tcp": link.tcp(),
        "linkemu_tun": options.linkemu_tun, "linkemu_netns": options.linkemu_netns,
        "host": tun.RECEIVER, "sender_host": tun.SENDER}


def describe(run: Run, link: Any) -> dict[str, Any]:
    """The part of run.json that is known before."""
    return {"id": run.id, "controller": run.controller, "encoder": run.encoder,
            "link": str(link), "link_name": link.name, "tcp": link.words.get("tcp", ""),
            "repeat": run.repeat}


def task(options: Options, folder: Folder, run: Run) -> dict[str, Any]:
    """All that a run needs, so that any process can do it that sees the folder."""
    link = next(link for link in options.links if link.name == run.link)
    return {"job": job(options, folder, run), "tun": options.tun,
            "keep": bool(options.frames) and run.repeat == RECORDED,
            "state": {**describe(run, link), "seconds": options.seconds}}


def failed(state: dict[str, Any], reason: str) -> dict[str, Any]:
    return {**state, "state": "failed", "error": reason, "start": None, "figures": {},
            "trusted": False}


def measured(found: Any, on_wait: Callable[[], None]) -> dict[str, Any]:
    trusted = (tun if found["tun"] else element).run(found["job"], on_wait)
    folder = found["job"]["folder"]
    measure = process.worker("measure", found["job"], os.path.join(folder, "log.txt"),
                             module=MEASURE)
    process.await_end(measure, "measurement", MEASURE_SECONDS, on_wait)
    result = read_json(os.path.join(folder, "figures.json"))
    for name in TEMPORARY + (() if found["keep"] else (RECORDING,)):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            os.unlink(path)
    result["trusted"] = result["trusted"] and trusted
    return {"state": "done", "error": "", **result}


def perform(found: Any, on_wait: Callable[[], None]) -> Any:
    """Does a task and writes run.json; the state that it has then.

    on_wait(): called several times a second."""
    path = found["job"]["folder"]
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    try:
        state = {**found["state"], **measured(found, on_wait)}
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
