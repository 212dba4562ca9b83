/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtpextension.h: header extensions in the caps of RTP and in packets
 *
 * RFC 8285; in caps the field extmap-N.
 */
#pragma once

#include <gst/gst.h>

/* The id of this extension in the caps, up to 255; 0: none */
guint gst_rtp_extension_find_id (const GstStructure * s, const gchar * uri);
/* From RTP caps: that id, and in @clock_rate the clock rate; each is 0 if missing. */
guint gst_rtp_extension_read_caps (const GstCaps * caps, const gchar * uri,
    guint * clock_rate);
/* Whether some extension has this id. */
gboolean gst_rtp_extension_has_id (const GstStructure * s, guint id);

/* Announces the extension in the caps: takes @event and returns it, or one with the
 * extension. @id: the requested one; set to that in use, from the caps if they have
 * one; 0, with a warning of @element about @property, if impossible. */
GstEvent *gst_rtp_extension_announce (GstElement * element,
    const gchar * property, const gchar * uri, guint * id, GstEvent * event);

/* Adds it to a writable packet. FALSE: already present, or incompatible with other
 * extensions. */
gboolean gst_rtp_extension_add (GstBuffer * buffer, guint id,
    const guint8 * value, gsize size);

/* Offset of the extension's bytes in the packet, and their number in @size; 0: not
 * present. */
gsize gst_rtp_extension_find (GstBuffer * buffer, guint id, gsize * size);
