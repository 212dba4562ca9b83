/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwsocket.h: the sockets of UDP elements, set as a test needs them */
#ifndef BW_SOCKET_H
#define BW_SOCKET_H

#include <gst/gst.h>
#include <gio/gio.h>

/* The socket that a UDP element has opened; NULL if none. */
GSocket *bw_socket_get (GstElement * element);

/* Only over this network interface.  FALSE and @error if that may not be. */
gboolean bw_socket_bind_interface (GSocket * socket, const gchar * name,
    GError ** error);

/* Any address of this machine, whether or not another socket has the port for one of
 * them: a sender on this machine may.  NULL: @error. */
GSocket *bw_socket_listen (guint port, gboolean ipv6, GError ** error);

/* Room for what comes while this process does not run: more than
 * net.core.rmem_max for root. */
void bw_socket_widen (GSocket * socket);

#endif /* BW_SOCKET_H */
