# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tarball of a release: it has one version, it builds, its own tests run without git, and
what it installs is whole."""
import os
import re
import shutil
import subprocess
import tarfile
from typing import Any

import pytest

from where import BUILD, ROOT


def read(*path: Any) -> Any:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def output(*argv: Any) -> Any:
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def version() -> Any:
    return re.search(r"^  version : '(.*)',$", read(ROOT, "meson.build"), re.MULTILINE)[1]


@pytest.mark.parametrize("path, pattern", [
    (("NEWS.md",), r"^## (\S+?)(?:, \d{4}-\d\d-\d\d)?$"), (("debian", "changelog"), r"^gst-scream \((\S+)-\d+\)"),
    (("packaging", "gst-scream.spec"), r"^Version: +(\S+)$"),
    (("packaging", "PKGBUILD"), r"^pkgver=(\S+)$"),
    (("bindings", "rust", "Cargo.toml"), r'^version = "(\S+)"$')])
def test_newest_entry_is_of_this_version(version: Any, path: str, pattern: str) -> None:
    assert re.search(pattern, read(ROOT, *path), re.MULTILINE)[1] == version


def test_programs_say_this_version(version: Any) -> None:
    program = os.path.join(BUILD, "examples", "bw-test", "scream-bw-test-tx")
    if not os.path.exists(program):
        pytest.skip("this build has no examples")
    assert version in output(program, "--version").split()


@pytest.fixture(scope="module")
def built(version: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Where the tarball of the last commit was built."""
    if not shutil.which("git") or subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True).returncode:
        pytest.skip("meson dist packs a commit of git, and there is none")
    folder = tmp_path_factory.mktemp("dist")
    checkout, build = folder / "checkout", folder / "build"
    # A clone has no changes that are not committed, which would stop it.
    output("git", "clone", "-q", ROOT, str(checkout))
    output("meson", "setup", str(build), str(checkout), "-Dtests=disabled", "-Dexamples=disabled")
    output("meson", "dist", "-C", str(build), "--no-tests")
    with tarfile.open(build / "meson-dist" / f"gst-scream-{version}.tar.xz") as tarball:
        tarball.extractall(folder)
    built = folder / "built"
    output("meson", "setup", str(built), str(folder / f"gst-scream-{version}"),
           "-Dtests=disabled", "-Dexamples=enabled", "-Ddebug=false", "-Doptimization=0",
           "--prefix=/usr", "--libdir=lib")
    output("ninja", "-j2", "-C", str(built))
    return built


@pytest.fixture(scope="module")
def installed(built: Any) -> Any:
    root = built.parent / "root"
    output("meson", "install", "-C", str(built), "--destdir", str(root))
    return root / "usr"


@pytest.mark.parametrize("path", [
    "lib/gstreamer-1.0/libgstscream.so", "lib/gstreamer-1.0/libgstscreamlab.so",
    "lib/librtpcc.so.0", "lib/librtpcc.a", "lib/pkgconfig/rtpcc.pc",
    "include/rtpcc/rtpcc-session.h", "bin/scream-ab", "bin/scream-bw-test-tx",
    "share/man/man1/scream-ab.1",
    "share/gst-scream/python/gstscream/errors.py", "share/doc/gst-scream/NEWS.md",
    "share/doc/gst-scream/docs/elements.md", "share/doc/gst-scream/gst/rtpcc/README.md",
    "share/doc/gst-scream/examples/rtpbin/rtpbin-send.c"])
def test_installed(installed: Any, path: str) -> None:
    assert os.path.getsize(installed / path) > 0


def test_what_needs_a_checkout_is_not_installed(installed: Any) -> None:
    package = installed / "share" / "gst-scream" / "python" / "gstscream"
    assert not (package / "evaluation").exists()
    assert list(package.rglob("__pycache__")) == []


def test_each_program_has_a_man_page(installed: Any) -> None:
    pages = {name.removesuffix(".1") for name in os.listdir(installed / "share" / "man" / "man1")}
    assert pages == set(os.listdir(installed / "bin"))


def test_links_of_installed_pages_lead_to_installed_pages(installed: Any) -> None:
    """But for those into the tests, which are for who has the sources."""
    top = installed / "share" / "doc" / "gst-scream"
    for page in sorted(top.glob("docs/**/*.md")):
        for target in re.findall(r"\]\(([^)#:]+\.md)\b", page.read_text(encoding="utf-8")):
            assert "/tests/" in target or (page.parent / target).exists(), f"{page.name}: {target}"


# Of each kind one that is short. Those whose program is not installed are skipped.
OWN_TESTS = ["hygiene", "help", "links", "pages", "licences", "elements_doc", "libs_pacer",
             "fuzz_ccfb", "elements_twcc", "apidoc"]


def test_tests_of_the_tarball(built: Any, installed: Any) -> None:
    """Which builds them: the fixtures have built and installed what is not a test."""
    output("meson", "configure", str(built), "-Dtests=enabled")
    tested = subprocess.run(["meson", "test", "-C", str(built), *OWN_TESTS],
                            capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout
    assert int(re.search(r"^Ok: +(\d+)", tested.stdout, re.MULTILINE)[1]) >= 7, tested.stdout
