# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The examples of an application that sets its encoder by rtpscreambwe, in three languages."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
from statistics import mean
from typing import Any

import pytest

from lossyrelay import LossyRelay
from plugins import ended, environment, free_port
from where import BUILD, ROOT

SOURCE = os.path.join(ROOT, "examples", "bwe")
CARGO = {"CARGO_TARGET_DIR": os.path.join(BUILD, "bwe-rust"), "CARGO_PROFILE_DEV_DEBUG": "0"}
NO_REGISTRY = re.compile("failed to download|Could not resolve|Couldn't resolve|timed out")
RUST = (1, 85)                  # of examples/bwe/rust/Cargo.toml
LINK, SECONDS = 1_200_000, 8    # bit/s, s


def in_c() -> list[str]:
    return [os.path.join(BUILD, "examples", "bwe", "bwe-send")]


def in_python() -> list[str]:
    pytest.importorskip("gi")
    return [sys.executable, "-B", os.path.join(SOURCE, "bwe_send.py")]


def in_rust() -> list[str]:
    """Compiled in a folder that stays: the first time takes a minute."""
    said = shutil.which("cargo") and subprocess.run(
        ["cargo", "--version"], capture_output=True, text=True).stdout
    if not said or tuple(map(int, re.findall(r"\d+", said)[:2])) < RUST:
        pytest.skip(f"there is no Rust of at least {RUST}")
    built = subprocess.run(["cargo", "build", "-q"], cwd=os.path.join(SOURCE, "rust"),
                           env={**os.environ, **CARGO}, capture_output=True, text=True)
    if NO_REGISTRY.search(built.stderr):
        pytest.skip("cargo does not reach its registry, for gstreamer")
    assert built.returncode == 0, built.stderr
    return [os.path.join(CARGO["CARGO_TARGET_DIR"], "debug", "bwe-send")]


@pytest.mark.patient
@pytest.mark.parametrize("program", [in_c, in_python, in_rust])
def test_follows_the_link(program: Any, tmp_path: pathlib.Path) -> None:
    argv, env, port = program(), environment(str(tmp_path)), free_port()
    receiver = subprocess.Popen(
        ["gst-launch-1.0", "-q", "udpsrc", f"port={port}", "caps=application/x-rtp", "!",
         "screamrx", "!", "fakesink"], env=env)
    relay = LossyRelay(port, 0.01, 0, schedule=[(0, LINK)])
    try:
        run = subprocess.run([*argv, "127.0.0.1", str(relay.port), str(SECONDS)], env=env,
                             check=True, stdout=subprocess.PIPE, text=True)
    finally:
        relay.close()
        ended(receiver, 10)
    rates = [int(line) for line in run.stdout.split()]
    # It begins above the link, which only feedback tells.
    assert len(rates) > 5
    assert rates[0] > 1.2 * LINK, rates
    assert 0.6 * LINK < mean(rates[len(rates) // 2:]) < 1.1 * LINK, rates
