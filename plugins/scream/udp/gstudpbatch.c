/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpbatch.c: see gstudpbatch.h */
#include "gstudpbatch.h"

#include "plugins/packet/gstscreamecn.h"

#include <errno.h>
#include <string.h>

/* RFC 3168 section 5: the two low bits of the traffic class */
#define ECN_MASK 3

/* An IPv4 address that is mapped to IPv6 leaves as IPv4, RFC 4291 section 2.5.5.2. */
static gboolean
is_ipv4 (GSocketAddress * address)
{
  static const guint8 mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  GInetAddress *inet =
      g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));

  return g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV4
      || memcmp (g_inet_address_to_bytes (inet), mapped, sizeof (mapped)) == 0;
}

GstUdpBatch *
gst_udp_batch_new (GSocket * socket, GSocketAddress * to, gboolean gso)
{
  GstUdpBatch *self = g_new0 (GstUdpBatch, 1);

  self->native_size = (gsize) g_socket_address_get_native_size (to);
  if (!G_IS_INET_SOCKET_ADDRESS (to)
      || !g_socket_address_to_native (to, self->native, sizeof (self->native),
          NULL)) {
    g_free (self);
    return NULL;
  }
  self->socket = g_object_ref (socket);
  self->to = g_object_ref (to);
  self->ipv4 = is_ipv4 (to);
  self->gso = gso && gst_udp_batch_has_gso (socket);
  self->packets = g_array_new (FALSE, FALSE, sizeof (GstUdpBatchPacket));
  self->vectors = g_array_new (FALSE, FALSE, sizeof (GOutputVector));
  self->maps = g_array_new (FALSE, FALSE, sizeof (GstMapInfo));
  return self;
}

static void
clear (GstUdpBatch * self)
{
  guint i;

  for (i = 0; i < self->maps->len; i++) {
    GstMapInfo *map = &g_array_index (self->maps, GstMapInfo, i);

    gst_memory_unmap (map->memory, map);
  }
  g_array_set_size (self->packets, 0);
  g_array_set_size (self->vectors, 0);
  g_array_set_size (self->maps, 0);
}

void
gst_udp_batch_free (GstUdpBatch * self)
{
  if (self == NULL)
    return;
  clear (self);
  g_array_unref (self->packets);
  g_array_unref (self->vectors);
  g_array_unref (self->maps);
  g_object_unref (self->to);
  g_object_unref (self->socket);
  g_free (self);
}

gboolean
gst_udp_batch_add (GstUdpBatch * self, GstBuffer * buffer)
{
  GstUdpBatchPacket packet = { self->vectors->len, gst_buffer_n_memory (buffer),
    0, gst_scream_ecn_get (buffer, self->traffic_class & ECN_MASK)
  };
  guint i;

  for (i = 0; i < packet.n_vectors; i++) {
    GOutputVector vector;
    GstMapInfo map;

    if (!gst_memory_map (gst_buffer_peek_memory (buffer, i), &map,
            GST_MAP_READ))
      return FALSE;
    vector.buffer = map.data;
    vector.size = map.size;
    g_array_append_val (self->vectors, vector);
    g_array_append_val (self->maps, map);
    packet.size += map.size;
  }
  g_array_append_val (self->packets, packet);
  return TRUE;
}

/* ---- errors ---- */

/* The kernel, the device or the path cannot cut messages. */
static gboolean
is_of_gso (const GstUdpBatchResult * result)
{
  gint e = result->error;

  return result->tried > 1 && (e == EIO || e == EINVAL || e == EOPNOTSUPP
      || e == ENOPROTOOPT || e == EMSGSIZE);
}

static gboolean
is_icmp (gint error)
{
  return error == ECONNREFUSED || error == ECONNRESET;
}

static gboolean
wait_for_room (GstUdpBatch * self, GCancellable * cancellable, GError ** error)
{
  self->stats.waits++;
  return g_socket_condition_wait (self->socket, G_IO_OUT, cancellable, error);
}

static guint
drop (GstUdpBatch * self, guint first, const GstUdpBatchResult * result,
    GstUdpBatchFault * fault)
{
  fault->error = result->error;
  fault->size = GST_UDP_BATCH_PACKET (self, first)->size;
  self->stats.dropped += result->tried;
  return result->tried;
}

/* No packet left: how many are left out for it.  FALSE: no more is sent. */
static gboolean
judge (GstUdpBatch * self, guint first, const GstUdpBatchResult * result,
    gboolean again, guint * left_out, GstUdpBatchFault * fault,
    GCancellable * cancellable, GError ** error)
{
  gint e = result->error;

  *left_out = 0;
  if (e == EINTR)
    return TRUE;
  if (e == EAGAIN || e == EWOULDBLOCK)
    return wait_for_room (self, cancellable, error);
  if (is_of_gso (result)) {
    self->gso = FALSE;
    self->stats.gso_error = e;
  } else if (e == ENOSYS && !self->one_by_one) {
    self->one_by_one = TRUE;
  } else if (is_icmp (e) && !again) {
    self->stats.refused++;      /* of an earlier packet; this one did not leave */
  } else if (e == EBADF || e == ENOTSOCK || e == EPIPE) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "%s", g_strerror (e));
    return FALSE;
  } else {
    *left_out = drop (self, first, result, fault);
  }
  return TRUE;
}

static void
count (GstUdpBatch * self, guint first, guint n)
{
  guint i;

  for (i = first; i < first + n; i++)
    self->stats.bytes += GST_UDP_BATCH_PACKET (self, i)->size;
  self->stats.packets += n;
}

gboolean
gst_udp_batch_send (GstUdpBatch * self, GCancellable * cancellable,
    GstUdpBatchFault * fault, GError ** error)
{
  gboolean ok = TRUE, again = FALSE;
  guint done = 0, left_out;

  fault->error = 0;
  while (ok && done < self->packets->len) {
    GstUdpBatchResult result = gst_udp_batch_send_some (self, done);

    self->stats.calls++;
    if (result.packets > 0) {
      count (self, done, result.packets);
      done += result.packets;
      again = FALSE;
      continue;
    }
    ok = judge (self, done, &result, again, &left_out, fault, cancellable,
        error);
    again = is_icmp (result.error) && !again;
    done += left_out;
  }
  self->stats.dropped += self->packets->len - done;
  clear (self);
  return ok;
}
