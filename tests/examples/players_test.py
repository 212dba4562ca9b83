# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Players that know nothing of screamsink, by the SDP file that it writes."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest

from plugins import environment, free_port

FRAMES = 20
PATIENCE = 30  # s; the encoder makes a key frame in four
SENDER = ("gst-launch-1.0 videotestsrc is-live=true ! video/x-raw,width=160,height=120,"
          "framerate=30/1 ! screamsink port={port} encoder={encoder} controller=fixed "
          "initial-bitrate=300000 sdp-location={file}")
# The whitelist is for the SDP file: ffmpeg takes no other protocol from a file unasked.
PLAYER = ("ffmpeg -nostdin -v info -protocol_whitelist file,udp,rtp -i {file} "
          "-frames:v {n} -f null -")


def has_element(name: str, env: dict[str, str]) -> bool:
    return subprocess.run(["gst-inspect-1.0", "--exists", name], env=env,
                          check=False).returncode == 0


@pytest.mark.patient
@pytest.mark.parametrize("encoder, codec", [("x264enc", "h264"), ("vp8enc", "vp8")])
def test_ffmpeg(tmp_path: pathlib.Path, encoder: str, codec: str) -> None:
    env = environment(str(tmp_path))
    if shutil.which("ffmpeg") is None or not has_element(encoder, env):
        pytest.skip(f"ffmpeg or {encoder} is missing")
    file = str(tmp_path / "stream.sdp")
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
    assert played.returncode == 0, played.stderr
    assert f"Video: {codec}" in played.stderr
    assert "160x120" in played.stderr
    assert re.search(rf"frame= *{FRAMES}\b", played.stderr)
