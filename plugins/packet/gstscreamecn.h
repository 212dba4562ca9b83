/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamecn.h: the ECN codepoint of a packet, RFC 3168 section 5
 *
 * A buffer has it in a GstNetControlMessageMeta: the type of service of IPv4 or
 * the traffic class of IPv6, as a socket tells it.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

/* The codepoint, 0...3; @unset if the buffer does not say. */
guint8 gst_scream_ecn_get (GstBuffer * buffer, guint8 unset);
/* Of a writable buffer.  Its DSCP and protocol stay. */
void gst_scream_ecn_set (GstBuffer * buffer, guint8 ecn);

/* For one thread that sets it in many buffers, which share a message for each
 * codepoint.  All zero to begin with. */
typedef struct
{
  GSocketControlMessage *of[4];
} GstScreamEcnMessages;

void gst_scream_ecn_set_shared (GstBuffer * buffer, guint8 ecn,
    GstScreamEcnMessages * messages);
void gst_scream_ecn_messages_clear (GstScreamEcnMessages * messages);
