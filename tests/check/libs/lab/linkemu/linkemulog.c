/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The log of a link: departures, refusals, extreme values, locales. */
#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu-log.h>

#include <locale.h>
#include <string.h>

#define MS ((gint64) GST_MSECOND)
#define T0 (G_GINT64_CONSTANT (1234567) * GST_MSECOND + 89)

/* The line is what it says to be, and within its size. */
static void
assert_line (const gchar * line, gsize length, const gchar * expected)
{
  fail_unless_equals_string (line, expected);
  fail_unless_equals_uint64 (strlen (line), length);
  fail_unless (length < LINKEMU_LOG_LINE_SIZE);
}

static LinkEmuDeparture
departure_at (gint64 enqueued, gint64 queue_delay)
{
  LinkEmuDeparture departure = { 0, };

  departure.info.size = 1240;
  departure.info.ecn = 1;
  departure.enqueued = enqueued;
  departure.served = enqueued + queue_delay;
  departure.arrival = departure.served + 30 * MS;
  return departure;
}

static void
assert_departure (const LinkEmuDeparture * departure, const gchar * expected)
{
  gchar line[LINKEMU_LOG_LINE_SIZE];

  assert_line (line, linkemu_log_departure (line, "udp:5004", departure),
      expected);
}

GST_START_TEST (test_log_departures)
{
  LinkEmuDeparture departure = departure_at (T0, 12 * MS + 345678);

  fail_unless_equals_string (linkemu_log_header (),
      "time,flow,bytes,ecn,queue-delay,fate");
  assert_departure (&departure, "1234.579346,udp:5004,1240,1,0.012346,out");
  departure.marked = TRUE;
  assert_departure (&departure, "1234.579346,udp:5004,1240,1,0.012346,marked");
  departure.marked = FALSE;
  departure.dropped = TRUE;
  assert_departure (&departure, "1234.579346,udp:5004,1240,1,0.012346,aqm");
}

GST_END_TEST;

static void
assert_refusal (LinkEmuFate fate, guint32 overhead, const gchar * expected)
{
  LinkEmuPacketInfo info = { 1200, 2, 7 };
  gchar line[LINKEMU_LOG_LINE_SIZE];

  assert_line (line, linkemu_log_refusal (line, "tcp:80", &info, overhead,
          fate, T0), expected);
}

GST_START_TEST (test_log_refusals)
{
  assert_refusal (LINKEMU_DROPPED_QUEUE, 0,
      "1234.567000,tcp:80,1200,2,0.000000,queue");
  assert_refusal (LINKEMU_DROPPED_AQM, 28,
      "1234.567000,tcp:80,1228,2,0.000000,aqm");
  assert_refusal (LINKEMU_DROPPED_LOSS, G_MAXUINT32,
      "1234.567000,tcp:80,4294967295,2,0.000000,loss");
}

GST_END_TEST;

/* Clocks may begin below 0, and a flow's name is not ours. */
GST_START_TEST (test_log_extremes)
{
  static const gint64 times[] = { 0, 1, -1, G_MAXINT64, G_MININT64 };
  gchar line[LINKEMU_LOG_LINE_SIZE], flow[1000];

  memset (flow, 'f', sizeof (flow));
  flow[sizeof (flow) - 1] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    LinkEmuPacketInfo info = { G_MAXUINT32, 0xff, 0 };
    gsize length = linkemu_log_refusal (line, flow, &info, 0,
        LINKEMU_DROPPED_QUEUE, times[i]);
    gchar **values = g_strsplit (line, ",", -1);

    fail_unless_equals_uint64 (strlen (line), length);
    fail_unless_equals_int (g_strv_length (values), 6);
    fail_unless_equals_uint64 (strlen (values[1]), 32);
    fail_unless_equals_string (values[3], "3");
    fail_unless_equals_string (values[5], "queue");
    g_strfreev (values);
  }
}

GST_END_TEST;

/* GStreamer's tools set the user's locale; a comma would be a column. */
GST_START_TEST (test_log_in_other_locales)
{
  LinkEmuDeparture departure = departure_at (T0, 2 * MS);

  /* Without such a locale this is test_log_departures once more. */
  setlocale (LC_NUMERIC, "de_DE.UTF-8");
  assert_departure (&departure, "1234.569000,udp:5004,1240,1,0.002000,out");
  setlocale (LC_NUMERIC, "C");
}

GST_END_TEST;

static Suite *
linkemu_log_suite (void)
{
  Suite *s = suite_create ("linkemulog");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_log_departures);
  tcase_add_test (tc, test_log_refusals);
  tcase_add_test (tc, test_log_extremes);
  tcase_add_test (tc, test_log_in_other_locales);

  return s;
}

GST_CHECK_MAIN (linkemu_log);
