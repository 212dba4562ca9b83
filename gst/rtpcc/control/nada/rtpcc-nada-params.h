/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-nada-params.h: every constant of NADA, with its source
 *
 * Names are those of RFC 8698, figure 3.  Departures are explained in
 * docs/research/deviations.md.
 */
#ifndef RTPCC_NADA_PARAMS_H
#define RTPCC_NADA_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

/* RFC 8698 section 4.1: weight of the flow */
#define PRIO 1.0

/* RFC 8698 section 4.1: reference congestion level, ms */
#define XREF 10.0

/* RFC 8698 section 4.1: gain of the gradual update */
#define KAPPA 0.5

/* RFC 8698 section 4.1: weight of the difference in it */
#define ETA 2.0

/* RFC 8698 section 4.1: longest RTT that the gradual update expects, ms */
#define TAU 500.0

/* RFC 8698 section 4.1: interval of updates */
#define DELTA (100 * RTP_CC_MSECOND)

/* RFC 8698 section 4.1: observation window */
#define LOGWIN (500 * RTP_CC_MSECOND)

/* RFC 8698 section 4.1: queue that the ramp-up may see, ms */
#define QEPS 10.0

/* RFC 8698 section 4.1: bound on the delay of filtering, ms */
#define DFILT 120.0

/* RFC 8698 section 4.1: largest step of the ramp-up */
#define GAMMA_MAX 0.5

/* RFC 8698 section 4.1: queue that one step may build up, ms */
#define QBOUND 50.0

/* RFC 8698 section 4.1: loss memory, in average loss intervals */
#define MULTILOSS 7.0

/* RFC 8698 section 4.1: warping begins at this queue, ms */
#define QTH 50.0

/* RFC 8698 section 4.1: exponent of the warping */
#define LAMBDA 0.5

/* RFC 8698 section 4.1: reference loss ratio */
#define PLRREF 0.01

/* RFC 8698 section 4.1: reference marking ratio */
#define PMRREF 0.01

/* RFC 8698 section 4.1: delay that PLRREF counts for, ms */
#define DLOSS 10.0

/* RFC 8698 section 4.1: delay that PMRREF counts for, ms */
#define DMARK 2.0

/* RFC 8698 section 4.1: frame rate that the shaping reckons with, Hz */
#define FPS 30.0

/* RFC 8698 section 4.1: what a full buffer takes off the encoder's rate */
#define BETA_V 0.1

/* RFC 8698 section 4.1: what it adds to the sending rate */
#define BETA_S 0.1

/* RFC 8698 section 5.2.2: neither moves a rate further than this part */
#define SHAPING_MAX 0.05

/* RFC 8698 section 5.1.2: weight of the newest loss or marking ratio */
#define ALPHA 0.1

/* RFC 8698 section 5.1.1: packets of the minimum filter on the queuing delay */
#define MIN_FILTER 15

/* RFC 5348 section 5.4: closed loss intervals that are kept */
#define LOSS_INTERVALS 8

/* OURS: a loss ratio and a rate need so many packets in LOGWIN; at half, two
 * packets sent back to back would give a rate, at the double the lowest rates
 * would get none. */
#define MIN_RECORDS 5

/* OURS: ceiling of the congestion signal, ms, as in the reference implementation
 * for ns-3; DEVIATES (3276.7 in the message of RFC 8698).  A signal of seconds
 * falls so fast after a burst of losses that its fall sends the rate up again.
 */
#define XMAX 500.0

/* OURS: the ring is bounded.  LOGWIN at 78 Mbit/s in packets of 1200 bytes; at
 * half, a flow of 50 Mbit/s is seen over 400 ms.  Beyond, the oldest goes and
 * the window is shorter. */
#define MAX_RECORDS 4096

#endif /* RTPCC_NADA_PARAMS_H */
