/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Capacity hints into screamtx: by signal, by event, and what is none */
#include "screamtxtest.h"

/* Of one who knows the wire: the rate of the link, not of the media. */
#define LINE "screamtx controller=fixed encoder-name=none " \
    "initial-bitrate=3000000 min-bitrate=200000"

static gboolean
hint (GstElement * element, guint64 bitrate, guint valid)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (element, "capacity-hint", bitrate, valid, &taken);
  return taken;
}

static gboolean
send_event (GstHarness * h, const gchar * fields)
{
  gchar *text = g_strdup_printf ("GstScreamCapacityHint, %s;", fields);
  GstStructure *s = gst_structure_from_string (text, NULL);

  fail_unless (s != NULL, "%s", text);
  g_free (text);
  return gst_harness_push_upstream_event (h,
      gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM, s));
}

static guint
estimate (GstHarness * h)
{
  guint bitrate;

  g_object_get (h->element, "estimated-bitrate", &bitrate, NULL);
  return bitrate;
}

GST_START_TEST (test_hint_by_signal)
{
  GstHarness *h = tx_harness_new (LINE);

  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hints"), 0);
  fail_unless (hint (h->element, 1000000, 500));
  fail_unless_equals_uint64 (tx_stat (h->element, "target-rate"), 1000000);
  fail_unless (estimate (h) > 900000 && estimate (h) < 1000000);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint"), 1000000);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"),
      500 * MS);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hints"), 1);
  tx_harness_free (h);
}

GST_END_TEST;

/* Even if nothing is sent the element wakes for the end. */
GST_START_TEST (test_hint_ends_by_itself)
{
  GstHarness *h = tx_harness_new (LINE);

  tx_push (h, 0);
  tx_expect_buffers (h, 1);
  hint (h->element, 1000000, 500);
  tx_run_to (T0 + 499 * MS);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"), MS);
  tx_run_to (T0 + 501 * MS);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"), 0);
  tx_push (h, 1);
  fail_unless (tx_stat (h->element, "target-rate") > 3000000);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_hint_by_event)
{
  static const gchar *const good[] = {
    "bitrate=(guint64)1000000, valid=(uint)500", "bitrate=1000000, valid=500",
    "bitrate=1e6, valid=500.0", "bitrate=(gint64)1000000, valid=(gint64)500"
  };
  GstHarness *h = tx_harness_new (LINE);

  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    hint (h->element, 2000000, 1);
    fail_unless (send_event (h, good[i]), "%s", good[i]);
    fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint"), 1000000);
    fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"),
        500 * MS);
  }
  /* It is taken, as are those that are refused, and goes no further. */
  fail_unless_equals_int (gst_harness_upstream_events_received (h), 1);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hints"), 8);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_hint_refused)
{
  static const gchar *const bad[] = {
    "bitrate=1000000", "valid=500", "bitrate=-1, valid=500",
    "bitrate=1000000, valid=-1", "bitrate=(string)much, valid=500",
    "bitrate=(double)nan, valid=500"
  };
  GstHarness *h = tx_harness_new (LINE);

  hint (h->element, 2000000, 500);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    fail_if (send_event (h, bad[i]), "%s", bad[i]);
    fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hints-refused"),
        i + 1);
  }
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint"), 2000000);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hints"), 1);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_hint_at_the_edges)
{
  GstHarness *h = tx_harness_new (LINE);

  /* The minimum of the user */
  fail_unless (hint (h->element, 0, 500));
  fail_unless (estimate (h) >= 198000 && estimate (h) <= 202000);
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"),
      500 * MS);
  /* Withdrawn: the next frame has its rate again. */
  fail_unless (hint (h->element, 0, 0));
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"), 0);
  tx_push (h, 0);
  fail_unless (tx_stat (h->element, "target-rate") > 3000000);
  /* More than there can be */
  fail_unless (hint (h->element, G_MAXUINT64, G_MAXUINT));
  fail_unless_equals_uint64 (tx_stat (h->element, "capacity-hint-left"),
      3600 * GST_SECOND);
  fail_unless (send_event (h, "bitrate=1e300, valid=1e300"));
  fail_unless (tx_stat (h->element, "target-rate") > 3000000);
  tx_harness_free (h);
}

GST_END_TEST;

GST_START_TEST (test_hint_without_a_session)
{
  GstElement *element = gst_element_factory_make ("screamtx", NULL);

  fail_if (hint (element, 1000000, 500));
  gst_object_unref (element);
}

GST_END_TEST;

static Suite *
screamtxhint_suite (void)
{
  Suite *s = suite_create ("screamtxhint");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, tx_setup, tx_teardown);
  tcase_add_test (tc, test_hint_by_signal);
  tcase_add_test (tc, test_hint_ends_by_itself);
  tcase_add_test (tc, test_hint_by_event);
  tcase_add_test (tc, test_hint_refused);
  tcase_add_test (tc, test_hint_at_the_edges);
  tcase_add_test (tc, test_hint_without_a_session);
  return s;
}

GST_CHECK_MAIN (screamtxhint);
