/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsrcproperties.c: properties and statistics of screamudpsrc */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreambind.h"
#include "gstscreamudpsrcprivate.h"

#define AT(member) PROP_MEMBER (GstScreamUdpSrc, member)

/* The reader may be none. */
static void
get_reader_stats (GstScreamUdpSrc * self, GstScreamUdpReaderStats * stats)
{
  memset (stats, 0, sizeof (*stats));
  GST_OBJECT_LOCK (self);
  if (self->reader != NULL)
    gst_scream_udp_reader_get_stats (self->reader, stats);
  GST_OBJECT_UNLOCK (self);
}

static GstStructure *
create_stats (gpointer self)
{
  GstScreamUdpReaderStats stats;

  get_reader_stats (self, &stats);
  return gst_structure_new ("application/x-screamudpsrc-stats",
      "packets", G_TYPE_UINT64, stats.packets,
      "bytes", G_TYPE_UINT64, stats.bytes,
      "reads", G_TYPE_UINT64, stats.reads,
      "coalesced-packets", G_TYPE_UINT64, stats.coalesced,
      "empty-datagrams", G_TYPE_UINT64, stats.empty,
      "excess-bytes", G_TYPE_UINT64, stats.excess,
      "dropped-packets", G_TYPE_UINT64, stats.dropped,
      "socket-errors", G_TYPE_UINT64, stats.errors,
      "gro", G_TYPE_BOOLEAN, stats.gro, NULL);
}

static void
get_arrival_times (gpointer self, GValue * value)
{
  GstScreamUdpReaderStats stats;

  get_reader_stats (self, &stats);
  g_value_set_boolean (value, stats.arrival_times);
}

static void
get_port (gpointer object, GValue * value)
{
  GstScreamUdpSrc *self = object;

  GST_OBJECT_LOCK (self);
  g_value_set_int (value,
      (gint) (self->bound_port != 0 ? self->bound_port : self->port));
  GST_OBJECT_UNLOCK (self);
}

static void
renegotiate (gpointer self)
{
  gst_pad_mark_reconfigure (GST_BASE_SRC_PAD (self));
}

static const GstProperty rows[] = {
  /**
   * GstScreamUdpSrc:address:
   *
   * Address of this host to receive at: an IPv4 or IPv6 address or a name. Empty for
   * all of them, IPv6 and IPv4; 0.0.0.0 for all of IPv4.
   *
   * Since: 0.2
   */
  {"address", "Address",
        "Local address to receive at (empty = all)", PROP_READY,
      PROP_STRING (""), AT (address)},
  /**
   * GstScreamUdpSrc:port:
   *
   * UDP port to receive at. 0 lets the system choose; from READY on the property tells
   * which it is.
   *
   * Since: 0.2
   */
  {"port", "Port", "UDP port number to receive at (0 = chosen by the system)",
        PROP_READY, PROP_INT (0, G_MAXUINT16, 5004), AT (port),
      PROP_GET (get_port)},
  /**
   * GstScreamUdpSrc:socket:
   *
   * A bound UDP socket to receive with, in place of one of its own; address, port and
   * buffer-size mean nothing then. Nobody else should read it.
   *
   * Since: 0.2
   */
  {"socket", "Socket", "Socket to receive with (NULL = one of its own)",
      PROP_READY, PROP_OBJECT (g_socket_get_type), AT (socket)},
  /**
   * GstScreamUdpSrc:used-socket:
   *
   * The socket in use, from READY on. screamrx sends feedback from it.
   *
   * Since: 0.2
   */
  {"used-socket", "Used socket", "The socket in use, from READY on",
      PROP_READABLE, PROP_OBJECT (g_socket_get_type), AT (used)},
  /**
   * GstScreamUdpSrc:close-socket:
   *
   * Close the socket of #GstScreamUdpSrc:socket when the element goes to NULL.
   *
   * Since: 0.2
   */
  {"close-socket", "Close socket",
        "Close the property socket when the element goes to NULL", PROP_READY,
      PROP_BOOLEAN (TRUE), AT (close_socket)},
  /**
   * GstScreamUdpSrc:buffer-size:
   *
   * Receive buffer that is asked of the kernel, in bytes; 0 for what the system has.
   * 2 MB hold 0.8 s at 20 Mbit/s. The kernel gives less where net.core.rmem_max is
   * less.
   *
   * Since: 0.2
   */
  {"buffer-size", "Buffer size",
        "Receive buffer of the socket (bytes, 0 = of the system)",
        PROP_READY, PROP_INT (0, G_MAXINT, GST_SCREAM_BIND_BUFFER),
      AT (buffer_size)},
  /**
   * GstScreamUdpSrc:caps:
   *
   * What the packets are, application/x-rtp for example; NULL for anything.
   *
   * Since: 0.2
   */
  {"caps", "Caps", "Caps of the packets (NULL = any)", PROP_PLAYING,
      PROP_BOXED (gst_caps_get_type), AT (caps), PROP_CHANGED (renegotiate)},
  /**
   * GstScreamUdpSrc:timeout:
   *
   * Time without a packet after which the element message `GstUDPSrcTimeout` is
   * posted, again after each such time. In ms, 0 for never; that of udpsrc is in ns.
   *
   * Since: 0.2
   */
  {"timeout", "Timeout",
        "Time without packets before a message (ms, 0 = never)",
      PROP_PLAYING, PROP_UINT (0, 3600000, 0), PROP_MS (100), AT (timeout)},
  /**
   * GstScreamUdpSrc:buffer-lists:
   *
   * Packets that came together go on as one buffer list. FALSE: one by one.
   *
   * Since: 0.2
   */
  {"buffer-lists", "Buffer lists",
        "Push packets that arrived together as a buffer list", PROP_PLAYING,
      PROP_BOOLEAN (TRUE), AT (buffer_lists)},
  /**
   * GstScreamUdpSrc:gro:
   *
   * Let the kernel hand on packets that came together as one datagram (UDP GRO, Linux
   * 5.0), which costs less. They get one arrival time. The field gro of
   * #GstScreamUdpSrc:stats tells whether the kernel can.
   *
   * Since: 0.2
   */
  {"gro", "GRO", "Let the kernel combine packets (GRO)", PROP_READY,
      PROP_BOOLEAN (TRUE), AT (gro)},
  /**
   * GstScreamUdpSrc:arrival-times:
   *
   * DTS and PTS are the times at which the kernel took the packets, and not those at
   * which this element read them. Known from READY on.
   *
   * Since: 0.2
   */
  {"arrival-times", "Arrival times",
        "Set DTS to the arrival time at the kernel", PROP_READABLE,
      PROP_BOOLEAN (FALSE), PROP_GET (get_arrival_times)},
  /**
   * GstScreamUdpSrc:stats:
   *
   * Since READY: packets, bytes (without IP and UDP), reads (calls that brought
   * packets), coalesced-packets (that the kernel put together), dropped-packets (that
   * did not fit into the buffer of the socket, since that was opened), empty-datagrams (without a byte, left
   * out), excess-bytes (left out: a datagram of more than 128 packets), socket-errors
   * (ICMP messages for example), gro (the kernel may put packets together).
   *
   * Since: 0.2
   */
  {"stats", "Statistics", "Statistics since READY", PROP_STATS (create_stats)},
};

const GstPropertyTable gst_scream_udp_src_properties = {
  PROP_ROWS (rows)
};
