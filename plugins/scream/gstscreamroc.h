/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamroc.h: how often the sequence numbers of SRTP streams have wrapped
 *
 * The 16 bits in a packet continue in a rollover counter that is not sent, RFC
 * 3711 section 3.3.1.  A receiver that comes late has to guess it; a packet
 * that is authentic tells that it has.  Guesses are 0, 1, 0, 2, 0, 3, ..., one
 * for each packet: a packet that is damaged or forged does not spoil the most
 * likely one.
 */
#ifndef __GST_SCREAM_ROC_H__
#define __GST_SCREAM_ROC_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_SCREAM_ROC_STREAMS 32

typedef struct
{
  gboolean used;
  guint32 ssrc;
  guint guesses;                /* that were wrong */
  gboolean proven;
} GstScreamRocStream;

/* One that is all zero is ready. */
typedef struct
{
  GstScreamRocStream streams[GST_SCREAM_ROC_STREAMS];
  guint next;                   /* that leaves its place to a new one */
} GstScreamRoc;

/* A packet comes. TRUE: what is known of @forget has to be forgotten first. */
gboolean gst_scream_roc_packet (GstScreamRoc * roc, guint32 ssrc,
    guint32 * forget);

/* It was authentic. */
void gst_scream_roc_prove (GstScreamRoc * roc, guint32 ssrc);

guint gst_scream_roc_guess (GstScreamRoc * roc, guint32 ssrc);

G_END_DECLS

#endif /* __GST_SCREAM_ROC_H__ */
