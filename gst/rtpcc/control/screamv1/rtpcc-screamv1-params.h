/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-screamv1-params.h: every constant of SCReAM v1, with its source
 *
 * Names are those of RFC 8298 where it has one.  Departures are explained in
 * docs/research/deviations.md.
 */
#ifndef RTPCC_SCREAMV1_PARAMS_H
#define RTPCC_SCREAMV1_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

/* RFC 8298 section 4.1.1.1: s, smallest and first delay target; the
 * queue-delay-target property sets another */
#define QDELAY_TARGET_LO 0.1

/* RFC 8298 section 4.1.1.1: s, largest delay target */
#define QDELAY_TARGET_HI 0.4

/* RFC 8298 section 4.1.1.1: EWMA of qdelay_fraction_avg */
#define QDELAY_WEIGHT 0.1

/* RFC 8298 section 4.1.1.1: trend that ends fast increase */
#define QDELAY_TREND_TH 0.2

/* RFC 8298 section 4.1.1.1: trend below which fast increase may resume */
#define QDELAY_TREND_LO 0.2

/* RFC 8298 section 4.1.1.1: for so long */
#define T_RESUME_FAST_INCREASE (5 * RTP_CC_SECOND)

/* RFC 8298 section 4.1.1.1: bytes */
#define MIN_CWND 3000.0

/* RFC 8298 section 4.1.1.1 */
#define MAX_BYTES_IN_FLIGHT_HEAD_ROOM 1.1

/* RFC 8298 section 4.1.1.1 */
#define GAIN 1.0

/* RFC 8298 section 4.1.1.1: of the window */
#define BETA_LOSS 0.8

/* RFC 8298 section 4.1.1.1: of the window and of the rate */
#define BETA_ECN 0.9

/* RFC 8298 section 4.1.1.1: of the rate */
#define BETA_R 0.9

/* RFC 8298 section 4.1.1.1: bytes */
#define MSS 1000.0

/* RFC 8298 section 4.1.1.1 */
#define RATE_ADJUST_INTERVAL (200 * RTP_CC_MSECOND)

/* RFC 8298 section 4.1.1.1: bit/s in a second */
#define RAMP_UP_SPEED 200000.0

/* RFC 8298 section 4.1.3: ... and this part of the target at most */
#define RAMP_UP_PART 0.5

/* RFC 8298 section 4.1.1.1: 0.1 for H.264 and VP8 */
#define PRE_CONGESTION_GUARD 0.1

/* RFC 8298 section 4.1.1.1: 1 for H.264 and VP8 */
#define TX_QUEUE_SIZE_FACTOR 1.0

/* RFC 8298 section 4.1.1.1: s */
#define RTP_QDELAY_TH 0.02

/* RFC 8298 section 4.1.1.1 */
#define TARGET_RATE_SCALE_RTP_QDELAY 0.95

/* RFC 8298 section 4.1.1.1: bit/s */
#define RATE_PACE_MIN 50000.0

/* RFC 8298 section 4.1.2.2: the qdelay trend takes a sample each 50 ms.  OURS:
 * the target of section 4.1.2.3 too, which has no figure there; its 200
 * samples are then 10 s. */
#define QDELAY_SAMPLE_INTERVAL (50 * RTP_CC_MSECOND)

/* OURS: the last sample is repeated while feedback is sparse, but not for
 * longer than 0.4 s, the longest interval of feedback in RFC 8298 section
 * 4.2.1: what lies farther back says nothing about now. */
#define QDELAY_SAMPLE_REPEATS 8

/* RFC 8298 section 4.1.1.2: samples of the trend */
#define QDELAY_FRACTION_HIST 20

/* OURS: sum of squares below which a history is constant.  Rounding leaves
 * 1e-30, one step of RFC 8888's clock 1e-8 at a delay target of 10 s; half or
 * double makes no difference. */
#define QDELAY_VARIATION_MIN 1e-9

/* RFC 8298 section 4.1.2.2: memory of the largest trend */
#define QDELAY_TREND_MEMORY 0.99

/* RFC 8298 section 4.1.2.3: samples of the variance.  (Section 4.1.1.2 has
 * room for 100 only.) */
#define QDELAY_NORM_HIST 200

/* RFC 8298 section 4.1.2.3: samples of the average */
#define QDELAY_NORM_AVERAGE 50

/* RFC 8298 section 4.1.2.3: a variance below it is calm */
#define QDELAY_NORM_VAR_TH 0.2

/* RFC 8298 section 4.1.2.3: more losses than a link of its own has */
#define LOSS_EVENT_RATE_TH 0.002

/* RFC 8298 section 4.1.2.3: target by what was measured, with losses */
#define QDELAY_TARGET_LOSS_FACTOR 1.5

/* RFC 8298 section 4.1.2.3: quick and slow return of the target */
#define QDELAY_TARGET_FAST_DOWN 0.5

/* RFC 8298 section 4.1.2.3 */
#define QDELAY_TARGET_SLOW_DOWN 0.9

/* OURS: RFC 8298 section 4.1.1.2 wants the part of the RTTs with a loss, no
 * filter.  A step in an RTT: one loss counts for 160 RTTs, 16 s at 100 ms.  At
 * half it counts for 180, at double for 150. */
#define LOSS_EVENT_RATE_G 0.01

/* RFC 6298 section 2: EWMA of the RTT */
#define S_RTT_G 0.125

/* OURS: RFC 8298 divides by s_rtt.  The clock of RFC 8888 section 3.1 has
 * steps of 1/1024 s; anything below half of it reads as 0 or 1 ms by chance,
 * a double would slow the pacing on a LAN. */
#define S_RTT_MIN (1 * RTP_CC_MSECOND)

/* RFC 8298 section 4.1.2.2: part of the window that must be used for growth in
 * fast increase, as its inverse */
#define USED_FAST_INCREASE 1.5

/* RFC 8298 section 4.1.2.2: the same otherwise */
#define USED 1.25

/* OURS: RFC 8298 section 4.1.2.2 has no lower bound for the decrease, and one
 * feedback after a stall could take the whole window.  A quarter, as common
 * practice; at half an empty queue takes twice as long after a drop of the
 * link, at double a single late feedback halves the rate. */
#define MAX_DECREASE 0.25

/* RFC 8298 section 4.1.2.2: s, sliding window of max_bytes_in_flight */
#define MAX_BYTES_IN_FLIGHT_BINS 5

/* OURS: its resolution; at double the memory is 4 to 6 s, at half nothing
 * changes. */
#define MAX_BYTES_IN_FLIGHT_BIN RTP_CC_SECOND

/* RFC 8298 section 4.1.3: bounds of the scale near target_bitrate_last_max */
#define LAST_MAX_SCALE_MIN 0.2

/* RFC 8298 section 4.1.3: how near is near */
#define LAST_MAX_SCALE_FACTOR 4.0

/* RFC 8298 section 4.1.3: rate_media_median is over more than 10 s: samples of
 * RATE_ADJUST_INTERVAL */
#define RATE_MEDIA_HIST 51

/* RFC 8298 section 4.1.3: the target over what is sent, without a trend */
#define RATE_MEDIA_HEAD_ROOM 2.0

/* OURS: an interval of rates that lasted for longer had no feedback or no
 * media, and its mean is no rate.  At half, feedback each 0.4 s would never
 * do; at double, a pause of a second halves the target. */
#define RATE_INTERVAL_MAX RTP_CC_SECOND

/* OURS: s, 30 years; no longer delay is shown, since its ns would not fit into 64 bits.
 * Half and double fit alike. */
#define SHOWN_DELAY_MAX 1e9

#endif /* RTPCC_SCREAMV1_PARAMS_H */
