/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtcpfilter.h: which RTCP an RTPSession of GStreamer gets
 *
 * An RTPSession (1.22, 1.26) believes what RTCP says. A request for a sender report
 * (RFC 6051) stops its thread for ever, a report of transport-wide congestion control makes
 * it build a structure for each of 65535 packets that the report only claims, SDES are read
 * beyond their end, and each SSRC that is named costs memory. So it gets what is on a list:
 * SR, RR, SDES and BYE, and generic NACK, PLI and FIR of SSRCs that it sends. A compound
 * packet is taken apart. Of each packet in it, what the kind needs is kept, without padding,
 * extensions and reasons; of SDES, the types that RFC 3550 has, and private ones of a name
 * that is not new. What is not whole goes. Each kind has a rate, and so have SSRCs that are
 * new.
 */
#pragma once

#include <gst/gst.h>

/* OURS: SSRCs that an RTPSession has to remember, 3 kB each: a conference of 200, with room.
 * At half, some of those are new each time; double is twice the memory for who invents
 * them. */
#define GST_RTCP_FILTER_SOURCES 256

#define GST_RTCP_FILTER_BOUNDS 4

/* Those heard last are first. */
typedef struct
{
  struct
  {
    guint32 ssrc;
    GstClockTime heard;
  } all[GST_RTCP_FILTER_SOURCES];
  guint n;
} GstRtcpFilterSources;

/* Begins as zeros. */
typedef struct
{
  /* To be set: whose RTCP may pass? NULL: anybody's, as often as new SSRCs may come */
  gboolean (*knows) (guint32 ssrc, gpointer user_data);
  gpointer user_data;

  guint64 kept, refused;        /* packets, those of a compound each */

  GstClockTime due[GST_RTCP_FILTER_BOUNDS], source_due;
  GstRtcpFilterSources heard, sent;
} GstRtcpFilter;

/* Takes out of @size bytes what an RTPSession must not have; the rest moves to the front.
 * Returns the bytes that are left. @now: of any clock that does not go back. */
gsize gst_rtcp_filter_take (GstRtcpFilter * filter, guint8 * data, gsize size,
    GstClockTime now);

/* The same of a buffer, which it takes: NULL if nothing is left. */
GstBuffer *gst_rtcp_filter_take_buffer (GstRtcpFilter * filter,
    GstBuffer * buffer, GstClockTime now);

/* The session sends RTP of @ssrc: feedback on it may pass. */
void gst_rtcp_filter_note_sent (GstRtcpFilter * filter, guint32 ssrc,
    GstClockTime now);

/* Of RTP: may the session remember its SSRC, and those that contribute to it? If not, it is
 * counted as refused. */
gboolean gst_rtcp_filter_admits_rtp (GstRtcpFilter * filter, GstBuffer * rtp,
    GstClockTime now);
