# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What on a machine makes figures in real time untrustworthy, from /proc and /sys.

root: the folder that has proc and sys, so that tests can have their own.
"""
import glob
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gstscream.stats.distribution import quantile

FINE, NOTE, BAD = "fine", "note", "bad"
TICK = os.sysconf("SC_CLK_TCK")
SLOW_CLOCKS = ("hpet", "acpi_pm", "jiffies", "refined-jiffies")
# Of all processors: with 5 % tests/realtime.py takes a missed bound for the machine's fault.
BUSY, STOLEN = 0.05, 0.01
LATE_P99 = 1.0                  # ms, what linkemu-tun takes for trusted
PAUSE = 0.001                   # s
SECONDS = 1.0                   # that the machine is watched
# They hold packets back, or lose them, on purpose.
SHAPERS = ("netem", "tbf", "htb", "hfsc", "cake", "cbs", "taprio")


class Finding(NamedTuple):
    name: str
    level: str                  # FINE, NOTE, BAD
    text: str
    remedy: str = ""


def read(*parts: str) -> str:
    """The text of a file, "" if there is none."""
    try:
        with open(os.path.join(*parts), encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def governor(root: str) -> Any:
    files = os.path.join(root, "sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
    found = sorted({read(path) for path in glob.glob(files)} - {""})
    if not found:
        return Finding("governor", FINE, "not set by this kernel")
    text = ", ".join(found)
    if found == ["performance"]:
        return Finding("governor", FINE, text)
    return Finding("governor", BAD, f"{text}: encoders begin slowly after each pause",
                   "sudo cpupower frequency-set -g performance (Debian: linux-cpupower)")


def clock_source(root: str) -> Any:
    folder = os.path.join(root, "sys/devices/system/clocksource/clocksource0")
    found, others = (read(folder, name) for name in ("current_clocksource",
                                                     "available_clocksource"))
    if found not in SLOW_CLOCKS:
        return Finding("clock source", FINE, found or "not known")
    better = [name for name in others.split() if name not in SLOW_CLOCKS]
    return Finding("clock source", BAD, f"{found}: reading the clock takes microseconds",
                   f"echo {better[0]} | sudo tee {folder}/current_clocksource" if better
                   else "add tsc=reliable to the kernel's command line, if the processor's is, "
                   "or use another machine")


def quota(root: str) -> Any:
    """Of a container."""
    words = read(root, "sys/fs/cgroup/cpu.max").split()
    if len(words) != 2 or not all(word.isdecimal() for word in words) or words[1] == "0":
        return Finding("processor quota", FINE, "none")
    return Finding("processor quota", BAD,
                   f"{int(words[0]) / int(words[1]):g} processors: at its end all "
                   "programs stop for some ms", "start the container without --cpus; pin it with "
                   "--cpuset-cpus instead")


def processors(count: Any) -> Any:
    if count > 1:
        return Finding("processors", FINE, str(count))
    return Finding("processors", BAD, "one: encoder, link and receiver wait for each other",
                   "use a machine with two or more")


class Load(NamedTuple):
    """Seconds since the machine was started."""
    all: float
    idle: float
    stolen: float
    processes: dict[str, Any]             # {pid: (name, seconds)}


def load(root: str) -> Any:
    """None where there is no /proc."""
    fields = read(root, "proc/stat").partition("\n")[0].split()[1:9]
    if len(fields) < 8:
        return None
    user, nice, system, idle, waits, irq, softirq, stolen = (int(each) / TICK for each in fields)
    return Load(user + nice + system + idle + waits + irq + softirq + stolen, idle + waits,
                stolen, dict(processes(root)))


def processes(root: str) -> Iterator[Any]:
    for path in glob.glob(os.path.join(root, "proc/[0-9]*/stat")):
        head, _, rest = read(path).rpartition(")")
        fields = rest.split()
        if len(fields) > 12:
            pid, _, name = head.partition(" (")
            yield int(pid), (name, (int(fields[11]) + int(fields[12])) / TICK)


def busy(before: Any, after: Any, own: Any) -> list[Any]:
    """own: s that we used in between; findings of the load and of what the host took."""
    if before is None or after is None or after.all <= before.all:
        return [Finding("load", FINE, "not known")]
    span = after.all - before.all
    stolen = (after.stolen - before.stolen) / span
    used = max(0.0, 1 - (after.idle - before.idle + own) / span - stolen)
    return [heavy(used, before, after), taken(stolen)]


def heavy(used: Any, before: Any, after: Any) -> Any:
    text = f"others use {100 * used:.0f} % of the processors"
    if used <= BUSY:
        return Finding("load", FINE, text)
    spent = {pid: seconds - before.processes.get(pid, (name, 0.0))[1]
             for pid, (name, seconds) in after.processes.items() if pid != os.getpid()}
    worst = sorted(spent, key=spent.__getitem__, reverse=True)[:3]
    names = [f"{after.processes[pid][0]} ({pid})" for pid in worst if spent[pid] > 0]
    return Finding("load", BAD, text, "end other programs" + (
        ": " + ", ".join(names) if names else ", in other containers too"))


def taken(stolen: Any) -> Any:
    text = f"{100 * stolen:.1f} % taken by the host"
    if stolen <= STOLEN:
        return Finding("steal time", FINE, text)
    return Finding("steal time", BAD, text, "use a machine of your own, or one without shared "
                   "processors")


def lateness(seconds: float = SECONDS, clock: Callable[..., Any] = time.monotonic,
             sleep: Callable[..., Any] = time.sleep) -> Any:
    """ms that each of many short sleeps took too long."""
    found, end = [], clock() + seconds
    while (begin := clock()) < end:
        sleep(PAUSE)
        found.append(1000 * (clock() - begin - PAUSE))
    return found


def timers(late: Any) -> Any:
    p99 = quantile(late, 0.99)
    text = f"p99 {p99:.2f} ms late"
    if p99 <= LATE_P99:
        return Finding("timers", FINE, text)
    return Finding("timers", BAD, text, "end other programs; start scream-ab with sudo, for its "
                   "priority; in a virtual machine disable the host's power saving")


def qdiscs(text: str) -> Any:
    """text: of tc -json qdisc show, or None where there is no tc."""
    try:
        found = json.loads(text or "")
        shaped = [(each["dev"], each["kind"]) for each in found if each["kind"] in SHAPERS]
    except (ValueError, TypeError, KeyError):
        return Finding("qdiscs", NOTE, "not known: there is no tc",
                       "sudo apt-get install iproute2")
    if not shaped:
        return Finding("qdiscs", FINE, "none that delays packets")
    level = BAD if any(device == "lo" for device, _ in shaped) else NOTE
    where = ", ".join(f"{kind} on {device}" for device, kind in shaped)
    return Finding("qdiscs", level, f"{where}: packets are queued there, too", "; ".join(
        f"sudo tc qdisc del dev {device} root" for device in dict(shaped)))
