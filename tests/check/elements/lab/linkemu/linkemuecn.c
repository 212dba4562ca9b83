/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What linkemu does with ECN, with flows, and what it logs. */
#include "linkemutest.h"

#include <gst/net/net.h>

#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gsttrafficclass.h"

#include <glib/gstdio.h>
#include <string.h>

#define NOT_ECT 0
#define ECT_1 1
#define ECT_0 2
#define CE 3

static GstHarness *
harness_new (const gchar * line)
{
  return link_harness_new (line, "application/x-rtp");
}

/* An RTP packet of @ssrc; 0: it is not RTP. */
static GstBuffer *
buffer_new (guint number, guint32 ssrc)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, SIZE, NULL);
  guint8 header[12] = { 0x80, 96, };

  gst_buffer_memset (buffer, 0, 0, SIZE);
  GST_WRITE_UINT16_BE (header + 2, number);
  GST_WRITE_UINT32_BE (header + 8, ssrc);
  if (ssrc != 0)
    gst_buffer_fill (buffer, 0, header, sizeof (header));
  GST_BUFFER_OFFSET (buffer) = number;
  return buffer;
}

static GstBuffer *
buffer_with_ecn (guint number, guint8 ecn)
{
  GstBuffer *buffer = buffer_new (number, 0);

  gst_scream_ecn_set (buffer, ecn);
  return buffer;
}

static void
push (GstHarness * h, GstBuffer * buffer)
{
  fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
}

/* Whatever is still inside comes out. */
static void
drain (GstHarness * h)
{
  GstEvent *event;
  GstEventType type = GST_EVENT_UNKNOWN;

  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  while (type != GST_EVENT_EOS) {
    while ((event = gst_harness_try_pull_event (h)) == NULL) {
      if (gst_test_clock_peek_id_count (test_clock) > 0)
        gst_test_clock_crank (test_clock);
      else
        g_thread_yield ();
    }
    type = GST_EVENT_TYPE (event);
    gst_event_unref (event);
  }
}

static guint64
get_stat (GstHarness * h, const gchar * name)
{
  GstStructure *stats;
  guint64 value;

  g_object_get (h->element, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

/* The codepoint of the next buffer; @unset: it has none. */
static guint8
pull_ecn (GstHarness * h, guint8 unset)
{
  GstBuffer *buffer = gst_harness_pull (h);
  guint8 ecn;

  fail_unless (buffer != NULL);
  ecn = gst_scream_ecn_get (buffer, unset);
  gst_buffer_unref (buffer);
  return ecn;
}

/* Six packets at once, 10 ms apart on the link.  RFC 9332: the second is the
 * first above the threshold, which makes its sum 1, and only more than that is
 * a mark.  The last one is alone, so only p_CL counts, which is above 0 since
 * 16 ms. */
GST_START_TEST (test_linkemu_ce_reaches_the_buffer)
{
  static const guint8 expected[] = { ECT_1, ECT_1, CE, CE, CE, CE };
  GstHarness *h = harness_new ("linkemu bitrate=1000000 aqm=dualpi2 "
      "step-threshold=1");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    push (h, buffer_with_ecn (i, ECT_1));
  drain (h);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    fail_unless_equals_int (pull_ecn (h, 99), expected[i]);
  fail_unless_equals_uint64 (get_stat (h, "marked"), 4);
  fail_unless_equals_uint64 (get_stat (h, "l-queue-marked"), 4);
  fail_unless_equals_uint64 (get_stat (h, "l-queue-packets"), 6);
  fail_unless_equals_uint64 (get_stat (h, "c-queue-packets"), 0);
  /* Waits of 0, 10 ... 50 ms; quantiles to 1/64 */
  fail_unless (get_stat (h, "l-queue-delay-p99") > 49 * MS);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* The same packets, as screamrx counts them. */
GST_START_TEST (test_linkemu_ce_reaches_screamrx)
{
  GstElement *bin = gst_parse_bin_from_description ("linkemu bitrate=1000000 "
      "aqm=dualpi2 step-threshold=1 ! screamrx name=rx", TRUE, NULL);
  GstHarness *h = gst_harness_new_with_element (bin, "sink", "src");
  GstElement *rx = gst_bin_get_by_name (GST_BIN (bin), "rx");
  GstStructure *stats;
  guint64 ect1, ce;

  gst_harness_set_src_caps_str (h, "application/x-rtp");
  for (guint i = 0; i < 6; i++) {
    GstBuffer *buffer = buffer_new (i, 0xcafe);

    gst_scream_ecn_set (buffer, ECT_1);
    push (h, buffer);
  }
  drain (h);
  g_object_get (rx, "stats", &stats, NULL);
  fail_unless (gst_structure_get (stats, "ect1", G_TYPE_UINT64, &ect1,
          "ce", G_TYPE_UINT64, &ce, NULL));
  fail_unless_equals_uint64 (ect1, 2);
  fail_unless_equals_uint64 (ce, 4);
  gst_structure_free (stats);
  gst_object_unref (rx);
  gst_harness_teardown (h);
  gst_object_unref (bin);
}

GST_END_TEST;

/* The DSCP and the protocol stay, other messages as well, and there is one of
 * ECN only. */
static void
expect_replaced (gboolean ipv6)
{
  GstBuffer *buffer = gst_buffer_new ();
  GSocketControlMessage *message = gst_traffic_class_message_new (0xb8 | ECT_1,
      ipv6);
  gpointer state = NULL;
  GstNetControlMessageMeta *meta;
  guint8 traffic_class;
  gboolean is_ipv6;

  gst_buffer_add_net_control_message_meta (buffer, message);
  g_object_unref (message);
  fail_unless_equals_int (gst_scream_ecn_get (buffer, 99), ECT_1);
  gst_scream_ecn_set (buffer, CE);
  fail_unless_equals_int (gst_scream_ecn_get (buffer, 99), CE);
  meta = (GstNetControlMessageMeta *) gst_buffer_iterate_meta (buffer, &state);
  fail_unless (gst_traffic_class_read (meta->message, &traffic_class,
          &is_ipv6));
  fail_unless_equals_int (traffic_class, 0xb8 | CE);
  fail_unless_equals_int (is_ipv6, ipv6);
  fail_unless (gst_buffer_iterate_meta (buffer, &state) == NULL);
  gst_buffer_unref (buffer);
}

GST_START_TEST (test_ecn_is_replaced_in_place)
{
  GstBuffer *buffer = gst_buffer_new ();

  expect_replaced (FALSE);
  expect_replaced (TRUE);
  fail_unless_equals_int (gst_scream_ecn_get (buffer, 99), 99);
  gst_scream_ecn_set (buffer, ECT_0);
  fail_unless_equals_int (gst_scream_ecn_get (buffer, 99), ECT_0);
  gst_buffer_unref (buffer);
}

GST_END_TEST;

/* Who else has the buffer keeps it as it was. */
GST_START_TEST (test_linkemu_marks_a_copy)
{
  GstHarness *h = harness_new ("linkemu default-ecn=ect1");
  GstBuffer *in = buffer_new (7, 0), *out;

  push (h, gst_buffer_ref (in));
  out = gst_harness_pull (h);
  fail_unless (in != out);
  fail_unless_equals_int (gst_scream_ecn_get (in, 99), 99);
  fail_unless_equals_int (gst_scream_ecn_get (out, 99), ECT_1);
  fail_unless_equals_uint64 (GST_BUFFER_OFFSET (out), 7);
  gst_buffer_unref (in);
  gst_buffer_unref (out);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_default_ecn)
{
  GstHarness *h = harness_new ("linkemu default-ecn=ect0");

  push (h, buffer_new (0, 0));
  fail_unless_equals_int (pull_ecn (h, 99), ECT_0);
  /* What a buffer says counts, and what came with CE goes on with it. */
  push (h, buffer_with_ecn (1, NOT_ECT));
  fail_unless_equals_int (pull_ecn (h, 99), NOT_ECT);
  push (h, buffer_with_ecn (2, CE));
  fail_unless_equals_int (pull_ecn (h, 99), CE);
  gst_util_set_object_arg (G_OBJECT (h->element), "default-ecn", "ect1");
  push (h, buffer_new (3, 0));
  fail_unless_equals_int (pull_ecn (h, 99), ECT_1);
  gst_util_set_object_arg (G_OBJECT (h->element), "default-ecn", "not-ect");
  push (h, buffer_new (4, 0));
  fail_unless_equals_int (pull_ecn (h, 99), 99);
  fail_unless_equals_uint64 (get_stat (h, "marked"), 0);
  gst_harness_teardown (h);
}

GST_END_TEST;

static const struct
{
  const gchar *properties;
  guint dropped, marked;
} reactions[] = {
  {"ecn=true default-ecn=ect0", 0, 4},
  {"ecn=true default-ecn=ect1", 0, 4},
  {"ecn=true", 3, 0},
  {"ecn=false default-ecn=ect0", 3, 0},
};

/* RFC 8289: 20 packets of 10 ms at once wait 0, 10, 20 ... ms: from the second
 * on above the target, for an interval of 45 ms at 60 ms.  Then again at 105,
 * 136.8 and 162.8 ms, with the next packet: at 110, 140 and 170 ms, where drops
 * have left none. */
GST_START_TEST (test_linkemu_codel_marks_or_drops)
{
  gchar *line = g_strdup_printf ("linkemu bitrate=1000000 aqm=codel "
      "target=5 interval=45 %s", reactions[__i__].properties);
  GstHarness *h = harness_new (line);

  for (guint i = 0; i < 20; i++)
    push (h, buffer_new (i, 0));
  drain (h);
  fail_unless_equals_uint64 (get_stat (h, "dropped-aqm"),
      reactions[__i__].dropped);
  fail_unless_equals_uint64 (get_stat (h, "marked"), reactions[__i__].marked);
  fail_unless_equals_int (gst_harness_buffers_received (h),
      20 - reactions[__i__].dropped);
  gst_harness_teardown (h);
  g_free (line);
}

GST_END_TEST;

static guint64
pull_number (GstHarness * h)
{
  GstBuffer *buffer = gst_harness_pull (h);
  guint64 number = GST_BUFFER_OFFSET (buffer);

  gst_buffer_unref (buffer);
  return number;
}

/* The second SSRC does not wait for the first one. */
GST_START_TEST (test_linkemu_flow_queueing_by_ssrc)
{
  GstHarness *h = harness_new ("linkemu bitrate=1000000 flow-queueing=true");

  for (guint i = 0; i < 10; i++)
    push (h, buffer_new (i, 0xcafe));
  push (h, buffer_new (10, 0xbeef));
  drain (h);
  fail_unless_equals_uint64 (pull_number (h), 0);
  fail_unless_equals_uint64 (pull_number (h), 1);
  fail_unless_equals_uint64 (pull_number (h), 10);
  fail_unless_equals_uint64 (pull_number (h), 2);
  gst_harness_teardown (h);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_refuses_flows_in_dualpi2)
{
  gchar *text = link_error_of ("linkemu aqm=dualpi2 flow-queueing=true");

  fail_unless (strstr (text, "aqm and flow-queueing") != NULL, "%s", text);
  g_free (text);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_unwritable_log)
{
  gchar *text =
      link_error_of ("linkemu schedule=0:1M log-location=/no/such/file");

  fail_unless (strstr (text, "log-location") != NULL, "%s", text);
  fail_unless (strstr (text, "/no/such/file") != NULL, "%s", text);
  g_free (text);
}

GST_END_TEST;

static guint
count_warnings (GstBus * bus, const gchar * part)
{
  GstMessage *message;
  guint n = 0;

  while ((message = gst_bus_pop_filtered (bus, GST_MESSAGE_WARNING)) != NULL) {
    GError *error;

    gst_message_parse_warning (message, &error, NULL);
    fail_unless (strstr (error->message, "log-location") != NULL
        && strstr (error->message, part) != NULL, "%s", error->message);
    g_error_free (error);
    gst_message_unref (message);
    n++;
  }
  return n;
}

/* It says so while packets pass, and once. */
GST_START_TEST (test_linkemu_log_on_a_full_disk)
{
  GstHarness *h =
      harness_new ("linkemu bitrate=1000000000 log-location=/dev/full");
  GstBus *bus = gst_bus_new ();

  gst_element_set_bus (h->element, bus);
  for (guint i = 0; i < 400; i++)
    push (h, buffer_new (i, 0xcafe));
  drain (h);
  fail_unless_equals_int (count_warnings (bus, "/dev/full"), 1);
  gst_element_set_state (h->element, GST_STATE_READY);
  fail_unless_equals_int (count_warnings (bus, "/dev/full"), 0);
  gst_element_set_bus (h->element, NULL);
  gst_object_unref (bus);
  gst_harness_teardown (h);
}

GST_END_TEST;

/* Four packets, of which the last does not fit, and one that is lost. */
GST_START_TEST (test_linkemu_log)
{
  gchar *path = g_build_filename (g_get_tmp_dir (), "linkemu-XXXXXX", NULL);
  gint fd = g_mkstemp (path);
  gchar *line = g_strdup_printf ("linkemu bitrate=1000000 aqm=dualpi2 "
      "step-threshold=1 queue-limit-bytes=3750 default-ecn=ect1 "
      "delay=7 log-location=%s", path);
  GstHarness *h = harness_new (line);
  gchar *log;

  g_close (fd, NULL);
  for (guint i = 0; i < 5; i++)
    push (h, buffer_new (i, 0xcafe));
  g_object_set (h->element, "loss", 1.0, NULL);
  push (h, buffer_with_ecn (5, CE));
  drain (h);
  gst_element_set_state (h->element, GST_STATE_READY);
  fail_unless (g_file_get_contents (path, &log, NULL, NULL));
  fail_unless_equals_string (log,
      "time,flow,bytes,ecn,queue-delay,fate\n"
      "1.234567,0000cafe,1250,1,0.000000,queue\n"
      "1.234567,-,1250,3,0.000000,loss\n"
      "1.234567,0000cafe,1250,1,0.000000,out\n"
      "1.244567,0000cafe,1250,1,0.010000,out\n"
      "1.254567,0000cafe,1250,1,0.020000,marked\n"
      "1.264567,0000cafe,1250,1,0.030000,marked\n");
  g_free (log);
  g_remove (path);
  g_free (path);
  gst_harness_teardown (h);
  g_free (line);
}

GST_END_TEST;

static Suite *
linkemuecn_suite (void)
{
  Suite *s = suite_create ("linkemuecn");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, link_setup, link_teardown);
  tcase_add_test (tc, test_ecn_is_replaced_in_place);
  tcase_add_test (tc, test_linkemu_ce_reaches_the_buffer);
  tcase_add_test (tc, test_linkemu_ce_reaches_screamrx);
  tcase_add_test (tc, test_linkemu_marks_a_copy);
  tcase_add_test (tc, test_linkemu_default_ecn);
  tcase_add_loop_test (tc, test_linkemu_codel_marks_or_drops, 0,
      G_N_ELEMENTS (reactions));
  tcase_add_test (tc, test_linkemu_flow_queueing_by_ssrc);
  tcase_add_test (tc, test_linkemu_refuses_flows_in_dualpi2);
  tcase_add_test (tc, test_linkemu_unwritable_log);
  tcase_add_test (tc, test_linkemu_log_on_a_full_disk);
  tcase_add_test (tc, test_linkemu_log);

  return s;
}

GST_CHECK_MAIN (linkemuecn);
