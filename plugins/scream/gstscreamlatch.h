/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamlatch.h: to which address feedback goes
 *
 * To the one that the media comes from, also after a NAT has given the sender
 * another one.  But whoever sends to the port must not get the feedback by it,
 * or the sender would stop: the address changes only
 *
 * - when the one before has been silent for 250 ms,
 * - after five packets in a row of one SSRC, from the new address, that
 *   continue the numbers of that SSRC,
 * - and one second after the last change at the earliest.
 *
 * After two seconds of silence any SSRC will do: the sender has started anew.
 * The first address is taken at once, but until it has shown five such packets
 * itself, another one needs not continue its numbers.
 */
#ifndef __GST_SCREAM_LATCH_H__
#define __GST_SCREAM_LATCH_H__

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/* SSRCs of the sender that are remembered: those of an audio and a video
 * stream with their repair flows. */
#define GST_SCREAM_LATCH_SSRCS 8

typedef struct
{
  guint32 ssrc;
  guint16 seq;                  /* newest */
  GstClockTime heard;
} GstScreamLatchStream;

typedef struct
{
  GSocketAddress *address;      /* NULL: none yet */
  GstScreamLatchStream streams[GST_SCREAM_LATCH_SSRCS];
  guint n_streams;
  guint proof;                  /* packets in a row, until it is believed */
  GstClockTime heard, moved;

  GSocketAddress *candidate;    /* NULL: none */
  GstScreamLatchStream claim;   /* what it sends */
  guint n_claims;               /* packets in a row */

  guint64 moves;
  guint64 strangers;            /* packets from other addresses */
} GstScreamLatch;

/* One that is all zero is ready. */
void gst_scream_latch_clear (GstScreamLatch * latch);

/* A packet came.  TRUE: latch->address is another one now; the one before goes
 * to @before, with its reference, NULL if it was the first. */
gboolean gst_scream_latch_packet (GstScreamLatch * latch,
    GSocketAddress * address, guint32 ssrc, guint16 seq, GstClockTime now,
    GSocketAddress ** before);

G_END_DECLS

#endif /* __GST_SCREAM_LATCH_H__ */
