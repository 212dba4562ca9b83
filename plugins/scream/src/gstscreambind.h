/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreambind.h: the socket that screamsrc receives with */
#ifndef __GST_SCREAM_BIND_H__
#define __GST_SCREAM_BIND_H__

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/* A UDP socket bound to @address (empty or NULL: all of them, IPv6 and IPv4,
 * only IPv4 where there is no IPv6) and @port.  NULL after an error message of
 * @element, which says what to do. */
GSocket *gst_scream_bind (GstElement * element, const gchar * address,
    guint port);

G_END_DECLS

#endif /* __GST_SCREAM_BIND_H__ */
