/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-session-silence.c: sending without feedback
 *
 *   rate ^________                      ______
 *        |        |_____             __|
 *        |              |__       __|             each RTT with news
 *        |                 |_____|                not below the minimum
 *        +--------|-----|--|-----|--|--|--------> time
 *            overdue    |  |     news
 *               time-out   the packets since are overdue, and so on
 *
 * A policy's window bounds the bytes in flight, which are unknown once feedback is overdue.
 * Either feedback is lost and media pass: the window must not block them.  Or the path has
 * stopped: packets queue there, and delay those behind them.  The first feedback reveals
 * the cause, and the next silence is taken for the same.
 */
#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-session-private.h"

/* OURS: beyond an RTT news are overdue, as for a tail loss probe of RFC 8985 section 7.
 * Reports come each 40 ms on a live path.  At half, 95 instead of 98 % of 3 Mbit/s are used where
 * they come each 300 ms; at double what waits here freezes, 26 times a minute where 0.3 s of 2 s
 * are silent. */
#define SESSION_OVERDUE (100 * RTP_CC_MSECOND)

/* OURS: the rate stays for so many times the usual interval of news.  At 1, 87 instead of 88 % of
 * 3 Mbit/s are used where 70 % of the feedback is lost; at double, 460 instead of 420 packets are
 * sent into a path that is dead for 8 s, if reports come each 100 ms. */
#define SESSION_INTERVALS 2

/* OURS: weight of an interval that is longer than usual, and of one that is not, so that the usual
 * one is that of the longest which come again and again.  With one weight, 1/8, a link that delivers
 * each 200 ms is used by 2 instead of 95 %. */
#define SESSION_INTERVAL_RISE 0.25
/* OURS: 64 reports.  At half, 91 instead of 88 % where 70 % of the feedback is lost, but 430 packets
 * as above; at double, 89 % and 420. */
#define SESSION_INTERVAL_FALL 0.015625

static int64_t
longest_wait (const RtpCcSession * session)
{
  return rtp_cc_session_bounded_rtt (session, 0) + SESSION_OVERDUE;
}

/* Where the path stopped one packet at a time finds out: if all that is in flight was lost, the
 * receiver has nothing to report. */
RtpCcTime
rtp_cc_session_overdue (const RtpCcSession * session)
{
  if (session->waiting_since == RTP_CC_TIME_NEVER || session->rtt < 0)
    return RTP_CC_TIME_NEVER;
  return longest_wait (session) + (session->stopped ? session->last_send
      : session->waiting_since);
}

/* Of these packets; NEVER: the rate was halved for want of news of them already. */
static RtpCcTime
halving (const RtpCcSession * session)
{
  int64_t usual = (int64_t) (SESSION_INTERVALS * session->interval);

  if (session->waiting_since == RTP_CC_TIME_NEVER
      || session->halving_time > session->waiting_since)
    return RTP_CC_TIME_NEVER;
  return session->waiting_since
      + rtp_cc_session_bounded_rtt (session, SESSION_FIRST_RTT)
      + (usual > SESSION_OVERDUE ? usual : SESSION_OVERDUE);
}

RtpCcTime
rtp_cc_session_next_silence (const RtpCcSession * session)
{
  return earlier (halving (session),
      rtp_cc_session_feedback_deadline (session));
}

/* A policy that leaves control to the receiver needs no feedback. */
static void
halve (RtpCcSession * session, RtpCcTime now)
{
  session->halvings += session->config.ops->on_remb == NULL
      && !rtp_cc_session_is_blind (session)
      && session->target.media_rate > session->min_wire_rate;
  session->halving_time = now;
  rtp_cc_session_target_changed (session, now);
}

void
rtp_cc_session_check_silence (RtpCcSession * session, RtpCcTime now)
{
  if (now >= halving (session))
    halve (session, now);
  if (now < rtp_cc_session_feedback_deadline (session))
    return;

  session->feedback_timeouts++;
  /* The next packet that leaves is the next to be answered. */
  session->waiting_since = RTP_CC_TIME_NEVER;
  rtp_cc_ledger_forget (session->ledger);
  rtp_cc_ecn_path_on_feedback_timeout (&session->ecn, now);
  halve (session, now);
}

/* Was it a silence?  Then a packet that had been under way for longer than news are waited
 * for waited in the path. */
static void
judge_path (RtpCcSession * session, int64_t rtt, RtpCcTime now)
{
  int64_t longest = longest_wait (session);

  if (session->rtt >= 0 && (session->feedback_timeouts > 0
          || now - session->waiting_since > longest))
    session->stopped = rtt < 0 || rtt > longest;
}

/* The long ones: where packets come in bunches, so do news. */
static void
note_interval (RtpCcSession * session, double interval)
{
  double gain = interval > session->interval ? SESSION_INTERVAL_RISE
      : SESSION_INTERVAL_FALL;

  session->interval += gain * (interval - session->interval);
}

void
rtp_cc_session_end_silence (RtpCcSession * session, int64_t rtt, RtpCcTime now)
{
  judge_path (session, rtt, now);
  if (session->waiting_since != RTP_CC_TIME_NEVER
      && session->feedback_timeouts == 0)
    note_interval (session, (double) (now - session->waiting_since));
  session->feedback_timeouts = 0;
  /* The feedback is on packets since the last change. */
  if (session->halvings > 0 && rtt >= 0 && now - rtt >= session->halving_time) {
    session->halvings--;
    session->halving_time = now;
  }
}
