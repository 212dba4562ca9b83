/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* merge.h: packets that arrive at the same time, in one write
 *
 * What split.h does, the other way round: packets of one flow that follow each
 * other with equal headers and sizes go to the device as one piece, as a network
 * card gives them that has put them together.  The receiver gets them one by one
 * again, unless it wants otherwise.
 */
#ifndef LINKEMU_TUN_MERGE_H
#define LINKEMU_TUN_MERGE_H

#include "pool.h"

/* As many as Linux cuts a datagram of UDP into. */
#define TUN_MERGE_MAX 64

typedef struct
{
  TunPacket *packets[TUN_MERGE_MAX];
  guint n;
  gsize header;                 /* bytes of headers of each; 0: stays alone */
  gsize segment;                /* bytes of payload of each but the last */
  gsize size;                   /* bytes of the piece */
  gboolean closed;              /* nothing may follow the last one */
} TunMerge;

/* FALSE: it does not belong to what is there.  To none, each one does.
 * @udp: the device takes UDP in pieces. */
gboolean tun_merge_add (TunMerge * merge, TunPacket * packet, gboolean udp);
/* Writes all; they stay the caller's.  FALSE: the device did not take them.
 * Changes the headers of the first packet. */
gboolean tun_merge_write (const TunMerge * merge, int fd);

#endif /* LINKEMU_TUN_MERGE_H */
