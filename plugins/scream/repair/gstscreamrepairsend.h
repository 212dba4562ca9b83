/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairsend.h: the sender's part of repair, for all streams of a bin */
#pragma once

#include "gstscreamrepair.h"

typedef struct _GstScreamRepairSender GstScreamRepairSender;

/* @bin outlives it. */
GstScreamRepairSender *gst_scream_repair_sender_new (GstBin * bin);
void gst_scream_repair_sender_free (GstScreamRepairSender * self);

/* Before a new start: what was counted is forgotten. */
void gst_scream_repair_sender_reset (GstScreamRepairSender * self);

/* Learns from the RTCP of @session, a rtpsession of @bin, what the receiver takes. */
void gst_scream_repair_sender_watch (GstScreamRepairSender * self,
    GstElement * session);

/* Appends to @chain, elements of one stream one after the other, what @repair takes
 * between a payloader and @transmitter, a screamtx. @deadline: ms from a loss to its
 * picture. If an element is missing, @bin posts a warning, and the stream goes without. */
void gst_scream_repair_sender_append (GstScreamRepairSender * self,
    GPtrArray * chain, GstElement * transmitter, GstScreamRepair repair,
    guint deadline);
/* Those of @chain are about to leave the bin. */
void gst_scream_repair_sender_forget (GstScreamRepairSender * self,
    GPtrArray * chain);

void gst_scream_repair_sender_add_stats (GstScreamRepairSender * self,
    GstStructure * stats);
