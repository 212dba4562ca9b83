# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A small program that stands in for those of the evaluation."""
import os
import stat
import subprocess
import sys
from typing import Any

RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run")
PATIENCE = 60
HEADER = "case,variant,controller,seed,utilisation,queue_p95_ms,loss_percent,rise_s"
# "deadly" ends who started it, the first time.  Slower the earlier it stands in the order, so
# that runs end in another one.
PROGRAM = """\
#!/usr/bin/python3
import os, signal, sys, time
given = dict(a[2:].partition("=")[::2] for a in sys.argv[1:])
if "list" in given:
    print("5.1\\tA\\trfc8867\\n5.1\\tA-delay100\\trfc8867\\n5.10\\tA\\trfc8867\\n5.2\\tA\\trfc8867")
    print("5.2\\tA\\tshort\\n5.9\\tA\\tsweep")
    sys.exit(0)
if given["controller"] not in ("scream", "gcc", "sleepy", "deadly"):
    sys.exit((print("controller: there are scream, gcc", file=sys.stderr), 2)[1])
if given["variant"] not in ("A", "A-delay100", "A-other"):
    sys.exit((print("variant: A and delayN", file=sys.stderr), 2)[1])
if "duration" not in given:
    if given["controller"] == "deadly" and not os.path.exists("started-deadly-1"):
        open("started-deadly-1", "w").close()
        os.kill(os.getppid(), signal.SIGKILL)
    open("started-%%(controller)s-%%(seed)s" %% given, "w").close()
    time.sleep(60 if given["controller"] == "sleepy" else max(0, 0.3 - 0.1 * int(given["seed"])))
else:
    open("tried-%%(controller)s" %% given, "w").close()
if (given["controller"], given["seed"]) == ("gcc", "2") and "duration" not in given:
    sys.exit((print("a packet is gone", file=sys.stderr), 1)[1])
print("%s")
print(",".join(given[name] for name in ("case", "variant", "controller", "seed"))
      + ",0.9,%%s00,0.5,1.5;-" %% given["seed"])
if "series" in given:
    with open(given["series"], "w") as file:
        file.write("c,0,1000000,3\\nf,0,0,900000,900000,1e6,55,1\\nf,.2,0,9e5,9e5,1e6,,1\\n"
                   "c,0.2,1000000,3\\nq,0,0,50,60\\nq,1,9,60,90\\n")
""" % HEADER


class Programs:
    """Where one of them stands, and tests/evaluation/run on it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.path = os.path.join(folder, "tests", "evaluation", "rmcat")
        os.makedirs(os.path.dirname(self.path))
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        os.chmod(self.path, stat.S_IRWXU)

    def command(self, *arguments: Any) -> list[str]:
        return [sys.executable, RUN, "--no-build", "--build", self.folder, *arguments]

    def run_it(self, *arguments: Any) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True,
                              timeout=PATIENCE, check=False, cwd=self.folder)
        assert "Traceback" not in done.stderr
        return done
