/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpbatchsend.c: the system calls that send packets */
#include "plugins/packet/gstsystem.h"

#if USE_LINUX
#define _GNU_SOURCE             /* sendmmsg */
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>
#endif

#include "gstudpbatch.h"

#include "plugins/packet/gsttrafficclass.h"

#include <errno.h>
#include <string.h>

/* RFC 3168 section 5: the two low bits of the traffic class */
#define ECN_MASK 3

static GOutputVector *
vectors_of (const GstUdpBatch * self, const GstUdpBatchPacket * packet)
{
  return &g_array_index (self->vectors, GOutputVector, packet->first);
}

static gint
errno_of (const GError * error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return EAGAIN;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return ECONNREFUSED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    return EMSGSIZE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return EACCES;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED))
    return EBADF;
  return EIO;
}

/* The way of GLib, which all systems have.  It sends a byte for a packet without
 * vectors. */
static GstUdpBatchResult
send_one (GstUdpBatch * self, guint first)
{
  const GstUdpBatchPacket *packet = GST_UDP_BATCH_PACKET (self, first);
  gboolean empty = packet->n_vectors == 0;
  GOutputVector nothing = { "", 0 };
  GstUdpBatchResult result = { 1, 0, 1 };
  GSocketControlMessage *message = NULL;
  g_autoptr (GError) error = NULL;

  if (packet->ecn != (self->traffic_class & ECN_MASK))
    message = gst_traffic_class_message_new ((self->traffic_class & ~ECN_MASK)
        | packet->ecn, !self->ipv4);
  if (g_socket_send_message_with_timeout (self->socket, self->to,
          empty ? &nothing : vectors_of (self, packet),
          empty ? 1 : (gint) packet->n_vectors, &message,
          message != NULL, G_SOCKET_MSG_NONE, 0, NULL, NULL, &error)
      != G_POLLABLE_RETURN_OK) {
    result.packets = 0;
    result.error = error != NULL ? errno_of (error) : EAGAIN;
  }
  g_clear_object (&message);
  return result;
}

#if USE_LINUX

#ifndef SOL_UDP
#define SOL_UDP IPPROTO_UDP
#endif
#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103         /* linux/udp.h, from 4.18 on */
#endif

/* Messages of one system call. */
#define MAX_MESSAGES 32

/* linux/udp.h, UDP_MAX_SEGMENTS of the kernels that have the fewest */
#define MAX_SEGMENTS 64

/* What an IPv6 packet of 64 KiB has room for: 65535 - 40 - 8 */
#define MAX_GSO_SIZE 65487

/* linux/uio.h, UIO_MAXIOV */
#define MAX_VECTORS 1024

typedef struct
{
  guint first, n;               /* packets */
  guint n_vectors;
  gsize size;
} Message;

typedef union
{
  struct cmsghdr header;        /* for its alignment */
  guint8 data[CMSG_SPACE (sizeof (gint)) + CMSG_SPACE (sizeof (guint16))];
}
Control;

/* GOutputVector is made to be one, see its documentation. */
G_STATIC_ASSERT (sizeof (GOutputVector) == sizeof (struct iovec));
G_STATIC_ASSERT (G_STRUCT_OFFSET (GOutputVector, buffer)
    == G_STRUCT_OFFSET (struct iovec, iov_base));
G_STATIC_ASSERT (G_STRUCT_OFFSET (GOutputVector, size)
    == G_STRUCT_OFFSET (struct iovec, iov_len));

gboolean
gst_udp_batch_has_gso (GSocket * socket)
{
  gint size = 0;
  socklen_t length = sizeof (size);

  return getsockopt (g_socket_get_fd (socket), SOL_UDP, UDP_SEGMENT, &size,
      &length) == 0;
}

/* One packet more is cut from the same message: all have the size of the first, but
 * the last may be shorter. */
static gboolean
may_join (const GstUdpBatch * self, const Message * message,
    const GstUdpBatchPacket * packet)
{
  const GstUdpBatchPacket *first = GST_UDP_BATCH_PACKET (self, message->first);

  return self->gso && packet->ecn == first->ecn && packet->size > 0
      && packet->size <= first->size
      && message->size == message->n * first->size
      && message->n < MAX_SEGMENTS
      && message->size + packet->size <= MAX_GSO_SIZE
      && message->n_vectors + packet->n_vectors <= MAX_VECTORS;
}

static Message
next_message (const GstUdpBatch * self, guint first)
{
  const GstUdpBatchPacket *packet = GST_UDP_BATCH_PACKET (self, first);
  Message message = { first, 1, packet->n_vectors, packet->size };
  guint i;

  for (i = first + 1; i < self->packets->len; i++) {
    packet = GST_UDP_BATCH_PACKET (self, i);
    if (!may_join (self, &message, packet))
      break;
    message.n++;
    message.n_vectors += packet->n_vectors;
    message.size += packet->size;
  }
  return message;
}

static gsize
put (struct msghdr *header, gsize used, gint level, gint type,
    const void *value, gsize size)
{
  struct cmsghdr *control =
      (struct cmsghdr *) ((guint8 *) header->msg_control + used);

  control->cmsg_level = level;
  control->cmsg_type = type;
  control->cmsg_len = CMSG_LEN (size);
  memcpy (CMSG_DATA (control), value, size);
  return used + CMSG_SPACE (size);
}

/* A packet that has the socket's codepoint needs none. */
static void
put_controls (const GstUdpBatch * self, const Message * message,
    struct msghdr *header, Control * control)
{
  const GstUdpBatchPacket *packet = GST_UDP_BATCH_PACKET (self, message->first);
  gsize used = 0;

  memset (control, 0, sizeof (*control));
  header->msg_control = control;
  if (packet->ecn != (self->traffic_class & ECN_MASK)) {
    gint word = (self->traffic_class & ~ECN_MASK) | packet->ecn;

    used = put (header, used, self->ipv4 ? IPPROTO_IP : IPPROTO_IPV6,
        self->ipv4 ? IP_TOS : IPV6_TCLASS, &word, sizeof (word));
  }
  if (message->n > 1) {
    guint16 segment = (guint16) packet->size;

    used = put (header, used, SOL_UDP, UDP_SEGMENT, &segment, sizeof (segment));
  }
  header->msg_controllen = used;
  if (used == 0)
    header->msg_control = NULL;
}

static void
fill (GstUdpBatch * self, const Message * message, struct mmsghdr *out,
    Control * control)
{
  memset (out, 0, sizeof (*out));
  out->msg_hdr.msg_name = self->native;
  out->msg_hdr.msg_namelen = (socklen_t) self->native_size;
  out->msg_hdr.msg_iov =
      (struct iovec *) vectors_of (self, GST_UDP_BATCH_PACKET (self,
          message->first));
  out->msg_hdr.msg_iovlen = message->n_vectors;
  put_controls (self, message, &out->msg_hdr, control);
}

static void
count (GstUdpBatch * self, const Message * messages, guint n,
    GstUdpBatchResult * result)
{
  guint i;

  for (i = 0; i < n; i++) {
    result->packets += messages[i].n;
    if (messages[i].n == 1)
      continue;
    self->stats.gso_sends++;
    self->stats.gso_packets += messages[i].n;
  }
}

GstUdpBatchResult
gst_udp_batch_send_some (GstUdpBatch * self, guint first)
{
  struct mmsghdr out[MAX_MESSAGES];
  Control controls[MAX_MESSAGES];
  Message messages[MAX_MESSAGES];
  GstUdpBatchResult result = { 0, 0, 0 };
  guint n = 0;
  gint sent;

  if (self->one_by_one)
    return send_one (self, first);
  while (n < MAX_MESSAGES && first < self->packets->len) {
    messages[n] = next_message (self, first);
    fill (self, &messages[n], &out[n], &controls[n]);
    first += messages[n].n;
    n++;
  }
  sent = sendmmsg (g_socket_get_fd (self->socket), out, n, MSG_NOSIGNAL);
  result.error = sent < 0 ? errno : 0;
  result.tried = messages[0].n;
  if (sent > 0)
    count (self, messages, (guint) sent, &result);
  return result;
}

#else /* !USE_LINUX */

gboolean
gst_udp_batch_has_gso (GSocket * socket)
{
  return FALSE;
}

GstUdpBatchResult
gst_udp_batch_send_some (GstUdpBatch * self, guint first)
{
  return send_one (self, first);
}

#endif
