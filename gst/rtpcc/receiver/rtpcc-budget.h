/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-budget.h: how many bytes may go back for those that came
 *
 * A datagram may bear the address of somebody else, who gets the answer.  So
 * what goes back is less than what came.  For any times s < t, in bytes on the
 * wire,
 *
 *   out (0, t) <= in (0, t)
 *   out (s, t) <= in (s, t) / 2 + KEPT + FREE * (t - s)
 *
 * where 0 is the time when the address became the one that is answered.
 */
#ifndef RTPCC_BUDGET_H
#define RTPCC_BUDGET_H

#include "gst/rtpcc/rtpcc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OURS: bytes that are kept for later.  The longest gap in the numbers, 4096, is
 * 8.6 kB in seven packets and goes at once.  At half it waits for media, at
 * double a flood that has ended is answered for longer. */
#define RTP_CC_BUDGET_KEPT 10000

/* OURS: bytes a second beside the half, 50 kbit/s.  Feedback on eight audio
 * streams of 20 small packets a second is 0.75 of what comes, 15 kB/s each
 * 40 ms.  At half it comes each 55 ms, at double more of a flood comes back. */
#define RTP_CC_BUDGET_FREE 6250

typedef struct
{
  double earned;                /* bytes that came, less those that went */
  double share;                 /* bytes of the half and of FREE */
  RtpCcTime updated;
} RtpCcBudget;

void rtp_cc_budget_init (RtpCcBudget * budget, RtpCcTime now);
/* @bytes have come. */
void rtp_cc_budget_earn (RtpCcBudget * budget, uint64_t bytes, RtpCcTime now);
/* May @bytes go, without what time has brought since the last call? */
static inline bool
rtp_cc_budget_has (const RtpCcBudget * budget, int64_t bytes)
{
  return (double) bytes <= budget->earned && (double) bytes <= budget->share;
}

/* Bytes that may go now. */
uint64_t rtp_cc_budget_left (RtpCcBudget * budget, RtpCcTime now);
/* @bytes go, no more than are left. */
void rtp_cc_budget_spend (RtpCcBudget * budget, uint64_t bytes, RtpCcTime now);
/* From when on @bytes may go; NEVER: not before more has come. */
RtpCcTime rtp_cc_budget_time (const RtpCcBudget * budget, uint64_t bytes);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_BUDGET_H */
