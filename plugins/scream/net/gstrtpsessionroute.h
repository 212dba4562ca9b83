/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtpsessionroute.h: feedback that an RTPSession of GStreamer receives
 *
 * rtpbin, webrtcbin and rtpsession take the RTCP that comes from the other side.
 * They know nothing of congestion control feedback, but tell of each feedback
 * packet before they look at what is in it.
 */
#ifndef __GST_RTP_SESSION_ROUTE_H__
#define __GST_RTP_SESSION_ROUTE_H__

#include <gst/gst.h>

G_BEGIN_DECLS

typedef enum
{
  GST_RTP_SESSION_SEND,         /* its pads send_rtp_sink, send_rtp_src */
  GST_RTP_SESSION_RECEIVE       /* recv_rtp_sink, recv_rtp_src */
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

typedef struct _GstRtpSessionRoute GstRtpSessionRoute;

/* One feedback packet (RTPFB or PSFB) with its RTCP header, as from a socket.
 * From the thread that the RTCP came in by, with no lock of the RTPSession held;
 * it must not free the route. */
typedef void (*GstRtpSessionRouteFunc) (const guint8 * data, gsize size,
    gpointer user_data);

/* Listens to the sessions of @elements (element-type GstElement) from now on;
 * NULL if there are none.  The array is not kept. */
GstRtpSessionRoute *gst_rtp_session_route_new (GPtrArray * elements,
    GstRtpSessionRouteFunc func, gpointer user_data);

GstRtpSessionRoute *gst_rtp_session_route_ref (GstRtpSessionRoute * route);
void gst_rtp_session_route_unref (GstRtpSessionRoute * route);

/* RTCP that was read already goes on to one of the sessions: @func does not get
 * once more what is in it. */
void gst_rtp_session_route_pass_over (GstRtpSessionRoute * route,
    const guint8 * data, gsize size);

/* @func is not called any more when this returns.  It takes as long as a running
 * call of @func.  NULL is allowed. */
void gst_rtp_session_route_free (GstRtpSessionRoute * route);

G_END_DECLS

#endif /* __GST_RTP_SESSION_ROUTE_H__ */
