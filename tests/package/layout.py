# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""layout.py HEADER...: what a compiled program knows of the public headers, as text

Offset and size of each member of each structure, and the value of each enumerator, as a C
compiler finds them.  With --write FILE it goes there.
"""
import argparse
import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STRUCT = re.compile(r"typedef struct\s*\{(.*?)\n\} (\w+);", re.DOTALL)
ENUM = re.compile(r"typedef enum\s*\{(.*?)\n\} (\w+);", re.DOTALL)
FUNCTION = re.compile(r"\(\*(\w+)\) \(")


def members(body: str) -> Iterator[Any]:
    """Names, in order: "a", "a, b", "*a", "a[4]" or a pointer to a function."""
    for declaration in body.split(";"):
        function = FUNCTION.search(declaration)
        if function:
            yield function[1]
        elif declaration.strip():
            for part in declaration.split(","):
                yield from re.findall(r"(\w+)(?:\[\w+\])?$", part.strip())


def questions(text: str) -> Iterator[Any]:
    """Lines of C that print the layout of what this text of a header declares."""
    text = COMMENT.sub("", text)
    for body, name in STRUCT.findall(text):
        yield f'printf ("{name} %zu\\n", sizeof ({name}));'
        for member in members(body):
            yield (f'printf ("  {member} %zu %zu\\n", offsetof ({name}, {member}), '
                   f"sizeof ((({name} *) 0)->{member}));")
    for body, name in ENUM.findall(text):
        yield f'printf ("{name} %zu\\n", sizeof ({name}));'
        for value in re.findall(r"^\s*(\w+)", body, re.MULTILINE):
            yield f'printf ("  {value} %d\\n", {value});'


def layout(headers: Any) -> Any:
    lines = ["#include <stddef.h>", "#include <stdio.h>"]
    lines += [f'#include "{os.path.abspath(header)}"' for header in headers]
    lines += ["int main (void) {"]
    for header in headers:
        lines += questions(pathlib.Path(header).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        pathlib.Path(source).write_text("\n".join([*lines, "return 0; }", ""]), "utf-8")
        subprocess.run(["cc", "-o", program, source], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", metavar="FILE", default="/dev/stdout")
    parser.add_argument("header", nargs="+")
    options = parser.parse_args()
    text = layout(options.header)
    pathlib.Path(options.write).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
