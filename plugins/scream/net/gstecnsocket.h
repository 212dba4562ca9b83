/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstecnsocket.h: the ECN codepoint, RFC 3168 section 5, at a UDP socket
 *
 * The DSCP, which shares the byte with it, is left alone.
 */
#pragma once

#include <gio/gio.h>

/* What leaves from now on carries @ecn, 0...3, over IPv4 and IPv6. FALSE: the
 * system refuses. */
gboolean gst_ecn_socket_set (GSocket * socket, guint8 ecn);

/* Each datagram that is received with control messages has one with its traffic
 * class, over IPv4 and IPv6. FALSE: the system refuses. */
gboolean gst_ecn_socket_enable_receive (GSocket * socket);

/* Sends a datagram as Not-ECT, whatever the socket is set to: RTCP must not be
 * ECT, RFC 6679 section 5. @with: another control message for it, or NULL. */
gssize gst_ecn_socket_send_not_ect (GSocket * socket, GSocketAddress * address,
    GSocketControlMessage * with, const guint8 * data, gsize size,
    GError ** error);
