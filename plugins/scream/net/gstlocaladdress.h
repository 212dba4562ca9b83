/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlocaladdress.h: to which address of this host a peer sends
 *
 * What a socket sends that is bound to no address leaves from the address that the
 * system prefers on the way to the peer. That is not always the one that the peer
 * knows: a host may have a service address, or an address at each of two networks, and
 * a sender takes feedback only from where it sends to. So the address of a peer carries
 * the one that it sent to, and the answers leave from there.
 *
 * Only Linux tells it. (Not by IP_PKTINFO: udpsrc takes that for packets to a multicast
 * group, and drops those that came to another address than its own.)
 */
#pragma once

#include <gio/gio.h>

/* As the kernel tells it; all zero: unknown. */
typedef struct
{
  guint8 bytes[28];             /* a sockaddr of IPv4 or IPv6 */
  gsize size;
} GstLocalAddress;

/* Control messages tell it from now on. FALSE: the system cannot. */
gboolean gst_local_address_enable (GSocket * socket);

/* FALSE: the control message is about something else. */
gboolean gst_local_address_read (gint level, gint type, gsize size,
    gconstpointer data, GstLocalAddress * local);

/* The address of a peer that carries @local. NULL: one of the two is no address. */
GSocketAddress *gst_local_address_attach (const GstLocalAddress * local,
    gconstpointer peer, gsize size);

/* What the address of a @peer carries, or NULL. */
GSocketAddress *gst_local_address_get (GSocketAddress * peer);

/* Lets a datagram to @peer leave @socket from there. NULL: the system chooses. */
GSocketControlMessage *gst_local_address_message_new (GSocket * socket,
    GSocketAddress * peer);
