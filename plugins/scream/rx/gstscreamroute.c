/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way back to the sender over the socket of a udpsrc.
 *
 * Feedback leaves from the port that the media comes to, and goes to the address that
 * the media comes from. What lets the media through lets the feedback through. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/net/source/gstecnsource.h"
#include "plugins/scream/net/gstlocaladdress.h"
#include "plugins/scream/net/source/gstlocalsource.h"
#include "gstscreamroute.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/net/gststockelement.h"

#include <string.h>

struct _GstScreamRoute
{
  GMutex lock;
  GPtrArray *sockets;           /* GSocket */
  gboolean has_arrival_times;
};

GstScreamRoute *
gst_scream_route_new (void)
{
  GstScreamRoute *route = g_new0 (GstScreamRoute, 1);

  g_mutex_init (&route->lock);
  route->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  return route;
}

void
gst_scream_route_free (GstScreamRoute * route)
{
  g_mutex_clear (&route->lock);
  g_ptr_array_unref (route->sockets);
  g_free (route);
}

/* Arrival times, codepoints and the addresses they came to in the buffers. FALSE: no
 * times. A screamudpsrc notes all of it by itself. */
static gboolean
enable_notes (GstElement * source)
{
  gboolean has_times;

  if (gst_stock_element_has_property (source, "arrival-times", G_TYPE_BOOLEAN)) {
    g_object_get (source, "arrival-times", &has_times, NULL);
    return has_times;
  }
  has_times = gst_socket_path_enable_arrival_times (source);
  gst_ecn_source_enable (source);
  gst_local_source_enable (source);
  return has_times;
}

void
gst_scream_route_find (GstScreamRoute * route, GstPad * sinkpad)
{
  GstSocketPath *path = gst_socket_path_find_sources (sinkpad);
  gboolean has_arrival_times = path->elements->len > 0;
  guint i;

  for (i = 0; i < path->elements->len; i++) {
    GstElement *source = g_ptr_array_index (path->elements, i);

    if (!enable_notes (source))
      has_arrival_times = FALSE;
  }

  g_mutex_lock (&route->lock);
  /* The old ones leave with the path. */
  g_ptr_array_ref (path->sockets);
  g_ptr_array_unref (route->sockets);
  route->sockets = path->sockets;
  route->has_arrival_times = has_arrival_times;
  g_mutex_unlock (&route->lock);
  gst_socket_path_free (path);
}

void
gst_scream_route_clear (GstScreamRoute * route)
{
  g_mutex_lock (&route->lock);
  g_ptr_array_set_size (route->sockets, 0);
  route->has_arrival_times = FALSE;
  g_mutex_unlock (&route->lock);
}

/* An IPv6 socket that is not for IPv6 alone shows IPv4 senders as such. */
static gboolean
reaches (GSocket * socket, GSocketAddress * address)
{
  return g_socket_get_family (socket) == g_socket_address_get_family (address)
      || (g_socket_address_get_family (address) == G_SOCKET_FAMILY_IPV4
      && g_socket_speaks_ipv4 (socket));
}

/* As the socket wants it, RFC 4291 section 2.5.5.2. */
static GSocketAddress *
fit_address (GSocket * socket, GSocketAddress * address)
{
  guint8 bytes[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  GInetAddress *mapped;
  GSocketAddress *fitting;

  if (g_socket_get_family (socket) == g_socket_address_get_family (address))
    return g_object_ref (address);
  memcpy (bytes + 12, g_inet_address_to_bytes (g_inet_socket_address_get_address
          (G_INET_SOCKET_ADDRESS (address))), 4);
  mapped = g_inet_address_new_from_bytes (bytes, G_SOCKET_FAMILY_IPV6);
  fitting = g_inet_socket_address_new (mapped,
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)));
  g_object_unref (mapped);
  return fitting;
}

/* With the lock. NULL: none reaches @address, or there is none. */
static GSocket *
find_socket (GstScreamRoute * route, GSocketAddress * address)
{
  guint i;

  if (address == NULL)
    return NULL;
  for (i = 0; i < route->sockets->len; i++) {
    GSocket *socket = g_ptr_array_index (route->sockets, i);

    if (!g_socket_is_closed (socket) && reaches (socket, address))
      return socket;
  }
  return NULL;
}

gboolean
gst_scream_route_has_socket (GstScreamRoute * route)
{
  gboolean has_socket;

  g_mutex_lock (&route->lock);
  has_socket = route->sockets->len > 0;
  g_mutex_unlock (&route->lock);
  return has_socket;
}

gboolean
gst_scream_route_reaches (GstScreamRoute * route, GSocketAddress * address)
{
  gboolean reaches;

  g_mutex_lock (&route->lock);
  reaches = find_socket (route, address) != NULL;
  g_mutex_unlock (&route->lock);
  return reaches;
}

gboolean
gst_scream_route_has_arrival_times (GstScreamRoute * route)
{
  gboolean has_arrival_times;

  g_mutex_lock (&route->lock);
  has_arrival_times = route->has_arrival_times;
  g_mutex_unlock (&route->lock);
  return has_arrival_times;
}

/* From the address that the peer sends to, if that is possible: it may be one of a
 * group, or gone. @fitting: @address as @socket takes it. */
static gboolean
send_from (GSocket * socket, GSocketAddress * address,
    GSocketAddress * fitting, const guint8 * data, gsize size, GError ** error)
{
  GSocketControlMessage *from = gst_local_address_message_new (socket, address);
  gssize sent = -1;

  if (from != NULL)
    sent = gst_ecn_socket_send_not_ect (socket, fitting, from, data, size,
        NULL);
  if (sent < 0)
    sent = gst_ecn_socket_send_not_ect (socket, fitting, NULL, data, size,
        error);
  g_clear_object (&from);
  return sent == (gssize) size;
}

gboolean
gst_scream_route_send (GstScreamRoute * route, GSocketAddress * address,
    const guint8 * data, gsize size, GError ** error)
{
  GSocketAddress *fitting = NULL;
  GSocket *socket;
  gboolean sent = FALSE;

  g_mutex_lock (&route->lock);
  socket = find_socket (route, address);
  if (socket != NULL) {
    g_object_ref (socket);
    fitting = fit_address (socket, address);
  }
  g_mutex_unlock (&route->lock);

  if (socket != NULL)
    sent = send_from (socket, address, fitting, data, size, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "no route");
  g_clear_object (&socket);
  g_clear_object (&fitting);
  return sent;
}
