#!/bin/sh
# format.sh ROOT: fails if gst-indent 1.0.0 would change a C file
# Skipped without the tool: pip install gst-indent==1.0.0, or tests/run.
set -eu
command -v gst-indent-1.0 >/dev/null || exit 77
cd "$1"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
status=0
for file in $(find gst plugins tests examples -name '*.c' | sort); do
  cp "$file" "$copy/file.c"
  (cd "$copy" && gst-indent-1.0 file.c)
  diff -u "$file" "$copy/file.c" || status=1
done
exit $status
