/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an application is told of the picture, in virtual time */
#include <gst/check/gstcheck.h>

#include "plugins/scream/adapt/gstscreamsuggestion.h"
#include "tests/check/libs/rtpcc/mechanism.h"

static GstScreamSuggestion suggestion;
static RtpCcTime now;

static void
setup (void)
{
  gst_scream_suggestion_init (&suggestion);
  now = T0;
}

/* At each 50 ms, for so long. */
static void
run (gint width, gint height, guint64 rate, RtpCcTime time)
{
  GstCaps *caps = width == 0 ? NULL : gst_caps_new_simple ("video/x-raw",
      "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
      "framerate", GST_TYPE_FRACTION, 30, 1, NULL);

  for (RtpCcTime end = now + time; now < end; now += 50 * MS) {
    if (gst_scream_suggestion_is_due (&suggestion, now))
      gst_scream_suggestion_look (&suggestion, caps, rate, 1, now);
  }
  gst_clear_caps (&caps);
}

static void
assert_suggested (guint height, gdouble framerate)
{
  fail_unless_equals_int (gst_scream_suggestion_get_height (&suggestion),
      height);
  fail_unless_equals_float (gst_scream_suggestion_get_framerate (&suggestion),
      framerate);
}

/* Who follows is told the same again, and in the end that all is as it was. */
GST_START_TEST (test_suggestion_is_followed)
{
  run (1920, 1080, 4000000, 10 * S);
  assert_suggested (0, 0);
  run (1920, 1080, 500000, 10 * S);
  assert_suggested (360, 0);
  run (640, 360, 500000, 60 * S);
  assert_suggested (360, 0);
  run (640, 360, 20000, 10 * S);
  assert_suggested (180, 10);
  run (320, 180, 6000000, 20 * S);
  assert_suggested (0, 0);
}

GST_END_TEST;

GST_START_TEST (test_suggestion_without_a_picture)
{
  run (0, 0, 10000, 10 * S);
  assert_suggested (0, 0);
}

GST_END_TEST;

/* Not at each packet. */
GST_START_TEST (test_suggestion_looks_now_and_then)
{
  run (1920, 1080, 4000000, 50 * MS);
  fail_if (gst_scream_suggestion_is_due (&suggestion, T0 + 199 * MS));
  fail_unless (gst_scream_suggestion_is_due (&suggestion, T0 + 200 * MS));
}

GST_END_TEST;

static Suite *
suggestion_suite (void)
{
  Suite *s = suite_create ("suggestion");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_test (tc, test_suggestion_is_followed);
  tcase_add_test (tc, test_suggestion_without_a_picture);
  tcase_add_test (tc, test_suggestion_looks_now_and_then);
  return s;
}

GST_CHECK_MAIN (suggestion);
