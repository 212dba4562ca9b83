/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpaddress.c: see gstudpaddress.h */
#include "gstudpaddress.h"

#include <gst/gst.h>
#include <string.h>

static GInetAddress *
pick_address (GList * addresses, GSocketFamily family)
{
  GList *l;

  for (l = addresses; l != NULL; l = l->next) {
    if (family == G_SOCKET_FAMILY_INVALID
        || g_inet_address_get_family (l->data) == family)
      return g_object_ref (l->data);
  }
  return NULL;
}

/* How the property is to be set, where @host shows what was meant. */
static const gchar *
advise (const gchar * host)
{
  if (strstr (host, "://") != NULL)
    return "The property host takes a name or an address, not a URI";
  if (host[0] == '[')
    return
        "Set host to the IPv6 address without brackets, and the property port "
        "to its port";
  if (strchr (host, ':') != NULL)
    return "Set host without the port, and the property port to it";
  return "Set the property host to the name or the address of the receiver";
}

GSocketAddress *
gst_udp_address_resolve (const gchar * host, guint16 port,
    GSocketFamily family, GError ** error)
{
  GSocketAddress *address = g_inet_socket_address_new_from_string (host, port);
  GResolver *resolver;
  GInetAddress *inet;
  GError *reason = NULL;
  GList *list;

  if (address != NULL)
    return address;
  resolver = g_resolver_get_default ();
  list = g_resolver_lookup_by_name (resolver, host, NULL, &reason);
  g_object_unref (resolver);
  inet = pick_address (list, family);
  g_resolver_free_addresses (list);
  if (inet == NULL) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND,
        "Cannot find the host \"%s\": %s. %s.", host,
        reason != NULL ? reason->message :
        "it has no address of the family of bind-address or of the socket",
        advise (host));
    g_clear_error (&reason);
    return NULL;
  }
  address = g_inet_socket_address_new (inet, port);
  g_object_unref (inet);
  return address;
}

GSocketFamily
gst_udp_address_family (GInetAddress * local)
{
  return local != NULL ? g_inet_address_get_family (local)
      : G_SOCKET_FAMILY_INVALID;
}

gboolean
gst_udp_address_parse_local (const gchar * bind_address, GInetAddress ** local,
    GError ** error)
{
  *local = NULL;
  if (bind_address == NULL || *bind_address == '\0')
    return TRUE;
  *local = g_inet_address_new_from_string (bind_address);
  if (*local == NULL)
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
        "bind-address=%s is no IP address. Set the property bind-address to an "
        "address of this host, or leave it empty.", bind_address);
  return *local != NULL;
}

static GSocket *
bind_socket (GSocketFamily family, GInetAddress * local, guint16 port,
    GError ** error)
{
  GInetAddress *address = local != NULL ? g_object_ref (local)
      : g_inet_address_new_any (family);
  GSocketAddress *to = g_inet_socket_address_new (address, port);
  GError *reason = NULL;
  GSocket *socket;

  socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM, G_SOCKET_PROTOCOL_UDP,
      &reason);
  if (socket != NULL && !g_socket_bind (socket, to, FALSE, &reason))
    g_clear_object (&socket);
  if (socket == NULL) {
    gchar *text = g_inet_address_to_string (address);

    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_OPEN_WRITE,
        "Cannot use the local address %s, port %u: %s. See the properties "
        "bind-address and bind-port.", text, port, reason->message);
    g_clear_error (&reason);
    g_free (text);
  }
  g_object_unref (to);
  g_object_unref (address);
  return socket;
}

GSocket *
gst_udp_address_open (GSocketAddress * peer, GInetAddress * local,
    guint16 bind_port, GError ** error)
{
  GSocketFamily family = g_socket_address_get_family (peer);

  if (local != NULL && g_inet_address_get_family (local) != family) {
    g_set_error (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
        "bind-address is an IPv%c address, and host has none. Set "
        "bind-address and host to addresses of one family.",
        family == G_SOCKET_FAMILY_IPV6 ? '4' : '6');
    return NULL;
  }
  return bind_socket (family, local, bind_port, error);
}
