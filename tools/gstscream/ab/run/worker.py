# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""worker.py ROLE JOB: one process of a run.

    run      sender, link and receiver in one pipeline
    send     the sender, in its network namespace
    receive  the receiver, in the other one; until it is told to end
    speed    how fast the encoder is here

A process of its own, so that the crash of an encoder ends one run only.  The last
line of its output is "error: ..." if something went wrong.
"""
import signal
import socket
import sys
import threading
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from gstscream.errors import RunError  # noqa: E402
from gstscream.files import load_json, write_json  # noqa: E402

from . import pipelines, rtp, speed  # noqa: E402
from .receiver import Receiver  # noqa: E402
from .sender import Sender  # noqa: E402

SAMPLE_MS = 100
DRAIN_MS = 1000                 # after the last frame, until its packets have come
REQUEST_PORT = 5002             # where requests for key frames go


class Worker:
    """A pipeline with a main loop; ends by itself, or upon SIGTERM."""

    def __init__(self, job: dict[str, Any], description: str) -> None:
        self.job = job
        self.loop = GLib.MainLoop()
        self.error: str | None = None
        self.pipeline = Gst.parse_launch(description)
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::error", self.on_error)
        bus.connect("message::warning", self.on_warning)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: GLib.idle_add(self.loop.quit))

    def on_error(self, _bus: Any, message: Any) -> None:
        error, debug = message.parse_error()
        print(debug)
        self.error = self.error or f"{message.src.get_name()}: {error.message}"
        self.loop.quit()

    @staticmethod
    def on_warning(_bus: Any, message: Any) -> None:
        error, debug = message.parse_warning()
        print(f"warning: {message.src.get_name()}: {error.message} {debug}")

    def run(self) -> None:
        if self.pipeline.set_state(Gst.State.PLAYING) == Gst.StateChangeReturn.FAILURE:
            # The reason is on the bus, in most cases.
            GLib.timeout_add(300, self.loop.quit)
            self.loop.run()
            raise RunError(self.error or "the pipeline did not start")
        self.loop.run()
        if self.error:
            raise RunError(self.error)

    def stop(self) -> None:
        self.pipeline.set_state(Gst.State.NULL)


def add_sender(worker: Any) -> Any:
    """A Sender that starts with the main loop and ends it when it is done."""
    sender = Sender(worker.job, worker.pipeline)

    def start() -> bool:
        sender.feeder.start()
        return False

    def sample() -> bool:
        sender.sample()
        if not sender.feeder.is_alive():
            GLib.timeout_add(DRAIN_MS, worker.loop.quit)
            return False
        return True

    GLib.idle_add(start)
    GLib.timeout_add(SAMPLE_MS, sample)
    return sender


def finish(job: dict[str, Any], worker: Any, sender: Any) -> None:
    """The figures first: they are gone with the state NULL."""
    if sender.feeder.is_alive():
        sender.feeder.stop()
    write_json(job["folder"] + "/sender.json", sender.result())
    link = worker.pipeline.get_by_name("link")
    if link is not None:
        stats = link.get_property("stats")
        write_json(job["folder"] + "/link.json", {
            stats.nth_field_name(index): stats.get_value(stats.nth_field_name(index))
            for index in range(stats.n_fields())})
    worker.stop()


def run(job: dict[str, Any]) -> None:
    worker = Worker(job, pipelines.both(job))
    worker.pipeline.get_by_name("here").set_property(
        "proxysink", worker.pipeline.get_by_name("there"))
    sender = add_sender(worker)
    receiver = Receiver(job, worker.pipeline, lambda: GLib.timeout_add(
        max(1, round(job["delay"])), sender.on_request))
    try:
        worker.run()
    finally:
        finish(job, worker, sender)
        receiver.close()


def send(job: dict[str, Any]) -> None:
    worker = Worker(job, pipelines.sender(job))
    sender = add_sender(worker)
    requests = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    requests.bind(("", REQUEST_PORT))

    def listen() -> None:
        while True:
            if rtp.is_picture_loss(requests.recv(1500)):
                GLib.idle_add(sender.on_request)

    threading.Thread(target=listen, daemon=True).start()
    try:
        worker.run()
    finally:
        finish(job, worker, sender)


def receive(job: dict[str, Any]) -> None:
    worker = Worker(job, pipelines.receiver(job))
    requests = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver = Receiver(job, worker.pipeline, lambda: requests.sendto(
        rtp.picture_loss(0), (job["sender_host"], REQUEST_PORT)))

    def ready() -> bool:
        write_json(job["folder"] + "/receiver.json", {"ready": True})
        return False

    GLib.idle_add(ready)
    try:
        worker.run()
    finally:
        worker.stop()
        receiver.close()


ROLES = {"run": run, "send": send, "receive": receive, "speed": speed.measure}


def main(roles: Any, role: str, path: str) -> int:
    """Does one of the roles, {name: function of a job}; the exit status."""
    Gst.init(None)
    job = load_json(path)
    try:
        roles[role](job)
    except (RunError, GLib.Error, OSError) as error:
        text = getattr(error, "message", None) or str(error)
        print("error: " + " ".join(text.split()), flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(ROLES, *sys.argv[1:]))
