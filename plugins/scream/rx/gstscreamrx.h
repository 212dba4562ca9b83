/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

#include <gst/rtpcc/receiver/rtpcc-reporter.h>

#define GST_TYPE_SCREAM_RX (gst_scream_rx_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamRx, gst_scream_rx, GST, SCREAM_RX, GstElement)
GST_ELEMENT_REGISTER_DECLARE (screamrx);

/**
 * GstScreamRxFeedback:
 * @GST_SCREAM_RX_FEEDBACK_CCFB: RTP congestion control feedback, RFC 8888
 * @GST_SCREAM_RX_FEEDBACK_TWCC: transport-wide congestion control feedback
 * @GST_SCREAM_RX_FEEDBACK_REMB: receiver estimated maximum bitrate
 *
 * Since: 0.1
 */
typedef enum
{
  GST_SCREAM_RX_FEEDBACK_CCFB = RTP_CC_REPORTER_CCFB,
  GST_SCREAM_RX_FEEDBACK_TWCC = RTP_CC_REPORTER_TWCC,
  GST_SCREAM_RX_FEEDBACK_REMB = RTP_CC_REPORTER_REMB
} GstScreamRxFeedback;

/**
 * GstScreamRxCompat:
 * @GST_SCREAM_RX_COMPAT_NONE: as the RFC and its errata say
 * @GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST: num_reports is one less than the
 *   number of reports, and each block ends with a received packet, as the
 *   SCReAM implementation of Ericsson Research wants it
 *
 * Since: 0.1
 */
typedef enum
{
  GST_SCREAM_RX_COMPAT_NONE,
  GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST
} GstScreamRxCompat;

/**
 * GstScreamRxRoute:
 * @GST_SCREAM_RX_ROUTE_AUTO: rtcp_src if it is linked, else the socket of the
 *   udpsrc upstream, else the RTPSession
 * @GST_SCREAM_RX_ROUTE_SOCKET: the socket of the udpsrc upstream
 * @GST_SCREAM_RX_ROUTE_RTP_SESSION: an RTPSession, rtpbin's for example
 * @GST_SCREAM_RX_ROUTE_PAD: the pad rtcp_src
 *
 * Since: 0.1
 */
typedef enum
{
  GST_SCREAM_RX_ROUTE_AUTO,
  GST_SCREAM_RX_ROUTE_SOCKET,
  GST_SCREAM_RX_ROUTE_RTP_SESSION,
  GST_SCREAM_RX_ROUTE_PAD
} GstScreamRxRoute;

/* For a bin around it. RTCP to where feedback goes; FALSE if there is no route,
 * the socket does not take it, or it has to wait until more has come from
 * there. */
gboolean gst_scream_rx_send_rtcp (GstScreamRx * self, const guint8 * data,
    gsize size);

/* The SSRC of its feedback, which is another one after each stop. */
guint32 gst_scream_rx_get_sender_ssrc (GstScreamRx * self);

/* RTCP came that does not pass the element.  TRUE: it was for the element, and has nothing
 * for anybody else: a sender of another make answers behind its report. */
gboolean gst_scream_rx_note_rtcp (GstScreamRx * self, GstBuffer * buffer);

/* @buffer, of @ssrc, is a recording: who sends it shall not get the feedback. */
void gst_scream_rx_forget (GstScreamRx * self, GstBuffer * buffer,
    guint32 ssrc);

typedef struct
{
  gboolean is_sender;           /* it comes from the address that feedback goes to, or
                                 * says from none */
  gboolean is_unknown;          /* from elsewhere, while that address is heard: who sends
                                 * it may have overheard the numbers of the stream */
  gboolean disputed;            /* that address has won a dispute */
} GstScreamRxOrigin;

/* Where does @buffer come from? */
GstScreamRxOrigin gst_scream_rx_get_origin (GstScreamRx * self,
    GstBuffer * buffer);
