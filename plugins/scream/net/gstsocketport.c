/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstsocketport.c: see gstsocketport.h */
#include "gstsocketport.h"

#include <gst/gst.h>

#include "plugins/packet/gstsystem.h"

#if USE_LINUX
#include <netinet/in.h>
#include <sys/socket.h>

static gboolean
get_option (GSocket * socket, gint option)
{
  gint value = 0;

  return g_socket_get_option (socket, SOL_SOCKET, option, &value, NULL)
      && value != 0;
}

/* FALSE: it is nobody else's anyway. */
static gboolean
forbid_sharing (GSocket * socket)
{
  gboolean shared = get_option (socket, SO_REUSEADDR)
      || get_option (socket, SO_REUSEPORT);

  g_socket_set_option (socket, SOL_SOCKET, SO_REUSEADDR, 0, NULL);
  g_socket_set_option (socket, SOL_SOCKET, SO_REUSEPORT, 0, NULL);
  return shared;
}

/* To connect a socket to nothing takes the port away that the system chose for
 * it, and with that it can be bound again. */
static gboolean
bind_again (gint fd)
{
  const struct sockaddr nothing = {.sa_family = AF_UNSPEC };
  union
  {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
  } address;
  socklen_t size = sizeof (address);

  if (getsockname (fd, &address.any, &size) < 0)
    return FALSE;
  if (address.any.sa_family == AF_INET)
    address.ipv4.sin_port = 0;
  else if (address.any.sa_family == AF_INET6)
    address.ipv6.sin6_port = 0;
  else
    return FALSE;
  return connect (fd, &nothing, sizeof (nothing)) == 0
      && bind (fd, &address.any, size) == 0;
}

void
gst_socket_port_keep (GSocket * socket, gboolean unused)
{
  if (forbid_sharing (socket) && unused
      && !bind_again (g_socket_get_fd (socket)))
    GST_WARNING ("somebody else may have the port of a sink: %s",
        g_strerror (errno));
}

#else /* !USE_LINUX */

void
gst_socket_port_keep (GSocket * socket, gboolean unused)
{
}

#endif
