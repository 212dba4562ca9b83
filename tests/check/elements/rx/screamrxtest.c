/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamrxtest.c: see screamrxtest.h */
#include "screamrxtest.h"

#define N_METRICS 1024

GstTestClock *test_clock;
static RtpCcMetric metrics[N_METRICS];
guint n_metrics;
RtpCcCcfbHeader header;

void
setup (void)
{
  test_clock = GST_TEST_CLOCK (gst_test_clock_new_with_start_time (T0));
  gst_system_clock_set_default (GST_CLOCK (test_clock));
}

void
teardown (void)
{
  gst_system_clock_set_default (NULL);
  gst_clear_object (&test_clock);
}

void
advance (GstClockTime by)
{
  gst_test_clock_advance_time (test_clock, by);
}

GstBuffer *
new_rtp (guint32 ssrc, guint16 seq, gboolean marker)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 100, NULL);
  guint8 bytes[12] = { 0x80, 96, };

  bytes[1] |= marker ? 0x80 : 0;
  GST_WRITE_UINT16_BE (bytes + 2, seq);
  GST_WRITE_UINT32_BE (bytes + 8, ssrc);
  gst_buffer_memset (buffer, 0, 0, 100);
  gst_buffer_fill (buffer, 0, bytes, 12);
  return buffer;
}

static void
on_metric (const RtpCcMetric * metric, void *user)
{
  fail_unless (n_metrics < N_METRICS);
  metrics[n_metrics++] = *metric;
}

void
parse_bytes (const guint8 * data, gsize size)
{
  n_metrics = 0;
  fail_unless_equals_int (rtp_cc_ccfb_parse (data, size,
          RTP_CC_NUM_REPORTS_COUNT, &header, on_metric, NULL), RTP_CC_RTCP_OK);
}

void
parse_feedback (GstBuffer * buffer)
{
  GstMapInfo map;

  gst_buffer_map (buffer, &map, GST_MAP_READ);
  parse_bytes (map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_unref (buffer);
}

const RtpCcMetric *
find_metric (guint32 ssrc, guint16 seq)
{
  guint i;

  for (i = 0; i < n_metrics; i++) {
    if (metrics[i].ssrc == ssrc && metrics[i].seq == seq)
      return &metrics[i];
  }
  fail ("nothing on %08x %u", ssrc, seq);
  return NULL;
}

void
check_age (guint16 seq, GstClockTime age)
{
  const RtpCcMetric *m = find_metric (SSRC, seq);

  fail_unless (m->received);
  /* The resolution is 1/1024 s, rounded down. */
  fail_unless (m->age <= (gint64) age);
  fail_unless (m->age > (gint64) age - GST_SECOND / 1024);
}

guint64
get_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "application/x-screamrx-stats"));
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "no %s", name);
  gst_structure_free (stats);
  return value;
}

void
check_text_stat (GstElement * element, const gchar * name,
    const gchar * expected)
{
  GstStructure *stats;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless_equals_string (gst_structure_get_string (stats, name), expected);
  gst_structure_free (stats);
}

Rx
new_rx (void)
{
  Rx rx;

  rx.media = gst_harness_new ("screamrx");
  rx.element = rx.media->element;
  rx.rtcp = gst_harness_new_with_element (rx.element, NULL, "rtcp_src");
  gst_harness_set_src_caps_str (rx.media, "application/x-rtp");
  rx.refs = GST_OBJECT_REFCOUNT_VALUE (rx.element);
  return rx;
}

void
free_rx (Rx * rx)
{
  gst_harness_teardown (rx->rtcp);
  gst_harness_teardown (rx->media);
}

void
settle (Rx * rx)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  while (GST_OBJECT_REFCOUNT_VALUE (rx->element) > rx->refs) {
    fail_unless (g_get_monotonic_time () < end);
    g_thread_yield ();
  }
}

void
push (Rx * rx, GstBuffer * buffer)
{
  fail_unless_equals_int (gst_harness_push (rx->media, buffer), GST_FLOW_OK);
  settle (rx);
}

void
pull_feedback (Rx * rx)
{
  GstBuffer *buffer = gst_harness_pull (rx->rtcp);

  fail_unless (buffer != NULL, "no feedback");
  fail_if (GST_BUFFER_PTS_IS_VALID (buffer));
  parse_feedback (buffer);
}

void
fire_timer (Rx * rx, GstClockTime time)
{
  GstClockTime next;

  fail_unless_equals_int (gst_test_clock_peek_id_count (test_clock), 1);
  next = gst_test_clock_get_next_entry_time (test_clock);
  fail_unless_equals_uint64 (next, time);
  fail_unless (gst_test_clock_crank (test_clock));
  if (rx)
    settle (rx);
}
