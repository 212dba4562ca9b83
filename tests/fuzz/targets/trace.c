/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any file as a trace of a link: taken or refused with a reason, and what was
 * taken serves packets.
 */
#include <gst/lab/linkemu/linkemu.h>

#include "tests/fuzz/file.h"
#include "tests/fuzz/link.h"

/* What cannot be opened, and what can but not be read. */
static void
refuse (const char *path)
{
  char error[LINKEMU_ERROR_SIZE] = "";

  must (linkemu_rate_trace (path, error) == NULL);
  must (error[0] != '\0');
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  char error[LINKEMU_ERROR_SIZE] = "";
  LinkEmuRate *rate;

  if (size == 0) {
    refuse ("/");
    refuse ("/dev/null/none");
  }
  rate = linkemu_rate_trace (file_with (data, size), error);
  must (rate != NULL || error[0] != '\0');
  if (rate != NULL)
    link_use (rate);
  return 0;
}
