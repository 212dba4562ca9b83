/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemupackets.c: see linkemupackets.h */
#include <glib/gstdio.h>

#include "linkemupackets.h"

GstHarness *
harness_new (const gchar * line)
{
  return link_harness_new (line, "application/x-test");
}

GstBuffer *
buffer_new (guint number)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, SIZE, NULL);

  GST_BUFFER_OFFSET (buffer) = number;
  GST_BUFFER_PTS (buffer) = number * GST_SECOND;
  return buffer;
}

void
push_number (GstHarness * h, guint number)
{
  fail_unless_equals_int (gst_harness_push (h, buffer_new (number)),
      GST_FLOW_OK);
}

void
crank_to (GstClockTime time)
{
  GstClockID id;

  gst_test_clock_wait_for_next_pending_id (test_clock, &id);
  fail_unless_equals_uint64 (gst_clock_id_get_time (id), time);
  gst_clock_id_unref (id);
  fail_unless (gst_test_clock_crank (test_clock));
}

void
pull_number (GstHarness * h, guint number)
{
  GstBuffer *buffer = gst_harness_pull (h);

  fail_unless (buffer != NULL);
  fail_unless_equals_uint64 (GST_BUFFER_OFFSET (buffer), number);
  fail_unless_equals_uint64 (GST_BUFFER_PTS (buffer), number * GST_SECOND);
  gst_buffer_unref (buffer);
}

void
expect (GstHarness * h, guint number, GstClockTime time)
{
  crank_to (time);
  pull_number (h, number);
}

guint64
get_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "application/x-linkemu-stats"));
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

void
wait_for_event (GstHarness * h, GstEventType type)
{
  GstEvent *event = NULL;

  do {
    gst_clear_event (&event);
    event = gst_harness_pull_event (h);
    fail_unless (event != NULL);
  } while (GST_EVENT_TYPE (event) != type);
  gst_event_unref (event);
}

gchar *
write_trace (const gchar * content)
{
  gchar *path = g_build_filename (g_get_tmp_dir (), "linkemu-XXXXXX", NULL);
  int fd = g_mkstemp (path);

  fail_if (fd < 0);
  g_close (fd, NULL);
  fail_unless (g_file_set_contents (path, content, -1, NULL));
  return path;
}

void
remove_trace (gchar * path)
{
  g_remove (path);
  g_free (path);
}
