/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way back to the sender over the socket of a udpsrc.
 *
 * Feedback leaves from the port where the media comes in, to where it comes
 * from: whatever lets the media through lets the feedback through. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstecnsocket.h"
#include "gstecnsource.h"
#include "gstscreamlatch.h"
#include "gstscreamroute.h"
#include "gstsocketpath.h"

#include <gst/net/net.h>
#include <string.h>

/* A sender that was heard so lately is there: a frame comes every 33 ms, and a
 * NAT that changes its address costs reports on no more packets than these. */
#define HEARD (100 * GST_MSECOND)

struct _GstScreamRoute
{
  GMutex lock;
  GPtrArray *sockets;           /* GSocket */
  GstScreamLatch latch;
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
  gst_scream_latch_clear (&route->latch);
  g_free (route);
}

void
gst_scream_route_find (GstScreamRoute * route, GstPad * sinkpad)
{
  GstSocketPath *path = gst_socket_path_find_sources (sinkpad);
  gboolean has_arrival_times = path->elements->len > 0;
  guint i;

  for (i = 0; i < path->elements->len; i++) {
    GstElement *source = g_ptr_array_index (path->elements, i);

    if (!gst_socket_path_enable_arrival_times (source))
      has_arrival_times = FALSE;
    gst_ecn_source_enable (source);
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
  gst_scream_latch_clear (&route->latch);
  route->has_arrival_times = FALSE;
  g_mutex_unlock (&route->lock);
}

static gchar *
address_to_text (GSocketAddress * address)
{
  if (address == NULL || !G_IS_SOCKET_CONNECTABLE (address))
    return NULL;
  return g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address));
}

GstStructure *
gst_scream_route_note_sender (GstScreamRoute * route, GstBuffer * buffer,
    const GstScreamPacket * packet, GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  GSocketAddress *before = NULL;
  GstStructure *moved = NULL;

  if (meta == NULL)
    return NULL;
  g_mutex_lock (&route->lock);
  gst_scream_latch_packet (&route->latch, meta->addr, packet->ssrc,
      packet->seq, now, &before);
  g_mutex_unlock (&route->lock);

  if (before != NULL) {
    gchar *from = address_to_text (before);
    gchar *to = address_to_text (meta->addr);

    moved = gst_structure_new ("scream-sender-moved", "from", G_TYPE_STRING,
        from, "to", G_TYPE_STRING, to, NULL);
    g_free (from);
    g_free (to);
    g_object_unref (before);
  }
  return moved;
}

gboolean
gst_scream_route_is_sender (GstScreamRoute * route, GSocketAddress * address)
{
  gboolean same;

  g_mutex_lock (&route->lock);
  same = route->latch.address != NULL
      && gst_socket_path_same_address (route->latch.address, address);
  g_mutex_unlock (&route->lock);
  return same;
}

gboolean
gst_scream_route_is_stranger (GstScreamRoute * route, GstBuffer * buffer,
    GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  gboolean stranger;

  if (meta == NULL)
    return FALSE;
  g_mutex_lock (&route->lock);
  stranger = route->latch.address != NULL
      && now - route->latch.heard < HEARD
      && !gst_socket_path_same_address (route->latch.address, meta->addr);
  g_mutex_unlock (&route->lock);
  return stranger;
}

gboolean
gst_scream_route_is_elsewhere (GstScreamRoute * route, GstBuffer * buffer)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);

  return meta != NULL && !gst_scream_route_is_sender (route, meta->addr);
}

void
gst_scream_route_add_stats (GstScreamRoute * route, GstStructure * stats)
{
  gchar *sender;

  g_mutex_lock (&route->lock);
  sender = address_to_text (route->latch.address);
  gst_structure_set (stats, "sender", G_TYPE_STRING, sender,
      "sender-moves", G_TYPE_UINT64, route->latch.moves,
      "strangers", G_TYPE_UINT64, route->latch.strangers, NULL);
  g_mutex_unlock (&route->lock);
  g_free (sender);
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

/* With the lock. */
static GSocket *
find_socket (GstScreamRoute * route)
{
  guint i;

  if (route->latch.address == NULL)
    return NULL;
  for (i = 0; i < route->sockets->len; i++) {
    GSocket *socket = g_ptr_array_index (route->sockets, i);

    if (!g_socket_is_closed (socket) && reaches (socket, route->latch.address))
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
gst_scream_route_is_open (GstScreamRoute * route)
{
  gboolean is_open;

  g_mutex_lock (&route->lock);
  is_open = find_socket (route) != NULL;
  g_mutex_unlock (&route->lock);
  return is_open;
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

gboolean
gst_scream_route_send (GstScreamRoute * route, const guint8 * data,
    gsize size, GError ** error)
{
  GSocketAddress *sender = NULL;
  GSocket *socket;
  gboolean sent = FALSE;

  g_mutex_lock (&route->lock);
  socket = find_socket (route);
  if (socket != NULL) {
    g_object_ref (socket);
    sender = fit_address (socket, route->latch.address);
  }
  g_mutex_unlock (&route->lock);

  if (socket == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "no route");
    return FALSE;
  }
  sent = gst_ecn_socket_send_not_ect (socket, sender, data, size,
      error) == (gssize) size;
  g_object_unref (socket);
  g_object_unref (sender);
  return sent;
}
