/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsinksocket.c: the socket of screamudpsink and its options */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamudpsinkprivate.h"

#include "plugins/scream/net/gstudpaddress.h"

#include <gio/gnetworking.h>

#define GST_CAT_DEFAULT gst_scream_udp_sink_debug

/* RFC 2474 section 3: the six high bits of the traffic class */
#define DSCP_SHIFT 2
#define ECN_MASK 3

/* What is set at the start. */
typedef struct
{
  gchar *host, *bind_address;
  gint port, bind_port, ttl, qos_dscp, buffer_size;
  GSocket *socket;
} Settings;

static void
get_settings (GstScreamUdpSink * self, Settings * settings)
{
  GST_OBJECT_LOCK (self);
  settings->host = g_strdup (self->host);
  settings->bind_address = g_strdup (self->bind_address);
  settings->port = self->port;
  settings->bind_port = self->bind_port;
  settings->ttl = self->ttl;
  settings->qos_dscp = self->qos_dscp;
  settings->buffer_size = self->buffer_size;
  settings->socket = self->socket ? g_object_ref (self->socket) : NULL;
  GST_OBJECT_UNLOCK (self);
}

static void
clear_settings (Settings * settings)
{
  g_free (settings->host);
  g_free (settings->bind_address);
  g_clear_object (&settings->socket);
}

/* ---- options ---- */

#if defined (IP_TOS) && defined (IPV6_TCLASS)

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

#else

void
gst_scream_udp_sink_apply_dscp (GSocket * socket, gint dscp)
{
  (void) socket;
  if (dscp >= 0)
    GST_WARNING ("this system has no DSCP");
}

guint8
gst_scream_udp_sink_traffic_class (GSocket * socket)
{
  (void) socket;
  return 0;
}

#endif

static void
set_options (GSocket * socket, const Settings * settings)
{
  GError *error = NULL;

  if (settings->ttl > 0)
    g_socket_set_ttl (socket, (guint) settings->ttl);
  g_socket_set_broadcast (socket, TRUE);
  gst_scream_udp_sink_apply_dscp (socket, settings->qos_dscp);
#ifdef SO_SNDBUF
  if (settings->buffer_size > 0
      && !g_socket_set_option (socket, SOL_SOCKET, SO_SNDBUF,
          settings->buffer_size, &error)) {
    GST_WARNING ("no send buffer of %d bytes: %s", settings->buffer_size,
        error->message);
    g_clear_error (&error);
  }
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
use_given (const Settings * settings, GSocketAddress ** to, GError ** error)
{
  GSocket *socket = settings->socket;

  if (!check_given (socket, error))
    return NULL;
  *to = gst_udp_address_resolve (settings->host, (guint16) settings->port,
      wanted_family (socket), error);
  if (*to == NULL || !check_family (socket, *to, settings->host, error))
    return NULL;
  return g_object_ref (socket);
}

static GSocket *
open_new (const Settings * settings, GSocketAddress ** to, GError ** error)
{
  GInetAddress *local;
  GSocket *socket = NULL;

  if (!gst_udp_address_parse_local (settings->bind_address, &local, error))
    return NULL;
  *to = gst_udp_address_resolve (settings->host, (guint16) settings->port,
      gst_udp_address_family (local), error);
  if (*to != NULL)
    socket = gst_udp_address_open (*to, local, (guint16) settings->bind_port,
        error);
  g_clear_object (&local);
  return socket;
}

gboolean
gst_scream_udp_sink_open (GstScreamUdpSink * self, GError ** error)
{
  GSocketAddress *to = NULL;
  Settings settings;
  GSocket *socket;

  get_settings (self, &settings);
  socket = settings.socket != NULL ? use_given (&settings, &to, error)
      : open_new (&settings, &to, error);
  if (socket == NULL) {
    g_clear_object (&to);
  } else {
    set_options (socket, &settings);
    GST_OBJECT_LOCK (self);
    self->used_socket = socket;
    self->to = to;
    GST_OBJECT_UNLOCK (self);
  }
  clear_settings (&settings);
  return socket != NULL;
}

void
gst_scream_udp_sink_close (GstScreamUdpSink * self)
{
  GSocket *socket;
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
  g_object_unref (socket);
}
