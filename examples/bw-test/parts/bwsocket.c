/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwsocket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* 200 ms of 300 Mbit/s; the kernel counts its own overhead, too. */
#define BUFFER_SIZE (16 * 1024 * 1024)

GSocket *
bw_socket_get (GstElement * element)
{
  GSocket *socket = NULL;

  g_object_get (element, "used-socket", &socket, NULL);
  if (socket == NULL
      && g_object_class_find_property (G_OBJECT_GET_CLASS (element),
          "used-socket-v6") != NULL)
    g_object_get (element, "used-socket-v6", &socket, NULL);
  return socket;
}

GSocket *
bw_socket_listen (guint port, gboolean ipv6, GError ** error)
{
  GSocketFamily family = ipv6 ? G_SOCKET_FAMILY_IPV6 : G_SOCKET_FAMILY_IPV4;
  GInetAddress *any = g_inet_address_new_any (family);
  GSocketAddress *address = g_inet_socket_address_new (any, (guint16) port);
  GSocket *socket = g_socket_new (family, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, error);

  if (socket != NULL && !g_socket_bind (socket, address, TRUE, error))
    g_clear_object (&socket);
  g_object_unref (address);
  g_object_unref (any);
  return socket;
}

gboolean
bw_socket_bind_interface (GSocket * socket, const gchar * name, GError ** error)
{
#ifdef SO_BINDTODEVICE
  if (setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_BINDTODEVICE, name,
          strlen (name) + 1) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
      "cannot use interface %s: %s", name, g_strerror (errno));
#else
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      "this system cannot bind to an interface");
#endif
  return FALSE;
}

static void
set_size (GSocket * socket, gint option, gint force)
{
  gint size = BUFFER_SIZE;

  if (setsockopt (g_socket_get_fd (socket), SOL_SOCKET, force, &size,
          sizeof (size)) != 0)
    setsockopt (g_socket_get_fd (socket), SOL_SOCKET, option, &size,
        sizeof (size));
}

void
bw_socket_widen (GSocket * socket)
{
  set_size (socket, SO_RCVBUF, SO_RCVBUFFORCE);
}
