/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an application does with screamtx: streams, pauses, own split, vetoes */
#include "screamtxtest.h"

#include <string.h>

#define FIXED "screamtx controller=fixed encoder-name=none " \
    "initial-bitrate=3000000 "

static GstPad *
sink_pad (GstElement * element, const gchar * name)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  if (pad == NULL)
    pad = gst_element_request_pad_simple (element, name);
  gst_object_unref (pad);       /* the element holds it */
  return pad;
}

static guint
estimate_of (gpointer object)
{
  guint estimate;

  g_object_get (object, "estimated-bitrate", &estimate, NULL);
  return estimate;
}

/* At once, or if the sending thread is about to publish, when it has. */
static void
check_estimate (gpointer object, guint expected)
{
  guint is = 0, i;

  for (i = 0; i < 1000; i++) {
    is = estimate_of (object);
    if (is >= expected * 0.985 && is <= expected * 1.015)
      return;
    g_usleep (1000);
  }
  fail_unless (FALSE, "%u, not %u bit/s", is, expected);
}

static gboolean
is_active (GstPad * pad)
{
  gboolean active;

  g_object_get (pad, "active", &active, NULL);
  return active;
}

static void
count (GObject * object, GParamSpec * pspec, gpointer user_data)
{
  g_atomic_int_inc ((gint *) user_data);
}

/* The thread that publishes may still have to notify. */
static void
expect_count (gint * n, gint expected)
{
  guint i;

  for (i = 0; i < 1000 && g_atomic_int_get (n) < expected; i++)
    g_usleep (1000);
  fail_unless_equals_int (g_atomic_int_get (n), expected);
}

/* The text of the next message scream-stream. */
static gchar *
next_stream_message (GstElement * element)
{
  GstBus *bus = gst_element_get_bus (element);
  GstMessage *message;
  gchar *text = NULL;

  while (text == NULL
      && (message = gst_bus_pop_filtered (bus, GST_MESSAGE_ELEMENT)) != NULL) {
    const GstStructure *s = gst_message_get_structure (message);
    gboolean active;

    if (gst_structure_has_name (s, "scream-stream")
        && gst_structure_get_boolean (s, "active", &active))
      text = g_strdup_printf ("%s %s %s", gst_structure_get_string (s, "pad"),
          active ? "on" : "off", gst_structure_get_string (s, "reason"));
    gst_message_unref (message);
  }
  gst_object_unref (bus);
  return text != NULL ? text : g_strdup ("none");
}

static void
expect_stream_message (GstElement * element, const gchar * expected)
{
  gchar *text = NULL;
  guint i;

  for (i = 0; i < 1000 && g_strcmp0 (text, expected) != 0; i++) {
    g_free (text);
    text = next_stream_message (element);
    if (strcmp (text, "none") != 0)
      break;
    g_usleep (1000);
  }
  fail_unless_equals_string (text, expected);
  g_free (text);
}

GST_START_TEST (test_screamtxapp_defaults)
{
  GstElement *element = gst_element_factory_make ("screamtx", NULL);
  GstPad *pad = sink_pad (element, "sink");
  gboolean paused, auto_pause;
  guint useful, estimate;
  gint traffic;
  GstStructure *stats;

  g_object_get (pad, "paused", &paused, "auto-pause", &auto_pause,
      "preferred-bitrate", &useful, "estimated-bitrate", &estimate,
      "traffic-class", &traffic, "stats", &stats, NULL);
  fail_unless (!paused && !auto_pause && useful == 0 && estimate == 0);
  fail_unless (traffic == 0 && stats == NULL && is_active (pad));
  gst_object_unref (element);
}

GST_END_TEST;

GST_START_TEST (test_screamtxapp_estimate_of_each_stream)
{
  GstHarness *h = tx_harness_new (FIXED);
  GstPad *a = sink_pad (h->element, "sink");
  GstPad *b = sink_pad (h->element, "sink_0");
  GstStructure *stats;
  guint64 target;
  gint n = 0;

  check_estimate (a, 3000000);  /* before anything was published again */
  g_signal_connect (a, "notify::estimated-bitrate", G_CALLBACK (count), &n);
  g_object_set (b, "priority", 0.5, NULL);
  check_estimate (a, 2000000);
  check_estimate (b, 1000000);
  expect_count (&n, 1);
  /* No change, no notification. */
  g_object_set (b, "priority", 0.5, NULL);
  expect_count (&n, 1);

  g_object_get (b, "stats", &stats, NULL);
  fail_unless_equals_string (gst_structure_get_string (stats, "pad"), "sink_0");
  fail_unless (gst_structure_get_uint64 (stats, "target-bitrate", &target));
  fail_unless (target > 985000 && target < 1015000);
  gst_structure_free (stats);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtxapp_preferred_bitrate)
{
  GstHarness *h = tx_harness_new (FIXED);
  GstPad *camera = sink_pad (h->element, "sink");
  GstPad *slides = sink_pad (h->element, "sink_0");

  g_object_set (slides, "preferred-bitrate", 200000, NULL);
  check_estimate (slides, 200000);
  check_estimate (camera, 2800000);
  g_object_set (camera, "max-bitrate", 1000000, NULL);
  check_estimate (slides, 2000000);
  g_object_set (slides, "max-bitrate", 500000, NULL);
  check_estimate (slides, 500000);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtxapp_pause)
{
  GstHarness *h = tx_harness_new (FIXED);
  GstPad *a = sink_pad (h->element, "sink");
  GstPad *b = sink_pad (h->element, "sink_0");
  gint n_active = 0, n_estimate = 0;

  tx_push (h, 0);
  tx_expect_buffers (h, 1);
  g_signal_connect (a, "notify::active", G_CALLBACK (count), &n_active);
  g_signal_connect (b, "notify::estimated-bitrate", G_CALLBACK (count),
      &n_estimate);
  g_object_set (a, "paused", TRUE, NULL);
  fail_if (is_active (a));
  fail_unless_equals_int (estimate_of (a), 0);
  check_estimate (b, 3000000);
  check_estimate (h->element, 3000000);
  expect_count (&n_active, 1);
  expect_count (&n_estimate, 1);
  expect_stream_message (h->element, "sink off application");

  /* What comes is dropped, and upstream sees no error. */
  tx_push (h, 1);
  tx_push (h, 2);
  tx_go_on (20 * MS);
  tx_expect_buffers (h, 1);
  fail_unless_equals_uint64 (tx_stream_stat (h->element, 0, "packets-paused"),
      2);
  fail_unless_equals_uint64 (tx_stat (h->element, "packets-discarded"), 0);
  fail_unless_equals_int (count_key_requests (h), 0);

  g_object_set (a, "paused", FALSE, NULL);
  fail_unless (is_active (a));
  check_estimate (a, 1500000);
  check_estimate (b, 1500000);
  expect_stream_message (h->element, "sink on none");
  tx_push (h, 3);
  tx_go_on (20 * MS);
  tx_expect_buffers (h, 2);
  fail_unless_equals_int (count_key_requests (h), 1);
  tx_harness_free (h);
}

GST_END_TEST;

/* The frame that has begun is whole, and events still pass. */
GST_START_TEST (test_screamtxapp_pause_within_a_frame)
{
  GstHarness *h = tx_harness_new (FAST);
  TxLog *log = tx_log_new (h->element, "src");

  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 0, 7, FALSE,
              SIZE)), GST_FLOW_OK);
  tx_expect_buffers (h, 1);
  g_object_set (sink_pad (h->element, "sink"), "paused", TRUE, NULL);
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 1, 7, TRUE,
              SIZE)), GST_FLOW_OK);
  fail_unless_equals_int (gst_harness_push (h, rtp_new (SSRC, 2, 8, FALSE,
              SIZE)), GST_FLOW_OK);
  fail_unless (gst_harness_push_event (h, gst_event_new_eos ()));
  tx_log_expect (log, "0 1 eos ");
  tx_log_free (log);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_screamtxapp_paused_before_the_start)
{
  GstElement *element = gst_parse_launch (FIXED, NULL);
  GstPad *pad = sink_pad (element, "sink"), *other;

  other = sink_pad (element, "sink_0");
  g_object_set (pad, "paused", TRUE, NULL);
  gst_element_set_state (element, GST_STATE_PLAYING);
  fail_if (is_active (pad));
  check_estimate (other, 3000000);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
}

GST_END_TEST;

/* The last of equals goes, and is off the air. */
GST_START_TEST (test_screamtxapp_auto_pause)
{
  GstHarness *h = tx_harness_new ("screamtx controller=fixed encoder-name=none "
      "initial-bitrate=1000000 max-bitrate=2000000");
  GstPad *a = sink_pad (h->element, "sink");
  GstPad *b = sink_pad (h->element, "sink_0");

  g_object_set (a, "min-bitrate", 300000, "auto-pause", TRUE, NULL);
  g_object_set (b, "min-bitrate", 600000, "auto-pause", TRUE, NULL);
  tx_go_on (2 * GST_SECOND);
  fail_unless (is_active (a) && is_active (b));
  g_object_set (a, "min-bitrate", 500000, NULL);
  tx_go_on (400 * MS);
  fail_unless (is_active (a) && is_active (b));
  tx_go_on (200 * MS);
  fail_unless (is_active (a) && !is_active (b));
  check_estimate (a, 1000000);
  expect_stream_message (h->element, "sink_0 off rate");

  g_object_set (a, "min-bitrate", 200000, NULL);
  tx_go_on (1500 * MS);
  fail_if (is_active (b));
  tx_go_on (GST_SECOND);
  fail_unless (is_active (b));
  expect_stream_message (h->element, "sink_0 on none");
  tx_harness_free (h);
}

GST_END_TEST;

/* ---- audio ---- */

/* Its packet goes at once although a large frame of video waits. */
GST_START_TEST (test_screamtxapp_audio_goes_first)
{
  GstHarness *video = tx_harness_new (PACED);
  GstHarness *audio = gst_harness_new_with_element (video->element, "sink_0",
      "src_0");
  guint i;

  tx_start (audio);
  gst_harness_set_src_caps_str (audio, "application/x-rtp, media=audio");
  for (i = 0; i < 50; i++)
    tx_push (video, (guint16) i);
  tx_expect_buffers (video, 1);
  for (i = 0; i < 5; i++)
    fail_unless_equals_int (gst_harness_push (audio, rtp_new (SSRC + 1,
                (guint16) i, i, FALSE, 172)), GST_FLOW_OK);
  tx_expect_buffers (audio, 5);
  tx_expect_buffers (video, 1);

  g_object_set (sink_pad (audio->element, "sink_0"), "traffic-class", 1, NULL);
  fail_unless_equals_int (gst_harness_push (audio, rtp_new (SSRC + 1, 5, 5,
              FALSE, 172)), GST_FLOW_OK);
  tx_expect_buffers (audio, 5);
  gst_harness_teardown (audio);
  tx_harness_free (video);
}

GST_END_TEST;

/* It gets what it makes: 64 kbit/s and headers, here 172 + 28 bytes each 20 ms,
 * and a tenth. */
GST_START_TEST (test_screamtxapp_audio_has_no_share)
{
  GstHarness *video = tx_harness_new (FIXED);
  GstHarness *audio = gst_harness_new_with_element (video->element, "sink_0",
      "src_0");
  guint64 rate;
  guint i;

  tx_start (audio);
  gst_harness_set_src_caps_str (audio, "application/x-rtp, media=audio");
  for (i = 0; i < 100; i++) {
    tx_push (video, (guint16) i);
    fail_unless_equals_int (gst_harness_push (audio, rtp_new (SSRC + 1,
                (guint16) i, i, FALSE, 172)), GST_FLOW_OK);
    tx_go_on (20 * MS);
  }
  rate = tx_stream_stat (audio->element, 1, "target-rate");
  fail_unless (rate >= 80000 && rate <= 92000, "%" G_GUINT64_FORMAT, rate);
  check_estimate (sink_pad (video->element, "sink"), 2915000);

  /* The application knows that it may become more. */
  g_object_set (sink_pad (audio->element, "sink_0"), "preferred-bitrate",
      128000, NULL);
  check_estimate (sink_pad (audio->element, "sink_0"), 128000);
  gst_harness_teardown (audio);
  tx_harness_free (video);
}

GST_END_TEST;

/* ---- own split ---- */

typedef struct
{
  gint calls;
  guint total;
  gchar *fields;
  const gchar *answer;
} Splitter;

static GstStructure *
split (GstElement * element, guint total, GstStructure * bitrates,
    gpointer user_data)
{
  Splitter *splitter = user_data;
  const gchar *answer;
  gint i;

  splitter->total = total;
  g_free (splitter->fields);
  splitter->fields = g_strdup ("");
  for (i = 0; i < gst_structure_n_fields (bitrates); i++) {
    gchar *before = splitter->fields;

    splitter->fields = g_strconcat (before,
        gst_structure_nth_field_name (bitrates, i), " ", NULL);
    g_free (before);
  }
  /* May be read and set in here. */
  estimate_of (element);
  g_object_set (sink_pad (element, "sink"), "preferred-bitrate", 0, NULL);
  g_atomic_int_inc (&splitter->calls);
  answer = g_atomic_pointer_get (&splitter->answer);
  return answer != NULL ? gst_structure_from_string (answer, NULL) : NULL;
}

GST_START_TEST (test_screamtxapp_own_split)
{
  GstHarness *h = tx_harness_new (FIXED);
  GstPad *a = sink_pad (h->element, "sink");
  GstPad *b = sink_pad (h->element, "sink_0");
  GstPad *c = sink_pad (h->element, "sink_1");
  Splitter splitter = { 0, 0, NULL,
    "scream-stream-bitrates, sink=(int)2000000, sink_0=(double)250000.5"
  };
  gint calls;
  gulong id;

  id = g_signal_connect (h->element, "split-bitrate", G_CALLBACK (split),
      &splitter);
  g_object_set (b, "priority", 1.0, NULL);
  check_estimate (a, 2000000);
  fail_unless (splitter.total > 2990000 && splitter.total < 3010000);
  fail_unless_equals_string (splitter.fields, "sink sink_0 sink_1 ");
  check_estimate (b, 250000);
  check_estimate (c, 750000);

  /* No change, no question. */
  calls = splitter.calls;
  g_object_set (b, "priority", 1.0, NULL);
  expect_count (&splitter.calls, calls);
  /* One that pauses is a change. */
  g_object_set (c, "paused", TRUE, NULL);
  expect_count (&splitter.calls, calls + 1);
  fail_unless_equals_string (splitter.fields, "sink sink_0 ");
  check_estimate (a, 2000000);
  check_estimate (b, 250000);
  fail_unless_equals_int (estimate_of (c), 0);
  g_object_set (c, "paused", FALSE, NULL);

  /* More than there is, or no answer */
  g_atomic_pointer_set (&splitter.answer,
      "x, sink=4500000, sink_0=1500000, sink_1=(string)much");
  g_object_set (c, "paused", TRUE, NULL);
  check_estimate (a, 2250000);
  check_estimate (b, 750000);
  g_object_set (c, "paused", FALSE, NULL);
  g_atomic_pointer_set (&splitter.answer, NULL);
  g_object_set (c, "paused", TRUE, NULL);
  g_object_set (a, "priority", 1.0, NULL);
  check_estimate (a, 1500000);

  g_atomic_pointer_set (&splitter.answer, "x, sink=2900000");
  g_object_set (c, "paused", FALSE, NULL);
  check_estimate (a, 2900000);
  g_signal_handler_disconnect (h->element, id);
  g_object_set (a, "priority", 1.0, NULL);
  check_estimate (a, 1000000);
  check_estimate (c, 1000000);
  g_free (splitter.fields);
  tx_harness_free (h);
}

GST_END_TEST;

/* Turns are by the application's split, too. */
GST_START_TEST (test_screamtxapp_own_split_decides_turns)
{
  GstHarness *h1 = tx_harness_new (PACED);
  GstHarness *h2 = gst_harness_new_with_element (h1->element, "sink_0",
      "src_0");
  Splitter splitter = { 0, 0, NULL, "x, sink=1095000, sink_0=365000" };
  guint i, first;

  tx_start (h2);
  g_signal_connect (h1->element, "split-bitrate", G_CALLBACK (split),
      &splitter);
  g_object_set (sink_pad (h1->element, "sink_0"), "priority", 1.0, NULL);
  check_estimate (sink_pad (h1->element, "sink"), 1095000);
  for (i = 0; i < 45; i++) {
    fail_unless_equals_int (gst_harness_push (h1, rtp_new (SSRC, (guint16) i, i,
                TRUE, SIZE)), GST_FLOW_OK);
    fail_unless_equals_int (gst_harness_push (h2, rtp_new (SSRC + 1,
                (guint16) i, i, TRUE, SIZE)), GST_FLOW_OK);
  }
  tx_go_on (40 * PACKET_TIME);
  first = gst_harness_buffers_received (h1);
  i = gst_harness_buffers_received (h2);
  fail_unless (first + i >= 38 && first + i <= 44, "%u", first + i);
  /* A thread that is late to push loses a turn or two; of one weight each it would
   * be 20. */
  fail_unless (first >= 26 && first <= 34, "%u and %u", first, i);
  g_free (splitter.fields);
  gst_harness_teardown (h2);
  tx_harness_free (h1);
}

GST_END_TEST;

/* ---- veto ---- */

static gboolean
veto (GstElement * element, GstElement * encoder, GstPad * pad, guint bitrate,
    gpointer user_data)
{
  guint *last = user_data;

  fail_unless_equals_string (GST_OBJECT_NAME (encoder), "video");
  fail_unless_equals_string (GST_OBJECT_NAME (pad), "sink");
  *last = bitrate;
  g_object_set (encoder, "bitrate", 123456, NULL);
  return TRUE;
}

static gboolean
pass (GstElement * element, GstElement * encoder, GstPad * pad, guint bitrate,
    gpointer user_data)
{
  *(guint *) user_data = bitrate;
  return FALSE;
}

static guint
run_with_handler (GCallback handler, guint * told)
{
  GstElement *pipeline = gst_parse_launch ("screamvideosrc name=video ! "
      "screamtx name=tx controller=fixed initial-bitrate=400000 ! fakesink",
      NULL);
  GstElement *video = gst_bin_get_by_name (GST_BIN (pipeline), "video");
  GstElement *tx = gst_bin_get_by_name (GST_BIN (pipeline), "tx");
  guint is;

  g_signal_connect (tx, "encoder-bitrate-changing", handler, told);
  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  g_object_get (video, "bitrate", &is, NULL);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (video);
  gst_object_unref (tx);
  gst_object_unref (pipeline);
  return is;
}

GST_START_TEST (test_screamtxapp_veto)
{
  guint told = 0;

  fail_unless_equals_int (run_with_handler (G_CALLBACK (veto), &told), 123456);
  fail_unless (told > 390000 && told < 405000, "%u", told);
  told = 0;
  fail_unless (run_with_handler (G_CALLBACK (pass), &told) > 390000);
  fail_unless (told > 390000 && told < 405000, "%u", told);
}

GST_END_TEST;

static Suite *
screamtxapp_suite (void)
{
  Suite *s = suite_create ("screamtxapp");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_screamtxapp_defaults);
  tcase_add_test (tc, test_screamtxapp_estimate_of_each_stream);
  tcase_add_test (tc, test_screamtxapp_preferred_bitrate);
  tcase_add_test (tc, test_screamtxapp_pause);
  tcase_add_test (tc, test_screamtxapp_pause_within_a_frame);
  tcase_add_test (tc, test_screamtxapp_paused_before_the_start);
  tcase_add_test (tc, test_screamtxapp_auto_pause);
  tcase_add_test (tc, test_screamtxapp_audio_goes_first);
  tcase_add_test (tc, test_screamtxapp_audio_has_no_share);
  tcase_add_test (tc, test_screamtxapp_own_split);
  tcase_add_test (tc, test_screamtxapp_own_split_decides_turns);
  tcase_add_test (tc, test_screamtxapp_veto);

  return s;
}

GST_CHECK_MAIN (screamtxapp);
