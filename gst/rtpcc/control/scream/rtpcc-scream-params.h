/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-params.h: every constant of SCReAM v2, with its source
 *
 * "draft" is draft-ietf-ccwg-rfc8298bis-screamv2-02.  Names are the draft's.
 * Departures are explained in docs/deviations.md.
 */
#ifndef RTPCC_SCREAM_PARAMS_H
#define RTPCC_SCREAM_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

/* OURS: additive growth adds this part of the window in a FAIR_RTT at most, 67 %
 * in a second; an MSS is more than the window of a slow path.  With less,
 * growth is multiplicative for all but fast flows, and shares that are unequal
 * stay so. */
#define MAX_GROWTH 0.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2
 * DEVIATES (one MSS in an RTT whatever the RTT): one MSS at this RTT, and as
 * many bit/s in a second at all others; docs/deviations.md D18 */
#define FAIR_RTT (150 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2
 * DEVIATES (60 ms there): virtual marks begin at half of it;
 * docs/deviations.md D11; the queue-delay-target property sets another */
#define QDELAY_TARGET_LO (36 * RTP_CC_MSECOND)

/* OURS: the delay target is the time that so many MSS take at least.  One is
 * the packet itself, which takes 27 ms at 0.3 Mbit/s: at 1 a third of such a
 * link stays unused, at 2.5 a twentieth, with a queue four times as long. */
#define QDELAY_TARGET_PACKETS 1.5

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: smallest ref_wnd
 * DEVIATES (MIN_REF_WND, 3000 bytes there): half a packet; docs/deviations.md D7.
 * The send window's floor of two packets keeps the stream going.  At 3000 and
 * 50 ms the rate could not go below 314 kbit/s; half of 500 gains nothing, since
 * an encoder does not go so low; the double stops at 100 kbit/s for 50 ms. */
#define MIN_REF_WND_LOW 500.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define MSS 1000.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define BYTES_IN_FLIGHT_HEAD_ROOM 1.5

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define BETA_LOSS 0.7

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: classic ECN */
#define BETA_ECN 0.8

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define POST_CONGESTION_DELAY_RTTS 100.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2
 * DEVIATES (0.02 there): where additive growth is slower than the draft's;
 * docs/deviations.md D18 */
#define MUL_INCREASE_FACTOR 0.05

/* OURS: multiplicative growth until the first congestion, of what it is later: a
 * path of 20 times the start rate is used half a second sooner.  At 1.5 the start
 * rate is left behind no faster, since ACKED_MAX_WINDOW is the limit. */
#define START_GROWTH 1.25

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
#define VIRTUAL_RTT (25 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3 */
#define L4S_AVG_G (1.0 / 16)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.3: update interval */
#define L4S_ALPHA_INTERVAL (10 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.1.4 */
#define QDELAY_AVG_G (1.0 / 4)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2 */
#define REF_WND_I_UPDATE_MAX_HOLD_RTTS 50.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: ref_wnd_i may follow
 * again once ref_wnd grew so far above its lowest */
#define REF_WND_I_GROWTH 1.05

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: first ref_wnd_i, bytes */
#define REF_WND_I_NONE 1.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: slope of scl */
#define REF_WND_SCALE_FACTOR 8.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: lower bound of scl */
#define REF_WND_SCALE_MIN 0.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2: lower bound of the
 * scalings of back-off and growth */
#define SCALE_MIN 0.25

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.1
 * DEVIATES (1.5 there): a path that falls to less than half overflows;
 * docs/deviations.md D19 */
#define REF_WND_OVERHEAD_MIN 1.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.1
 * DEVIATES (3 there): what is in flight when a cellular link stops waits until
 * it goes on; docs/deviations.md D21 */
#define REF_WND_OVERHEAD_MAX 2.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2, bit/s */
#define RATE_PACE_MIN 50000.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2
 * DEVIATES (1.5 there): bursts of the encoder wait here, not in the network;
 * docs/deviations.md D14 */
#define PACKET_PACING_HEADROOM 1.1

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2 */
#define MAX_RELAXED_PACING_FACTOR 4.0

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2 */
#define RELAXED_PACING_LIMIT_LOW 0.8

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4, for each frame */
#define RATE_ADJUST_GAIN_MAX (1.0 / 16)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4
 * DEVIATES (1/16 for each frame there): in 30 ms; at 1/16 for frames at 30 Hz it
 * swings with the lag of the encoder; docs/deviations.md D20 */
#define RATE_ADJUST_GAIN (1.0 / 64)

/* OURS: see RATE_ADJUST_GAIN */
#define RATE_ADJUST_PERIOD (30 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define RATE_ADJUST_MAX 0.5

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_ALPHA (1.0 / 64)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 */
#define FRAME_SIZE_DEV_MAX 0.2

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: rate below the window */
#define TARGET_RATE_HEADROOM 1.2

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4: first frame_period */
#define FRAME_PERIOD_FIRST (20 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.4 leaves the estimate of
 * frame_period open.  OURS: half the weight on the newest; periods of cameras
 * change in steps. */
#define FRAME_PERIOD_GAIN 0.5

/* OURS: a pause, not a frame period. */
#define FRAME_PERIOD_MAX (200 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1 */
#define QDELAY_MIN_AVG_ALPHA (1.0 / 256)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: drain, at least */
#define DRIFT_DRAIN_MIN (200 * RTP_CC_MSECOND)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.1: drain, RTTs */
#define DRIFT_DRAIN_RTTS 5

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.2 */
#define LOSS_RATE_THRESHOLD 0.01

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define ACKED_BITRATE_MARGIN 0.8

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.5.3 */
#define BACKOFF_SCALE_LOW_TARGET_RATE 0.25

/* OURS: a queue grows by no more than this part of a packet's time with each
 * packet. */
#define IPDV_OF_QUEUE 0.25

/* OURS: nor does it matter if the delay rises by so much: other senders'
 * packets in between, timers. */
#define IPDV_MARGIN (1.0 * RTP_CC_MSECOND)

/* OURS: more is an interruption, not jitter. */
#define IPDV_MAX (30.0 * RTP_CC_MSECOND)

/* OURS: weight of a packet in the mean square of the steps: 10 s at 1 Mbit/s.
 * With less, flows on one path differ in what they take for jitter, and so in
 * their shares. */
#define IPDV_GAIN (1.0 / 1024)

/* OURS: the first steps weigh as though so many packets without any had come
 * before. */
#define IPDV_FIRST 64.0

/* OURS: steps that the delay target has room for. */
#define IPDV_MIN (1.0 * RTP_CC_MSECOND)

/* OURS: delay that jitter makes on a path that is well used, for each ms of
 * steps above IPDV_MIN: of RFC 8868's jitter up to 30 ms the steps are 2 to
 * 3 ms, and the delay is 20 to 25 ms. */
#define JITTER_PER_IPDV 22.0

/* OURS: the most that is taken for jitter. */
#define JITTER_MAX (60.0 * RTP_CC_MSECOND)

/* OURS: a queue that stays long for one to two of these is another flow's. */
#define COMPETE_WINDOW RTP_CC_SECOND

/* OURS: so long a competitor is believed in at most, */
#define COMPETE_TIME (20 * RTP_CC_SECOND)

/* OURS: and before the first test, since many downloads are short. */
#define COMPETE_FIRST_TIME (4 * RTP_CC_SECOND)

/* OURS: how long the test takes at least, and in RTTs: one until it shows, the
 * others for the queue to empty. */
#define COMPETE_TEST_TIME RTP_CC_SECOND

/* OURS: see COMPETE_TEST_TIME */
#define COMPETE_TEST_RTTS 3.0

/* OURS: target during the test, of the rate acknowledged before. */
#define COMPETE_TEST_PART 0.65

/* OURS: the delay target, of the longest queue seen: virtual marks begin at half
 * of it. */
#define COMPETE_TARGET 2.0

/* OURS: twice the longest queue of RFC 8867 section 5.6.  Where a queue has no
 * limit, ours would be the longest one soon. */
#define COMPETE_TARGET_MAX (2.0 * RTP_CC_SECOND)

/* RFC 6298 section 2.3: alpha of the smoothed RTT
 * DEVIATES (1/8 for each sample there): half in an RTT, however many samples
 * there are; docs/deviations.md D10 */
#define S_RTT_GAIN (1.0 / 2)

/* OURS: while the source is the limit and the RTT falls, s_rtt follows so
 * slowly: an empty queue in front of an idle source is no sign of capacity.
 * At 1/128 a pause of 2 s may raise the target by a fifth, at 1/1024 by 3 %. */
#define S_RTT_APP_LIMITED_GAIN (1.0 / 1024)

/* OURS: a source that has less of its target than this acknowledged is the
 * limit; encoders swing by less. */
#define APP_LIMITED_PART 0.75

/* OURS: the window method needs several packets in flight; below this RTT the
 * path is treated as if it were this long.  Timer and scheduling jitter are
 * 1 to 4 ms on common machines, so at half the RTT is mostly jitter; at double
 * growth on fast paths slows down for nothing.  At 1 ms a twelfth of a fast
 * path is lost. */
#define S_RTT_MIN (10 * RTP_CC_MSECOND)

/* OURS: a queue above half its target is to be gone after this time.  Beside
 * DRAIN_PART_MIN it decides about long queues only: at half or double the
 * queue's p95 moves by 3 to 4 ms at 0.3 Mbit/s, elsewhere not. */
#define DRAIN_TIME (60 * RTP_CC_MSECOND)

/* OURS: below the acknowledged rate by less than this the queue is not taken for
 * draining.  Near it the difference is noise, and more so the faster a flow is:
 * at 0 the fast flows of RFC 8867 case 5.5 never give way. */
#define DRAIN_PART_MIN 0.2

/* OURS: the most that is taken off for draining. */
#define DRAIN_PART_MAX 0.5

/* OURS: so long after a reaction to congestion the path is taken for full: what
 * is acknowledged is then all that it gives.  At 1 s the pace rises again before
 * a slow link has drained; at 3 s a faster link is used a second later. */
#define SATURATED_TIME (1500 * RTP_CC_MSECOND)

/* OURS: target on a full path, of the rate acknowledged in the last second;
 * at 1 the rate swings and the queue's p99 is a sixth longer, on short paths a
 * third; at 1.3 it is a tenth longer. */
#define SATURATED_TARGET 1.15

/* OURS: pacing on a full path, of the rate acknowledged of late.  At 1.2 the
 * queue's p99 is a tenth longer, and 1.5 is as 1.2. */
#define SATURATED_PACE 1.05

/* OURS: the RTT taken until one was measured, for the first window. */
#define S_RTT_FIRST (50 * RTP_CC_MSECOND)

/* OURS: the estimate is kept below this multiple of the highest rate that was
 * acknowledged of late, so that a source with little to send cannot raise it;
 * encoders double their rate within a second when the picture moves, so 2
 * leaves that free. */
#define APP_LIMITED_FACTOR 2.0

/* OURS: window of the rates of which the highest is remembered, long enough
 * that a key frame alone does not raise it.  The rate can grow by no more than
 * APP_LIMITED_FACTOR in about this time: at 1 s a path of 20 or 80 Mbit/s takes
 * 0.2 to 0.3 s longer after a start at 1 Mbit/s. */
#define ACKED_MAX_WINDOW (800 * RTP_CC_MSECOND)

/* OURS: so long start_rate is believed whatever is sent: by then the encoder
 * has had the time to show that it sends so much. */
#define START_RATE_BELIEVED (1500 * RTP_CC_MSECOND)

/* OURS: how long the highest acknowledged rate is remembered. */
#define ACKED_MAX_MEMORY (10 * RTP_CC_SECOND)

/* OURS: how long the most bytes in flight justify a window; RFC 8298 section
 * 4.1.2.2 looks back 5 s, in which a slow path overflows once it is faster
 * than it was thought to be. */
#define VALIDATION_TIME RTP_CC_SECOND

/* OURS: window of the acknowledged rate, a few frames. */
#define ACKED_RATE_WINDOW (200 * RTP_CC_MSECOND)

/* OURS: cut for each of the first time-outs of feedback; the third one goes to
 * min_rate.  RFC 8888 section 6 asks for a rapid cut. */
#define BETA_FEEDBACK_TIMEOUT 0.5

/* OURS: see BETA_FEEDBACK_TIMEOUT */
#define FEEDBACK_TIMEOUTS_TO_MIN 3

/* OURS: part of the window from before an outage that is taken up again when
 * feedback comes back with a short queue; a full window would fill the queue
 * if the path has become half as fast (p99 44 to 71 ms); a quarter uses 2 points
 * less of a path that is as before. */
#define RESUME_PART 0.5

/* OURS: how long after the first feedback a short queue may be waited for. */
#define RESUME_WAIT RTP_CC_SECOND

#endif /* RTPCC_SCREAM_PARAMS_H */
