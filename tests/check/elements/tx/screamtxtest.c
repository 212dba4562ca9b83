/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamtxtest.c: see screamtxtest.h */
#include "screamtxtest.h"

#include <gst/rtpcc/wire/rtpcc-rfc8888.h>

GstTestClock *test_clock;

void
tx_setup (void)
{
  test_clock = GST_TEST_CLOCK (gst_test_clock_new_with_start_time (T0));
  gst_system_clock_set_default (GST_CLOCK (test_clock));
}

void
tx_teardown (void)
{
  gst_system_clock_set_default (NULL);
  gst_clear_object (&test_clock);
}

GstHarness *
harness_on_bus (const gchar * line)
{
  GstElement *element = gst_parse_launch (line, NULL);
  GstBus *bus = gst_bus_new ();
  GstHarness *h;

  fail_unless (element != NULL);
  gst_element_set_bus (element, bus);
  gst_object_unref (bus);
  h = gst_harness_new_with_element (element, "sink", "src");
  gst_object_unref (element);
  return h;
}

GstHarness *
tx_harness_new (const gchar * line)
{
  GstHarness *h = harness_on_bus (line);

  tx_start (h);
  return h;
}

void
tx_start (GstHarness * h)
{
  GstEvent *event = NULL;

  gst_harness_set_src_caps_str (h, "application/x-rtp");
  while (h->sinkpad != NULL && event == NULL) {
    g_thread_yield ();
    event = gst_pad_get_sticky_event (h->sinkpad, GST_EVENT_SEGMENT, 0);
  }
  gst_clear_event (&event);
}

void
tx_harness_free (GstHarness * h)
{
  GstBus *bus = gst_element_get_bus (h->element);

  if (bus != NULL) {
    gst_bus_set_flushing (bus, TRUE);
    gst_object_unref (bus);
  }
  gst_harness_teardown (h);
}

/* Time stands still until the threads have come to wait for it again, if they
 * do: on a machine that is busy it would run away from them. */
static void
wait_for_waiting (void)
{
  guint i;

  for (i = 0; i < 50; i++) {
    if (gst_test_clock_peek_next_pending_id (test_clock, NULL))
      return;
    g_usleep (100);
  }
}

/* Serves whoever waits for a time that has come. */
static void
serve (void)
{
  GstClockID id;

  while (gst_test_clock_peek_next_pending_id (test_clock, &id)) {
    gboolean due = gst_clock_id_get_time (id)
        <= gst_clock_get_time (GST_CLOCK (test_clock));

    gst_clock_id_unref (id);
    if (!due)
      break;
    gst_test_clock_crank (test_clock);
    wait_for_waiting ();
  }
}

void
tx_run_to (GstClockTime time)
{
  GstClockTime now = gst_clock_get_time (GST_CLOCK (test_clock));

  wait_for_waiting ();
  while (now < time) {
    serve ();
    g_usleep (20);              /* for others to run */
    now = MIN (now + MS, time);
    gst_test_clock_set_time (test_clock, now);
  }
  serve ();
}

void
tx_go_on (GstClockTime time)
{
  tx_run_to (gst_clock_get_time (GST_CLOCK (test_clock)) + time);
}

void
tx_expect_buffers (GstHarness * h, guint n)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  while (gst_harness_buffers_received (h) < n && g_get_monotonic_time () < end) {
    serve ();
    g_usleep (100);
  }
  g_usleep (5000);
  fail_unless_equals_int (gst_harness_buffers_received (h), n);
}

void
tx_run_until (GstHarness * h, guint n)
{
  while (gst_harness_buffers_received (h) < n) {
    if (gst_test_clock_peek_next_pending_id (test_clock, NULL))
      gst_test_clock_crank (test_clock);
    else
      g_thread_yield ();
  }
  fail_unless_equals_int (gst_harness_buffers_received (h), n);
}

void
tx_crank_to (GstClockTime time)
{
  GstClockID id;
  GstClockTimeDiff late;

  gst_test_clock_wait_for_next_pending_id (test_clock, &id);
  late = GST_CLOCK_DIFF (time, gst_clock_id_get_time (id));
  fail_unless (ABS (late) <= 100, "waits for %" GST_TIME_FORMAT ", not %"
      GST_TIME_FORMAT, GST_TIME_ARGS (gst_clock_id_get_time (id)),
      GST_TIME_ARGS (time));
  gst_clock_id_unref (id);
  fail_unless (gst_test_clock_crank (test_clock));
}

GstBuffer *
rtp_new (guint32 ssrc, guint16 seq, guint32 timestamp, gboolean marker,
    gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);
  guint8 header[12] = { 0x80, (guint8) ((marker ? 0x80 : 0) | 96) };

  GST_WRITE_UINT16_BE (header + 2, seq);
  GST_WRITE_UINT32_BE (header + 4, timestamp);
  GST_WRITE_UINT32_BE (header + 8, ssrc);
  gst_buffer_memset (buffer, 0, (guint8) seq, size);
  gst_buffer_fill (buffer, 0, header, sizeof (header));
  return buffer;
}

guint16
rtp_seq (GstBuffer * buffer)
{
  guint8 data[2];

  fail_unless_equals_int (gst_buffer_extract (buffer, 2, data, 2), 2);
  return GST_READ_UINT16_BE (data);
}

guint32
rtp_ssrc (GstBuffer * buffer)
{
  guint8 data[4];

  fail_unless_equals_int (gst_buffer_extract (buffer, 8, data, 4), 4);
  return GST_READ_UINT32_BE (data);
}

void
tx_push (GstHarness * h, guint16 seq)
{
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, seq,
              seq * 3000u, TRUE, SIZE)), GST_FLOW_OK);
}

void
tx_pull (GstHarness * h, guint16 seq)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;
  GstBuffer *buffer;

  while ((buffer = gst_harness_try_pull (h)) == NULL
      && g_get_monotonic_time () < end) {
    serve ();
    g_usleep (100);
  }
  fail_unless (buffer != NULL);
  fail_unless_equals_int (rtp_seq (buffer), seq);
  gst_buffer_unref (buffer);
}

GstBuffer *
ccfb_new (guint32 ssrc, guint16 seq, guint n, gboolean last_reading,
    guint32 timestamp)
{
  RtpCcMetric *metrics = g_new0 (RtpCcMetric, n);
  guint8 data[2048];
  RtpCcCcfbBlock block;
  gsize size;
  guint i;

  for (i = 0; i < n; i++)
    metrics[i].received = true;
  block.ssrc = ssrc;
  block.begin_seq = seq;
  block.num_reports = (guint16) n;
  block.metrics = metrics;
  size = rtp_cc_ccfb_write (data, sizeof (data), 0x11223344, &block, 1,
      timestamp, last_reading ? RTP_CC_NUM_REPORTS_LAST
      : RTP_CC_NUM_REPORTS_COUNT);
  fail_unless (size > 0);
  g_free (metrics);
  return gst_buffer_new_memdup (data, size);
}

static GstStructure *
get_stats (GstElement * element)
{
  GstStructure *stats;

  g_object_get (element, "stats", &stats, NULL);
  fail_unless (gst_structure_has_name (stats, "application/x-screamtx-stats"));
  return stats;
}

guint64
tx_stat (GstElement * element, const gchar * name)
{
  GstStructure *stats = get_stats (element);
  guint64 value;

  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

gchar *
tx_stat_string (GstElement * element, const gchar * name)
{
  GstStructure *stats = get_stats (element);
  gchar *value = g_strdup (gst_structure_get_string (stats, name));

  fail_unless (value != NULL, "%s", name);
  gst_structure_free (stats);
  return value;
}

void
tx_check_text (GstElement * element, const gchar * name, const gchar * text)
{
  gchar *value = tx_stat_string (element, name);

  fail_unless_equals_string (value, text);
  g_free (value);
}

guint
count_key_requests (GstHarness * h)
{
  GstEvent *event;
  guint n = 0;

  while ((event = gst_harness_try_pull_upstream_event (h)) != NULL) {
    n += gst_event_has_name (event, "GstForceKeyUnit");
    gst_event_unref (event);
  }
  return n;
}

guint64
tx_stream_stat (GstElement * element, guint stream, const gchar * name)
{
  GstStructure *stats = get_stats (element);
  const GValue *streams = gst_structure_get_value (stats, "streams");
  const GValue *value;
  guint64 number;

  fail_unless (streams != NULL && stream < gst_value_array_get_size (streams));
  value = gst_value_array_get_value (streams, stream);
  fail_unless (gst_structure_get_uint64 (gst_value_get_structure (value), name,
          &number), "%s", name);
  gst_structure_free (stats);
  return number;
}

guint
tx_n_streams (GstElement * element)
{
  GstStructure *stats = get_stats (element);
  const GValue *streams = gst_structure_get_value (stats, "streams");
  guint n = gst_value_array_get_size (streams);

  gst_structure_free (stats);
  return n;
}

static gchar *
message_text (GstMessage * message)
{
  GError *error = NULL;
  gchar *debug = NULL, *text;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, &error, &debug);
  else
    gst_message_parse_warning (message, &error, &debug);
  text = g_strdup_printf ("%s | %s", error->message, debug);
  g_clear_error (&error);
  g_free (debug);
  return text;
}

void
tx_expect_message (GstElement * element, GstMessageType type,
    const gchar * text)
{
  GstBus *bus = gst_element_get_bus (element);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 5 * GST_SECOND, type);

  fail_unless (message != NULL, "no %s with \"%s\"",
      gst_message_type_get_name (type), text);
  if (type == GST_MESSAGE_ELEMENT) {
    fail_unless_equals_string (gst_structure_get_name
        (gst_message_get_structure (message)), text);
  } else {
    gchar *all = message_text (message);

    fail_unless (strstr (all, text) != NULL, "\"%s\" is not in \"%s\"", text,
        all);
    g_free (all);
  }
  gst_message_unref (message);
  gst_object_unref (bus);
}

guint
tx_count_messages (GstElement * element, GstMessageType type,
    const gchar * name)
{
  GstBus *bus = gst_element_get_bus (element);
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, type)) != NULL) {
    if (name == NULL
        || gst_structure_has_name (gst_message_get_structure (message), name))
      n++;
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  return n;
}

struct _TxLog
{
  GstPad *pad;
  gulong probe;
  GMutex lock;
  GCond cond;
  GString *text;
};

static void
write_list (TxLog * log, GstBufferList * list)
{
  guint i;

  g_string_append (log->text, "[ ");
  for (i = 0; i < gst_buffer_list_length (list); i++)
    g_string_append_printf (log->text, "%d ",
        rtp_seq (gst_buffer_list_get (list, i)));
  g_string_append (log->text, "] ");
}

static GstPadProbeReturn
write_down (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  TxLog *log = user_data;

  g_mutex_lock (&log->lock);
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    g_string_append_printf (log->text, "%d ",
        rtp_seq (GST_PAD_PROBE_INFO_BUFFER (info)));
  } else if (info->type & GST_PAD_PROBE_TYPE_BUFFER_LIST) {
    write_list (log, GST_PAD_PROBE_INFO_BUFFER_LIST (info));
  } else {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

    g_string_append_printf (log->text, "%s ", gst_event_has_name (event,
            "mark") ? "mark" : GST_EVENT_TYPE_NAME (event));
  }
  g_cond_broadcast (&log->cond);
  g_mutex_unlock (&log->lock);
  return GST_PAD_PROBE_OK;
}

TxLog *
tx_log_new (GstElement * element, const gchar * pad)
{
  TxLog *log = g_new0 (TxLog, 1);

  g_mutex_init (&log->lock);
  g_cond_init (&log->cond);
  log->text = g_string_new (NULL);
  log->pad = gst_element_get_static_pad (element, pad);
  fail_unless (log->pad != NULL);
  log->probe = gst_pad_add_probe (log->pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM |
      GST_PAD_PROBE_TYPE_EVENT_FLUSH, write_down, log, NULL);
  return log;
}

gchar *
tx_log_text (TxLog * log)
{
  gchar *text;

  g_mutex_lock (&log->lock);
  text = g_strdup (log->text->str);
  g_mutex_unlock (&log->lock);
  return text;
}

void
tx_log_expect (TxLog * log, const gchar * text)
{
  gint64 end = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  g_mutex_lock (&log->lock);
  while (strcmp (log->text->str, text) != 0) {
    if (!g_cond_wait_until (&log->cond, &log->lock, end))
      break;
  }
  fail_unless_equals_string (log->text->str, text);
  g_mutex_unlock (&log->lock);
}

void
tx_log_free (TxLog * log)
{
  gst_pad_remove_probe (log->pad, log->probe);
  gst_object_unref (log->pad);
  g_string_free (log->text, TRUE);
  g_mutex_clear (&log->lock);
  g_cond_clear (&log->cond);
  g_free (log);
}

void
tx_push_list (GstHarness * h, guint first, guint n)
{
  GstBufferList *list = gst_buffer_list_new ();
  GstPad *peer = gst_pad_get_peer (h->srcpad);
  guint i;

  for (i = first; i < first + n; i++)
    gst_buffer_list_add (list, rtp_new (SSRC, (guint16) i, first,
            i + 1 == first + n, SIZE));
  fail_unless_equals_int (gst_pad_push_list (h->srcpad, list), GST_FLOW_OK);
  gst_object_unref (peer);
}

void
tx_push_eos (GstHarness * h)
{
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
}

void
tx_flush (GstHarness * h)
{
  GstSegment segment;

  fail_unless (gst_harness_push_event (h, gst_event_new_flush_start ()));
  fail_unless (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  fail_unless (gst_harness_push_event (h, gst_event_new_segment (&segment)));
}

GstHarness *
tx_rtcp_harness_new (GstHarness * h)
{
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      "rtcp_src");

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  return rtcp;
}

void
tx_push_rtcp (GstHarness * rtcp, const guint8 * data, gsize size)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, size, NULL);

  gst_buffer_fill (buffer, 0, data, size);
  fail_unless_equals_int (gst_harness_push (rtcp, buffer), GST_FLOW_OK);
}
