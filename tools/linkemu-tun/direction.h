/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* direction.h: one direction: from a device through the link to the other device */
#ifndef LINKEMU_TUN_DIRECTION_H
#define LINKEMU_TUN_DIRECTION_H

#include "device.h"
#include "merge.h"
#include "packetlog.h"
#include "pool.h"
#include "split.h"

#include <gst/lab/linkemu/linkemu-histogram.h>
#include <gst/lab/linkemu/linkemu.h>

/* Packets that never were in the link, or left it in vain. */
typedef struct
{
  guint64 not_ip;               /* or no packet that fits */
  guint64 no_buffer;            /* the pool was used up */
  guint64 not_read;             /* the device's own queue was full */
  guint64 not_written;          /* the other device refused it */
} TunLosses;

typedef struct
{
  TunDevice *from, *to;
  LinkEmuConfig config;         /* its rate is the link's once there is one */
  LinkEmu *link;                /* from the first packet on */
  TunPool *pool;
  TunPacketLog *log;            /* NULL: none */
  guint8 *buffer;               /* TUN_READ_SIZE bytes for one read */
  TunMerge merge;               /* what is to be written next */
  LinkEmuHistogram *lateness;
  guint64 moved;                /* packets read, and written */
  TunLosses losses;
} TunDirection;

void tun_direction_clear (TunDirection * direction);
/* Takes what the device has.  FALSE: the device is gone. */
gboolean tun_direction_read (TunDirection * direction);
/* Writes what has arrived. */
void tun_direction_write (TunDirection * direction);
gint64 tun_direction_next_time (const TunDirection * direction);
/* Zero, and NaN where there is none, before the first packet. */
void tun_direction_stats (TunDirection * direction, LinkEmuStats * stats);

#endif /* LINKEMU_TUN_DIRECTION_H */
