/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-keyframes.c: key frame requests of each SSRC, and their limits */
#include "rtpcc-keyframes.h"

#include <stddef.h>

/* OURS: a key frame is 2 to 6 mean frames; asked for more often, key frames
 * alone would keep the queue full. */
#define KEY_FRAME_INTERVAL RTP_CC_SECOND

/* RFC 5104 section 4.3.1.2 wants one as soon as possible, within what congestion
 * control allows.  OURS: of two requests in a row the second is for a key frame
 * that was lost itself, so it waits for the round trip of most paths only, and
 * each one behind it twice as long, up to KEY_FRAME_INTERVAL.  At half, a flood
 * gets one more at its beginning; at double, who lost a key frame has no picture
 * for 0.6 s. */
#define PEER_PAUSE (300 * RTP_CC_MSECOND)

/* OURS: so long after a round trip it is known what became of a key frame: the time between
 * two reports and that in which packets may change places.  Half has no report in it at 30
 * frames a second; with double, another one comes later if it is lost. */
#define VERDICT (50 * RTP_CC_MSECOND)

static RtpCcKeyFrameSsrc *
find (const RtpCcKeyFrames * frames, uint32_t ssrc)
{
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    if (frames->ssrcs[i].ssrc == ssrc)
      return (RtpCcKeyFrameSsrc *) & frames->ssrcs[i];
  }
  return NULL;
}

/* A new one replaces one without a request, the oldest of these. NULL: all have
 * requests. */
static RtpCcKeyFrameSsrc *
make_place (RtpCcKeyFrames * frames)
{
  RtpCcKeyFrameSsrc *found = NULL;

  if (frames->n_ssrcs < RTP_CC_KEY_FRAME_SSRCS)
    return &frames->ssrcs[frames->n_ssrcs++];
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    RtpCcKeyFrameSsrc *s = &frames->ssrcs[i];

    if (!s->wanted && (found == NULL || s->own_from < found->own_from))
      found = s;
  }
  return found;
}

/* NULL: no place. Requests are limited by place, so that many SSRCs do not get more. */
static RtpCcKeyFrameSsrc *
find_or_make (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  if (s == NULL) {
    s = make_place (frames);
    if (s == NULL)
      return NULL;
    s->ssrc = ssrc;
    s->made = false;
    s->own_from = 0;
  }
  return s;
}

static void
want (RtpCcKeyFrameSsrc * s, RtpCcTime due)
{
  if (!s->wanted || s->doubtful || due < s->due)
    s->due = due;
  s->wanted = true;
  s->doubtful = false;
}

void
rtp_cc_key_frames_want (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = find_or_make (frames, ssrc);

  if (s != NULL)
    want (s, s->own_from);
}

/* As long as it takes to leave, while frames may wait that came meanwhile. */
int64_t
rtp_cc_key_frames_excuse (const RtpCcKeyFrames * frames, RtpCcTime now)
{
  int64_t most = 0;

  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    const RtpCcKeyFrameSsrc *s = &frames->ssrcs[i];
    int64_t takes;

    if (!s->made || !s->leaves || now - s->leaves_at > KEY_FRAME_INTERVAL)
      continue;
    takes = (s->left ? s->left_at : now) - s->leaves_at;
    most = takes > most ? takes : most;
  }
  return most;
}

void
rtp_cc_key_frames_want_by_peer (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = find_or_make (frames, ssrc);

  if (s != NULL)
    want (s, s->peer_from);
}

/* What is made is queued later than it was asked for; it ends with its marker. */
void
rtp_cc_key_frames_leave (RtpCcKeyFrames * frames, uint32_t ssrc,
    RtpCcTime queued, bool is_last, uint64_t lost, RtpCcTime now)
{
  RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  if (s == NULL || !s->made || s->left || queued < s->made_at)
    return;
  if (!s->leaves) {
    s->leaves = true;
    s->leaves_at = now;
    s->lost = lost;
  }
  s->left = is_last;
  s->left_at = now;
}

static RtpCcKeyFrameState
state_of (const RtpCcKeyFrameSsrc * s, uint64_t lost, int64_t rtt,
    RtpCcTime now)
{
  RtpCcTime end = s->left ? s->left_at + rtt : s->leaves_at
      + KEY_FRAME_INTERVAL;

  if (!s->made)
    return RTP_CC_KEY_FRAME_OLD;
  if (!s->leaves)
    return now - s->made_at < PEER_PAUSE ? RTP_CC_KEY_FRAME_UNSEEN
        : RTP_CC_KEY_FRAME_OLD;
  if (now - s->leaves_at < rtt)
    return RTP_CC_KEY_FRAME_UNSEEN;
  return lost == s->lost && now < end ? RTP_CC_KEY_FRAME_ON_ITS_WAY
      : RTP_CC_KEY_FRAME_OLD;
}

RtpCcKeyFrameState
rtp_cc_key_frames_state (const RtpCcKeyFrames * frames, uint32_t ssrc,
    uint64_t lost, int64_t rtt, RtpCcTime now)
{
  const RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  return s != NULL ? state_of (s, lost, rtt, now) : RTP_CC_KEY_FRAME_OLD;
}

void
rtp_cc_key_frames_want_if_lost (RtpCcKeyFrames * frames, uint32_t ssrc,
    RtpCcTime now)
{
  RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  if (s == NULL || s->wanted)
    return;
  want (s, now + VERDICT);
  s->doubtful = true;
}

/* Reports on its end come a round trip after it has left. */
static void
settle (RtpCcKeyFrameSsrc * s, uint64_t lost, int64_t rtt, RtpCcTime now)
{
  if (lost != s->lost) {
    s->doubtful = false;
    s->due = s->peer_from;
  } else if (s->left ? now - s->left_at >= rtt + VERDICT
      : now - s->leaves_at >= KEY_FRAME_INTERVAL) {
    s->doubtful = s->wanted = false;
  } else if (s->due <= now) {
    s->due = now + VERDICT;
  }
}

void
rtp_cc_key_frames_settle (RtpCcKeyFrames * frames, uint64_t lost, int64_t rtt,
    RtpCcTime now)
{
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    if (frames->ssrcs[i].wanted && frames->ssrcs[i].doubtful)
      settle (&frames->ssrcs[i], lost, rtt, now);
  }
}

void
rtp_cc_key_frames_want_again (RtpCcKeyFrames * frames, uint32_t ssrc,
    int64_t answered, RtpCcTime now)
{
  const RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  if (s != NULL && s->made && now - s->made_at < answered)
    return;
  rtp_cc_key_frames_want_by_peer (frames, ssrc);
}

void
rtp_cc_key_frames_want_now (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = find_or_make (frames, ssrc);

  if (s != NULL)
    want (s, 0);
}

/* After a quiet time a receiver need not wait. */
static RtpCcTime
next_pause (const RtpCcKeyFrameSsrc * s, RtpCcTime now)
{
  if (s->peer_pause == 0 || now >= s->peer_from + KEY_FRAME_INTERVAL)
    return PEER_PAUSE;
  return s->peer_pause * 2 < KEY_FRAME_INTERVAL ? s->peer_pause * 2
      : KEY_FRAME_INTERVAL;
}

RtpCcTime
rtp_cc_key_frames_next_time (const RtpCcKeyFrames * frames)
{
  RtpCcTime next = RTP_CC_TIME_NEVER;

  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    if (frames->ssrcs[i].wanted && frames->ssrcs[i].due < next)
      next = frames->ssrcs[i].due;
  }
  return next;
}

bool
rtp_cc_key_frames_take (RtpCcKeyFrames * frames, uint32_t * ssrc, RtpCcTime now)
{
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    RtpCcKeyFrameSsrc *s = &frames->ssrcs[i];

    if (!s->wanted || now < s->due)
      continue;
    s->wanted = s->doubtful = false;
    s->made = true;
    s->made_at = now;
    s->leaves = s->left = false;
    s->own_from = now + KEY_FRAME_INTERVAL;
    s->peer_pause = next_pause (s, now);
    s->peer_from = now + s->peer_pause;
    *ssrc = s->ssrc;
    return true;
  }
  return false;
}
