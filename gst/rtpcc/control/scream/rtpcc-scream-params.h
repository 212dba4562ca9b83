/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-params.h: constants of SCReAM v2
 *
 * Parameters for users: rtpcc-scream-table-private.h.  Names are the draft's where it has
 * one, times are ns.
 */
#ifndef RTPCC_SCREAM_PARAMS_H
#define RTPCC_SCREAM_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: smallest ref_wnd
 * DEVIATES (MIN_REF_WND, 3000 bytes there): half a packet; docs/research/algorithms/scream.md O1.
 * The send window's floor of two packets keeps the stream going.  At 3000 and
 * 50 ms the rate could not go below 314 kbit/s; half of 500 gains nothing, since
 * an encoder does not go so low; the double stops at 100 kbit/s for 50 ms. */
#define MIN_REF_WND 500.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define MSS 1000.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define POST_CONGESTION_DELAY_RTTS 100.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2; twice it is the RTT until
 * one was measured */
#define VIRTUAL_RTT (25 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3 */
#define L4S_AVG_G (1.0 / 16)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3: update interval */
#define L4S_ALPHA_INTERVAL (10 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.4 */
#define QDELAY_AVG_G (1.0 / 4)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: first ref_wnd_i, bytes */
#define REF_WND_I_NONE 1.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: slope of scl */
#define REF_WND_SCALE_FACTOR 8.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: lower bound of scl */
#define REF_WND_SCALE_MIN 0.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: lower bound of the
 * scalings of back-off and growth */
#define SCALE_MIN 0.25

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2, bit/s */
#define RATE_PACE_MIN 50000.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4, for each frame */
#define RATE_ADJUST_GAIN_MAX (1.0 / 16)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4
 * DEVIATES (1/16 for each frame there): in a VIRTUAL_RTT; at 1/16 for frames at 30 Hz it
 * swings with the lag of the encoder; docs/research/algorithms/scream.md D20 */
#define RATE_ADJUST_GAIN (1.0 / 77)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: periods that the sender's queue may be
 * long when a frame comes, on average
 * DEVIATES (1/4 there): packets leave at little more than the target, so most frames find
 * the one before gone or wait for a period; docs/research/algorithms/scream.md D20 */
#define RATE_ADJUST_WAIT 0.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define RATE_ADJUST_MAX 0.5

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_ALPHA (1.0 / 64)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_MAX 0.2

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: rate below the window */
#define TARGET_RATE_HEADROOM 1.2

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: first frame_period; the draft leaves its
 * estimate open, and it is the newest one */
#define FRAME_PERIOD_FIRST (20 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1 */
#define QDELAY_MIN_AVG_ALPHA (1.0 / 256)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: drain, at least */
#define DRIFT_DRAIN_MIN (200 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: drain, RTTs; and how long a test of
 * O13 takes at least, and a delay that may be a longer way's stays (O19) */
#define DRIFT_DRAIN_RTTS 5.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.2 */
#define LOSS_RATE_THRESHOLD 0.01

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define ACKED_BITRATE_MARGIN 0.8

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define BACKOFF_SCALE_LOW_TARGET_RATE 0.25

/* OURS: weight of twice VIRTUAL_RTT, and of ACKED_RATE_WINDOW, in how far the delay swings.  At
 * half 77 % of 20 Mbit/s are used with 30 ms of jitter, as here, at double 75, and the queue's p95
 * is 49 instead of 45 ms where 2 Mbit/s come each 20 ms. */
#define SWING_GAIN (1.0 / 64)

/* OURS: part of its range by which the least delay may step up where packets come in bunches; at
 * twice that each is late by chance.  At half the queue's p95 is 92 instead of 47 ms where
 * 5 Mbit/s come each 50 ms; at double 62 instead of 77 % of 20 Mbit/s are used with 30 ms of
 * jitter. */
#define SWING_CALM 0.0175

/* OURS: how long is believed what the others showed: that a competitor is there at most
 * (O13), and how long and how short the queue once was (D23). */
#define LONG_MEMORY (20000 * RTP_CC_MSECOND)

/* Of each kind: TIME is ns. */
#define SCREAM_TIME int64_t
#define SCREAM_BYTES double
#define SCREAM_BITRATE double
#define SCREAM_NUMBER double
#define SCREAM_FLAG bool

#define PARAM(kind, of, name, value, least, most) SCREAM_##kind name;
typedef struct
{
#include "rtpcc-scream-table-private.h"
} ScreamParams;
#undef PARAM

extern const ScreamParams scream_params;

/* The same for who sets them. */
extern const RtpCcParam scream_param_list[];

/* @values: one for each of the list, in its units. */
void scream_params_set (ScreamParams * params, const double *values);

#endif /* RTPCC_SCREAM_PARAMS_H */
