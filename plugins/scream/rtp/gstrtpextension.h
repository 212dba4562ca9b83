/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstrtpextension.h: header extensions in the caps of RTP and in packets
 *
 * RFC 8285; in caps the field extmap-N.
 */
#ifndef __GST_RTP_EXTENSION_H__
#define __GST_RTP_EXTENSION_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* The id, up to 255, that the caps give to this extension, 0: none */
guint gst_rtp_extension_find_id (const GstStructure * s, const gchar * uri);
/* What caps of RTP say: that id, and in @clock_rate the clock rate; each is 0 if
 * they do not say it. */
guint gst_rtp_extension_read_caps (const GstCaps * caps, const gchar * uri,
    guint * clock_rate);
/* Whether some extension has this id. */
gboolean gst_rtp_extension_has_id (const GstStructure * s, guint id);

/* Caps that say that packets have the extension: takes @event and returns it, or
 * one that says so.  @id: that is wanted; set to the one that is used, the one in
 * the caps if there is; 0, with a warning of @element that names @property, if it
 * cannot be. */
GstEvent *gst_rtp_extension_announce (GstElement * element,
    const gchar * property, const gchar * uri, guint * id, GstEvent * event);

/* Puts it into a packet, which is writable.  FALSE: it is there already, or does
 * not go with what is there. */
gboolean gst_rtp_extension_add (GstBuffer * buffer, guint id,
    const guint8 * value, gsize size);

/* Where the extension's bytes are in the packet, and in @size how many; 0: it does
 * not have it. */
gsize gst_rtp_extension_find (GstBuffer * buffer, guint id, gsize * size);

G_END_DECLS

#endif /* __GST_RTP_EXTENSION_H__ */
