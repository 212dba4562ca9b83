/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A UDP socket of a test, for what an element sends. */
#include "udpreceiver.h"

#include <netinet/in.h>
#include <sys/socket.h>

void
receiver_open (Receiver * r, GSocketFamily family)
{
  GInetAddress *loopback = g_inet_address_new_loopback (family);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);
  gboolean v6 = family == G_SOCKET_FAMILY_IPV6;
  GSocketAddress *local;

  memset (r, 0, sizeof (*r));
  r->socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  fail_unless (g_socket_bind (r->socket, address, FALSE, NULL));
  fail_unless (g_socket_set_option (r->socket, v6 ? IPPROTO_IPV6 : IPPROTO_IP,
          v6 ? IPV6_RECVTCLASS : IP_RECVTOS, 1, NULL));
  local = g_socket_get_local_address (r->socket, NULL);
  r->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (local));
  g_object_unref (local);
  g_object_unref (address);
  g_object_unref (loopback);
}

void
receiver_close (Receiver * r)
{
  g_socket_close (r->socket, NULL);
  g_clear_object (&r->from);
  g_object_unref (r->socket);
}

static gint
get_traffic_class (struct msghdr *message)
{
  struct cmsghdr *c;

  for (c = CMSG_FIRSTHDR (message); c != NULL; c = CMSG_NXTHDR (message, c)) {
    if ((c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_TOS)
        || (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_TCLASS))
      return *CMSG_DATA (c);    /* the low byte comes first, if it is an int */
  }
  return -1;
}

gboolean
receive (Receiver * r, gint64 end)
{
  gint64 left = end - g_get_monotonic_time ();
  struct sockaddr_storage from;
  guint8 control[256];
  struct iovec vector = { r->data, sizeof (r->data) };
  struct msghdr message = { &from, sizeof (from), &vector, 1, control,
    sizeof (control), 0
  };

  if (left <= 0 || !g_socket_condition_timed_wait (r->socket, G_IO_IN, left,
          NULL, NULL))
    return FALSE;
  r->size = recvmsg (g_socket_get_fd (r->socket), &message, 0);
  if (r->size < 0)
    return FALSE;
  g_clear_object (&r->from);
  r->from = g_socket_address_new_from_native (&from, message.msg_namelen);
  r->traffic_class = get_traffic_class (&message);
  return TRUE;
}

void
receive_kind (Receiver * r, gboolean rtp)
{
  gint64 end = g_get_monotonic_time () + PATIENCE;

  do {
    fail_unless (receive (r, end), "nothing came");
  } while (r->size < 8 || is_rtcp (r) == rtp);
}

void
answer (Receiver * r, GSocket * socket, const guint8 * data, gsize size)
{
  fail_unless (g_socket_send_to (socket, r->from, (const gchar *) data, size,
          NULL, NULL) == (gssize) size);
}

gboolean
is_rtcp (const Receiver * r)
{
  return r->size >= 8 && r->data[1] >= 192 && r->data[1] <= 223;
}

guint32
ssrc_of (const Receiver * r)
{
  return GST_READ_UINT32_BE (r->data + (is_rtcp (r) ? 4 : 8));
}

const guint8 *
find_rtcp (const Receiver * r, guint8 pt)
{
  gssize at = 0;

  while (at + 4 <= r->size) {
    if (r->data[at + 1] == pt)
      return r->data + at;
    at += 4 * (GST_READ_UINT16_BE (r->data + at + 2) + 1);
  }
  return NULL;
}
