/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamwatch.h: does an address behave like a sender of media?
 *
 * An address is judged each half a second. The numbers of its streams must go on, so must
 * their times, and it must send as much as media does.
 */
#ifndef __GST_SCREAM_WATCH_H__
#define __GST_SCREAM_WATCH_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* SSRCs of a sender that are remembered: those of an audio and a video stream
 * with their repair flows. */
#define GST_SCREAM_WATCH_SSRCS 8

/* RTP, from anybody. */
typedef struct
{
  guint32 ssrc;
  guint16 seq;
  guint32 timestamp;
  guint size;                   /* bytes on the wire */
} GstScreamWatchPacket;

typedef struct
{
  guint32 ssrc;
  guint16 seq;                  /* newest */
  guint32 timestamp;
  GstClockTime heard;
} GstScreamWatchStream;

/* One that is all zero is ready. */
typedef struct
{
  GstScreamWatchStream streams[GST_SCREAM_WATCH_SSRCS];
  guint n_streams;
  GstClockTime since, heard;    /* the first packet, the last */
  GstClockTime pause;           /* about the longest of lately */

  GstClockTime start;           /* of the running half a second */
  guint packets, good, later;   /* in it; good ones, with a later time */
  guint64 bytes;

  gboolean plausible;           /* in the one before */
  guint64 first_bytes;          /* of the first that was plausible */
  gboolean faster;              /* it has sent far more since */
} GstScreamWatch;

/* NULL: it is not known. */
GstScreamWatchStream *gst_scream_watch_find (GstScreamWatch * watch,
    guint32 ssrc);
void gst_scream_watch_packet (GstScreamWatch * watch,
    const GstScreamWatchPacket * packet, GstClockTime now);
gboolean gst_scream_watch_is_plausible (const GstScreamWatch * watch,
    GstClockTime now);

G_END_DECLS

#endif /* __GST_SCREAM_WATCH_H__ */
