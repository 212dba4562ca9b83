/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtpsessionroute.h: RTCP that comes to an RTPSession of GStreamer
 *
 * rtpbin, webrtcbin and rtpsession take the RTCP that comes from the other side. They know
 * nothing of congestion control feedback, and believe too much of the rest: what an
 * rtpsession gets is heard and filtered before it.
 */
#pragma once

#include <gst/gst.h>

typedef enum
{
  GST_RTP_SESSION_SEND,         /* its pads send_rtp_sink, send_rtp_src */
  GST_RTP_SESSION_RECEIVE,      /* recv_rtp_sink, recv_rtp_src */
  GST_RTP_SESSION_RTCP          /* recv_rtcp_sink */
} GstRtpSessionWay;

/* Is it an rtpsession? */
gboolean gst_rtp_session_is (GstElement * element);

/* The rtpsession elements that the media at @pad goes through by @way: those
 * downstream of a source pad, those upstream of a sink pad.  The nearest ones; the
 * walk ends at them.  Adds to @elements (element-type GstElement) what is not in
 * it yet. */
void gst_rtp_session_find (GstPad * pad, GstRtpSessionWay way,
    GPtrArray * elements);

/* The RTPSession in an rtpsession element, with a reference. */
GObject *gst_rtp_session_get_internal (GstElement * element);

/* From now on, and as long as it lives, an rtpsession gets of RTCP what gstrtcpfilter.h lets
 * through, be it multiplexed with RTP or not, and RTP of so many SSRCs. Asking twice is asking
 * once. */
void gst_rtp_session_guard (GstElement * rtpsession);

/* RTCP packets that were kept from @elements (element-type GstElement). */
guint64 gst_rtp_session_count_withheld (GPtrArray * elements);

typedef struct _GstRtpSessionRoute GstRtpSessionRoute;

/* RTCP as it comes to the session, one packet or a compound.  From the thread that it came
 * in by, with no lock of the RTPSession held; it must not free the route. */
typedef void (*GstRtpSessionRouteFunc) (const guint8 * data, gsize size,
    gpointer user_data);

/* Guards the sessions of @elements (element-type GstElement), and listens to them from now
 * on; NULL if there are none.  The array is not kept. */
GstRtpSessionRoute *gst_rtp_session_route_new (GPtrArray * elements,
    GstRtpSessionRouteFunc func, gpointer user_data);

/* RTCP that goes on to a session after @user_data has read it: the func of that is not
 * called for it. */
void gst_rtp_session_route_pass_over (GstBuffer * rtcp, gpointer user_data);

/* @func is not called any more when this returns.  It takes as long as a running
 * call of @func.  NULL is allowed. */
void gst_rtp_session_route_free (GstRtpSessionRoute * route);
