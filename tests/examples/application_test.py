# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The examples of applications, run for some seconds."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from plugins import environment
from where import BUILD, ROOT

C_SECONDS = 8
PYTHON_SECONDS = 14
ANIMATED_SECONDS = 8
PATIENCE = 40  # s
EXAMPLES = os.path.join(ROOT, "examples", "application")


def has_needs(env: dict[str, str]) -> bool:
    """x264enc and PyGObject, which the examples use."""
    code = ("import gi; gi.require_version('Gst', '1.0'); from gi.repository import Gst; "
            "Gst.init(None); raise SystemExit(Gst.ElementFactory.find('x264enc') is None)")
    return subprocess.run([sys.executable, "-c", code], env=env, check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


def run_all(env: dict[str, str]) -> tuple[dict[str, str], dict[str, str], dict[str, int]]:
    """(output, errors, status) of each.  All run at the same time, which is shorter."""
    commands = {
        "c": [os.path.join(BUILD, "examples", "application", "two-cameras"),
              str(C_SECONDS)],
        "python": [sys.executable, os.path.join(EXAMPLES, "simulcast.py"),
                   str(PYTHON_SECONDS)],
        "animated": [sys.executable, os.path.join(EXAMPLES, "animated-link.py"),
                     str(ANIMATED_SECONDS)]}
    started = {name: subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE)
               for name, command in commands.items()}
    out, err, status = {}, {}, {}
    for name, process in started.items():
        try:
            out[name], err[name] = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out[name], err[name] = process.communicate()
        status[name] = process.returncode
    return out, err, status


def check_end(status: dict[str, int], err: dict[str, str]) -> None:
    assert status == {"c": 0, "python": 0, "animated": 0}, err
    assert "CRITICAL" not in err["c"] + err["python"] + err["animated"]
    assert "Traceback" not in err["python"] + err["animated"]


def check_c_split(out: str) -> None:
    """Four fifths for the speaker, all of it while the listener is paused."""
    parts, total = [], None
    for what, kbits in re.findall(r"^(tx|sink_0) may send (\d+)", out, re.M):
        if what == "tx":
            total = int(kbits)
        elif total:
            parts.append(int(kbits) / total)
    assert any(0.78 < part < 0.82 for part in parts), parts
    assert any(0.97 < part < 1.03 for part in parts), parts


def check_c_pauses(out: str) -> None:
    states = re.findall(r"^sink_1 is (\w+)", out, re.M)
    assert states == ["paused", "active"]
    assert "sink_1 sends 0 kbit/s" in out


def check_c_sets_one_encoder(out: str) -> None:
    steps = {int(kbits) for kbits in re.findall(r"listener is set to (\d+)", out)}
    assert steps
    assert {step % 50 for step in steps} == {0}


def check_python_layers(out: str) -> None:
    """The top one at least, in order."""
    switches = re.findall(r"^(sink_\d) (on|off)$", out, re.M)
    assert ("sink_2", "off") in switches
    assert ("sink_2", "on") in switches
    assert ("sink_0", "off") not in switches
    assert out.count("kbit/s:") >= PYTHON_SECONDS - 3


def check_animated(out: str) -> None:
    """From 3 Mbit/s down to 600 kbit/s, whose neighbourhood lasts for half a second, and up
    again; then some packets are lost.  The video is at most what the link carries."""
    links = [int(kbits) for kbits in re.findall(r"^link (\d+) kbit/s", out, re.M)]
    lowest = links.index(min(links))
    assert 600 <= links[lowest] < 1000, links
    assert links[2:lowest + 1] == sorted(links[2:lowest + 1], reverse=True)
    assert links[lowest:] == sorted(links[lowest:])
    assert links[-1] > 2000
    losses = re.findall(r"loss ([\d.]+)", out)
    assert (losses[2], losses[-1]) == ("0.00", "0.02")


@pytest.mark.patient
def test_what_they_say(tmp_path: pathlib.Path) -> None:
    env = environment(str(tmp_path))
    if not has_needs(env):
        pytest.skip("x264enc or PyGObject is missing")
    out, err, status = run_all(env)
    check_end(status, err)
    check_c_split(out["c"])
    check_c_pauses(out["c"])
    check_c_sets_one_encoder(out["c"])
    check_python_layers(out["python"])
    check_animated(out["animated"])
