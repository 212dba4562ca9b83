"""The encoders that the quickstart knows, and what goes with each."""

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
