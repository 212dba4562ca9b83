# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""librtpcc as others get it: installed, with the examples of its page, and unchanged."""
import os
import pathlib
import re
import struct
import subprocess
import sys
from typing import Any

import pytest

import layout
from installed import Installed, output
from plugins import free_port
from where import ROOT

PAGE = os.path.join(ROOT, "gst", "rtpcc", "README.md")
SYMBOLS = os.path.join(ROOT, "debian", "librtpcc0.symbols")
LAYOUT = os.path.join(ROOT, "gst", "rtpcc", "package", "librtpcc0.layout")
SECONDS = 3


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return Installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The file of an example of the page, by its language."""
    folder = tmp_path_factory.mktemp("examples")
    page = pathlib.Path(PAGE).read_text("utf-8")

    def extract(language: Any, name: str) -> Any:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.search(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[1])
        return path

    return extract


def compiled(source: str, *flags: Any) -> Any:
    program = os.path.splitext(source)[0]
    output("cc", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", program, *flags)
    return program


@pytest.mark.patient
def test_talk(installed: Any, example: Any) -> None:
    """The sender in C sends to the receiver in Python."""
    send = compiled(example("c", "send.c"), *installed.flags("--cflags", "--libs"))
    env, port = installed.environment(), str(free_port())
    with subprocess.Popen([sys.executable, example("python", "receive.py"), port], env=env,
                          text=True, stdout=subprocess.PIPE) as receiver:
        rates = output(send, "127.0.0.1", port, str(SECONDS), env=env).split()
        packets = int(receiver.communicate(timeout=30)[0])
    assert receiver.returncode == 0
    # It begins at 1 Mbit/s, and loopback has room, which only feedback tells.
    assert len(rates) >= SECONDS
    assert int(rates[0]) == 1000000
    assert int(rates[-1]) > 2000000
    # 1200 bytes each: the first rate at least, and no more than the highest.
    assert 1000000 / 9600 * SECONDS < packets < 20000000 / 9600 * SECONDS


def test_subproject(example: Any, tmp_path: pathlib.Path) -> None:
    """The project of the page, where there is no GStreamer."""
    for language, name in (("meson", "meson.build"), ("c", "send.c")):
        os.rename(example(language, name), tmp_path / name)
    os.makedirs(tmp_path / "subprojects")
    os.symlink(ROOT, tmp_path / "subprojects" / "gst-scream")
    env = dict(os.environ, PKG_CONFIG_LIBDIR="/missing")
    output("meson", "setup", "build", "-Dwerror=true", cwd=tmp_path, env=env)
    output("ninja", "-C", "build", "send", cwd=tmp_path)
    assert subprocess.run([tmp_path / "build" / "send"], check=False).returncode == 2  # its own


def test_static(installed: Any, example: Any) -> None:
    """The archive is whole: nothing of the shared library is needed."""
    flags = [flag if flag != "-lrtpcc" else "-l:librtpcc.a"
             for flag in installed.flags("--static", "--cflags", "--libs")]
    program = compiled(example("c", "alone.c"), *flags)
    assert "librtpcc" not in output("readelf", "--dynamic", program)


def test_needs_no_glib(installed: Any) -> None:
    """The C library and libm, as the page says."""
    table = output("readelf", "--dynamic", installed.find("librtpcc.so"))
    needed = re.findall(r"\(NEEDED\).*\[(\w+)\.so", table)
    assert {"libc"} <= set(needed) <= {"libc", "libm"}
    assert re.findall(r"\(SONAME\).*\[(.*)\]", table) == ["librtpcc.so.0"]


def test_symbols(installed: Any) -> None:
    """What is exported is what debian/librtpcc0.symbols lists."""
    listed = re.findall(r"^ (\w+)@Base \d", pathlib.Path(SYMBOLS).read_text("utf-8"), re.MULTILINE)
    assert installed.exported() == sorted(listed), \
        ("new: add it to debian/librtpcc0.symbols; gone: a new soversion "
         "(docs/research/decisions/0017)")


def test_headers_declare_what_is_exported(installed: Any) -> None:
    declared = set()
    for header in installed.headers:
        text = layout.COMMENT.sub("", pathlib.Path(header).read_text("utf-8"))
        declared |= set(re.findall(r"\b(rtp_cc_\w+) \(", text))
    assert installed.exported() == sorted(declared)


@pytest.mark.parametrize("compiler, standard", [("cc", "c11"), ("c++", "c++17")])
def test_headers_alone(installed: Any, compiler: Any, standard: Any) -> None:
    """With the installed folder only, one by one."""
    for header in installed.headers:
        name = "rtpcc/" + os.path.basename(header)
        subprocess.run(
            [compiler, "-x", "c" if compiler == "cc" else "c++", "-std=" + standard, "-Wall",
             "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
             *installed.flags("--cflags"), "-"],
            input=f"#include <{name}>\nint x;\n", check=True, text=True)


@pytest.mark.skipif(struct.calcsize("P") != 8, reason="the layout is that of 64 bits")
def test_layout(installed: Any) -> None:
    """No structure or enumeration differs from what compiled programs know."""
    known = pathlib.Path(LAYOUT).read_text("utf-8")
    assert layout.layout(installed.headers) == known, (
        "before the first release with this soversion: renew gst/rtpcc/package/librtpcc0.layout by "
        "tests/package/layout.py; after it: a new soversion (docs/research/decisions/0017)")


def test_plugin_keeps_its_copy(installed: Any) -> None:
    """A librtpcc in the same process takes nothing of the plugin's place."""
    assert installed.exported("libgstscream.so") == [
        "gst_plugin_scream_get_desc", "gst_plugin_scream_register",
        "gst_plugin_screamgccbwe_get_desc", "gst_plugin_screamgccbwe_register"]
