# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The encoders that our programs know, and what goes with each."""
from typing import Any, NamedTuple

# Names of encoders: its settings, payloader, depayloader and decoder.  Bitrates
# are not set here: that is screamtx's work.  One thread in the decoder: with
# more it would hold frames back.
CODECS = {
    "x264enc": (
        "x264enc name=encoder tune=zerolatency speed-preset=superfast key-int-max=300",
        "rtph264pay config-interval=-1 aggregate-mode=zero-latency",
        "rtph264depay", "avdec_h264 max-threads=1"),
    "openh264enc": (
        "openh264enc name=encoder complexity=low rate-control=bitrate gop-size=300",
        "rtph264pay config-interval=-1 aggregate-mode=zero-latency",
        "rtph264depay", "avdec_h264 max-threads=1"),
    "x265enc": (
        "x265enc name=encoder tune=zerolatency speed-preset=ultrafast key-int-max=300",
        "h265parse ! rtph265pay config-interval=-1 aggregate-mode=zero-latency",
        "rtph265depay", "avdec_h265 max-threads=1"),
    "vp8enc": (
        "vp8enc name=encoder deadline=1 cpu-used=8 keyframe-max-dist=300",
        "rtpvp8pay", "rtpvp8depay", "vp8dec"),
    "vp9enc": (
        "vp9enc name=encoder deadline=1 cpu-used=8 row-mt=true threads=2 "
        "keyframe-max-dist=300",
        "rtpvp9pay", "rtpvp9depay", "vp9dec"),
}

# Which Debian package has an element that might be missing.
PACKAGES = {
    "x264enc": "gstreamer1.0-plugins-ugly",
    "openh264enc": "gstreamer1.0-plugins-bad",
    "x265enc": "gstreamer1.0-plugins-bad",
    "h265parse": "gstreamer1.0-plugins-bad",
    "avdec_h264": "gstreamer1.0-libav",
    "avdec_h265": "gstreamer1.0-libav",
}
OTHER_PACKAGE = "gstreamer1.0-plugins-good"

# The properties that hold the bitrate: name and bit/s that 1 stands for.
BITRATE = {
    "x264enc": ("bitrate", 1000),
    "x265enc": ("bitrate", 1000),
    "openh264enc": ("bitrate", 1),
    "vp8enc": ("target-bitrate", 1),
    "vp9enc": ("target-bitrate", 1),
}

# encoding-name of the RTP caps
ENCODING_NAMES = {"x264enc": "H264", "openh264enc": "H264", "x265enc": "H265",
                  "vp8enc": "VP8", "vp9enc": "VP9"}


class Codec(NamedTuple):
    """The words of gst-launch-1.0 for each part."""
    encoder: str
    payloader: str
    depayloader: str
    decoder: str

    def elements(self) -> list[Any]:
        """The names of all elements in it."""
        parts = " ! ".join(self).split(" ! ")
        return [part.split()[0] for part in parts]


def codec(encoder: str) -> Any:
    return Codec(*CODECS[encoder])


def package(element: str) -> Any:
    """The Debian package that has an element."""
    return PACKAGES.get(element, OTHER_PACKAGE)


def target(encoder: str, element: Any) -> Any:
    """The bitrate in bit/s that an encoder's element is set to."""
    name, unit = BITRATE[encoder]
    return element.get_property(name) * unit
