/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plain sockets, which say what was on the wire, and buffers with a codepoint */
#pragma once

#include <gst/gst.h>

#include <sys/socket.h>

G_BEGIN_DECLS

#define NONE 0xff
#define AF41 34                 /* a DSCP, RFC 4594 */
#define SIZE 200

socklen_t loopback (gint family, guint16 port,
    struct sockaddr_storage *address);
void set_option (gint fd, gint level, gint option, gint value);
gint receiver_new (gint family, guint16 * port);

/* The traffic class of the next packet, and its first byte. */
gint receive (gint fd, guint8 * data);

/* Of SIZE bytes, each of them the codepoint; NONE: a buffer without one. */
GstBuffer *buffer_new (guint8 ecn);

G_END_DECLS
