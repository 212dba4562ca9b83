/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-keyframes.h: pending key frame requests of a stream
 *
 * A stream may carry several SSRCs, as of a bundled transport; each has a decoder
 * of its own.
 */
#ifndef RTPCC_KEYFRAMES_H
#define RTPCC_KEYFRAMES_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: more than a transport has in practice; what is above has to wait until
 * its receiver asks. */
#define RTP_CC_KEY_FRAME_SSRCS 16

typedef struct
{
  uint32_t ssrc;
  bool wanted;
  RtpCcTime due;                /* of what is wanted */
  bool doubtful;                /* not if the last one comes whole */
  bool made;                    /* one was asked for, at made_at */
  RtpCcTime made_at;
  bool leaves, left;            /* its first packet has left, and all of it */
  RtpCcTime leaves_at, left_at;
  uint64_t lost;                /* packets that were lost when its first one left */
  RtpCcTime own_from;           /* the next for frames that we discarded */
  RtpCcTime peer_from;          /* the next that a receiver asks for */
  RtpCcTime peer_pause;         /* behind the last one until then */
} RtpCcKeyFrameSsrc;

/* Begins as zeros. */
typedef struct
{
  RtpCcKeyFrameSsrc ssrcs[RTP_CC_KEY_FRAME_SSRCS];
  unsigned n_ssrcs;
} RtpCcKeyFrames;

/* @ssrc has lost frames. */
void rtp_cc_key_frames_want (RtpCcKeyFrames * frames, uint32_t ssrc);

/* ns: so much older may frames become, because they wait behind a key frame. */
int64_t rtp_cc_key_frames_excuse (const RtpCcKeyFrames * frames, RtpCcTime now);

/* A receiver says that it needs one of @ssrc: at once if there was none for a
 * while, else one for all that ask meanwhile. Anybody may say so, and often. */
void rtp_cc_key_frames_want_by_peer (RtpCcKeyFrames * frames, uint32_t ssrc);

/* A packet of @ssrc leaves, which was @queued then; @is_last: it ends a frame.  @lost:
 * packets that are known to be lost, of whatever stream. */
void rtp_cc_key_frames_leave (RtpCcKeyFrames * frames, uint32_t ssrc,
    RtpCcTime queued, bool is_last, uint64_t lost, RtpCcTime now);

/* What the key frame that was asked for last is to a receiver that asks now.  What it says
 * is as old as half of @rtt. */
typedef enum
{
  RTP_CC_KEY_FRAME_OLD,         /* it has seen all of it, or there is none */
  RTP_CC_KEY_FRAME_UNSEEN,      /* it has seen nothing of it: that is the answer */
  RTP_CC_KEY_FRAME_ON_ITS_WAY   /* it has not seen all of it, or a part is lost */
} RtpCcKeyFrameState;

RtpCcKeyFrameState rtp_cc_key_frames_state (const RtpCcKeyFrames * frames,
    uint32_t ssrc, uint64_t lost, int64_t rtt, RtpCcTime now);

/* A receiver asks while one is on its way: it needs another if that loses a packet. */
void rtp_cc_key_frames_want_if_lost (RtpCcKeyFrames * frames, uint32_t ssrc,
    RtpCcTime now);
/* Decides what can be decided of these; before rtp_cc_key_frames_take(). */
void rtp_cc_key_frames_settle (RtpCcKeyFrames * frames, uint64_t lost,
    int64_t rtt, RtpCcTime now);

/* The same, but it is a request that was heard before: what was made since so many
 * ns is the answer to it. */
void rtp_cc_key_frames_want_again (RtpCcKeyFrames * frames, uint32_t ssrc,
    int64_t answered, RtpCcTime now);

/* @ssrc begins anew, however long ago the last request was. */
void rtp_cc_key_frames_want_now (RtpCcKeyFrames * frames, uint32_t ssrc);

/* When the next may be asked for; NEVER: none is wanted. */
RtpCcTime rtp_cc_key_frames_next_time (const RtpCcKeyFrames * frames);

/* True: one is to be asked for of @ssrc, which counts as done. */
bool rtp_cc_key_frames_take (RtpCcKeyFrames * frames, uint32_t * ssrc,
    RtpCcTime now);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_KEYFRAMES_H */
