/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of scream-bw-test-tx and scream-bw-test-rx. */
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <glib/gstdio.h>
#include <gst/check/gstcheck.h>

#include "bwacklog.h"
#include "bwargs.h"
#include "bwjson.h"
#include "bwlogfile.h"
#include "bwrxoptions.h"
#include "bwsample.h"
#include "bwtxoptions.h"
#include "bwwatch.h"

static gchar *errors;

static void
take_error (const gchar * text)
{
  gchar *all = g_strconcat (errors ? errors : "", text, NULL);

  g_free (errors);
  errors = all;
}

static void
setup (void)
{
  g_set_printerr_handler (take_error);
}

static void
teardown (void)
{
  g_clear_pointer (&errors, g_free);
  g_set_printerr_handler (NULL);
}

/* ---- options ---- */

static BwParse
parse_tx (BwTxOptions * o, const gchar * line)
{
  gchar **argv = g_strsplit (line, " ", -1);
  BwParse parsed;

  g_clear_pointer (&errors, g_free);
  parsed = bw_tx_options_parse (o, argv);
  g_strfreev (argv);
  return parsed;
}

GST_START_TEST (test_bw_options_as_people_type_them)
{
  BwTxOptions o;

  fail_unless_equals_int (parse_tx (&o, "tx -key 2.0 5.0 -initrate 2000 "
          "-minrate 500 -maxrate 10000 -ect -1 -fps 25 -rand 10 "
          "-burst 1.0 0.2 -mtu 800,1200 -time 3 -verbose -nosummary "
          "-delaytarget 0.03 -itemlist -log x.csv -sierralog m.txt 192.0.2.1 "
          "5004"), BW_PARSE_RUN);
  fail_unless (errors == NULL);
  fail_unless_equals_float (o.key_interval, 2);
  fail_unless_equals_float (o.key_factor, 5);
  fail_unless_equals_uint64 (o.initial_rate, 2000000);
  fail_unless_equals_uint64 (o.min_rate, 500000);
  fail_unless_equals_uint64 (o.max_rate, 10000000);
  fail_unless_equals_int (o.ect, -1);
  fail_unless_equals_float (o.frame_rate, 25);
  fail_unless_equals_float (o.variation, 0.1);
  fail_unless_equals_float (o.burst[0], 1);
  fail_unless_equals_float (o.burst[1], 0.2);
  fail_unless_equals_int (o.mtu, 1200);
  fail_unless_equals_float (o.seconds, 3);
  fail_unless_equals_float (o.delay_target, 0.03);
  fail_unless (o.verbose && o.no_summary && o.item_list && !o.json);
  fail_unless_equals_string (o.log, "x.csv");
  fail_unless_equals_string (o.side_log, "m.txt");
  fail_unless_equals_string (o.host, "192.0.2.1");
  fail_unless_equals_int (o.port, 5004);
  fail_unless_equals_string (o.controller, "scream");
  bw_tx_options_clear (&o);

  /* GOption's own way */
  fail_unless_equals_int (parse_tx (&o, "tx --key=1,3 --maxrate=300 h 1"),
      BW_PARSE_RUN);
  fail_unless_equals_float (o.key_factor, 3);
  fail_unless_equals_uint64 (o.min_rate, 300000);
  fail_unless_equals_uint64 (o.initial_rate, 300000);
  fail_unless_equals_int (o.mtu, 1200);
  bw_tx_options_clear (&o);
}

GST_END_TEST;

GST_START_TEST (test_bw_options_defaults_of_the_original)
{
  BwTxOptions o;

  parse_tx (&o, "tx h 1");
  fail_unless_equals_uint64 (o.min_rate, 1000000);
  fail_unless_equals_uint64 (o.initial_rate, 1000000);
  fail_unless_equals_uint64 (o.max_rate, 500000000);
  fail_unless_equals_uint64 (o.fixed_rate, 0);
  fail_unless_equals_float (o.frame_rate, 50);
  fail_unless_equals_int (o.ect, -1);
  bw_tx_options_clear (&o);

  parse_tx (&o, "tx -fixedrate 20000 h 1");
  fail_unless_equals_uint64 (o.fixed_rate, 20000000);
  fail_unless_equals_uint64 (o.initial_rate, 20000000);
  fail_unless_equals_uint64 (o.max_rate, 20000000);
  fail_unless_equals_uint64 (o.min_rate, 1000000);
  bw_tx_options_clear (&o);

  parse_tx (&o, "tx -pushtraffic -fixedrate 20000 h 1");
  fail_unless_equals_string (o.controller, "fixed");
  bw_tx_options_clear (&o);
}

GST_END_TEST;

/* One line that names the option. */
GST_START_TEST (test_bw_options_refused)
{
  static const gchar *const lines[][2] = {
    {"tx -foo h 1", "-foo"},
    {"tx --foo=3 h 1", "--foo"},
    {"tx -key 2", "-key"},
    {"tx -key 2 x h 1", "-key"},
    {"tx -key 2 0.5 h 1", "-key"},
    {"tx -mtu 20 h 1", "-mtu"},
    {"tx -mtu nan h 1", "-mtu"},
    {"tx -burst 0 1 h 1", "-burst"},
    {"tx -rand 101 h 1", "-rand"},
    {"tx -fps 0 h 1", "-fps"},
    {"tx -ect 3 h 1", "-ect"},
    {"tx -minrate 5000 -maxrate 4000 h 1", "-minrate"},
    {"tx -minrate -3 h 1", "kbit/s"},
    {"tx -maxrate 1e99 h 1", "kbit/s"},
    {"tx -maxrate ten h 1", "maxrate"},
    {"tx -pushtraffic h 1", "-pushtraffic"},
    {"tx --compat new h 1", "--compat"},
    {"tx -time -1 h 1", "-time"},
    {"tx -scale 1.1 h 1", "-scale: beta-loss=1.1 is out of range: 0.01 to 1"},
    {"tx -scale 0.8,mss=200 h 1", "-scale"},
    {"tx -paceheadroom 0.9 h 1", "-paceheadroom: packet-pacing-headroom=0.9"},
    {"tx -maxwindowheadroom 200 h 1", "-maxwindowheadroom"},
    {"tx -inflightheadroom 0 h 1", "-inflightheadroom"},
    {"tx -mulincrease 2 h 1", "-mulincrease"},
    {"tx -sierralog f h 1", "-sierralog FILE needs -log and -itemlist"},
    {"tx -sierralog f -log l h 1", "-sierralog FILE needs -log and -itemlist"},
    {"tx -hysteresis 2 h 1", "-hysteresis is 0 to 1"},
    {"tx -rateincrease 1e9 h 1", "-rateincrease is 0 to 4000000 kbit/s"},
    {"tx", "host"},
    {"tx h", "host"},
    {"tx h 1 2", "host"},
    {"tx h 0", "port"},
    {"tx h 70000", "port"},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (lines); i++) {
    BwTxOptions o;

    fail_unless_equals_int (parse_tx (&o, lines[i][0]), BW_PARSE_WRONG);
    bw_tx_options_clear (&o);
    fail_unless (errors != NULL && strchr (errors, '\n') == errors
        + strlen (errors) - 1, "%s: %s", lines[i][0], errors);
    fail_unless (strstr (errors, lines[i][1]) != NULL, "%s: %s", lines[i][0],
        errors);
  }
}

GST_END_TEST;

static void
check_refused (const gchar * program, const gchar * option, const gchar * value)
{
  gboolean tx = g_str_equal (program, "tx");
  gchar *line = g_strdup_printf ("%s -%s %s %s1", program, option, value,
      tx ? "h " : "");
  gchar **argv = g_strsplit (line, " ", -1);
  BwTxOptions o;
  BwRxOptions r;
  BwParse parsed;

  g_clear_pointer (&errors, g_free);
  parsed = tx ? bw_tx_options_parse (&o, argv) : bw_rx_options_parse (&r, argv);
  fail_unless (parsed == BW_PARSE_WRONG, "%s is taken", line);
  fail_unless (strstr (errors, option) != NULL, "%s: %s", line, errors);
  if (tx)
    bw_tx_options_clear (&o);
  else
    bw_rx_options_clear (&r);
  g_strfreev (argv);
  g_free (line);
}

/* Whatever a C library takes for a number, too large, or followed by something.
 * -ect has -1. */
GST_START_TEST (test_bw_options_numbers)
{
  static const gchar *const options[][2] = {
    {"tx", "initrate"}, {"tx", "minrate"}, {"tx", "maxrate"},
    {"tx", "fixedrate"}, {"tx", "delaytarget"}, {"tx", "ect"}, {"tx", "fps"},
    {"tx", "rand"}, {"tx", "mtu"}, {"tx", "time"}, {"rx", "time"},
    {"rx", "ackdiff"}, {"rx", "nreported"}, {"tx", "scale"},
    {"tx", "paceheadroom"}, {"tx", "maxwindowheadroom"},
    {"tx", "inflightheadroom"}, {"tx", "mulincrease"}, {"tx", "hysteresis"},
    {"tx", "rateincrease"}
  };
  static const gchar *const pairs[] = { "key", "burst" };
  static const gchar *const values[] = {
    "nan", "-nan", "NAN", "nan(1)", "inf", "-inf", "infinity", "-2", "-1e-3",
    "1e999", "1e30", "99999999999999999999", "5x", "5,", "0x", "ten", "5e"
  };
  guint i, k;

  for (k = 0; k < G_N_ELEMENTS (values); k++) {
    for (i = 0; i < G_N_ELEMENTS (options); i++)
      check_refused (options[i][0], options[i][1], values[k]);
    for (i = 0; i < G_N_ELEMENTS (pairs); i++) {
      gchar *first = g_strdup_printf ("%s 2", values[k]);
      gchar *second = g_strdup_printf ("2 %s", values[k]);

      check_refused ("tx", pairs[i], first);
      check_refused ("tx", pairs[i], second);
      g_free (first);
      g_free (second);
    }
  }
}

GST_END_TEST;

/* They stay ones that are understood: all have a value but -relaxedpacing. */
GST_START_TEST (test_bw_options_without_meaning)
{
  BwTxOptions o;

  fail_unless_equals_int (parse_tx (&o, "tx -relaxedpacing -dscale 1 "
          "-minpktsinflight 5 -txrxlog f h 1"), BW_PARSE_RUN);
  fail_unless (strstr (errors, "-relaxedpacing does nothing: ") != NULL);
  fail_unless (strstr (errors, "-dscale does nothing: ") != NULL);
  fail_unless (strstr (errors, "-txrxlog does nothing: ") != NULL);
  fail_unless_equals_string (o.host, "h");
  fail_unless (o.params == NULL);
  bw_tx_options_clear (&o);
}

GST_END_TEST;

GST_START_TEST (test_bw_options_are_parameters)
{
  static const struct
  {
    const gchar *options, *params;
  } cases[] = {
    {"", NULL},
    {"-scale 0.8", "beta-loss=0.8,beta-ecn=0.8"},
    {"-paceheadroom 1.25", "packet-pacing-headroom=1.25"},
    {"-maxwindowheadroom 5", "ref-wnd-overhead-max=5"},
    {"-inflightheadroom 2.0", "bytes-in-flight-head-room=2.0"},
    {"-mulincrease 0.02", "mul-increase-factor=0.02"},
    {"-mulincrease 0 -scale 1 -controller scream-draft",
        "beta-loss=1,beta-ecn=1,mul-increase-factor=0"},
    {"-scale 0.8 -fixedrate 1000 -pushtraffic", NULL}
  };
  gchar *line = g_strdup_printf ("tx %s%sh 1", cases[__i__].options,
      *cases[__i__].options != '\0' ? " " : "");
  BwTxOptions o;

  fail_unless_equals_int (parse_tx (&o, line), BW_PARSE_RUN);
  fail_unless (errors == NULL, "%s", errors);
  fail_unless_equals_string (o.params, cases[__i__].params);
  bw_tx_options_clear (&o);
  g_free (line);
}

GST_END_TEST;

GST_START_TEST (test_bw_options_of_the_receiver)
{
  static const struct
  {
    const gchar *line;
    guint ack_packets, reported;
  } cases[] = {
    {"rx 10.0.0.1 5004", 16, 32},
    {"rx -nreported 64 -ackdiff 8 10.0.0.1 5004", 8, 64},
    {"rx -nreported 64 10.0.0.1 5004", 16, 64},
    {"rx -nreported 10 10.0.0.1 5004", 5, 10},
    {"rx -nreported 1 10.0.0.1 5004", 1, 1},
    {"rx -ackdiff 1024 10.0.0.1 5004", 1024, 32},
  };
  gchar **argv = g_strsplit (cases[__i__].line, " ", -1);
  BwRxOptions rx;

  fail_unless_equals_int (bw_rx_options_parse (&rx, argv), BW_PARSE_RUN);
  fail_unless (errors == NULL, "%s", errors);
  fail_unless_equals_int (rx.ack_packets, cases[__i__].ack_packets);
  fail_unless_equals_int (rx.reported, cases[__i__].reported);
  fail_unless_equals_string (rx.sender, "10.0.0.1");
  fail_unless_equals_int (rx.port, 5004);
  bw_rx_options_clear (&rx);
  g_strfreev (argv);
}

GST_END_TEST;

/* ---- the log ---- */

/* One line, when the first does not fit or at the end. */
GST_START_TEST (test_bw_log_on_a_full_disk)
{
  static const guint lines[] = { 1, 10000 };
  guint i, n;

  for (n = 0; n < G_N_ELEMENTS (lines); n++) {
    BwLogFile *log = bw_log_file_open ("/dev/full", FALSE, NULL);

    g_clear_pointer (&errors, g_free);
    fail_unless (log != NULL);
    for (i = 0; i < lines[n]; i++)
      bw_log_file_write (log, "1.000000,2,3,4");
    bw_log_file_close (log);
    fail_unless (errors != NULL && strstr (errors, "-log: cannot write "
            "/dev/full: ") == errors && strchr (errors, '\n') == errors +
        strlen (errors) - 1, "%s", errors);
  }
}

GST_END_TEST;

/* At the line that does not fit; nothing is behind it, even if there is room again. */
GST_START_TEST (test_bw_log_ends_at_once)
{
  gchar *path = g_build_filename (g_get_tmp_dir (), "bwtest-XXXXXX", NULL);
  gint fd = g_mkstemp (path);
  BwLogFile *log = bw_log_file_open (path, FALSE, NULL);
  struct rlimit before, small;
  GStatBuf info;
  guint i;

  fail_unless (fd >= 0 && log != NULL);
  g_clear_pointer (&errors, g_free);
  signal (SIGXFSZ, SIG_IGN);
  fail_unless (getrlimit (RLIMIT_FSIZE, &before) == 0);
  small = before;
  small.rlim_cur = 8192;
  fail_unless (setrlimit (RLIMIT_FSIZE, &small) == 0);
  for (i = 0; i < 10000; i++)
    bw_log_file_write (log, "1.000000,2,3,4");
  fail_unless (setrlimit (RLIMIT_FSIZE, &before) == 0);
  fail_unless (errors != NULL);
  for (i = 0; i < 10000; i++)
    bw_log_file_write (log, "1.000000,2,3,4");
  bw_log_file_close (log);
  fail_unless (g_stat (path, &info) == 0);
  fail_unless (info.st_size <= 3 * 8192, "%d", (gint) info.st_size);
  g_unlink (path);
  g_close (fd, NULL);
  g_free (path);
}

GST_END_TEST;

GST_START_TEST (test_bw_log_columns)
{
  const gchar *line = "1.500000,0.01,0.05,3,4,0,7,8,9,10,11,12,13,14,15,16,17,"
      "18,19,20,21,22,23,24";
  gchar *text;

  text = bw_ack_log_convert (line, 13, 0);
  fail_unless_equals_string (text, "1.500000,0.01,0.05,3,4,0,7,8,9,10,11,12,"
      "13");
  g_free (text);
  text = bw_ack_log_convert (line, 20, 1700000000.25);
  fail_unless (g_str_has_prefix (text, "1700000001.750000,0.01,0.05,"));
  fail_unless (g_str_has_suffix (text, ",18,19,20"));
  g_free (text);
  text = bw_ack_log_convert ("Time [s],Delay", 2, 5);
  fail_unless_equals_string (text, "Time [s],Delay");
  g_free (text);
  fail_unless (bw_ack_log_convert ("1,2,3", 13, 0) == NULL);
}

GST_END_TEST;

/* ---- what comes ---- */

static BwWatchKind
watch_packet (BwWatch * watch, guint pt, guint16 seq, guint32 ssrc)
{
  guint8 data[100] = { 0x80, };

  data[1] = pt;
  GST_WRITE_UINT16_BE (data + 2, seq);
  GST_WRITE_UINT32_BE (data + 8, ssrc);
  return bw_watch_take (watch, data, sizeof (data));
}

GST_START_TEST (test_bw_watch_losses)
{
  static const guint16 numbers[] = { 65533, 65534, 2, 1, 0, 3, 3, 5, 40000 };
  BwWatch *watch = bw_watch_new ();
  BwWatchStats stats;
  gchar *lines;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (numbers); i++)
    fail_unless_equals_int (watch_packet (watch, 96, numbers[i], 100),
        BW_WATCH_PACKET);
  bw_watch_get_stats (watch, &stats);
  fail_unless_equals_uint64 (stats.packets, G_N_ELEMENTS (numbers));
  fail_unless_equals_uint64 (stats.bytes, 128 * G_N_ELEMENTS (numbers));
  fail_unless_equals_uint64 (stats.gaps, 2);
  fail_if (stats.original);
  lines = bw_watch_take_lines (watch, FALSE);
  fail_unless_equals_string (lines,
      "Packet(s) lost or reordered :     2 was received, previous rcvd is "
      "65534\n"
      "Packet(s) lost or reordered :     5 was received, previous rcvd is "
      "    3\n");
  g_free (lines);
  fail_unless (bw_watch_take_lines (watch, FALSE) == NULL);

  for (i = 0; i < 100; i++)
    watch_packet (watch, 96, 40002 + 2 * i, 100);
  lines = bw_watch_take_lines (watch, FALSE);
  fail_unless (g_str_has_suffix (lines, "... and 80 more\n"));
  g_free (lines);
  bw_watch_free (watch);
}

GST_END_TEST;

GST_START_TEST (test_bw_watch_kinds)
{
  static const guint8 text[] = "\x80\x7f  1.2,\n\x1b[31m 3";
  static const guint8 rtcp[28] = { 0x80, 200, };
  static const guint8 stun[20] = { 0, 1, };
  BwWatch *watch = bw_watch_new ();
  BwWatchStats stats;
  gchar *lines;

  fail_unless_equals_int (bw_watch_take (watch, text, sizeof (text)),
      BW_WATCH_TEXT);
  fail_unless_equals_int (bw_watch_take (watch, rtcp, sizeof (rtcp)),
      BW_WATCH_OTHER);
  fail_unless_equals_int (bw_watch_take (watch, stun, sizeof (stun)),
      BW_WATCH_OTHER);
  fail_unless_equals_int (bw_watch_take (watch, text, 0), BW_WATCH_OTHER);
  fail_unless_equals_int (bw_watch_take (watch, text, 1), BW_WATCH_OTHER);
  fail_unless_equals_int (bw_watch_take (watch, rtcp, 11), BW_WATCH_OTHER);
  bw_watch_get_stats (watch, &stats);
  fail_unless_equals_uint64 (stats.packets, 0);
  /* No control characters reach the terminal. */
  lines = bw_watch_take_lines (watch, TRUE);
  fail_unless_equals_string (lines, "  1.2,  [31m 3\n");
  g_free (lines);
  bw_watch_take (watch, text, sizeof (text));
  fail_unless (bw_watch_take_lines (watch, FALSE) == NULL);
  bw_watch_free (watch);
}

GST_END_TEST;

/* The first packet decides, and later only several in a row. */
GST_START_TEST (test_bw_watch_knows_the_original)
{
  BwWatch *watch = bw_watch_new ();
  BwWatchStats stats;
  guint i;

  watch_packet (watch, 98, 0, 100);
  bw_watch_get_stats (watch, &stats);
  fail_unless (stats.original);
  for (i = 0; i < 9; i++) {
    watch_packet (watch, 96, i, 100);
    bw_watch_get_stats (watch, &stats);
    fail_unless (stats.original);
    if (i % 3 == 2)
      watch_packet (watch, 98, i, 100);
  }
  for (i = 0; i < 4; i++)
    watch_packet (watch, 98, i, 101);
  bw_watch_get_stats (watch, &stats);
  fail_if (stats.original);
  bw_watch_free (watch);
}

GST_END_TEST;

/* ---- figures ---- */

GST_START_TEST (test_bw_sample_figures)
{
  GstStructure *stats = gst_structure_new ("application/x-screamtx-stats",
      "packets-sent", G_TYPE_UINT64, (guint64) 1000,
      "bytes-sent", G_TYPE_UINT64, (guint64) 1000000,
      "packets-received", G_TYPE_UINT64, (guint64) 900,
      "packets-lost", G_TYPE_UINT64, (guint64) 110,
      "packets-late", G_TYPE_UINT64, (guint64) 10,
      "packets-ce", G_TYPE_UINT64, (guint64) 90,
      "reported-ect1", G_TYPE_UINT64, (guint64) 810,
      "rtt", G_TYPE_UINT64, 25 * GST_MSECOND,
      "rtcp-refused", G_TYPE_UINT64, (guint64) 3,
      "feedback-from-unknown-peers", G_TYPE_UINT64, (guint64) 4,
      "feedback-not-rtcp", G_TYPE_UINT64, (guint64) 5, NULL);
  BwSample zero, sample;

  memset (&zero, 0, sizeof (zero));
  bw_sample_read (&sample, stats, 2);
  gst_structure_free (stats);
  fail_unless_equals_float (bw_sample_sent_kbps (&zero, &sample), 4000);
  fail_unless_equals_float (bw_sample_loss (&zero, &sample), 10);
  fail_unless_equals_float (bw_sample_lost_kbps (&zero, &sample), 400);
  fail_unless_equals_float (bw_sample_ce (&zero, &sample), 10);
  fail_unless_equals_float (bw_sample_ecn (&zero, &sample, 1), 90);
  fail_unless_equals_float (sample.rtt, 0.025);
  fail_unless_equals_uint64 (sample.refused, 12);
  /* Nothing since then, and time that stands still. */
  fail_unless_equals_float (bw_sample_sent_kbps (&sample, &sample), 0);
  fail_unless_equals_float (bw_sample_loss (&sample, &sample), 0);
}

GST_END_TEST;

/* What JSON cannot say: infinity, bytes that are no text, numbers above its range. */
GST_START_TEST (test_bw_json_says_what_it_can)
{
  JsonBuilder *json = bw_json_begin ("event");
  JsonNode *root;
  JsonObject *object;

  bw_json_number (json, "infinite", INFINITY);
  bw_json_number (json, "half", 0.5);
  bw_json_count (json, "most", G_MAXUINT64);
  bw_json_text (json, "text", "a\xff\"\n");
  root = json_builder_get_root (json_builder_end_object (json));
  object = json_node_get_object (root);
  fail_unless_equals_string (json_object_get_string_member (object, "type"),
      "event");
  fail_unless (json_object_get_null_member (object, "infinite"));
  fail_unless_equals_float (json_object_get_double_member (object, "half"),
      0.5);
  fail_unless_equals_int64 (json_object_get_int_member (object, "most"),
      G_MAXINT64);
  fail_unless_equals_string (json_object_get_string_member (object, "text"),
      "a\357\277\275\"\n");
  json_node_unref (root);
  g_object_unref (json);
}

GST_END_TEST;

static Suite *
bwtest_suite (void)
{
  Suite *s = suite_create ("bwtest");
  TCase *tc = tcase_create ("parts");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_bw_options_as_people_type_them);
  tcase_add_test (tc, test_bw_options_defaults_of_the_original);
  tcase_add_test (tc, test_bw_options_refused);
  tcase_add_test (tc, test_bw_options_numbers);
  tcase_add_test (tc, test_bw_options_without_meaning);
  tcase_add_loop_test (tc, test_bw_options_are_parameters, 0, 8);
  tcase_add_loop_test (tc, test_bw_options_of_the_receiver, 0, 6);
  tcase_add_test (tc, test_bw_log_on_a_full_disk);
  tcase_add_test (tc, test_bw_log_ends_at_once);
  tcase_add_test (tc, test_bw_log_columns);
  tcase_add_test (tc, test_bw_watch_losses);
  tcase_add_test (tc, test_bw_watch_kinds);
  tcase_add_test (tc, test_bw_watch_knows_the_original);
  tcase_add_test (tc, test_bw_sample_figures);
  tcase_add_test (tc, test_bw_json_says_what_it_can);
  return s;
}

GST_CHECK_MAIN (bwtest);
