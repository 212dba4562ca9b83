/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* To which address of this host a peer sends. */
#define _GNU_SOURCE             /* struct in6_pktinfo */
#include "gstlocaladdress.h"

#include "plugins/packet/gstsystem.h"

#include <string.h>
#include <gio/gnetworking.h>

static GQuark
local_quark (void)
{
  return g_quark_from_static_string ("gst-scream-local-address");
}

GSocketAddress *
gst_local_address_get (GSocketAddress * peer)
{
  return g_object_get_qdata (G_OBJECT (peer), local_quark ());
}

GSocketAddress *
gst_local_address_attach (const GstLocalAddress * local, gconstpointer peer,
    gsize size)
{
  GSocketAddress *to =
      g_socket_address_new_from_native ((gpointer) local->bytes, local->size);
  GSocketAddress *from =
      g_socket_address_new_from_native ((gpointer) peer, size);

  if (from != NULL && G_IS_INET_SOCKET_ADDRESS (to))
    g_object_set_qdata_full (G_OBJECT (from), local_quark (),
        g_steal_pointer (&to), g_object_unref);
  g_clear_object (&to);
  return from;
}

#if USE_LINUX && defined (IP_RECVORIGDSTADDR) && defined (IPV6_RECVORIGDSTADDR)

/* An IPv6 socket has the option of IPv4 for what comes over that. */
gboolean
gst_local_address_enable (GSocket * socket)
{
  gboolean ipv4 = g_socket_set_option (socket, IPPROTO_IP, IP_RECVORIGDSTADDR,
      1, NULL);

  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_IPV6)
    return ipv4;
  return g_socket_set_option (socket, IPPROTO_IPV6, IPV6_RECVORIGDSTADDR, 1,
      NULL);
}

gboolean
gst_local_address_read (gint level, gint type, gsize size, gconstpointer data,
    GstLocalAddress * local)
{
  gsize needed;

  if (level == IPPROTO_IP && type == IP_ORIGDSTADDR)
    needed = sizeof (struct sockaddr_in);
  else if (level == IPPROTO_IPV6 && type == IPV6_ORIGDSTADDR)
    needed = sizeof (struct sockaddr_in6);
  else
    return FALSE;
  if (size < needed || needed > sizeof (local->bytes))
    return FALSE;
  memcpy (local->bytes, data, needed);
  local->size = needed;
  return TRUE;
}

/* ---- the control message ---- */

typedef struct
{
  GSocketControlMessage parent;
  gboolean ipv6;
  union
  {
    struct in_pktinfo ipv4;
    struct in6_pktinfo ipv6;
  } info;
} LocalMessage;

static gsize
get_size (GSocketControlMessage * message)
{
  LocalMessage *self = (LocalMessage *) message;

  return self->ipv6 ? sizeof (self->info.ipv6) : sizeof (self->info.ipv4);
}

static gint
get_level (GSocketControlMessage * message)
{
  return ((LocalMessage *) message)->ipv6 ? IPPROTO_IPV6 : IPPROTO_IP;
}

static gint
get_msg_type (GSocketControlMessage * message)
{
  return ((LocalMessage *) message)->ipv6 ? IPV6_PKTINFO : IP_PKTINFO;
}

static void
serialize (GSocketControlMessage * message, gpointer data)
{
  memcpy (data, &((LocalMessage *) message)->info, get_size (message));
}

/* Messages that are received are not made by this type; GLib asks each. */
static GSocketControlMessage *
deserialize (gint level, gint type, gsize size, gpointer data)
{
  return NULL;
}

static void
class_init (gpointer klass, gpointer class_data)
{
  GSocketControlMessageClass *message_class = klass;

  message_class->get_size = get_size;
  message_class->get_level = get_level;
  message_class->get_type = get_msg_type;
  message_class->serialize = serialize;
  message_class->deserialize = deserialize;
}

static GType
get_gtype (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_type_register_static_simple (G_TYPE_SOCKET_CONTROL_MESSAGE,
            "GstScreamLocalMessage", sizeof (GSocketControlMessageClass),
            class_init, sizeof (LocalMessage), NULL, 0));
  return type;
}

static void
fill_ipv6 (struct in6_pktinfo *info, GInetSocketAddress * local)
{
  GInetAddress *address = g_inet_socket_address_get_address (local);
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6) {
    memcpy (info->ipi6_addr.s6_addr, bytes, 16);
    info->ipi6_ifindex = g_inet_socket_address_get_scope_id (local);
  } else {                      /* RFC 4291 section 2.5.5.2 */
    memset (info->ipi6_addr.s6_addr + 10, 0xff, 2);
    memcpy (info->ipi6_addr.s6_addr + 12, bytes, 4);
  }
}

GSocketControlMessage *
gst_local_address_message_new (GSocket * socket, GSocketAddress * peer)
{
  GSocketAddress *local = gst_local_address_get (peer);
  gboolean ipv6 = g_socket_get_family (socket) == G_SOCKET_FAMILY_IPV6;
  GInetSocketAddress *inet;
  LocalMessage *self;

  if (!G_IS_INET_SOCKET_ADDRESS (local)
      || (!ipv6 && g_socket_address_get_family (local) != G_SOCKET_FAMILY_IPV4))
    return NULL;
  inet = G_INET_SOCKET_ADDRESS (local);
  self = g_object_new (get_gtype (), NULL);
  self->ipv6 = ipv6;
  if (ipv6)
    fill_ipv6 (&self->info.ipv6, inet);
  else
    memcpy (&self->info.ipv4.ipi_spec_dst,
        g_inet_address_to_bytes (g_inet_socket_address_get_address (inet)), 4);
  return G_SOCKET_CONTROL_MESSAGE (self);
}

#else

gboolean
gst_local_address_enable (GSocket * socket)
{
  return FALSE;
}

gboolean
gst_local_address_read (gint level, gint type, gsize size, gconstpointer data,
    GstLocalAddress * local)
{
  return FALSE;
}

GSocketControlMessage *
gst_local_address_message_new (GSocket * socket, GSocketAddress * peer)
{
  return NULL;
}

#endif
