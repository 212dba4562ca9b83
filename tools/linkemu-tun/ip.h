/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ip.h: what the link has to know of an IP packet, and the mark that it sets */
#ifndef LINKEMU_TUN_IP_H
#define LINKEMU_TUN_IP_H

#include <glib.h>

/* Where the checksum is in the header: RFC 768, RFC 9293 section 3.1. */
#define TUN_UDP_CHECKSUM 6
#define TUN_TCP_CHECKSUM 16

/* UNIT: "udp:65535" with its terminator */
#define TUN_FLOW_SIZE 16

typedef struct
{
  guint8 version;               /* 4 or 6 */
  guint8 ecn;                   /* RFC 3168 section 5: 0...3 */
  guint8 protocol;              /* 17: UDP, 6: TCP */
  guint16 port;                 /* where it goes to; 0: it has none */
  guint32 flow;                 /* hash of the 5-tuple */
} TunIpInfo;

/* FALSE: not IP, or cut off within the IP header.  A fragment that is not the
 * first one has no ports. */
gboolean tun_ip_parse (const guint8 * packet, gsize size, TunIpInfo * info);
/* Sets CE in a packet that tun_ip_parse() took. */
void tun_ip_mark_ce (guint8 * packet);

/* Fields in network order. */
guint16 tun_ip_read16 (const guint8 * at);
guint32 tun_ip_read32 (const guint8 * at);
void tun_ip_write16 (guint8 * at, guint16 value);
void tun_ip_write32 (guint8 * at, guint32 value);

/* An IP header that is whole, of no fragment, ends at @header or before it. */
gboolean tun_ip_is_before (const guint8 * packet, gsize header);
/* Of two such packets: the bytes before @header are those of one flow, with equal
 * marks and options. */
gboolean tun_ip_same_header (const guint8 * a, const guint8 * b, gsize header);
/* The header of such a packet is to tell @size bytes; @further: of IPv4, what is
 * added to its identification. */
void tun_ip_set_size (guint8 * packet, gsize size, guint further);
/* What a checksum begins with that is to be finished: that of the addresses, the
 * protocol and @size, the bytes from the transport header on, not inverted. */
guint16 tun_ip_pseudo_sum (const guint8 * packet, guint8 protocol, gsize size);

/* "udp:5004", "tcp:80" or "ip:1" */
void tun_ip_flow_name (const TunIpInfo * info, gchar name[TUN_FLOW_SIZE]);

#endif /* LINKEMU_TUN_IP_H */
