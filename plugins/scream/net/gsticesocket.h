/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsticesocket.h: the socket that an ICE sink sends by
 *
 * libnice's nicesink, which webrtcbin has at its end, does not show its sockets;
 * its agent does.  The library is not linked: the function is looked up where the
 * agent's class is from, so this plugin neither needs libnice nor loads it.
 */
#pragma once

#include <gst/gst.h>
#include <gio/gio.h>

typedef struct _GstIceSocket GstIceSocket;

/* Is it an ICE sink? It has the properties of one. */
gboolean gst_ice_socket_is_sink (GstElement * sink);

/* NULL if @sink is no ICE sink, or its library cannot tell the socket. */
GstIceSocket *gst_ice_socket_new (GstElement * sink);

/* The socket of the path that ICE has selected, with a reference.  NULL: there is
 * none yet, or media goes over TCP. */
GSocket *gst_ice_socket_get (GstIceSocket * self);

/* NULL is allowed. */
void gst_ice_socket_free (GstIceSocket * self);
