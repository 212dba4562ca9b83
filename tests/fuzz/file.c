/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See file.h. */
#define _GNU_SOURCE
#include "file.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

const char *
file_with (const uint8_t * data, size_t size)
{
  static int fd = -1;
  static char name[32];

  if (fd < 0) {
    fd = memfd_create ("fuzz", MFD_CLOEXEC);
    snprintf (name, sizeof (name), "/proc/self/fd/%d", fd);
  }
  must (ftruncate (fd, 0) == 0);
  must (pwrite (fd, data, size, 0) == (ssize_t) size);
  return name;
}
