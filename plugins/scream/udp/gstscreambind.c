/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The socket that screamsrc and screamudpsrc receive with.
 *
 * udpsrc could open it by itself, but with reuse=true, its default, two
 * receivers share a port without a word, and it reports one error for all
 * reasons. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreambind.h"

#include <gio/gnetworking.h>

/* NULL: a name that is none. */
static GInetAddress *
resolve (GstElement * element, const gchar * text)
{
  GInetAddress *address = g_inet_address_new_from_string (text);
  GError *error = NULL;
  GResolver *resolver;
  GList *found;

  if (address != NULL)
    return address;
  resolver = g_resolver_get_default ();
  found = g_resolver_lookup_by_name (resolver, text, NULL, &error);
  if (found != NULL)
    address = g_object_ref (found->data);
  else
    GST_ELEMENT_ERROR (element, RESOURCE, NOT_FOUND,
        ("Unknown local address \"%s\".", text),
        ("%s. Set the property address to one of this host.", error->message));
  g_clear_error (&error);
  g_resolver_free_addresses (found);
  g_object_unref (resolver);
  return address;
}

static gboolean
refuse_multicast (GstElement * element, GInetAddress * address,
    const gchar * text)
{
  if (!g_inet_address_get_is_multicast (address))
    return FALSE;
  GST_ELEMENT_ERROR (element, RESOURCE, SETTINGS,
      ("%s is a multicast group, and a rate suits one receiver only.", text),
      ("Set the property address to one of this host, or leave it empty, and "
          "send to this host."));
  return TRUE;
}

static void
set_options (GSocket * socket, GSocketFamily family, gint buffer)
{
  GError *error = NULL;

#ifdef IPV6_V6ONLY
  if (family == G_SOCKET_FAMILY_IPV6)
    g_socket_set_option (socket, IPPROTO_IPV6, IPV6_V6ONLY, 0, NULL);
#endif
  if (buffer > 0 && !g_socket_set_option (socket, SOL_SOCKET, SO_RCVBUF,
          buffer, &error)) {
    GST_WARNING ("receive buffer stays small: %s", error->message);
    g_clear_error (&error);
  }
}

static GSocket *
open_socket (GInetAddress * address, guint port, gint buffer, GError ** error)
{
  GSocketFamily family = g_inet_address_get_family (address);
  GSocketAddress *where = g_inet_socket_address_new (address, port);
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, error);

  if (socket != NULL) {
    set_options (socket, family, buffer);
    /* No reuse: the second one is to hear of the first. */
    if (!g_socket_bind (socket, where, FALSE, error))
      g_clear_object (&socket);
  }
  g_object_unref (where);
  return socket;
}

static void
post_error (GstElement * element, const gchar * address, guint port,
    const GError * error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE))
    GST_ELEMENT_ERROR (element, RESOURCE, BUSY,
        ("UDP port %u is in use by another program.", port),
        ("End that program, or set the property port to another number, "
            "here and at the sender. (%s)", error->message));
  else
    GST_ELEMENT_ERROR (element, RESOURCE, OPEN_READ,
        ("Cannot receive at UDP port %u of %s.", port,
            address != NULL && *address != '\0' ? address : "this host"),
        ("%s. The property address has to be one of this host.",
            error->message));
}

/* TRUE: worth another try without IPv6. */
static gboolean
lacks_ipv6 (const GError * error)
{
  return error != NULL
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

static GSocket *
bind_any (guint port, gint buffer, GError ** error)
{
  GInetAddress *any = g_inet_address_new_any (G_SOCKET_FAMILY_IPV6);
  GError *first = NULL;
  GSocket *socket = open_socket (any, port, buffer, &first);

  g_object_unref (any);
  if (socket != NULL)
    return socket;
  if (!lacks_ipv6 (first)) {
    g_propagate_error (error, first);
    return NULL;
  }
  g_clear_error (&first);
  any = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  socket = open_socket (any, port, buffer, error);
  g_object_unref (any);
  return socket;
}

GSocket *
gst_scream_bind (GstElement * element, const gchar * address, guint port,
    gint buffer)
{
  GError *error = NULL;
  GSocket *socket = NULL;

  if (address == NULL || *address == '\0') {
    socket = bind_any (port, buffer, &error);
  } else {
    GInetAddress *inet = resolve (element, address);

    if (inet == NULL)
      return NULL;
    if (!refuse_multicast (element, inet, address))
      socket = open_socket (inet, port, buffer, &error);
    g_object_unref (inet);
  }
  if (error != NULL)
    post_error (element, address, port, error);
  g_clear_error (&error);
  return socket;
}
