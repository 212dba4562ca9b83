/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gsttrafficclass.h: the traffic class of an IP packet as a control message */
#pragma once

#include <gio/gio.h>

/* FALSE: @message is about something else. */
gboolean gst_traffic_class_read (GSocketControlMessage * message,
    guint8 * traffic_class, gboolean * ipv6);
GSocketControlMessage *gst_traffic_class_message_new (guint8 traffic_class,
    gboolean ipv6);
