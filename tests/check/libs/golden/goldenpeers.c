/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a session thinks of its peers and of the path: ECN, key frames.  The
 * answers are as recorded. */
#include <string.h>
#include <gst/rtpcc/session/rtpcc-ecn-path.h>
#include <gst/rtpcc/session/rtpcc-keyframes.h>

#include "golden.h"

#define T0 (G_GINT64_CONSTANT (987654321987))
#define MS RTP_CC_MSECOND
#define RUNS 6

static guint64 seed;
static RtpCcTime now;

static guint
below (guint n)
{
  return golden_random (&seed, n);
}

static void
pass (guint ms)
{
  now += (gint64) (below (60) == 0 ? 100 : below (4)) * ms * MS;
}

/* ---- ECN ---- */

static RtpCcEcnPath path;
static RtpCcReport reports[30];
static guint64 next_id;

static void
start_ecn (guint run)
{
  rtp_cc_ecn_path_init (&path,
      run % 3 == 2 ? RTP_CC_ECN_ECT_0 : RTP_CC_ECN_ECT_1, now);
  next_id = 0;
}

/* What the path does with ECN changes with time. */
static RtpCcEcn
on_the_way (RtpCcEcn ecn, guint mood, gint64 queue, RtpCcFate * fate)
{
  if (mood == 1 || ecn == RTP_CC_ECN_NOT_ECT)
    return below (500) == 0 ? RTP_CC_ECN_CE : RTP_CC_ECN_NOT_ECT;
  if (mood == 2 && below (3) == 0)
    *fate = RTP_CC_FATE_LOST;
  if (mood == 3)
    return ecn == RTP_CC_ECN_ECT_1 ? RTP_CC_ECN_ECT_0 : RTP_CC_ECN_ECT_1;
  if (mood == 4)                /* as CoDel: seldom, and behind long queues */
    return queue > 20 * MS && below (15) == 0 ? RTP_CC_ECN_CE : ecn;
  if (mood == 5)                /* L4S */
    return queue > MS && below (2) == 0 ? RTP_CC_ECN_CE : ecn;
  return ecn;
}

static void
step_ecn (guint run)
{
  guint mood = (guint) ((now - T0) / (11 * RTP_CC_SECOND) + run) % 6;
  guint n = 1 + below (30);
  RtpCcFeedback f = { 0 };

  for (guint i = 0; i < n; i++) {
    RtpCcReport *r = &reports[i];
    gint64 queue = (gint64) (next_id / 50 % 10) * 5 * MS;

    memset (r, 0, sizeof (*r));
    r->packet.id = next_id++;
    r->packet.size = 1250;
    r->packet.sent = now - 50 * MS + (gint64) i *MS;
    r->packet.ecn = rtp_cc_ecn_path_mark (&path, run % 3 == 2 ? RTP_CC_ECN_ECT_0
        : RTP_CC_ECN_ECT_1, now);
    golden_put ("mark", r->packet.ecn);
    r->fate = below (100) == 0 ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED;
    r->ecn = on_the_way (r->packet.ecn, mood, queue, &r->fate);
    r->arrival = r->fate == RTP_CC_FATE_LOST ? RTP_CC_TIME_NEVER
        : r->packet.sent + 20 * MS + queue;
  }
  f.reports = reports;
  f.n_reports = n;
  f.rtt = 50 * MS;
  rtp_cc_ecn_path_on_feedback (&path, &f, now);
  if (below (150) == 0)
    rtp_cc_ecn_path_on_feedback_timeout (&path, now);
  golden_put ("state", path.info.state);
  golden_put ("failure", path.info.failure);
  golden_put ("classic", rtp_cc_ecn_path_is_classic (&path));
  golden_put ("counts", (gdouble) (path.info.changes + 3 * path.info.bleached
          + 5 * path.info.rewritten + 7 * path.info.ce_on_not_ect));
  golden_put ("sent", (gdouble) (path.info.sent[0] + 3 * path.info.sent[1]
          + 5 * path.info.sent[2]));
  now += 50 * MS;
}

/* ---- key frames ---- */

static RtpCcKeyFrames frames;

static void
start_frames (guint run)
{
  memset (&frames, 0, sizeof (frames));
}

static void
step_frames (guint run)
{
  guint32 ssrc = 1 + below (run < 3 ? 3 : 30), taken = 0;

  switch (below (run % 3 == 0 ? 6 : 20)) {
    case 0:
      rtp_cc_key_frames_want (&frames, ssrc);
      break;
    case 1:
      rtp_cc_key_frames_want_by_peer (&frames, ssrc);
      break;
    case 2:
      rtp_cc_key_frames_want_again (&frames, ssrc,
          100 * (gint64) below (5) * MS, now);
      break;
    case 3:
      if (below (20) == 0)
        rtp_cc_key_frames_want_now (&frames, ssrc);
      break;
    default:
      break;
  }
  golden_put_time ("next", rtp_cc_key_frames_next_time (&frames), 0);
  while (rtp_cc_key_frames_take (&frames, &taken, now))
    golden_put ("taken", taken);
  /* Exactly when the next may be asked for, and just before. */
  if (below (3) == 0 && rtp_cc_key_frames_next_time (&frames) > now
      && rtp_cc_key_frames_next_time (&frames) != RTP_CC_TIME_NEVER)
    now = rtp_cc_key_frames_next_time (&frames) - below (2);
  else
    pass (100);
}

static const struct
{
  const char *name;
  guint steps;
  void (*start) (guint run);
  void (*step) (guint run);
} parts[] = {
  {"ecn", 6000, start_ecn, step_ecn},
  {"key-frames", 4000, start_frames, step_frames},
};

GST_START_TEST (test_peers)
{
  golden_open ("peers");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    for (guint run = 0; run < RUNS; run++) {
      gchar *name = g_strdup_printf ("%s/%u", parts[i].name, run);

      seed = 10 * (i + 1) + run;
      now = T0;
      parts[i].start (run);
      golden_begin (name, (int) parts[i].steps);
      for (guint step = 0; step < parts[i].steps; step++) {
        parts[i].step (run);
        golden_step ();
      }
      golden_end ();
      g_free (name);
    }
  }
  golden_close ();
}

GST_END_TEST;

static Suite *
goldenpeers_suite (void)
{
  Suite *s = suite_create ("goldenpeers");
  TCase *tc = tcase_create ("general");

  tcase_add_test (tc, test_peers);
  suite_add_tcase (s, tc);
  return s;
}

GST_CHECK_MAIN (goldenpeers);
