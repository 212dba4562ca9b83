/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwsample.h: figures of screamtx at one time, and what has been since */
#ifndef BW_SAMPLE_H
#define BW_SAMPLE_H

#include <gst/gst.h>

typedef struct
{
  gdouble time;                 /* s since the start */
  guint64 packets, bytes;       /* sent; bytes with IP and UDP headers */
  guint64 received, lost, ce;   /* packets, as the receiver says */
  guint64 ecn[4];               /* packets received by ECN code point */
  guint64 feedback;             /* packets */
  guint64 refused;              /* RTCP that was wrong, or from a stranger */
  guint64 discarded;            /* packets, before they were sent */
  gdouble target;               /* bit/s of media */
  gdouble rtt;                  /* s */
  gdouble queue_delay;          /* s, in the network */
  gdouble sender_delay;         /* s, in front of the pacer */
  guint64 window, in_flight;    /* bytes */
} BwSample;

/* Takes @stats of screamtx at @time. */
void bw_sample_read (BwSample * sample, const GstStructure * stats,
    gdouble time);

/* From @before to @after: kbit/s sent, and of packets that were reported in
 * the meantime the lost and the marked ones. */
gdouble bw_sample_sent_kbps (const BwSample * before, const BwSample * after);
gdouble bw_sample_lost_kbps (const BwSample * before, const BwSample * after);
gdouble bw_sample_ce_kbps (const BwSample * before, const BwSample * after);
/* % of the packets whose fate became known in the meantime. */
gdouble bw_sample_loss (const BwSample * before, const BwSample * after);
gdouble bw_sample_ce (const BwSample * before, const BwSample * after);
/* % of those received in the meantime that had this ECN code point. */
gdouble bw_sample_ecn (const BwSample * before, const BwSample * after,
    guint code_point);

#endif /* BW_SAMPLE_H */
