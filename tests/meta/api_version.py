# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""api_version.py ROOT MOST GIR-FOLDER BINARY...

Fails for each function, macro, type and constant of GStreamer that is newer than
MOST (1.20, say): what the built plugins and programs import, and what the sources
name. The GIR files tell since when there is what. They do not know fields of
structures, nor what elements have: properties and signals are named by strings,
docs/research/testing.md lists them. GLib needs no such test, its headers warn
(meson.build).
"""
import glob
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import layers
import tree

C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
SYMBOL = re.compile(r"\bgst_\w+")
NAME = re.compile(r"\b(?:gst_|GST_|Gst)\w+")


def version_of(text: Any) -> tuple[int, int]:
    """(1, 20) of "1.20", "1.20." and "1.19.1", which became 1.20."""
    numbers = [int(part) for part in text.split(".") if part.isdigit()]
    major, minor = (numbers + [0, 0])[:2]
    return major, minor + minor % 2


def names_of(element: ElementTree.Element) -> Iterator[Any]:
    """What C calls this, and its type function."""
    for key in (C + "identifier", C + "type", GLIB + "get-type"):
        if key in element.attrib:
            yield element.get(key)


def read_gir(root: ElementTree.Element) -> dict[str, tuple[int, int] | None]:
    """{name: version or None} of all that is in a tree; a part without a version
    is as old as the whole."""
    found = {}

    def walk(element: ElementTree.Element, version: str | None) -> None:
        version = element.get("version", version)
        for name in names_of(element):
            found[name] = version_of(version) if version else None
        for part in element:
            tag = part.tag.split("}")[1]
            if tag not in ("parameters", "return-value", "type", "array", "field"):
                walk(part, version)

    for namespace in root:
        if namespace.tag.endswith("}namespace"):
            for element in namespace:
                walk(element, None)
    return found


def read_girs(folder: str) -> Any:
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "Gst*-1.0.gir"))):
        found.update(read_gir(ElementTree.parse(path).getroot()))
    return found


def imported(path: str) -> set[Any]:
    """Names of GStreamer that a binary takes from elsewhere."""
    lines = subprocess.run(["nm", "-D", "--undefined-only", path], check=True,
                           capture_output=True, text=True).stdout
    return set(SYMBOL.findall(lines))


def named(source: str) -> set[str]:
    return set(NAME.findall(layers.STRING.sub('""', layers.without_comments(source))))


def unknown(where: str, names: set[str],
            versions: dict[str, tuple[int, int] | None]) -> Iterator[str]:
    for name in sorted(names - versions.keys()):
        yield f"{where}: {name} is in no GIR file: of which version is it?"


def faults(where: str, names: set[str], versions: dict[str, tuple[int, int] | None],
           most: Any) -> Iterator[str]:
    for name in sorted(names):
        version = versions.get(name)
        if version is not None and version > most:
            yield f"{where}: {name} is of GStreamer {version[0]}.{version[1]}"


def main(root: str, most: Any, folder: str, binaries: Any) -> int:
    most = version_of(most)
    versions = read_girs(folder)
    if "gst_init" not in versions:
        print(f"skipped: no Gst-1.0.gir in {folder} (Debian: libgstreamer1.0-dev)")
        return 77
    found: list[Any] = []
    for path in binaries:
        names = imported(path)
        found += unknown(os.path.basename(path), names, versions)
        found += faults(os.path.basename(path), names, versions, most)
    for path in tree.sources(root, "plugins", "tools", "examples", "tests"):
        found += faults(path, named(tree.text(os.path.join(root, path))), versions, most)
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
