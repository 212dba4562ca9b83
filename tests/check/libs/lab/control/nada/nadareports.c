/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What NADA makes of reports: delay, received rate, loss intervals, marks, by values worked
 * out from RFC 8698 and RFC 5348. */
#include "nadatest.h"

/* ---- loss intervals ---- */

/* Closed ones, newest first, ended by 0; the open one has @open packets. */
static NadaSignal *
intervals_new (const gdouble * closed, gint64 open)
{
  NadaSignal *signal = g_new (NadaSignal, 1);

  nada_signal_init (signal);
  while (closed[signal->losses.n_closed] > 0) {
    guint i = signal->losses.n_closed++;

    signal->losses.closed[i] = closed[i];
  }
  signal->losses.last_lost = 100000;
  signal->newest_id = 100000 + open;
  return signal;
}

/* RFC 5348 section 5.4, but for 300, 100, ...: the open interval of 300 would
 * make 133.3 of it there. */
GST_START_TEST (test_nada_average_loss_interval)
{
  static const struct
  {
    gint64 open;
    gdouble closed[LOSS_INTERVALS + 1], expected;
  } cases[] = {
    {50, {100, 100, 100, 100, 100, 100, 100, 100, 0}, 100},
    {300, {100, 100, 100, 100, 100, 100, 100, 100, 0}, 100},
    {5, {80, 0}, 80},
    {10, {20, 400, 30, 0}, 150},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    NadaSignal *signal = intervals_new (cases[i].closed, cases[i].open);

    fail_unless_near (nada_losses_average (&signal->losses),
        cases[i].expected, 1e-9);
    g_free (signal);
  }
}

GST_END_TEST;

/* With the open interval the average grows with the packets since the loss, and
 * the first of these would hold for ever. */
GST_START_TEST (test_nada_loss_memory_ends)
{
  static const gdouble closed[] = { 100, 100, 0 };
  static const gdouble none[] = { 0 };
  static const gdouble cases[][2] = {
    {1, 0}, {699, 0}, {700, 0}, {725, 0.25}, {790, 0.9}, {800, 1}, {90000, 1},
  };
  NadaSignal *signal;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    signal = intervals_new (closed, (gint64) cases[i][0]);
    fail_unless_near (nada_signal_unwarped (signal), cases[i][1], 1e-9);
    g_free (signal);
  }
  signal = intervals_new (none, 10);
  fail_unless_near (nada_signal_unwarped (signal), 1, 0);
  g_free (signal);
}

GST_END_TEST;

/* ---- what is made of the reports ---- */

GST_START_TEST (test_nada_queue_is_least_of_fifteen)
{
  Flow *flow = flow_new ();

  flow_receive (flow, 30, 0);
  flow_receive (flow, 14, 40 * MS);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.d_queue, 0, 1e-9);
  flow_receive (flow, 1, 60 * MS);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.d_queue, 40, 1e-9);
  g_free (flow);
}

GST_END_TEST;

GST_START_TEST (test_nada_received_rate)
{
  Flow *flow = flow_new ();

  flow_receive (flow, 4, 0);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.r_recv, 0, 0);
  flow_receive (flow, 1, 0);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.r_recv, 800000, 1);
  flow_receive (flow, 200, 0);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.r_recv, 800000, 1);
  /* LOGWIN by time of sending: the 50 of 0 ... 490 ms. */
  fail_unless_equals_int (flow->nada.signal.n_records, 50);
  g_free (flow);
}

GST_END_TEST;

GST_START_TEST (test_nada_ramp_up_needs_calm)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_receive (flow, 100, 0);
  nada_signal_update (signal);
  fail_unless (!signal->rmode);
  flow_receive (flow, 1, 10 * MS);
  nada_signal_update (signal);
  fail_unless (!signal->rmode);
  flow_receive (flow, 1, 10 * MS + 1 * US);
  nada_signal_update (signal);
  fail_unless (signal->rmode);
  flow_receive (flow, 49, 0);
  nada_signal_update (signal);
  fail_unless (signal->rmode);
  flow_receive (flow, 1, 0);
  nada_signal_update (signal);
  fail_unless (!signal->rmode);

  flow_lose (flow);
  nada_signal_update (signal);
  fail_unless (signal->rmode);
  flow_receive (flow, 50, 0);
  nada_signal_update (signal);
  fail_unless (!signal->rmode);
  g_free (flow);
}

GST_END_TEST;

/* Of a loss we learn after its neighbours; it goes with them all the same. */
GST_START_TEST (test_nada_late_news_of_a_loss)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;
  RtpCcTime sent;

  flow_receive (flow, 100, 0);
  sent = flow->now += 10 * MS;
  flow->id++;
  flow_receive (flow, 20, 0);
  flow_report (flow, 100, RTP_CC_FATE_LOST, sent, 0, 0);
  nada_signal_update (signal);
  fail_unless (signal->rmode);
  fail_unless_near (signal->losses.closed[0], 100, 0);
  fail_unless_equals_int64 (signal->newest_id - signal->losses.last_lost, 20);
  flow_receive (flow, 29, 0);
  nada_signal_update (signal);
  fail_unless (signal->rmode);
  flow_receive (flow, 1, 0);
  nada_signal_update (signal);
  fail_unless (!signal->rmode);
  g_free (flow);
}

GST_END_TEST;

/* What an earlier gap lost, told after a later one. */
GST_START_TEST (test_nada_older_loss_after_a_newer_one)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_receive (flow, 20, 0);
  flow->id++;
  flow_receive (flow, 20, 0);
  flow_lose (flow);
  flow_receive (flow, 5, 0);
  flow_report (flow, 20, RTP_CC_FATE_LOST, flow->now - 260 * MS, 0, 0);
  fail_unless_equals_int (signal->losses.n_closed, 1);
  fail_unless_equals_int64 (signal->losses.last_lost, 41);
  nada_signal_update (signal);
  fail_unless_near (signal->p_loss, 0.1 * 2 / 47, 1e-9);
  g_free (flow);
}

GST_END_TEST;

/* It has been taken for lost already. */
GST_START_TEST (test_nada_late_packet_counts_no_more)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_receive (flow, 20, 0);
  flow_lose (flow);
  flow_receive (flow, 4, 0);
  flow_report (flow, 20, RTP_CC_FATE_RECEIVED_LATE, flow->now - 40 * MS,
      90 * MS, RTP_CC_ECN_CE);
  nada_signal_update (signal);
  fail_unless_equals_int (signal->n_records, 25);
  fail_unless_near (signal->p_loss, 0.1 / 25, 1e-9);
  fail_unless_near (signal->p_mark, 0, 0);
  g_free (flow);
}

GST_END_TEST;

/* What was lost before the first packet that came is nobody's interval. */
GST_START_TEST (test_nada_begins_with_the_first_received)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_lose (flow);
  flow_lose (flow);
  flow_receive (flow, 10, 0);
  nada_signal_update (signal);
  fail_unless_equals_int (signal->n_records, 10);
  fail_unless_equals_int (signal->losses.n_closed, 0);
  fail_unless (!signal->rmode);
  g_free (flow);
}

GST_END_TEST;

GST_START_TEST (test_nada_losses_in_a_row_are_one)
{
  Flow *flow = flow_new ();
  NadaLosses *losses = &flow->nada.signal.losses;

  flow_receive (flow, 10, 0);
  flow_lose (flow);
  flow_lose (flow);
  flow_lose (flow);
  flow_receive (flow, 7, 0);
  flow_lose (flow);
  fail_unless_equals_int (losses->n_closed, 2);
  fail_unless_near (losses->closed[0], 7, 0);
  fail_unless_near (losses->closed[1], 10, 0);
  for (guint i = 0; i < 20; i++) {
    flow_receive (flow, 5, 0);
    flow_lose (flow);
  }
  fail_unless_equals_int (losses->n_closed, LOSS_INTERVALS);
  fail_unless_near (nada_losses_average (losses), 5, 1e-9);
  g_free (flow);
}

GST_END_TEST;

/* A tenth of the way at each update. */
GST_START_TEST (test_nada_ratios_are_smoothed)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_receive (flow, 45, 0);
  for (guint i = 0; i < 5; i++)
    flow_lose (flow);
  nada_signal_update (signal);
  fail_unless_near (signal->p_loss, 0.01, 1e-9);
  nada_signal_update (signal);
  fail_unless_near (signal->p_loss, 0.019, 1e-9);
  fail_unless_near (signal->p_mark, 0, 0);

  flow_receive (flow, 60, 0);
  for (guint i = 0; i < 10; i++) {
    flow->now += 10 * MS;
    flow_report (flow, flow->id++, RTP_CC_FATE_RECEIVED, flow->now, 0,
        RTP_CC_ECN_CE);
  }
  nada_signal_update (signal);
  fail_unless_near (signal->p_mark, 0.02, 1e-9);
  fail_unless_near (signal->p_loss, 0.0171, 1e-9);

  /* Marks are a part of those that came: 10 of 50. */
  for (guint i = 0; i < 10; i++)
    flow_lose (flow);
  nada_signal_update (signal);
  fail_unless_near (signal->p_mark, 0.018 + 0.02, 1e-9);
  g_free (flow);
}

GST_END_TEST;

/* Then it was not the network that said CE. */
GST_START_TEST (test_nada_mark_on_a_packet_without_ect)
{
  RtpCcReport report = { 0 };
  NadaSignal *signal = g_new (NadaSignal, 1);

  nada_signal_init (signal);
  for (guint i = 0; i < 10; i++) {
    report.packet.id = i;
    report.packet.size = 1000;
    report.packet.sent = T0 + i * 10 * MS;
    report.arrival = report.packet.sent + OFFSET;
    report.ecn = RTP_CC_ECN_CE;
    nada_signal_report (signal, &report, T0 + i * 10 * MS);
  }
  nada_signal_update (signal);
  fail_unless_near (signal->p_mark, 0, 0);
  g_free (signal);
}

GST_END_TEST;

GST_START_TEST (test_nada_pause_begins_anew_but_for_the_base)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  flow_receive (flow, 10, 0);
  flow_lose (flow);
  flow_receive (flow, 10, 0);
  flow->now += 500 * MS;
  flow_receive (flow, 5, 20 * MS);
  /* from before the pause */
  flow_report (flow, 5, RTP_CC_FATE_LOST, flow->now - 450 * MS, 0, 0);
  nada_signal_update (signal);
  fail_unless_equals_int (signal->n_records, 5);
  fail_unless_equals_int (signal->losses.n_closed, 0);
  fail_unless_near (signal->d_queue, 20, 1e-9);
  g_free (flow);
}

GST_END_TEST;

/* A pause is longer than what is looked at. */
GST_START_TEST (test_nada_length_of_a_pause)
{
  for (guint more = 0; more < 2; more++) {
    Flow *flow = flow_new ();

    flow_receive (flow, 10, 0);
    flow->now += LOGWIN - 10 * MS + more;
    flow_receive (flow, 1, 0);
    fail_unless_equals_int64 (flow->nada.signal.first_id, more ? 10 : 0);
    g_free (flow);
  }
}

GST_END_TEST;

GST_START_TEST (test_nada_base_delay_forgets_after_ten_minutes)
{
  Flow *flow = flow_new ();

  flow_receive (flow, 20, 0);
  flow_receive (flow, 100 * 60 * 9, 40 * MS);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.d_queue, 40, 1e-9);
  flow_receive (flow, 100 * 60 * 2, 40 * MS);
  nada_signal_update (&flow->nada.signal);
  fail_unless_near (flow->nada.signal.d_queue, 0, 1e-9);
  g_free (flow);
}

GST_END_TEST;

/* More than the ring holds: the newest stay. */
GST_START_TEST (test_nada_ring_is_bounded)
{
  Flow *flow = flow_new ();
  NadaSignal *signal = &flow->nada.signal;

  for (guint i = 0; i < 3 * MAX_RECORDS; i++) {
    flow->now += 20 * US;
    flow_report (flow, flow->id++, RTP_CC_FATE_RECEIVED, flow->now,
        i < 2 * MAX_RECORDS ? 30 * MS : 0, RTP_CC_ECN_ECT_0);
  }
  nada_signal_update (signal);
  fail_unless_equals_int (signal->n_records, MAX_RECORDS);
  fail_unless (!signal->rmode);
  fail_unless_near (signal->r_recv, 400 * MBIT, 1);
  g_free (flow);
}

GST_END_TEST;

static Suite *
nadareports_suite (void)
{
  Suite *suite = suite_create ("nadareports");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_nada_average_loss_interval);
  tcase_add_test (tc, test_nada_loss_memory_ends);
  tcase_add_test (tc, test_nada_queue_is_least_of_fifteen);
  tcase_add_test (tc, test_nada_received_rate);
  tcase_add_test (tc, test_nada_ramp_up_needs_calm);
  tcase_add_test (tc, test_nada_late_news_of_a_loss);
  tcase_add_test (tc, test_nada_older_loss_after_a_newer_one);
  tcase_add_test (tc, test_nada_late_packet_counts_no_more);
  tcase_add_test (tc, test_nada_begins_with_the_first_received);
  tcase_add_test (tc, test_nada_losses_in_a_row_are_one);
  tcase_add_test (tc, test_nada_ratios_are_smoothed);
  tcase_add_test (tc, test_nada_mark_on_a_packet_without_ect);
  tcase_add_test (tc, test_nada_pause_begins_anew_but_for_the_base);
  tcase_add_test (tc, test_nada_length_of_a_pause);
  tcase_add_test (tc, test_nada_base_delay_forgets_after_ten_minutes);
  tcase_add_test (tc, test_nada_ring_is_bounded);

  return suite;
}

GST_CHECK_MAIN (nadareports);
