/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ECN codepoint at a UDP socket. */
#define __APPLE_USE_RFC_3542    /* IPV6_TCLASS */
#include "gstecnsocket.h"
#include "plugins/packet/gsttrafficclass.h"

#include <string.h>
#include <gio/gnetworking.h>

/* RFC 3168 section 5: the two low bits of the traffic class */
#define ECN_MASK 3

#if defined (IP_TOS) && defined (IPV6_TCLASS)

/* What a socket is known to have: the second, and the traffic class. */
#define KNOWN 0x100
#define KNOWN_BITS 9
#define KNOWN_SECONDS 0x7fffff

/* Of what is known by this option. */
static GQuark
class_quark (gint level)
{
  static gsize quarks[2];
  gboolean ipv4 = level == IPPROTO_IP;
  gsize *quark = &quarks[ipv4];

  if (g_once_init_enter (quark))
    g_once_init_leave (quark, g_quark_from_static_string (ipv4
            ? "gst-ecn-socket-class" : "gst-ecn-socket-class6"));
  return (GQuark) * quark;
}

/* -1 if the system does not say. */
static gint
get_traffic_class (GSocket * socket, gint level, gint option)
{
  gint value;

  if (!g_socket_get_option (socket, level, option, &value, NULL))
    return -1;
  return value & 0xff;
}

/* The same, as it was within the last second. */
static gint
get_recent_class (GSocket * socket, gint level, gint option)
{
  GQuark quark = class_quark (level);
  guint now = (guint) (g_get_monotonic_time () / G_TIME_SPAN_SECOND);
  guint known = GPOINTER_TO_UINT (g_object_get_qdata (G_OBJECT (socket),
          quark));
  gint value;

  if (known != 0 && known >> KNOWN_BITS == (now & KNOWN_SECONDS))
    return (gint) (known & 0xff);
  value = get_traffic_class (socket, level, option);
  known = (now & KNOWN_SECONDS) << KNOWN_BITS | KNOWN | (guint) value;
  g_object_set_qdata (G_OBJECT (socket), quark,
      value < 0 ? NULL : GUINT_TO_POINTER (known));
  return value;
}

static gboolean
set_ecn (GSocket * socket, gint level, gint option, guint8 ecn)
{
  gint value = get_traffic_class (socket, level, option);

  g_object_set_qdata (G_OBJECT (socket), class_quark (level), NULL);
  if (value < 0)
    return FALSE;
  if ((value & ECN_MASK) == ecn)
    return TRUE;
  return g_socket_set_option (socket, level, option,
      (value & ~ECN_MASK) | ecn, NULL);
}

/* An IPv6 socket that sends to an IPv4 address takes the option of IPv4; one
 * that cannot, has none. */
gboolean
gst_ecn_socket_set (GSocket * socket, guint8 ecn)
{
  gboolean ipv4 = set_ecn (socket, IPPROTO_IP, IP_TOS, ecn);

  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_IPV6)
    return ipv4;
  return set_ecn (socket, IPPROTO_IPV6, IPV6_TCLASS, ecn);
}

gboolean
gst_ecn_socket_enable_receive (GSocket * socket)
{
  gboolean ipv4 = g_socket_set_option (socket, IPPROTO_IP, IP_RECVTOS, 1, NULL);

  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_IPV6)
    return ipv4;
  return g_socket_set_option (socket, IPPROTO_IPV6, IPV6_RECVTCLASS, 1, NULL);
}

/* An IPv4 address that is mapped to IPv6 is none, RFC 4291 section 2.5.5.2. */
static gboolean
is_ipv6 (GSocketAddress * address)
{
  static const guint8 mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
  GInetAddress *inet;

  if (g_socket_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return FALSE;
  inet = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
  return memcmp (g_inet_address_to_bytes (inet), mapped, sizeof (mapped)) != 0;
}

/* NULL: the socket sends Not-ECT by itself. */
static GSocketControlMessage *
not_ect_message (GSocket * socket, GSocketAddress * address)
{
  gboolean ipv6 = is_ipv6 (address);
  gint value = ipv6 ? get_recent_class (socket, IPPROTO_IPV6, IPV6_TCLASS)
      : get_recent_class (socket, IPPROTO_IP, IP_TOS);

  if (value < 0 || (value & ECN_MASK) == 0)
    return NULL;
  return gst_traffic_class_message_new (value & ~ECN_MASK, ipv6);
}

#else

gboolean
gst_ecn_socket_set (GSocket * socket, guint8 ecn)
{
  return FALSE;
}

gboolean
gst_ecn_socket_enable_receive (GSocket * socket)
{
  return FALSE;
}

static GSocketControlMessage *
not_ect_message (GSocket * socket, GSocketAddress * address)
{
  return NULL;
}

#endif

gssize
gst_ecn_socket_send_not_ect (GSocket * socket, GSocketAddress * address,
    GSocketControlMessage * with, const guint8 * data, gsize size,
    GError ** error)
{
  GSocketControlMessage *not_ect = not_ect_message (socket, address);
  GSocketControlMessage *messages[2];
  GOutputVector vector = { data, size };
  gssize sent;
  gint n = 0;

  if (not_ect != NULL)
    messages[n++] = not_ect;
  if (with != NULL)
    messages[n++] = with;
  if (n == 0)
    return g_socket_send_to (socket, address, (const gchar *) data, size, NULL,
        error);
  sent = g_socket_send_message (socket, address, &vector, 1, messages, n,
      G_SOCKET_MSG_NONE, NULL, error);
  g_clear_object (&not_ect);
  return sent;
}
