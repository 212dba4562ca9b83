/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Does the path lose packets for their size? */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-sizes.h>

#include "sessiontest.h"

#define LARGE 1400
#define FRAME_TIME (33 * MS)

static RtpCcSizes sizes;
static RtpCcTime sent;

/* A packet on a path that carries no more than @mtu. */
static void
pass (guint32 size, guint32 mtu)
{
  rtp_cc_sizes_note (&sizes, size, size <= mtu, sent);
}

/* Frames of @large packets and an end of 40 to 1000 bytes. FALSE: the path is as any. */
static gboolean
pass_frames (guint n, guint large, guint32 mtu)
{
  guint32 passed, lost;
  guint i, k;

  for (i = 0; i < n; i++, sent += FRAME_TIME) {
    for (k = 0; k < large; k++)
      pass (LARGE, mtu);
    pass (40 + (i * 160) % 960, mtu);
  }
  return rtp_cc_sizes_take (&sizes, &passed, &lost);
}

static void
begin (void)
{
  memset (&sizes, 0, sizeof (sizes));
  sent = T0;
}

GST_START_TEST (test_small_mtu_is_found)
{
  guint32 passed, lost;
  guint n;

  begin ();
  /* 2 s are 60.6 frames. */
  fail_if (pass_frames (61, 2, 576));
  fail_unless (pass_frames (1, 2, 576));
  /* Too few large ones in 5 s to know. */
  begin ();
  for (n = 0; n < 1000; n++, sent += 300 * MS)
    fail_if (pass_frames (1, 0, 576));
  begin ();
  while (!sizes.found) {
    pass (LARGE, 576);
    pass (700, 576);
    pass (520, 576);
    sent += 100 * MS;
  }
  fail_unless (rtp_cc_sizes_take (&sizes, &passed, &lost));
  fail_unless_equals_int (passed, 520);
  fail_unless_equals_int (lost, 700);
  /* Once. */
  fail_if (pass_frames (1000, 2, 576));
}

GST_END_TEST;

/* All sizes come, or none do. */
GST_START_TEST (test_any_mtu_is_not_found)
{
  begin ();
  fail_if (pass_frames (1000, 2, LARGE));
  begin ();
  fail_if (pass_frames (1000, 2, 0));
}

GST_END_TEST;

/* A tunnel comes up on the way: what passed before counts for 5 s. */
GST_START_TEST (test_mtu_that_becomes_smaller)
{
  guint n;

  begin ();
  fail_if (pass_frames (100, 2, LARGE));
  for (n = 1; !pass_frames (1, 2, 576); n++)
    fail_unless (n < 7000 / 33 + 1);
}

GST_END_TEST;

/* Half of the packets are lost, whatever their size, each for itself or in bursts. */
GST_START_TEST (test_loss_is_no_mtu)
{
  GRand *rand = g_rand_new_with_seed (1701 + __i__);
  gdouble change = __i__ == 0 ? 0.5 : 0.02 * __i__;
  gboolean bad = FALSE;
  guint32 passed, lost;
  guint i;

  begin ();
  for (i = 0; i < 40000; i++, sent += FRAME_TIME / 3) {
    if (g_rand_double (rand) < change)
      bad = !bad;
    rtp_cc_sizes_note (&sizes, i % 3 == 2 ? 40 + i % 900 : LARGE, !bad, sent);
  }
  fail_if (rtp_cc_sizes_take (&sizes, &passed, &lost));
  g_rand_free (rand);
}

GST_END_TEST;

/* A queue of bytes has room for a small one more often than for a large one. */
GST_START_TEST (test_full_queue_is_no_mtu)
{
  gint room = 0;
  guint32 passed, lost;
  guint i;

  begin ();
  for (i = 0; i < 40000; i++, sent += MS) {
    guint32 size = i % 3 == 2 ? 40 + i % 900 : LARGE;
    gboolean fits = (gint) size <= room;

    room = MIN (room + 250, 3000) - (fits ? (gint) size : 0);
    rtp_cc_sizes_note (&sizes, size, fits, sent);
  }
  fail_if (rtp_cc_sizes_take (&sizes, &passed, &lost));
}

GST_END_TEST;

/* Of RTP, as a payloader counts. */
GST_START_TEST (test_session_tells_sizes)
{
  gint stream = add_stream (1);
  guint32 passed = 0, lost = 0;
  gboolean found = FALSE;
  guint i;

  for (i = 0; i < 200 && !found; i++) {
    guint8 data[100];
    RtpCcMetric metrics[2] = { {0}, {.received = true}
    };
    RtpCcCcfbBlock block = { A, seq[0], 2, metrics };

    enqueue_sized (stream, 'a', A, i, FALSE, 1188);
    enqueue_sized (stream, 'b', A, i, TRUE, 488);
    now += 10 * MS;
    dequeue_all ();
    now += 10 * MS;
    dequeue_all ();
    give_rtcp (data, rtp_cc_ccfb_write (data, sizeof (data), 1, &block, 1,
            (guint32) (65536 * 20 * i / 1000), RTP_CC_NUM_REPORTS_COUNT),
        RTP_CC_RTCP_OK);
    found = rtp_cc_session_take_sizes (session, &passed, &lost);
  }
  fail_unless (found);
  fail_unless_equals_int (passed, 500);
  fail_unless_equals_int (lost, 1200);
  fail_if (rtp_cc_session_take_sizes (session, &passed, &lost));
}

GST_END_TEST;

static Suite *
sizes_suite (void)
{
  Suite *s = suite_create ("sizes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_small_mtu_is_found);
  tcase_add_test (tc, test_any_mtu_is_not_found);
  tcase_add_test (tc, test_mtu_that_becomes_smaller);
  tcase_add_loop_test (tc, test_loss_is_no_mtu, 0, 8);
  tcase_add_test (tc, test_full_queue_is_no_mtu);

  tc = tcase_create ("session");
  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_tells_sizes);

  return s;
}

GST_CHECK_MAIN (sizes);
