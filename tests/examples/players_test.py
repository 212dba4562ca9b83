# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Players that know nothing of screamsink, by the SDP file that it writes."""
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from typing import Any

import realtime
from plugins import environment
from where import BUILD

FRAMES = 20
PATIENCE = 30  # s; the encoder makes a key frame in four
SENDER = ("gst-launch-1.0 videotestsrc is-live=true ! video/x-raw,width=160,height=120,"
          "framerate=30/1 ! screamsink port={port} encoder={encoder} controller=fixed "
          "initial-bitrate=300000 sdp-location={file}")
# The whitelist is for the SDP file: ffmpeg takes no other protocol from a file unasked.
PLAYER = ("ffmpeg -nostdin -v info -protocol_whitelist file,udp,rtp -i {file} "
          "-frames:v {n} -f null -")


def free_port() -> Any:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def has_element(name: str, env: dict[str, str]) -> bool:
    return subprocess.run(["gst-inspect-1.0", "--exists", name], env=env,
                          check=False).returncode == 0


@realtime.patient
class Players(unittest.TestCase):
    def play(self, encoder: str, codec: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            env = environment(BUILD, folder)
            if shutil.which("ffmpeg") is None or not has_element(encoder, env):
                self.skipTest(f"ffmpeg or {encoder} is missing")
            file = os.path.join(folder, "stream.sdp")
            sender = SENDER.format(port=free_port(), encoder=encoder, file=file)
            sending = subprocess.Popen(sender.split(), env=env, stdout=subprocess.DEVNULL)
            try:
                end = time.monotonic() + PATIENCE
                while not os.path.exists(file) and time.monotonic() < end:
                    time.sleep(0.05)
                played = subprocess.run(PLAYER.format(file=file, n=FRAMES).split(), text=True,
                                        stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
            finally:
                sending.send_signal(signal.SIGINT)
                sending.wait(timeout=PATIENCE)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn(f"Video: {codec}", played.stderr)
        self.assertIn("160x120", played.stderr)
        self.assertRegex(played.stderr, rf"frame= *{FRAMES}\b")

    def test_h264(self) -> None:
        self.play("x264enc", "h264")

    def test_vp8(self) -> None:
        self.play("vp8enc", "vp8")
