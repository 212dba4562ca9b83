/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of the log of feedback: columns, extreme values, locales. */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <gst/rtpcc/session/rtpcc-trace.h>

#include "tests/check/libs/rtpcc/mechanism.h"

static gchar **
format (const RtpCcTraceRecord * record)
{
  gchar line[RTP_CC_TRACE_LINE_SIZE + 8];
  gsize length;

  memset (line, 'x', sizeof (line));
  length = rtp_cc_trace_format (line, record);
  fail_unless (length > 0 && length < RTP_CC_TRACE_LINE_SIZE);
  fail_unless_equals_uint64 (strlen (line), length);
  fail_unless_equals_int (line[RTP_CC_TRACE_LINE_SIZE], 'x');
  fail_unless (strchr (line, '\n') == NULL);
  return g_strsplit (line, ",", -1);
}

static void
assert_numbers (const RtpCcTraceRecord * record)
{
  gchar **names = g_strsplit (rtp_cc_trace_header (), ",", -1);
  gchar **values = format (record);

  fail_unless_equals_int (g_strv_length (values), g_strv_length (names));
  for (guint i = 0; values[i] != NULL; i++) {
    gchar *end;

    g_ascii_strtod (values[i], &end);
    fail_unless (end != values[i] && *end == '\0', "%s is '%s'", names[i],
        values[i]);
  }
  g_strfreev (values);
  g_strfreev (names);
}

/* Each value stands in the column of its name. */
static void
assert_column (gchar ** values, const gchar * name, const gchar * expected)
{
  gchar **names = g_strsplit (rtp_cc_trace_header (), ",", -1);
  guint i = 0;

  while (names[i] != NULL && strcmp (names[i], name) != 0)
    i++;
  fail_unless (names[i] != NULL, "no column %s", name);
  fail_unless_equals_string (values[i], expected);
  g_strfreev (names);
}

static RtpCcTraceRecord
make_record (void)
{
  RtpCcTraceRecord r = { 0 };

  r.time = 12 * S + 3456789;
  r.qdelay = 21 * MS + 5678;
  r.rtt = 52 * MS;
  r.ref_wnd = 30001;
  r.bytes_in_flight = 20002;
  r.send_rate = 1000003.4;
  r.ssrc = 4000000004u;
  r.seq = 65535;
  r.marker = true;
  r.in_fast_increase = true;
  r.bytes_newly_acked = 6000;
  r.bytes_newly_acked_ce = 700;
  r.media_rate = 800000;
  r.acked_rate = 900000.6;
  r.lost_rate = 1000;
  r.ce_rate = 1100;
  r.target_rate = 1200000;
  r.queue_delay = 13 * MS;
  r.ref_wnd_i = 14000;
  r.qdelay_avg = 15 * MS;
  r.s_rtt = 51 * MS;
  r.l4s_alpha = 0.0625;
  r.pacing_rate = 1800000;
  return r;
}

GST_START_TEST (test_trace_columns)
{
  RtpCcTraceRecord r = make_record ();
  gchar **values;

  assert_numbers (&r);
  values = format (&r);
  assert_column (values, "Time [s]", "12.003457");
  assert_column (values, "Estimated queue delay [s]", "0.021006");
  assert_column (values, "RTT [s]", "0.052000");
  assert_column (values, "Congestion window [byte]", "30001");
  assert_column (values, "Bytes in flight [byte]", "20002");
  assert_column (values, "Fast increase mode", "1");
  assert_column (values, "Total transmit bitrate [bps]", "1000003");
  assert_column (values, "Stream ID", "4000000004");
  assert_column (values, "RTP SN", "65535");
  assert_column (values, "Marker bit set", "1");
  assert_column (values, "Bytes newly ACKed", "6000");
  assert_column (values, "Bytes newly ACKed and CE marked", "700");
  assert_column (values, "Media coder bitrate [bps]", "800000");
  assert_column (values, "Transmitted bitrate [bps]", "1000003");
  assert_column (values, "ACKed bitrate [bps]", "900001");
  assert_column (values, "Lost bitrate [bps]", "1000");
  assert_column (values, "CE Marked bitrate [bps]", "1100");
  assert_column (values, "Target bitrate [bps]", "1200000");
  assert_column (values, "RTP queue delay [s]", "0.013000");
  assert_column (values, "Congestion window inflexion point [byte]", "14000");
  assert_column (values, "Average queue delay [s]", "0.015000");
  assert_column (values, "Smoothed RTT [s]", "0.051000");
  assert_column (values, "L4S alpha", "0.0625");
  assert_column (values, "Pacing rate [bps]", "1800000");
  g_strfreev (values);
}

GST_END_TEST;

GST_START_TEST (test_trace_extremes)
{
  static const gint64 times[] = { 0, -1, 1, G_MAXINT64, G_MININT64, -1500000 };
  static const gdouble doubles[] = { 0, 1e300, -1e300, NAN, INFINITY, 1e-300 };
  static const gchar *const rates[] = {
    "0", "1000000000000000000", "0", "0", "1000000000000000000", "0"
  };
  static const gchar *const alphas[] = {
    "0.0000", "1.0000", "0.0000", "0.0000", "1.0000", "0.0000"
  };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    for (guint k = 0; k < G_N_ELEMENTS (doubles); k++) {
      RtpCcTraceRecord r;
      gchar **values;

      memset (&r, i % 2 ? 0xff : 0, sizeof (r));
      r.marker = r.in_fast_increase = i % 2;    /* 0xff is no bool */
      r.time = r.qdelay = r.rtt = r.queue_delay = r.qdelay_avg = r.s_rtt =
          times[i];
      r.send_rate = r.media_rate = r.acked_rate = r.lost_rate = r.ce_rate =
          r.l4s_alpha = doubles[k];
      assert_numbers (&r);
      values = format (&r);
      assert_column (values, "ACKed bitrate [bps]", rates[k]);
      assert_column (values, "L4S alpha", alphas[k]);
      g_strfreev (values);
    }
  }
}

GST_END_TEST;

GST_START_TEST (test_trace_negative_times)
{
  RtpCcTraceRecord r = make_record ();
  gchar **values;

  r.qdelay = -21 * MS;
  r.qdelay_avg = -1500 * MS;
  values = format (&r);
  assert_column (values, "Estimated queue delay [s]", "-0.021000");
  assert_column (values, "Average queue delay [s]", "-1.500000");
  g_strfreev (values);
}

GST_END_TEST;

/* GStreamer's tools set the user's locale; a comma would be a column. */
GST_START_TEST (test_trace_in_other_locales)
{
  static const gchar *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE" };
  RtpCcTraceRecord r = make_record ();
  guint i = 0;

  while (i < G_N_ELEMENTS (names) && setlocale (LC_NUMERIC, names[i]) == NULL)
    i++;
  /* Without such a locale this is test_trace_columns once more. */
  if (i == G_N_ELEMENTS (names))
    g_print ("no locale with a decimal comma on this machine\n");
  assert_numbers (&r);
  setlocale (LC_NUMERIC, "C");
}

GST_END_TEST;

static Suite *
trace_suite (void)
{
  Suite *s = suite_create ("trace");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_trace_columns);
  tcase_add_test (tc, test_trace_extremes);
  tcase_add_test (tc, test_trace_negative_times);
  tcase_add_test (tc, test_trace_in_other_locales);

  return s;
}

GST_CHECK_MAIN (trace);
