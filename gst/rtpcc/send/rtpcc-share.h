/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-share.h: one rate over several streams, by priority */
#ifndef RTPCC_SHARE_H
#define RTPCC_SHARE_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  double priority;              /* > 0; shares are in proportion */
  uint64_t min_rate, max_rate;  /* bit/s */
  uint64_t preferred_rate;      /* bit/s, the others come first; 0: max_rate */
  bool active;                  /* an inactive stream gets nothing */
  uint64_t rate;                /* the answer, bit/s */
} RtpCcShare;

/* Splits @rate over the active streams in proportion to their priorities;
 * what a stream cannot use above its maximum goes to the others, and so does
 * what is of little use to it, until all have what is useful to them.  Each
 * active stream gets at least its minimum, also when the sum then exceeds
 * @rate. */
void rtp_cc_share (uint64_t rate, RtpCcShare * streams, size_t n_streams);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_SHARE_H */
