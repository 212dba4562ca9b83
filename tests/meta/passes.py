# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""passes.py BUILD [--list]: how many functions a packet and a feedback datagram pass

A sender and a receiver in one process run under callgrind, which writes what each packet into
screamtx, and each datagram of feedback, has called.  Counts the functions of this tree that nine
of ten pass, so none that has its turn now and then, and the files that these are in.  Fails if
there are more than their bound.  BUILD is one without optimisation, which makes several functions
one.  --list prints them, with the part of the packets or datagrams that pass each, and its calls.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = "libgstscream.so"
# (what, where each begins, what else counts or, inside of it, does not, what is called for sure;
# functions and files, at most)
# The bounds are of a busy machine, on which more packets wait: on a quiet one a packet passes 133
# functions in 32 files, and a feedback 287 in 53.
WAYS: list[tuple[str, str, list[str], str, int, int]] = [
    ("packet", "gst_scream_tx_chain_list", ["serve_rounds", "housekeeping"],
     "rtp_cc_ledger_sent", 165, 34),
    ("feedback", "inlet_on_time", [], "read_ccfb", 325, 56),
]
SHARE = 0.9
SKIPPED, MOST, LEAST = 20, 120, 20     # the first ones start what the others use
TIMEOUT = 300
PORT = 20000 + os.getpid() % 10000
PIPELINE = (
    "screamvideosrc bitrate=500000 ! screamtx ! "
    f"udpsink host=127.0.0.1 port={PORT} async=false "
    f"udpsrc address=127.0.0.1 port={PORT} ! screamrx ! fakesink async=false sync=false")
FIELD = re.compile(r"^(c?)(ob|fl|fi|fe|fn)=\((\d+)\)(?: (.*))?$")


class Part:
    """What one packet or datagram has called, of a file that callgrind has written."""

    def __init__(self, text: str) -> None:
        self.calls: collections.Counter[tuple[str, str]] = collections.Counter()    # file, name
        names: dict[tuple[str, str], str] = {}
        at = {"ob": "", "fl": "", "fn": ""}
        callee: dict[str, str] = {}
        for line in text.splitlines():
            if line.startswith("calls="):
                called = {**at, **callee}
                path = os.path.relpath(os.path.realpath(called["fl"]), ROOT)
                if called["ob"].endswith(PLUGIN) and not path.startswith(".."):
                    self.calls[path, called["fn"].split("'")[0]] += int(
                        line[len("calls="):].split()[0])
                callee = {}
            match = FIELD.match(line)
            if match:
                kind = match[2].replace("fi", "fl").replace("fe", "fl")
                if match[4]:
                    names[kind, match[3]] = match[4]
                (callee if match[1] else at)[kind] = names[kind, match[3]]


def run(build: str, folder: pathlib.Path, begin: str, also: list[str], sure: str) -> list[Part]:
    """What each packet or datagram has called.  A packet may wait for another's turn."""
    env = {**os.environ, "GST_PLUGIN_PATH": os.path.join(build, "plugins"),
           "GST_REGISTRY": str(folder / "registry"), "GST_REGISTRY_FORK": "no"}
    subprocess.run(["gst-inspect-1.0", "screamtx"], env=env, check=True, stdout=subprocess.DEVNULL)
    with open(folder / "log", "w", encoding="utf-8") as log, subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'out'}",
             "--collect-atstart=no", f"--dump-before={begin}",
             *(f"--toggle-collect={function}" for function in (begin, *also)),
             "gst-launch-1.0", "-q", *PIPELINE.split()],
            env=env, stdout=log, stderr=log) as process:
        end = time.monotonic() + TIMEOUT
        while (time.monotonic() < end and process.poll() is None
               and len(list(folder.glob("out.*"))) < MOST):
            time.sleep(0.2)
        process.kill()
    files = sorted(folder.glob("out.*"), key=lambda path: int(path.suffix[1:]))
    parts = [Part(path.read_text(encoding="utf-8")) for path in files[SKIPPED:MOST]]
    parts = [part for part in parts if any(name == sure for _, name in part.calls)]
    if len(parts) < LEAST:
        sys.exit(f"only {len(parts)} of them came:\n{(folder / 'log').read_text()}")
    return parts


def passed(parts: list[Part]) -> list[tuple[str, str, float]]:
    """(file, function, part of them that pass it) for those that enough pass."""
    times = collections.Counter(function for part in parts for function in part.calls)
    return sorted((path, name, n / len(parts)) for (path, name), n in times.items()
                  if n >= SHARE * len(parts))


def print_list(parts: list[Part]) -> None:
    for path, name, share in passed(parts):
        calls = sum(part.calls[path, name] for part in parts) / len(parts)
        print(f"    {share:5.0%}  {calls:6.1f}  {path}: {name}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("valgrind is missing")
        return 77
    found = []
    for what, begin, also, sure, most_functions, most_files in WAYS:
        with tempfile.TemporaryDirectory() as folder:
            parts = run(arguments.build, pathlib.Path(folder), begin, also, sure)
        functions = passed(parts)
        for of, number, most in [("functions", len(functions), most_functions),
                                 ("files", len({path for path, *_ in functions}), most_files)]:
            print(f"{number:5}  {of} for a {what}, of {len(parts)}, at most {most}", flush=True)
            if number > most:
                found.append(f"{number} {of} for a {what} are more than {most}")
        if arguments.list:
            print_list(parts)
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main())
