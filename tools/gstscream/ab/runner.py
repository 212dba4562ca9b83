# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One run: the processes of it, their files, and its run.json."""
import os
import shutil

from gstscream.ab.run import element, process, tun
from gstscream.errors import RunError
from gstscream.files import read_json, write_json

MEASURE = "gstscream.ab.results.worker"
MEASURE_SECONDS = 600           # a long clip on a slow machine
FIRST_SEED = 1                  # of linkemu, if the link does not say
RECORDING = "packets.rec"       # what the receiver got
RECORDED = 1                    # the repeat whose recordings stay until there are pictures
# Files of a run that only its measurement needs.
TEMPORARY = ("job.json", "start.json", "sender.json", "receiver.json",
             "figures.json")


def link_properties(link, repeat):
    """Of linkemu; each repeat has random numbers of its own, the same for all controllers."""
    found = link.properties()
    seed = int(found.get("seed", FIRST_SEED)) + repeat - 1
    return {**found, "seed": str(seed % 2 ** 64)}


def job(options, folder, run):
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


def describe(run, link):
    """The part of run.json that is known before."""
    return {"id": run.id, "controller": run.controller, "encoder": run.encoder,
            "link": str(link), "link_name": link.name, "tcp": link.words.get("tcp", ""),
            "repeat": run.repeat}


class Runner:
    def __init__(self, options, folder, on_wait):
        """on_wait(): called several times a second."""
        self.options, self.folder, self.on_wait = options, folder, on_wait

    def execute(self, run):
        """Runs it and writes run.json; the state that it has then."""
        path = self.folder.run_folder(run)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        link = next(link for link in self.options.links if link.name == run.link)
        state = {**describe(run, link), "seconds": self.options.seconds}
        try:
            state.update(self.measured(job(self.options, self.folder, run),
                                       self.options.frames and run.repeat == RECORDED))
        except RunError as error:
            state.update({"state": "failed", "error": str(error), "start": None,
                          "figures": {}, "trusted": False})
        write_json(os.path.join(path, "run.json"), state)
        return state

    def measured(self, task, keep):
        """keep: the recording."""
        trusted = (tun if self.options.tun else element).run(task, self.on_wait)
        log = os.path.join(task["folder"], "log.txt")
        measure = process.worker("measure", task, log, module=MEASURE)
        process.await_end(measure, "measurement", MEASURE_SECONDS, self.on_wait)
        found = read_json(os.path.join(task["folder"], "figures.json"))
        for name in TEMPORARY + (() if keep else (RECORDING,)):
            path = os.path.join(task["folder"], name)
            if os.path.exists(path):
                os.unlink(path)
        found["trusted"] = found["trusted"] and trusted
        return {"state": "done", "error": "", **found}
