/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* header.c: HEADER compiles alone, and twice; also as C++ */
#include HEADER
#include HEADER

int
main (void)
{
  return 0;
}
