# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""screamsink and screamsrc over loopback, with the link between their sockets."""
import socket

from gi.repository import Gio, Gst

from frames import FrameDelay

HOST = "127.0.0.1"
# Two round trips, a frame, and what a busy machine is late.
LATENCY = 160                   # ms that screamsrc waits for packets that come again


def description(source, options):
    """The whole pipeline, in the words of gst-launch-1.0."""
    sink = "autovideosink sync=false" if options.display else "fakesink sync=false"
    return (
        f"{source} queue leaky=downstream max-size-buffers=2 ! screamsink name=tx host={HOST} "
        f"encoder={options.encoder} repair-deadline={LATENCY} "
        "udpsrc name=link_in ! linkemu name=link ! "
        f"udpsink name=link_out host={HOST} sync=false async=false "
        "udpsrc name=back_in ! linkemu name=back ! "
        f"udpsink name=back_out host={HOST} sync=false async=false "
        f"screamsrc name=rx address={HOST} latency={LATENCY} ! "
        f"videoconvert name=received ! {sink}")


def bound_socket():
    """(socket, port) of one end of the link."""
    made = Gio.Socket.new(Gio.SocketFamily.IPV4, Gio.SocketType.DATAGRAM,
                          Gio.SocketProtocol.UDP)
    made.bind(Gio.InetSocketAddress.new_from_string(HOST, 0), False)
    return made, made.get_local_address().get_port()


def free_ports(count):
    """Ports of UDP that nobody has now, all different."""
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for one in sockets:
        one.bind((HOST, 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def join(pipeline, _options):
    """Each end sends to its side of the link, and takes what comes from there."""
    get = pipeline.get_by_name
    sender_port, receiver_port = free_ports(2)
    sender_side, sender_side_port = bound_socket()
    receiver_side, _ = bound_socket()
    for name, side in (("link_in", sender_side), ("back_out", sender_side),
                       ("back_in", receiver_side), ("link_out", receiver_side)):
        get(name).set_property("socket", side)
        get(name).set_property("close-socket", False)
    get("tx").set_property("bind-port", sender_port)
    get("tx").set_property("port", sender_side_port)
    get("back_out").set_property("port", sender_port)
    get("link_out").set_property("port", receiver_port)
    get("rx").set_property("port", receiver_port)


def frames(pipeline):
    """A FrameDelay."""
    found = FrameDelay(pipeline.get_by_name("tx").get_static_pad("sink"),
                          pipeline.get_by_name("received").get_static_pad("sink"))

    def on_added(_pipeline, _parent, element):
        if "Depayloader" in (element.get_metadata("klass") or ""):
            found.watch_receiver(element.get_static_pad("sink"))

    pipeline.connect("deep-element-added", on_added)
    return found


def watch(pipeline, meter):
    """What screamsink makes when it starts."""
    def on_encoder(_sink, _receiver, _pad, encoder):
        meter.watch_encoder(encoder)
        return False            # screamsink configures it

    def on_pad(_transmitter, pad):
        if pad.get_direction() == Gst.PadDirection.SINK:
            meter.frames.watch_sender(pad)

    def on_added(_pipeline, _parent, element):
        if element.get_name() == "screamtx":
            element.foreach_sink_pad(on_pad)
            element.connect("pad-added", on_pad)

    pipeline.get_by_name("tx").connect("encoder-setup", on_encoder)
    pipeline.connect("deep-element-added", on_added)
