/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See link.h. */
#include "link.h"

#include <math.h>

#define SECOND INT64_C (1000000000)
#define START INT64_C (1234567890123)
#define N_PACKETS 20

static void
check_stats (LinkEmu * link, int64_t now)
{
  LinkEmuStats stats;

  linkemu_stats (link, &stats, now);
  must (stats.packets_in <= N_PACKETS);
  must (stats.packets_out + stats.dropped_queue + stats.queued_packets
      <= stats.packets_in);
  must (isnan (stats.utilisation) || stats.utilisation >= 0);
  must (stats.queue_delay_max >= 0 && stats.bitrate >= 0);
}

/* Each one that was taken leaves once, and times go on. */
static void
serve (LinkEmu * link)
{
  LinkEmuDeparture departure;
  int64_t last = START;

  for (unsigned i = 0; i < N_PACKETS; i++) {
    int64_t next = linkemu_next_time (link);

    if (next == LINKEMU_TIME_NEVER || next > START + 3600 * SECOND)
      break;
    must (next >= last);
    last = next;
    while (linkemu_dequeue (link, &departure, next)) {
      must (departure.enqueued <= departure.served);
      must (departure.served <= departure.arrival);
      must (departure.arrival <= next);
    }
  }
  check_stats (link, last);
}

void
link_use (LinkEmuRate * rate)
{
  LinkEmuConfig config = { 0 };
  LinkEmuPacketInfo info = { 1200, LINKEMU_NOT_ECT, 0 };
  LinkEmu *link;
  int64_t now = START;

  must (linkemu_rate_mean (rate, 0, SECOND) >= 0);
  must (linkemu_rate_mean (rate, 0, 1000 * SECOND) >= 0);
  config.rate = rate;
  config.queue_limit_time = SECOND / 2;
  link = linkemu_new (&config, now);
  for (unsigned i = 0; i < N_PACKETS; i++) {
    linkemu_enqueue (link, &info, &info, now);
    now += 7 * SECOND / 1000;
  }
  serve (link);
  linkemu_free (link, NULL);
}
