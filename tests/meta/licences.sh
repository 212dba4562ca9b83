#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# licences.sh ROOT: each file says whose it is and under which licence
# Source files in their first lines, pictures and data in .reuse/dep5.  Skipped
# without the tool: Debian's package reuse.
set -eu
[ "${1:-}" != --help ] || exec sed -n '4,6s/^# //p' "$0"
command -v reuse >/dev/null || exit 77
exec reuse --root "$1" lint
