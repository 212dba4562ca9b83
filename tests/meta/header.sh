#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
# header.sh ROOT HEADER LANGUAGE STANDARD [COMPILER...]: HEADER compiles alone
# Skipped without a compiler for that language.
set -eu
[ "${1:-}" != --help ] || exec sed -n '4,5s/^# //p' "$0"
root=$1 header=$2 language=$3 standard=$4
shift 4
[ $# -gt 0 ] || exit 77
exec "$@" -x "$language" -std="$standard" -Wall -Wextra -Wpedantic -Werror \
  -fsyntax-only -I "$root" "-DHEADER=\"$header\"" "$root/tests/meta/header.c"
