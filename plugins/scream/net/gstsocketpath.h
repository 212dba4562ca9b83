/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstsocketpath.h: feedback over the sockets of the UDP elements around
 *
 * screamrx sends feedback from the socket of the udpsrc upstream of it,
 * screamtx reads it from the socket of the udpsink downstream, which nobody
 * else reads.  So nothing has to be wired for it, and it passes the same way
 * through NATs as the media.
 */
#pragma once

#include <gst/gst.h>
#include <gio/gio.h>

#include "plugins/scream/loop/gstscreamloop.h"

/**
 * GstSocketPath:
 * @elements: (element-type GstElement): the UDP elements that were found, and
 *   that have a socket by now
 * @sockets: (element-type GSocket): their sockets, each once. The elements made
 *   them, so nobody else reads from those of sinks
 * @shared_sockets: (element-type GSocket): sockets that the application gave to
 *   a sink. Somebody else may read them, most likely a udpsrc, which would miss
 *   packets if they were read here as well
 * @peers: (element-type GSocketAddress): for sinks, where they send to, as of
 *   now; names are resolved to all their addresses
 * @any_peer: for sinks, one of them takes addresses from the buffers
 *   (dynudpsink), so @peers is not all
 * @synced: (element-type GstElement): sinks that have sync=true. They hold
 *   packets back, so that the times of sending are not known
 * @ice_sinks: (element-type GstElement): sinks that send by ICE (nicesink). Their
 *   agent reads the sockets itself
 */
typedef struct
{
  GPtrArray *elements;
  GPtrArray *sockets;
  GPtrArray *shared_sockets;
  GPtrArray *peers;
  gboolean any_peer;
  GPtrArray *synced;
  GPtrArray *ice_sinks;
} GstSocketPath;

/* The udpsrc elements that feed @sinkpad; those without a socket (state NULL)
 * are in @elements as well. Never NULL. */
GstSocketPath *gst_socket_path_find_sources (GstPad * sinkpad);

/* The udpsink, multiudpsink, dynudpsink elements that @srcpad feeds, call it
 * with the first buffer: by then they have opened their sockets. It may resolve
 * names and so take time: hold no lock. Never NULL. */
GstSocketPath *gst_socket_path_find_sinks (GstPad * srcpad);

/* One with nothing in it. */
GstSocketPath *gst_socket_path_new (void);

/* Adds the sockets of @more that may be read, and who may send to them. */
void gst_socket_path_add_readable (GstSocketPath * path,
    const GstSocketPath * more);

void gst_socket_path_free (GstSocketPath * path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstSocketPath, gst_socket_path_free)

/* From now on the ports that the system chose for the UDP sinks that @srcpad
 * feeds are theirs alone; those of sinks that have sent nothing yet change. */
void gst_socket_path_keep_ports (GstPad * srcpad);

/* Asks a udpsrc for the kernel's arrival times in the DTS of its buffers, in
 * any state. FALSE if it cannot. */
gboolean gst_socket_path_enable_arrival_times (GstElement * source);

/* Same address and port? An IPv4 address mapped to IPv6 is the IPv4 one. If both say to
 * which address of this host they send (gstlocaladdress.h), it has to be the same, too:
 * who only writes the sender's address on packets, and does not see where that sends to,
 * is another one. */
gboolean gst_socket_path_same_address (GSocketAddress * a, GSocketAddress * b);

/**
 * GstFeedbackReader:
 *
 * Reads some sockets, as sources of a loop, and hands on what comes from one of
 * the peers.
 */
typedef struct _GstFeedbackReader GstFeedbackReader;

/* A question of rtpcc-echo.h, which the reader answers if it was asked. */
typedef struct
{
  gboolean asked;
  guint32 ssrc, number;
} GstFeedbackQuestion;

/* One datagram, called from a thread of the loop with no lock held, for different
 * sockets maybe at the same time. It must not stop or free the reader. @data is
 * valid during the call. @question: to be filled in, if one is in it. */
typedef void (*GstFeedbackReaderFunc) (const guint8 * data, gsize size,
    GstFeedbackQuestion * question, gpointer user_data);

typedef struct
{
  guint64 datagrams;            /* handed on */
  guint64 bytes;                /* in them */
  guint64 from_unknown_peers;   /* datagrams that did not come from a peer */
  guint64 errors;               /* of the sockets, ICMP messages for example */
} GstFeedbackReaderStats;

/* Starts to read @sockets (GSocket) at once. @peers (GSocketAddress): NULL takes
 * datagrams from anyone. The arrays are not kept. The sockets may be closed by
 * their owner at any time. NULL and @error if there is no open socket. */
GstFeedbackReader *gst_feedback_reader_new (GstScreamLoop * loop,
    GPtrArray * sockets, GPtrArray * peers, GstFeedbackReaderFunc func,
    gpointer user_data, GError ** error);

void gst_feedback_reader_get_stats (GstFeedbackReader * reader,
    GstFeedbackReaderStats * stats);

/* Stops: @func is not called any more when this returns. It takes as long as a
 * running call of @func. NULL is allowed. */
void gst_feedback_reader_free (GstFeedbackReader * reader);
