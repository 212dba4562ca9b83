/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The queue of a stream: order, whole frames that are discarded, many SSRCs. */
#include <string.h>
#include <gst/rtpcc/send/rtpcc-queue.h>

#include "tests/check/libs/rtpcc/mechanism.h"

#define A 0xaaaa
#define B 0xbbbb
#define MAX_AGE (200 * MS)

static RtpCcQueue *queue;
static RtpCcTime now;
static GString *dropped;        /* names of what came out by discard or clear */

static void
setup (void)
{
  queue = rtp_cc_queue_new ();
  dropped = g_string_new (NULL);
  now = T0;
}

static void
on_drop (const RtpCcQueueItem * item, void *user)
{
  fail_unless (user == &dropped);
  g_string_append_c (dropped, GPOINTER_TO_INT (item->user));
}

static void
teardown (void)
{
  rtp_cc_queue_free (queue, NULL, NULL);
  g_string_free (dropped, TRUE);
}

/* Items have names of one letter. */
static gboolean
push_at (gboolean ahead, gchar name, guint32 ssrc, guint32 timestamp)
{
  RtpCcQueueItem item = { 0 };

  item.user = GINT_TO_POINTER ((gint) name);
  item.is_packet = TRUE;
  item.ssrc = ssrc;
  item.timestamp = timestamp;
  item.size = 100;
  item.queued = now;
  return rtp_cc_queue_push (queue, &item, ahead);
}

static gboolean
push_packet (gchar name, guint32 ssrc, guint32 timestamp)
{
  return push_at (FALSE, name, ssrc, timestamp);
}

static void
push_event (gchar name)
{
  RtpCcQueueItem item = { 0 };

  item.user = GINT_TO_POINTER ((gint) name);
  item.queued = now;
  check (rtp_cc_queue_push (queue, &item, FALSE));
}

static gchar
pop (void)
{
  const RtpCcQueueItem *head = rtp_cc_queue_peek (queue);
  RtpCcQueueItem item;

  if (head == NULL)
    return 0;
  item = *head;
  fail_unless (rtp_cc_queue_pop (queue).user == item.user);
  return GPOINTER_TO_INT (item.user);
}

static void
assert_rest (const gchar * names)
{
  GString *rest = g_string_new (NULL);
  gchar name;

  while ((name = pop ()))
    g_string_append_c (rest, name);
  fail_unless_equals_string (rest->str, names);
  g_string_free (rest, TRUE);
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 0);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 0);
}

static void
assert_discarded (guint n_frames, const gchar * names)
{
  fail_unless_equals_int (rtp_cc_queue_discard (queue, MAX_AGE, on_drop,
          &dropped, now), n_frames);
  fail_unless_equals_string (dropped->str, names);
  g_string_truncate (dropped, 0);
}

GST_START_TEST (test_queue_first_in_first_out)
{
  fail_unless (rtp_cc_queue_peek (queue) == NULL);
  fail_unless (rtp_cc_queue_oldest (queue) == RTP_CC_TIME_NEVER);

  push_event ('x');
  /* An event has no size and no age. */
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 0);
  fail_unless (rtp_cc_queue_oldest (queue) == RTP_CC_TIME_NEVER);
  now += MS;
  push_packet ('a', A, 1);
  now += MS;
  push_packet ('b', B, 1);
  push_event ('y');
  push_packet ('c', A, 1);
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 300);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 3);
  fail_unless_equals_int64 (rtp_cc_queue_oldest (queue), T0 + MS);

  rtp_cc_queue_postpone (queue, 5 * MS);
  fail_unless_equals_int64 (rtp_cc_queue_oldest (queue), T0 + 6 * MS);
  assert_rest ("xabyc");
}

GST_END_TEST;

/* However many there are: each one once. */
GST_START_TEST (test_queue_postpones_all)
{
  for (guint i = 1; i <= 300; i++) {
    push_packet ('a', A, i);
    rtp_cc_queue_postpone (queue, MS);
    fail_unless_equals_int64 (rtp_cc_queue_oldest (queue), T0 + i * MS);
  }
  while (pop ());
}

GST_END_TEST;

GST_START_TEST (test_queue_grows_around_its_end)
{
  guint in = 0, out = 0;

  /* The ring is never empty, so its head stands anywhere when it grows. */
  for (guint i = 0; i < 5000; i++) {
    check (push_packet (1 + in % 100, A, in / 3));
    in++;
    if (i % 3)
      check (pop () == (gchar) (1 + out++ % 100));
    check (rtp_cc_queue_packets (queue) == in - out);
    check (rtp_cc_queue_bytes (queue) == 100 * (in - out));
  }
  while (out < in)
    check (pop () == (gchar) (1 + out++ % 100));
  fail_unless (rtp_cc_queue_peek (queue) == NULL);
}

GST_END_TEST;

GST_START_TEST (test_queue_clear)
{
  push_packet ('a', A, 1);
  push_event ('x');
  push_packet ('b', B, 1);
  rtp_cc_queue_clear (queue, on_drop, &dropped);
  fail_unless_equals_string (dropped->str, "axb");
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 0);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 0);

  push_packet ('c', A, 1);
  push_event ('y');
  rtp_cc_queue_free (queue, on_drop, &dropped);
  fail_unless_equals_string (dropped->str, "axbcy");
  queue = rtp_cc_queue_new ();
  rtp_cc_queue_free (NULL, on_drop, &dropped);
}

GST_END_TEST;

GST_START_TEST (test_queue_discards_whole_frames)
{
  push_packet ('a', A, 1);
  push_packet ('b', A, 1);
  push_event ('x');
  push_packet ('c', A, 2);
  now = T0 + MAX_AGE;
  push_packet ('d', A, 3);
  assert_discarded (0, "");
  now += 1;
  /* The young one too: it would not decode without the others. */
  assert_discarded (3, "abcd");
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 0);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 0);
  assert_discarded (0, "");
  /* Its rest is still arriving. */
  fail_if (push_packet ('e', A, 3));
  fail_if (push_packet ('f', A, 3));
  fail_unless (push_packet ('g', A, 4));
  assert_rest ("xg");
}

GST_END_TEST;

GST_START_TEST (test_queue_finishes_frame_that_began)
{
  push_packet ('a', A, 1);
  push_packet ('b', A, 1);
  fail_unless_equals_int (pop (), 'a');
  now += MAX_AGE + 1;
  assert_discarded (0, "");
  fail_unless (push_packet ('c', A, 1));
  assert_discarded (0, "");

  /* Frames behind it go, as soon as one of them is too old. */
  push_packet ('d', A, 2);
  assert_discarded (0, "");
  now += MAX_AGE + 1;
  push_packet ('e', A, 3);
  assert_discarded (2, "de");
  fail_if (push_packet ('f', A, 3));
  assert_rest ("bc");
}

GST_END_TEST;

/* A frame whose head has left and of which nothing waits is not cut either. */
GST_START_TEST (test_queue_finishes_frame_that_left_so_far)
{
  push_packet ('a', A, 1);
  fail_unless_equals_int (pop (), 'a');
  now += MS;
  push_packet ('b', A, 1);
  now += MAX_AGE + 1;
  assert_discarded (0, "");
  assert_rest ("b");
}

GST_END_TEST;

GST_START_TEST (test_queue_ssrcs_are_discarded_apart)
{
  push_packet ('a', A, 7);
  push_packet ('b', B, 7);
  push_packet ('c', A, 7);
  push_event ('x');
  push_packet ('d', B, 8);
  fail_unless_equals_int (pop (), 'a');
  now += MAX_AGE + 1;
  push_packet ('e', A, 9);
  /* A's frame goes out, and the next is young. */
  assert_discarded (2, "bd");
  fail_if (push_packet ('f', B, 8));
  fail_unless (push_packet ('g', A, 9));
  fail_unless (push_packet ('h', B, 9));
  assert_rest ("cxegh");
}

GST_END_TEST;

/* Timestamp 0, and the same timestamp in both SSRCs, are nothing special. */
GST_START_TEST (test_queue_timestamp_zero)
{
  push_packet ('a', A, G_MAXUINT32);
  push_packet ('b', A, 0);
  push_packet ('c', B, 0);
  fail_unless_equals_int (pop (), 'a');
  now += MAX_AGE + 1;
  assert_discarded (2, "bc");
  fail_if (push_packet ('d', A, 0));
  fail_unless (push_packet ('e', A, 1));
  assert_rest ("e");
}

GST_END_TEST;

GST_START_TEST (test_queue_clear_ends_discarding)
{
  push_packet ('a', A, 1);
  now += MAX_AGE + 1;
  assert_discarded (1, "a");
  rtp_cc_queue_clear (queue, NULL, NULL);
  fail_unless (push_packet ('b', A, 1));
  assert_rest ("b");
}

GST_END_TEST;

GST_START_TEST (test_queue_ahead_of_others)
{
  push_packet ('a', 1, 1);
  pop ();
  push_packet ('b', 1, 1);
  push_event ('E');
  push_at (TRUE, 'x', 2, 0);
  push_at (TRUE, 'y', 2, 0);
  fail_unless_equals_int (pop (), 'x');
  push_at (TRUE, 'z', 2, 0);
  fail_unless_equals_int (pop (), 'y');
  fail_unless_equals_int (pop (), 'z');
  fail_unless_equals_int (pop (), 'b');
  /* what announces a stream is not overtaken */
  push_at (TRUE, 'w', 2, 0);
  fail_unless_equals_int (pop (), 'E');
  fail_unless_equals_int (pop (), 'w');
  fail_unless_equals_int (pop (), 0);
}

GST_END_TEST;

/* The time of the older frame is over first; that of another SSRC says nothing. */
GST_START_TEST (test_queue_ahead_oldest_first)
{
  push_packet ('a', 1, 1);
  push_at (TRUE, 'y', 2, 20);
  push_at (TRUE, 'z', 3, 7);
  push_at (TRUE, 'w', 2, 10);
  push_at (TRUE, 'x', 2, 10);
  push_at (TRUE, 'v', 2, G_MAXUINT32);
  fail_unless_equals_int (pop (), 'v');
  push_at (TRUE, 'u', 2, 15);
  assert_rest ("wxuyza");
}

GST_END_TEST;

/* The newer one that is ahead neither hides how old the others are nor goes with them. */
GST_START_TEST (test_queue_ahead_ages_alone)
{
  RtpCcTime came = now;

  push_packet ('a', 1, 1);
  push_packet ('b', 1, 2);
  now += MAX_AGE;
  push_at (TRUE, 'x', 2, 0);
  fail_unless_equals_int64 (rtp_cc_queue_oldest (queue), came);
  now++;
  assert_discarded (2, "ab");
  push_at (TRUE, 'y', 2, 0);
  push_packet ('c', 1, 3);
  fail_unless_equals_int (pop (), 'x');
  fail_unless_equals_int (pop (), 'y');
  fail_unless_equals_int (pop (), 'c');
}

GST_END_TEST;

GST_START_TEST (test_queue_postponed_is_not_too_old)
{
  push_packet ('a', A, 1);
  now += 10 * S;
  rtp_cc_queue_postpone (queue, 10 * S);
  assert_discarded (0, "");
  now += MAX_AGE + 1;
  assert_discarded (1, "a");
}

GST_END_TEST;

/* More SSRCs than are told apart: nothing gets lost in the accounts. */
GST_START_TEST (test_queue_many_ssrcs)
{
  for (guint i = 0; i < 100; i++)
    push_packet ('a', i, 1);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 100);
  now += MAX_AGE + 1;
  rtp_cc_queue_discard (queue, MAX_AGE, on_drop, &dropped, now);
  fail_unless_equals_int (dropped->len, 100);
  fail_unless_equals_int (rtp_cc_queue_packets (queue), 0);
  fail_unless_equals_uint64 (rtp_cc_queue_bytes (queue), 0);
}

GST_END_TEST;

/* ---- whatever happens ---- */

#define N_SSRCS 4
#define N_FRAMES 3000

typedef struct
{
  guint pushed, popped, dropped, refused;
} Frame;

static Frame frames[N_SSRCS][N_FRAMES];

static void
count_drop (const RtpCcQueueItem * item, void *user)
{
  if (item->is_packet)
    frames[item->ssrc][item->timestamp].dropped++;
  (*(guint *) user)--;
}

/* Each frame is sent whole, or not at all. */
GST_START_TEST (test_queue_never_cuts_a_frame)
{
  GRand *rand = g_rand_new_with_seed (20240603 + __i__);
  guint32 timestamp[N_SSRCS] = { 0 };
  guint inside = 0, n_dropped = 0;

  memset (frames, 0, sizeof (frames));
  for (guint i = 0; i < 20000; i++) {
    guint ssrc = g_rand_int_range (rand, 0, N_SSRCS);

    now += g_rand_int_range (rand, 0, 10 * MS);
    if (g_rand_int_range (rand, 0, 5) == 0 && timestamp[ssrc] + 1 < N_FRAMES)
      timestamp[ssrc]++;
    if (push_packet (1, ssrc, timestamp[ssrc])) {
      frames[ssrc][timestamp[ssrc]].pushed++;
      inside++;
    } else {
      frames[ssrc][timestamp[ssrc]].refused++;
    }
    while (inside > 0 && g_rand_int_range (rand, 0, 100) < 48) {
      RtpCcQueueItem item = rtp_cc_queue_pop (queue);

      frames[item.ssrc][item.timestamp].popped++;
      inside--;
    }
    if (g_rand_int_range (rand, 0, 20) == 0)
      rtp_cc_queue_discard (queue, MAX_AGE, count_drop, &inside, now);
    check (rtp_cc_queue_packets (queue) == inside);
    check (rtp_cc_queue_bytes (queue) == 100 * inside);
  }
  rtp_cc_queue_clear (queue, count_drop, &inside);
  for (guint s = 0; s < N_SSRCS; s++) {
    /* The last one was still coming. */
    for (guint f = 0; f + 1 < timestamp[s]; f++) {
      const Frame *frame = &frames[s][f];

      check (frame->pushed == frame->popped + frame->dropped);
      if (frame->dropped == 0)
        check (frame->refused == 0);
      else
        n_dropped++;
    }
  }
  /* It took place. */
  fail_unless (n_dropped > 100);
  g_rand_free (rand);
}

GST_END_TEST;

static Suite *
queue_suite (void)
{
  Suite *s = suite_create ("queue");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_queue_first_in_first_out);
  tcase_add_test (tc, test_queue_grows_around_its_end);
  tcase_add_test (tc, test_queue_postpones_all);
  tcase_add_test (tc, test_queue_clear);
  tcase_add_test (tc, test_queue_discards_whole_frames);
  tcase_add_test (tc, test_queue_finishes_frame_that_began);
  tcase_add_test (tc, test_queue_finishes_frame_that_left_so_far);
  tcase_add_test (tc, test_queue_ssrcs_are_discarded_apart);
  tcase_add_test (tc, test_queue_timestamp_zero);
  tcase_add_test (tc, test_queue_clear_ends_discarding);
  tcase_add_test (tc, test_queue_ahead_of_others);
  tcase_add_test (tc, test_queue_ahead_oldest_first);
  tcase_add_test (tc, test_queue_ahead_ages_alone);
  tcase_add_test (tc, test_queue_postponed_is_not_too_old);
  tcase_add_test (tc, test_queue_many_ssrcs);
  tcase_add_loop_test (tc, test_queue_never_cuts_a_frame, 0, 10);

  return s;
}

GST_CHECK_MAIN (queue);
