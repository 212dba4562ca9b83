#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a line of GStreamer and exports the scream-stats of its senders to Prometheus."""
import argparse
import os
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst
from prometheus_client import Enum, Gauge, MetricsHandler

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "shared"))
from bounded import SECONDS, BoundedServer

SECOND = 10**9
STATES = ("none-yet", "ok", "missing", "stalled")
# field of the message: metric, unit in which it is divided, help
FIELDS = {
    "estimated-bitrate": ("scream_estimated_bitrate", 1, "media rate offered, bit/s"),
    "send-rate": ("scream_send_rate", 1, "sent on the wire, bit/s"),
    "acked-rate": ("scream_acked_rate", 1, "received by the other end, bit/s"),
    "rtt": ("scream_rtt_seconds", SECOND, "round trip"),
    "network-queue-delay": ("scream_network_queue_seconds", SECOND, "queue in the network"),
    "sender-queue-delay": ("scream_sender_queue_seconds", SECOND, "queue in the sender"),
    "loss-rate": ("scream_loss_ratio", 1, "part of the packets of the last second"),
    "packets-lost": ("scream_packets_lost", 1, "since the start"),
    "frames-skipped": ("scream_frames_skipped", 1, "not encoded, since the start"),
    "frames-discarded": ("scream_frames_discarded", 1, "too old to send, since the start"),
}


class Handler(MetricsHandler):
    timeout = SECONDS


class Exporter:
    def __init__(self):
        self.gauges = {field: (Gauge(name, text, ["element"]), unit)
                       for field, (name, unit, text) in FIELDS.items()}
        self.state = Enum("scream_feedback_state", "state of the feedback", ["element"],
                          states=STATES)

    def on_stats(self, element, stats):
        """A field that is not known yet, as the RTT before feedback, stays away."""
        for field, (gauge, unit) in self.gauges.items():
            if stats.has_field(field):
                gauge.labels(element).set(stats.get_value(field) / unit)
        self.state.labels(element).state(stats.get_string("feedback-state"))


def name_of(element):
    """Of the bin, if the sender is in one: the user knows that name."""
    parent = element.get_parent()
    return (parent if parent.get_factory() else element).get_name()


def set_intervals(pipeline, interval):
    """Of those in the line alone: a screamsink hands it on."""
    found = pipeline.iterate_elements()
    count = 0
    while True:
        result, element = found.next()
        if result != Gst.IteratorResult.OK:
            break
        if element.find_property("stats-interval"):
            element.set_property("stats-interval", int(interval * 1000))
            count += 1
    if count == 0:
        sys.exit("exporter: there is no screamtx or screamsink in the line")


def run(pipeline, exporter):
    loop = GLib.MainLoop()
    faults = []

    def on_message(_bus, message):
        if message.type == Gst.MessageType.ERROR:
            faults.append(message.parse_error().gerror.message)
        if message.type in (Gst.MessageType.ERROR, Gst.MessageType.EOS):
            loop.quit()
        elif message.has_name("scream-stats"):
            exporter.on_stats(name_of(message.src), message.get_structure())

    bus = pipeline.get_bus()
    bus.add_signal_watch()
    bus.connect("message", on_message)
    pipeline.set_state(Gst.State.PLAYING)
    try:
        loop.run()
    except KeyboardInterrupt:
        pass
    pipeline.set_state(Gst.State.NULL)
    if faults:
        sys.exit(f"exporter: {faults[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("line", help="pipeline, as for gst-launch-1.0, in quotes")
    parser.add_argument("--port", type=int, default=9105, help="of the metrics (%(default)s)")
    parser.add_argument("--address", default="127.0.0.1",
                        help="to listen at (%(default)s: this machine only)")
    parser.add_argument("--interval", type=float, default=1, help="period, s (%(default)s)")
    arguments = parser.parse_args()
    Gst.init(None)
    try:
        pipeline = Gst.parse_launch(arguments.line)
    except GLib.Error as error:
        sys.exit(f"exporter: {error.message}")
    if not isinstance(pipeline, Gst.Pipeline):
        sys.exit("exporter: the line has one element only: link a source to the sender")
    set_intervals(pipeline, arguments.interval)
    try:
        server = BoundedServer((arguments.address, arguments.port), Handler)
    except (OSError, OverflowError) as error:
        sys.exit(f"exporter: cannot listen at {arguments.address}, port {arguments.port}: {error}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    run(pipeline, Exporter())


if __name__ == "__main__":
    main()
