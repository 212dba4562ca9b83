/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, O11: the path has become slower. */
#include <math.h>
#include <gst/check/gstcheck.h>

#include "gst/rtpcc/control/scream/rtpcc-scream-rise.h"
#include "tests/check/libs/rtpcc/control/near.h"

#define ENOUGH (7.5 * RTP_CC_MSECOND)
#define TARGET 1.6e6            /* bit/s */
#define SPACING 5               /* ms between packets that are sent */

/* What a receiver sees of packets of 1000 bytes. */
typedef struct
{
  ScreamRise rise;
  double sent, arrival;         /* ms */
} Path;

static void
path_init (Path * path)
{
  scream_rise_init (&path->rise);
  path->sent = path->arrival = 1000;
}

static void
add (Path * path, double delay)
{
  RtpCcReport report = {.packet = {.sent =
          (RtpCcTime) (path->sent * RTP_CC_MSECOND),.size = 1000},
  .arrival = (RtpCcTime) ((path->sent + delay) * RTP_CC_MSECOND)
  };

  scream_rise_add (&path->rise, &scream_params, &report,
      report.arrival - report.packet.sent, ENOUGH, TARGET);
}

/* @packets that a path delivers each @each ms, or as late as they are sent. */
static void
deliver (Path * path, unsigned packets, double each)
{
  for (unsigned i = 0; i < packets; i++) {
    path->sent += SPACING;
    path->arrival += each;
    if (path->arrival < path->sent)
      path->arrival = path->sent;
    add (path, path->arrival - path->sent);
  }
}

/* 1.6 Mbit/s are sent, and the path delivers half of it. */
GST_START_TEST (test_rise_of_a_slower_path)
{
  Path path;

  path_init (&path);
  deliver (&path, 100, SPACING);
  fail_unless (isinf (scream_rise_rate (&path.rise)));
  deliver (&path, 3, 2 * SPACING);
  fail_unless (isinf (scream_rise_rate (&path.rise)));
  deliver (&path, 1, 2 * SPACING);
  fail_unless_near (scream_rise_rate (&path.rise), 0.8e6, 1);
  deliver (&path, 50, 2 * SPACING);
  fail_unless_near (scream_rise_rate (&path.rise), 0.8e6, 1);
  fail_if (path.rise.fell);
}

GST_END_TEST;

/* By ENOUGH, in however small steps. */
GST_START_TEST (test_rise_is_long_enough)
{
  Path path;

  path_init (&path);
  deliver (&path, 14, SPACING + 0.5);
  fail_unless (isinf (scream_rise_rate (&path.rise)));
  deliver (&path, 4, SPACING + 0.5);
  fail_if (isinf (scream_rise_rate (&path.rise)));
}

GST_END_TEST;

/* Until its queue is gone, what is delivered meanwhile counts. */
GST_START_TEST (test_rise_goes_on_while_the_queue_drains)
{
  Path path;

  path_init (&path);
  deliver (&path, 10, SPACING);
  deliver (&path, 10, 2 * SPACING);
  deliver (&path, 10, SPACING / 2.);
  fail_unless (path.rise.fell);
  fail_unless_near (scream_rise_rate (&path.rise), 20 * 8000 / 0.125, 1);
}

GST_END_TEST;

/* It makes the delay long at once, and what waited behind it has less and less. */
GST_START_TEST (test_no_rise_of_a_link_that_stopped)
{
  Path path;

  path_init (&path);
  for (unsigned i = 0; i < 10; i++) {
    deliver (&path, 10, SPACING);
    deliver (&path, 1, 40);
    fail_unless (isinf (scream_rise_rate (&path.rise)));
    deliver (&path, 10, 0.5);
    fail_unless (isinf (scream_rise_rate (&path.rise)));
  }
  /* Nor if the one behind it stops, too. */
  deliver (&path, 1, 40);
  deliver (&path, 1, 6);
  fail_unless (isinf (scream_rise_rate (&path.rise)));
}

GST_END_TEST;

/* Jitter that keeps the order: a packet is late, and the next ones come with it. */
GST_START_TEST (test_no_rise_of_jitter)
{
  Path path;

  path_init (&path);
  for (unsigned i = 0; i < 100; i++) {
    deliver (&path, 1, 3 * SPACING);
    deliver (&path, 4, 1);
    fail_unless (isinf (scream_rise_rate (&path.rise)));
  }
}

GST_END_TEST;

/* A frame of ten packets leaves three times as fast as the target, and arrives no slower than it. */
GST_START_TEST (test_no_rise_of_frames)
{
  Path path;

  path_init (&path);
  for (unsigned i = 0; i < 100; i++) {
    double frame = path.sent = 1000 + 50. * i;

    for (unsigned k = 0; k < 10; k++) {
      path.sent = frame + k * SPACING / 3.;
      add (&path, 4.9 * k - k * SPACING / 3.);
      fail_unless (isinf (scream_rise_rate (&path.rise)));
    }
  }
}

GST_END_TEST;

/* A handover: all packets take longer from one on. */
GST_START_TEST (test_no_rise_of_a_longer_way)
{
  Path path;

  path_init (&path);
  for (unsigned i = 0; i < 1000; i++) {
    path.sent += SPACING;
    add (&path, i < 100 ? 50 : 100 + i % 2);
    fail_unless (isinf (scream_rise_rate (&path.rise)));
  }
}

GST_END_TEST;

/* A receiver's clock that is fast by 1 ms in a second. */
GST_START_TEST (test_no_rise_of_a_clock)
{
  Path path;

  path_init (&path);
  for (unsigned i = 0; i < 10000; i++) {
    path.sent += SPACING;
    add (&path, path.sent / 1000);
    fail_unless (isinf (scream_rise_rate (&path.rise)));
  }
}

GST_END_TEST;

/* Another flow fills the queue: after PATH_MEMORY what was delivered before is of the past. */
GST_START_TEST (test_rise_has_an_end)
{
  Path path;

  path_init (&path);
  deliver (&path, 10, SPACING);
  deliver (&path, 20, 2 * SPACING);
  fail_unless_near (scream_rise_rate (&path.rise), 0.8e6, 1);
  deliver (&path, 400, 1.25 * SPACING);
  fail_unless_near (scream_rise_rate (&path.rise), 1.28e6, 1);
}

GST_END_TEST;

/* A clock that stands or goes back, and packets that overtake. */
GST_START_TEST (test_rise_of_absurd_times)
{
  Path path;
  double delays[] = { 0, -1e6, 1e6, 1e6 + 8, -5, 20, 1, 1e9, 0, -1e9 };

  path_init (&path);
  for (unsigned i = 0; i < 1000; i++) {
    path.sent += i % 3 == 0 ? -2 * SPACING : SPACING;
    add (&path, delays[i % G_N_ELEMENTS (delays)]);
    fail_unless (scream_rise_rate (&path.rise) >= 0);
  }
}

GST_END_TEST;

static Suite *
screamrise_suite (void)
{
  Suite *suite = suite_create ("screamrise");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_rise_of_a_slower_path);
  tcase_add_test (tc, test_rise_is_long_enough);
  tcase_add_test (tc, test_rise_goes_on_while_the_queue_drains);
  tcase_add_test (tc, test_no_rise_of_a_link_that_stopped);
  tcase_add_test (tc, test_no_rise_of_jitter);
  tcase_add_test (tc, test_no_rise_of_frames);
  tcase_add_test (tc, test_no_rise_of_a_longer_way);
  tcase_add_test (tc, test_no_rise_of_a_clock);
  tcase_add_test (tc, test_rise_has_an_end);
  tcase_add_test (tc, test_rise_of_absurd_times);
  return suite;
}

GST_CHECK_MAIN (screamrise);
