/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsinksocket.c: the socket of screamudpsink and its options */
#include "gstscreamudpsinkprivate.h"

#include "plugins/scream/net/gstudpaddress.h"

#include <gio/gnetworking.h>

#define GST_CAT_DEFAULT gst_scream_udp_sink_debug

/* RFC 2474 section 3: the six high bits of the traffic class */
#define DSCP_SHIFT 2
#define ECN_MASK 3

/* ---- options ---- */

/* Systems without them refuse these. */
#ifndef IP_TOS
#define IP_TOS -1
#endif
#ifndef IPV6_TCLASS
#define IPV6_TCLASS -1
#endif

static void
set_dscp (GSocket * socket, gint level, gint option, gint dscp)
{
  gint old = 0;

  if (!g_socket_get_option (socket, level, option, &old, NULL)
      || !g_socket_set_option (socket, level, option,
          (dscp << DSCP_SHIFT) | (old & ECN_MASK), NULL))
    GST_WARNING ("the system refuses a DSCP of %d", dscp);
}

/* An IPv6 socket that sends to an IPv4 address takes the option of IPv4. */
void
gst_scream_udp_sink_apply_dscp (GSocket * socket, gint dscp)
{
  if (dscp < 0)
    return;
  set_dscp (socket, IPPROTO_IP, IP_TOS, dscp);
  if (g_socket_get_family (socket) == G_SOCKET_FAMILY_IPV6)
    set_dscp (socket, IPPROTO_IPV6, IPV6_TCLASS, dscp);
}

guint8
gst_scream_udp_sink_traffic_class (GSocket * socket)
{
  gboolean ipv6 = g_socket_get_family (socket) == G_SOCKET_FAMILY_IPV6;
  gint value = 0;

  if (!g_socket_get_option (socket, ipv6 ? IPPROTO_IPV6 : IPPROTO_IP,
          ipv6 ? IPV6_TCLASS : IP_TOS, &value, NULL))
    return 0;
  return (guint8) value;
}

static void
set_options (GstScreamUdpSink * self, GSocket * socket)
{
  g_autoptr (GError) error = NULL;

  if (self->ttl > 0)
    g_socket_set_ttl (socket, (guint) self->ttl);
  g_socket_set_broadcast (socket, TRUE);
  gst_scream_udp_sink_apply_dscp (socket, self->qos_dscp);
#ifdef SO_SNDBUF
  if (self->buffer_size > 0 && !g_socket_set_option (socket, SOL_SOCKET,
          SO_SNDBUF, self->buffer_size, &error))
    GST_WARNING ("no send buffer of %d bytes: %s", self->buffer_size,
        error->message);
#endif
}

/* ---- the socket ---- */

static gboolean
check_given (GSocket * socket, GError ** error)
{
  if (g_socket_get_socket_type (socket) == G_SOCKET_TYPE_DATAGRAM
      && !g_socket_is_closed (socket))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
      "The socket is %s. Set the property socket to an open UDP socket, or to NULL.",
      g_socket_is_closed (socket) ? "closed" : "no UDP socket");
  return FALSE;
}

/* A socket of IPv6 takes both. */
static GSocketFamily
wanted_family (GSocket * socket)
{
  return g_socket_get_family (socket) == G_SOCKET_FAMILY_IPV6
      && g_socket_speaks_ipv4 (socket) ? G_SOCKET_FAMILY_INVALID
      : g_socket_get_family (socket);
}

static gboolean
check_family (GSocket * socket, GSocketAddress * to, const gchar * host,
    GError ** error)
{
  GSocketFamily wanted = wanted_family (socket);

  if (wanted == G_SOCKET_FAMILY_INVALID
      || wanted == g_socket_address_get_family (to))
    return TRUE;
  g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
      "The socket is for IPv%c and host=%s is not. Set socket and host to the "
      "same family.", wanted == G_SOCKET_FAMILY_IPV6 ? '6' : '4', host);
  return FALSE;
}

static GSocket *
use_given (GSocket * socket, const gchar * host, gint port,
    GSocketAddress ** to, GError ** error)
{
  if (!check_given (socket, error))
    return NULL;
  *to = gst_udp_address_resolve (host, (guint16) port, wanted_family (socket),
      error);
  if (*to == NULL || !check_family (socket, *to, host, error))
    return NULL;
  return g_object_ref (socket);
}

static GSocket *
open_new (GstScreamUdpSink * self, const gchar * host, gint port,
    GSocketAddress ** to, GError ** error)
{
  g_autofree gchar *bind_address = NULL;
  g_autoptr (GInetAddress) local = NULL;
  gint bind_port;

  g_object_get (self, "bind-address", &bind_address, "bind-port", &bind_port,
      NULL);
  if (!gst_udp_address_parse_local (bind_address, &local, error))
    return NULL;
  *to = gst_udp_address_resolve (host, (guint16) port,
      gst_udp_address_family (local), error);
  return *to == NULL ? NULL
      : gst_udp_address_open (*to, local, (guint16) bind_port, error);
}

gboolean
gst_scream_udp_sink_open (GstScreamUdpSink * self, GError ** error)
{
  g_autoptr (GSocketAddress) to = NULL;
  g_autoptr (GSocket) given = NULL;
  g_autofree gchar *host = NULL;
  GSocket *socket;
  gint port;

  g_object_get (self, "host", &host, "port", &port, "socket", &given, NULL);
  socket = given != NULL ? use_given (given, host, port, &to, error)
      : open_new (self, host, port, &to, error);
  if (socket == NULL)
    return FALSE;
  GST_OBJECT_LOCK (self);
  set_options (self, socket);
  self->used_socket = socket;
  self->to = g_steal_pointer (&to);
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

void
gst_scream_udp_sink_close (GstScreamUdpSink * self)
{
  g_autoptr (GSocket) socket = NULL;
  gboolean mine;

  GST_OBJECT_LOCK (self);
  socket = g_steal_pointer (&self->used_socket);
  mine = socket != self->socket || self->close_socket;
  g_clear_object (&self->to);
  GST_OBJECT_UNLOCK (self);
  if (socket == NULL)
    return;
  if (mine)
    g_socket_close (socket, NULL);
}
