/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* goal of screamsrc: what it sets, and what it leaves alone */
#include <gst/check/gstcheck.h>

static void
assert_is (GstElement * src, guint latency, gboolean automatic)
{
  guint is;
  gboolean is_automatic;

  g_object_get (src, "latency", &is, "auto-latency", &is_automatic, NULL);
  fail_unless_equals_int (is, latency);
  fail_unless_equals_int (is_automatic, automatic);
}

static GstElement *
make (const gchar * settings)
{
  gchar *line = g_strdup_printf ("screamsrc %s", settings);
  GstElement *src = gst_parse_launch (line, NULL);

  GST_INFO ("%s", settings);
  fail_unless (src != NULL);
  g_free (line);
  return gst_object_ref_sink (src);
}

static void
check (const gchar * settings, guint latency, gboolean automatic)
{
  GstElement *src = make (settings);

  assert_is (src, latency, automatic);
  gst_object_unref (src);
}

GST_START_TEST (test_goal_words)
{
  check ("", 100, FALSE);
  check ("goal=balanced", 100, FALSE);
  check ("goal=latency", 65, TRUE);
  check ("goal=quality", 250, FALSE);
  check ("goal=latency goal=balanced", 100, FALSE);
}

GST_END_TEST;

/* Before or behind, and also the default. */
GST_START_TEST (test_goal_what_is_set_wins)
{
  check ("goal=latency latency=80", 80, TRUE);
  check ("latency=80 goal=latency", 80, TRUE);
  check ("latency=100 goal=quality", 100, FALSE);
  check ("goal=latency auto-latency=false", 65, FALSE);
  check ("auto-latency=false goal=latency", 65, FALSE);
  check ("goal=quality auto-latency=true", 250, TRUE);
  check ("latency=30 auto-latency=false goal=latency", 30, FALSE);
}

GST_END_TEST;

GST_START_TEST (test_goal_of_a_uri)
{
  GstElement *src = gst_element_make_from_uri (GST_URI_SRC,
      "scream://127.0.0.1:5123?goal=quality", NULL, NULL);

  fail_unless (src != NULL);
  assert_is (src, 250, FALSE);
  gst_object_unref (src);
}

GST_END_TEST;

static guint64
get_latency_of_now (GstElement * src)
{
  GstStructure *stats;
  guint64 latency;

  g_object_get (src, "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, "jitterbuffer-latency",
          &latency));
  gst_structure_free (stats);
  return latency;
}

static GstElement *
get_rtpbin (GstElement * src)
{
  GstIterator *all = gst_bin_iterate_all_by_element_factory_name (GST_BIN (src),
      "rtpbin");
  GValue found = G_VALUE_INIT;
  GstElement *rtpbin;

  fail_unless (gst_iterator_next (all, &found) == GST_ITERATOR_OK);
  rtpbin = g_value_dup_object (&found);
  g_value_unset (&found);
  gst_iterator_free (all);
  return rtpbin;
}

/* Also while it runs: the jitter buffers of rtpbin have it, and the pipeline hears of it. */
GST_START_TEST (test_goal_while_it_runs)
{
  GstElement *src = make ("port=5124 goal=latency");
  GstBus *bus = gst_bus_new ();
  GstMessage *message;
  GstElement *rtpbin;
  guint latency;

  gst_element_set_bus (src, bus);
  fail_unless (gst_element_set_state (src, GST_STATE_PLAYING) !=
      GST_STATE_CHANGE_FAILURE);
  fail_unless_equals_uint64 (get_latency_of_now (src), 65 * GST_MSECOND);
  gst_bus_set_flushing (bus, TRUE);
  gst_bus_set_flushing (bus, FALSE);

  gst_util_set_object_arg (G_OBJECT (src), "goal", "quality");
  fail_unless_equals_uint64 (get_latency_of_now (src), 250 * GST_MSECOND);
  message = gst_bus_pop_filtered (bus, GST_MESSAGE_LATENCY);
  fail_unless (message != NULL);
  gst_message_unref (message);
  rtpbin = get_rtpbin (src);
  g_object_get (rtpbin, "latency", &latency, NULL);
  fail_unless_equals_int (latency, 250);
  gst_object_unref (rtpbin);

  gst_element_set_state (src, GST_STATE_NULL);
  gst_element_set_bus (src, NULL);
  gst_object_unref (bus);
  gst_object_unref (src);
}

GST_END_TEST;

static Suite *
screamsrcgoal_suite (void)
{
  Suite *s = suite_create ("screamsrcgoal");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_goal_words);
  tcase_add_test (tc, test_goal_what_is_set_wins);
  tcase_add_test (tc, test_goal_of_a_uri);
  tcase_add_test (tc, test_goal_while_it_runs);
  return s;
}

GST_CHECK_MAIN (screamsrcgoal);
