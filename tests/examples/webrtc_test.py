# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The example examples/webrtc offers what its page is to answer.

No browser: tests/e2e/webrtc has one.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from typing import Any

import pytest

from where import BUILD, ROOT

FOLDER = os.path.join(ROOT, "examples", "webrtc")
EXAMPLE = os.path.join(FOLDER, "camera-to-browser")
PATIENCE = 60                   # s, on a busy machine
PROBE = """
import gi
for name in ("Gst", "GstWebRTC", "GstSdp"):
    gi.require_version(name, "1.0")
from gi.repository import Gst, GstWebRTC, GstSdp
Gst.init(None)
for name in "webrtcbin nicesink srtpenc dtlsenc vp8enc x264enc opusenc".split():
    assert Gst.ElementFactory.find(name), name
"""


def environment() -> dict[str, Any]:
    return dict(os.environ, GST_PLUGIN_PATH=os.path.join(BUILD, "plugins", "scream"),
                GST_REGISTRY=os.path.join(BUILD, "webrtc-test-registry.bin"))


if not shutil.which("/usr/bin/python3") or subprocess.run(
        ["/usr/bin/python3", "-c", PROBE], env=environment(), check=False,
        capture_output=True).returncode:
    pytest.skip("webrtcbin, nicesink or gir1.2-gst-plugins-bad-1.0 is not here",
                allow_module_level=True)


class Example:
    """The program while the block runs."""

    def __init__(self, *options: Any, program: str = "camera-to-browser") -> None:
        self.process = subprocess.Popen(
            [os.path.join(FOLDER, program), "--port", "0", *options],
            env=environment(), stdout=subprocess.PIPE, text=True)
        self.url: Any = None
        self.token: Any = None

    def __enter__(self) -> "Example":
        said = self.process.stdout.readline()
        self.url, self.token = re.match(r"Open (\S+)#(\S+)", said).groups()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)

    def get(self, path: Any, body: str | None = None) -> Any:
        data = None if body is None else body.encode()
        request = urllib.request.Request(self.url + path, data,
                                         {"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return reply.read().decode()

    def status(self, path: str, body: Any = None) -> Any:
        try:
            self.get(path, body)
            return 200
        except urllib.error.HTTPError as error:
            return error.code


def check_offer(codec: Any, *options: Any, **program: Any) -> Any:
    with Example("--codec", codec, *options, **program) as example:
        sdp = json.loads(example.get("offer", "null"))["sdp"]
    assert "a=candidate" in sdp
    media = sdp.split("\r\nm=")[1:]
    for section in media:
        assert "transport-cc" in section
        assert "a=rtcp-fb:* ack ccfb\r\n" in section
        assert "transport-wide-cc-extensions-01" in section
    return media


def test_offer() -> None:
    media = check_offer("h264")
    assert len(media) == 1
    assert "H264/90000" in media[0]
    assert "rtx/90000" in media[0]


def test_offer_of_several_streams() -> None:
    media = check_offer("vp8", "--cameras", "2", "--audio")
    assert [section.split()[0] for section in media] == ["video", "video", "audio"]
    for section in media:
        assert "a=sendonly\r\n" in section


@pytest.mark.parametrize("codec", ["vp8", "h264"])
def test_offer_to_receive(codec: str) -> None:
    media = check_offer(codec, program="camera-from-browser")
    assert len(media) == 1
    assert "a=recvonly" in media[0]
    assert codec.upper() + "/90000" in media[0]
    assert "nack pli" in media[0]


def test_page_that_sends() -> None:
    with Example(program="camera-from-browser") as example:
        page = example.get("?test")
    assert "getUserMedia" in page
    assert "camera-from-browser" in page


def test_page_and_mistakes() -> None:
    with Example() as example:
        assert "RTCPeerConnection" in example.get("")
        assert example.status("nothing") == 404
        assert example.status("nothing", "{}") == 404
        assert example.status("answer", "{}") == 404


def test_run_is_quiet_about_its_options() -> None:
    done = subprocess.run([EXAMPLE, "--codec", "theora"], capture_output=True,
                          text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert "--codec" in done.stderr
