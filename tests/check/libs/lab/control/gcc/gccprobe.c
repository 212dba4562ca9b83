/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The probes of GCC for the start rate. */
#include <gst/rtpcc/receiver/remb/rtpcc-gcc-acked.h>
#include <gst/lab/control/gcc/rtpcc-gcc-probe.h>

#include "gcctest.h"

#define PROBE_END (300 * MS)

/* Packets from @from on, each 1250 bytes, sent and taken at these rates. */
static void
probe_packets (GccProbe * probe, RtpCcTime from, gdouble sent_rate,
    gdouble path_rate)
{
  gdouble sent_gap = 1e4 / sent_rate * S, path_gap = 1e4 / path_rate * S;

  for (guint i = 0; i * sent_gap <= PROBE_END + 10 * MS; i++)
    gcc_probe_note (probe, from + (RtpCcTime) (i * sent_gap), from + OFFSET
        + (RtpCcTime) (i * MAX (sent_gap, path_gap)), 1250);
}

static GccProbeInput
probe_input (RtpCcTime now)
{
  GccProbeInput in = { 300 * KBIT, 4 * MBIT, 290 * KBIT, FALSE, now };

  return in;
}

static gdouble
probe_once (GccProbe * probe, RtpCcTime from, gdouble sent_rate,
    gdouble path_rate)
{
  GccProbeInput in = probe_input (from + PROBE_END + RTT);

  probe_packets (probe, from, sent_rate, path_rate);
  return gcc_probe_update (probe, &in);
}

static void
probe_begin (GccProbe * probe)
{
  GccProbeInput in = probe_input (T0);

  gcc_probe_init (probe);
  fail_unless (gcc_probe_update (probe, &in) < 0);
  fail_unless (gcc_probe_is_sending (probe, T0));
  fail_unless_near (probe->rate, 900 * KBIT, 1);
}

GST_START_TEST (test_gcc_probe_goes_on_while_the_path_takes_it)
{
  RtpCcTime next = T0 + PROBE_END + RTT;
  GccProbe probe;

  probe_begin (&probe);
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 9 * MBIT), 900 * KBIT,
      1 * KBIT);
  fail_unless (gcc_probe_is_sending (&probe, next));
  fail_unless_near (probe.rate, 1.8 * MBIT, 1);
  fail_unless_near (probe_once (&probe, next, 1.8 * MBIT, 9 * MBIT), 1.8 * MBIT,
      1 * KBIT);
  next += PROBE_END + RTT;
  fail_unless_near (probe.rate, 3.6 * MBIT, 2 * KBIT);
  fail_unless_near (probe_once (&probe, next, 3.6 * MBIT, 9 * MBIT), 3.6 * MBIT,
      5 * KBIT);
  /* the last one is bounded by the most that is allowed */
  next += PROBE_END + RTT;
  fail_unless_near (probe.rate, 4 * MBIT, 1);
  probe_once (&probe, next, 4 * MBIT, 9 * MBIT);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

/* The second is six times the start rate, whatever the first has measured above 70 %; the
 * third is twice what the second has. */
GST_START_TEST (test_gcc_probe_rates)
{
  RtpCcTime next = T0 + PROBE_END + RTT;
  GccProbe probe;

  probe_begin (&probe);
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 820 * KBIT), 820 * KBIT,
      1 * KBIT);
  fail_unless_near (probe.rate, 1.8 * MBIT, 1);
  fail_unless_near (probe_once (&probe, next, 1.8 * MBIT, 1.64 * MBIT),
      1.64 * MBIT, 2 * KBIT);
  fail_unless_near (probe.rate, 3.28 * MBIT, 4 * KBIT);
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_finds_the_capacity)
{
  GccProbe probe;

  probe_begin (&probe);
  /* 0.95 of it */
  fail_unless_near (probe_once (&probe, T0, 900 * KBIT, 500 * KBIT),
      475 * KBIT, 5 * KBIT);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_without_result)
{
  GccProbeInput in = probe_input (T0);
  GccProbe probe;

  /* the encoder did not follow */
  probe_begin (&probe);
  fail_unless (probe_once (&probe, T0, 600 * KBIT, 9 * MBIT) < 0);
  fail_if (gcc_probe_is_active (&probe));
  /* too few packets to tell that the path is full */
  probe_begin (&probe);
  fail_unless (probe_once (&probe, T0, 200 * KBIT, 100 * KBIT) < 0);
  /* no reports */
  probe_begin (&probe);
  in.now = T0 + PROBE_END + 1 * S - 1;
  fail_unless (gcc_probe_update (&probe, &in) < 0);
  fail_unless (gcc_probe_is_active (&probe));
  in.now++;
  fail_unless (gcc_probe_update (&probe, &in) < 0);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

GST_START_TEST (test_gcc_probe_waits_for_the_start_rate)
{
  GccProbeInput in = probe_input (T0);
  GccProbe probe;

  gcc_probe_init (&probe);
  in.acked = 200 * KBIT;
  gcc_probe_update (&probe, &in);
  fail_if (gcc_probe_is_active (&probe));
  in.acked = 220 * KBIT;
  gcc_probe_update (&probe, &in);
  fail_unless (gcc_probe_is_active (&probe));

  gcc_probe_init (&probe);
  in.overuse = TRUE;
  gcc_probe_update (&probe, &in);
  in.overuse = FALSE;
  gcc_probe_update (&probe, &in);
  fail_if (gcc_probe_is_active (&probe));
}

GST_END_TEST;

static Suite *
gccprobe_suite (void)
{
  Suite *s = suite_create ("gccprobe");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_gcc_probe_goes_on_while_the_path_takes_it);
  tcase_add_test (tc, test_gcc_probe_rates);
  tcase_add_test (tc, test_gcc_probe_finds_the_capacity);
  tcase_add_test (tc, test_gcc_probe_without_result);
  tcase_add_test (tc, test_gcc_probe_waits_for_the_start_rate);

  return s;
}

GST_CHECK_MAIN (gccprobe);
