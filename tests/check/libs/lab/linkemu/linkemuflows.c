/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A queue for each flow; and what holds for each AQM under random traffic. */
#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu-aqm.h>
#include <gst/lab/linkemu/linkemu-random.h>

#include <math.h>
#include <string.h>

/* Not zero and not a whole ms */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)

/*** flows *******************************************************************/

static LinkEmu *
link_new (const gchar * aqm, guint64 bitrate, guint64 limit)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;

  config.rate = linkemu_rate_constant (bitrate);
  config.seed = 1;
  config.aqm = aqm;
  config.fq = true;
  config.queue_limit_bytes = limit;
  link = linkemu_new (&config, T0);
  fail_unless (link != NULL);
  return link;
}

static void
put (LinkEmu * link, guint number, guint32 size, guint32 flow, gint64 now)
{
  LinkEmuPacketInfo info = { size, LINKEMU_NOT_ECT, flow };

  fail_unless_equals_int (linkemu_enqueue (link, GUINT_TO_POINTER (number),
          &info, now), LINKEMU_TAKEN);
}

/* The next that comes out, whenever that is. */
static gboolean
take (LinkEmu * link, LinkEmuDeparture * departure)
{
  gint64 next;

  while ((next = linkemu_next_time (link)) != LINKEMU_TIME_NEVER) {
    if (linkemu_dequeue (link, departure, next))
      return TRUE;
  }
  return FALSE;
}

/* Flow 1 has 100 packets waiting; a packet of flow 2 waits for no more than the
 * two that flow 1 may send at a turn, and the one on the link. */
GST_START_TEST (test_fq_a_new_flow_does_not_wait)
{
  LinkEmu *link = link_new ("codel", 1000000, 0);
  LinkEmuDeparture departure;

  for (guint i = 0; i < 100; i++)
    put (link, i, 1250, 1, T0);
  for (guint i = 0; i < 10; i++) {
    gint64 now = T0 + (50 * i + 5) * MS;

    put (link, 1000 + i, 1250, 2, now);
    do
      fail_unless (take (link, &departure));
    while (departure.info.flow == 1);
    fail_unless_equals_int (GPOINTER_TO_UINT (departure.packet), 1000 + i);
    fail_unless (departure.arrival - now <= 40 * MS);
  }
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Both have much to send: equal bytes, not equal packets. */
GST_START_TEST (test_fq_shares_bytes)
{
  LinkEmu *link = link_new ("droptail", 1000000, 0);
  LinkEmuDeparture departure;
  guint64 bytes[3] = { 0, };

  for (guint i = 0; i < 100; i++)
    put (link, i, 1500, 1, T0);
  for (guint i = 0; i < 1000; i++)
    put (link, i, 300, 2, T0);
  while (bytes[1] + bytes[2] < 200000) {
    fail_unless (take (link, &departure));
    bytes[departure.info.flow] += departure.info.size;
  }
  /* A quantum apart, and a packet */
  fail_unless (ABS ((gint64) bytes[1] - (gint64) bytes[2]) <= 1514 + 1500);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Many flows that fall in no two queues alike (or hardly any). */
GST_START_TEST (test_fq_spreads_flows)
{
  LinkEmu *link = link_new ("droptail", 1000000, 0);
  LinkEmuDeparture departure;
  guint late = 0;

  /* Each has two packets; the second of any, which is odd, comes after the
   * first of all, but for collisions, of which 50 flows in 1024 queues have
   * 1.2. */
  for (guint i = 0; i < 100; i++)
    put (link, i, 1514, i / 2 * 0x01000193, T0);
  for (guint i = 0; i < 50; i++) {
    fail_unless (take (link, &departure));
    late += GPOINTER_TO_UINT (departure.packet) % 2;
  }
  fail_unless (late <= 5, "%u", late);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* Of 200 flows with two packets each: the flows, as bits, whose first packet waits for
 * both of another, so that they share its queue. */
static void
find_shared (guint64 seed, guint8 shared[200])
{
  LinkEmuConfig config = { 0, };
  LinkEmuDeparture departure;
  LinkEmuRandom random;
  LinkEmu *link;

  config.rate = linkemu_rate_constant (1000000);
  config.seed = seed;
  config.fq = true;
  link = linkemu_new (&config, T0);
  linkemu_random_init (&random, 7, 1);
  for (guint i = 0; i < 400; i += 2) {
    guint32 flow = (guint32) linkemu_random_bits (&random);

    put (link, i, 1514, flow, T0);
    put (link, i + 1, 1514, flow, T0);
  }
  memset (shared, 1, 200);
  for (guint i = 0; i < 190; i++) {
    fail_unless (take (link, &departure));
    shared[GPOINTER_TO_UINT (departure.packet) / 2] = 0;
  }
  linkemu_free (link, NULL);
}

/* RFC 8290 section 4.1: nobody is to know which flows share a queue; here the seed
 * decides. */
GST_START_TEST (test_fq_seed_decides_who_shares)
{
  guint8 shared[2][200];

  find_shared (1, shared[0]);
  find_shared (1, shared[1]);
  fail_unless (memcmp (shared[0], shared[1], 200) == 0);
  find_shared (2, shared[1]);
  fail_if (memcmp (shared[0], shared[1], 200) == 0);
}

GST_END_TEST;

/* The limit is on the sum, and who fills the queue pays, from its head. */
GST_START_TEST (test_fq_the_longest_queue_loses)
{
  LinkEmu *link = link_new ("codel", 1000000, 12500);
  LinkEmuDeparture departure;
  LinkEmuStats stats;

  /* One on the link, 10 wait. */
  for (guint i = 0; i < 11; i++)
    put (link, i, 1250, 1, T0);
  for (guint i = 0; i < 3; i++)
    put (link, 100 + i, 1250, 2, T0);
  linkemu_stats (link, &stats, T0);
  fail_unless_equals_uint64 (stats.dropped_queue, 3);
  fail_unless_equals_uint64 (stats.dropped_aqm, 0);
  fail_unless_equals_uint64 (stats.queued_bytes, 12500);
  for (guint i = 1; i <= 3; i++) {
    fail_unless (linkemu_dequeue (link, &departure, T0));
    fail_unless_equals_int (GPOINTER_TO_UINT (departure.packet), i);
    fail_unless (departure.dropped && departure.overflow);
  }
  /* An idle link takes any packet. */
  linkemu_flush (link, NULL, T0 + 1);
  put (link, 200, 20000, 3, T0 + 2);
  fail_unless (take (link, &departure));
  fail_unless (!departure.dropped && !departure.overflow);
  linkemu_free (link, NULL);
}

GST_END_TEST;

/* CoDel acts on the flow that queues, and not on the one that does not. */
GST_START_TEST (test_fq_each_flow_has_its_aqm)
{
  LinkEmu *link = link_new ("codel", 1000000, 0);
  LinkEmuDeparture departure;
  guint dropped[3] = { 0, };

  for (guint i = 0; i < 200; i++)
    put (link, i, 1250, 1, T0);
  for (guint i = 0; i < 40; i++) {
    while (linkemu_dequeue (link, &departure, T0 + i * 50 * MS))
      dropped[departure.info.flow] += departure.dropped;
    put (link, i, 250, 2, T0 + i * 50 * MS);
  }
  fail_unless (dropped[1] > 10, "%u", dropped[1]);
  fail_unless_equals_int (dropped[2], 0);
  linkemu_free (link, NULL);
}

GST_END_TEST;

GST_START_TEST (test_config_names_what_cannot_be)
{
  LinkEmuConfig config = { 0, };
  char error[LINKEMU_ERROR_SIZE];

  fail_unless (linkemu_config_is_valid (&config, NULL));
  config.aqm = "dualpi2";
  fail_unless (linkemu_config_is_valid (&config, error));
  config.fq = true;
  fail_if (linkemu_config_is_valid (&config, error));
  fail_unless (strstr (error, "dualpi2") && strstr (error, "flow queueing"));
  fail_unless (linkemu_new (&config, T0) == NULL);
  config.aqm = "red";
  fail_if (linkemu_config_is_valid (&config, error));
  fail_unless (strstr (error, "red") && strstr (error, "codel"));
  fail_if (linkemu_config_is_valid (&config, NULL));
  fail_unless (linkemu_new (&config, T0) == NULL);
}

GST_END_TEST;

/*** random traffic **********************************************************/

#define N_PACKETS 30000
#define LIMIT 40000

static const struct
{
  const gchar *aqm;
  gboolean fq, ecn, drops, marks;
} cases[] = {
  {"droptail", FALSE, FALSE, FALSE, FALSE},
  {"codel", FALSE, FALSE, TRUE, FALSE},
  {"codel", FALSE, TRUE, TRUE, TRUE},
  {"pie", FALSE, FALSE, TRUE, FALSE},
  {"pie", FALSE, TRUE, TRUE, TRUE},
  {"dualpi2", FALSE, FALSE, TRUE, TRUE},
  {"droptail", TRUE, FALSE, FALSE, FALSE},
  {"codel", TRUE, TRUE, TRUE, TRUE},
  {"pie", TRUE, TRUE, TRUE, TRUE},
};

typedef struct
{
  LinkEmu *link;
  LinkEmuRandom random;
  gint64 now;
  guint8 fate[N_PACKETS];       /* 0: inside, else a letter; each one once */
  LinkEmuPacketInfo info[N_PACKETS];
  guint wrong;                  /* counted, since fail_unless() takes its time */
} Traffic;

/* What linkemu_flush() gives back goes here. */
static Traffic *flushed;

static void
settle (Traffic * t, void *packet, guint8 fate)
{
  guint number = GPOINTER_TO_UINT (packet);

  t->wrong += t->fate[number % N_PACKETS] != 0 || number >= N_PACKETS;
  t->fate[number % N_PACKETS] = fate;
}

static void
settle_flushed (void *packet)
{
  settle (flushed, packet, 'f');
}

/* Periods of 0.2 to 3 times the capacity of 4 Mbit/s, and idle ones. */
static gint64
draw_gap (Traffic * t, guint number)
{
  double load = 0.2 + 2.8 * ((number / 4000) * 7 % 15) / 14.0;
  double mean = 600 * 8 / (load * 4e6) * GST_SECOND;

  if (number % 9000 == 8999)
    return 700 * MS;
  return (gint64) (-mean * log (1 - linkemu_random_uniform (&t->random)));
}

static void
send_one (Traffic * t, guint number)
{
  LinkEmuPacketInfo *info = &t->info[number];
  LinkEmuFate fate;

  info->size = 1 + (guint) (1199 * linkemu_random_uniform (&t->random));
  /* All four codepoints, and bits that are none of it */
  info->ecn = (guint8) (8 * linkemu_random_uniform (&t->random));
  info->flow = (guint) (6 * linkemu_random_uniform (&t->random));
  fate = linkemu_enqueue (t->link, GUINT_TO_POINTER (number), info, t->now);
  if (fate != LINKEMU_TAKEN)
    settle (t, GUINT_TO_POINTER (number), "tlqa"[fate]);
}

static void
check_one (Traffic * t, const LinkEmuDeparture * d)
{
  const LinkEmuPacketInfo *info = &t->info[GPOINTER_TO_UINT (d->packet)];

  t->wrong += d->info.size != info->size || d->info.flow != info->flow;
  t->wrong += d->info.ecn != (info->ecn & 3);
  t->wrong += d->marked && (d->info.ecn == LINKEMU_NOT_ECT ||
      d->info.ecn == LINKEMU_CE || d->dropped);
  t->wrong += d->overflow && !d->dropped;
  settle (t, d->packet, d->overflow ? 'q' : d->dropped ? 'a' :
      d->marked ? 'm' : 'o');
}

static guint64
count_fates (const Traffic * t, guint n, guint8 fate)
{
  guint64 count = 0;

  for (guint i = 0; i < n; i++)
    count += t->fate[i] == fate;
  return count;
}

/* After @n packets each one is somewhere, and counted there. */
static void
check_conservation (Traffic * t, guint n)
{
  LinkEmuStats stats;
  LinkEmuDeparture departure;

  while (linkemu_dequeue (t->link, &departure, t->now))
    check_one (t, &departure);
  fail_unless_equals_int (t->wrong, 0);
  linkemu_stats (t->link, &stats, t->now);
  fail_unless_equals_uint64 (stats.packets_in, n);
  fail_unless_equals_uint64 (stats.dropped_queue, count_fates (t, n, 'q'));
  fail_unless_equals_uint64 (stats.dropped_aqm, count_fates (t, n, 'a'));
  fail_unless_equals_uint64 (stats.marked, count_fates (t, n, 'm'));
  fail_unless_equals_uint64 (stats.packets_out, count_fates (t, n, 'o') +
      stats.marked);
  /* One more may be on the link. */
  fail_unless (count_fates (t, n, 0) - stats.queued_packets <= 1);
  /* Only a packet that finds the link idle may be larger. */
  fail_unless (stats.queued_bytes <= LIMIT);
}

static Traffic *
run_traffic (guint i, guint64 seed)
{
  LinkEmuConfig config = { 0, };
  Traffic *t = g_new0 (Traffic, 1);

  config.rate = linkemu_rate_constant (4000000);
  config.seed = seed;
  config.queue_limit_bytes = LIMIT;
  config.aqm = cases[i].aqm;
  config.fq = cases[i].fq;
  config.ecn = cases[i].ecn;
  t->now = T0;
  t->link = linkemu_new (&config, t->now);
  linkemu_random_init (&t->random, 99, 1);
  flushed = t;
  for (guint n = 0; n < N_PACKETS; n++) {
    t->now += draw_gap (t, n);
    send_one (t, n);
    if (n % 500 == 499)
      check_conservation (t, n + 1);
    if (n % 7000 == 6999)
      linkemu_flush (t->link, settle_flushed, t->now);
  }
  linkemu_free (t->link, settle_flushed);
  fail_unless_equals_uint64 (count_fates (t, N_PACKETS, 0), 0);
  return t;
}

GST_START_TEST (test_aqm_loses_no_packet_unseen)
{
  Traffic *t = run_traffic (__i__, 1);

  fail_unless_equals_int (cases[__i__].drops,
      count_fates (t, N_PACKETS, 'a') > 0);
  fail_unless_equals_int (cases[__i__].marks,
      count_fates (t, N_PACKETS, 'm') > 0);
  /* The limit was reached, so that it was tried. */
  fail_unless (count_fates (t, N_PACKETS, 'q') > 0);
  g_free (t);
}

GST_END_TEST;

/* The same seed and arrivals give the same fates; of these AQMs only PIE draws
 * random numbers. */
GST_START_TEST (test_aqm_seed_decides)
{
  Traffic *a = run_traffic (__i__, 1);
  Traffic *b = run_traffic (__i__, 1);
  Traffic *c = run_traffic (__i__, 2);

  fail_unless (memcmp (a->fate, b->fate, N_PACKETS) == 0);
  if (g_str_equal (cases[__i__].aqm, "pie"))
    fail_if (memcmp (a->fate, c->fate, N_PACKETS) == 0);
  else if (!cases[__i__].fq)
    fail_unless (memcmp (a->fate, c->fate, N_PACKETS) == 0);
  g_free (a);
  g_free (b);
  g_free (c);
}

GST_END_TEST;

/* Twice the capacity in a queue without a limit: the AQM alone bounds it. */
GST_START_TEST (test_aqm_bounds_the_queue)
{
  LinkEmuConfig config = { 0, };
  LinkEmu *link;
  LinkEmuDeparture departure;
  LinkEmuStats stats;

  config.rate = linkemu_rate_constant (4000000);
  config.seed = 1;
  config.aqm = cases[__i__].aqm;
  config.fq = cases[__i__].fq;
  link = linkemu_new (&config, T0);
  for (guint i = 0; i < 20000; i++) {
    /* 1250 bytes are 2.5 ms. */
    gint64 now = T0 + i * 5 * MS / 4;
    LinkEmuPacketInfo info = { 1250, LINKEMU_NOT_ECT, 1 };

    linkemu_enqueue (link, NULL, &info, now);
    while (linkemu_dequeue (link, &departure, now));
  }
  linkemu_stats (link, &stats, T0 + 25000 * MS);
  if (!cases[__i__].drops)
    /* Half of all is still there. */
    fail_unless (stats.queued_packets > 9900);
  else if (g_str_equal (cases[__i__].aqm, "codel"))
    /* The nth drop comes after 0.2 sqrt (n) s, so 25 t^2 drops stand against
     * 400 t packets too many: 1600 of them at most. */
    fail_unless (stats.queued_packets < 1650,
        "%" G_GUINT64_FORMAT, stats.queued_packets);
  else
    /* 15 ms are 6 packets; PIE and PI2 oscillate around. */
    fail_unless (stats.queued_packets < 60,
        "%" G_GUINT64_FORMAT, stats.queued_packets);
  linkemu_free (link, NULL);
}

GST_END_TEST;

static Suite *
linkemuflows_suite (void)
{
  Suite *s = suite_create ("linkemuflows");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_fq_a_new_flow_does_not_wait);
  tcase_add_test (tc, test_fq_shares_bytes);
  tcase_add_test (tc, test_fq_spreads_flows);
  tcase_add_test (tc, test_fq_seed_decides_who_shares);
  tcase_add_test (tc, test_fq_the_longest_queue_loses);
  tcase_add_test (tc, test_fq_each_flow_has_its_aqm);
  tcase_add_test (tc, test_config_names_what_cannot_be);
  tcase_add_loop_test (tc, test_aqm_loses_no_packet_unseen, 0,
      G_N_ELEMENTS (cases));
  tcase_add_loop_test (tc, test_aqm_seed_decides, 0, G_N_ELEMENTS (cases));
  tcase_add_loop_test (tc, test_aqm_bounds_the_queue, 0, G_N_ELEMENTS (cases));

  return s;
}

GST_CHECK_MAIN (linkemuflows);
