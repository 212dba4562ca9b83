/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamnal.h: filter of malformed H.264 and H.265 packets
 *
 * rtph264depay and rtph265depay of GStreamer (1.20 to 1.26) check neither the length of a
 * payload nor the order of fragments. Three crafted packets end the process: the start of a
 * fragment, a packet without payload, and a continuation. Unsupported packets, as
 * interleaved ones, end the pipeline with an error, or their numbers pass as data.
 *
 * So only NAL units, aggregates and fragments of sufficient length pass. Depayloaders treat
 * a dropped packet as a loss, and start again with the next NAL unit.
 */
#pragma once

#include <gst/gst.h>

/* @payload: of one RTP packet, RFC 6184, or RFC 7798 if it @is_h265. */
gboolean gst_scream_nal_is_sound (gboolean is_h265, const guint8 * payload,
    gsize size);

/* The same of a packet of RTP. */
gboolean gst_scream_nal_is_sound_packet (gboolean is_h265, GstBuffer * packet);

/* Is @rtp H.264 or H.265, and not encrypted? */
gboolean gst_scream_nal_is_of (const GstCaps * rtp, gboolean * is_h265);

/* Drops malformed packets at @pad while its caps are H.264 or H.265, and marks a packet
 * after an incomplete fragment as DISCONT. @rtp, or NULL, stands for the caps until
 * there are some. Call it before the first packet, or in its thread. */
void gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp);
