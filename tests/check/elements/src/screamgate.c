/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which streams may come in, in virtual time. */
#include <string.h>
#include <gst/check/gstcheck.h>

#include "plugins/scream/src/gstscreamgate.h"

#define T0 (G_GUINT64_CONSTANT (7654321987))
#define MS GST_MSECOND
#define CAMERA 0x12345678
#define WALL (G_GINT64_CONSTANT (1750000000) * GST_SECOND)

static GstScreamGate gate;
static GstClockTime now;
static gboolean leaves;
static guint32 gone;

static void
setup (void)
{
  memset (&gate, 0, sizeof (gate));
  now = T0;
  gone = 0;
  leaves = FALSE;
}

static gboolean
open_stream (guint32 ssrc, gboolean is_own)
{
  leaves = FALSE;
  return gst_scream_gate_open (&gate, ssrc, 0, is_own, now, &leaves,
      &gone) != NULL;
}

static void
note (guint32 ssrc)
{
  GstScreamGateStream *stream = gst_scream_gate_find (&gate, ssrc);

  fail_unless (stream != NULL);
  gst_scream_gate_note (stream, stream->seq + 1, now);
}

/* 16 cameras with audio come at once, and again after they were started anew. */
GST_START_TEST (test_gate_lets_all_streams_of_a_sender_in_at_once)
{
  guint i;

  for (i = 1; i <= GST_SCREAM_GATE_STREAMS; i++)
    fail_unless (open_stream (i, TRUE), "%u", i);
  fail_if (open_stream (99, TRUE));
  now += 16 * GST_SECOND;
  for (i = 1; i <= GST_SCREAM_GATE_STREAMS; i++)
    fail_unless (open_stream (100 + i, TRUE) && leaves, "%u", i);
}

GST_END_TEST;

/* At random, 20 s of 5000 packets a second, each of another stream: the
 * camera's keeps its place, and few new ones come in. */
GST_START_TEST (test_gate_bounds_number_and_rate)
{
  GRand *chance = g_rand_new_with_seed (__i__);
  guint opened = 0, i;

  fail_unless (open_stream (CAMERA, TRUE));
  for (i = 0; i < 20 * 5000; i++) {
    now += 200 * GST_USECOND;
    if (i % 150 == 0)
      note (CAMERA);
    opened += open_stream (g_rand_int (chance), TRUE);
    fail_unless (gate.n_streams <= GST_SCREAM_GATE_STREAMS);
    fail_if (leaves && gone == CAMERA);
  }
  /* 31 more at once, and two a second: with fewer, a sender would wait. */
  fail_unless (opened <= 31 + 2 * 20 + 1, "%u", opened);
  fail_unless (opened >= 31 + 2 * 18, "%u", opened);
  g_rand_free (chance);
}

GST_END_TEST;

/* One that changes its address as often as the latch lets it, once a second, and
 * opens all that it can, for a minute. Who is the sender after that has audio and
 * video at once. */
GST_START_TEST (test_gate_bounds_streams_of_many_addresses)
{
  guint opened = 0, second, i;

  for (second = 0; second < 60; second++) {
    gst_scream_gate_move (&gate, now);
    for (i = 0; i < 1000; i++, now += MS) {
      opened += open_stream (1000 * second + i, TRUE);
      while (gst_scream_gate_sweep (&gate, now, &gone));
    }
  }
  /* Three times 32 and 6 a second; 2 a second without a change. */
  fail_unless (opened <= 96 + 6 * 60 && opened >= 2 * 60, "%u", opened);
  gst_scream_gate_move (&gate, now);
  fail_unless (open_stream (CAMERA, TRUE));
  fail_unless (open_stream (CAMERA + 1, TRUE));
}

GST_END_TEST;

/* Strangers take nothing from the sender's turns. */
GST_START_TEST (test_gate_keeps_the_senders_turns_for_it)
{
  guint others = 0, i;

  for (i = 1; i <= 1000; i++)
    others += open_stream (i, FALSE);
  fail_unless_equals_int (others, 4);
  for (i = 1; i <= GST_SCREAM_GATE_STREAMS - 4; i++)
    fail_unless (open_stream (10000 + i, TRUE), "%u", i);
}

GST_END_TEST;

/* What the new sender goes on with stays, the rest leaves after a second. */
GST_START_TEST (test_gate_ends_the_streams_of_the_sender_before)
{
  fail_unless (open_stream (CAMERA, TRUE));
  fail_unless (open_stream (7, TRUE));
  gst_scream_gate_move (&gate, now);
  note (CAMERA);
  fail_if (gst_scream_gate_sweep (&gate, now + 999 * MS, &gone));
  fail_unless (gst_scream_gate_sweep (&gate, now + 1000 * MS, &gone));
  fail_unless_equals_int (gone, 7);
  fail_if (gst_scream_gate_sweep (&gate, now + 1000 * MS, &gone));
  fail_unless (gst_scream_gate_find (&gate, CAMERA) != NULL);
  fail_unless_equals_int (gate.n_streams, 1);
}

GST_END_TEST;

/* Of those that had all places. */
GST_START_TEST (test_gate_has_places_for_a_new_sender_at_once)
{
  guint i;

  for (i = 1; i <= GST_SCREAM_GATE_STREAMS; i++)
    fail_unless (open_stream (i, TRUE));
  gst_scream_gate_move (&gate, now);
  fail_unless (open_stream (CAMERA, TRUE) && leaves);
  fail_unless_equals_int (gate.n_streams, GST_SCREAM_GATE_STREAMS);
}

GST_END_TEST;

GST_START_TEST (test_gate_counts_how_often_numbers_wrap)
{
  static const guint16 seqs[] = { 65534, 65535, 1, 0, 65533, 2, 40, 20000 };
  GstScreamGateStream *stream;
  guint i;

  fail_unless (open_stream (CAMERA, TRUE));
  stream = gst_scream_gate_find (&gate, CAMERA);
  stream->seq = 65533;
  for (i = 0; i < G_N_ELEMENTS (seqs); i++)
    gst_scream_gate_note (stream, seqs[i], now);
  fail_unless_equals_int (stream->roc, 1);
  fail_unless_equals_int (stream->seq, 20000);
}

GST_END_TEST;

/* The sender's clock may be wrong by years: a recording is behind what is
 * live. */
GST_START_TEST (test_gate_tells_a_recording_from_what_is_live)
{
  static const gint64 error[] = { 0, -G_GINT64_CONSTANT (1750000000) *
        GST_SECOND, G_GINT64_CONSTANT (2000000000) * GST_SECOND
  };
  const gint64 wall = WALL + error[__i__];
  GstScreamGateStream *live, *old;

  fail_unless (open_stream (CAMERA, TRUE) && open_stream (7, TRUE));
  live = gst_scream_gate_find (&gate, CAMERA);
  old = gst_scream_gate_find (&gate, 7);
  gst_scream_gate_tell_time (old, wall - 11 * GST_SECOND, now);
  fail_if (gst_scream_gate_is_behind (&gate, old, now));
  gst_scream_gate_tell_time (live, wall, now);
  fail_unless (gst_scream_gate_is_behind (&gate, old, now));
  fail_if (gst_scream_gate_is_behind (&gate, live, now));

  /* A queue of some seconds is no recording, nor is one when nothing is live. */
  gst_scream_gate_tell_time (old, wall - 9 * GST_SECOND, now);
  fail_if (gst_scream_gate_is_behind (&gate, old, now));
  gst_scream_gate_tell_time (old, wall - 3600 * GST_SECOND, now);
  fail_unless (gst_scream_gate_is_behind (&gate, old, now + 1999 * MS));
  fail_if (gst_scream_gate_is_behind (&gate, old, now + 2000 * MS));
}

GST_END_TEST;

GST_START_TEST (test_gate_knows_what_is_fresh)
{
  const guint64 max_age = 10 * GST_SECOND;
  GstScreamGateStream *stream;

  fail_unless (open_stream (CAMERA, TRUE));
  stream = gst_scream_gate_find (&gate, CAMERA);
  fail_if (gst_scream_gate_is_fresh (stream, WALL, max_age, now));
  gst_scream_gate_tell_time (stream, WALL - 9 * GST_SECOND, now);
  fail_unless (gst_scream_gate_is_fresh (stream, WALL, max_age, now));
  fail_unless (gst_scream_gate_is_fresh (stream, WALL + 29 * GST_SECOND,
          max_age, now + 29 * GST_SECOND));
  fail_if (gst_scream_gate_is_fresh (stream, WALL + 30 * GST_SECOND, max_age,
          now + 30 * GST_SECOND));
  gst_scream_gate_tell_time (stream, WALL - 11 * GST_SECOND, now);
  fail_if (gst_scream_gate_is_fresh (stream, WALL, max_age, now));
  gst_scream_gate_tell_time (stream, WALL + 11 * GST_SECOND, now);
  fail_if (gst_scream_gate_is_fresh (stream, WALL, max_age, now));
}

GST_END_TEST;

static Suite *
screamgate_suite (void)
{
  Suite *s = suite_create ("screamgate");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, NULL);
  tcase_add_test (tc, test_gate_lets_all_streams_of_a_sender_in_at_once);
  tcase_add_loop_test (tc, test_gate_bounds_number_and_rate, 0, 2);
  tcase_add_test (tc, test_gate_bounds_streams_of_many_addresses);
  tcase_add_test (tc, test_gate_keeps_the_senders_turns_for_it);
  tcase_add_test (tc, test_gate_ends_the_streams_of_the_sender_before);
  tcase_add_test (tc, test_gate_has_places_for_a_new_sender_at_once);
  tcase_add_test (tc, test_gate_counts_how_often_numbers_wrap);
  tcase_add_loop_test (tc, test_gate_tells_a_recording_from_what_is_live, 0, 3);
  tcase_add_test (tc, test_gate_knows_what_is_fresh);
  return s;
}

GST_CHECK_MAIN (screamgate);
