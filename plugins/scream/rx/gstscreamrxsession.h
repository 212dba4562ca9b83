/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxsession.h: feedback out through an RTPSession of GStreamer */
#pragma once

#include <gst/gst.h>

typedef struct _GstScreamRxSession GstScreamRxSession;

/* One packet of feedback (RTCP, RTPFB or PSFB) of @size bytes at most; returns its
 * size, 0 if there is none.  From the RTPSession's thread, with no lock held. */
typedef gsize (*GstScreamRxSessionFunc) (GstElement * owner, guint8 * data,
    gsize size);

/* Of a screamrx. */
GstScreamRxSession *gst_scream_rx_session_new (GstElement * owner,
    GstScreamRxSessionFunc func);
void gst_scream_rx_session_free (GstScreamRxSession * self);

/* Looks for the rtpsession that takes what comes out of @srcpad, or that it
 * comes from, in front of @sinkpad. */
void gst_scream_rx_session_find (GstScreamRxSession * self, GstPad * sinkpad,
    GstPad * srcpad);
/* The rtpsession that an application named, from now on; @bandwidth as below. */
void gst_scream_rx_session_use (GstScreamRxSession * self, GstElement * element,
    guint64 bandwidth);
/* Forgets it, and gives it back its bandwidth. */
void gst_scream_rx_session_clear (GstScreamRxSession * self);

/* Is there one that feeds on what comes out of the element? */
gboolean gst_scream_rx_session_is_downstream (GstScreamRxSession * self);
/* Is there one whose RTCP goes somewhere? */
gboolean gst_scream_rx_session_is_open (GstScreamRxSession * self);

/* Feedback shall go by it: the feedback profile, and @bandwidth (bit/s, 0: leave it)
 * where the application has set none. */
void gst_scream_rx_session_prepare (GstScreamRxSession * self,
    guint64 bandwidth);

/* Asks for RTCP as soon as its rules allow; FALSE if they do not.  Takes a lock of
 * the RTPSession: hold none of the element. */
gboolean gst_scream_rx_session_request (GstScreamRxSession * self);

/* RTCP packets that were kept from the rtpsession. */
guint64 gst_scream_rx_session_count_withheld (GstScreamRxSession * self);
