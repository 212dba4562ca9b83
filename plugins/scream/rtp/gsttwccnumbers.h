/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsttwccnumbers.h: transport-wide sequence numbers of sent packets
 *
 * An rtpsession writes the numbers into the header extension of the payloader
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 2). Their start is
 * unspecified, so they are read from the packets.
 */
#pragma once

#include <gst/gst.h>

#define GST_TWCC_URI \
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"

typedef struct _GstTwccNumbers GstTwccNumbers;

/* Packet @seq of @ssrc has left with @number. From the thread that pushed it; it
 * must not free the GstTwccNumbers. */
typedef void (*GstTwccNumbersFunc) (guint32 ssrc, guint16 seq, guint16 number,
    gpointer user_data);

/* Watches @pads (element-type GstPad), source pads at which packets have their
 * numbers, from now on. The array is not kept. */
GstTwccNumbers *gst_twcc_numbers_new (GPtrArray * pads,
    GstTwccNumbersFunc func, gpointer user_data);

/* @func is not called any more when this returns. NULL is allowed. */
void gst_twcc_numbers_free (GstTwccNumbers * self);

/* The id of the extension in these caps, 0 if it is not there. */
guint gst_twcc_extension_id (GstCaps * caps);

/* The number in an RTP packet, -1 if it has none. */
gint gst_twcc_read_number (GstBuffer * buffer, guint id);
