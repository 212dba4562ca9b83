/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What DualPI2 decides, packet by packet: without a link, by the numbers of RFC 9332. */
#include <gst/lab/linkemu/linkemu-dualpi2.h>
#include <math.h>

#include "aqmtest.h"

#define US ((gint64) GST_USECOND)

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
linkemudualpi2_suite (void)
{
  Suite *s = suite_create ("linkemudualpi2");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_dualpi2_probability_steps);
  tcase_add_test (tc, test_dualpi2_l4s_ramp);
  tcase_add_test (tc, test_dualpi2_l4s_step);
  tcase_add_test (tc, test_dualpi2_drops_and_marks);
  tcase_add_test (tc, test_dualpi2_starves_no_queue);
  tcase_add_test (tc, test_dualpi2_credit_is_for_waiting);
  tcase_add_test (tc, test_dualpi2_serves_l4s_first);

  return s;
}

GST_CHECK_MAIN (linkemudualpi2);
