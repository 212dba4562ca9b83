/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpscreambwe for an application that knows rtpgccbwe: its properties, and when and where it
 * notifies */
#include "tests/check/elements/tx/screamtxtest.h"

#define BWE "rtpscreambwe"
#define START 2048000

static guint
estimate_of (GstHarness * h)
{
  guint bitrate;

  g_object_get (h->element, "estimated-bitrate", &bitrate, NULL);
  return bitrate;
}

#define PERIOD (5 * MS)

/* Of an encoder that follows: a packet in each period, and no report. */
static void
send_in_vain (GstHarness * h, guint16 * seq, GstClockTime end)
{
  GstClockTime time = gst_clock_get_time (GST_CLOCK (test_clock));

  for (; time < end; time += PERIOD) {
    gsize size = (gsize) gst_util_uint64_scale (estimate_of (h), PERIOD,
        8 * GST_SECOND);

    tx_run_to (time);
    gst_harness_push (h, rtp_new (SSRC, *seq, *seq * 450u, TRUE,
            CLAMP (size, 100, SIZE)));
    (*seq)++;
  }
}

/* The same for @time, and of each packet a report that it has come. */
static void
send_well (GstHarness * h, GstHarness * rtcp, guint16 * seq, GstClockTime time)
{
  GstClockTime end = gst_clock_get_time (GST_CLOCK (test_clock)) + time;
  GstClockTime now;

  while ((now = gst_clock_get_time (GST_CLOCK (test_clock))) < end) {
    send_in_vain (h, seq, now + PERIOD);
    tx_run_to (now + PERIOD);
    gst_harness_push (rtcp, ccfb_new (SSRC, *seq - 1, 1, FALSE,
            (guint32) ((now + PERIOD) * 65536 / GST_SECOND)));
  }
}

/* It is told of changes of 1 %. */
static gboolean
is_near (guint bitrate, guint expected)
{
  return bitrate >= expected * 0.99 && bitrate <= expected * 1.01;
}

/* ---- properties ---- */

static void
check_uint (GstElement * element, const gchar * name, guint value)
{
  GParamSpec *spec = g_object_class_find_property
      (G_OBJECT_GET_CLASS (element), name);
  guint is;

  fail_unless (G_IS_PARAM_SPEC_UINT (spec), "%s", name);
  fail_unless_equals_int (spec->flags & G_PARAM_READWRITE, G_PARAM_READWRITE);
  fail_unless_equals_int (G_PARAM_SPEC_UINT (spec)->minimum, 1);
  fail_unless_equals_uint64 (G_PARAM_SPEC_UINT (spec)->maximum, G_MAXUINT);
  g_object_get (element, name, &is, NULL);
  fail_unless_equals_uint64 (is, value);
}

/* Those of rtpgccbwe 0.15, with their values; its users set them by type and by nick, in any
 * order, and to anything. */
GST_START_TEST (test_bwe_properties)
{
  GstElement *element = gst_element_factory_make (BWE, NULL);
  gchar *controller, *encoder;
  GstStructure *stats;
  gdouble burst;
  gint estimator;

  check_uint (element, "estimated-bitrate", START);
  check_uint (element, "min-bitrate", 1000);
  check_uint (element, "max-bitrate", 8192000);
  g_object_get (element, "estimator", &estimator, "controller", &controller,
      "encoder-name", &encoder, "pacing-burst", &burst, NULL);
  fail_unless_equals_float (burst, 5);
  fail_unless_equals_int (estimator, 0);
  fail_unless_equals_string (controller, "scream");
  fail_unless_equals_string (encoder, "none");
  gst_util_set_object_arg (G_OBJECT (element), "estimator",
      "linear-regression");
  g_object_get (element, "estimator", &estimator, NULL);
  fail_unless_equals_int (estimator, 1);
  fail_unless_equals_int (element->numpads, 2);
  g_object_get (element, "stats", &stats, NULL);
  fail_unless (stats != NULL);
  gst_structure_free (stats);
  g_free (controller);
  g_free (encoder);
  gst_object_unref (element);
}

GST_END_TEST;

/* Where min-bitrate is above max-bitrate, that counts; what was set stays to be read, and is
 * meant again as soon as the other is higher. */
GST_START_TEST (test_bwe_bounds_in_any_order)
{
  GstHarness *h = tx_harness_new (BWE " min-bitrate=3000000 "
      "max-bitrate=1000000 estimated-bitrate=1");

  check_uint (h->element, "min-bitrate", 3000000);
  fail_unless_equals_int (estimate_of (h), 1000000);
  g_object_set (h->element, "max-bitrate", 4000000, NULL);
  fail_unless_equals_int (estimate_of (h), 3000000);
  g_object_set (h->element, "min-bitrate", 1, "max-bitrate", G_MAXUINT, NULL);
  g_object_set (h->element, "estimated-bitrate", 700000, NULL);
  fail_unless_equals_int (estimate_of (h), 700000);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- the estimate ---- */

/* What was set last holds until there is feedback, as long as that takes.  Who hears of that has
 * not set what it is for. */
GST_START_TEST (test_bwe_before_feedback)
{
  GstHarness *h = tx_harness_new (BWE " estimated-bitrate=900000");
  guint16 seq = 0;

  send_in_vain (h, &seq, T0 + 5000 * MS);
  fail_unless_equals_int (estimate_of (h), 900000);
  tx_expect_message (h->element, GST_MESSAGE_WARNING,
      "No feedback from the receiver; sending at 900000 bit/s for now.");
  g_object_set (h->element, "estimated-bitrate", 2000000, NULL);
  send_in_vain (h, &seq, T0 + 5100 * MS);
  fail_unless_equals_int (estimate_of (h), 2000000);
  tx_harness_free (h);
}

GST_END_TEST;

/* Then the network counts, and silence is no reason to go on. */
GST_START_TEST (test_bwe_after_feedback)
{
  GstHarness *h = tx_harness_new (BWE " estimated-bitrate=900000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0;
  guint found;

  send_well (h, rtcp, &seq, 2 * GST_SECOND);
  found = estimate_of (h);
  fail_unless (found > 1000000, "%u", found);
  g_object_set (h->element, "estimated-bitrate", 100000, NULL);
  fail_unless (estimate_of (h) > 1000000, "%u", estimate_of (h));
  send_in_vain (h, &seq, T0 + 7000 * MS);
  fail_unless (estimate_of (h) < found / 2, "%u", estimate_of (h));
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* webrtcsink has one for all encoders, and adds up their bounds. */
GST_START_TEST (test_bwe_another_encoder)
{
  GstHarness *h = tx_harness_new (BWE " estimated-bitrate=500000 "
      "max-bitrate=600000 min-bitrate=200000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0;

  send_well (h, rtcp, &seq, 3 * GST_SECOND);
  fail_unless (is_near (estimate_of (h), 600000), "%u", estimate_of (h));
  g_object_set (h->element, "max-bitrate", 1200000, NULL);
  g_object_set (h->element, "min-bitrate", 800000, NULL);
  fail_unless (estimate_of (h) >= 800000, "%u", estimate_of (h));
  send_well (h, rtcp, &seq, 3 * GST_SECOND);
  fail_unless (is_near (estimate_of (h), 1200000), "%u", estimate_of (h));
  g_object_set (h->element, "max-bitrate", 600000, NULL);
  g_object_set (h->element, "min-bitrate", 200000, NULL);
  fail_unless (is_near (estimate_of (h), 600000), "%u", estimate_of (h));
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* An encoder that has made too much is told less until that has left, but half. */
GST_START_TEST (test_bwe_queue)
{
  GstHarness *h = tx_harness_new (BWE " estimated-bitrate=900000");
  GstHarness *rtcp = tx_rtcp_harness_new (h);
  guint16 seq = 0, i;
  guint64 found;

  send_well (h, rtcp, &seq, 2 * GST_SECOND);
  for (i = 0; i < 40; i++, seq++)
    tx_push (h, seq);
  tx_run_to (T0 + 2020 * MS);
  found = tx_stat (h->element, "estimated-bitrate");
  fail_unless (estimate_of (h) < found * 0.8 && estimate_of (h) >= found * 0.49,
      "%u of %" G_GUINT64_FORMAT, estimate_of (h), found);
  send_well (h, rtcp, &seq, 2 * GST_SECOND);
  found = tx_stat (h->element, "estimated-bitrate");
  fail_unless (is_near (estimate_of (h), (guint) found),
      "%u of %" G_GUINT64_FORMAT, estimate_of (h), found);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

static void
push_type (GstHarness * h, guint32 ssrc, guint16 seq, guint8 type, guint size)
{
  GstBuffer *buffer = rtp_new (ssrc, seq, seq * 1800u, TRUE, size);

  gst_buffer_fill (buffer, 1, &type, 1);
  fail_unless_equals_int (gst_harness_push (h, buffer), GST_FLOW_OK);
}

/* A quarter of the media is sent once more: as rtpgccbwe's, the estimate has room for both, but
 * is within the bounds. */
GST_START_TEST (test_bwe_repair)
{
  GstHarness *h = tx_harness_new (BWE " estimated-bitrate=900000");
  guint16 seq;

  gst_harness_set_src_caps_str (h,
      "application/x-rtp,media=video,clock-rate=90000,payload=96");
  for (seq = 0; seq < 100; seq++) {
    tx_run_to (T0 + 20 * MS * seq);
    push_type (h, SSRC, seq, 96 | 0x80, 1200);
    push_type (h, SSRC + 1, seq, 97, 300);
  }
  g_object_set (h->element, "max-bitrate", 2000000, NULL);
  fail_unless (is_near ((guint) tx_stat (h->element, "estimated-bitrate"),
          900000));
  fail_unless (estimate_of (h) > 1.2 * 900000
      && estimate_of (h) < 1.35 * 900000, "%u", estimate_of (h));
  g_object_set (h->element, "max-bitrate", 1000000, NULL);
  fail_unless_equals_int (estimate_of (h), 1000000);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- notifications ---- */

typedef struct
{
  GMutex lock;
  GThread *thread;              /* of the application */
  guint n, at_once, most_at_once, last;
} App;

/* As that of webrtcsink, which locks what its other threads hold */
static void
on_estimate (GObject * element, GParamSpec * pspec, gpointer user_data)
{
  App *app = user_data;
  guint bitrate;

  fail_if (g_thread_self () == app->thread);
  g_mutex_lock (&app->lock);
  app->at_once++;
  app->most_at_once = MAX (app->most_at_once, app->at_once);
  g_mutex_unlock (&app->lock);
  g_object_get (element, "estimated-bitrate", &bitrate, NULL);
  g_usleep (2000);
  g_mutex_lock (&app->lock);
  app->at_once--;
  app->n++;
  app->last = bitrate;
  g_mutex_unlock (&app->lock);
}

static gboolean
has_heard (App * app, guint bitrate)
{
  guint i, last = 0;

  for (i = 0; i < 2000 && last != bitrate; i++) {
    g_mutex_lock (&app->lock);
    last = app->last;
    g_mutex_unlock (&app->lock);
    g_usleep (1000);
  }
  return last == bitrate;
}

/* It sets bounds and states with its lock held, and is told of each in another thread, one
 * after the other, and of the last at the end. */
GST_START_TEST (test_bwe_notifies_without_locks)
{
  GstElement *element = gst_element_factory_make (BWE, NULL);
  static App app;               /* a handler may still run at the end */
  guint i;

  app.thread = g_thread_self ();
  g_object_set (element, "estimated-bitrate", 1500000, NULL);
  g_signal_connect (element, "notify::estimated-bitrate",
      G_CALLBACK (on_estimate), &app);
  g_mutex_lock (&app.lock);
  gst_element_set_state (element, GST_STATE_PAUSED);
  for (i = 1; i <= 100; i++)
    g_object_set (element, "max-bitrate", 1000000 - 6000 * i, NULL);
  g_mutex_unlock (&app.lock);
  fail_unless (has_heard (&app, 400000), "%u, not 400000", app.last);
  fail_unless_equals_int (app.most_at_once, 1);
  fail_unless (app.n <= 50, "%u", app.n);
  g_object_freeze_notify (G_OBJECT (element));  /* as g_object_set() does */
  g_object_set (element, "max-bitrate", 200000, NULL);
  fail_unless (has_heard (&app, 200000), "%u, not 200000", app.last);
  g_object_thaw_notify (G_OBJECT (element));
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
}

GST_END_TEST;

/* ---- flow ---- */

/* Packets and events go through as through screamtx, after each of these, too. */
GST_START_TEST (test_bwe_flow)
{
  guint round;

  for (round = 0; round < 2; round++) {
    GstElement *element = gst_element_factory_make (BWE, NULL);
    GstHarness *h = gst_harness_new_with_element (element, "sink", "src");

    gst_element_set_state (element, GST_STATE_NULL);
    gst_element_set_state (element, GST_STATE_PLAYING);
    tx_start (h);
    tx_push (h, 1);
    tx_pull (h, 1);
    tx_flush (h);
    tx_run_to (T0 + 1000 * MS * (round + 1));
    tx_push (h, 2);
    tx_pull (h, 2);
    tx_push_eos (h);
    gst_element_set_state (element, GST_STATE_NULL);
    g_object_set (element, "estimated-bitrate", 300000, NULL);
    fail_unless_equals_int (estimate_of (h), 300000);
    gst_element_set_state (element, GST_STATE_PLAYING);
    fail_unless_equals_int (estimate_of (h), 300000);
    gst_harness_teardown (h);
    gst_object_unref (element);
  }
}

GST_END_TEST;

static Suite *
rtpscreambwe_suite (void)
{
  Suite *s = suite_create ("rtpscreambwe");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_bwe_properties);
  tcase_add_test (tc, test_bwe_bounds_in_any_order);
  tcase_add_test (tc, test_bwe_before_feedback);
  tcase_add_test (tc, test_bwe_after_feedback);
  tcase_add_test (tc, test_bwe_another_encoder);
  tcase_add_test (tc, test_bwe_queue);
  tcase_add_test (tc, test_bwe_repair);
  tcase_add_test (tc, test_bwe_notifies_without_locks);
  tcase_add_test (tc, test_bwe_flow);
  return s;
}

GST_CHECK_MAIN (rtpscreambwe);
