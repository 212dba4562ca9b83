# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a process has cost until now, as Linux tells."""
import os


def look(pid: int) -> tuple[float, int, float]:
    """Resident memory in MB, threads, and processor time in s."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        status = dict(line.split(":", 1) for line in file)
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return (int(status["VmRSS"].split()[0]) / 1000, int(status["Threads"]),
            ticks / os.sysconf("SC_CLK_TCK"))
