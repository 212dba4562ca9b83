/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* elementtest.c: see elementtest.h */
#include "elementtest.h"

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

void
play (GstElement * pipeline)
{
  fail_unless (gst_element_set_state (pipeline, GST_STATE_PLAYING) !=
      GST_STATE_CHANGE_FAILURE);
}

void
finish (GstElement * pipeline)
{
  fail_unless_equals_int (gst_element_set_state (pipeline, GST_STATE_NULL),
      GST_STATE_CHANGE_SUCCESS);
  gst_object_unref (pipeline);
}

GstElement *
put_on_bus (GstElement * element)
{
  GstBus *bus = gst_bus_new ();

  gst_element_set_bus (element, bus);
  gst_object_unref (bus);
  return element;
}

void
finish_on_bus (GstElement * element)
{
  GstBus *bus = gst_element_get_bus (element);

  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (bus);
  gst_element_set_bus (element, NULL);
  gst_element_set_state (element, GST_STATE_NULL);
  gst_object_unref (element);
}

static void
on_freed (gpointer alive, GObject * element)
{
  g_atomic_int_add ((gint *) alive, -1);
}

static void
count_element (GstBin * pipeline, GstBin * bin, GstElement * element,
    gint * alive)
{
  g_atomic_int_inc (alive);
  g_object_weak_ref (G_OBJECT (element), on_freed, alive);
}

void
count_alive (GstElement * pipeline, gint * alive)
{
  g_signal_connect (pipeline, "deep-element-added", G_CALLBACK (count_element),
      alive);
}

/* Threads that end may hold an element for a moment. */
void
assert_freed (gint * alive)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (g_atomic_int_get (alive) != 0 && g_get_monotonic_time () < end)
    g_usleep (1000);
  fail_unless_equals_int (g_atomic_int_get (alive), 0);
}

guint16
port_of (GSocket * socket)
{
  GSocketAddress *address = g_socket_get_local_address (socket, NULL);
  guint16 port;

  fail_unless (address != NULL);
  port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
  g_object_unref (address);
  return port;
}

/* NULL: the address is taken. */
static GSocket *
bind_to (GInetAddress * host, guint16 port, gboolean shared)
{
  GSocketAddress *address = g_inet_socket_address_new (host, port);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_DATAGRAM,
      G_SOCKET_PROTOCOL_UDP, NULL);

  if (!g_socket_bind (socket, address, shared, NULL))
    g_clear_object (&socket);
  g_object_unref (address);
  g_object_unref (host);
  return socket;
}

GSocket *
bind_shared (guint16 port)
{
  return bind_to (g_inet_address_new_any (G_SOCKET_FAMILY_IPV4), port, TRUE);
}

guint16
free_port (void)
{
  GSocket *socket =
      bind_to (g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4), 0, FALSE);
  guint16 port = port_of (socket);

  g_object_unref (socket);
  return port;
}
