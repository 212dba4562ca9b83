/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* split.h: the packets of what a device gives in one read
 *
 * The kernel leaves to a device with offloads what a network card does: it gives up
 * to 64 kB of TCP or UDP in one piece, to be cut into packets of a given size, and
 * checksums to be finished.  The piece is cut here, so that the link sees packets;
 * the checksums stay as they are, since the other device takes them so.
 */
#ifndef LINKEMU_TUN_SPLIT_H
#define LINKEMU_TUN_SPLIT_H

#include "pool.h"

#include <linux/virtio_net.h>

/* What headers of Linux 6.1 do not have yet. */
#ifndef VIRTIO_NET_HDR_GSO_UDP_L4
#define VIRTIO_NET_HDR_GSO_UDP_L4 5
#endif

/* UNIT: bytes of a read: the header, and the largest IP packet */
#define TUN_READ_SIZE (sizeof (struct virtio_net_hdr) + 65535)

typedef struct
{
  const guint8 *packet;         /* the piece */
  gsize size;
  gsize header;                 /* bytes of IP and transport headers */
  gsize segment;                /* bytes of payload in each packet but the last */
  gsize sum_start;              /* as in TunPacket */
  gsize sum_offset;
  guint count;                  /* packets that there are */
  guint done;                   /* packets that were taken */
} TunSplit;

/* @bytes: as they were read, and stay until the last packet is taken.  FALSE: no
 * whole packet is in there. */
gboolean tun_split_begin (TunSplit * split, const guint8 * bytes, gsize size);
/* Packets that are to come. */
guint tun_split_left (const TunSplit * split);
/* Fills the next one, but for its TunIpInfo.  There must be one. */
void tun_split_next (TunSplit * split, TunPacket * packet);

#endif /* LINKEMU_TUN_SPLIT_H */
