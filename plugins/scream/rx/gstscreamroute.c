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
#include "gstscreamlatch.h"
#include "gstscreamroute.h"
#include "plugins/scream/net/gstsocketpath.h"
#include "plugins/scream/net/gststockelement.h"

#include <gst/net/net.h>
#include <string.h>

/* IPv4 and UDP */
#define OVERHEAD 28

/* An answer is shorter, a compound with one not much longer. */
#define MAX_ANSWER 256

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

/* Takes both addresses. */
static GstStructure *
new_message (const gchar * name, const gchar * first, GSocketAddress * from,
    const gchar * second, GSocketAddress * to)
{
  gchar *from_text = address_to_text (from), *to_text = address_to_text (to);
  GstStructure *s = gst_structure_new (name, first, G_TYPE_STRING, from_text,
      second, G_TYPE_STRING, to_text, NULL);

  g_free (from_text);
  g_free (to_text);
  g_object_unref (from);
  g_object_unref (to);
  return s;
}

GstStructure *
gst_scream_route_note_sender (GstScreamRoute * route, GstBuffer * buffer,
    const GstScreamPacket * packet, gboolean * moved, GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  GstScreamWatchPacket watched = { packet->ssrc, packet->seq,
    packet->timestamp, (guint) gst_buffer_get_size (buffer) + OVERHEAD
  };
  GSocketAddress *before = NULL, *refused, *own;
  const gchar *reason;
  GstStructure *s = NULL;

  *moved = FALSE;
  if (meta == NULL)
    return NULL;
  g_mutex_lock (&route->lock);
  gst_scream_latch_packet (&route->latch, meta->addr, &watched, now, &before);
  refused = gst_scream_latch_take_refused (&route->latch);
  own = g_object_ref (route->latch.address);
  reason = route->latch.reason;
  g_mutex_unlock (&route->lock);

  *moved = before != NULL;
  if (before != NULL) {
    s = new_message ("scream-sender-moved", "from", before, "to",
        g_steal_pointer (&own));
    gst_structure_set (s, "reason", G_TYPE_STRING, reason, NULL);
  } else if (refused != NULL) {
    s = new_message ("scream-sender-refused", "sender", g_steal_pointer (&own),
        "challenger", g_steal_pointer (&refused));
  }
  g_clear_object (&own);
  g_clear_object (&refused);
  return s;
}

gboolean
gst_scream_route_forget (GstScreamRoute * route, GstBuffer * buffer,
    guint32 ssrc)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  gboolean forgot;

  if (meta == NULL)
    return FALSE;
  g_mutex_lock (&route->lock);
  forgot = gst_scream_latch_forget (&route->latch, meta->addr, ssrc);
  g_mutex_unlock (&route->lock);
  return forgot;
}

gboolean
gst_scream_route_overtake (GstScreamRoute * route, GstBuffer * buffer,
    guint32 ssrc, GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  gboolean overtaken;

  if (meta == NULL)
    return FALSE;
  g_mutex_lock (&route->lock);
  overtaken = gst_scream_latch_overtake (&route->latch, meta->addr, ssrc, now);
  g_mutex_unlock (&route->lock);
  return overtaken;
}

gboolean
gst_scream_route_was_disputed (GstScreamRoute * route)
{
  gboolean disputed;

  g_mutex_lock (&route->lock);
  disputed = gst_scream_latch_was_disputed (&route->latch);
  g_mutex_unlock (&route->lock);
  return disputed;
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
gst_scream_route_is_unknown_peer (GstScreamRoute * route, GstBuffer * buffer,
    GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  gboolean unknown;

  if (meta == NULL)
    return FALSE;
  g_mutex_lock (&route->lock);
  unknown = gst_scream_latch_is_unknown_peer (&route->latch, meta->addr, now);
  g_mutex_unlock (&route->lock);
  return unknown;
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
  gchar *sender, *local;

  g_mutex_lock (&route->lock);
  sender = address_to_text (route->latch.address);
  local = route->latch.address == NULL ? NULL
      : address_to_text (gst_local_address_get (route->latch.address));
  gst_structure_set (stats, "sender", G_TYPE_STRING, sender,
      "local-address", G_TYPE_STRING, local,
      "sender-moves", G_TYPE_UINT64, route->latch.moves,
      "sender-refusals", G_TYPE_UINT64, route->latch.refusals,
      "from-unknown-peers", G_TYPE_UINT64, route->latch.from_unknown_peers,
      NULL);
  g_mutex_unlock (&route->lock);
  g_free (sender);
  g_free (local);
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
gst_scream_route_is_open (GstScreamRoute * route)
{
  gboolean is_open;

  g_mutex_lock (&route->lock);
  is_open = find_socket (route, route->latch.address) != NULL;
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

/* Takes @address. */
static gboolean
send_to (GstScreamRoute * route, GSocketAddress * address, const guint8 * data,
    gsize size, GError ** error)
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
  g_clear_object (&address);
  return sent;
}

gboolean
gst_scream_route_send (GstScreamRoute * route, const guint8 * data,
    gsize size, GError ** error)
{
  GSocketAddress *sender = NULL;

  g_mutex_lock (&route->lock);
  g_set_object (&sender, route->latch.address);
  g_mutex_unlock (&route->lock);
  return send_to (route, sender, data, size, error);
}

gboolean
gst_scream_route_ask (GstScreamRoute * route, guint32 ssrc,
    guint8 data[RTP_CC_ECHO_QUESTION_SIZE], gboolean * own, GstClockTime now)
{
  GSocketAddress *address;
  guint32 number;

  g_mutex_lock (&route->lock);
  address = gst_scream_latch_take_question (&route->latch, &number, now);
  *own = address == route->latch.address;
  g_mutex_unlock (&route->lock);
  if (address == NULL)
    return FALSE;
  rtp_cc_echo_write_question (data, ssrc, number);
  if (*own)
    g_object_unref (address);
  else
    send_to (route, address, data, RTP_CC_ECHO_QUESTION_SIZE, NULL);
  return TRUE;
}

gboolean
gst_scream_route_note_rtcp (GstScreamRoute * route, GstBuffer * buffer,
    guint32 ssrc, GstClockTime now)
{
  GstNetAddressMeta *meta = gst_buffer_get_net_address_meta (buffer);
  guint8 data[MAX_ANSWER];
  gsize size = gst_buffer_extract (buffer, 0, data, sizeof (data));
  guint32 number;

  if (meta == NULL || !rtp_cc_echo_read_answer (data, size, ssrc, &number))
    return FALSE;
  g_mutex_lock (&route->lock);
  gst_scream_latch_answer (&route->latch, meta->addr, number, now);
  g_mutex_unlock (&route->lock);
  return TRUE;
}
