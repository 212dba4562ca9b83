/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The traffic class of an IP packet as a control message. */
#define __APPLE_USE_RFC_3542    /* IPV6_TCLASS */
#include "gsttrafficclass.h"

#include <string.h>
#include <gio/gnetworking.h>

/* Where the system has none, no message is one. */
#ifndef IP_TOS
#define IP_TOS -1
#endif
#ifndef IPV6_TCLASS
#define IPV6_TCLASS -1
#endif

typedef struct
{
  GSocketControlMessage parent;
  gboolean ipv6;
  guint8 traffic_class;
} GstTrafficClassMessage;

/* IPv4 has it as one byte, which some senders of such messages make an int as
 * IPv6 does. */
gboolean
gst_traffic_class_read (GSocketControlMessage * message, guint8 * traffic_class,
    gboolean * ipv6)
{
  gint level = g_socket_control_message_get_level (message);
  gint type = g_socket_control_message_get_msg_type (message);
  gsize size = g_socket_control_message_get_size (message);
  union
  {
    guint8 byte;
    gint word;
  } value;

  *ipv6 = level == IPPROTO_IPV6 && type == IPV6_TCLASS;
  if (!*ipv6 && !(level == IPPROTO_IP && type == IP_TOS))
    return FALSE;
  if (size != sizeof (value.byte) && size != sizeof (value.word))
    return FALSE;

  g_socket_control_message_serialize (message, &value);
  *traffic_class = size == sizeof (value.byte) ? value.byte : value.word & 0xff;
  return TRUE;
}

static gsize
get_size (GSocketControlMessage * message)
{
  return ((GstTrafficClassMessage *) message)->ipv6 ? sizeof (gint) : 1;
}

static gint
get_level (GSocketControlMessage * message)
{
  return ((GstTrafficClassMessage *) message)->ipv6 ? IPPROTO_IPV6 : IPPROTO_IP;
}

static gint
get_msg_type (GSocketControlMessage * message)
{
  return ((GstTrafficClassMessage *) message)->ipv6 ? IPV6_TCLASS : IP_TOS;
}

static void
serialize (GSocketControlMessage * message, gpointer data)
{
  GstTrafficClassMessage *self = (GstTrafficClassMessage *) message;
  gint word = self->traffic_class;

  if (self->ipv6)
    memcpy (data, &word, sizeof (word));
  else
    *(guint8 *) data = self->traffic_class;
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

/* Each plugin links this file, but a name can be registered once only. */
static GType
get_gtype (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type)) {
    static const gchar name[] = "GstTrafficClassMessage";
    GType found = g_type_from_name (name);

    if (found == 0)
      found = g_type_register_static_simple (G_TYPE_SOCKET_CONTROL_MESSAGE,
          name, sizeof (GSocketControlMessageClass), class_init,
          sizeof (GstTrafficClassMessage), NULL, 0);
    g_once_init_leave (&type, found);
  }
  return type;
}

GSocketControlMessage *
gst_traffic_class_message_new (guint8 traffic_class, gboolean ipv6)
{
  GstTrafficClassMessage *self = g_object_new (get_gtype (), NULL);

  self->traffic_class = traffic_class;
  self->ipv6 = ipv6;
  return G_SOCKET_CONTROL_MESSAGE (self);
}
