/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamnal.h: which packets of H.264 and H.265 a depayloader bears
 *
 * rtph264depay and rtph265depay of GStreamer (1.20 to 1.26) believe that a payload has the
 * bytes that its type needs, and that one fragment follows the other. Three packets of
 * anybody end the process otherwise: the beginning of a fragment, a packet without
 * payload, and a fragment that goes on. What they do not implement, as interleaved packets,
 * ends the pipeline with an error, or they take its numbers for data.
 *
 * So a packet passes if it is a NAL unit, an aggregate or a fragment of those, and as long
 * as that needs. Any other is taken out. Depayloaders take that for a loss, and begin
 * anew with the next NAL unit.
 */
#ifndef __GST_SCREAM_NAL_H__
#define __GST_SCREAM_NAL_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* @payload: of one RTP packet, RFC 6184, or RFC 7798 if it @is_h265. */
gboolean gst_scream_nal_is_sound (gboolean is_h265, const guint8 * payload,
    gsize size);

/* The same of a packet of RTP. */
gboolean gst_scream_nal_is_sound_packet (gboolean is_h265, GstBuffer * packet);

/* Is @rtp H.264 or H.265, and not encrypted? */
gboolean gst_scream_nal_is_of (const GstCaps * rtp, gboolean * is_h265);

/* Packets that are not sound do not leave @pad any more while its caps are H.264 or H.265,
 * and one that leaves a fragment without its end is marked as one behind a loss. @rtp stands
 * for the caps until there are some, or NULL. To be called before the first packet leaves, or
 * in the thread that brings it. */
void gst_scream_nal_guard (GstPad * pad, const GstCaps * rtp);

G_END_DECLS

#endif /* __GST_SCREAM_NAL_H__ */
