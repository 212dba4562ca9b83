/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairreceive.h: the receiver's part of repair, in session 0 of an rtpbin */
#pragma once

#include "gstscreamrepair.h"

typedef struct _GstScreamRepairReceiver GstScreamRepairReceiver;

/* @owner outlives it, and posts its messages. */
GstScreamRepairReceiver *gst_scream_repair_receiver_new (GstElement * owner);
void gst_scream_repair_receiver_free (GstScreamRepairReceiver * self);

/* Before the pads of @rtpbin are requested. @given: caps of RTP, or NULL, of payload types
 * that are not those of the table. */
void gst_scream_repair_receiver_attach (GstScreamRepairReceiver * self,
    GstElement * rtpbin, const GstCaps * given);
/* The session is there, and no packet has come. @bandwidth: bit/s, of which RTCP may have
 * 5 %: if it is large, requests do not wait for each other. */
void gst_scream_repair_receiver_set_session (GstScreamRepairReceiver * self,
    GObject * session, guint bandwidth);
/* A new one of the rtpbin, for @ssrc. */
void gst_scream_repair_receiver_set_jitterbuffer (GstScreamRepairReceiver *
    self, GstElement * jitterbuffer, guint ssrc);
/* ms, after it was set for the rtpbin. */
void gst_scream_repair_receiver_set_latency (GstScreamRepairReceiver * self,
    guint latency);
/* The session gets a packet of @payload next, in this thread. */
void gst_scream_repair_receiver_note (GstScreamRepairReceiver * self,
    guint payload);
/* Before the rtpbin goes. */
void gst_scream_repair_receiver_detach (GstScreamRepairReceiver * self);

void gst_scream_repair_receiver_add_stats (GstScreamRepairReceiver * self,
    GstStructure * stats);
