/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpreader.h: reads many datagrams of a UDP socket at once
 *
 * Where there is recvmmsg() (Linux), one call takes up to 8 datagrams, each with its
 * sender, traffic class and the time at which the kernel took it. The sender's address
 * carries the one that it sent to (gstlocaladdress.h). With UDP GRO the
 * kernel hands on packets of one sender that came together, and have one size and one
 * traffic class, as one datagram of up to 64 KiB: it is split here, so that who reads
 * sees packets. They have one time, that of the first.
 *
 * Elsewhere, and where recvmmsg() is not allowed, one datagram at a time is read by
 * GLib, without traffic class and time.
 *
 * One thread uses a reader; only the counts may be read from others.
 */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

typedef struct _GstScreamUdpReader GstScreamUdpReader;

/* A packet; all is valid until the next read. */
typedef struct
{
  const guint8 *data;
  gsize size;                   /* bytes, above 0 */
  GSocketAddress *from;         /* NULL: the system did not say */
  GSocketControlMessage *traffic_class; /* NULL: the same */
  GstClockTime age;             /* ns since the kernel took it; 0: unknown */
} GstScreamUdpPacket;

typedef struct
{
  guint64 packets;
  guint64 bytes;                /* of these, without IP and UDP */
  guint64 reads;                /* calls that brought packets */
  guint64 coalesced;            /* packets that came with others in one datagram */
  guint64 empty;                /* datagrams without a byte, which are left out */
  guint64 excess;               /* bytes of datagrams with too many packets */
  guint64 dropped;              /* packets that the full socket did not take */
  guint64 errors;               /* of the socket, ICMP messages for example */
  gboolean gro;                 /* the kernel may hand on several at once */
  gboolean arrival_times;       /* ages are known */
} GstScreamUdpReaderStats;

/* Asks for times and traffic classes, and with @gro for many packets at once; what the
 * system does not have is left out. Takes no reference of @socket, which does not
 * block. */
GstScreamUdpReader *gst_scream_udp_reader_new (GSocket * socket, gboolean gro);
/* Who reads the socket afterwards gets packets as they came. */
void gst_scream_udp_reader_free (GstScreamUdpReader * reader);

/* What has come: the number of @packets, 0 if none. Does not wait. FALSE and @error if
 * the socket cannot be read any more; errors of single packets are counted only. They are
 * there until the next read, or until done. */
gboolean gst_scream_udp_reader_read (GstScreamUdpReader * reader,
    const GstScreamUdpPacket ** packets, guint * n_packets, GError ** error);

/* The packets of the last read are needed no more: their memory is for others. */
void gst_scream_udp_reader_done (GstScreamUdpReader * reader);

/* The last read has emptied the socket, or brought nothing: wait before the next. */
gboolean gst_scream_udp_reader_is_drained (const GstScreamUdpReader * reader);

/* Reads that brought neither packets nor the news that there are none, in a row: only
 * errors and empty datagrams. */
guint gst_scream_udp_reader_get_vain (const GstScreamUdpReader * reader);

void gst_scream_udp_reader_get_stats (GstScreamUdpReader * reader,
    GstScreamUdpReaderStats * stats);
