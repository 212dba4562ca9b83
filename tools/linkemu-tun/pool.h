/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pool.h: packet buffers, as many as are needed up to a bound */
#ifndef LINKEMU_TUN_POOL_H
#define LINKEMU_TUN_POOL_H

#include "ip.h"

/* Devices have an MTU of 1500; see tun_device_open(). */
#define TUN_PACKET_SIZE 2000

typedef struct _TunPacket TunPacket;

struct _TunPacket
{
  TunPacket *next;              /* in the pool */
  TunIpInfo ip;
  gint64 due;                   /* ns: when it is to arrive at the other device */
  gsize size;
  /* The checksum that the kernel has begun and a device finishes: what it begins
   * with, and where it is behind that.  0: there is none to finish. */
  guint16 sum_start, sum_offset;
  guint8 data[TUN_PACKET_SIZE];
};

typedef struct
{
  TunPacket *unused;
  GPtrArray *slabs;
} TunPool;

void tun_pool_init (TunPool * pool);
/* With all its packets. */
void tun_pool_clear (TunPool * pool);
/* NULL: the bound is reached. */
TunPacket *tun_pool_take (TunPool * pool);
void tun_pool_give (TunPool * pool, TunPacket * packet);

#endif /* LINKEMU_TUN_POOL_H */
