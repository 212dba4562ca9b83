/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef GST_SCREAM_SDP_H
#define GST_SCREAM_SDP_H

#include <gst/gst.h>

G_BEGIN_DECLS

/* The first port of RTP without encryption in @text, or @port if that is not 0, and
 * what may come there: @caps, which was empty, gets a structure for each payload
 * type.  @size is without the 0 that ends @text.  Returns what is wrong, or NULL. */
const gchar *gst_scream_sdp_read (const gchar * text, gsize size, guint * port,
    GstCaps * caps);

G_END_DECLS

#endif /* GST_SCREAM_SDP_H */
