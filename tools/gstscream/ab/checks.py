# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Everything that can be known before the first run; the first fault is told in one
line that says what to do."""
from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any

from gi.repository import GLib, Gst

from gstscream import encoders, enums
from gstscream.ab.run import tun
from gstscream.ab.run.job import Job
from gstscream.errors import RunError, UserError

from . import workerprocess

if TYPE_CHECKING:
    from gstscream.ab.scenario.options import Options

LEAST_SPEED = 1.3               # times real time
SPEED_SECONDS = 90
ELEMENTS = ("screamtx", "screamrx", "linkemu")


def plugins() -> None:
    for name in ELEMENTS:
        if Gst.ElementFactory.find(name) is None:
            raise UserError(
                f"there is no element {name}: install gst-scream, or build it (meson setup "
                "build && ninja -C build) and start this with meson devenv -C build, or set "
                "GST_PLUGIN_PATH=BUILD/plugins/scream:BUILD/plugins/lab")


def nicks(element: str, name: str) -> Any:
    """The values of an enumeration, None if there is no such property."""
    found = Gst.ElementFactory.make(element, None).find_property(name)
    return found and enums.nicks(found.value_type)


def refusal(element: Any) -> Any:
    """Why it does not start with its settings; None if it does."""
    bus = Gst.Bus()
    element.set_bus(bus)
    element.set_state(Gst.State.PAUSED)
    message = bus.pop_filtered(Gst.MessageType.ERROR)
    element.set_state(Gst.State.NULL)
    element.set_bus(None)
    return message and message.parse_error()[0].message


def controllers(options: Options) -> None:
    for one in options.controllers.values():
        words = " ".join(["screamtx", options.screamtx or "", one.words()])
        try:
            element = Gst.parse_launch(words)
        except GLib.Error as error:
            raise UserError(f"screamtx for {one.label}: {error.message}; see "
                            "gst-inspect-1.0 screamtx") from error
        refused = refusal(element)
        if refused:
            raise UserError(f"screamtx for {one.label}: {refused}")


def encoder_names(options: Options) -> None:
    for name in options.encoders:
        if name not in encoders.CODECS:
            raise UserError(f"--encoders: {name!r} is none of "
                            + ", ".join(sorted(encoders.CODECS)))
        for element in encoders.codec(name).elements():
            if Gst.ElementFactory.find(element) is None:
                raise UserError(f"--encoders {name}: there is no element {element}: sudo "
                                f"apt-get install {encoders.package(element)}")


def links(options: Options) -> None:
    known = nicks("linkemu", "aqm")
    element = Gst.ElementFactory.make("linkemu", None)
    for link in options.links:
        for name, value in link.properties().items():
            if element.find_property(name) is None:
                raise UserError(f"--link {link.name}: this linkemu has no {name}")
            if name == "aqm" and value not in known:
                raise UserError(f"--link {link.name}: aqm={value} is none of "
                                + ", ".join(known))


def program(name: str, package: str) -> None:
    if shutil.which(name) is None:
        raise UserError(f"there is no {name}: sudo apt-get install {package}")


def network(options: Options) -> None:
    """For --tun; keeps where the programs are."""
    if not options.tun:
        return
    if os.geteuid() != 0:
        raise UserError("--tun makes network namespaces: start it with sudo, or leave --tun "
                        "out to run over the element linkemu")
    plugin = Gst.ElementFactory.find("linkemu").get_plugin()
    options.linkemu_tun, options.linkemu_netns = tun.programs(plugin.get_filename())
    if not options.linkemu_tun or not options.linkemu_netns:
        raise UserError("--tun: there is no linkemu-tun or linkemu-netns: install gst-scream, "
                        "or build all of it: ninja -C build")
    program("ip", "iproute2")
    if not os.path.exists("/dev/net/tun"):
        raise UserError("--tun: there is no /dev/net/tun: modprobe tun, and in a container "
                        "start it with --device /dev/net/tun")
    if any(link.tcp() for link in options.links):
        program("iperf3", "iperf3")
        cubic()
    namespaces(options)


def cubic() -> None:
    path = "/proc/sys/net/ipv4/tcp_available_congestion_control"
    with open(path, encoding="ascii") as file:
        if "cubic" not in file.read().split():
            raise UserError("--tcp: the kernel has no CUBIC: modprobe tcp_cubic")


def namespaces(options: Options) -> None:
    """A pair is made and removed."""
    try:
        with tun.Namespaces(options.linkemu_netns):
            pass
    except RunError as error:
        raise UserError(f"--tun: {error}; in a container start it with --privileged"
                        ) from error


def speeds(options: Options, source: Any) -> None:
    """Encoders one by one, as fast as they can."""
    for name in options.encoders:
        found = encoder_speed(options, source, name)
        if found < LEAST_SPEED:
            raise UserError(
                f"too little CPU for real time: {name} makes {found:.1f} times as many frames "
                f"as are needed, {LEAST_SPEED} is the least; give a smaller --size or "
                "--framerate, another encoder, or end what else runs")


def encoder_speed(options: Options, source: Any, name: str) -> Any:
    with tempfile.TemporaryDirectory(prefix="scream-ab-") as folder:
        job = Job(folder, source, *options.size, options.framerate, name, options.max_bitrate)
        try:
            return workerprocess.result("speed", job, name, SPEED_SECONDS)["speed"]
        except RunError as error:
            raise UserError(f"--encoders {name} does not work here: {error}") from error


def everything(options: Options) -> None:
    """What needs no prepared picture."""
    plugins()
    controllers(options)
    encoder_names(options)
    links(options)
    program("ffmpeg", "ffmpeg")
    network(options)
