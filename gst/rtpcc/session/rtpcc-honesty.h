/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-honesty.h: does feedback acknowledge what cannot have been received?
 *
 * Who says "all received" gets all the rate there is, whatever the network
 * drops.  RFC 9000 section 21.4 has the defence: numbers that never leave, which
 * only a liar acknowledges.  Here it is decided when such a trap is set, what
 * lies prove, and which rate is left for a liar.  Setting a trap and
 * watching it is for others:
 *
 *   TWCC   a transport-wide number is left out; nobody misses it
 *   CCFB   a packet is held back while those behind it leave, until the feedback
 *          on them has come; sequence numbers may have no holes
 */
#ifndef RTPCC_HONESTY_H
#define RTPCC_HONESTY_H

#include "gst/rtpcc/rtpcc-types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  uint64_t key;                 /* 0: no traps are set */
  uint64_t drawn;               /* random numbers */
  RtpCcHonestyStats stats;
  unsigned suspicion;
  bool dishonest;
  RtpCcTime until;              /* when the limit changes; NEVER: not at all */
  int64_t penalty;              /* ns, the next time */
  int doublings;                /* of the limit, since it was dishonest; < 0: there
                                 * is none */

  unsigned packets;             /* until a number is left out */
  RtpCcTime next_hold, last_hold, next_look;
  bool hold_due;
  unsigned voids;               /* in a row: told nothing */
  double hold_rate;             /* bit/s sent when the last was held */
  double proven;                /* bit/s, at which the truth was told */
} RtpCcHonesty;

/* @seed 0: no traps.  @rate: what may be sent without proof, bit/s. */
void rtp_cc_honesty_init (RtpCcHonesty * honesty, uint64_t seed, double rate,
    RtpCcTime now);
/* A number below @n. */
uint64_t rtp_cc_honesty_random (RtpCcHonesty * honesty, uint64_t n);

/* Ask once for each packet: is a number to be left out before it? */
bool rtp_cc_honesty_skips (RtpCcHonesty * honesty);

/* Is it time to look at the rate at which is sent? */
bool rtp_cc_honesty_looks (RtpCcHonesty * honesty, RtpCcTime now);
/* Sets hold_due if at this @rate a packet is to be held back. */
void rtp_cc_honesty_look (RtpCcHonesty * honesty, double rate, RtpCcTime now);
/* One is. */
void rtp_cc_honesty_held (RtpCcHonesty * honesty, RtpCcTime now);
/* It was let go before feedback could tell anything. */
void rtp_cc_honesty_void (RtpCcHonesty * honesty, RtpCcTime now);

/* What a feedback packet said, of numbers left out and of others that never
 * left.  True: the limit has changed.  @revoked: truths that had been told, of
 * which the lies are the contrary, as if there were two who speak. */
bool rtp_cc_honesty_on_numbers (RtpCcHonesty * honesty, unsigned truths,
    unsigned lies, unsigned revoked, RtpCcTime now);
bool rtp_cc_honesty_on_packets (RtpCcHonesty * honesty, unsigned truths,
    unsigned lies, RtpCcTime now);

/* When the limit changes by itself; NEVER: it does not. */
static inline RtpCcTime
rtp_cc_honesty_next_time (const RtpCcHonesty * honesty)
{
  return honesty->until;
}

/* True: it has. */
bool rtp_cc_honesty_tick (RtpCcHonesty * honesty, RtpCcTime now);
/* bit/s that may be asked for, of @min to @max. */
uint64_t rtp_cc_honesty_limit (const RtpCcHonesty * honesty, uint64_t min,
    uint64_t max);

#ifdef __cplusplus
}
#endif
#endif /* RTPCC_HONESTY_H */
