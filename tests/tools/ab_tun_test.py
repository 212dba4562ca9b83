# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The option --tun of scream-ab, with TCP of the kernel.  Needs root, TUN, iperf3."""
import csv
import json
import os
import pathlib
import shutil
import subprocess
from typing import Any

import pytest

from where import BUILD, ROOT

PROGRAM = os.path.join(ROOT, "tools", "scream-ab")
PATIENCE = 120
ENVIRONMENT = {
    **os.environ, "GST_REGISTRY": os.path.join(BUILD, "registry.bin"),
    "GST_PLUGIN_PATH": os.pathsep.join(
        os.path.join(BUILD, "plugins", name) for name in ("scream", "lab"))}


def obstacle() -> str | None:
    """Why this cannot run here, or None."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if not os.path.exists("/dev/net/tun"):
        return "there is no /dev/net/tun"
    for name in ("ffmpeg", "iperf3", "ip"):
        if shutil.which(name) is None:
            return f"there is no {name}"
    script = os.path.join(ROOT, "tools", "linkemu-netns")
    name = f"ab-test-{os.getpid()}"
    made = subprocess.run([script, "add", name], check=False, capture_output=True)
    if made.returncode:
        return "network namespaces cannot be made here"
    subprocess.run([script, "del", name], check=False)
    return None


REASON = obstacle()
if REASON:
    pytest.skip(REASON, allow_module_level=True)


def namespaces() -> list[Any]:
    """Those of scream-ab; others may come and go meanwhile."""
    found = os.listdir("/run/netns") if os.path.isdir("/run/netns") else []
    return sorted(name for name in found if name.startswith("scream-ab-"))


@pytest.mark.patient
def test_video_beside_cubic(tmp_path: pathlib.Path) -> None:
    before = namespaces()
    place = str(tmp_path)
    out = os.path.join(place, "out")
    done = subprocess.run(
        ["/usr/bin/python3", "-B", PROGRAM, "--tun", "--controllers", "fixed",
         "--initial-bitrate", "300k", "--size", "320x180", "--seconds", "7",
         "--repeat", "1", "--tcp", "2-5", "--link", "rate=1M delay=10ms queue=300ms",
         "-o", out],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=place,
        timeout=PATIENCE, check=False, env=ENVIRONMENT)
    assert done.returncode == 0, done.stdout + done.stderr
    check(out)
    assert namespaces() == before


def check(out: str) -> None:
    with open(os.path.join(out, "results.csv"), newline="", encoding="utf-8") as file:
        row, = csv.DictReader(file)
    assert (row["state"], row["tcp"]) == ("done", "2-5")
    # TCP fills what 300 kbit/s of video with headers leaves, and the queue.
    assert float(row["tcp_share"]) > 0.3
    assert float(row["tcp_share"]) < 0.8
    assert float(row["rtp_share"]) > 0.15
    assert float(row["queue_max_ms"]) > 100
    assert float(row["queue_max_ms"]) < 340
    assert float(row["psnr_db"]) > 15
    folder = os.path.join(out, "runs", row["id"])
    with open(os.path.join(folder, "iperf3-0.json"), encoding="utf-8") as file:
        assert json.load(file)["end"]["sender_tcp_congestion"] == "cubic"
    with open(os.path.join(folder, "tcp.csv"), newline="", encoding="ascii") as file:
        rates = [(float(one["time"]), float(one["rate"])) for one in csv.DictReader(file)]
    assert max(rate for when, rate in rates if when < 1.9) == 0
    assert max(rate for when, rate in rates if 2.5 < when < 5) > 4e5
