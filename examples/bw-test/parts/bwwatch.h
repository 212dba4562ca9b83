/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwwatch.h: looks at each datagram that comes, before screamrx does
 *
 * Finds gaps in the sequence numbers, the text that the original sender puts
 * between its packets, and whether it is that sender.  Called from the
 * streaming thread; the lines are taken by another.
 */
#ifndef BW_WATCH_H
#define BW_WATCH_H

#include <glib.h>

typedef enum
{
  BW_WATCH_PACKET,              /* RTP, go on with it */
  BW_WATCH_TEXT,                /* the sender's log, not RTP */
  BW_WATCH_OTHER                /* RTCP or no RTP: screamrx counts it */
} BwWatchKind;

typedef struct
{
  guint64 packets, bytes;       /* RTP; bytes with IPv4 and UDP headers */
  guint64 gaps;                 /* places where numbers were missing */
  gboolean original;            /* it is sent by the original tool */
} BwWatchStats;

typedef struct _BwWatch BwWatch;

BwWatch *bw_watch_new (void);
void bw_watch_free (BwWatch * watch);

BwWatchKind bw_watch_take (BwWatch * watch, const guint8 * data, gsize size);

void bw_watch_get_stats (BwWatch * watch, BwWatchStats * stats);

/* What has to be printed since the last call: loss lines, and the sender's text
 * if @texts.  NULL: nothing. */
gchar *bw_watch_take_lines (BwWatch * watch, gboolean texts);

#endif /* BW_WATCH_H */
