# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The two gst-launch lines of the README, on loopback.

As written, but for the address, the camera and the window.
"""
import os
import pathlib
import re
import signal
import subprocess
import time
from typing import Any

import pytest

from plugins import environment, free_port
from where import ROOT

FRAMES = 60


def lines() -> dict[str, Any]:
    """{"screamtx": line, "screamrx": line} from the README."""
    text = pathlib.Path(os.path.join(ROOT, "README.md")).read_text("utf-8").replace("\\\n", " ")
    found = re.findall(r"^ *(?:meson devenv -C build )?(gst-launch-1\.0 .*)$", text, re.MULTILINE)
    return {name: next(line for line in found if f" {name} " in line)
            for name in ("screamtx", "screamrx")}


@pytest.mark.patient
def test_two_lines(tmp_path: pathlib.Path) -> None:
    port = str(free_port())
    both = {name: line.replace("5000", port) for name, line in lines().items()}
    sender = both["screamtx"].replace("HOST", "127.0.0.1")
    sender = sender.replace("gst-launch-1.0", "gst-launch-1.0 -v")
    sender = sender.replace("v4l2src", "videotestsrc is-live=true pattern=snow")
    receiver = re.sub(r"autovideosink\S*( \w+=\S+)*", f"fakesink num-buffers={FRAMES}",
                      both["screamrx"])
    env = environment(str(tmp_path))
    subprocess.run(["gst-inspect-1.0", "screamtx"], env=env, check=True,
                   stdout=subprocess.DEVNULL)
    receiving = subprocess.Popen(["sh", "-c", "exec " + receiver], env=env)
    time.sleep(0.5)  # so that the first key frame finds it listening
    log = tmp_path / "sender.log"
    with log.open("w", encoding="utf-8") as file:
        sending = subprocess.Popen(["sh", "-c", "exec " + sender], env=env, stdout=file)
    try:
        assert receiving.wait(timeout=30) == 0
    finally:
        receiving.kill()
        sending.send_signal(signal.SIGINT)
        sending.wait(timeout=20)
    estimates = re.findall(r"estimated-bitrate = (\d+)", log.read_text("utf-8"))
    # It went up, since loopback has room: so feedback came, by itself.
    assert len(estimates) > 2
    assert int(estimates[-1]) > int(estimates[0])
