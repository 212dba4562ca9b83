#!/usr/bin/python3
"""Runs a program of the evaluation twice: same bytes, one line of CSV.

twice.py PROGRAM [OPTION ...]
"""
import subprocess
import sys


def run(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def main(command):
    first = run(command + ["--header"])
    if first != run(command + ["--header"]):
        sys.exit("two runs differ: " + " ".join(command))
    lines = first.decode().splitlines()
    if len(lines) != 2 or lines[0].count(",") != lines[1].count(","):
        sys.exit("not a header and a line: " + first.decode())


if __name__ == "__main__":
    main(sys.argv[1:])
