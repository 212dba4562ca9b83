# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs pathrun for cells, controllers and seeds, several at a time."""
import concurrent.futures
import json
import subprocess
import time

from evalrun.mixed import Control
from evalrun.progress import Progress

LONGEST = 600                   # s of one run, which takes less than one


def run(job, keys):
    """(a row of evalrun.results, the seconds that it took); RuntimeError: the reason."""
    began = time.monotonic()
    control = Control.parse(job.controller)
    command = [job.program, *(f"{key}={value}" for key, value in keys.items()),
               f"controller={control.name}", f"seed={job.seed}", "--json"]
    if control.parameters:
        command.append(f"params={control.parameters}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    figures = {name: "" if value is None else str(value)
               for name, value in json.loads(done.stdout).items()}
    row = {"case": job.case, "variant": job.variant, "controller": job.controller, **figures}
    return row, time.monotonic() - began


def run_all(wanted, jobs):
    """wanted: {evalrun.matrix.Job: the keys of its cell}; rows in the same order."""
    progress = Progress(list(wanted), jobs)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = {pool.submit(run, job, keys): job for job, keys in wanted.items()}
        for done in concurrent.futures.as_completed(runs):
            error = done.exception()
            progress.finished(runs[done], 0 if error else done.result()[1], error)
    progress.close()
    return [done.result()[0] for done in runs]
