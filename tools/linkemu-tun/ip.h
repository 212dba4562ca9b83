/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ip.h: what the link has to know of an IP packet, and the mark that it sets */
#ifndef LINKEMU_TUN_IP_H
#define LINKEMU_TUN_IP_H

#include <glib.h>

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
/* "udp:5004", "tcp:80" or "ip:1" */
void tun_ip_flow_name (const TunIpInfo * info, gchar name[TUN_FLOW_SIZE]);

#endif /* LINKEMU_TUN_IP_H */
