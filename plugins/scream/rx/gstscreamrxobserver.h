/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxobserver.h: the packets that an element receives to which no pad of
 * ours can be linked
 *
 * No element fits between the transport of a webrtcbin and its RTP session.  What
 * the session gets can be seen at its pad all the same.
 */
#pragma once

#include <gst/gst.h>

typedef struct _GstScreamRxObserver GstScreamRxObserver;

/* Of a screamrx. */
GstScreamRxObserver *gst_scream_rx_observer_new (GstElement * owner);
void gst_scream_rx_observer_free (GstScreamRxObserver * self);

/* A webrtcbin, an rtpbin or another bin with an rtpsession, or an rtpsession; NULL:
 * none.  Not owned. */
void gst_scream_rx_observer_set_target (GstScreamRxObserver * self,
    GstElement * target);
/* With a reference, or NULL. */
GstElement *gst_scream_rx_observer_get_target (GstScreamRxObserver * self);

/* Looks at packets from now on, and lets none of H.264 and H.265 out of the target that
 * ends the process in a depayloader.  @agreed: the field that the caps of a payload type
 * have where both sides agreed on our feedback in SDP, NULL: they cannot.  Others are
 * left alone if the target is one that negotiates. */
void gst_scream_rx_observer_start (GstScreamRxObserver * self,
    const gchar * agreed);
void gst_scream_rx_observer_stop (GstScreamRxObserver * self);

/* Packets that were left alone. */
guint64 gst_scream_rx_observer_get_not_agreed (GstScreamRxObserver * self);
