/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The log of packets of linkemu-tun: its lines, an overrun, errors of the file. */
#include <gst/check/gstcheck.h>
#include <packetlog.h>

#include <glib/gstdio.h>

static gchar *
new_path (void)
{
  gchar *path;
  gint fd = g_file_open_tmp ("tunpacketlog-XXXXXX", &path, NULL);

  fail_unless (fd >= 0);
  fail_unless (g_close (fd, NULL));
  return path;
}

static TunPacketLog *
new_log (const gchar * path)
{
  TunPacketLog *log = tun_packet_log_new (path, 14, NULL);

  fail_unless (log != NULL);
  return log;
}

/* Ends the log; the lines of its file without the last, empty one. */
static gchar **
read_lines (TunPacketLog * log, const gchar * path)
{
  gchar *text;
  gchar **lines;

  fail_unless (tun_packet_log_free (log, NULL));
  fail_unless (g_file_get_contents (path, &text, NULL, NULL));
  fail_unless (g_str_has_suffix (text, "\n"));
  g_strchomp (text);
  lines = g_strsplit (text, "\n", -1);
  g_free (text);
  return lines;
}

GST_START_TEST (test_packet_log_lines)
{
  TunIpInfo udp = {.protocol = 17,.port = 5004 };
  LinkEmuPacketInfo info = { 1200, 2, 7 };
  LinkEmuDeparture departure = { 0, };
  gchar *path = new_path ();
  TunPacketLog *log = new_log (path);
  gchar **lines;

  departure.info = info;
  departure.enqueued = 5 * GST_SECOND;
  departure.served = departure.enqueued + 3 * GST_MSECOND;
  departure.marked = TRUE;
  tun_packet_log_departure (log, &udp, &departure);
  tun_packet_log_refusal (log, &udp, &info, LINKEMU_DROPPED_QUEUE,
      6 * GST_SECOND);
  fail_unless_equals_uint64 (tun_packet_log_lost (log), 0);
  lines = read_lines (log, path);
  fail_unless_equals_int (g_strv_length (lines), 3);
  fail_unless_equals_string (lines[0], "time,flow,bytes,ecn,queue-delay,fate");
  fail_unless_equals_string (lines[1],
      "5.003000,udp:5004,1200,2,0.003000,marked");
  /* A refused packet never got the link's overhead. */
  fail_unless_equals_string (lines[2],
      "6.000000,udp:5004,1214,2,0.000000,queue");
  g_strfreev (lines);
  g_unlink (path);
  g_free (path);
}

GST_END_TEST;

/* The number of lines behind the header, whose sizes must ascend. */
static guint
count_lines (const gchar * path)
{
  FILE *file = fopen (path, "r");
  gchar line[128];
  guint count = 0, last = 0;

  fail_unless (file != NULL && fgets (line, sizeof (line), file) != NULL);
  while (fgets (line, sizeof (line), file) != NULL) {
    guint size = 0;

    if (sscanf (line, "0.000000,ip:1,%u,", &size) != 1 || size <= last)
      break;
    last = size;
    count++;
  }
  fail_unless (feof (file), "after %u lines: %s", count, line);
  fclose (file);
  return count;
}

/* Faster than the writer: each packet is a line in its turn, or counted. */
GST_START_TEST (test_packet_log_overrun)
{
  const guint n = 200000;
  TunIpInfo ip = {.protocol = 1 };
  LinkEmuDeparture departure = { 0, };
  gchar *path = new_path ();
  TunPacketLog *log = new_log (path);
  guint64 lost;
  guint lines;

  for (guint i = 1; i <= n; i++) {
    departure.info.size = i;
    tun_packet_log_departure (log, &ip, &departure);
  }
  lost = tun_packet_log_lost (log);
  fail_unless (tun_packet_log_free (log, NULL));
  lines = count_lines (path);
  /* What fits the ring is never lost. */
  fail_unless (lines >= 65536);
  fail_unless_equals_uint64 (lines + lost, n);
  g_unlink (path);
  g_free (path);
}

GST_END_TEST;

GST_START_TEST (test_packet_log_errors)
{
  GError *error = NULL;
  TunPacketLog *log;

  fail_unless (tun_packet_log_new ("/no/such/file", 0, &error) == NULL);
  fail_unless (g_str_has_prefix (error->message, "--log /no/such/file: "));
  g_clear_error (&error);
  log = new_log ("/dev/full");
  fail_if (tun_packet_log_free (log, &error));
  fail_unless (g_str_has_prefix (error->message, "the log is not complete: "));
  g_clear_error (&error);
}

GST_END_TEST;

static Suite *
tun_packet_log_suite (void)
{
  Suite *s = suite_create ("tunpacketlog");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_packet_log_lines);
  tcase_add_test (tc, test_packet_log_overrun);
  tcase_add_test (tc, test_packet_log_errors);

  return s;
}

GST_CHECK_MAIN (tun_packet_log);
