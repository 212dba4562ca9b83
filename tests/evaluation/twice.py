# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a program of the evaluation twice: same bytes, one line of CSV, same samples.

twice.py PROGRAM [OPTION ...]
"""
import pathlib
import subprocess
import sys
import tempfile
from typing import Any


def run(command: list[str]) -> Any:
    """The CSV and the samples."""
    with tempfile.TemporaryDirectory() as folder:
        series = pathlib.Path(folder, "series")
        done = subprocess.run([*command, "--header", f"--series={series}"], check=True,
                              stdout=subprocess.PIPE)
        return done.stdout, series.read_bytes()


def main(command: list[str]) -> None:
    first = run(command)
    if first != run(command):
        sys.exit("two runs differ: " + " ".join(command))
    lines = first[0].decode().splitlines()
    if len(lines) != 2 or lines[0].count(",") != lines[1].count(","):
        sys.exit("not a header and a line: " + first[0].decode())
    if not first[1]:
        sys.exit("no samples")


if __name__ == "__main__":
    main(sys.argv[1:])
