/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamroute.h: the way back to the sender over the socket of a udpsrc */
#pragma once

#include <gst/gst.h>
#include <gio/gio.h>

/* One that is all zero has no way. */
typedef struct
{
  GPtrArray *sockets;           /* GSocket; NULL: none */
  gboolean has_arrival_times;   /* the buffers' DTS say when packets came */
} GstScreamRoute;

/* Looks for udpsrc elements that feed @sinkpad, and asks them for the kernel's arrival
 * times, for ECN codepoints, and for the addresses that packets came to. To be called again
 * when something upstream has changed. The caller holds no lock, and clears @route. */
void gst_scream_route_find (GstScreamRoute * route, GstPad * sinkpad);
void gst_scream_route_clear (GstScreamRoute * route);

/* One that can send to @address, with a reference; NULL: there is none, or no address. */
GSocket *gst_scream_route_ref_socket (const GstScreamRoute * route,
    GSocketAddress * address);

/* May block: the caller holds no lock. */
gboolean gst_scream_route_send (GSocket * socket, GSocketAddress * address,
    const guint8 * data, gsize size, GError ** error);
