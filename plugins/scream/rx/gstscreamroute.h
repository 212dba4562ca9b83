/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamroute.h: the way back to the sender over the socket of a udpsrc */
#ifndef __GST_SCREAM_ROUTE_H__
#define __GST_SCREAM_ROUTE_H__

#include <gst/gst.h>
#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _GstScreamRoute GstScreamRoute;

GstScreamRoute *gst_scream_route_new (void);
void gst_scream_route_free (GstScreamRoute * route);

/* Looks for udpsrc elements that feed @sinkpad, and asks them for the kernel's
 * arrival times, for ECN codepoints, and for the addresses that packets came to. To be called again when something upstream has
 * changed. */
void gst_scream_route_find (GstScreamRoute * route, GstPad * sinkpad);

/* Forgets the sockets. */
void gst_scream_route_clear (GstScreamRoute * route);

/* Is there a socket? */
gboolean gst_scream_route_has_socket (GstScreamRoute * route);

/* Is there one that can send to @address? NULL: no. */
gboolean gst_scream_route_reaches (GstScreamRoute * route,
    GSocketAddress * address);

/* Do the buffers' DTS say when packets came? */
gboolean gst_scream_route_has_arrival_times (GstScreamRoute * route);

/* May block: the caller holds no lock. */
gboolean gst_scream_route_send (GstScreamRoute * route,
    GSocketAddress * address, const guint8 * data, gsize size,
    GError ** error);

G_END_DECLS

#endif /* __GST_SCREAM_ROUTE_H__ */
