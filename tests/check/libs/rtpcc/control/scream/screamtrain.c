/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SCReAM v2, how fast the packets of a frame arrive. */
#include <math.h>
#include <gst/check/gstcheck.h>

#include "gst/rtpcc/control/scream/rtpcc-scream-train.h"
#include "tests/check/libs/rtpcc/control/near.h"

#define GAIN 0.25

/* @packets of 1000 bytes, one each @spacing (ms); a frame begins a second after the other. */
static void
add_frame (ScreamTrain * train, unsigned packets, double spacing)
{
  static RtpCcTime start;

  start += RTP_CC_SECOND;
  for (unsigned i = 0; i < packets; i++) {
    RtpCcReport report = {.packet = {.size = 1000,.marker = i + 1 == packets},
    .arrival = start + (RtpCcTime) (i * spacing * RTP_CC_MSECOND)
    };

    scream_train_add (train, &report, GAIN);
  }
}

/* What is between frames does not count, nor a frame of one packet. */
GST_START_TEST (test_train_rate_of_a_frame)
{
  ScreamTrain train;

  scream_train_init (&train);
  fail_unless_near (scream_train_rate (&train), 0, 0);
  add_frame (&train, 1, 0);
  fail_unless_near (scream_train_rate (&train), 0, 0);
  add_frame (&train, 5, 2);
  fail_unless_near (scream_train_rate (&train), 4e6, 1);
  add_frame (&train, 1, 0);
  add_frame (&train, 5, 2);
  fail_unless_near (scream_train_rate (&train), 4e6, 1);
}

GST_END_TEST;

/* Bytes and times have their means, so that frames count by their length. */
GST_START_TEST (test_train_rate_is_a_mean)
{
  ScreamTrain train;

  scream_train_init (&train);
  add_frame (&train, 5, 2);     /* 4000 bytes in 8 ms */
  add_frame (&train, 9, 1);     /* 8000 bytes in 8 ms */
  fail_unless_near (scream_train_rate (&train), 5e6, 1);
  for (unsigned i = 0; i < 50; i++)
    add_frame (&train, 9, 1);
  fail_unless_near (scream_train_rate (&train), 8e6, 1e3);
}

GST_END_TEST;

/* A link that collects packets, or a clock that stands or goes back. */
GST_START_TEST (test_train_of_no_length)
{
  ScreamTrain train;

  scream_train_init (&train);
  add_frame (&train, 5, 0);
  fail_unless (isinf (scream_train_rate (&train)));
  add_frame (&train, 5, -1);
  fail_unless (isinf (scream_train_rate (&train)));
}

GST_END_TEST;

static Suite *
screamtrain_suite (void)
{
  Suite *suite = suite_create ("screamtrain");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (suite, tc);
  tcase_add_test (tc, test_train_rate_of_a_frame);
  tcase_add_test (tc, test_train_rate_is_a_mean);
  tcase_add_test (tc, test_train_of_no_length);

  return suite;
}

GST_CHECK_MAIN (screamtrain);
