/* elementtest.c: see elementtest.h */
#include "elementtest.h"

#include <gio/gio.h>

gboolean
has_elements (const gchar * first, ...)
{
  const gchar *name;
  gboolean all = TRUE;
  va_list args;

  va_start (args, first);
  for (name = first; name != NULL; name = va_arg (args, const gchar *))
  {
    GstElementFactory *factory = gst_element_factory_find (name);

    if (factory == NULL) {
      g_print ("skipped: no element %s\n", name);
      all = FALSE;
    }
    gst_clear_object (&factory);
  }
  va_end (args);
  return all;
}

guint16
free_port (void)
{
  GInetAddress *loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  GSocketAddress *address = g_inet_socket_address_new (loopback, 0);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);
  guint16 port;

  fail_unless (g_socket_bind (socket, address, FALSE, NULL));
  g_object_unref (address);
  g_object_unref (loopback);
  address = g_socket_get_local_address (socket, NULL);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  g_object_unref (address);
  g_object_unref (socket);
  return port;
}
