/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairrequests.h: asks for the lost packets of one stream, and for a key frame when
 * they are lost for good */
#pragma once

#include <gst/gst.h>

typedef struct _GstScreamRepairRequests GstScreamRepairRequests;

/* A box of g_atomic_rc_box. From now on, requests for what @jitterbuffer misses of @ssrc go upstream from it, until
 * its pad is gone. Its own ones end. */
GstScreamRepairRequests *gst_scream_repair_requests_new (GstElement *
    jitterbuffer, guint ssrc);
guint gst_scream_repair_requests_get_ssrc (const GstScreamRepairRequests *
    self);
void gst_scream_repair_requests_unref (gpointer self);

/* ms, of the pipeline; the jitter buffer waits for longer where packets come again. */
void gst_scream_repair_requests_set_latency (GstScreamRepairRequests * self,
    guint latency);

/* All @packets of a frame from @first on were sent. */
void gst_scream_repair_requests_note_end (GstScreamRepairRequests * self,
    guint16 first, guint packets);
/* FEC by blocks has come, for @packets from @first on. */
void gst_scream_repair_requests_note_rows (GstScreamRepairRequests * self,
    guint16 first, guint packets);

/* For upstream of a stream: who decodes it needs a key frame after each loss. Of others it
 * is learned from what they ask for. */
GstEvent *gst_scream_repair_requests_new_need (void);

/* ... and now it has one. Until then it is asked for again. */
GstEvent *gst_scream_repair_requests_new_have (void);
