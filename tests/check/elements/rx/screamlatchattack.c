/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address feedback goes while somebody else tries to get it. */
#include <string.h>

#include "latchtest.h"

typedef enum
{
  JUNK,                         /* any numbers */
  STREAM,                       /* a stream of its own */
  COPY,                         /* the sender's SSRC, ahead of its numbers */
  CROWD,                        /* junk of another address each time */
  ANSWERS                       /* a stream of its own, and an answer to each question */
} Kind;

/* The sender, which answers questions if it is of today, and sends more when it
 * has the feedback; and one attacker. */
typedef struct
{
  Kind kind;
  guint rate;                   /* packets a second of the attacker, 40 bytes */
  guint size;                   /* bytes of each */
  gboolean answers;
  GstClockTime attack, end;     /* when it is there */
  GstClockTime start, stop, resume;     /* of the sender */
  GstClockTime rebinding;       /* 0: none */
  GstClockTime deaf;            /* for 3 s from then on it gets no questions */
} Story;

#define ROUND_TRIP (100 * MS)
#define NEVER GST_CLOCK_TIME_NONE

static gboolean
is_there (GstClockTime start, GstClockTime stop)
{
  return now >= T0 + start && now < T0 + stop;
}

typedef struct
{
  const Story *story;
  GRand *rand;
  GSocketAddress *sender;       /* where it is */
  guint16 seq, junk_seq;
  GstClockTime next, next_junk;
  GstClockTime asked;           /* the answer is under way, 0: none */
  guint32 number;
  GSocketAddress *answerer;
  guint64 to_thief, from_thief; /* bytes */
  GstClockTime has_it;          /* since when, NEVER: it has not */
} Play;

static void
run_question (Play * play, GSocketAddress * to, guint32 number)
{
  if (to == thief) {
    play->to_thief += 56;
    if (play->story->kind == ANSWERS)
      gst_scream_peers_answer (&peers, thief, number, now);
  } else if (to == play->sender && play->story->answers
      && !is_there (play->story->deaf, play->story->deaf + 3 * GST_SECOND)) {
    play->asked = now;
    play->number = number;
    play->answerer = play->sender;
  }
}

static void
run_questions (Play * play)
{
  GSocketAddress *address;
  guint32 number;

  while ((address = gst_scream_peers_take_question (&peers, &number,
              now)) != NULL) {
    run_question (play, address, number);
    g_object_unref (address);
  }
  if (play->asked != 0 && now - play->asked >= ROUND_TRIP) {
    gst_scream_peers_answer (&peers, play->answerer, play->number, now);
    play->asked = 0;
  }
}

static void
run_packet (Play * play, GSocketAddress * from, guint32 ssrc, guint16 number,
    guint size)
{
  GstScreamPeerPacket p = { ssrc, number, size };
  GSocketAddress *before;

  gst_scream_peers_packet (&peers, from, &p, now, &before);
  g_clear_object (&before);
}

static void
run_thief (Play * play)
{
  const Story *story = play->story;
  guint32 any = g_rand_int (play->rand);
  GSocketAddress *from = thief;

  play->next_junk = now + GST_SECOND / story->rate;
  play->from_thief += story->size;
  switch (story->kind) {
    case CROWD:
      from = new_address (2000 + any % 5000);
      run_packet (play, from, g_rand_int (play->rand), any, story->size);
      g_object_unref (from);
      break;
    case JUNK:
      run_packet (play, from, g_rand_int (play->rand), any, story->size);
      break;
    case STREAM:
    case ANSWERS:
      run_packet (play, from, 666, play->junk_seq++, story->size);
      break;
    case COPY:
      run_packet (play, from, SSRC, play->seq + ++play->junk_seq % 64,
          story->size);
      break;
  }
}

static gboolean
has_feedback (Play * play)
{
  return gst_scream_peers_is_holder (&peers, play->sender);
}

/* 100 kbit/s without feedback, which is what screamtx is held to, and ten times as
 * much with it. */
static void
run_sender (Play * play)
{
  play->next = now + (has_feedback (play) ? 10 : 80) * MS;
  run_packet (play, play->sender, SSRC, play->seq++, 1028);
}

static gboolean
sends (const Story * story)
{
  return is_there (story->start, story->stop)
      || (story->resume != 0 && is_there (story->resume, NEVER / 2));
}

/* Until @at; how long the sender has had the feedback then, without a break. */
static GstClockTime
run_until (Play * play, GstClockTime at)
{
  const Story *story = play->story;

  for (; now < T0 + at; now += MS / 5) {
    if (story->rebinding != 0 && now >= T0 + story->rebinding)
      play->sender = moved;
    if (now >= play->next_junk && is_there (story->attack, story->end))
      run_thief (play);
    if (now >= play->next && sends (story))
      run_sender (play);
    run_questions (play);
    if (!has_feedback (play))
      play->has_it = NEVER;
    else if (play->has_it == NEVER)
      play->has_it = now;
  }
  return play->has_it == NEVER ? 0 : now - play->has_it;
}

static void
start_play (Play * play, const Story * story, guint seed)
{
  gst_scream_peers_clear (&peers);
  memset (play, 0, sizeof (*play));
  now = T0;
  play->story = story;
  play->rand = g_rand_new_with_seed (seed);
  g_random_set_seed (seed);
  play->sender = camera;
  play->seq = g_rand_int (play->rand);
  play->has_it = NEVER;
}

static void
end_play (Play * play)
{
  /* Who is asked sends more than it gets. */
  fail_unless (play->to_thief <= play->from_thief);
  g_rand_free (play->rand);
}

/* It has it at @time, and for 5 s from then on. */
static void
check_has_it_from (Play * play, GstClockTime time)
{
  run_until (play, time);
  fail_unless (has_feedback (play), "kind %d, %u packets/s",
      play->story->kind, play->story->rate);
  fail_unless (run_until (play, time + 5 * GST_SECOND) >= 5 * GST_SECOND);
}

static const guint rates[] = { 1, 2, 5, 30, 300, 5000 };

#define N_KINDS 5
#define N_ATTACKS (N_KINDS * G_N_ELEMENTS (rates))

static Story
new_story (gint i)
{
  Story story = { 0, };

  story.kind = (Kind) (i / G_N_ELEMENTS (rates) % N_KINDS);
  story.rate = rates[i % G_N_ELEMENTS (rates)];
  story.size = 128;
  story.answers = TRUE;
  story.end = story.stop = story.deaf = NEVER / 2;
  return story;
}

/* Who was first keeps it not, unless it answers, too: 3 s after its first packet the sender
 * has had the feedback for some time, and keeps it. */
GST_START_TEST (test_latch_attacker_before)
{
  Story story = new_story (__i__);
  Play play;

  if (story.kind == ANSWERS)
    return;
  story.start = 4 * GST_SECOND;
  start_play (&play, &story, __i__);
  check_has_it_from (&play, story.start + 3 * GST_SECOND);
  end_play (&play);
}

GST_END_TEST;

/* A sender of before questions were asked: junk is not what media is like. */
GST_START_TEST (test_latch_old_sender_after_a_squatter)
{
  Story story = new_story (__i__);
  Play play;

  /* A stream, its own or what it hears: no telling which is the sender. */
  if (story.kind == STREAM || story.kind == COPY || story.kind == ANSWERS)
    return;
  story.answers = FALSE;
  story.start = 4 * GST_SECOND;
  start_play (&play, &story, __i__);
  check_has_it_from (&play, story.start + 3 * GST_SECOND);
  fail_unless_equals_uint64 (peers.moves, 1);
  /* One packet a second is silence, and so is one from each address. */
  if (story.kind == JUNK && story.rate >= 5) {
    fail_unless_equals_string (peers.reason, "behaviour");
    fail_unless (peers.disputed);
  }
  end_play (&play);
}

GST_END_TEST;

/* Nobody draws it away from one that lives and answers, not even while questions to that are
 * lost; nor does who does not answer from one of before. */
GST_START_TEST (test_latch_attacker_during)
{
  Story story = new_story (__i__);
  guint old;
  Play play;

  for (old = 0; old < (story.kind == ANSWERS ? 1 : 2); old++) {
    story.answers = !old;
    story.attack = 3 * GST_SECOND;
    story.deaf = 9500 * MS;
    start_play (&play, &story, __i__);
    fail_unless (run_until (&play, 17 * GST_SECOND) >= 17 * GST_SECOND - MS,
        "kind %d, %u packets/s", story.kind, story.rate);
    fail_unless_equals_uint64 (peers.moves, 0);
    end_play (&play);
  }
}

GST_END_TEST;

/* It stops and comes back: nothing takes more than 3 s. */
GST_START_TEST (test_latch_attacker_in_a_pause)
{
  Story story = new_story (__i__);
  Play play;

  story.attack = 3 * GST_SECOND;
  story.stop = 5 * GST_SECOND;
  story.resume = 9 * GST_SECOND;
  start_play (&play, &story, __i__);
  check_has_it_from (&play, 12 * GST_SECOND);
  end_play (&play);
}

GST_END_TEST;

/* A NAT gives it another address while somebody sends: within a second, of today
 * or of before. */
GST_START_TEST (test_latch_attacker_at_a_rebinding)
{
  Story story = new_story (__i__);
  guint old;
  Play play;

  for (old = 0; old < (story.kind == ANSWERS ? 1 : 2); old++) {
    story.answers = !old;
    story.attack = old ? 3 * GST_SECOND : 2 * GST_SECOND;
    story.rebinding = 6 * GST_SECOND + 7 * MS;
    start_play (&play, &story, __i__);
    check_has_it_from (&play, 7 * GST_SECOND);
    end_play (&play);
  }
}

GST_END_TEST;

/* Two that send media, and neither answers: the first keeps it, and the other is
 * told of. */
GST_START_TEST (test_latch_tells_who_is_refused)
{
  Story story = new_story (0);
  Play play;

  story.kind = STREAM;
  story.rate = 100;
  story.answers = FALSE;
  story.start = 4 * GST_SECOND;
  start_play (&play, &story, 1);
  run_until (&play, 12 * GST_SECOND);
  fail_unless (peers.own.address == thief);
  fail_unless (peers.refused == camera);
  fail_unless_equals_uint64 (peers.refusals, 1);
  end_play (&play);
}

GST_END_TEST;

/* Another address is no stranger's only if it continues the streams. */
GST_START_TEST (test_latch_strangers)
{
  start ();
  packet (thief, 666, 1);
  fail_unless (gst_scream_peers_is_unknown (&peers, thief, now));
  fail_if (gst_scream_peers_is_unknown (&peers, camera, now));
  now += 150 * MS;
  packet (thief, 666, 2);
  packet (moved, SSRC, seq++);
  fail_unless (gst_scream_peers_is_unknown (&peers, thief, now));
  fail_if (gst_scream_peers_is_unknown (&peers, moved, now));
  now += 2 * GST_SECOND;
  fail_if (gst_scream_peers_is_unknown (&peers, thief, now));
}

GST_END_TEST;

/* 20 ms apart, of another stream; the time until it has the feedback, 0: it does
 * not get it in 3 s. */
static GstClockTime
time_to_take (GSocketAddress * from, guint32 ssrc)
{
  GstClockTime begin = now;
  guint i;

  for (i = 0; i < 150; i++) {
    if (packet (from, ssrc, (guint16) i))
      return now - begin;
    now += 20 * MS;
  }
  return 0;
}

/* The sender is started again, has another port and another SSRC: it waits for
 * half a second of silence, who sent before the silence for two. */
GST_START_TEST (test_latch_takes_a_sender_started_again)
{
  GstClockTime took;

  start ();
  packet (thief, 666, 1);
  stream_from (camera, 1);
  now += 200 * MS;
  packet (thief, 666, 2);
  now += 100 * MS;
  took = time_to_take (moved, 4711);
  fail_unless (took >= 200 * MS && took <= 220 * MS, "%" GST_TIME_FORMAT,
      GST_TIME_ARGS (took));
  fail_unless_equals_string (peers.reason, "silence");
  fail_if (peers.disputed);
}

GST_END_TEST;

/* Who plays a recording is no sender; who has its address on one is. */
GST_START_TEST (test_latch_forgets_who_plays_a_recording)
{
  stream_from (thief, 20);
  packet (camera, 4711, 1);
  fail_if (gst_scream_peers_forget (&peers, camera, SSRC));
  fail_unless (gst_scream_peers_forget (&peers, thief, SSRC));
  fail_unless (packet (camera, 4711, 2));
  fail_unless (peers.own.address == camera);
  now += 20 * MS;
  packet (camera, SSRC, 1);
  now += 20 * MS;
  packet (camera, 4711, 3);
  fail_if (gst_scream_peers_forget (&peers, camera, SSRC));
  fail_unless (peers.own.address == camera);
}

GST_END_TEST;

/* Who comes next is believed for what it sends itself: one packet is nothing, and 250
 * ms of silence are enough. */
GST_START_TEST (test_latch_forgets_what_it_believed)
{
  GstClockTime took;

  start ();
  fail_unless (gst_scream_peers_forget (&peers, camera, SSRC));
  fail_unless (packet (thief, 666, 1));
  took = time_to_take (moved, 4711);
  fail_unless (took >= 240 * MS && took <= 260 * MS, "%" GST_TIME_FORMAT,
      GST_TIME_ARGS (took));
}

GST_END_TEST;

/* One that answers questions @after so long, 0: never. */
typedef struct
{
  GSocketAddress *address;
  GstClockTime after, due;
  guint32 number;
} Answerer;

static void
answer_questions (Answerer * ends, guint n)
{
  GSocketAddress *to;
  guint32 number;
  guint i;

  while ((to = gst_scream_peers_take_question (&peers, &number, now)) != NULL) {
    for (i = 0; i < n; i++) {
      if (to != ends[i].address || ends[i].after == 0 || ends[i].due != 0)
        continue;
      ends[i].due = now + ends[i].after;
      ends[i].number = number;
    }
    g_object_unref (to);
  }
  for (i = 0; i < n; i++) {
    if (ends[i].due == 0 || now < ends[i].due)
      continue;
    gst_scream_peers_answer (&peers, ends[i].address, ends[i].number, now);
    ends[i].due = 0;
  }
}

/* Two send the same stream, the first one 500 packets/s in any order and the other one 15.
 * How long after its first packet has @second the feedback?  0: not in 3 s. */
static GstClockTime
dispute_at_the_start (Answerer * ends)
{
  const GstClockTime start = now + 66 * MS, end = start + 3 * GST_SECOND;
  GRand *rand = g_rand_new_with_seed (1);
  guint ms;

  for (ms = 0; now < end && peers.own.address != ends[1].address; ms++) {
    now += MS;
    if (ms % 2 == 0)
      packet (ends[0].address, SSRC, g_rand_int_range (rand, 100, 150));
    if (now >= start && ms % 66 == 0)
      packet (ends[1].address, SSRC, 1000 + ms / 66);
    answer_questions (ends, 2);
  }
  g_rand_free (rand);
  return now < end ? now - start : 0;
}

/* The picture waits for it.  Not before three questions had their time: the first one may
 * be the sender. */
GST_START_TEST (test_latch_settles_a_dispute_at_the_start_soon)
{
  Answerer ends[2] = { {thief, 0, 0, 0}, {camera, 100 * MS, 0, 0}
  };
  GstClockTime took = dispute_at_the_start (ends);

  fail_unless (peers.own.address == camera && peers.disputed);
  fail_unless (took >= 450 * MS && took < 500 * MS, "%" GST_TIME_FORMAT,
      GST_TIME_ARGS (took));
}

GST_END_TEST;

/* Nor is it taken from a sender that is far away. */
GST_START_TEST (test_latch_waits_for_a_distant_sender_at_the_start)
{
  Answerer ends[2] = { {camera, 440 * MS, 0, 0}, {thief, MS, 0, 0}
  };

  fail_unless_equals_uint64 (dispute_at_the_start (ends), 0);
  fail_unless (peers.own.address == camera);
}

GST_END_TEST;

/* Until @end the camera sends each @frame and answers after 50 ms; the thief sends five
 * packets each second, 600 ms after the camera's, and answers at once. */
static void
run_bursts (GstClockTime frame, GstClockTime end)
{
  Answerer ends[2] = { {camera, 50 * MS, 0, 0}, {thief, MS, 0, 0}
  };
  guint ms, number = 0;

  for (ms = 0; now < T0 + end; ms++, now += MS) {
    if (ms * MS % frame == 0)
      packet (camera, SSRC, seq++);
    if (ms % 1000 >= 600 && ms % 1000 < 605)
      packet (thief, 666, (guint16) number++);
    answer_questions (ends, 2);
  }
}

/* A sender of slides loses it once, has it back, and keeps it. */
GST_START_TEST (test_latch_keeps_a_slow_sender)
{
  start ();
  run_bursts (GST_SECOND, 10 * GST_SECOND);
  fail_unless (peers.own.address == camera);
  fail_unless_equals_uint64 (peers.moves, 2);
}

GST_END_TEST;

/* It gives way to the sender that returns, and has no right to return by that. */
GST_START_TEST (test_latch_attacker_gives_way)
{
  start ();
  now += 600 * MS;
  fail_unless (time_to_take (thief, 666) > 0);
  now += GST_SECOND;
  fail_unless_equals_int (stream_from (camera, 50), 5);
  run_bursts (20 * MS, 8 * GST_SECOND);
  fail_unless (peers.own.address == camera);
}

GST_END_TEST;

/* Many that come in the pause do not take its place. */
GST_START_TEST (test_latch_attackers_in_a_pause)
{
  guint i;

  start ();
  now += 600 * MS;
  fail_unless (time_to_take (thief, 666) > 0);
  now += GST_SECOND;
  for (i = 0; i < GST_SCREAM_PEERS_OTHERS; i++) {
    GSocketAddress *from = new_address (2000 + i);

    packet (from, i, 1);
    g_object_unref (from);
  }
  run_bursts (20 * MS, 8 * GST_SECOND);
  fail_unless (peers.own.address == camera);
}

GST_END_TEST;

/* A NAT has changed the address: who has the old one now has no right to return. */
GST_START_TEST (test_latch_old_address_after_a_nat)
{
  Answerer ends[2] = { {camera, MS, 0, 0}, {moved, MS, 0, 0}
  };

  start ();
  fail_unless_equals_int (stream_from (moved, 50), 13);
  for (; now < T0 + 5 * GST_SECOND; now += 20 * MS) {
    packet (camera, 666, seq);
    packet (moved, SSRC, seq++);
    answer_questions (ends, 2);
  }
  fail_unless (peers.own.address == moved);
}

GST_END_TEST;

/* The holder is forgotten, and another is the next one: it disputes nothing with itself. */
GST_START_TEST (test_latch_forgets_for_one_that_is_known)
{
  guint i;

  start ();
  for (i = 0; i < 10; i++)
    packet (thief, 666, (guint16) i);
  fail_unless (gst_scream_peers_forget (&peers, camera, SSRC));
  for (; i < 200; i++) {
    packet (thief, 666, (guint16) i);
    now += 20 * MS;
  }
  fail_unless (peers.own.address == thief);
  fail_unless_equals_int (peers.n_others, 0);
  fail_unless_equals_uint64 (peers.refusals, 0);
}

GST_END_TEST;

static Suite *
screamlatchattack_suite (void)
{
  Suite *s = suite_create ("screamlatchattack");
  TCase *tc = tcase_create ("rules");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_loop_test (tc, test_latch_attacker_before, 0, N_ATTACKS);
  tcase_add_loop_test (tc, test_latch_old_sender_after_a_squatter, 0,
      N_ATTACKS);
  tcase_add_loop_test (tc, test_latch_attacker_during, 0, N_ATTACKS);
  tcase_add_loop_test (tc, test_latch_attacker_in_a_pause, 0, N_ATTACKS);
  tcase_add_loop_test (tc, test_latch_attacker_at_a_rebinding, 0, N_ATTACKS);
  tcase_add_test (tc, test_latch_tells_who_is_refused);
  tcase_add_test (tc, test_latch_strangers);
  tcase_add_test (tc, test_latch_takes_a_sender_started_again);
  tcase_add_test (tc, test_latch_forgets_who_plays_a_recording);
  tcase_add_test (tc, test_latch_settles_a_dispute_at_the_start_soon);
  tcase_add_test (tc, test_latch_waits_for_a_distant_sender_at_the_start);
  tcase_add_test (tc, test_latch_forgets_what_it_believed);
  tcase_add_test (tc, test_latch_keeps_a_slow_sender);
  tcase_add_test (tc, test_latch_attacker_gives_way);
  tcase_add_test (tc, test_latch_attackers_in_a_pause);
  tcase_add_test (tc, test_latch_old_address_after_a_nat);
  tcase_add_test (tc, test_latch_forgets_for_one_that_is_known);

  return s;
}

GST_CHECK_MAIN (screamlatchattack);
