/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CoDel and PIE decide, packet by packet: without a link, by the numbers of their RFCs. */
#include <gst/lab/linkemu/linkemu-codel.h>
#include <gst/lab/linkemu/linkemu-pie.h>
#include <math.h>

#include "aqmtest.h"

/* ---- CoDel ---- */

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

/* ---- PIE ---- */

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

/* No update is made up for while the queue rests, and the next is less than 15 ms away
 * then. */
GST_START_TEST (test_pie_rests)
{
  /* after the first packet, and when the next update is, ms */
  static const struct
  {
    gint at, update;
  } rests[] = { {3000, 3015}, {9007, 9015}, {60014, 60015} };
  LinkEmuAqm *aqm = aqm_new (&linkemu_pie_ops, FALSE);
  LinkEmuPie *pie = (LinkEmuPie *) aqm;

  put_many (aqm, 0, 1, 0, T0);
  fail_unless (get (aqm, T0) != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rests); i++) {
    gint64 now = T0 + rests[i].at * MS;

    put_many (aqm, 1, 1, 0, now);
    fail_unless_equals_int64 (pie->next_update, T0 + rests[i].update * MS);
    fail_unless (get (aqm, now) != NULL);
  }
  aqm_free (aqm);
}

GST_END_TEST;

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
  tcase_add_test (tc, test_pie_rests);
  tcase_add_test (tc, test_pie_forgets_what_was_flushed);
  tcase_add_test (tc, test_pie_decays_when_idle);

  return s;
}

GST_CHECK_MAIN (linkemuaqm);
