# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pipelines of a run: one, or those of sender and receiver in their namespaces."""
import contextlib
import ctypes
import signal
from collections.abc import Callable, Iterator
from typing import Any

from gi.repository import GLib, Gst

from gstscream.errors import RunError
from gstscream.files import write_json

from . import pipelines
from .job import Job
from .receiver import Receiver
from .sender import Sender

SAMPLE_MS = 100
DRAIN_MS = 1000                 # after the last frame, until its packets have come
ENDING = (signal.SIGINT, signal.SIGTERM)
CLONE_NEWNET = 0x40000000       # of setns (2), which Python has from 3.12 on


def enter(namespace: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(namespace, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


@contextlib.contextmanager
def inside(namespace: str) -> Iterator[None]:
    """Sockets that this thread makes meanwhile are of that network namespace."""
    with open("/proc/thread-self/ns/net", "rb") as home, \
            open(f"/run/netns/{namespace}", "rb") as there:
        enter(there.fileno())
        try:
            yield
        finally:
            enter(home.fileno())


class Pipelines:
    """With a main loop; they end by themselves, or upon SIGTERM."""

    def __init__(self, job: Job) -> None:
        self.loop = GLib.MainLoop()
        self.error: str | None = None
        name = job.namespaces       # the receiver is there first
        words = {name + "-b": pipelines.receiver, name + "-a": pipelines.sender} if name else {
            "": pipelines.both}
        self.places = {place: Gst.parse_launch(describe(job)) for place, describe in words.items()}
        for pipeline in self.places.values():
            bus = pipeline.get_bus()
            bus.add_signal_watch()
            bus.connect("message::error", self.on_error)
            bus.connect("message::warning", self.on_warning)
        here = self.element("here")
        if here:
            here.set_property("proxysink", self.element("there"))
        for number in ENDING:
            signal.signal(number, lambda *_: GLib.idle_add(self.loop.quit))

    def element(self, name: str) -> Any:
        return next(filter(None, (each.get_by_name(name) for each in self.places.values())), None)

    def on_error(self, _bus: Any, message: Any) -> None:
        error, debug = message.parse_error()
        print(debug)
        self.error = self.error or f"{message.src.get_name()}: {error.message}"
        self.loop.quit()

    @staticmethod
    def on_warning(_bus: Any, message: Any) -> None:
        error, debug = message.parse_warning()
        print(f"warning: {message.src.get_name()}: {error.message} {debug}")

    def play(self) -> bool:
        for place, pipeline in self.places.items():
            with inside(place) if place else contextlib.nullcontext():
                if pipeline.set_state(Gst.State.PLAYING) == Gst.StateChangeReturn.FAILURE:
                    return False
        return True

    def run(self) -> None:
        if not self.play():
            # The reason is on the bus, in most cases.
            GLib.timeout_add(300, self.loop.quit)
            self.loop.run()
            raise RunError(self.error or "the pipeline did not start")
        self.loop.run()
        if self.error:
            raise RunError(self.error)

    def stop(self) -> None:
        for pipeline in self.places.values():
            pipeline.set_state(Gst.State.NULL)
        for number in ENDING:       # what comes after them has no main loop
            signal.signal(number, signal.SIG_DFL)


def add_sender(job: Job, running: Pipelines, on_start: Callable[[float], None]) -> Sender:
    """A Sender that starts with the main loop and ends it when it is done."""
    sender = Sender(job, running.element, on_start)

    def start() -> bool:
        sender.feeder.start()
        return False

    def sample() -> bool:
        sender.sample()
        if not sender.feeder.is_alive():
            GLib.timeout_add(DRAIN_MS, running.loop.quit)
            return False
        return True

    GLib.idle_add(start)
    GLib.timeout_add(SAMPLE_MS, sample)
    return sender


def finish(job: Job, running: Pipelines, sender: Sender) -> dict[str, Any]:
    """The figures first: they are gone with the state NULL."""
    if sender.feeder.is_alive():
        sender.feeder.stop()
    found = sender.result()
    link = running.element("link")
    if link is not None:
        stats = link.get_property("stats")
        write_json(job.folder + "/link.json", {
            stats.nth_field_name(index): stats.get_value(stats.nth_field_name(index))
            for index in range(stats.n_fields())})
    running.stop()
    return found


def run(job: Job, on_start: Callable[[float], None]) -> dict[str, Any]:
    """What the sender noted; on_start(time of its first frame)."""
    running = Pipelines(job)
    sender = add_sender(job, running, on_start)
    receiver = Receiver(job, running.element("sink"), lambda: GLib.timeout_add(
        max(1, round(job.delay)), sender.on_request))
    try:
        running.run()
    finally:
        found = finish(job, running, sender)
        receiver.close()
    return found
