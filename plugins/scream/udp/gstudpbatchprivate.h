/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstudpbatchprivate.h: what the files of the batch share
 *
 * gstudpbatch.c     packets come, errors are judged
 * gstudpbatchsend.c the system calls
 */
#pragma once

#include "gstudpbatch.h"

typedef struct
{
  guint first, n_vectors;
  gsize size;                   /* bytes */
  guint8 ecn;
} GstUdpBatchPacket;

struct _GstUdpBatch
{
  GSocket *socket;
  GSocketAddress *to;
  guint8 native[128];           /* @to as the system has it: a sockaddr_storage */
  gsize native_size;
  gboolean ipv4;                /* what leaves is */
  guint8 traffic_class;
  gboolean gso, one_by_one;

  GstUdpBatchPacket *packets;
  guint n_packets, max_packets;
  GOutputVector *vectors;
  GstMapInfo *maps;             /* one for each vector */
  guint n_vectors, max_vectors;
  GstUdpBatchStats stats;
};

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
