/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-keyframes.c: a table of SSRCs */
#include "rtpcc-keyframes.h"

#include <stddef.h>

/* OURS: a key frame is 2 to 6 mean frames; asked for more often, key frames
 * alone would keep the queue full. */
#define KEY_FRAME_INTERVAL RTP_CC_SECOND

static RtpCcKeyFrameSsrc *
find (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    if (frames->ssrcs[i].ssrc == ssrc)
      return &frames->ssrcs[i];
  }
  return NULL;
}

/* A new one takes the place of one that wants nothing, of these the one whose
 * request was first.  NULL: all want something. */
static RtpCcKeyFrameSsrc *
make_place (RtpCcKeyFrames * frames)
{
  RtpCcKeyFrameSsrc *found = NULL;

  if (frames->n_ssrcs < RTP_CC_KEY_FRAME_SSRCS)
    return &frames->ssrcs[frames->n_ssrcs++];
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    RtpCcKeyFrameSsrc *s = &frames->ssrcs[i];

    if (!s->wanted && (found == NULL || s->earliest < found->earliest))
      found = s;
  }
  return found;
}

static RtpCcKeyFrameSsrc *
want (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = find (frames, ssrc);

  if (s == NULL) {
    s = make_place (frames);
    if (s == NULL)
      return NULL;
    s->ssrc = ssrc;
    s->earliest = 0;
  }
  s->wanted = true;
  return s;
}

void
rtp_cc_key_frames_want (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  want (frames, ssrc);
}

void
rtp_cc_key_frames_want_now (RtpCcKeyFrames * frames, uint32_t ssrc)
{
  RtpCcKeyFrameSsrc *s = want (frames, ssrc);

  if (s != NULL)
    s->earliest = 0;
}

RtpCcTime
rtp_cc_key_frames_next_time (const RtpCcKeyFrames * frames)
{
  RtpCcTime next = RTP_CC_TIME_NEVER;

  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    if (frames->ssrcs[i].wanted && frames->ssrcs[i].earliest < next)
      next = frames->ssrcs[i].earliest;
  }
  return next;
}

bool
rtp_cc_key_frames_take (RtpCcKeyFrames * frames, uint32_t * ssrc, RtpCcTime now)
{
  for (unsigned i = 0; i < frames->n_ssrcs; i++) {
    RtpCcKeyFrameSsrc *s = &frames->ssrcs[i];

    if (!s->wanted || now < s->earliest)
      continue;
    s->wanted = false;
    s->earliest = now + KEY_FRAME_INTERVAL;
    *ssrc = s->ssrc;
    return true;
  }
  return false;
}
