/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Key frames that a session asks for: of a stream that lost packets in its queue, and of
 * streams whose receivers want one. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-keyframes.h>

#include "sessiontest.h"

/* ---- what waits too long ---- */

/* A stream that must wait for feedback on its first frame, 'a'. */
static gint
new_stream_that_waits (void)
{
  gint stream;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  return stream;
}

GST_START_TEST (test_session_discards_and_asks_for_key_frame)
{
  gint stream = new_stream_that_waits ();
  guint32 ssrc = 0;

  enqueue (stream, 'b', A, 2, FALSE);
  enqueue (stream, 'c', A, 2, FALSE);
  now += 200 * MS;
  tick ();
  fail_unless_equals_string (dropped->str, "");
  fail_unless_equals_int64 (next_time (), now + 1);
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
  now++;
  tick ();
  fail_unless_equals_string (dropped->str, "bc");
  fail_if (enqueue (stream, 'd', A, 2, TRUE));
  fail_unless_equals_uint64 (get_stream_info (stream).frames_discarded, 1);
  fail_unless_equals_uint64 (get_stream_info (stream).packets_discarded, 3);

  fail_unless (next_time () <= now);
  fail_unless (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
          now));
  fail_unless_equals_uint64 (ssrc, A);
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
  fail_unless (next_time () > now);
  /* Nor later, unless more is discarded. */
  now += 2 * S;
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
}

GST_END_TEST;

/* A retransmission that came too late to be sent leaves nothing broken that was not. */
GST_START_TEST (test_session_needs_no_key_frame_for_repair)
{
  RtpCcSessionPacket packet = {.is_packet = TRUE,.ssrc = B,.size = 500,
    .payload_size = 480,.repair = TRUE
  };
  gint stream = new_stream_that_waits ();
  guint32 ssrc = 0;

  packet.user = GINT_TO_POINTER ((gint) 'r');
  fail_unless (rtp_cc_session_enqueue (session, stream, &packet, now));
  n_inside++;
  now += S;
  tick ();
  fail_unless_equals_string (dropped->str, "r");
  fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now));
}

GST_END_TEST;

GST_START_TEST (test_session_asks_for_key_frame_once_a_second)
{
  gint stream;
  guint n_asked = 0;
  guint32 ssrc;
  RtpCcTime last = T0 - S;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 0, TRUE);
  dequeue ();
  /* Discards all the time; the time-out opens the window now and then. */
  for (guint i = 1; i < 10000; i++) {
    now += MS;
    if (i % 20 == 0)
      enqueue (stream, 'a', A, i, TRUE);
    tick ();
    dequeue_all ();
    if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now)) {
      check (now - last >= S);
      last = now;
      n_asked++;
    }
  }
  fail_unless (n_asked >= 9 && n_asked <= 10);
}

GST_END_TEST;

/* In a stream of two SSRCs: the one that lost a frame. */
GST_START_TEST (test_session_key_frame_for_the_ssrc_that_lost)
{
  gint stream;
  guint32 ssrc = 0;

  wanted.window = 1000;
  restart ();
  stream = add_stream (1);
  enqueue (stream, 'a', A, 1, FALSE);
  enqueue (stream, 'b', A, 1, TRUE);
  enqueue_event (stream, 'x');
  enqueue (stream, 'c', B, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  now += 200 * MS + 1;
  tick ();
  fail_unless_equals_string (dropped->str, "c");
  fail_unless (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
          now));
  fail_unless_equals_uint64 (ssrc, B);
}

GST_END_TEST;

/* A bundle of two cameras and audio, of which all wait: each is asked for a key
 * frame, once a second. */
GST_START_TEST (test_session_key_frames_for_all_that_lost)
{
  static const guint32 ssrcs[] = { B, A, 77 };
  gint stream = new_stream_that_waits ();
  guint32 ssrc = 0;

  for (guint round = 0; round < 2; round++) {
    for (guint i = 0; i < G_N_ELEMENTS (ssrcs); i++)
      enqueue (stream, 'b', ssrcs[i], 2 + round, TRUE);
    now += 200 * MS + 1;
    tick ();
    if (round > 0) {
      fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
              now));
      now += 800 * MS;
    }
    for (guint i = 0; i < G_N_ELEMENTS (ssrcs); i++) {
      fail_unless (rtp_cc_session_take_key_frame_request (session, stream,
              &ssrc, now));
      fail_unless_equals_uint64 (ssrc, ssrcs[i]);
    }
    fail_if (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
            now));
  }
}

GST_END_TEST;

/* However many SSRCs somebody invents. */
GST_START_TEST (test_session_key_frames_are_bounded)
{
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;
  guint n = 0;

  memset (&frames, 0, sizeof (frames));
  for (guint i = 0; i < 1000; i++)
    rtp_cc_key_frames_want (&frames, i);
  while (rtp_cc_key_frames_take (&frames, &ssrc, now))
    fail_unless_equals_int (ssrc, n++);
  fail_unless_equals_int (n, RTP_CC_KEY_FRAME_SSRCS);
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      RTP_CC_TIME_NEVER);
  /* A new one takes the place of the first. */
  rtp_cc_key_frames_want (&frames, 5000);
  rtp_cc_key_frames_want (&frames, 1);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  fail_unless_equals_int (ssrc, 5000);
  fail_if (rtp_cc_key_frames_take (&frames, &ssrc, now));
  rtp_cc_key_frames_want_now (&frames, 1);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  fail_unless_equals_int (ssrc, 1);
}

GST_END_TEST;

/* A new SSRC takes the place of the one whose request was first, whichever place that
 * is; a request that has to wait does not delay one that may go at once, nor does the
 * SSRC that waits for longest say when the next is due. */
GST_START_TEST (test_session_key_frames_by_time)
{
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;

  memset (&frames, 0, sizeof (frames));
  for (guint i = 0; i < RTP_CC_KEY_FRAME_SSRCS; i++) {
    RtpCcTime t = now + ((i + 4) % RTP_CC_KEY_FRAME_SSRCS) * MS;

    rtp_cc_key_frames_want (&frames, i);
    fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, t));
  }
  rtp_cc_key_frames_want (&frames, 3);
  rtp_cc_key_frames_want (&frames, 11);
  /* 3 was asked for 7 ms after now, 11 15 ms after it. */
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      now + S + 7 * MS);
  rtp_cc_key_frames_want_now (&frames, 11);
  rtp_cc_key_frames_want (&frames, 11);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now + 20 * MS));
  fail_unless_equals_int (ssrc, 11);
  /* The place of 12, which was the first, and then that of 13. */
  rtp_cc_key_frames_want (&frames, 5000);
  rtp_cc_key_frames_want (&frames, 5001);
  fail_unless_equals_int (frames.ssrcs[12].ssrc, 5000);
  fail_unless_equals_int (frames.ssrcs[13].ssrc, 5001);
}

GST_END_TEST;

/* Of a receiver: the first at once, those behind it for a while at the end of
 * that, none is lost. */
GST_START_TEST (test_session_key_frames_for_receivers)
{
  static const RtpCcTime expected[] = {
    0, 300 * MS, 900 * MS, 1900 * MS, 2900 * MS, 3900 * MS, 4900 * MS
  };
  RtpCcKeyFrames frames;
  guint32 ssrc = 0;
  guint n = 0;

  memset (&frames, 0, sizeof (frames));
  /* 1000 requests a second until 4 s */
  for (RtpCcTime t = 0; t < 10 * S; t += MS) {
    if (t < 4 * S)
      rtp_cc_key_frames_want_by_peer (&frames, A);
    if (!rtp_cc_key_frames_take (&frames, &ssrc, now + t))
      continue;
    fail_unless (n < G_N_ELEMENTS (expected));
    fail_unless_equals_int64 (t, expected[n++]);
  }
  fail_unless_equals_int (n, G_N_ELEMENTS (expected));
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      RTP_CC_TIME_NEVER);
  /* and then as in the beginning */
  now += 10 * S;
  rtp_cc_key_frames_want_by_peer (&frames, A);
  fail_unless (rtp_cc_key_frames_take (&frames, &ssrc, now));
  rtp_cc_key_frames_want_by_peer (&frames, A);
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      now + 300 * MS);
}

GST_END_TEST;

/* ---- one that is on its way ---- */

#define RTT (50 * MS)

/* One is asked for at now; 100 ms later it begins to leave, when 7 packets were lost. */
static void
begin_key_frame (RtpCcKeyFrames * frames)
{
  guint32 ssrc;

  memset (frames, 0, sizeof (*frames));
  rtp_cc_key_frames_want_by_peer (frames, A);
  fail_unless (rtp_cc_key_frames_take (frames, &ssrc, now));
  /* This was before it. */
  rtp_cc_key_frames_leave (frames, A, now - 1, TRUE, 7, now + 10 * MS);
  rtp_cc_key_frames_leave (frames, A, now, FALSE, 7, now + 100 * MS);
}

static void
check_state (const RtpCcKeyFrames * frames, guint64 lost, RtpCcTime time,
    RtpCcKeyFrameState state)
{
  fail_unless_equals_int (rtp_cc_key_frames_state (frames, A, lost, RTT,
          now + time), state);
}

/* A receiver asks until it has it: what it says is half a round trip old. */
GST_START_TEST (test_session_key_frame_on_its_way)
{
  RtpCcKeyFrames frames;
  guint32 ssrc;

  memset (&frames, 0, sizeof (frames));
  check_state (&frames, 7, 0, RTP_CC_KEY_FRAME_OLD);
  rtp_cc_key_frames_want_by_peer (&frames, A);
  check_state (&frames, 7, 0, RTP_CC_KEY_FRAME_OLD);
  rtp_cc_key_frames_take (&frames, &ssrc, now);
  check_state (&frames, 7, 299 * MS, RTP_CC_KEY_FRAME_UNSEEN);
  /* The encoder makes none. */
  check_state (&frames, 7, 300 * MS, RTP_CC_KEY_FRAME_OLD);

  begin_key_frame (&frames);
  check_state (&frames, 8, 149 * MS, RTP_CC_KEY_FRAME_UNSEEN);
  check_state (&frames, 8, 150 * MS, RTP_CC_KEY_FRAME_OLD);
  check_state (&frames, 7, 1099 * MS, RTP_CC_KEY_FRAME_ON_ITS_WAY);
  check_state (&frames, 7, 1100 * MS, RTP_CC_KEY_FRAME_OLD);
  rtp_cc_key_frames_leave (&frames, A, now, TRUE, 8, now + 400 * MS);
  rtp_cc_key_frames_leave (&frames, A, now, TRUE, 8, now + 433 * MS);
  check_state (&frames, 7, 449 * MS, RTP_CC_KEY_FRAME_ON_ITS_WAY);
  check_state (&frames, 7, 450 * MS, RTP_CC_KEY_FRAME_OLD);
  fail_unless_equals_int (rtp_cc_key_frames_state (&frames, B, 7, RTT, now),
      RTP_CC_KEY_FRAME_OLD);
}

GST_END_TEST;

/* When does the next one come of a receiver that asks once at 200 ms, if packet 8 is lost
 * at @lost_at, and if the last packet leaves at 400 ms? 0: not at all. */
static RtpCcTime
ask_on_its_way (RtpCcTime lost_at)
{
  RtpCcKeyFrames frames;
  guint32 ssrc;

  begin_key_frame (&frames);
  rtp_cc_key_frames_want_if_lost (&frames, A, now + 200 * MS);
  for (RtpCcTime t = 200 * MS; t < 2 * S; t += 10 * MS) {
    if (t == 400 * MS)
      rtp_cc_key_frames_leave (&frames, A, now, TRUE, 7, now + t);
    rtp_cc_key_frames_settle (&frames, t >= lost_at ? 8 : 7, RTT, now + t);
    if (rtp_cc_key_frames_take (&frames, &ssrc, now + t))
      return t;
  }
  fail_unless_equals_int64 (rtp_cc_key_frames_next_time (&frames),
      RTP_CC_TIME_NEVER);
  return 0;
}

GST_START_TEST (test_session_key_frame_that_is_lost)
{
  fail_unless_equals_int64 (ask_on_its_way (2 * S), 0);
  fail_unless_equals_int64 (ask_on_its_way (250 * MS), 300 * MS);
  fail_unless_equals_int64 (ask_on_its_way (490 * MS), 490 * MS);
  /* Of another frame. */
  fail_unless_equals_int64 (ask_on_its_way (500 * MS), 500 * MS);
  fail_unless_equals_int64 (ask_on_its_way (510 * MS), 0);
}

GST_END_TEST;

/* Frames wait behind a key frame for longer, or they would need another. */
GST_START_TEST (test_session_key_frame_excuses)
{
  RtpCcKeyFrames frames;

  begin_key_frame (&frames);
  fail_unless_equals_int64 (rtp_cc_key_frames_excuse (&frames, now + 400 * MS),
      300 * MS);
  rtp_cc_key_frames_leave (&frames, A, now, TRUE, 7, now + 400 * MS);
  fail_unless_equals_int64 (rtp_cc_key_frames_excuse (&frames, now + S),
      300 * MS);
  fail_unless_equals_int64 (rtp_cc_key_frames_excuse (&frames, now + 1101 *
          MS), 0);
}

GST_END_TEST;

/* In a session: one of 10 packets that takes 0.3 s to leave, and a frame that came then. */
GST_START_TEST (test_session_keeps_what_waits_behind_a_key_frame)
{
  gint stream;
  guint32 ssrc;
  guint i;

  config.max_queue_delay = 200 * MS;
  wanted.media_rate = wanted.pacing_rate = (guint64) (8 * 10 * WIRE / 0.3);
  restart ();
  stream = add_stream (1);
  rtp_cc_session_want_key_frame (session, stream, A, false, now);
  fail_unless (rtp_cc_session_take_key_frame_request (session, stream, &ssrc,
          now));
  for (i = 0; i < 10; i++)
    enqueue (stream, 'k', A, 1, i == 9);
  enqueue (stream, 'f', A, 2, TRUE);
  for (i = 0; i < 400; i++) {
    now += MS;
    dequeue_all ();
    tick ();
  }
  fail_unless_equals_string (dropped->str, "");
  fail_unless_equals_int (n_inside, 0);
}

GST_END_TEST;

/* However the requests come and for how many SSRCs: in each second not more than
 * 3 for each of the SSRCs that are known, in the long run one. */
GST_START_TEST (test_session_key_frames_by_anybody)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (guint run = 0; run < 50; run++) {
    guint n_ssrcs = (guint) g_rand_int_range (rand, 1, 100), n = 0;
    guint known = MIN (n_ssrcs, RTP_CC_KEY_FRAME_SSRCS);
    gint gap = g_rand_int_range (rand, 1, 50);
    RtpCcTime t = now, end = now + 20 * S;
    RtpCcKeyFrames frames;
    guint32 ssrc;

    memset (&frames, 0, sizeof (frames));
    for (; t < end; t += g_rand_int_range (rand, 1, gap + 1) * MS) {
      rtp_cc_key_frames_want_by_peer (&frames,
          (guint32) g_rand_int_range (rand, 0, (gint) n_ssrcs));
      while (rtp_cc_key_frames_take (&frames, &ssrc, t))
        n++;
    }
    fail_unless (n >= 10 && n <= known * (20 + 3), "%u for %u", n, n_ssrcs);
  }
  g_rand_free (rand);
}

GST_END_TEST;

/* One FIR; what the session says of it, and whether a key frame is to be made. */
static gboolean
ask_by_fir (gint stream, guint32 requester, guint8 number)
{
  guint8 data[20] = { 0x84, 206, 0, 4 };
  bool other, again;
  guint32 ssrc;

  GST_WRITE_UINT32_BE (data + 4, requester);
  GST_WRITE_UINT32_BE (data + 12, A);
  data[16] = number;
  fail_unless_equals_int (rtp_cc_session_rtcp (session, data, sizeof (data),
          &other, now), RTP_CC_RTCP_OK);
  fail_unless (other);
  fail_unless (rtp_cc_session_take_fir (session, &ssrc, &again));
  fail_unless_equals_uint64 (ssrc, A);
  rtp_cc_session_want_key_frame (session, stream, ssrc, again, now);
  fail_if (rtp_cc_session_take_fir (session, &ssrc, &again));
  return rtp_cc_session_take_key_frame_request (session, stream, &ssrc, now);
}

/* A packet leaves and is acknowledged after this. */
static void
measure_rtt (gint stream, RtpCcTime rtt)
{
  enqueue (stream, 'a', A, 1, TRUE);
  fail_unless_equals_int (dequeue (), 'a');
  now += rtt;
  feed (A, (guint16) (seq[0] - 1), 1);
}

/* With a round trip of 0.4 s a key frame answers all repetitions of the next 0.8 s,
 * those of another receiver are another request; later it was lost. */
GST_START_TEST (test_session_fir_repeated)
{
  gint stream = add_stream (1);
  RtpCcTime start;

  measure_rtt (stream, 400 * MS);
  start = now;
  fail_unless (ask_by_fir (stream, 7, 1));
  for (; now < start + 800 * MS; now += 20 * MS)
    fail_if (ask_by_fir (stream, 7, 1));
  fail_unless (ask_by_fir (stream, 7, 1));

  now += 10 * S;
  fail_unless (ask_by_fir (stream, 7, 2));
  now += 300 * MS;
  fail_if (ask_by_fir (stream, 7, 2));
  fail_unless (ask_by_fir (stream, 7, 3));
  now += 10 * S;
  fail_unless (ask_by_fir (stream, 7, 4));
  now += 300 * MS;
  fail_unless (ask_by_fir (stream, 8, 4));
}

GST_END_TEST;

/* Not for SSRCs that are not ours, and not more than have a place. */
GST_START_TEST (test_session_fir_for_others)
{
  guint8 data[12 + 8 * 100] = { 0x84, 206, 0, 202 };
  gint stream = add_stream (1);
  bool other, again;
  guint32 ssrc;
  guint n = 0;

  for (guint i = 0; i < 100; i++)
    GST_WRITE_UINT32_BE (data + 12 + 8 * i, 1000 + i);
  rtp_cc_session_rtcp (session, data, sizeof (data), &other, now);
  fail_if (rtp_cc_session_take_fir (session, &ssrc, &again));
  for (guint i = 0; i < 40; i++) {
    enqueue (stream, 'a', 1000 + i, 1, TRUE);
    fail_unless_equals_int (dequeue (), 'a');
    now += MS;
  }
  rtp_cc_session_rtcp (session, data, sizeof (data), &other, now);
  while (rtp_cc_session_take_fir (session, &ssrc, &again))
    n++;
  fail_unless_equals_int (n, RTP_CC_KEY_FRAME_SSRCS);
}

GST_END_TEST;

static void
note_type (const uint8_t * data, size_t size, void *types)
{
  g_snprintf (types + strlen (types), 20, "%u/%u ", data[1], (guint) size);
}

/* What is not the session's alone, in order, up to what is no RTCP. */
GST_START_TEST (test_session_hands_over_other_rtcp)
{
  static const guint8 data[] = {
    0x8b, 205, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0,    /* CCFB on nothing */
    0x8b, 205, 0, 1, 0, 0, 0, 7,        /* and cut short, so it is refused */
    0x81, 206, 0, 2, 0, 0, 0, 7, 1, 2, 3, 4,    /* PLI */
    0x40, 201, 0, 1, 0, 0, 0, 7,        /* another version */
    0x80, 201, 0, 1, 0, 0, 0, 7,
  };
  gchar types[100] = "";
  RtpCcSessionInfo info;
  bool other;

  rtp_cc_session_walk_rtcp (session, data, sizeof (data), note_type, types,
      &other, now);
  fail_unless_equals_string (types, "205/12 206/12 ");
  fail_if (other);
  info = get_info ();
  fail_unless_equals_uint64 (info.rtcp_refused[RTP_CC_RTCP_BAD_VERSION], 1);
  fail_unless_equals_uint64 (info.rtcp_refused[RTP_CC_RTCP_TOO_SHORT], 1);
}

GST_END_TEST;

/* ---- after a pause ---- */

/* A new configuration of a stream that goes on, goes, or is gone wants no key frame. */
GST_START_TEST (test_session_only_a_return_wants_a_key_frame)
{
  RtpCcStreamConfig stream = {.priority = 1 };
  gint left = add_stream (1);
  guint32 ssrc;

  enqueue (left, 'a', A, 0, TRUE);
  dequeue ();
  for (guint i = 0; i < 4; i++) {
    now += 2 * S;
    stream.priority = 0.5;
    stream.paused = i >= 2;
    rtp_cc_session_configure_stream (session, left, &stream, now);
    fail_if (rtp_cc_session_take_key_frame_request (session, left, &ssrc, now));
  }
  stream.paused = FALSE;
  rtp_cc_session_configure_stream (session, left, &stream, now);
  fail_unless (rtp_cc_session_take_key_frame_request (session, left, &ssrc,
          now));
}

GST_END_TEST;

static Suite *
sessionkeyframes_suite (void)
{
  Suite *s = suite_create ("sessionkeyframes");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, setup, teardown);
  tcase_add_test (tc, test_session_discards_and_asks_for_key_frame);
  tcase_add_test (tc, test_session_needs_no_key_frame_for_repair);
  tcase_add_test (tc, test_session_asks_for_key_frame_once_a_second);
  tcase_add_test (tc, test_session_key_frame_for_the_ssrc_that_lost);
  tcase_add_test (tc, test_session_key_frames_for_all_that_lost);
  tcase_add_test (tc, test_session_key_frames_are_bounded);
  tcase_add_test (tc, test_session_key_frames_by_time);
  tcase_add_test (tc, test_session_key_frames_for_receivers);
  tcase_add_test (tc, test_session_key_frame_on_its_way);
  tcase_add_test (tc, test_session_key_frame_that_is_lost);
  tcase_add_test (tc, test_session_key_frame_excuses);
  tcase_add_test (tc, test_session_keeps_what_waits_behind_a_key_frame);
  tcase_add_test (tc, test_session_key_frames_by_anybody);
  tcase_add_test (tc, test_session_fir_repeated);
  tcase_add_test (tc, test_session_fir_for_others);
  tcase_add_test (tc, test_session_hands_over_other_rtcp);
  tcase_add_test (tc, test_session_only_a_return_wants_a_key_frame);

  return s;
}

GST_CHECK_MAIN (sessionkeyframes);
