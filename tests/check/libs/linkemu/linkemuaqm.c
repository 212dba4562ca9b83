/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the AQMs decide, packet by packet: without a link, by the numbers of the
 * RFCs; and with one, under random traffic. */
#include <gst/check/gstcheck.h>
#include <gst/linkemu/linkemu-codel.h>
#include <gst/linkemu/linkemu-dualpi2.h>
#include <gst/linkemu/linkemu-pie.h>
#include <gst/linkemu/linkemu-random.h>

#include <math.h>
#include <string.h>

/* Not zero and not a whole ms: code that takes 0 for "unset" must fail here. */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)
#define US ((gint64) GST_USECOND)

#define SIZE 1000
/* The most that a test of one AQM keeps inside */
#define N_PACKETS 4000

static LinkEmuPacket pool[N_PACKETS];
static const LinkEmuLinkView open_view = {.limit_bytes = UINT64_MAX };

static LinkEmuAqm *
aqm_new (const LinkEmuAqmOps * ops, gboolean ecn)
{
  LinkEmuConfig config = { 0, };
  LinkEmuAqm *aqm;

  config.seed = 1;
  config.ecn = ecn;
  aqm = linkemu_aqm_new (ops, &config);
  fail_unless (aqm != NULL);
  return aqm;
}

static void
aqm_free (LinkEmuAqm * aqm)
{
  while (aqm->ops->remove (aqm) != NULL);
  fail_unless_equals_uint64 (aqm->packets, 0);
  fail_unless_equals_uint64 (aqm->bytes, 0);
  linkemu_aqm_free (aqm);
}

static LinkEmuFate
put (LinkEmuAqm * aqm, guint number, guint8 ecn, guint32 flow, gint64 now)
{
  LinkEmuPacket *packet = &pool[number];

  memset (packet, 0, sizeof (*packet));
  packet->packet = GUINT_TO_POINTER (number);
  packet->info.size = SIZE;
  packet->info.ecn = ecn;
  packet->info.flow = flow;
  packet->enqueued = now;
  return aqm->ops->enqueue (aqm, packet, &open_view, now);
}

/* Packets start...start + n - 1 */
static void
put_many (LinkEmuAqm * aqm, guint start, guint n, guint8 ecn, gint64 now)
{
  for (guint i = 0; i < n; i++)
    fail_unless_equals_int (put (aqm, start + i, ecn, 0, now), LINKEMU_TAKEN);
}

static LinkEmuPacket *
get (LinkEmuAqm * aqm, gint64 now)
{
  return aqm->ops->dequeue (aqm, &open_view, now);
}

static guint
count_dropped (LinkEmuAqm * aqm)
{
  guint n = 0;

  while (linkemu_fifo_pop (&aqm->dropped) != NULL)
    n++;
  return n;
}

/*** CoDel *******************************************************************/

/* One packet each ms; the time in ms of each decision goes to @times. */
static guint
drain_codel (LinkEmuAqm * aqm, gint64 start, guint ms, guint * times)
{
  guint n = 0;

  for (guint i = 0; i <= ms; i++) {
    LinkEmuPacket *packet = get (aqm, start + i * MS);
    guint dropped = count_dropped (aqm);

    fail_unless (dropped <= 1);
    fail_if (dropped == 1 && packet->marked);
    if (dropped == 1 || packet->marked)
      times[n++] = i;
  }
  return n;
}

/* RFC 8289 by hand: above 5 ms from the packet of 5 ms on, so the first drop
 * comes at 105 ms and the next at 205.  Then 100 / sqrt (n) later each: 275.7,
 * 333.4, 383.4, 428.2, 469.0, 506.8, 542.1 ms, with the next packet. */
static const guint codel_times[] =
    { 105, 205, 276, 334, 384, 429, 469, 507, 543 };

static void
expect_codel_times (gboolean ecn, guint8 codepoint, gboolean marks)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_codel_ops, ecn);
  guint times[600];

  put_many (aqm, 0, 2000, codepoint, T0);
  fail_unless_equals_int (drain_codel (aqm, T0, 560, times),
      G_N_ELEMENTS (codel_times));
  for (guint i = 0; i < G_N_ELEMENTS (codel_times); i++)
    fail_unless_equals_int (times[i], codel_times[i]);
  /* A mark sends its packet, a drop the next one. */
  fail_unless_equals_uint64 (aqm->packets, 2000 - 561 - (marks ? 0 :
          G_N_ELEMENTS (codel_times)));
  aqm_free (aqm);
}

GST_START_TEST (test_codel_drop_times)
{
  expect_codel_times (FALSE, LINKEMU_NOT_ECT, FALSE);
  /* Without ecn ECT says nothing. */
  expect_codel_times (FALSE, LINKEMU_ECT_1, FALSE);
}

GST_END_TEST;

GST_START_TEST (test_codel_marks_ect_and_drops_others)
{
  expect_codel_times (TRUE, LINKEMU_ECT_0, TRUE);
  expect_codel_times (TRUE, LINKEMU_ECT_1, TRUE);
  expect_codel_times (TRUE, LINKEMU_NOT_ECT, FALSE);
}

GST_END_TEST;

/* What comes with CE is neither dropped nor marked again. */
GST_START_TEST (test_codel_passes_ce_on)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_codel_ops, TRUE);
  guint times[600];

  put_many (aqm, 0, 2000, LINKEMU_CE, T0);
  fail_unless_equals_int (drain_codel (aqm, T0, 560, times), 0);
  fail_unless_equals_int (((LinkEmuCoDel *) aqm)->count, 9);
  aqm_free (aqm);
}

GST_END_TEST;

/* 9 drops, an empty queue, and above the target again: it goes on with count 8
 * = 9 - 1 within 16 intervals of the last drop, and with 1 after that. */
static void
expect_second_drop (gint64 pause, guint ms)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_codel_ops, FALSE);
  gint64 second = T0 + 560 * MS + pause;
  guint times[600], n;

  put_many (aqm, 0, 1500, 0, T0);
  fail_unless_equals_int (drain_codel (aqm, T0, 560, times), 9);
  while (aqm->ops->remove (aqm) != NULL);
  fail_unless (get (aqm, T0 + 560 * MS) == NULL);

  put_many (aqm, 0, 1500, 0, second);
  n = drain_codel (aqm, second, 205, times);
  fail_unless (n >= 2);
  fail_unless_equals_int (times[0], 105);
  fail_unless_equals_int (times[1], ms);
  aqm_free (aqm);
}

GST_START_TEST (test_codel_remembers_the_count)
{
  /* 105 + 100 / sqrt (8) */
  expect_second_drop (1000 * MS, 141);
  /* drop_next is at 575.5 ms: 16 intervals end at 2175.5, that is 1510.5 ms
   * after 560 and the 105 */
  expect_second_drop (1510 * MS, 141);
  expect_second_drop (1511 * MS, 205);
}

GST_END_TEST;

/* Less than a packet behind it: a slow link is not a queue. */
GST_START_TEST (test_codel_spares_the_last_packet)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_codel_ops, FALSE);

  put_many (aqm, 0, 2, 0, T0);
  for (guint i = 2; i < 500; i++) {
    fail_unless (get (aqm, T0 + i * 50 * MS) != NULL);
    fail_unless_equals_int (count_dropped (aqm), 0);
    fail_unless_equals_int (put (aqm, i, 0, 0, T0 + i * 50 * MS),
        LINKEMU_TAKEN);
  }
  aqm_free (aqm);
}

GST_END_TEST;

/*** PIE *********************************************************************/

/* drop_prob after each T_UPDATE when the delay grows by 15 ms from 14 ms on:
 * (0.125 (d - 0.015) + 1.25 x 0.015) / divisor, where the first has 0.014 in
 * place of the second 0.015. */
static const struct
{
  double p, divisor;
} pie_steps[] = {
  {0.017375, 2048},
  {0.0205, 512},                /* from 8.5e-6 */
  {0.022375, 128},              /* 4.9e-5 */
  {0.02425, 32},                /* 2.2e-4 */
  {0.026125, 32},               /* 9.8e-4 */
  {0.028, 8},                   /* 1.8e-3 */
  {0.029875, 8},
  {0.03175, 8},
  {0.033625, 2},                /* 0.013 */
  {0.0355, 2},
  {0.037375, 2},
  {0.03925, 2},
  {0.041125, 2},
  {0.02, 1},                    /* 0.106: 0.043, but no more than 0.02 */
};

GST_START_TEST (test_pie_probability_steps)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;
  double expected = 0;

  put_many (aqm, 0, 1000, 0, T0);
  for (guint i = 0; i < G_N_ELEMENTS (pie_steps); i++) {
    /* Nobody calls at the time of the update itself. */
    fail_unless (get (aqm, T0 + (14 + i * 15) * MS) != NULL);
    fail_unless (fabs (pie->drop_prob - expected) < 1e-12, "step %u", i);
    expected += pie_steps[i].p / pie_steps[i].divisor;
  }
  fail_unless (get (aqm, T0 + 210 * MS) != NULL);
  fail_unless (fabs (pie->drop_prob - expected) < 1e-12);
  fail_unless (fabs (expected - 0.126438182) < 1e-6);
  aqm_free (aqm);
}

GST_END_TEST;

/* 10 updates take the allowance of 150 ms. */
GST_START_TEST (test_pie_lets_a_burst_pass)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;
  guint dropped = 0;

  put_many (aqm, 0, 1000, 0, T0);
  fail_unless (get (aqm, T0 + 14 * MS) != NULL);
  pie->drop_prob = 1;
  put_many (aqm, 1000, 1000, 0, T0 + 150 * MS - 1);
  pie->drop_prob = 0.5;
  pie->qdelay_old = 0.1;
  for (guint i = 0; i < 1000; i++)
    dropped += put (aqm, 2000 + i, 0, 0, T0 + 150 * MS) == LINKEMU_DROPPED_AQM;
  /* The update in between took at most beta x 0.1 off: 375...500 of 1000, and
   * 4 deviations of 16 to each side */
  fail_unless (dropped > 310 && dropped < 565, "%u", dropped);
  aqm_free (aqm);
}

GST_END_TEST;

static guint
count_pie (gboolean ecn, double drop_prob, guint8 codepoint, guint * marked)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, ecn);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;
  guint dropped = 0;

  *marked = 0;
  put_many (aqm, 0, 10, 0, T0);
  pie->burst_allowance = 0;
  pie->qdelay_old = 0.1;
  pie->drop_prob = drop_prob;
  for (guint i = 10; i < 2010; i++) {
    dropped += put (aqm, i, codepoint, 0, T0 + 1) == LINKEMU_DROPPED_AQM;
    *marked += pool[i].marked;
  }
  aqm_free (aqm);
  return dropped;
}

/* 2000 x p, and 4 deviations to each side */
GST_START_TEST (test_pie_marks_up_to_a_tenth)
{
  guint marked, dropped;

  fail_unless_equals_int (count_pie (TRUE, 0.0999, LINKEMU_ECT_0, &marked), 0);
  fail_unless (marked > 146 && marked < 254, "%u", marked);
  dropped = count_pie (TRUE, 0.1, LINKEMU_ECT_0, &marked);
  fail_unless (dropped > 146 && dropped < 254, "%u", dropped);
  fail_unless_equals_int (marked, 0);
  dropped = count_pie (TRUE, 0.05, LINKEMU_NOT_ECT, &marked);
  fail_unless (dropped > 61 && dropped < 139, "%u", dropped);
  fail_unless_equals_int (marked, 0);
  dropped = count_pie (FALSE, 0.05, LINKEMU_ECT_0, &marked);
  fail_unless (dropped > 61 && dropped < 139, "%u", dropped);
  fail_unless_equals_int (marked, 0);
}

GST_END_TEST;

/* Is a burst let pass with these, in s, by a queue that has used its allowance? */
static gboolean
pie_is_calm (double drop_prob, double delay, double delay_before)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;
  gboolean is_calm;

  put_many (aqm, 0, 1, 0, T0);
  pie->burst_allowance = 0;
  pie->drop_prob = drop_prob;
  pie->current_qdelay = delay;
  pie->qdelay_old = delay_before;
  put_many (aqm, 1, 1, 0, T0 + 1);
  is_calm = pie->burst_allowance > 0;
  aqm_free (aqm);
  return is_calm;
}

/* RFC 8033 section 4.1: the allowance comes back when nothing is dropped, and both the
 * delay and the one before are below half of the reference, 7.5 ms. */
GST_START_TEST (test_pie_bursts_pass_when_calm)
{
  fail_unless (pie_is_calm (0, 0.0074, 0.0074));
  fail_if (pie_is_calm (0, 0.0075, 0.0074));
  fail_if (pie_is_calm (0, 0.0074, 0.0075));
  fail_if (pie_is_calm (0.001, 0.0074, 0.0074));
}

GST_END_TEST;

/* A queue that was flushed has no delay that could raise the probability. */
GST_START_TEST (test_pie_forgets_what_was_flushed)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;

  put_many (aqm, 0, 20, 0, T0);
  fail_unless (get (aqm, T0 + 200 * MS) != NULL);
  fail_unless_equals_float (pie->current_qdelay, 0.2);
  while (aqm->ops->remove (aqm) != NULL);
  put_many (aqm, 0, 1, 0, T0 + 20 * (gint64) GST_SECOND);
  fail_unless_equals_float (pie->drop_prob, 0);
  aqm_free (aqm);
}

GST_END_TEST;

/* A packet that leaves an empty queue ends the delay, and idle time takes the
 * probability to zero however long it is. */
GST_START_TEST (test_pie_decays_when_idle)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;

  put_many (aqm, 0, 2, 0, T0);
  fail_unless (get (aqm, T0 + 10 * MS) != NULL);
  fail_unless_equals_float (pie->current_qdelay, 0.01);
  fail_unless (get (aqm, T0 + 14 * MS) != NULL);
  fail_unless_equals_float (pie->current_qdelay, 0);
  pie->drop_prob = 0.5;
  fail_unless (get (aqm, T0 + 15 * MS) == NULL);
  /* 0.5 - 0.125 x 0.015, and both delays 0: 2 % off */
  fail_unless (fabs (pie->drop_prob - 0.498125 * 0.98) < 1e-12);
  fail_unless (get (aqm, T0 + 4000 * GST_SECOND) == NULL);
  fail_unless_equals_float (pie->drop_prob, 0);
  fail_unless (pie->next_update > T0 + 4000 * (gint64) GST_SECOND);
  fail_unless_equals_int64 ((pie->next_update - T0) % (15 * MS), 0);
  aqm_free (aqm);
}

GST_END_TEST;

/*** DualPI2 *****************************************************************/

/* p' each 16 ms as the head of the queue gets older: by 0.16 (d - 0.015) + 3.2
 * x 0.016; p_CL = 2 p', but 1 at most; p_C = p'^2 */
static const double dualpi2_p[] = { 0.05136, 0.10528, 0.16176, 0.2208, 0.2824,
  0.34656, 0.41328, 0.48256, 0.5544
};

static void
expect_dualpi2_steps (guint8 codepoint)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);
  LinkEmuDualPi2 *dualpi2 = (LinkEmuDualPi2 *) aqm;

  put_many (aqm, 0, 10, codepoint, T0);
  for (guint i = 0; i < G_N_ELEMENTS (dualpi2_p); i++) {
    put_many (aqm, 10 + i, 1, codepoint, T0 + (16 * (i + 1) + 5) * MS);
    fail_unless (fabs (dualpi2->p - dualpi2_p[i]) < 1e-12, "step %u", i);
    fail_unless (fabs (dualpi2->p_c - dualpi2_p[i] * dualpi2_p[i]) < 1e-12);
    fail_unless (fabs (dualpi2->p_cl - MIN (1, 2 * dualpi2_p[i])) < 1e-12);
  }
  aqm_free (aqm);
}

GST_START_TEST (test_dualpi2_probability_steps)
{
  expect_dualpi2_steps (LINKEMU_NOT_ECT);
  /* The L queue drives it as well when it is the longer one. */
  expect_dualpi2_steps (LINKEMU_ECT_1);
}

GST_END_TEST;

/* The ramp from 0.8 to 1.2 ms is at 0.5: sums 0.5, 1, 1.5, 1; the last one is
 * alone. */
GST_START_TEST (test_dualpi2_l4s_ramp)
{
  static const gboolean marked[] = { FALSE, FALSE, TRUE, FALSE, FALSE };
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);

  put_many (aqm, 0, 5, LINKEMU_ECT_1, T0);
  for (guint i = 0; i < G_N_ELEMENTS (marked); i++)
    fail_unless_equals_int (get (aqm, T0 + 1000 * US)->marked, marked[i]);
  put_many (aqm, 0, 50, LINKEMU_ECT_1, T0 + 2 * MS);
  for (guint i = 0; i < 50; i++)
    fail_if (get (aqm, T0 + 2800 * US)->marked);
  aqm_free (aqm);
}

GST_END_TEST;

/* Sums 1, 2, 2, 2; then the last one is alone. */
GST_START_TEST (test_dualpi2_l4s_step)
{
  static const gboolean marked[] = { FALSE, TRUE, TRUE, TRUE, FALSE };
  LinkEmuConfig config = { 0, };
  LinkEmuAqm *aqm;

  config.step_threshold = 5 * MS;
  aqm = linkemu_aqm_new (&linkemu_dualpi2_ops, &config);
  put_many (aqm, 0, 5, LINKEMU_ECT_1, T0);
  put_many (aqm, 5, 5, LINKEMU_ECT_1, T0 + 1);
  for (guint i = 0; i < 4; i++)
    fail_unless_equals_int (get (aqm, T0 + 5 * MS)->marked, marked[i]);
  fail_unless (get (aqm, T0 + 5 * MS)->marked);
  for (guint i = 5; i < 10; i++)
    fail_if (get (aqm, T0 + 5 * MS)->marked);
  aqm_free (aqm);
}

GST_END_TEST;

/* Sets p', as an update would. */
static void
set_p (LinkEmuAqm * aqm, double p)
{
  LinkEmuDualPi2 *dualpi2 = (LinkEmuDualPi2 *) aqm;

  dualpi2->p = p;
  dualpi2->p_c = p * p;
  dualpi2->p_cl = MIN (1, 2 * p);
}

/* What becomes of 160 packets at a base probability of @p. */
static void
expect_fates (double p, guint8 codepoint, guint n_dropped, guint n_marked)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);
  LinkEmuPacket *packet;
  LinkEmuStats stats = { 0, };
  guint marked = 0;
  const LinkEmuQueueStats *queue =
      codepoint % 2 == 1 ? &stats.l_queue : &stats.c_queue;

  put_many (aqm, 0, 160, codepoint, T0);
  set_p (aqm, p);
  while ((packet = get (aqm, T0 + 100 * US)) != NULL)
    marked += packet->marked;
  fail_unless_equals_int (marked, n_marked);
  aqm->ops->stats (aqm, &stats);
  fail_unless_equals_uint64 (queue->packets, 160 - n_dropped);
  fail_unless_equals_uint64 (queue->dropped, n_dropped);
  fail_unless_equals_uint64 (queue->marked, n_marked);
  fail_unless (ABS (queue->delay_p50 - 100 * US) <= 100 * US / 64);
  fail_unless_equals_int (count_dropped (aqm), n_dropped);
  aqm_free (aqm);
}

/* recur() fires when its sum is above 1: once less than the sum of all. */
GST_START_TEST (test_dualpi2_drops_and_marks)
{
  /* p_C = 1/16, p_CL = 1/2 */
  expect_fates (0.25, LINKEMU_NOT_ECT, 9, 0);
  expect_fates (0.25, LINKEMU_ECT_0, 0, 9);
  expect_fates (0.25, LINKEMU_ECT_1, 0, 79);
  expect_fates (0.25, LINKEMU_CE, 0, 0);
  /* Overload: p_C = 1/4, p_CL = 1.  L's sum grows by 1/4 and, if it is not a
   * drop, by 1, which a mark takes off again. */
  expect_fates (0.5, LINKEMU_NOT_ECT, 39, 0);
  expect_fates (0.5, LINKEMU_ECT_0, 39, 0);
  expect_fates (0.5, LINKEMU_ECT_1, 39, 121);
  /* All is lost. */
  expect_fates (1, LINKEMU_ECT_0, 159, 0);
  expect_fates (1, LINKEMU_ECT_1, 159, 1);
}

GST_END_TEST;

/* While both wait Classic gets a 16th; a lone queue gets all. */
GST_START_TEST (test_dualpi2_starves_no_queue)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);
  guint n_classic = 0;

  put_many (aqm, 0, 1700, LINKEMU_ECT_1, T0);
  put_many (aqm, 1700, 200, LINKEMU_ECT_0, T0);
  for (guint i = 0; i < 1600; i++) {
    guint before = n_classic;

    n_classic += get (aqm, T0 + 100 * US)->info.ecn == LINKEMU_ECT_0;
    /* The first 15 are of L. */
    fail_if (i < 15 && n_classic > before);
  }
  fail_unless_equals_int (n_classic, 100);
  while (((LinkEmuDualPi2 *) aqm)->lq.packets.packets > 0)
    get (aqm, T0 + 100 * US);
  for (n_classic = 0; get (aqm, T0 + 100 * US) != NULL;)
    n_classic++;
  /* The other 200 L packets let 12 more pass. */
  fail_unless (n_classic >= 86 && n_classic <= 88, "%u", n_classic);
  aqm_free (aqm);
}

GST_END_TEST;

/* What L sent while nothing waited in Classic gives it no credit. */
GST_START_TEST (test_dualpi2_credit_is_for_waiting)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);

  put_many (aqm, 0, 150, LINKEMU_ECT_1, T0);
  for (guint i = 0; i < 100; i++)
    fail_unless_equals_int (get (aqm, T0)->info.ecn, LINKEMU_ECT_1);
  put_many (aqm, 200, 10, LINKEMU_ECT_0, T0);
  for (guint i = 0; i < 15; i++)
    fail_unless_equals_int (get (aqm, T0)->info.ecn, LINKEMU_ECT_1);
  fail_unless_equals_int (get (aqm, T0)->info.ecn, LINKEMU_ECT_0);
  aqm_free (aqm);
}

GST_END_TEST;

/* An L packet that comes alone never waits for Classic. */
GST_START_TEST (test_dualpi2_serves_l4s_first)
{
  LinkEmuAqm *aqm = aqm_new (&linkemu_dualpi2_ops, FALSE);

  put_many (aqm, 0, 500, LINKEMU_NOT_ECT, T0);
  for (guint i = 0; i < 100; i++) {
    put_many (aqm, 1000 + i, 1, LINKEMU_ECT_1, T0);
    fail_unless (get (aqm, T0 + 1) == &pool[1000 + i]);
    fail_unless (get (aqm, T0 + 1)->info.ecn == LINKEMU_NOT_ECT);
  }
  aqm_free (aqm);
}

GST_END_TEST;

static Suite *
linkemuaqm_suite (void)
{
  Suite *s = suite_create ("linkemuaqm");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_codel_drop_times);
  tcase_add_test (tc, test_codel_marks_ect_and_drops_others);
  tcase_add_test (tc, test_codel_passes_ce_on);
  tcase_add_test (tc, test_codel_remembers_the_count);
  tcase_add_test (tc, test_codel_spares_the_last_packet);
  tcase_add_test (tc, test_pie_probability_steps);
  tcase_add_test (tc, test_pie_lets_a_burst_pass);
  tcase_add_test (tc, test_pie_marks_up_to_a_tenth);
  tcase_add_test (tc, test_pie_bursts_pass_when_calm);
  tcase_add_test (tc, test_pie_forgets_what_was_flushed);
  tcase_add_test (tc, test_pie_decays_when_idle);
  tcase_add_test (tc, test_dualpi2_probability_steps);
  tcase_add_test (tc, test_dualpi2_l4s_ramp);
  tcase_add_test (tc, test_dualpi2_l4s_step);
  tcase_add_test (tc, test_dualpi2_drops_and_marks);
  tcase_add_test (tc, test_dualpi2_starves_no_queue);
  tcase_add_test (tc, test_dualpi2_credit_is_for_waiting);
  tcase_add_test (tc, test_dualpi2_serves_l4s_first);

  return s;
}

GST_CHECK_MAIN (linkemuaqm);
