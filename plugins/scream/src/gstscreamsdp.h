/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gst/gst.h>

/* The first port of RTP without encryption in @text, or @port if that is not 0, and
 * what may come there: @caps, which was empty, gets a structure for each payload
 * type.  @size is without the 0 that ends @text.  Returns what is wrong, or NULL. */
const gchar *gst_scream_sdp_read (const gchar * text, gsize size, guint * port,
    GstCaps * caps);
