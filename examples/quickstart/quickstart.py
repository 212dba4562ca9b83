# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Real video from a real encoder over an emulated link, in one process.

encoder -> payloader -> screamtx -> linkemu -> screamrx -> depayloader -> decoder, and
the feedback through another linkemu back to screamtx; with losses, repair or smaller
pictures screamsink -> linkemu -> screamsrc.  Shows live what happens and writes a
picture of it.  Started by examples/quickstart/run.
"""
import os
import shlex
import signal
import sys

try:
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import GLib, Gst
except (ImportError, ValueError) as error:
    sys.exit(f"{error}\nFix: sudo apt-get install python3-gi gir1.2-gstreamer-1.0, and "
             "start examples/quickstart/run, which takes /usr/bin/python3.")

import bins
import media
import options as command_line
import parts

from gstscream import enums, libraries  # media's shared has found them

MISSING = libraries.missing("jinja2", "matplotlib", "numpy", "rich")
if MISSING:
    sys.exit(MISSING)

from meter import Meter
from view import View

ONE_WAY_DELAY = 25              # ms
QUEUE_LIMIT = 300


def set_word(element, name, word):
    """Sets a property that has words, or says which there are."""
    known = enums.nicks(element.find_property(name).value_type)
    if word not in known:
        sys.exit(f"--{name}: {word!r} is none of {', '.join(known)}")
    Gst.util_set_object_arg(element, name, word)


def title(options):
    """What is measured, and with which settings."""
    if command_line.needs_bins(options):
        return (f"screamsink ({options.encoder}, {options.controller}, repair={options.repair}, "
                f"adapt={options.adapt}) → linkemu ({options.loss:g} % lost) → screamsrc")
    return (f"{options.encoder} → screamtx ({options.controller}) → linkemu → screamrx → decoder")


class Quickstart:
    def __init__(self, options):
        self.options = options
        self.loop = GLib.MainLoop()
        self.failed = False
        self.file = None
        ends = bins if command_line.needs_bins(options) else parts
        self.title = title(options)
        self.pipeline = Gst.parse_launch(ends.description(
            media.source_description(options.input), options))
        self.configure()
        ends.join(self.pipeline, options)
        self.meter = Meter(self.pipeline, options.encoder, ends.frames(self.pipeline))
        ends.watch(self.pipeline, self.meter)
        self.view = View(self.title, options.seconds)

    def configure(self):
        options = self.options
        transmitter = self.pipeline.get_by_name("tx")
        # The maximum first: a minimum above it would be refused.
        for name in ("max", "min", "initial"):
            transmitter.set_property(f"{name}-bitrate", getattr(options, f"{name}_bitrate"))
        transmitter.set_property("controller", options.controller)
        for name in ("repair", "adapt"):
            if transmitter.find_property(name):  # screamtx has neither
                set_word(transmitter, name, getattr(options, name))
        link = self.pipeline.get_by_name("link")
        link.set_property("queue-limit-time", QUEUE_LIMIT)
        link.set_property("loss", options.loss / 100)
        if options.trace:
            link.set_property("trace", os.path.abspath(options.trace))
        else:
            link.set_property("schedule", options.schedule)
        for name in ("link", "back"):
            self.pipeline.get_by_name(name).set_property("delay", ONE_WAY_DELAY)
        if options.input and not options.input.startswith("/dev/"):
            self.file = media.FileInput(options.input, self.pipeline.get_by_name("frames"))

    def run(self):
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::error", self.on_error)
        bus.connect("message::warning", self.on_warning)
        bus.connect("message::element", self.on_element)
        bus.connect("message::eos", lambda *_: self.loop.quit())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: GLib.idle_add(self.on_signal))
        GLib.timeout_add(50, self.on_sample)
        GLib.timeout_add(200, self.on_show)
        self.meter.restart()
        if self.pipeline.set_state(Gst.State.PLAYING) == Gst.StateChangeReturn.FAILURE:
            # The reason is on the bus, in most cases.
            self.failed = True
            GLib.timeout_add(500, self.loop.quit)
        elif self.file:
            self.file.start(self.on_error)
        self.loop.run()
        self.view.close()

    def stop(self):
        if self.file:
            self.file.stop()
        self.pipeline.set_state(Gst.State.NULL)

    def on_sample(self):
        if self.meter.sample().time >= self.options.seconds:
            self.loop.quit()
        return GLib.SOURCE_CONTINUE

    def on_show(self):
        if self.meter.samples:
            self.view.show(self.meter.samples[-1], self.meter.frame_delay())
        return GLib.SOURCE_CONTINUE

    def on_signal(self):
        self.view.say("Stopped; the report is of what was measured so far.")
        self.loop.quit()
        return GLib.SOURCE_REMOVE

    def on_error(self, _bus, message):
        error, debug = message.parse_error()
        hint = media.package_hint(error.message)
        self.view.close()
        print(f"\nError from {message.src.get_name()}: {error.message}\n{debug or ''}"
              + (f"\nFix: {hint}" if hint else ""), file=sys.stderr)
        self.failed = True
        self.loop.quit()

    def on_warning(self, _bus, message):
        error, _ = message.parse_warning()
        self.view.say(f"Warning from {message.src.get_name()}: {error.message}")

    def on_element(self, _bus, message):
        structure = message.get_structure()
        name = structure.get_name()
        text = structure.get_string("text")
        if name.startswith("scream-") and text:
            self.view.say(f"{name}: {text}")

    def report(self):
        import report  # Matplotlib takes its time
        command = "examples/quickstart/run " + shlex.join(sys.argv[1:])
        summary = self.meter.summary()  # once: packets still arrive
        report.write(self.options.output, self.title, command, self.meter, summary,
                     self.options.svg)
        print()
        for what, value in summary:
            print(f"{what:<18} {value}")
        print(f"\nPicture: {os.path.abspath(self.options.output)}")


def main():
    options = command_line.parse()
    Gst.init(None)
    try:
        quickstart = Quickstart(options)
    except (GLib.Error, TypeError) as error:
        message = getattr(error, "message", str(error))
        hint = media.package_hint(message)
        sys.exit(f"The pipeline could not be made: {message}"
                 + (f"\nFix: {hint}" if hint else ""))
    quickstart.run()
    if quickstart.meter.samples:
        quickstart.report()
    quickstart.stop()
    sys.exit(quickstart.failed)


if __name__ == "__main__":
    main()
