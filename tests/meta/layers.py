# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""layers.py ROOT HEADER...

Fails where the code breaks the split of docs/design.md:
- gst/rtpcc includes standard C and itself, gst/lab that as well, nothing else: no GLib, no
  GStreamer, no plugin, no clock;
- they keep no state of their own, and neither they nor the plugins end the
  process or write to the terminal;
- the plugins post what is no fault by gst_news_post () only, so that gst-launch prints it;
- each header that is not private is in the list HEADER... that Meson compiles
  alone.
"""
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import tree

# No time.h: time is an argument.  stdio.h is for snprintf and trace files.
STANDARD = {
    "assert.h", "ctype.h", "errno.h", "float.h", "inttypes.h", "limits.h", "math.h",
    "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
    "stdlib.h", "string.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(\\.|[^"\\\n])*"')
CALL = re.compile(
    r"(?<![\w.>])(exit|_exit|abort|printf|puts|putchar|perror|g_print|g_printerr|rand|srand"
    r"|random|time|clock|clock_gettime|gettimeofday|usleep|nanosleep|getenv) \(")
INFO = re.compile(r"\b(GST_ELEMENT_INFO\w*|gst_message_new_info\w*) \(")
# What a folder of gst knows besides itself
KNOWN = {"lab": ["gst", "rtpcc"]}
# In plugins GLib's own functions do it, which name themselves otherwise.
STATE = re.compile(r"^static (?!const\b|inline\b|.*\bconst \w+ =)[^(\n]*(=[^\n]*|;)$", re.MULTILINE)


def without_comments(source: str) -> str:
    """Keeps the lines, so that numbers stay true."""
    return COMMENT.sub(lambda match: "\n" * match[0].count("\n"), source)


def line_of(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


def includes(path: str, source: str) -> Iterator[str]:
    layer = path.split(os.sep)[1]
    folder = os.path.dirname(path)
    for match in INCLUDE.finditer(source):
        where, name = f"{path}:{line_of(source, match.start())}", match[2]
        if match[1] == "<" and name not in STANDARD:
            yield f"{where}: gst/{layer} is plain C: no <{name}>"
        elif match[1] == '"':
            beside = name if "/" in name and not name.startswith(".") else f"{folder}/{name}"
            if os.path.normpath(beside).split(os.sep)[:2] not in (["gst", layer], KNOWN.get(layer)):
                yield f"{where}: gst/{layer} does not know {name}"


def calls(path: str, source: str) -> Iterator[str]:
    for match in CALL.finditer(STRING.sub('""', source)):
        yield f"{path}: {match[1]} () has no place in a library"


def infos(path: str, source: str) -> Iterator[str]:
    if path != os.path.join("plugins", "packet", "gstnews.c"):
        for match in INFO.finditer(source):
            yield f"{path}:{line_of(source, match.start())}: {match[1]} instead of gst_news_post"


def state(path: str, source: str) -> Iterator[str]:
    for match in STATE.finditer(source):
        yield f"{path}:{line_of(source, match.start())}: state outside objects: {match[0]}"


def unlisted(root: Any, listed: Any) -> Iterator[Any]:
    """Headers that no test compiles alone."""
    listed = {os.path.realpath(path) for path in listed}
    for path in tree.sources(root, "gst", ends=(".h",)):
        full = os.path.realpath(os.path.join(root, path))
        if full not in listed and not path.endswith("-private.h"):
            yield f"{path}: in no list of headers in meson.build (or name it -private.h)"


def main(root: str, headers: Any) -> int:
    found = list(unlisted(root, headers))
    for path in tree.sources(root, "gst", "plugins"):
        source = without_comments(tree.text(os.path.join(root, path)))
        found += [*calls(path, source), *infos(path, source)]
        if path.startswith("gst" + os.sep):
            found += includes(path, source)
            found += state(path, source)
    return tree.said(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
