#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# format.sh ROOT: fails if gst-indent 1.0.0 would change a C file
# Skipped without the tool: pip install gst-indent==1.0.0, or tests/run.
set -eu
[ "${1:-}" != --help ] || exec sed -n '4,5s/^# //p' "$0"
command -v gst-indent-1.0 >/dev/null || exit 77
cd "$1"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
files=$(find gst plugins tools tests examples -name '*.c' | sort)
# No name has a blank.
# shellcheck disable=SC2086
cp --parents $files "$copy"
# shellcheck disable=SC2086
(cd "$copy" && gst-indent-1.0 $files)
status=0
for file in $files; do
  diff -u "$file" "$copy/$file" || status=1
done
exit $status
