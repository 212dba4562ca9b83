# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The evaluation programs: installed, built, and asked what they can do."""
import os
import subprocess
from typing import Any

from gstscream.errors import UserError
from gstscream.evaluation.checkout import ROOT
from gstscream.evaluation.results import mixed

from . import matrix

PROGRAMS = ["rmcat", "cellular", "wifi"]
FOLDER = os.path.join("tests", "evaluation")
REFUSED = 2                     # their exit status for arguments that have no meaning
LOG = "evaluation-build.log"
LIST_SECONDS = 30
TRIAL_SECONDS = "10"            # of virtual time: media starts within that
TAIL = 25

INSTALL = '. "$1"/tests/packages.sh; need_packages "$2" "${evaluation_packages[@]}" >&2'


class BuildFailed(Exception):
    """The message has the end of the log."""


def environment() -> dict[str, Any]:
    """Debian's own Meson and Python, whatever stands first in PATH."""
    return {**os.environ, "PATH": "/usr/bin:" + os.environ.get("PATH", "")}


def install(yes: bool) -> None:
    done = subprocess.run(["bash", "-c", INSTALL, "bash", ROOT, "yes" if yes else "ask"],
                          check=False)
    if done.returncode:
        raise BuildFailed("Packages are missing; see above.")


def logged(command: Any, log: Any) -> None:
    log.flush()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log,
                          stderr=subprocess.STDOUT, env=environment(), check=False)
    if done.returncode:
        log.flush()
        with open(log.name, encoding="utf-8", errors="replace") as file:
            end = file.read().splitlines()[-TAIL:]
        raise BuildFailed("\n".join(end) + f"\nThe build failed; all of it is in {log.name}")


def build(folder: str, jobs: Any) -> None:
    """Only the programs: the elements and their tests are not needed."""
    os.makedirs(folder, exist_ok=True)
    configured = os.path.exists(os.path.join(folder, "build.ninja"))
    with open(os.path.join(folder, LOG), "w", encoding="utf-8") as log:
        logged(["meson", "setup", *(["--reconfigure"] if configured else []), folder, ROOT,
                "-Devaluation=enabled"], log)
        known = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], text=True,
                               capture_output=True, env=environment(), check=True).stdout
        targets = [os.path.join(FOLDER, name) for name in PROGRAMS
                   if f"\n{os.path.join(FOLDER, name)}: " in known]
        logged(["ninja", "-C", folder, "-j", str(jobs), *targets], log)


def find(folder: str) -> Any:
    """{name: path} of the programs that were built."""
    paths = {name: os.path.join(folder, FOLDER, name) for name in PROGRAMS}
    found = {name: path for name, path in paths.items() if os.access(path, os.X_OK)}
    if not found:
        raise UserError(f"--build: no program of the evaluation in {folder}/{FOLDER}")
    return found


def entries(paths: dict[str, str]) -> Any:
    """What all programs list."""
    found: list[Any] = []
    for name, path in paths.items():
        done = subprocess.run([path, "--list"], capture_output=True, text=True, check=False,
                              timeout=LIST_SECONDS)
        if done.returncode:
            raise BuildFailed(f"{path} --list: status {done.returncode}: {done.stderr.strip()}")
        try:
            found += matrix.parse_list(name, done.stdout)
        except ValueError as error:
            raise BuildFailed(f"not a list of cases: {error}") from error
    return found


def arguments(paths: dict[str, str], job: Any) -> list[Any]:
    return [paths[job.program], f"--case={job.case}", f"--variant={job.variant}",
            f"--controller={job.controller}", f"--seed={job.seed}"]


def refusal(option: str, job: Any, reason: str) -> str:
    """Programs name the option themselves, as a rule."""
    if "--" in reason:
        named = reason[reason.index("--"):]
        return named.replace("--controller", option, 1)
    return f"{option}: {job.case} {job.variant} {job.controller}: {reason or 'refused'}"


def try_names(paths: dict[str, str], entries_known: Any, jobs: Any) -> None:
    """Lets the programs refuse names before an hour of runs starts."""
    listed = {(entry.case, entry.variant) for entry in entries_known}
    trials: dict[Any, Any] = {}
    for job in jobs:
        if (job.case, job.variant) not in listed:
            trials.setdefault((job.case, job.variant), ("--variant", job))
    for job in jobs:
        if mixed.controls(job.controller):      # whether a case has so many flows
            trials.setdefault((job.case, job.controller), ("--flows", job))
        else:
            trials.setdefault((job.program, job.controller), ("--controller", job))
    for option, job in trials.values():
        done = subprocess.run(arguments(paths, job) + [f"--duration={TRIAL_SECONDS}"],
                              capture_output=True, text=True, check=False)
        if done.returncode == REFUSED:
            raise UserError(refusal(option, job, " ".join(done.stderr.split())))
