/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which layers go and which come back: rates are given, not controlled */
#include <string.h>
#include <gst/rtpcc/send/rtpcc-layers.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define KBIT 1000
#define STEP (50 * MS)

/* Simulcast: small, middle, large.  Minima of 100, 400 and 1500 kbit/s. */
static RtpCcLayer streams[3];
static RtpCcLayers layers;
static RtpCcTime now;
static guint64 sent;            /* kbit/s; 0: the rate */

static void
setup (void)
{
  static const guint64 min[] = { 100, 400, 1500 }, max[] = { 150, 600, 3000 };

  memset (streams, 0, sizeof (streams));
  for (guint i = 0; i < 3; i++) {
    streams[i].priority = 1 - 0.25 * i;
    streams[i].min_rate = min[i] * KBIT;
    streams[i].max_rate = max[i] * KBIT;
    streams[i].wants = streams[i].pausable = TRUE;
  }
  rtp_cc_layers_init (&layers);
  now = T0;
  sent = 0;
}

static void
update (guint64 kbits)
{
  rtp_cc_layers_update (&layers, kbits * KBIT, (sent ? sent : kbits) * KBIT,
      streams, 3, now);
}

/* Which are on, as "012". */
static const gchar *
on (void)
{
  static gchar text[4];
  guint n = 0;

  for (guint i = 0; i < 3; i++) {
    if (streams[i].wants && !streams[i].off)
      text[n++] = '0' + i;
  }
  text[n] = 0;
  return text;
}

/* At this rate for that long. */
static void
run (guint64 kbits, RtpCcTime time)
{
  for (RtpCcTime end = now + time; now < end; now += STEP)
    update (kbits);
  update (kbits);
}

/* How long until others are on; at most a minute. */
static RtpCcTime
time_until (guint64 kbits, const gchar * expected)
{
  RtpCcTime start = now;

  while (now - start < 60 * S && strcmp (on (), expected) != 0) {
    now += STEP;
    update (kbits);
  }
  fail_unless_equals_string (on (), expected);
  return now - start;
}

GST_START_TEST (test_layers_go_from_the_top)
{
  run (2000, 10 * S);
  fail_unless_equals_string (on (), "012");
  run (1800, S);
  fail_unless_equals_string (on (), "01");
  run (499, S);
  fail_unless_equals_string (on (), "0");
  /* The last one stays. */
  run (20, 10 * S);
  fail_unless_equals_string (on (), "0");
}

GST_END_TEST;

/* Priority decides, whatever they need: here the small one goes first. */
GST_START_TEST (test_layers_go_by_priority)
{
  streams[0].priority = 0.25;
  streams[2].priority = 1;
  run (2000, 10 * S);
  fail_unless_equals_string (on (), "012");
  run (1950, S);
  fail_unless_equals_string (on (), "12");
  run (1850, S);
  fail_unless_equals_string (on (), "2");
}

GST_END_TEST;

GST_START_TEST (test_layers_go_together_when_the_rate_collapses)
{
  RtpCcTime time;

  run (3000, S);
  time = time_until (450, "0");
  /* Far too little: at once */
  fail_unless (time <= STEP);
}

GST_END_TEST;

GST_START_TEST (test_layers_a_dip_is_nothing)
{
  RtpCcTime time;

  for (guint i = 0; i < 20; i++) {
    run (1500, 200 * MS);
    run (2100, 200 * MS);
    fail_unless_equals_string (on (), "012");
  }
  time = time_until (1500, "01");
  fail_unless (time >= 500 * MS && time <= 600 * MS);
}

GST_END_TEST;

GST_START_TEST (test_layers_come_back_in_order_with_room)
{
  RtpCcTime time;

  run (300, S);
  fail_unless_equals_string (on (), "0");
  /* 500 kbit/s would do, but only just. */
  run (560, 10 * S);
  fail_unless_equals_string (on (), "01");      /* spare: see below */

  setup ();
  streams[0].max_rate = 10000 * KBIT;   /* has a use for all */
  run (300, S);
  run (560, 20 * S);
  fail_unless_equals_string (on (), "0");
  time = time_until (580, "01");
  fail_unless (time >= 2 * S && time <= 2 * S + 2 * STEP);
  /* The next one waits for its own time. */
  run (5000, S);
  fail_unless_equals_string (on (), "01");
  time = time_until (5000, "012");
  fail_unless (time >= S && time <= 3 * S);
}

GST_END_TEST;

/* The streams that are on have all that they want, so nobody knows how much
 * there would be: a layer is tried. */
GST_START_TEST (test_layers_spare_rate_is_tried)
{
  RtpCcTime time;

  run (300, S);
  time = time_until (200, "01");
  /* One of the 4 s has passed. */
  fail_unless (time >= 3 * S - 2 * STEP && time <= 3 * S + 2 * STEP);
  /* The controller finds out that there is enough. */
  run (200, S);
  run (600, 2 * S);
  fail_unless_equals_string (on (), "01");
}

GST_END_TEST;

GST_START_TEST (test_layers_unused_rate_is_tried)
{
  streams[0].max_rate = streams[1].max_rate = 10000 * KBIT;
  run (700, S);
  run (700, 20 * S);
  fail_unless_equals_string (on (), "01");
  sent = 530;
  run (700, 20 * S);
  fail_unless_equals_string (on (), "01");
  sent = 520;
  time_until (700, "012");
  /* The rate may fall to what was sent before. */
  run (450, S);
  fail_unless_equals_string (on (), "012");
  time_until (440, "0");
}

GST_END_TEST;

/* Each that fails makes the next wait longer. */
GST_START_TEST (test_layers_trials_become_rare)
{
  static const gint64 waits[] = { 4, 8, 16, 32, 32 };

  run (300, S);
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++) {
    RtpCcTime time = time_until (300, "01");

    /* Spare was noted when the layer before had gone. */
    fail_unless (time >= waits[i] * S - S - STEP, "%u: %" G_GINT64_FORMAT, i,
        time);
    fail_unless (time <= waits[i] * S + 2 * STEP, "%u: %" G_GINT64_FORMAT, i,
        time);
    /* It stays as long as the rate does not fall. */
    run (300, S);
    fail_unless_equals_string (on (), "01");
    time = time_until (240, "0");
    fail_unless (time >= 500 * MS && time <= 600 * MS);
  }
  /* One that lasts is forgiven. */
  time_until (300, "01");
  run (600, 11 * S);
  run (300, S);
  fail_unless_equals_string (on (), "0");
  fail_unless (time_until (300, "01") <= 4 * S + STEP);
}

GST_END_TEST;

GST_START_TEST (test_layers_a_trial_ends)
{
  run (300, S);
  time_until (300, "01");
  run (300, 2 * S);
  fail_unless_equals_string (on (), "01");
  run (300, 600 * MS);
  fail_unless_equals_string (on (), "0");
}

GST_END_TEST;

GST_START_TEST (test_layers_those_that_must_stay)
{
  streams[2].pausable = FALSE;
  run (1650, S);
  fail_unless_equals_string (on (), "02");
  run (1550, S);
  fail_unless_equals_string (on (), "2");
  streams[2].wants = FALSE;
  update (600);
  fail_unless_equals_string (on (), "");
  run (600, 7 * S);
  fail_unless_equals_string (on (), "01");
}

GST_END_TEST;

/* Of one priority the largest goes first, of one size the last. */
GST_START_TEST (test_layers_order)
{
  for (guint i = 0; i < 3; i++)
    streams[i].priority = 0.5;
  streams[0].min_rate = 1500 * KBIT;
  streams[2].min_rate = 400 * KBIT;
  run (1000, S);
  fail_unless_equals_string (on (), "12");
  run (500, S);
  fail_unless_equals_string (on (), "1");
  streams[1].max_rate = 10000 * KBIT;
  time_until (1000, "12");
  streams[2].max_rate = 10000 * KBIT;
  time_until (4000, "012");
}

GST_END_TEST;

GST_START_TEST (test_layers_of_which_one_is_paused)
{
  run (300, S);
  streams[1].wants = FALSE;
  update (300);
  streams[1].wants = TRUE;
  /* The application wants it: it has a chance. */
  update (300);
  fail_unless_equals_string (on (), "01");
  fail_unless (streams[2].off);
}

GST_END_TEST;

/* A host that calls only at next_time() sees the same. */
GST_START_TEST (test_layers_next_time)
{
  guint n = 0;

  update (3000);
  fail_unless (rtp_cc_layers_next_time (&layers) == RTP_CC_TIME_NEVER);
  update (1800);
  fail_unless (rtp_cc_layers_next_time (&layers) == now + 500 * MS);
  now += 500 * MS;
  update (1800);
  fail_unless_equals_string (on (), "01");
  while (strcmp (on (), "012") != 0) {
    RtpCcTime next;

    update (2400);
    next = rtp_cc_layers_next_time (&layers);
    fail_unless (next != RTP_CC_TIME_NEVER);
    fail_unless (next > now && ++n < 10);
    now = next;
    update (2400);
  }
  fail_unless (now <= T0 + 4 * S);
}

GST_END_TEST;

/* What has just come back may go at once: the trial only keeps others out. */
GST_START_TEST (test_layers_next_time_in_a_trial)
{
  run (1800, S);
  time_until (2400, "012");
  now += 100 * MS;
  update (2400);
  fail_unless (rtp_cc_layers_next_time (&layers) == RTP_CC_TIME_NEVER);
  update (1000);
  fail_unless (rtp_cc_layers_next_time (&layers) == now + 500 * MS);
}

GST_END_TEST;

static Suite *
layers_suite (void)
{
  Suite *s = suite_create ("layers");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_test (tc, test_layers_go_from_the_top);
  tcase_add_test (tc, test_layers_go_by_priority);
  tcase_add_test (tc, test_layers_go_together_when_the_rate_collapses);
  tcase_add_test (tc, test_layers_a_dip_is_nothing);
  tcase_add_test (tc, test_layers_come_back_in_order_with_room);
  tcase_add_test (tc, test_layers_spare_rate_is_tried);
  tcase_add_test (tc, test_layers_unused_rate_is_tried);
  tcase_add_test (tc, test_layers_trials_become_rare);
  tcase_add_test (tc, test_layers_a_trial_ends);
  tcase_add_test (tc, test_layers_those_that_must_stay);
  tcase_add_test (tc, test_layers_order);
  tcase_add_test (tc, test_layers_of_which_one_is_paused);
  tcase_add_test (tc, test_layers_next_time);
  tcase_add_test (tc, test_layers_next_time_in_a_trial);

  return s;
}

GST_CHECK_MAIN (layers);
