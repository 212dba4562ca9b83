/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* attacktest.c: see attacktest.h */
#include "attacktest.h"

GstElement *
get_inside (const gchar * factory)
{
  GstIterator *it = gst_bin_iterate_all_by_element_factory_name
      (GST_BIN (source), factory);
  GValue value = G_VALUE_INIT;
  GstElement *element;

  fail_unless_equals_int (gst_iterator_next (it, &value), GST_ITERATOR_OK);
  element = g_value_dup_object (&value);
  g_value_unset (&value);
  gst_iterator_free (it);
  return element;
}

guint
count_sources (void)
{
  GstElement *rtpbin = get_inside ("rtpbin");
  GObject *session = NULL;
  guint n = 0;

  g_signal_emit_by_name (rtpbin, "get-internal-session", 0, &session);
  g_object_get (session, "num-sources", &n, NULL);
  g_object_unref (session);
  gst_object_unref (rtpbin);
  return n;
}

gboolean
is_believed (Sender * s)
{
  GSocketAddress *own = g_socket_get_local_address (s->socket, NULL);
  gchar *text = g_strdup_printf (":%u",
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (own)));
  GstStructure *stats = NULL;
  const gchar *believed;
  gboolean same;

  g_object_get (source, "stats", &stats, NULL);
  believed = gst_structure_get_string (stats, "sender");
  same = believed != NULL && g_str_has_suffix (believed, text);
  gst_structure_free (stats);
  g_free (text);
  g_object_unref (own);
  return same;
}

void
assert_out (guint n)
{
  GstSample *sample;

  for (; n > 0; n--) {
    sample = pull ("out", 10 * GST_SECOND);
    fail_unless (sample != NULL, "%u are missing", n);
    gst_sample_unref (sample);
  }
  fail_unless (pull ("out", 20 * GST_MSECOND) == NULL);
}

/* ---- without a key ---- */

guint32
get_ssrc (GstSample * sample)
{
  guint8 header[12];

  gst_buffer_extract (gst_sample_get_buffer (sample), 0, header, 12);
  return GST_READ_UINT32_BE (header + 8);
}
