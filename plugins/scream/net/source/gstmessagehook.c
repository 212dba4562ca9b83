/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sees control messages that others receive. */
#include "gstmessagehook.h"

#include "plugins/scream/net/gststockelement.h"

void
gst_message_hook_install (gsize * once, const gchar * name,
    GClassInitFunc class_init)
{
  GType type;

  if (!g_once_init_enter (once))
    return;
  type = g_type_register_static_simple (G_TYPE_SOCKET_CONTROL_MESSAGE, name,
      sizeof (GSocketControlMessageClass), class_init,
      sizeof (GSocketControlMessage), NULL, G_TYPE_FLAG_ABSTRACT);
  g_type_class_unref (g_type_class_ref (type));
  g_once_init_leave (once, 1);
}

gboolean
gst_message_hook_listen (GstElement * source, const gchar * name,
    GstPadProbeCallback on_buffer, gboolean (*enable) (GSocket * socket))
{
  GSocket *socket = NULL;
  gboolean enabled;

  gst_stock_element_probe_buffers (source, name, on_buffer);
  g_object_get (source, "used-socket", &socket, NULL);
  if (socket == NULL)
    return FALSE;
  enabled = enable (socket);
  g_object_unref (socket);
  return enabled;
}
