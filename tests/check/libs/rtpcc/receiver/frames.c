/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frame rate, freezes, and frames that were not shown. */
#include <gst/rtpcc/receiver/rtpcc-frames.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define MS RTP_CC_MSECOND
#define FRAME (40 * MS)

static RtpCcFrames frames;

static void
restart (void)
{
  memset (&frames, 0, sizeof (frames));
}

/* Frames @from until before @to, each shown 100 ms after its time. */
static void
show (guint from, guint to)
{
  guint i;

  for (i = from; i < to; i++) {
    rtp_cc_frames_came (&frames, i * FRAME);
    rtp_cc_frames_show (&frames, i * FRAME, i * FRAME + 100 * MS);
  }
}

static void
assert_rate (gdouble from, gdouble to)
{
  gdouble rate = rtp_cc_frames_rate (&frames);

  fail_unless (rate >= from && rate <= to, "%f", rate);
}

GST_START_TEST (test_frames_even)
{
  restart ();
  assert_rate (0, 0);
  show (0, 100);
  assert_rate (24.9, 25.1);
  fail_unless_equals_uint64 (frames.shown, 100);
  fail_unless_equals_uint64 (frames.undecodable, 0);
  fail_unless_equals_uint64 (frames.freezes, 0);
}

GST_END_TEST;

/* 25 frames a second in pairs: sums of the intervals and of their squares for 1 ms and
 * 79 ms are 80 ms and 6242 ms^2, 12.8 frames a second. */
GST_START_TEST (test_frames_in_pairs)
{
  guint i;

  restart ();
  for (i = 0; i < 200; i++)
    rtp_cc_frames_show (&frames, i * FRAME, i / 2 * 2 * FRAME + i % 2 * MS);
  assert_rate (12.7, 12.9);
  fail_unless_equals_uint64 (frames.freezes, 0);
}

GST_END_TEST;

/* Packets of a frame, and what RTP's clock rounds, are no frames of their own. */
GST_START_TEST (test_frames_of_packets)
{
  guint i, packet;

  restart ();
  for (i = 0; i < 50; i++) {
    for (packet = 0; packet < 3; packet++) {
      rtp_cc_frames_came (&frames, i * FRAME + packet * 20000);
      rtp_cc_frames_show (&frames, i * FRAME + packet * 20000,
          i * FRAME + packet * MS);
    }
  }
  fail_unless_equals_uint64 (frames.shown, 50);
  fail_unless_equals_uint64 (frames.undecodable, 0);
  assert_rate (24.9, 25.1);
}

GST_END_TEST;

/* W3C: a freeze is longer than three mean intervals, and by 150 ms than one. */
GST_START_TEST (test_frames_freeze)
{
  static const struct
  {
    gint64 gap;                 /* ms */
    guint freezes;
  } cases[] = { {189, 0}, {191, 1}, {1000, 1} };
  gint64 now;

  restart ();
  show (0, 30);
  now = 29 * FRAME + 100 * MS + cases[__i__].gap * MS;
  rtp_cc_frames_show (&frames, 40 * FRAME, now);
  fail_unless_equals_uint64 (frames.freezes, cases[__i__].freezes);
  fail_unless_equals_int64 (frames.freeze_time,
      cases[__i__].freezes ? cases[__i__].gap * MS : 0);
}

GST_END_TEST;

/* Of slow pictures three intervals count. */
GST_START_TEST (test_frames_freeze_of_slow_ones)
{
  guint i;

  restart ();
  for (i = 0; i < 20; i++)
    rtp_cc_frames_show (&frames, i * RTP_CC_SECOND, i * RTP_CC_SECOND);
  rtp_cc_frames_show (&frames, 22 * RTP_CC_SECOND, 21900 * MS);
  fail_unless_equals_uint64 (frames.freezes, 0);
  rtp_cc_frames_show (&frames, 26 * RTP_CC_SECOND, 26 * RTP_CC_SECOND);
  fail_unless_equals_uint64 (frames.freezes, 1);
}

GST_END_TEST;

/* The decoder has up to three frames inside, and lets four out of ten fall. */
GST_START_TEST (test_frames_undecodable)
{
  guint i;

  restart ();
  for (i = 0; i < 100; i++) {
    rtp_cc_frames_came (&frames, i * FRAME);
    if (i >= 3 && (i - 3) % 10 < 6)
      rtp_cc_frames_show (&frames, (i - 3) * FRAME, i * FRAME);
  }
  /* 60 are shown up to frame 95, and the rest may still come. */
  fail_unless_equals_uint64 (frames.shown, 60);
  fail_unless_equals_uint64 (frames.undecodable, 36);
}

GST_END_TEST;

/* With B-frames they come in another order than they are shown in. */
GST_START_TEST (test_frames_reordered)
{
  static const guint order[] = { 2, 0, 1 };
  guint i, k;

  restart ();
  for (i = 0; i < 30; i += 3) {
    for (k = 0; k < 3; k++)
      rtp_cc_frames_came (&frames, (i + order[k]) * FRAME);
    for (k = 0; k < 3; k++)
      rtp_cc_frames_show (&frames, (i + k) * FRAME, (i + k) * FRAME);
  }
  fail_unless_equals_uint64 (frames.shown, 30);
  fail_unless_equals_uint64 (frames.undecodable, 0);
}

GST_END_TEST;

/* Nothing is shown: what is known of is bounded, and counted. */
GST_START_TEST (test_frames_never_shown)
{
  guint i;

  restart ();
  for (i = 0; i < 1000; i++)
    rtp_cc_frames_came (&frames, i * FRAME);
  fail_unless_equals_uint64 (frames.undecodable, 1000 - RTP_CC_FRAMES_PENDING);
}

GST_END_TEST;

static Suite *
frames_suite (void)
{
  Suite *s = suite_create ("frames");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_frames_even);
  tcase_add_test (tc, test_frames_in_pairs);
  tcase_add_test (tc, test_frames_of_packets);
  tcase_add_loop_test (tc, test_frames_freeze, 0, 3);
  tcase_add_test (tc, test_frames_freeze_of_slow_ones);
  tcase_add_test (tc, test_frames_undecodable);
  tcase_add_test (tc, test_frames_reordered);
  tcase_add_test (tc, test_frames_never_shown);
  return s;
}

GST_CHECK_MAIN (frames);
