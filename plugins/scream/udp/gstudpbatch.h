/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpbatch.h: UDP packets to one address, with as few system calls as the system
 * allows
 *
 * Packets are added, then sent.  On Linux they leave with one sendmmsg, straight from the
 * memories of their buffers, and those of one size that follow each other as one
 * message that the kernel cuts (UDP_SEGMENT, "GSO").  Elsewhere, and where the system
 * refuses that, GLib sends them one by one.
 *
 * For one thread at a time.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

/**
 * GstUdpBatchStats:
 * @packets: the socket took
 * @bytes: of these, without headers
 * @calls: of the system to send
 * @gso_sends: messages of several packets that the kernel cut
 * @gso_packets: packets in these
 * @gso_error: the errno for which GSO is off, 0: none
 * @waits: for room in the socket's buffer
 * @refused: answers that nobody listens there (ICMP)
 * @dropped: packets that the system refused
 */
typedef struct
{
  guint64 packets, bytes, calls, gso_sends, gso_packets;
  guint64 waits, refused, dropped;
  gint gso_error;
} GstUdpBatchStats;

typedef struct
{
  guint first, n_vectors;
  gsize size;                   /* bytes */
  guint8 ecn;
} GstUdpBatchPacket;

typedef struct
{
  GSocket *socket;
  GSocketAddress *to;
  guint8 native[128];           /* @to as the system has it: a sockaddr_storage */
  gsize native_size;
  gboolean ipv4;                /* what leaves is */
  guint8 traffic_class;         /* of the socket, with DSCP and ECN: packets keep its DSCP */
  gboolean gso, one_by_one;

  GArray *packets;              /* GstUdpBatchPacket */
  GArray *vectors;              /* GOutputVector */
  GArray *maps;                 /* GstMapInfo, one for each vector */
  GstUdpBatchStats stats;
} GstUdpBatch;

#define GST_UDP_BATCH_PACKET(self, i) \
    (&g_array_index ((self)->packets, GstUdpBatchPacket, i))

/* What went wrong last, for whom it is to be told. */
typedef struct
{
  gint error;                   /* errno, 0: nothing */
  gsize size;                   /* bytes of the packet */
} GstUdpBatchFault;

/* ---- gstudpbatch.c: packets come, errors are judged ---- */

/* NULL: the system cannot send to such an address. @gso: where the system can. */
GstUdpBatch *gst_udp_batch_new (GSocket * socket, GSocketAddress * to,
    gboolean gso);
void gst_udp_batch_free (GstUdpBatch * self);

/* Borrows @buffer until the next send or clear.  FALSE: its memory cannot be read. */
gboolean gst_udp_batch_add (GstUdpBatch * self, GstBuffer * buffer);

/* Waits where the socket is full.  A packet that the system refuses is dropped, as the
 * network would, and @fault tells.  FALSE: the socket is not to be used, or waiting
 * was cancelled, and what is left is dropped. */
gboolean gst_udp_batch_send (GstUdpBatch * self, GCancellable * cancellable,
    GstUdpBatchFault * fault, GError ** error);

/* ---- gstudpbatchsend.c: the system calls ---- */

/* What one system call did. */
typedef struct
{
  guint packets;                /* that left */
  gint error;                   /* errno, if none did */
  guint tried;                  /* in the message that failed */
} GstUdpBatchResult;

gboolean gst_udp_batch_has_gso (GSocket * socket);

/* From packet @first on, which there is. */
GstUdpBatchResult gst_udp_batch_send_some (GstUdpBatch * self, guint first);
