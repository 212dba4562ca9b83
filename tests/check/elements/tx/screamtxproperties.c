/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties, messages and files of screamtx */
#include "screamtxtest.h"
#include "tests/check/elements/elementtest.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

GST_START_TEST (test_screamtx_defaults)
{
  GstElement *element = gst_element_factory_make ("screamtx", NULL);
  GstPad *pad = gst_element_get_static_pad (element, "sink");
  guint min, initial, max, overhead, estimate, pad_min, pad_max;
  gchar *controller;
  guint delay, target, target_max;
  gboolean tune, skip;
  gchar *name, *location;
  GstElement *encoder;
  gdouble priority;
  GstStructure *stats;

  g_object_get (element, "min-bitrate", &min, "initial-bitrate", &initial,
      "max-bitrate", &max, "packet-overhead", &overhead, "estimated-bitrate",
      &estimate, "controller", &controller, "max-queue-delay", &delay,
      "queue-delay-target", &target, "queue-delay-target-max", &target_max,
      "tune-encoder", &tune, "frame-skip", &skip, "encoder-name", &name,
      "encoder", &encoder, "log-location", &location, "stats", &stats, NULL);
  g_object_get (pad, "priority", &priority, "min-bitrate", &pad_min,
      "max-bitrate", &pad_max, NULL);
  fail_unless (min == 100000 && initial == 1000000 && max == 20000000);
  fail_unless (overhead == 28 && estimate == 0);
  fail_unless_equals_string (controller, "scream");
  g_free (controller);
  fail_unless (delay == 200 && target == 0 && target_max == 0 && tune && skip);
  fail_unless_equals_string (name, "");
  fail_unless (encoder == NULL && location == NULL);
  fail_unless (priority == 1.0 && pad_min == 0 && pad_max == 0);
  fail_unless (gst_structure_has_field (stats, "feedback-route"));
  g_free (name);
  gst_structure_free (stats);
  gst_object_unref (pad);
  gst_object_unref (element);
}

GST_END_TEST;

static GstElement *
element_new (const gchar * line)
{
  GstElement *element = gst_parse_launch (line, NULL);

  fail_unless (element != NULL);
  return put_on_bus (element);
}

GST_START_TEST (test_screamtx_impossible_range)
{
  GstElement *element = element_new ("screamtx min-bitrate=2000000 "
      "max-bitrate=1000000");

  fail_unless_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  tx_expect_message (element, GST_MESSAGE_ERROR, "min-bitrate (2000000 bit/s) "
      "is above max-bitrate (1000000 bit/s)");
  g_object_set (element, "max-bitrate", 3000000, NULL);
  fail_unless (gst_element_set_state (element, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE);
  fail_unless_equals_uint64 (tx_stat (element, "feedback-packets"), 0);
  finish_on_bus (element);
}

GST_END_TEST;

/* Each error names property, parameter and range; the text is read back as it was set. */
GST_START_TEST (test_screamtx_controller_params)
{
  static const struct
  {
    const gchar *controller, *params, *error;
  } cases[] = {
    {"scream", NULL, NULL},
    {"scream", "", NULL},
    {"fixed", "", NULL},
    {"scream", "beta-loss=0.8,s-rtt-min=20", NULL},
    {"scream-draft", "beta-loss=0.8", NULL},
    {"scream", "beta-loss=1.5",
        "controller-params: beta-loss=1.5 is out of range: 0.01 to 1."},
    {"scream", "s-rtt-min=25000000",
        "controller-params: s-rtt-min=25000000 is out of range: 0.001 to 1000 ms."},
    {"scream-draft", "s-rtt-min=20", "controller-params: the controller "
          "scream-draft has no parameter \"s-rtt-min\"."},
    {"scream", "gamma=1",
        "controller-params: the controller scream has no parameter \"gamma\"."},
    {"nada", "beta-loss=0.8", "controller-params: the controller nada has no "
          "parameters."},
  };
  GstElement *element = element_new ("screamtx");
  GstStateChangeReturn result;
  gchar *params;

  gst_util_set_object_arg (G_OBJECT (element), "controller",
      cases[__i__].controller);
  g_object_set (element, "controller-params", cases[__i__].params, NULL);
  g_object_get (element, "controller-params", &params, NULL);
  fail_unless_equals_string (params, cases[__i__].params);
  g_free (params);
  result = gst_element_set_state (element, GST_STATE_PAUSED);
  fail_unless ((result == GST_STATE_CHANGE_FAILURE)
      == (cases[__i__].error != NULL));
  if (cases[__i__].error != NULL)
    tx_expect_message (element, GST_MESSAGE_ERROR, cases[__i__].error);
  finish_on_bus (element);
}

GST_END_TEST;

/* They reach the controller: the delay target is one of its statistics. */
GST_START_TEST (test_screamtx_controller_params_count)
{
  static const struct
  {
    const gchar *line;
    guint64 target;
  } cases[] = {
    {"screamtx", 30 * MS},
    {"screamtx controller=scream-draft", 60 * MS},
    {"screamtx controller-params=qdelay-target-lo=50,fair-rtt=100", 50 * MS},
    {"screamtx controller-params=\"QDELAY_TARGET_LO = 50\"", 50 * MS},
    {"screamtx controller-params=qdelay-target-lo=50 queue-delay-target=20",
        20 * MS},
  };
  GstElement *element = element_new (cases[__i__].line);

  gst_element_set_state (element, GST_STATE_PAUSED);
  fail_unless_equals_uint64 (tx_stat (element, "network-queue-delay-target"),
      cases[__i__].target);
  finish_on_bus (element);
}

GST_END_TEST;

/* A percentile alone selects its policy; a policy that was set stays, before or behind. */
GST_START_TEST (test_screamtx_shared_policy)
{
  static const struct
  {
    const gchar *properties, *policy;
    guint percentile;
  } cases[] = {
    {"", "slowest", 50},
    {"shared-percentile=50", "percentile", 50},
    {"shared-percentile=0", "percentile", 0},
    {"shared-policy=percentile", "percentile", 50},
    {"shared-policy=slowest shared-percentile=80", "slowest", 80},
    {"shared-percentile=80 shared-policy=fastest-that-fits",
        "fastest-that-fits", 80},
  };
  static const gchar *const elements[] = { "screamtx", "screamsink" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (elements); i++) {
    guint n = i / G_N_ELEMENTS (elements), percentile;
    gchar *line = g_strdup_printf ("%s %s", elements[i % 2],
        cases[n].properties);
    GstElement *element = element_new (line);
    GValue policy = G_VALUE_INIT;
    gchar *text;

    g_object_get_property (G_OBJECT (element), "shared-policy", &policy);
    text = gst_value_serialize (&policy);
    g_object_get (element, "shared-percentile", &percentile, NULL);
    fail_unless (g_str_equal (text, cases[n].policy)
        && percentile == cases[n].percentile, "%s: %s, %u", line, text,
        percentile);
    g_value_unset (&policy);
    g_free (text);
    g_free (line);
    finish_on_bus (element);
  }
}

GST_END_TEST;

static guint
get_estimate (GstElement * element)
{
  guint estimate;

  g_object_get (element, "estimated-bitrate", &estimate, NULL);
  return estimate;
}

/* One is brought into the range: it is not worth an error. */
GST_START_TEST (test_screamtx_initial_bitrate_is_kept_in_range)
{
  static const struct
  {
    guint min, initial, max, is;
  } table[] = {
    {1000, 500000, 1000000, 500000},
    {600000, 500000, 1000000, 600000},
    {1000, 500000, 400000, 400000},
    {300000, 500000, 300000, 300000},
  };
  guint i, estimate;

  for (i = 0; i < G_N_ELEMENTS (table); i++) {
    GstElement *element = element_new (SCREAM);

    g_object_set (element, "min-bitrate", table[i].min, "initial-bitrate",
        table[i].initial, "max-bitrate", table[i].max, NULL);
    gst_element_set_state (element, GST_STATE_PLAYING);
    estimate = get_estimate (element);
    /* The notified value may be a hundredth off, and is rounded. */
    fail_unless (estimate > table[i].is * 0.99 && estimate < table[i].is * 1.01,
        "%u, not %u", estimate, table[i].is);
    finish_on_bus (element);
  }
}

GST_END_TEST;

static void
count_notify (GObject * object, GParamSpec * pspec, gpointer user_data)
{
  g_atomic_int_inc ((gint *) user_data);
}

GST_START_TEST (test_screamtx_estimate_is_notified)
{
  GstHarness *h = tx_harness_new (SCREAM " initial-bitrate=5000000");
  gint n = 0;

  g_signal_connect (h->element, "notify::estimated-bitrate",
      G_CALLBACK (count_notify), &n);
  /* Not for what is no change */
  g_object_set (h->element, "max-bitrate", 19000000, NULL);
  fail_unless_equals_int (g_atomic_int_get (&n), 0);
  g_object_set (h->element, "max-bitrate", 2000000, NULL);
  fail_unless_equals_int (g_atomic_int_get (&n), 1);
  fail_unless (get_estimate (h->element) <= 2020000);
  g_object_set (h->element, "max-bitrate", 20000000, "min-bitrate", 3000000,
      NULL);
  fail_unless_equals_int (g_atomic_int_get (&n), 2);
  fail_unless (get_estimate (h->element) >= 2970000);

  /* Above the maximum: nothing changes. */
  g_object_set (h->element, "min-bitrate", 30000000, NULL);
  fail_unless_equals_int (g_atomic_int_get (&n), 2);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_estimate_is_notified_by_time_alone)
{
  GstHarness *h = tx_harness_new (SCREAM " initial-bitrate=5000000");
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);
  gint n = 0;
  guint i;

  g_signal_connect (h->element, "notify::estimated-bitrate",
      G_CALLBACK (count_notify), &n);
  for (i = 0; i < 20; i++) {
    tx_push (h, (guint16) i);
    tx_run_to (T0 + (i + 1) * 100 * MS);
  }
  /* Three time-outs or more, each with another estimate */
  fail_unless (g_atomic_int_get (&n) >= 2, "%d", n);
  fail_unless (get_estimate (h->element) <= 101000);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- while playing ---- */

GST_START_TEST (test_screamtx_pad_settings_while_playing)
{
  GstHarness *h = tx_harness_new ("screamtx controller=fixed "
      "encoder-name=none initial-bitrate=3000000");
  GstPad *first = gst_element_get_static_pad (h->element, "sink");
  GstPad *second = gst_element_request_pad_simple (h->element, "sink_0");
  guint64 a, b;

  a = tx_stream_stat (h->element, 0, "target-bitrate");
  b = tx_stream_stat (h->element, 1, "target-bitrate");
  fail_unless (a > 1490000 && a < 1510000 && b > 1490000 && b < 1510000);

  g_object_set (second, "priority", 0.5, NULL);
  a = tx_stream_stat (h->element, 0, "target-bitrate");
  b = tx_stream_stat (h->element, 1, "target-bitrate");
  fail_unless (a > 1990000 && a < 2010000 && b > 990000 && b < 1010000);

  g_object_set (first, "max-bitrate", 500000, NULL);
  a = tx_stream_stat (h->element, 0, "target-bitrate");
  b = tx_stream_stat (h->element, 1, "target-bitrate");
  fail_unless (a > 490000 && a < 510000 && b > 2490000 && b < 2510000);

  g_object_set (first, "max-bitrate", 0, "min-bitrate", 2800000, NULL);
  a = tx_stream_stat (h->element, 0, "target-bitrate");
  fail_unless (a > 2790000 && a < 2810000);

  /* The next session begins with what is set. */
  gst_element_set_state (h->element, GST_STATE_NULL);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  a = tx_stream_stat (h->element, 0, "target-bitrate");
  fail_unless (a > 2790000 && a < 2810000);

  gst_element_release_request_pad (h->element, second);
  gst_object_unref (first);
  gst_object_unref (second);
  tx_harness_free (h);
}

GST_END_TEST;

/* What is left for the encoder: of 1.5 Mbit/s on the wire, 40 bytes for each of
 * 200 frames in a second. */
GST_START_TEST (test_screamtx_headers_are_subtracted)
{
  GstHarness *h = tx_harness_new (PACED " max-bitrate=2000000");
  guint64 target = tx_stream_stat (h->element, 0, "target-bitrate");
  guint i;

  /* Full packets */
  fail_unless (target > 1455000 && target < 1465000);
  for (i = 0; i < 200; i++) {
    fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, (guint16) i,
                i, TRUE, 112)), GST_FLOW_OK);
    tx_go_on (5 * MS);
  }
  target = tx_stream_stat (h->element, 0, "target-bitrate");
  /* 64 kbit/s; by packets alone, without frames, it would be less */
  fail_unless (target > 1433000 && target < 1439000, "%" G_GUINT64_FORMAT,
      target);
  tx_harness_free (h);
}

GST_END_TEST;

static gboolean
is_key_request (GstEvent * event, guint ssrc)
{
  const GstStructure *s = gst_event_get_structure (event);
  guint value = 0;

  return s != NULL && gst_structure_has_name (s, "GstForceKeyUnit")
      && gst_structure_get_uint (s, "ssrc", &value) && value == ssrc;
}

GST_START_TEST (test_screamtx_max_queue_delay_while_playing)
{
  GstHarness *h = tx_harness_new (PACED);
  GstEvent *event;
  guint i, n_requests = 0;

  /* Delta frames, 120 ms of them */
  for (i = 0; i < 30; i++)
    tx_push (h, (guint16) i);
  tx_run_to (T0 + 40 * MS);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-discarded"), 0);
  g_object_set (h->element, "max-queue-delay", 30, NULL);
  tx_run_to (T0 + 60 * MS);
  fail_unless (tx_stat (h->element, "frames-discarded") > 10);
  fail_unless_equals_uint64 (tx_stat (h->element, "frames-discarded"),
      tx_stat (h->element, "packets-discarded"));
  fail_unless (tx_stat (h->element, "queued-bytes") <= 1500);

  while ((event = gst_harness_try_pull_upstream_event (h)) != NULL) {
    n_requests += is_key_request (event, SSRC);
    gst_event_unref (event);
  }
  fail_unless_equals_int (n_requests, 1);
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- files ---- */

GST_START_TEST (test_screamtx_log)
{
  gchar *name = g_build_filename (g_get_tmp_dir (), "screamtx-XXXXXX", NULL);
  gint fd = g_mkstemp (name);
  gchar *line = g_strdup_printf (SCREAM " log-location=\"%s\"", name);
  GstHarness *h = tx_harness_new (line);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);
  gchar *text, **lines;
  guint i;

  fail_unless (fd >= 0);
  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  for (i = 0; i < 3; i++) {
    tx_run_to (T0 + i * 20 * MS);
    tx_push (h, (guint16) i);
    tx_pull (h, (guint16) i);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE, 1000 * i));
  }
  gst_harness_teardown (rtcp);
  gst_element_set_state (h->element, GST_STATE_NULL);

  fail_unless (g_file_get_contents (name, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  /* The names, three records, and nothing after the last line end */
  fail_unless_equals_int (g_strv_length (lines), 5);
  fail_unless (g_ascii_isalpha (lines[0][0]), "%s", lines[0]);
  for (i = 1; i < 4; i++)
    fail_unless (g_ascii_isdigit (lines[i][0]) && strchr (lines[i], ','), "%s",
        lines[i]);
  fail_unless_equals_string (lines[4], "");
  g_strfreev (lines);
  g_free (text);

  tx_harness_free (h);
  g_free (line);
  g_unlink (name);
  close (fd);
  g_free (name);
}

GST_END_TEST;

static guint
count_lines (const gchar * name)
{
  gchar *text, **lines;
  gsize size;
  guint n;

  fail_unless (g_file_get_contents (name, &text, &size, NULL));
  fail_unless (size == 0 || text[size - 1] == '\n', "%s", text);
  lines = g_strsplit (text, "\n", -1);
  n = g_strv_length (lines) - (size > 0);
  g_strfreev (lines);
  g_free (text);
  return n;
}

/* Before it is closed: a second after it was written, and in PAUSED, there is
 * all of it; less often than each line. */
GST_START_TEST (test_screamtx_log_while_it_grows)
{
  gchar *name = g_build_filename (g_get_tmp_dir (), "screamtx-XXXXXX", NULL);
  gint fd = g_mkstemp (name);
  gchar *line = g_strdup_printf (SCREAM " log-location=\"%s\"", name);
  GstHarness *h = tx_harness_new (line);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);
  guint i, n, flushes = 0, before = 0;

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  for (i = 0; i < 30; i++) {
    gst_test_clock_advance_time (test_clock, 100 * MS);
    tx_push (h, (guint16) i);
    tx_pull (h, (guint16) i);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE, 1000 * i));
    n = count_lines (name);
    flushes += n > before;
    before = n;
  }
  /* In 3 s; the last one may have been up to a second ago, and 100 ms. */
  fail_unless (flushes == 2 || flushes == 3, "%u", flushes);
  fail_unless (before >= 20 && before <= 31, "%u", before);

  gst_element_set_state (h->element, GST_STATE_PAUSED);
  fail_unless_equals_int (count_lines (name), 31);
  gst_harness_teardown (rtcp);
  tx_harness_free (h);
  g_free (line);
  g_unlink (name);
  close (fd);
  g_free (name);
}

GST_END_TEST;

static void
set_file_limit (rlim_t bytes)
{
  struct rlimit limit;

  getrlimit (RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit (RLIMIT_FSIZE, &limit);
}

/* Some 100 ms of feedback, and the end of it, when files may not be longer than
 * @max_bytes. (Not before: the test's own messages are in a file.) */
static void
run_with_log (const gchar * location, guint n, rlim_t max_bytes)
{
  gchar *line = g_strdup_printf (SCREAM " log-location=\"%s\"", location);
  GstHarness *h = tx_harness_new (line);
  GstHarness *rtcp = gst_harness_new_with_element (h->element, "rtcp_sink",
      NULL);
  guint i;

  gst_harness_set_src_caps_str (rtcp, "application/x-rtcp");
  for (i = 0; i < n; i++) {
    gst_test_clock_advance_time (test_clock, 100 * MS);
    tx_push (h, (guint16) i);
    tx_pull (h, (guint16) i);
    gst_harness_push (rtcp, ccfb_new (SSRC, (guint16) i, 1, FALSE, 1000 * i));
  }
  fail_unless_equals_int (tx_stat (h->element, "packets-sent"), n);
  gst_harness_teardown (rtcp);
  set_file_limit (max_bytes);
  gst_element_set_state (h->element, GST_STATE_NULL);
  set_file_limit (RLIM_INFINITY);
  tx_expect_message (h->element, GST_MESSAGE_WARNING, "log-location");
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING,
          NULL), 0);
  tx_harness_free (h);
  g_free (line);
}

/* It says so once, and sends: found out at the end, or before. */
GST_START_TEST (test_screamtx_log_on_a_full_disk)
{
  run_with_log ("/dev/full", 3, RLIM_INFINITY);
  run_with_log ("/dev/full", 40, RLIM_INFINITY);
}

GST_END_TEST;

/* The file has what fits, from its beginning on. */
GST_START_TEST (test_screamtx_log_short_write)
{
  gchar *name = g_build_filename (g_get_tmp_dir (), "screamtx-XXXXXX", NULL);
  gint fd = g_mkstemp (name);
  gchar *text;
  gsize size;

  fail_unless (fd >= 0);
  signal (SIGXFSZ, SIG_IGN);
  run_with_log (name, 9, 1000);
  fail_unless (g_file_get_contents (name, &text, &size, NULL));
  fail_unless_equals_int (size, 1000);
  fail_unless (g_str_has_prefix (text, "Time"), "%s", text);
  g_free (text);
  g_unlink (name);
  close (fd);
  g_free (name);
}

GST_END_TEST;

GST_START_TEST (test_screamtx_log_that_cannot_be_written)
{
  GstElement *element =
      element_new (SCREAM " log-location=/nonexistent/folder/log.csv");

  fail_unless_equals_int (gst_element_set_state (element, GST_STATE_PAUSED),
      GST_STATE_CHANGE_FAILURE);
  tx_expect_message (element, GST_MESSAGE_ERROR, "log-location");
  g_object_set (element, "log-location", "", NULL);
  fail_unless (gst_element_set_state (element, GST_STATE_PAUSED)
      != GST_STATE_CHANGE_FAILURE);
  finish_on_bus (element);
}

GST_END_TEST;

/* ---- encoders that are not there ---- */

static void
check_missing (const gchar * line, const gchar * text)
{
  GstHarness *h = tx_harness_new (line);
  guint i;

  for (i = 0; i < 3; i++) {
    tx_push (h, (guint16) i);
    tx_go_on (100 * MS);
    tx_pull (h, (guint16) i);
  }
  if (text != NULL) {
    tx_expect_message (h->element, GST_MESSAGE_ELEMENT, "scream-encoder");
    tx_expect_message (h->element, GST_MESSAGE_WARNING, text);
  }
  fail_unless_equals_int (tx_count_messages (h->element, GST_MESSAGE_WARNING |
          GST_MESSAGE_ELEMENT, NULL), 0);
  tx_harness_free (h);
}

GST_START_TEST (test_screamtx_missing_encoder_is_one_warning)
{
  check_missing ("screamtx controller=fixed", "no encoder");
  check_missing ("screamtx controller=fixed encoder-name=enc7", "encoder-name");
  check_missing ("screamtx controller=fixed encoder-name=none", NULL);
}

GST_END_TEST;

static Suite *
screamtxproperties_suite (void)
{
  Suite *s = suite_create ("screamtxproperties");
  TCase *tc = tcase_create ("properties");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtx_defaults);
  tcase_add_test (tc, test_screamtx_impossible_range);
  tcase_add_loop_test (tc, test_screamtx_controller_params, 0, 10);
  tcase_add_test (tc, test_screamtx_shared_policy);
  tcase_add_loop_test (tc, test_screamtx_controller_params_count, 0, 5);
  tcase_add_test (tc, test_screamtx_initial_bitrate_is_kept_in_range);
  tcase_add_test (tc, test_screamtx_estimate_is_notified);
  tcase_add_test (tc, test_screamtx_estimate_is_notified_by_time_alone);
  tcase_add_test (tc, test_screamtx_pad_settings_while_playing);
  tcase_add_test (tc, test_screamtx_headers_are_subtracted);
  tcase_add_test (tc, test_screamtx_max_queue_delay_while_playing);
  tcase_add_test (tc, test_screamtx_log);
  tcase_add_test (tc, test_screamtx_log_while_it_grows);
  tcase_add_test (tc, test_screamtx_log_on_a_full_disk);
  tcase_add_test (tc, test_screamtx_log_short_write);
  tcase_add_test (tc, test_screamtx_log_that_cannot_be_written);
  tcase_add_test (tc, test_screamtx_missing_encoder_is_one_warning);
  return s;
}

GST_CHECK_MAIN (screamtxproperties);
