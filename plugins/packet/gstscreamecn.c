/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ECN codepoint of a packet. */
#include "gstscreamecn.h"
#include "gsttrafficclass.h"

#include <gst/net/net.h>

/* RFC 3168 section 5: the two low bits of the traffic class */
#define ECN_MASK 3

static GstNetControlMessageMeta *
find_meta (GstBuffer * buffer, guint8 * traffic_class, gboolean * ipv6)
{
  gpointer state = NULL;
  GstMeta *meta;

  while ((meta = gst_buffer_iterate_meta_filtered (buffer, &state,
              GST_NET_CONTROL_MESSAGE_META_API_TYPE))) {
    GstNetControlMessageMeta *control = (GstNetControlMessageMeta *) meta;

    if (gst_traffic_class_read (control->message, traffic_class, ipv6))
      return control;
  }
  return NULL;
}

guint8
gst_scream_ecn_get (GstBuffer * buffer, guint8 unset)
{
  guint8 traffic_class;
  gboolean ipv6;

  return find_meta (buffer, &traffic_class, &ipv6) != NULL ?
      traffic_class & ECN_MASK : unset;
}

void
gst_scream_ecn_set (GstBuffer * buffer, guint8 ecn)
{
  guint8 traffic_class = 0;
  gboolean ipv6 = FALSE;
  GstNetControlMessageMeta *old = find_meta (buffer, &traffic_class, &ipv6);
  GSocketControlMessage *message;

  traffic_class = (traffic_class & ~ECN_MASK) | (ecn & ECN_MASK);
  message = gst_traffic_class_message_new (traffic_class, old != NULL && ipv6);
  if (old != NULL)
    gst_buffer_remove_meta (buffer, (GstMeta *) old);
  gst_buffer_add_net_control_message_meta (buffer, message);
  g_object_unref (message);
}

/* Nobody changes a message. */
void
gst_scream_ecn_set_shared (GstBuffer * buffer, guint8 ecn,
    GstScreamEcnMessages * messages)
{
  GSocketControlMessage **message = &messages->of[ecn & ECN_MASK];
  guint8 traffic_class;
  gboolean ipv6;

  if (find_meta (buffer, &traffic_class, &ipv6) != NULL) {
    gst_scream_ecn_set (buffer, ecn);
    return;
  }
  if (*message == NULL)
    *message = gst_traffic_class_message_new (ecn & ECN_MASK, FALSE);
  gst_buffer_add_net_control_message_meta (buffer, *message);
}

void
gst_scream_ecn_messages_clear (GstScreamEcnMessages * messages)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (messages->of); i++)
    g_clear_object (&messages->of[i]);
}
