/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* packetlog.h: the log of packets, written by a thread of its own
 *
 * A disk that is slow for a while must not make packets late.  So the forwarder
 * leaves records in a ring, which takes 4 s at 200 Mbit/s; what does not fit is
 * counted.
 */
#ifndef LINKEMU_TUN_PACKETLOG_H
#define LINKEMU_TUN_PACKETLOG_H

#include "ip.h"

#include <gst/lab/linkemu/linkemu.h>

typedef struct _TunPacketLog TunPacketLog;

/* NULL: @error. */
TunPacketLog *tun_packet_log_new (const gchar * path, guint32 overhead,
    GError ** error);
/* Writes what there is.  FALSE: not all could be written, @error says why. */
gboolean tun_packet_log_free (TunPacketLog * log, GError ** error);

/* By one thread: a packet that left the link or was dropped on it; ... */
void tun_packet_log_departure (TunPacketLog * log, const TunIpInfo * ip,
    const LinkEmuDeparture * departure);
/* ... one that it did not take. */
void tun_packet_log_refusal (TunPacketLog * log, const TunIpInfo * ip,
    const LinkEmuPacketInfo * info, LinkEmuFate fate, gint64 now);
guint64 tun_packet_log_lost (const TunPacketLog * log);

#endif /* LINKEMU_TUN_PACKETLOG_H */
