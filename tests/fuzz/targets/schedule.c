/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as the schedule of a link: taken or refused with a reason, and what was
 * taken serves packets.
 */
#include <gst/lab/linkemu/linkemu.h>

#include "tests/fuzz/link.h"

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  char error[LINKEMU_ERROR_SIZE] = "";
  char *text = malloc (size + 1);
  LinkEmuRate *rate;

  memcpy (text, data, size);
  text[size] = '\0';
  rate = linkemu_rate_schedule (text, error);
  must (rate != NULL || error[0] != '\0');
  if (rate != NULL)
    link_use (rate);
  free (text);
  return 0;
}
