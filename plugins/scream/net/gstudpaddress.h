/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpaddress.h: where a UDP socket sends to, and where it is bound
 *
 * Errors are GStreamer's, for users: they name the properties host, bind-address and
 * bind-port.
 */
#pragma once

#include <gio/gio.h>

/* @local: NULL, if @bind_address is NULL or empty.  FALSE and @error if it is no
 * address. */
gboolean gst_udp_address_parse_local (const gchar * bind_address,
    GInetAddress ** local, GError ** error);
/* INVALID for NULL. */
GSocketFamily gst_udp_address_family (GInetAddress * local);

/* May take time.  Of a name that has several, an address of @family; INVALID: any. */
GSocketAddress *gst_udp_address_resolve (const gchar * host, guint16 port,
    GSocketFamily family, GError ** error);

/* A socket that can send to @peer, at @local or NULL; its port is nobody else's. */
GSocket *gst_udp_address_open (GSocketAddress * peer, GInetAddress * local,
    guint16 bind_port, GError ** error);
