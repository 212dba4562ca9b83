/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way back to the sender over the socket of a udpsrc.
 *
 * Feedback leaves from the port that the media comes to, and goes to the address that
 * the media comes from. What lets the media through lets the feedback through. */
#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/net/source/gstecnsource.h"
#include "plugins/scream/net/gstlocaladdress.h"
#include "plugins/scream/net/source/gstlocalsource.h"
#include "gstscreamroute.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/net/gststockelement.h"

#include <string.h>

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
  guint i;

  route->sockets = g_ptr_array_ref (path->sockets);
  route->has_arrival_times = path->elements->len > 0;
  for (i = 0; i < path->elements->len; i++) {
    if (!enable_notes (g_ptr_array_index (path->elements, i)))
      route->has_arrival_times = FALSE;
  }
  gst_socket_path_free (path);
}

void
gst_scream_route_clear (GstScreamRoute * route)
{
  g_clear_pointer (&route->sockets, g_ptr_array_unref);
  route->has_arrival_times = FALSE;
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

GSocket *
gst_scream_route_ref_socket (const GstScreamRoute * route,
    GSocketAddress * address)
{
  guint i;

  for (i = 0; address != NULL && route->sockets != NULL
      && i < route->sockets->len; i++) {
    GSocket *socket = g_ptr_array_index (route->sockets, i);

    if (!g_socket_is_closed (socket) && reaches (socket, address))
      return g_object_ref (socket);
  }
  return NULL;
}

/* From the address that the peer sends to, if that is possible: it may be one of a
 * group, or gone. */
gboolean
gst_scream_route_send (GSocket * socket, GSocketAddress * address,
    const guint8 * data, gsize size, GError ** error)
{
  GSocketControlMessage *from = gst_local_address_message_new (socket, address);
  GSocketAddress *fitting = fit_address (socket, address);
  gssize sent = -1;

  if (from != NULL)
    sent = gst_ecn_socket_send_not_ect (socket, fitting, from, data, size,
        NULL);
  if (sent < 0)
    sent = gst_ecn_socket_send_not_ect (socket, fitting, NULL, data, size,
        error);
  g_clear_object (&from);
  g_object_unref (fitting);
  return sent == (gssize) size;
}
