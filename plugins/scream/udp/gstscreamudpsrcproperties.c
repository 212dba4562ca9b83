/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsrcproperties.c: properties and statistics of screamudpsrc */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreambind.h"
#include "gstscreamudpsrcprivate.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#define AT(member) G_STRUCT_OFFSET (GstScreamUdpSrc, member)

#define DEFAULT_ADDRESS ""
#define DEFAULT_PORT 5004

enum
{
  PROP_0,
  PROP_ADDRESS,
  PROP_PORT,
  PROP_SOCKET,
  PROP_USED_SOCKET,
  PROP_CLOSE_SOCKET,
  PROP_BUFFER_SIZE,
  PROP_CAPS,
  PROP_TIMEOUT,
  PROP_BUFFER_LISTS,
  PROP_GRO,
  PROP_ARRIVAL_TIMES,
  PROP_STATS
};

/* With the object lock; the reader may be none. */
static void
get_reader_stats (GstScreamUdpSrc * self, GstScreamUdpReaderStats * stats)
{
  memset (stats, 0, sizeof (*stats));
  if (self->reader != NULL)
    gst_scream_udp_reader_get_stats (self->reader, stats);
}

/* With the object lock. */
static GstStructure *
create_stats (GstScreamUdpSrc * self)
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
gst_scream_udp_src_set_property (GObject * object, guint id,
    const GValue * value, GParamSpec * pspec)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (object);

  if (!gst_strict_property_admit (object, value, pspec))
    return;
  GST_OBJECT_LOCK (self);
  gst_member_property_set (self, pspec, value);
  GST_OBJECT_UNLOCK (self);
  if (id == PROP_CAPS)
    gst_pad_mark_reconfigure (GST_BASE_SRC_PAD (self));
}

static void
gst_scream_udp_src_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamUdpSrc *self = GST_SCREAM_UDP_SRC (object);
  GstScreamUdpReaderStats stats;

  GST_OBJECT_LOCK (self);
  switch (id) {
    case PROP_ARRIVAL_TIMES:
      get_reader_stats (self, &stats);
      g_value_set_boolean (value, stats.arrival_times);
      break;
    case PROP_STATS:
      g_value_take_boxed (value, create_stats (self));
      break;
    default:
      gst_member_property_get (self, pspec, value);
  }
  if (id == PROP_PORT && self->bound_port != 0)
    g_value_set_int (value, (gint) self->bound_port);
  GST_OBJECT_UNLOCK (self);
}

static void
install_network_properties (GObjectClass * object_class)
{
  const GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;

  /**
   * GstScreamUdpSrc:address:
   *
   * Address of this host to receive at: an IPv4 or IPv6 address or a name. Empty for
   * all of them, IPv6 and IPv4; 0.0.0.0 for all of IPv4.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_ADDRESS, AT (address),
      g_param_spec_string ("address", "Address",
          "Address of this host to receive at; empty: all of them",
          DEFAULT_ADDRESS, ready));

  /**
   * GstScreamUdpSrc:port:
   *
   * UDP port to receive at. 0 lets the system choose; from READY on the property tells
   * which it is.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_PORT, AT (port),
      g_param_spec_int ("port", "Port",
          "UDP port number to receive at (0 = the system chooses)", 0,
          G_MAXUINT16, DEFAULT_PORT, ready));

  /**
   * GstScreamUdpSrc:socket:
   *
   * A bound UDP socket to receive with, in place of one of its own; address, port and
   * buffer-size mean nothing then. Nobody else should read it.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_SOCKET, AT (socket),
      g_param_spec_object ("socket", "Socket",
          "Socket to receive with (NULL = one of its own)", G_TYPE_SOCKET,
          ready));

  /**
   * GstScreamUdpSrc:used-socket:
   *
   * The socket in use, from READY on. screamrx sends feedback from it.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_USED_SOCKET, AT (used),
      g_param_spec_object ("used-socket", "Used socket",
          "The socket in use, from READY on", G_TYPE_SOCKET,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  /**
   * GstScreamUdpSrc:close-socket:
   *
   * Close the socket of #GstScreamUdpSrc:socket when the element goes to NULL.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_CLOSE_SOCKET,
      AT (close_socket), g_param_spec_boolean ("close-socket", "Close socket",
          "Close the property socket when the element goes to NULL", TRUE,
          ready));

  /**
   * GstScreamUdpSrc:buffer-size:
   *
   * Receive buffer that is asked of the kernel, in bytes; 0 for what the system has.
   * 2 MB hold 0.8 s at 20 Mbit/s. The kernel gives less where net.core.rmem_max is
   * less.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_BUFFER_SIZE, AT (buffer_size),
      g_param_spec_int ("buffer-size", "Buffer size",
          "Receive buffer of the socket (bytes, 0 = as the system has it)", 0,
          G_MAXINT, GST_SCREAM_BIND_BUFFER, ready));
}

static void
install_stream_properties (GObjectClass * object_class)
{
  const GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;
  const GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_PLAYING;

  /**
   * GstScreamUdpSrc:caps:
   *
   * What the packets are, application/x-rtp for example; NULL for anything.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_CAPS, AT (caps),
      g_param_spec_boxed ("caps", "Caps", "What the packets are (NULL = "
          "anything)", GST_TYPE_CAPS, playing));

  /**
   * GstScreamUdpSrc:timeout:
   *
   * Time without a packet after which the element message `GstUDPSrcTimeout` is
   * posted, again after each such time. In ms, 0 for never; that of udpsrc is in ns.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_TIMEOUT, AT (timeout),
      gst_strict_property_in_ms (g_param_spec_uint ("timeout", "Timeout",
              "Post a message after so long without a packet (ms, 0 = never)",
              0, 3600000, 0, playing), 100));

  /**
   * GstScreamUdpSrc:buffer-lists:
   *
   * Packets that came together go on as one buffer list. FALSE: one by one.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_BUFFER_LISTS,
      AT (buffer_lists), g_param_spec_boolean ("buffer-lists", "Buffer lists",
          "Hand on packets that came together as one list", TRUE, playing));

  /**
   * GstScreamUdpSrc:gro:
   *
   * Let the kernel hand on packets that came together as one datagram (UDP GRO, Linux
   * 5.0), which costs less. They get one arrival time. The field gro of
   * #GstScreamUdpSrc:stats tells whether the kernel can.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_GRO, AT (gro),
      g_param_spec_boolean ("gro", "GRO",
          "Let the kernel hand on several packets at once", TRUE, ready));

  /**
   * GstScreamUdpSrc:arrival-times:
   *
   * DTS and PTS are the times at which the kernel took the packets, and not those at
   * which this element read them. Known from READY on.
   *
   * Since: 0.2
   */
  gst_strict_property_install (object_class, PROP_ARRIVAL_TIMES,
      g_param_spec_boolean ("arrival-times", "Arrival times",
          "DTS are the times at which the kernel took the packets", FALSE,
          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

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
  gst_strict_property_install (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics", "Statistics since READY",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void
gst_scream_udp_src_install_properties (GObjectClass * object_class)
{
  object_class->set_property = gst_scream_udp_src_set_property;
  object_class->get_property = gst_scream_udp_src_get_property;
  install_network_properties (object_class);
  install_stream_properties (object_class);
}

void
gst_scream_udp_src_clear_properties (GstScreamUdpSrc * self)
{
  g_free (self->address);
  g_clear_object (&self->socket);
  gst_clear_caps (&self->caps);
}
