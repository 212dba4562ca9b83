# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""rtspcamera.py: an IP camera for tests, with H.264 at /stream; prints its port."""
import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer

PICTURE = ("( videotestsrc is-live=true ! video/x-raw,width=320,height=240,framerate=30/1 ! "
           "x264enc tune=zerolatency speed-preset=ultrafast bitrate=400 key-int-max=30 ! "
           "rtph264pay name=pay0 pt=96 config-interval=-1 )")


def main() -> None:
    Gst.init(None)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(PICTURE)
    server = GstRtspServer.RTSPServer(address="127.0.0.1", service="0")
    server.get_mount_points().add_factory("/stream", factory)
    server.attach(None)
    print(server.get_bound_port(), flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
