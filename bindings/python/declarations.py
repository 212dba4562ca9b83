# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The public headers of librtpcc, as cffi reads C: nothing is declared a second time.

Structures stay as they are within librtpcc.so.0, so that no compiler is needed.
"""
import pathlib
import re

from cffi import FFI

HEADERS = ("rtpcc.h", "rtpcc-types.h", "control/rtpcc-controllers.h", "control/rtpcc-params.h",
           "session/rtpcc-trace.h", "session/rtpcc-session.h", "receiver/rtpcc-reporter.h")
# This is run in its own folder.
FOLDER = pathlib.Path("../../gst/rtpcc").resolve()
LEFT_OUT = re.compile(r"/\*.*?\*/|^#ifdef __cplusplus$.*?^#endif$|^RTP_CC_API_\w+$"
                      r"|^#(?!define \w+ \d+$).*?$", re.DOTALL | re.MULTILINE)

ffi = FFI()
ffi.set_source("rtpcc._librtpcc", None)
for header in HEADERS:
    ffi.cdef(LEFT_OUT.sub("", (FOLDER / header).read_text("utf-8")))
