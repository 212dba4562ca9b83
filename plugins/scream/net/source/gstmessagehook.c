/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sees control messages that others receive. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstmessagehook.h"

void
gst_message_hook_install (const gchar * name, GClassInitFunc class_init)
{
  GType type = g_type_register_static_simple (G_TYPE_SOCKET_CONTROL_MESSAGE,
      name, sizeof (GSocketControlMessageClass), class_init,
      sizeof (GSocketControlMessage), NULL, G_TYPE_FLAG_ABSTRACT);

  g_type_class_unref (g_type_class_ref (type));
}
