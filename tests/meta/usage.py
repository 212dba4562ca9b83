# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""usage.py ROOT BUILD

Fails unless each program of the sources, and each that is built of tools/ and examples/, answers
--help: its own name on standard output, nothing else, status 0, at once. It must start, write and
fetch nothing for that: a shell finds no program that could, and Python refuses to.
"""
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator

import tree

SECONDS = 0.5                   # of a processor, for the machine may be busy
PATIENCE = 20                   # s
HARMLESS = ["basename", "bash", "cat", "dirname", "env", "grep", "make", "python3", "realpath",
            "sed", "sh"]
# Of Python's audit events; https://docs.python.org/3/library/audit_events.html
GUARD = '''
import sys
DOES = ("os.exec", "os.fork", "os.forkpty", "os.mkdir", "os.posix_spawn", "os.remove", "os.rename",
        "os.rmdir", "os.system", "os.truncate", "shutil.", "socket.bind", "socket.connect",
        "socket.getaddrinfo", "subprocess.Popen", "urllib.Request")
def refuse(event, arguments):
    writes = event == "open" and arguments[2] & 3 and not isinstance(arguments[0], int)
    if event.startswith(DOES) or writes and arguments[0] != "/dev/null":
        raise SystemExit(f"{event}{arguments}, for --help")
sys.addaudithook(refuse)
'''


def scripts(root: str) -> Iterator[str]:
    for path in sorted(tree.tracked(root)):
        full = os.path.join(root, path)
        if os.access(full, os.X_OK):
            with open(full, "rb") as file:
                if file.read(2) == b"#!":
                    yield full


def built(build: str) -> Iterator[str]:
    for folder in ("tools", "examples"):
        for where, _, names in sorted(os.walk(os.path.join(build, folder))):
            for full in (os.path.join(where, name) for name in sorted(names)):
                if os.access(full, os.X_OK) and not full.endswith((".so", ".py")):
                    yield full


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answer(program: str, folder: str, env: dict[str, str]) -> str:
    """What is wrong with it, or nothing."""
    before = spent()
    with subprocess.Popen([program, "--help"], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        try:
            said, complaint = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return f"does not end in {PATIENCE} s"
    seconds = spent() - before
    if process.returncode != 0 or complaint:
        return f"status {process.returncode}\n{complaint[-1000:]}"
    if os.path.basename(program) not in said:
        return f"does not say how {os.path.basename(program)} is called:\n{said[:500]}"
    written = os.listdir(folder)
    if written:
        return f"wrote {', '.join(written)}"
    return "" if seconds < SECONDS else f"took {seconds:.2f} s of a processor"


def faults(programs: Iterable[str]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as tools:
        for name in HARMLESS:
            os.symlink(f"/usr/bin/{name}", os.path.join(tools, name))
        with open(os.path.join(tools, "sitecustomize.py"), "w", encoding="utf-8") as file:
            file.write(GUARD)
        env = {"PATH": tools, "LC_ALL": "C.UTF-8", "PYTHONPATH": tools,
               "PYTHONDONTWRITEBYTECODE": "1"}
        for program in programs:
            with tempfile.TemporaryDirectory() as folder:
                wrong = answer(program, folder, {**env, "HOME": folder, "TMPDIR": folder})
            if wrong:
                yield f"{program} --help: {wrong}"


if __name__ == "__main__":
    sys.exit(tree.said(list(faults([*scripts(sys.argv[1]), *built(sys.argv[2])]))))
