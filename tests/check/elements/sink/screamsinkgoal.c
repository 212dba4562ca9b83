/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* goal of screamsink: what it sets, what it leaves alone, and what is built by it */
#include "screamsinktest.h"

static void
assert_nick (GstElement * sink, const gchar * property, const gchar * nick)
{
  GParamSpec *spec =
      g_object_class_find_property (G_OBJECT_GET_CLASS (sink), property);
  GValue value = G_VALUE_INIT;

  g_value_init (&value, spec->value_type);
  g_object_get_property (G_OBJECT (sink), property, &value);
  fail_unless_equals_string (g_enum_get_value (g_type_class_peek
          (spec->value_type), g_value_get_enum (&value))->value_nick, nick);
  g_value_unset (&value);
}

static void
assert_set (const gchar * settings, const gchar * repair, const gchar * adapt,
    guint age, guint deadline)
{
  GstElement *pipeline = launch (NULL, "screamvideosrc ! screamsink name=s %s",
      settings);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  guint max_queue_delay, repair_deadline;

  GST_INFO ("%s", settings);
  g_object_get (sink, "max-queue-delay", &max_queue_delay, "repair-deadline",
      &repair_deadline, NULL);
  fail_unless_equals_int (repair_deadline, deadline);
  fail_unless_equals_int (max_queue_delay, age);
  assert_nick (sink, "repair", repair);
  assert_nick (sink, "adapt", adapt);
  gst_object_unref (sink);
  gst_object_unref (pipeline);
}

GST_START_TEST (test_goal_words)
{
  assert_set ("", "none", "none", 200, 100);
  assert_set ("goal=balanced", "none", "none", 200, 100);
  assert_set ("goal=latency", "fec", "auto", 100, 65);
  assert_set ("goal=quality", "auto", "framerate", 300, 250);
  assert_set ("goal=quality goal=balanced", "none", "none", 200, 100);
}

GST_END_TEST;

/* Before or behind, and also the default. */
GST_START_TEST (test_goal_what_is_set_wins)
{
  assert_set ("goal=latency repair=auto", "auto", "auto", 100, 65);
  assert_set ("repair=auto goal=latency", "auto", "auto", 100, 65);
  assert_set ("goal=quality repair=none", "none", "framerate", 300, 250);
  assert_set ("repair=none goal=quality", "none", "framerate", 300, 250);
  assert_set ("goal=latency adapt=resolution", "fec", "resolution", 100, 65);
  assert_set ("adapt=resolution goal=latency", "fec", "resolution", 100, 65);
  assert_set ("goal=latency adapt=none", "fec", "none", 100, 65);
  assert_set ("adapt=none goal=latency", "fec", "none", 100, 65);
  assert_set ("repair=fec adapt=auto goal=balanced", "fec", "auto", 200, 100);
  assert_set ("goal=latency repair-deadline=100", "fec", "auto", 100, 100);
  assert_set ("repair-deadline=40 goal=quality", "auto", "framerate", 300, 40);
}

GST_END_TEST;

GST_START_TEST (test_goal_of_a_uri)
{
  GstElement *sink = gst_element_make_from_uri (GST_URI_SINK,
      "scream://127.0.0.1:5000?adapt=none&goal=latency", NULL, NULL);

  fail_unless (sink != NULL);
  assert_nick (sink, "repair", "fec");
  assert_nick (sink, "adapt", "none");
  gst_object_unref (sink);
}

GST_END_TEST;

/* ---- what is built ---- */

/* A factory, or a type where there is none. */
static gboolean
contains (GstElement * pipeline, const gchar * name)
{
  GstIterator *it = gst_bin_iterate_recurse (GST_BIN (pipeline));
  GValue item = G_VALUE_INIT;
  gboolean found = FALSE;

  while (!found && gst_iterator_next (it, &item) == GST_ITERATOR_OK) {
    GstElement *element = g_value_get_object (&item);
    GstElementFactory *made_by = gst_element_get_factory (element);

    found = g_strcmp0 (made_by != NULL ? GST_OBJECT_NAME (made_by)
        : G_OBJECT_TYPE_NAME (element), name) == 0;
    g_value_reset (&item);
  }
  g_value_unset (&item);
  gst_iterator_free (it);
  return found;
}

static void
assert_built (GstElement * pipeline, gboolean scales, gboolean protects,
    gboolean resends)
{
  fail_unless_equals_int (contains (pipeline, "videoscale"), scales);
  fail_unless_equals_int (contains (pipeline, "screamfecenc"), protects);
  fail_unless_equals_int (contains (pipeline, "rtprtxsend"), resends);
}

/* What is there stays: a goal is for the next start. */
GST_START_TEST (test_goal_builds)
{
  GstElement *pipeline, *sink;
  Receiver r;

  if (!has_elements ("vp8enc", "videoscale", "rtprtxsend", NULL))
    return;
  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, VIDEO " ! screamsink name=s encoder=vp8enc");
  sink = gst_bin_get_by_name (GST_BIN (pipeline), "s");
  play (pipeline);
  receive_kind (&r, TRUE);
  assert_built (pipeline, FALSE, FALSE, FALSE);
  gst_util_set_object_arg (G_OBJECT (sink), "goal", "latency");
  assert_built (pipeline, FALSE, FALSE, FALSE);

  gst_element_set_state (pipeline, GST_STATE_READY);
  play (pipeline);
  receive_kind (&r, TRUE);
  assert_built (pipeline, TRUE, TRUE, FALSE);

  gst_element_set_state (pipeline, GST_STATE_READY);
  gst_util_set_object_arg (G_OBJECT (sink), "goal", "quality");
  play (pipeline);
  receive_kind (&r, TRUE);
  assert_built (pipeline, TRUE, TRUE, TRUE);
  gst_object_unref (sink);
  finish (pipeline);
  receiver_close (&r);
}

GST_END_TEST;

static guint
count_warnings (const gchar * settings)
{
  GstElement *pipeline;
  GstMessage *message;
  guint n = 0;
  Receiver r;

  receiver_open (&r, G_SOCKET_FAMILY_IPV4);
  pipeline = launch (&r, "screamvideosrc ! screamsink name=s %s", settings);
  play (pipeline);
  receive_kind (&r, TRUE);
  while ((message = gst_bus_pop_filtered (GST_ELEMENT_BUS (pipeline),
              GST_MESSAGE_WARNING)) != NULL) {
    n++;
    gst_message_unref (message);
  }
  finish (pipeline);
  receiver_close (&r);
  return n;
}

/* Nobody asked for adapt. */
GST_START_TEST (test_goal_without_raw_video_is_silent)
{
  fail_unless_equals_int (count_warnings ("goal=latency repair=none"), 0);
  fail_unless_equals_int (count_warnings ("goal=quality repair=none"), 0);
  fail_unless_equals_int (count_warnings ("adapt=auto"), 1);
}

GST_END_TEST;

static Suite *
screamsinkgoal_suite (void)
{
  Suite *s = suite_create ("screamsinkgoal");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_goal_words);
  tcase_add_test (tc, test_goal_what_is_set_wins);
  tcase_add_test (tc, test_goal_of_a_uri);
  tcase_add_test (tc, test_goal_builds);
  tcase_add_test (tc, test_goal_without_raw_video_is_silent);
  return s;
}

GST_CHECK_MAIN (screamsinkgoal);
