# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""librtpcc in Python and Rust, as their pages install them: declarations that are those of the
headers, wrong arguments, and the examples through a narrow path to screamrx."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest

from installed import Installed, output
from lossyrelay import LossyRelay
from plugins import ended, environment, free_port
from where import BUILD, ROOT

PYTHON, RUST = (os.path.join(ROOT, "bindings", name) for name in ("python", "rust"))
SYS = os.path.join(RUST, "src", "sys.rs")
NO_REGISTRY = re.compile("No matching distribution|Temporary failure|Connection|timed out")
OFFSETS = (1, 77)               # Rust that has offset_of!, for the test alone
WIDE, NARROW = 3_000_000, 1_200_000     # bit/s
NARROW_FROM, SECONDS = 5, 10    # s
TYPES = {"i64": "int64_t", "u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "usize": "size_t",
         "c_int": "int", "c_uint": "unsigned", "c_char": "char", "c_void": "void"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return Installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def python(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A Python that has the package: pip builds it in a checkout, here a copy."""
    folder = tmp_path_factory.mktemp("python")
    for path in ("meson.build", "gst/rtpcc", "bindings/python"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        output("cp", "-r", os.path.join(ROOT, path), folder / path)
    output(sys.executable, "-m", "venv", folder / "venv")
    pip = subprocess.run(
        [folder / "venv" / "bin" / "pip", "--retries=1", "--timeout=5", "install", "-q",
         "./bindings/python"], cwd=folder, capture_output=True, text=True)
    if pip.returncode and NO_REGISTRY.search(pip.stderr):
        pytest.skip("pip does not reach its registry, for cffi and setuptools")
    assert pip.returncode == 0, pip.stderr
    return str(folder / "venv" / "bin" / "python")


def cargo_environment(installed: Installed) -> dict[str, str]:
    """With a folder that stays, so that only the first run compiles all."""
    return {**installed.environment(), **installed.found(),
            "CARGO_TARGET_DIR": os.path.join(BUILD, "bindings")}


def cargo(installed: Installed, *argv: str, least: tuple[int, int] = (1, 65)) -> None:
    if not shutil.which("cargo"):
        pytest.skip("there is no cargo")
    has = tuple(map(int, re.findall(r"\d+", output("cargo", "--version"))[:2]))
    if has < least:
        pytest.skip(f"Rust {has} is older than {least}")
    subprocess.run(["cargo", *argv, "--offline", "-q"], cwd=RUST, check=True,
                   env=cargo_environment(installed))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Port of a path that becomes narrow, with the receiver of the pages behind it."""
    env, port = environment(str(tmp_path_factory.mktemp("registry"))), free_port()
    receiver = subprocess.Popen(
        ["gst-launch-1.0", "-q", "udpsrc", f"port={port}", "caps=application/x-rtp", "!",
         "screamrx", "!", "fakesink"], env=env)
    yield lambda: LossyRelay(port, 0.01, 0, schedule=[(0, WIDE), (NARROW_FROM, NARROW)])
    ended(receiver, 10)


def followed(path: Any, *argv: str, env: dict[str, str]) -> None:
    """The rates that an example prints, one a second, are those of the path."""
    relay = path()
    try:
        said = output(*(word.replace("PORT", str(relay.port)) for word in argv), env=env)
    finally:
        relay.close()
    rates = [int(line) for line in said.split()]
    assert len(rates) == SECONDS
    assert rates[0] == 1_000_000
    # A bit/s that nobody uses is slow to be found, one too much is a queue.
    assert 0.6 * WIDE < mean(rates[2:NARROW_FROM]) < 1.1 * WIDE, rates
    assert 0.6 * NARROW < mean(rates[-3:]) < 1.1 * NARROW, rates


@pytest.mark.patient
def test_python_example(installed: Installed, python: str, path: Any) -> None:
    followed(path, python, os.path.join(PYTHON, "examples", "send.py"), "127.0.0.1", "PORT",
             "--seconds", str(SECONDS), env=installed.environment())


@pytest.mark.patient
def test_rust_example(installed: Installed, path: Any) -> None:
    cargo(installed, "build", "--examples")
    followed(path, os.path.join(BUILD, "bindings", "debug", "examples", "send"),
             "127.0.0.1:PORT", str(SECONDS), env=installed.environment())


def test_python_arguments(installed: Installed, python: str) -> None:
    """What bindings_arguments.py finds, in a Python that has the package."""
    program = os.path.join(os.path.dirname(__file__), "bindings_arguments.py")
    subprocess.run([python, program], check=True, env=installed.environment())


def test_python_says_what_is_missing(python: str) -> None:
    failed = subprocess.run([python, "-c", "import rtpcc"], capture_output=True, text=True,
                            env={**os.environ, "LD_LIBRARY_PATH": ""})
    if failed.returncode == 0:
        pytest.skip("there is a librtpcc on this machine")
    assert "install librtpcc first" in failed.stderr


def test_rust_tests(installed: Installed) -> None:
    """They compare the structures with librtpcc0.layout."""
    cargo(installed, "test", least=OFFSETS)


@pytest.mark.parametrize("tool, options", [("fmt", "--check"), ("clippy", "--all-targets")])
def test_rust_style(installed: Installed, tool: str, options: str) -> None:
    if subprocess.run(["cargo", tool, "--version"], capture_output=True).returncode:
        pytest.skip(f"there is no cargo {tool}")
    strict = [] if tool == "fmt" else ["--offline", "-q", "--", "-D", "warnings"]
    subprocess.run(["cargo", tool, options, *strict], cwd=RUST, check=True,
                   env=cargo_environment(installed))


def c_type(rust: str) -> str:
    """"*const u8" as C has it."""
    pointer = re.fullmatch(r"\*(const|mut) (.*)", rust)
    if not pointer:
        return TYPES.get(rust, rust)
    return f"{'const ' if pointer[1] == 'const' else ''}{c_type(pointer[2])} *"


def test_rust_functions_are_those_of_the_headers(installed: Installed) -> None:
    """A C compiler refuses a second declaration that differs."""
    text = pathlib.Path(SYS).read_text("utf-8")
    declared = re.findall(r"pub fn (\w+)\((.*)\)(?: -> (.*))?;", text)
    assert len(declared) > 10
    lines = [f"#include <rtpcc/{os.path.basename(header)}>" for header in installed.headers]
    for name, arguments, result in declared:
        types = ", ".join(c_type(kind) for kind in re.findall(r": ([^,]+)", arguments))
        lines.append(f"{c_type(result or 'c_void')} {name} ({types});")
    subprocess.run(["cc", "-x", "c", "-fsyntax-only", "-Werror", *installed.flags("--cflags"), "-"],
                   input="\n".join(lines) + "\n", check=True, text=True)
