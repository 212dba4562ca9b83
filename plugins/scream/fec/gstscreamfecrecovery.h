/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamfecrecovery.h: makes lost packets of one stream from the rows of their blocks
 *
 * What it keeps is bounded, whoever sends: GST_SCREAM_FEC_RECOVERY_PACKETS symbols and
 * GST_SCREAM_FEC_RECOVERY_BLOCKS blocks of at most GST_SCREAM_FEC_BLOCK_ROWS rows.
 */
#pragma once

#include "gstscreamfecblock.h"

/* OURS: packets that are kept, half a second of 5 Mbit/s. With half, a large key frame
 * pushes itself out; double is memory for each stream. */
#define GST_SCREAM_FEC_RECOVERY_PACKETS 256

/* OURS: blocks whose rows are kept. With half, a key frame of 10 blocks loses the first
 * ones while the last come; double is memory that a stranger can use. */
#define GST_SCREAM_FEC_RECOVERY_BLOCKS 8

typedef struct _GstScreamFecRecovery GstScreamFecRecovery;

GstScreamFecRecovery *gst_scream_fec_recovery_new (guint32 ssrc);
void gst_scream_fec_recovery_free (GstScreamFecRecovery * self);

/* A packet of media has come, @rtp without header extensions. */
void gst_scream_fec_recovery_note (GstScreamFecRecovery * self,
    const guint8 * rtp, gsize size);

/* FEC of this stream has come: the payload of its packet. FALSE: it is refused, as it is
 * none, or of packets far from those that come. Before media it is of no use. */
gboolean gst_scream_fec_recovery_take (GstScreamFecRecovery * self,
    const guint8 * payload, gsize size);

/* A packet that was made; NULL: no more. */
GstBuffer *gst_scream_fec_recovery_next (GstScreamFecRecovery * self);
