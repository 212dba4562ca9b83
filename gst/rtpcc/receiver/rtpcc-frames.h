/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-frames.h: frame statistics at the receiver
 *
 * Frame rate, freezes, and undecodable frames, as the viewer sees them.  The presentation
 * time identifies a frame.  Plain data of a fixed size.
 */
#ifndef RTPCC_FRAMES_H
#define RTPCC_FRAMES_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: as in W3C webrtc-stats, freezeCount, the mean is over so many frames. */
#define RTP_CC_FRAMES_RECENT 30
/* OURS: frames that came and are not shown yet.  Decoders keep up to 16; at half,
 * those of threads would count as not decodable. */
#define RTP_CC_FRAMES_PENDING 32

/* Begins as zeros. */
typedef struct
{
  uint64_t shown, undecodable;        /* frames */
  uint64_t freezes;
  RtpCcTime freeze_time;      /* ns, of all freezes */

  RtpCcTime last;             /* when a frame was shown; valid if shown > 0 */
  RtpCcTime last_pts;         /* of it */
  double sum, squares;        /* s, s^2: intervals, that fade */
  RtpCcTime recent[RTP_CC_FRAMES_RECENT];     /* ns, intervals */
  unsigned n_recent, next_recent;

  RtpCcTime pending[RTP_CC_FRAMES_PENDING];   /* PTS, in the order of coming */
  unsigned n_pending;
} RtpCcFrames;

/* A packet of the frame with time @pts came. */
void rtp_cc_frames_came (RtpCcFrames * frames, RtpCcTime pts);

/* The frame with time @pts, or a part of it, is shown at @now.  Those that came before
 * it and were not shown could not be decoded. */
void rtp_cc_frames_show (RtpCcFrames * frames, RtpCcTime pts, RtpCcTime now);

/* Harmonic frame rate of about the last 10 s, frames a second: the reciprocal of the mean
 * interval that a moment falls into.  0: not known yet.  Frames that come in pairs count
 * for less than those that come evenly. */
double rtp_cc_frames_rate (const RtpCcFrames * frames);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_FRAMES_H */
