#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# link-plugins.sh FROM TO NAME...: a folder with just these plugins
# A test scans its plugins in its own process; all that a machine has would take
# seconds each time, and brings in libraries that no sanitizer likes.
set -eu
[ "${1:-}" != --help ] || exec sed -n '4,6s/^# //p' "$0"
from=$1 to=$2
shift 2
rm -rf "$to"
mkdir -p "$to"
for name in "$@"; do
  if [ -e "$from/libgst$name.so" ]; then
    ln -s "$from/libgst$name.so" "$to/"
  fi
done
