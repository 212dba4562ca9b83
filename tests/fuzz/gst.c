/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See gst.h. */
#include "gst.h"

void
fuzz_gst_init (void)
{
  static gboolean done = FALSE;

  if (done)
    return;
  done = TRUE;
  g_setenv ("GST_REGISTRY_DISABLE", "yes", TRUE);
  gst_init (NULL, NULL);
  gst_debug_set_active (FALSE);
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
}

static void
append (GstBuffer * buffer, const uint8_t * data, size_t size)
{
  guint8 *copy;

  if (size == 0)
    return;
  copy = g_malloc (size);
  memcpy (copy, data, size);
  gst_buffer_append_memory (buffer, gst_memory_new_wrapped (0, copy, size, 0,
          size, copy, g_free));
}

GstBuffer *
fuzz_gst_buffer (const uint8_t * data, size_t size, const uint8_t cuts[2])
{
  GstBuffer *buffer = gst_buffer_new ();

  for (int i = 0; i < 2; i++) {
    size_t n = cuts[i] < size ? cuts[i] : size;

    append (buffer, data, n);
    data += n;
    size -= n;
  }
  append (buffer, data, size);
  return buffer;
}
