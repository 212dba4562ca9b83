# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""flat-header.py HEADER INSTALLED: a header whose neighbours are all beside it"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write(re.sub(r'^(#include ")gst/rtpcc/(?:.*/)?', r"\1", text, flags=re.MULTILINE))
