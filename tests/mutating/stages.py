# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Builds of the code, and test programs that run with one file of it changed.

In these builds the libraries of gst/ are shared ones.  So a mutant is one file compiled
and one library linked, a second of work; the test programs find it by LD_LIBRARY_PATH.
"""
import concurrent.futures
import glob
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from operators import ROOT

SANITIZERS = ["-Db_sanitize=address,undefined", "-Db_lundef=false"]
# A test that takes so many times its processor time does not end any more...
SLOW = 5
# ...or so many seconds, whatever else the machine does.
LONGEST = 600
# Sanitizers reserve much more than they use, but what grows for ever dies without them.
MEMORY = 2 << 30
SHARED = ((r"static_library\(", "shared_library("), (r"'hidden'", "'default'"),
          (r"  (pic|soversion|version) : .*\n", ""), ("get_static_lib", "get_shared_lib"))


def run(*command: Any, check: bool = True, **more: Any) -> Any:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    if check and done.returncode:
        sys.exit(done.stdout[-4000:])
    return done


def copy_sources(folder: str) -> Any:
    """The sources, with shared libraries; they may be changed while a run goes on."""
    source = os.path.join(folder, "source")
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("build*", ".git"))
    for path in glob.glob(f"{source}/gst/**/meson.build", recursive=True):
        with open(path, "r+", encoding="utf-8") as file:
            text = file.read()
            for old, new in SHARED:
                text = re.sub(old, new, text)
            file.seek(0)
            file.truncate()
            file.write(text)
    return source


def included(source: str, path: str) -> set[str]:
    """The C files of gst/ that a file includes, itself or by headers of the tests."""
    found: set[str] = set()
    headers = [path]
    for header in headers:
        with open(os.path.join(source, header), encoding="utf-8") as file:
            names = re.findall(r'^#include "(.*)"', file.read(), re.MULTILINE)
        found.update(name for name in names if re.fullmatch(r"gst/.*\.c", name))
        for name in names:
            beside = os.path.normpath(os.path.join(os.path.dirname(header), name))
            headers += [place for place in (beside, name) if place.startswith("tests/")
                        and place not in headers
                        and os.path.exists(os.path.join(source, place))]
    return found


class Build:
    """A build of what a suite needs, and how it compiles and links."""

    def __init__(self, folder: str, source: str, setup: Any) -> None:
        self.folder = folder
        self.source = source
        self.sanitized = bool(setup)
        self.links: dict[Any, Any] = {}         # command of each target that was linked
        again = ["--reconfigure"] if os.path.exists(f"{folder}/build.ninja") else []
        run("meson", "setup", *again, "-Dbuildtype=debug", "-Doptimization=1",
            "-Dexamples=disabled", *setup, folder, source)
        with open(f"{folder}/compile_commands.json", encoding="utf-8") as file:
            self.commands = json.load(file)
        for command in self.commands:
            path = os.path.join(folder, command["file"])
            command["source"] = os.path.relpath(path, source)
            command["includes"] = included(source, command["source"])

    def tests_of(self, suite: Any) -> list[Any]:
        """Its test programs, built.  Those of tests/check have the names of their tests."""
        entries = json.loads(run("meson", "introspect", "--tests", self.folder).stdout)
        chosen = [entry for entry in entries if entry["name"].startswith(suite + "_")
                  and os.path.basename(entry["cmd"][0]) == entry["name"]]
        # Elements are in plugins, which their tests find by themselves.
        run("ninja", "-C", self.folder, *([os.path.relpath(entry["cmd"][0], self.folder)
                                           for entry in chosen] if suite == "libs" else []))
        return [Test(self, entry) for entry in chosen]

    def run(self, *command: Any) -> Any:
        return run(*command, check=False, cwd=self.folder).returncode == 0

    def compile(self, command: dict[str, str], code: Any, made: Any, mutant: Any,
                folder: str) -> Any:
        """Headers are where they were; a C file that others include is the mutant."""
        words = shlex.split(command["command"])
        words[words.index(command["file"])] = code
        words[words.index(command["output"], words.index("-o"))] = made
        place = os.path.join(self.source, os.path.dirname(mutant.path))
        return self.run(*words[:2], f"-I{folder}", f"-iquote{place}", *words[2:])

    def link(self, target: Any, old: Any, new: Any, folder: str) -> Any:
        """The last command that makes the target, with another object."""
        if target not in self.links:
            lines = run("ninja", "-C", self.folder, "-t", "commands", "-s", target).stdout
            self.links[target] = shlex.split(lines.splitlines()[-1])
        words = [new if word == old else word for word in self.links[target]]
        words[words.index("-o") + 1] = os.path.join(folder, os.path.basename(target))
        return self.run(*words)

    def make(self, mutant: Any, folder: str) -> bool:
        """The library and the programs with the mutant in them; False: it is no C."""
        code = os.path.join(folder, mutant.path)
        os.makedirs(os.path.dirname(code))
        with open(code, "w", encoding="utf-8") as file:
            file.write(mutant.source(self.source))
        made = os.path.join(folder, "mutant.o")
        for command in self.commands:
            own = command["source"] == mutant.path
            if own or mutant.path in command["includes"]:
                source = code if own else command["file"]
                target = os.path.dirname(command["output"])[:-2]
                if own and not target.endswith(".so"):
                    sys.exit(f"{target} is not the library that the tests load: see SHARED")
                if not (self.compile(command, source, made, mutant, folder)
                        and self.link(target, command["output"], made, folder)):
                    return False
        return True


class Test:
    """A test program."""

    def __init__(self, build: Any, entry: Any) -> None:
        self.name = entry["name"]
        self.command = entry["cmd"]
        if "REAL_TIME" in entry["env"]:
            self.command = [sys.executable, "-BS", f"{ROOT}/tests/realtime.py", *self.command]
        self.build = build
        # One that wants to see an abort has to have forks.
        self.env = {"CK_FORK": "no", "FEW_SEEDS": "1", **entry["env"]}
        if build.sanitized:
            # Programs that include a C file have what is in the shared library, too.
            self.env["ASAN_OPTIONS"] = "detect_odr_violation=0"
        self.seconds: float = LONGEST
        before = sum(os.times()[2:4])
        if not self.passes():
            self.env["CK_FORK"] = "yes"
            if not self.passes():
                sys.exit(f"{self.name} fails without a mutant, in {build.folder}")
        self.seconds = sum(os.times()[2:4]) - before

    def passes(self, folder: str | None = None) -> bool:
        def limit() -> None:
            if not self.build.sanitized:
                resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            seconds = int(SLOW * self.seconds) + 2
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        env = {**os.environ, **self.env}
        if folder:
            env["LD_LIBRARY_PATH"] = folder + ":" + env["LD_LIBRARY_PATH"]
        # It may have the mutant in itself.
        own = f"{folder}/{self.name}"
        program = [own] if os.path.exists(own) else self.command
        # Check leaves a file where it runs if it is killed.
        with subprocess.Popen(program, env=env, cwd=folder or self.build.folder,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=limit, start_new_session=True) as process:
            try:
                # What a late machine left open is no failure: 77.
                return process.wait(LONGEST) in (0, 77)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return False


class Stage:
    """A suite in a build, for all mutants that are left."""

    def __init__(self, name: str, build: Any, suite: Any) -> None:
        self.name = name
        self.build = build
        self.tests = build.tests_of(suite)

    def in_order(self, mutant: Any) -> list[Any]:
        """First the tests that are named after the file, then the quick ones."""
        stem = re.sub(r"^rtpcc-|^linkemu-|-", "", os.path.basename(mutant.path)[:-2])
        return sorted(self.tests, key=lambda test: (stem not in test.name, test.seconds))

    def killer(self, mutant: Any) -> Any:
        """The test that fails with it, "no C", or None."""
        with tempfile.TemporaryDirectory() as folder:
            if not self.build.make(mutant, folder):
                return "no C"
            for test in self.in_order(mutant):
                # Once more in real time, in case it was the machine.
                tries = 2 if "REAL_TIME" in test.env else 1
                if not any(test.passes(folder) for _ in range(tries)):
                    return test.name
        return None

    def judge(self, mutants: Any, jobs: Any) -> Iterator[Any]:
        """(mutant, its killer or None), as they come."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            futures = {pool.submit(self.killer, mutant): mutant for mutant in mutants}
            for future in concurrent.futures.as_completed(futures):
                yield futures[future], future.result()


def stages(folder: str) -> Iterator[Any]:
    """The quick one first; those that survive one see the next."""
    source = copy_sources(folder)
    yield Stage("libs", Build(f"{folder}/plain", source, []), "libs")
    sanitized = Build(f"{folder}/sanitized", source, SANITIZERS)
    yield Stage("libs, sanitized", sanitized, "libs")
    yield Stage("elements, sanitized", sanitized, "elements")
