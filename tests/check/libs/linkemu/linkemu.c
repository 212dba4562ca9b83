/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <gst/check/gstcheck.h>
#include <gst/linkemu/linkemu-aqm.h>
#include <gst/linkemu/linkemu-server.h>
#include <gst/linkemu/linkemu.h>

#include <glib/gstdio.h>
#include <math.h>

/* Not zero and not a whole ms: code that takes 0 for "unset", or counts from
 * the epoch of the clock, must fail here. */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)

#define PACKET(n) GINT_TO_POINTER (n)

static LinkEmuConfig
config_at (guint64 bitrate)
{
  LinkEmuConfig config = { 0, };

  config.rate = linkemu_rate_constant (bitrate);
  config.seed = 1;
  return config;
}

static gboolean
is_taken (LinkEmu * link, int packet, guint size, gint64 now)
{
  LinkEmuPacketInfo info = { size, 0, 0 };

  return linkemu_enqueue (link, PACKET (packet), &info, now) == LINKEMU_TAKEN;
}

static void
enqueue (LinkEmu * link, int packet, guint size, gint64 now)
{
  fail_unless (is_taken (link, packet, size, now));
}

/* The next packet at @now; 0: none. */
static int
dequeue (LinkEmu * link, LinkEmuDeparture * departure, gint64 now)
{
  if (!linkemu_dequeue (link, departure, now))
    return 0;
  return GPOINTER_TO_INT (departure->packet);
}

/* The next packet is @packet, at exactly @time. */
static void
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

/* Takes the next packet whenever it comes. */
static int
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

static LinkEmuStats
stats_at (LinkEmu * link, gint64 now)
{
  LinkEmuStats stats;

  linkemu_stats (link, &stats, now);
  return stats;
}

GST_START_TEST (test_linkemu_unlimited_adds_the_delay_only)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  config.delay = 50 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  enqueue (link, 1, 1200, T0);
  enqueue (link, 2, 1200, T0);
  expect (link, 1, T0 + 50 * MS);
  expect (link, 2, T0 + 50 * MS);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);

  stats = stats_at (link, T0 + 51 * MS);
  fail_unless_equals_uint64 (stats.packets_out, 2);
  fail_unless (isnan (stats.utilisation));
  fail_unless_equals_float (stats.bitrate, 0.0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_constant_rate_departures_are_exact)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.delay = 7 * MS;
  config.overhead = 28;
  link = linkemu_new (&config, T0);
  /* 1222 + 28 bytes at 1 Mbit/s are 10 ms. */
  for (int i = 1; i <= 3; i++) {
    enqueue (link, i, 1222, T0);
    fail_unless_equals_int64 (linkemu_next_time (link), T0 + 17 * MS);
  }
  expect (link, 1, T0 + 17 * MS);
  expect (link, 2, T0 + 27 * MS);
  expect (link, 3, T0 + 37 * MS);
  /* An idle link has saved nothing. */
  enqueue (link, 4, 1222, T0 + 95 * MS);
  expect (link, 4, T0 + 112 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* 7 Mbit/s: 1200 bytes take 1371428.57 ns.  The rounding must not add up. */
GST_START_TEST (test_linkemu_rounding_does_not_add_up)
{
  LinkEmuConfig config = config_at (7000000);
  LinkEmu *link = linkemu_new (&config, T0);
  gint64 time = 0;

  for (int i = 1; i <= 7000; i++)
    enqueue (link, i, 1200, T0);
  for (int i = 1; i <= 7000; i++)
    fail_unless_equals_int (take (link, &time), i);
  fail_unless_equals_int64 (time, T0 + 9600 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Nobody asks for 60 ms, then a packet comes: those before left in time. */
GST_START_TEST (test_linkemu_late_calls_do_not_delay)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuDeparture departure;
  LinkEmuStats stats;

  config.queue_limit_bytes = 1250;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  /* Fits, since the link has taken both before by now. */
  enqueue (link, 3, 1250, T0 + 15 * MS);
  enqueue (link, 4, 1250, T0 + 60 * MS);
  for (int i = 1; i <= 3; i++)
    fail_unless_equals_int (dequeue (link, &departure, T0 + 60 * MS), i);
  expect (link, 4, T0 + 70 * MS);
  stats = stats_at (link, T0 + 70 * MS);
  /* Waits of 0, 10, 5 and 0 ms. */
  fail_unless_equals_int64 (stats.queue_delay_max, 10 * MS);
  fail_unless_equals_int64 (stats.queue_delay_mean, 3750000);
  fail_unless_equals_int64 (stats.queue_delay_now, 0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_rate_changes_within_a_packet)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  /* 4 ms at 1M are 4000 bits of 10000; an outage of 20 ms; 6000 at 2M. */
  config.rate = linkemu_rate_schedule ("0:1M,0.004:0,0.024:2M", error);
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  expect (link, 1, T0 + 27 * MS);
  expect (link, 2, T0 + 32 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_within_a_packet)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);

  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0);
  /* 4000 bits are through; a new delay holds for what has not left. */
  config.rate = linkemu_rate_constant (2000000);
  config.delay = 1 * MS;
  linkemu_configure (link, &config, T0 + 4 * MS);
  expect (link, 1, T0 + 8 * MS);
  /* Without a rate the old one goes on. */
  config.rate = NULL;
  config.delay = 2 * MS;
  linkemu_configure (link, &config, T0 + 9 * MS);
  expect (link, 2, T0 + 14 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_out_of_an_outage)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.rate = linkemu_rate_schedule ("0:1M,0.005:0", error);
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  enqueue (link, 2, 1250, T0 + 6 * MS);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  config.rate = linkemu_rate_constant (1000000);
  linkemu_configure (link, &config, T0 + 50 * MS);
  expect (link, 1, T0 + 55 * MS);
  expect (link, 2, T0 + 65 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_to_unlimited_empties_the_queue)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);

  for (int i = 1; i <= 3; i++)
    enqueue (link, i, 1250, T0);
  config.rate = linkemu_rate_constant (0);
  linkemu_configure (link, &config, T0 + 4 * MS);
  for (int i = 1; i <= 3; i++)
    expect (link, i, T0 + 4 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A shorter delay must not let a packet overtake those on the way. */
GST_START_TEST (test_linkemu_shorter_delay_keeps_the_order)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.delay = 100 * MS;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  config.delay = 10 * MS;
  linkemu_configure (link, &config, T0 + 5 * MS);
  enqueue (link, 2, 1250, T0 + 5 * MS);
  expect (link, 1, T0 + 100 * MS);
  expect (link, 2, T0 + 100 * MS);
  enqueue (link, 3, 1250, T0 + 100 * MS);
  expect (link, 3, T0 + 110 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* From reordering to order: after the last arrival of all. */
GST_START_TEST (test_linkemu_order_after_reordering)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.jitter_reorders = true;
  config.delay = 100 * MS;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  config.delay = 10 * MS;
  linkemu_configure (link, &config, T0);
  enqueue (link, 2, 1250, T0);
  config.jitter_reorders = false;
  linkemu_configure (link, &config, T0);
  enqueue (link, 3, 1250, T0);
  expect (link, 2, T0 + 10 * MS);
  expect (link, 1, T0 + 100 * MS);
  expect (link, 3, T0 + 100 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A simulation may start before 0. */
GST_START_TEST (test_linkemu_outage_for_good)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.rate = linkemu_rate_schedule ("0:1M,0.01:0", error);
  link = linkemu_new (&config, -10 * MS);
  enqueue (link, 1, 1250, -10 * MS);
  enqueue (link, 2, 1250, -10 * MS);
  expect (link, 1, 0);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static int
count_accepted (LinkEmu * link, int n, guint size, gint64 now)
{
  int accepted = 0;

  for (int i = 0; i < n; i++)
    accepted += is_taken (link, i + 1, size, now);
  return accepted;
}

/* 300 ms at 1 Mbit/s are 37500 bytes: 30 packets wait, one is on the link. */
GST_START_TEST (test_linkemu_queue_limit_in_time)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuStats stats;

  config.queue_limit_time = 300 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 40, 1250, T0), 31);
  stats = stats_at (link, T0);
  fail_unless_equals_uint64 (stats.dropped_queue, 9);
  fail_unless_equals_uint64 (stats.queued_packets, 30);
  fail_unless_equals_uint64 (stats.queued_bytes, 37500);
  /* One leaves, one fits. */
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 10 * MS - 1), 0);
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 10 * MS), 1);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* With the rate the bytes that fit fall, but not what is inside. */
GST_START_TEST (test_linkemu_queue_limit_in_time_follows_the_rate)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_time = 100 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0), 11);
  config.rate = linkemu_rate_constant (500000);
  linkemu_configure (link, &config, T0);
  fail_unless_equals_uint64 (stats_at (link, T0).queued_packets, 10);
  /* 5 may wait at 500 kbit/s: five have left the queue after 100 ms. */
  fail_unless_equals_int (count_accepted (link, 1, 1250, T0 + 100 * MS), 0);
  fail_unless_equals_int (count_accepted (link, 2, 1250, T0 + 120 * MS), 1);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* In an outage the queue is as long as before it. */
GST_START_TEST (test_linkemu_queue_limit_in_an_outage)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];
  LinkEmu *link;

  config.queue_limit_time = 100 * MS;
  config.rate = linkemu_rate_schedule ("0:1M,1:0,2:5M", error);
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0 + 1500 * MS), 10);
  linkemu_free (link, NULL);
  /* At the start as long as after it */
  config.rate = linkemu_rate_schedule ("0:0,1:0,2:1M", error);
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1250, T0 + 500 * MS), 10);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_queue_limit_in_bytes)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_bytes = 5000;
  config.queue_limit_time = 300 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 10, 1250, T0), 5);
  /* A small packet does not fit into a full queue either. */
  fail_unless_equals_int (count_accepted (link, 1, 1, T0), 0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_lone_packet_is_never_too_large)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  config.queue_limit_bytes = 100;
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1250, T0);
  fail_unless_equals_int (count_accepted (link, 1, 1250, T0 + 9 * MS), 0);
  enqueue (link, 2, 1250, T0 + 10 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static LinkEmuRate *
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

/* Chances at 5, 5 and 20 ms, then again at 25, 25 and 40 ms. */
GST_START_TEST (test_linkemu_trace_departures)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("5\n5\n20\n");
  link = linkemu_new (&config, T0);
  /* Two packets share the first chance, the third goes on in the second, the
   * fourth is larger than the rest of it. */
  enqueue (link, 1, 700, T0);
  enqueue (link, 2, 804, T0);
  enqueue (link, 3, 1000, T0);
  enqueue (link, 4, 1000, T0);
  expect (link, 1, T0 + 5 * MS);
  expect (link, 2, T0 + 5 * MS);
  expect (link, 3, T0 + 5 * MS);
  expect (link, 4, T0 + 20 * MS);
  /* What the chance at 20 ms had left (1008 bytes) is lost for a packet that
   * comes later; those at 25 ms pass unused. */
  enqueue (link, 5, 1000, T0 + 26 * MS);
  expect (link, 5, T0 + 40 * MS);
  /* Larger than a chance: 45, 45 and 60 ms. */
  enqueue (link, 6, 4000, T0 + 41 * MS);
  expect (link, 6, T0 + 60 * MS);
  /* At the very time of a chance: 65 ms. */
  enqueue (link, 7, 1504, T0 + 65 * MS);
  expect (link, 7, T0 + 65 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* A chance each ms: packets in a row leave nothing of any, whatever their sizes are. */
GST_START_TEST (test_linkemu_trace_is_used_whole)
{
  GRand *rand = g_rand_new_with_seed (20240607);
  LinkEmuConfig config = { 0, };
  guint64 bytes = 0, sums[200];
  LinkEmu *link;

  config.rate = trace_of ("1\n");
  link = linkemu_new (&config, T0);
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++) {
    guint size = g_rand_int_range (rand, 1, 4000);

    enqueue (link, (int) i + 1, size, T0);
    sums[i] = bytes += size;
  }
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    expect (link, (int) i + 1, T0 + (gint64) ((sums[i] + 1503) / 1504) * MS);
  linkemu_free (link, NULL);
  g_rand_free (rand);
}

GST_END_TEST;

/* The wait for a chance is a wait in the queue. */
GST_START_TEST (test_linkemu_trace_queue_delay)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1504, T0 + 1 * MS);
  enqueue (link, 2, 1504, T0 + 1 * MS);
  stats = stats_at (link, T0 + 10 * MS - 1);
  fail_unless_equals_uint64 (stats.queued_packets, 2);
  expect (link, 1, T0 + 10 * MS);
  expect (link, 2, T0 + 20 * MS);
  stats = stats_at (link, T0 + 20 * MS);
  fail_unless_equals_int64 (stats.queue_delay_max, 19 * MS);
  fail_unless_equals_float (stats.utilisation, 1.0);
  /* The last second, and before that the first one: 99 chances, as the one at
   * its end belongs to the next. */
  fail_unless_equals_float (stats.bitrate, 99 * 1504 * 8.0);
  stats = stats_at (link, T0 + 5000 * MS + 1);
  fail_unless_equals_float (stats.bitrate, 100 * 1504 * 8.0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* 2 chances in 20 ms: 1203200 bit/s, of which 100 ms are 15040 bytes. */
GST_START_TEST (test_linkemu_trace_queue_limit_in_time)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  config.queue_limit_time = 100 * MS;
  link = linkemu_new (&config, T0);
  fail_unless_equals_int (count_accepted (link, 20, 1504, T0 + 1), 10);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* What a packet has had of the chance of the one before is not sent twice. */
GST_START_TEST (test_linkemu_configure_within_a_shared_chance)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 1000, T0);
  enqueue (link, 2, 504 + 1504, T0);
  config.rate = linkemu_rate_constant (1504 * 8);
  linkemu_configure (link, &config, T0 + 15 * MS);
  expect (link, 1, T0 + 10 * MS);
  expect (link, 2, T0 + 1015 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_configure_trace_within_a_packet)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = trace_of ("10\n20\n");
  link = linkemu_new (&config, T0);
  enqueue (link, 1, 2 * 1504, T0);
  config.rate = linkemu_rate_constant (1504 * 8);
  linkemu_configure (link, &config, T0 + 10 * MS);
  /* One chance of two is used just now: 1504 bytes take a second. */
  expect (link, 1, T0 + 1010 * MS);
  /* Another trace starts at its first chance. */
  config.rate = trace_of ("1\n2\n3\n");
  linkemu_configure (link, &config, T0 + 2000 * MS);
  for (int i = 2; i <= 4; i++)
    enqueue (link, i, 1504, T0 + 2000 * MS);
  expect (link, 2, T0 + 2001 * MS);
  expect (link, 3, T0 + 2002 * MS);
  config.rate = trace_of ("1\n2\n3\n");
  linkemu_configure (link, &config, T0 + 2002 * MS);
  expect (link, 4, T0 + 2003 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* ---- the server ---- */

/* What the nanosecond of the work before had left is there, whatever the rate is from
 * then on. */
GST_START_TEST (test_server_credit_needs_no_rate)
{
  LinkEmuStep steps[] = { {0, 0}, {1000, 1} };
  LinkEmuRate rate = { steps, 2, NULL, 0 };
  guint64 work;

  for (work = 1; work <= 100; work++) {
    LinkEmuServer server = { 500, 100, 0 };

    fail_unless_equals_int64 (linkemu_server_work (&server, &rate, 500, work),
        500);
    fail_unless_equals_uint64 (server.credit, 100 - work);
  }
}

GST_END_TEST;

/* Of work that is done nothing is left: not just then, nor without a limit. */
GST_START_TEST (test_server_leaves_nothing)
{
  LinkEmuStep step = { 0, 3 };
  LinkEmuRate rates[] = { {&step, 1, NULL, 0}, {NULL, 0, NULL, 0}
  };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    for (guint64 work = 1; work < 20; work++) {
      LinkEmuServer server = { 0, }, after = server;
      gint64 end = linkemu_server_work (&after, &rates[i], 500, work);

      for (gint64 now = end; now < end + 3; now++)
        fail_unless_equals_uint64 (linkemu_server_left (&server, &rates[i],
                500, work, now), 0);
    }
  }
}

GST_END_TEST;

/* Packets every 1 ms, so that 5 ms of deviation reorder if they may. */
static int
count_reorderings (gboolean reorders, gint64 * largest, gint64 * smallest)
{
  LinkEmuConfig config = config_at (100000000);
  LinkEmu *link;
  int n_reordered = 0, highest = 0;

  config.delay = 50 * MS;
  config.jitter = 5 * MS;
  config.jitter_reorders = reorders;
  link = linkemu_new (&config, T0);
  for (int i = 1; i <= 5000; i++)
    enqueue (link, i, 1250, T0 + i * MS);
  *largest = 0;
  *smallest = G_MAXINT64;
  for (int i = 1; i <= 5000; i++) {
    gint64 time = 0, delay;
    int packet = take (link, &time);

    if (packet < highest)
      n_reordered++;
    highest = MAX (highest, packet);
    /* 0.1 ms on the link */
    delay = time - (T0 + packet * MS + MS / 10) - 50 * MS;
    *largest = MAX (*largest, delay);
    *smallest = MIN (*smallest, delay);
  }
  linkemu_free (link, NULL);
  return n_reordered;
}

GST_START_TEST (test_linkemu_jitter_reorders_on_request_only)
{
  gint64 largest, smallest;

  fail_unless_equals_int (count_reorderings (FALSE, &largest, &smallest), 0);
  /* One-sided; clipped at 15 ms, and what is kept from overtaking can come a
   * little later: 15 packets of 0.1 ms. */
  fail_unless (smallest >= 0 && smallest < MS);
  fail_unless (largest > 13 * MS && largest <= 15 * MS + 15 * MS / 10);

  fail_unless (count_reorderings (TRUE, &largest, &smallest) > 1000);
  fail_unless (smallest >= 0 && smallest < MS / 10);
  /* 0.3 % of 5000 are clipped. */
  fail_unless_equals_int64 (largest, 15 * MS);
}

GST_END_TEST;

/* RFC 8868: not closer than the packet takes on the link. */
GST_START_TEST (test_linkemu_jitter_keeps_the_spacing)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  gint64 time = 0, before = 0;
  int n_spaced = 0;

  config.jitter = 15 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 1; i <= 1000; i++)
    enqueue (link, i, 1250, T0);
  for (int i = 1; i <= 1000; i++) {
    fail_unless_equals_int (take (link, &time), i);
    fail_unless (time - before >= 10 * MS);
    n_spaced += time - before == 10 * MS;
    before = time;
  }
  /* With a full link most of them are pushed back to the one before. */
  fail_unless (n_spaced > 500 && n_spaced < 1000);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* The mean of |N(0, 1)| is 0.798. */
GST_START_TEST (test_linkemu_jitter_mean)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  gint64 time = 0, sum = 0;

  config.jitter = 5 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 10000; i++) {
    gint64 now = T0 + i * 100 * MS;

    enqueue (link, 1, 1250, now);
    fail_unless_equals_int (take (link, &time), 1);
    sum += time - now;
  }
  /* 10000 draws with a deviation of 3 ms: 1 % is 4 times the standard error of
   * 0.03 ms, widened for the sum's thinner tails. */
  fail_unless (sum / 10000 > 3900000 && sum / 10000 < 4080000);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static int
count_losses (double loss, guint64 seed, GString * pattern)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;
  int lost = 0;

  config.loss = loss;
  config.seed = seed;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 20000; i++) {
    gboolean ok = is_taken (link, 1, 100, T0 + i);

    lost += !ok;
    if (pattern != NULL)
      g_string_append_c (pattern, ok ? '.' : 'x');
  }
  stats = stats_at (link, T0 + 20000);
  fail_unless_equals_uint64 (stats.dropped_loss, lost);
  fail_unless_equals_uint64 (stats.packets_in, 20000);
  fail_unless_equals_uint64 (stats.bytes_in, 2000000);
  linkemu_free (link, NULL);
  return lost;
}

GST_START_TEST (test_linkemu_loss_statistics)
{
  int lost;

  fail_unless_equals_int (count_losses (0, 1, NULL), 0);
  fail_unless_equals_int (count_losses (1, 1, NULL), 20000);
  for (guint64 seed = 0; seed < 10; seed++) {
    lost = count_losses (0.05, seed, NULL);
    /* 1000 with a deviation of 31: 4 of them to each side */
    fail_unless (lost > 876 && lost < 1124, "%d", lost);
  }
}

GST_END_TEST;

GST_START_TEST (test_linkemu_seed_decides)
{
  GString *a = g_string_new (NULL);
  GString *b = g_string_new (NULL);
  GString *c = g_string_new (NULL);

  count_losses (0.05, 7, a);
  count_losses (0.05, 7, b);
  count_losses (0.05, 8, c);
  fail_unless_equals_string (a->str, b->str);
  fail_if (g_str_equal (a->str, c->str));
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
  g_string_free (c, TRUE);
}

GST_END_TEST;

/* All lost in the bad state, none in the good one: a loss of p / (p + r) in
 * bursts of 1 / r. */
GST_START_TEST (test_linkemu_gilbert_elliott_bursts)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  int lost = 0, bursts = 0;
  gboolean in_burst = FALSE;

  config.ge_p = 0.01;
  config.ge_r = 0.25;
  config.ge_loss_bad = 1;
  config.seed = 3;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 100000; i++) {
    gboolean ok = is_taken (link, 1, 100, T0 + i);

    lost += !ok;
    bursts += !ok && !in_burst;
    in_burst = !ok;
  }
  linkemu_free (link, NULL);
  /* 3846; about 960 bursts, whose lengths deviate by 3.5: 4 x sqrt (960 x 25)
   * to each side */
  fail_unless (lost > 3226 && lost < 4466, "%d", lost);
  /* 4 +- 4 x 3.5 / sqrt (960) */
  fail_unless ((double) lost / bursts > 3.55, "%d", bursts);
  fail_unless ((double) lost / bursts < 4.45, "%d", bursts);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_utilisation)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);
  gint64 start = T0 + 777 * MS;

  fail_unless (isnan (stats_at (link, start).utilisation));
  enqueue (link, 1, 1250, start);
  enqueue (link, 2, 1250, start + 3 * MS);
  /* The time before the first packet does not count, that before later ones
   * does, and a packet half served counts half. */
  fail_unless_equals_float (stats_at (link, start + 5 * MS).utilisation, 1.0);
  fail_unless_equals_float (stats_at (link, start + 15 * MS).utilisation, 1.0);
  fail_unless_equals_float (stats_at (link, start + 40 * MS).utilisation, 0.5);
  /* 20 of 40 kbit so far; 10 ms at 2M offer 20 more, and 10 are used. */
  config.rate = linkemu_rate_constant (2000000);
  linkemu_configure (link, &config, start + 40 * MS);
  enqueue (link, 3, 1250, start + 40 * MS);
  fail_unless_equals_float (stats_at (link, start + 50 * MS).utilisation, 0.5);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_queue_delay_quantiles)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link = linkemu_new (&config, T0);
  LinkEmuStats stats;
  gint64 time = 0;

  /* Waits of 0, 10 ... 990 ms */
  for (int i = 1; i <= 100; i++)
    enqueue (link, i, 1250, T0);
  for (int i = 1; i <= 100; i++)
    take (link, &time);
  stats = stats_at (link, time);
  fail_unless_equals_int64 (stats.queue_delay_mean, 495 * MS);
  fail_unless_equals_int64 (stats.queue_delay_max, 990 * MS);
  /* Within 1/64 of the exact 490, 940 and 980 ms */
  fail_unless (ABS (stats.queue_delay_p50 - 490 * MS) <= 490 * MS / 64);
  fail_unless (ABS (stats.queue_delay_p95 - 940 * MS) <= 940 * MS / 64);
  fail_unless (ABS (stats.queue_delay_p99 - 980 * MS) <= 980 * MS / 64);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static int n_freed;

static void
count_freed (void *packet)
{
  n_freed += GPOINTER_TO_INT (packet);
}

GST_START_TEST (test_linkemu_free_returns_all_packets)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;

  n_freed = 0;
  config.delay = 50 * MS;
  link = linkemu_new (&config, T0);
  for (int i = 0; i < 5; i++)
    enqueue (link, 1 << i, 1250, T0);
  /* Two are on the way, one on the link, two in the queue. */
  stats_at (link, T0 + 25 * MS);
  linkemu_free (link, count_freed);
  fail_unless_equals_int (n_freed, 0x1f);
}

GST_END_TEST;

GST_START_TEST (test_linkemu_flush_empties_and_goes_on)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuStats stats;

  n_freed = 0;
  config.delay = 50 * MS;
  config.rate = trace_of ("10\n30\n");
  link = linkemu_new (&config, T0);
  /* One is on the way, one on the link up to 40 ms, one in the queue. */
  enqueue (link, 1, 1504, T0);
  enqueue (link, 2, 3008, T0);
  enqueue (link, 4, 1504, T0);
  linkemu_flush (link, count_freed, T0 + 30 * MS);
  fail_unless_equals_int (n_freed, 7);
  fail_unless_equals_int64 (linkemu_next_time (link), LINKEMU_TIME_NEVER);
  stats = stats_at (link, T0 + 30 * MS);
  fail_unless_equals_uint64 (stats.packets_in, 3);
  fail_unless_equals_uint64 (stats.queued_packets, 0);
  /* The trace is where it was, and its chance at 40 ms is free; what was on
   * the way is nothing to be kept behind of. */
  config.rate = NULL;
  config.delay = 5 * MS;
  linkemu_configure (link, &config, T0 + 30 * MS);
  enqueue (link, 5, 1504, T0 + 31 * MS);
  expect (link, 5, T0 + 45 * MS);
  linkemu_free (link, NULL);
}

GST_END_TEST;

typedef struct
{
  LinkEmuAqm aqm;
  LinkEmuFifo queue;
} Late;

static LinkEmuFate
late_enqueue (LinkEmuAqm * aqm, LinkEmuPacket * packet,
    const LinkEmuLinkView * view, int64_t now)
{
  linkemu_aqm_push (aqm, &((Late *) aqm)->queue, packet);
  return LINKEMU_TAKEN;
}

static LinkEmuPacket *
late_remove (LinkEmuAqm * aqm)
{
  return linkemu_aqm_pop (aqm, &((Late *) aqm)->queue);
}

/* Drops what has waited more than 15 ms, marks what has waited at all. */
static LinkEmuPacket *
late_dequeue (LinkEmuAqm * aqm, const LinkEmuLinkView * view, int64_t now)
{
  LinkEmuPacket *packet;

  while ((packet = late_remove (aqm)) != NULL) {
    packet->marked = now > packet->enqueued;
    if (now - packet->enqueued <= 15 * MS)
      return packet;
    linkemu_aqm_drop (aqm, packet);
  }
  return NULL;
}

static const LinkEmuAqmOps late_ops = {
  .name = "late",
  .state_size = sizeof (Late),
  .enqueue = late_enqueue,
  .dequeue = late_dequeue,
  .remove = late_remove,
};

GST_START_TEST (test_linkemu_aqm_decides_when_the_wait_is_known)
{
  LinkEmuConfig config = config_at (1000000);
  LinkEmu *link;
  LinkEmuStats stats;
  LinkEmuDeparture departure;

  config.delay = 100 * MS;
  link = linkemu_new_with_aqm (&config, &late_ops, T0);
  for (int i = 1; i <= 4; i++)
    enqueue (link, i, 1250, T0);
  /* Refused at 20 ms, and back before any other has arrived */
  for (int i = 3; i <= 4; i++) {
    fail_unless_equals_int (dequeue (link, &departure, T0 + 20 * MS), i);
    fail_unless (departure.dropped && !departure.marked);
  }
  expect (link, 1, T0 + 110 * MS);
  fail_unless_equals_int (dequeue (link, &departure, T0 + 120 * MS), 2);
  fail_unless (!departure.dropped && departure.marked);
  stats = stats_at (link, T0 + 120 * MS);
  fail_unless_equals_uint64 (stats.dropped_aqm, 2);
  fail_unless_equals_uint64 (stats.dropped_queue, 0);
  fail_unless_equals_uint64 (stats.marked, 1);
  fail_unless_equals_uint64 (stats.packets_out, 2);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static Suite *
linkemu_suite (void)
{
  Suite *s = suite_create ("linkemu");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_linkemu_unlimited_adds_the_delay_only);
  tcase_add_test (tc, test_linkemu_constant_rate_departures_are_exact);
  tcase_add_test (tc, test_linkemu_rounding_does_not_add_up);
  tcase_add_test (tc, test_linkemu_late_calls_do_not_delay);
  tcase_add_test (tc, test_linkemu_rate_changes_within_a_packet);
  tcase_add_test (tc, test_linkemu_configure_within_a_packet);
  tcase_add_test (tc, test_linkemu_configure_out_of_an_outage);
  tcase_add_test (tc, test_linkemu_configure_to_unlimited_empties_the_queue);
  tcase_add_test (tc, test_linkemu_shorter_delay_keeps_the_order);
  tcase_add_test (tc, test_linkemu_order_after_reordering);
  tcase_add_test (tc, test_linkemu_outage_for_good);
  tcase_add_test (tc, test_linkemu_queue_limit_in_time);
  tcase_add_test (tc, test_linkemu_queue_limit_in_time_follows_the_rate);
  tcase_add_test (tc, test_linkemu_queue_limit_in_an_outage);
  tcase_add_test (tc, test_linkemu_queue_limit_in_bytes);
  tcase_add_test (tc, test_linkemu_lone_packet_is_never_too_large);
  tcase_add_test (tc, test_linkemu_trace_departures);
  tcase_add_test (tc, test_linkemu_trace_is_used_whole);
  tcase_add_test (tc, test_linkemu_trace_queue_delay);
  tcase_add_test (tc, test_linkemu_trace_queue_limit_in_time);
  tcase_add_test (tc, test_linkemu_configure_within_a_shared_chance);
  tcase_add_test (tc, test_linkemu_configure_trace_within_a_packet);
  tcase_add_test (tc, test_server_credit_needs_no_rate);
  tcase_add_test (tc, test_server_leaves_nothing);
  tcase_add_test (tc, test_linkemu_jitter_reorders_on_request_only);
  tcase_add_test (tc, test_linkemu_jitter_keeps_the_spacing);
  tcase_add_test (tc, test_linkemu_jitter_mean);
  tcase_add_test (tc, test_linkemu_loss_statistics);
  tcase_add_test (tc, test_linkemu_seed_decides);
  tcase_add_test (tc, test_linkemu_gilbert_elliott_bursts);
  tcase_add_test (tc, test_linkemu_utilisation);
  tcase_add_test (tc, test_linkemu_queue_delay_quantiles);
  tcase_add_test (tc, test_linkemu_free_returns_all_packets);
  tcase_add_test (tc, test_linkemu_flush_empties_and_goes_on);
  tcase_add_test (tc, test_linkemu_aqm_decides_when_the_wait_is_known);

  return s;
}

GST_CHECK_MAIN (linkemu);
