/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linktest.c: see linktest.h */
#include <glib/gstdio.h>

#include "linktest.h"

#define PACKET(n) GINT_TO_POINTER (n)

LinkEmuConfig
config_at (guint64 bitrate)
{
  LinkEmuConfig config = { 0, };

  config.rate = linkemu_rate_constant (bitrate);
  config.seed = 1;
  return config;
}

gboolean
is_taken (LinkEmu * link, int packet, guint size, gint64 now)
{
  LinkEmuPacketInfo info = { size, 0, 0 };

  return linkemu_enqueue (link, PACKET (packet), &info, now) == LINKEMU_TAKEN;
}

void
enqueue (LinkEmu * link, int packet, guint size, gint64 now)
{
  fail_unless (is_taken (link, packet, size, now));
}

int
dequeue (LinkEmu * link, LinkEmuDeparture * departure, gint64 now)
{
  if (!linkemu_dequeue (link, departure, now))
    return 0;
  return GPOINTER_TO_INT (departure->packet);
}

void
expect (LinkEmu * link, int packet, gint64 time)
{
  LinkEmuDeparture departure;

  while (linkemu_next_time (link) < time)
    fail_if (linkemu_dequeue (link, &departure, linkemu_next_time (link)));
  fail_unless_equals_int64 (linkemu_next_time (link), time);
  fail_if (linkemu_dequeue (link, &departure, time - 1));
  fail_unless_equals_int (dequeue (link, &departure, time), packet);
  fail_unless_equals_int64 (departure.arrival, time);
  fail_if (departure.dropped);
  fail_if (departure.marked);
}

int
take (LinkEmu * link, gint64 * time)
{
  LinkEmuDeparture departure;
  int packet = 0;

  while (packet == 0 && linkemu_next_time (link) != LINKEMU_TIME_NEVER) {
    *time = linkemu_next_time (link);
    packet = dequeue (link, &departure, *time);
  }
  return packet;
}

LinkEmuStats
stats_at (LinkEmu * link, gint64 now)
{
  LinkEmuStats stats;

  linkemu_stats (link, &stats, now);
  return stats;
}

int
count_accepted (LinkEmu * link, int n, guint size, gint64 now)
{
  int accepted = 0;

  for (int i = 0; i < n; i++)
    accepted += is_taken (link, i + 1, size, now);
  return accepted;
}

LinkEmuRate *
trace_of (const char *lines)
{
  char error[LINKEMU_ERROR_SIZE];
  char *path = g_build_filename (g_get_tmp_dir (), "linkemu-XXXXXX", NULL);
  LinkEmuRate *rate;
  int fd = g_mkstemp (path);

  fail_if (fd < 0);
  g_close (fd, NULL);
  fail_unless (g_file_set_contents (path, lines, -1, NULL));
  rate = linkemu_rate_trace (path, error);
  fail_unless (rate != NULL, "%s", rate == NULL ? error : "");
  g_remove (path);
  g_free (path);
  return rate;
}
