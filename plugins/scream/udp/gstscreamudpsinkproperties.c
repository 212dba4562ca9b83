/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsinkproperties.c: properties and stats of screamudpsink */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamudpsinkprivate.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#define AT(member) G_STRUCT_OFFSET (GstScreamUdpSink, member)

/* The values of udpsink. */
#define DEFAULT_HOST "localhost"
#define DEFAULT_PORT 5004
#define DEFAULT_TTL 64

enum
{
  PROP_0,
  PROP_HOST,
  PROP_PORT,
  PROP_BIND_ADDRESS,
  PROP_BIND_PORT,
  PROP_SOCKET,
  PROP_USED_SOCKET,
  PROP_CLOSE_SOCKET,
  PROP_TTL,
  PROP_QOS_DSCP,
  PROP_BUFFER_SIZE,
  PROP_GSO,
  PROP_CLIENTS,
  PROP_BYTES_SERVED,
  PROP_STATS
};

static const gchar *
gso_state (GstScreamUdpSink * self)
{
  if (!self->gso)
    return "off by the property";
  if (self->stats.gso_error != 0)
    return g_strerror (self->stats.gso_error);
  return "";
}

/* With the object lock. */
static GstStructure *
get_stats (GstScreamUdpSink * self)
{
  const GstUdpBatchStats *stats = &self->stats;

  return gst_structure_new ("application/x-screamudpsink-stats",
      "packets", G_TYPE_UINT64, stats->packets,
      "bytes", G_TYPE_UINT64, stats->bytes,
      "system-calls", G_TYPE_UINT64, stats->calls,
      "gso-sends", G_TYPE_UINT64, stats->gso_sends,
      "gso-packets", G_TYPE_UINT64, stats->gso_packets,
      "gso-off", G_TYPE_STRING, gso_state (self),
      "waits", G_TYPE_UINT64, stats->waits,
      "refused", G_TYPE_UINT64, stats->refused,
      "dropped", G_TYPE_UINT64, stats->dropped, NULL);
}

/* With the object lock. "host:port", NULL before the start. */
static gchar *
get_clients (GstScreamUdpSink * self)
{
  GInetSocketAddress *to;
  gchar *host, *text;

  if (self->to == NULL)
    return NULL;
  to = G_INET_SOCKET_ADDRESS (self->to);
  host = g_inet_address_to_string (g_inet_socket_address_get_address (to));
  text = g_strdup_printf ("%s:%u", host, g_inet_socket_address_get_port (to));
  g_free (host);
  return text;
}

/* With the object lock. */
static void
apply_dscp (GstScreamUdpSink * self)
{
  if (self->used_socket != NULL)
    gst_scream_udp_sink_apply_dscp (self->used_socket, self->qos_dscp);
  self->changed = TRUE;
}

static void
set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (object);

  if (!gst_strict_property_admit (object, value, pspec))
    return;
  GST_OBJECT_LOCK (self);
  gst_member_property_set (self, pspec, value);
  if (self->host == NULL)
    self->host = g_strdup (DEFAULT_HOST);
  if (id == PROP_QOS_DSCP)
    apply_dscp (self);
  GST_OBJECT_UNLOCK (self);
}

static void
get_property (GObject * object, guint id, GValue * value, GParamSpec * pspec)
{
  GstScreamUdpSink *self = GST_SCREAM_UDP_SINK (object);

  GST_OBJECT_LOCK (self);
  switch (id) {
    case PROP_CLIENTS:
      g_value_take_string (value, get_clients (self));
      break;
    case PROP_BYTES_SERVED:
      g_value_set_uint64 (value, self->stats.bytes);
      break;
    case PROP_STATS:
      g_value_take_boxed (value, get_stats (self));
      break;
    default:
      gst_member_property_get (self, pspec, value);
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_scream_udp_sink_clear_properties (GstScreamUdpSink * self)
{
  g_free (self->host);
  g_free (self->bind_address);
  g_clear_object (&self->socket);
}

#define READY (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS \
    | GST_PARAM_MUTABLE_READY)
#define READABLE (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)

static void
install_address (GObjectClass * object_class)
{
  /**
   * GstScreamUdpSink:host:
   *
   * The address or the name of the receiver.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_HOST, AT (host),
      g_param_spec_string ("host", "Host",
          "Address or name of the receiver", DEFAULT_HOST, READY));
  /**
   * GstScreamUdpSink:port:
   *
   * The UDP port of the receiver.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_PORT, AT (port),
      g_param_spec_int ("port", "Port", "UDP port of the receiver", 1,
          G_MAXUINT16, DEFAULT_PORT, READY));
  /**
   * GstScreamUdpSink:bind-address:
   *
   * The local address to send from; none: the system chooses it for each packet.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_BIND_ADDRESS,
      AT (bind_address), g_param_spec_string ("bind-address", "Bind address",
          "Local address to send from; none: chosen by the system", NULL,
          READY));
  /**
   * GstScreamUdpSink:bind-port:
   *
   * The local port to send from; 0: the system chooses it.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_BIND_PORT, AT (bind_port),
      g_param_spec_int ("bind-port", "Bind port",
          "Local port to send from (0 = chosen by the system)", 0, G_MAXUINT16,
          0, READY));
}

static void
install_socket (GObjectClass * object_class)
{
  /**
   * GstScreamUdpSink:socket:
   *
   * A UDP socket to send by, of IPv4 or IPv6; none: one of its own. screamtx does not
   * read feedback from a socket that the application gave, as it may have a reader.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_SOCKET, AT (socket),
      g_param_spec_object ("socket", "Socket",
          "UDP socket to send by; none: one of its own", G_TYPE_SOCKET, READY));
  /**
   * GstScreamUdpSink:used-socket:
   *
   * The socket that it sends by, from READY to PAUSED until it stops.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_USED_SOCKET, AT (used_socket),
      g_param_spec_object ("used-socket", "Used socket",
          "Socket that it sends by", G_TYPE_SOCKET, READABLE));
  /**
   * GstScreamUdpSink:close-socket:
   *
   * Whether the socket that the property socket gave is closed when the element stops.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_CLOSE_SOCKET,
      AT (close_socket), g_param_spec_boolean ("close-socket", "Close socket",
          "Close the socket that was given when the element stops", TRUE,
          READY));
}

static void
install_options (GObjectClass * object_class)
{
  /**
   * GstScreamUdpSink:ttl:
   *
   * The time to live of the packets; 0 leaves it to the system.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_TTL, AT (ttl),
      g_param_spec_int ("ttl", "TTL",
          "Time to live of the packets (hops, 0 = left to the system)", 0, 255,
          DEFAULT_TTL, READY));
  /**
   * GstScreamUdpSink:qos-dscp:
   *
   * The DSCP of the packets; -1 leaves it to the system. It may be changed at any time.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_QOS_DSCP, AT (qos_dscp),
      g_param_spec_int ("qos-dscp", "DSCP",
          "DSCP of the packets (-1 = left to the system)", -1, 63, -1,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
          | GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstScreamUdpSink:buffer-size:
   *
   * The size of the socket's send buffer.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_BUFFER_SIZE, AT (buffer_size),
      g_param_spec_int ("buffer-size", "Buffer size",
          "Send buffer of the socket (bytes, 0 = of the system)", 0,
          G_MAXINT, 0, READY));
  /**
   * GstScreamUdpSink:gso:
   *
   * Whether packets of one size in a list are given to the kernel as one message that it
   * cuts. It is off by itself where the system or the path refuses that.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_GSO, AT (gso),
      g_param_spec_boolean ("gso", "GSO",
          "Let the kernel cut messages into packets, where it can", TRUE,
          READY));
}

static void
install_figures (GObjectClass * object_class)
{
  /**
   * GstScreamUdpSink:clients:
   *
   * The address that it sends to, as "address:port"; none before it has started.
   *
   * Since: 0.2
   */
  gst_strict_property_install (object_class, PROP_CLIENTS,
      g_param_spec_string ("clients", "Clients",
          "Address that it sends to, as address:port", NULL, READABLE));
  /**
   * GstScreamUdpSink:bytes-served:
   *
   * Bytes that left, without the headers of UDP and IP.
   *
   * Since: 0.2
   */
  gst_strict_property_install (object_class, PROP_BYTES_SERVED,
      g_param_spec_uint64 ("bytes-served", "Bytes served",
          "What left, without headers (bytes)", 0, G_MAXUINT64, 0, READABLE));
  /**
   * GstScreamUdpSink:stats:
   *
   * A structure with guint64 fields that count since the start: packets and bytes that
   * left; system-calls for that; gso-sends and gso-packets, messages that the kernel cut
   * and the packets in these; waits for room in the send buffer; refused, answers
   * that nobody listens at the address; dropped, packets that the system refused. The
   * string gso-off tells why GSO is off; empty: it is not.
   *
   * Since: 0.2
   */
  gst_strict_property_install (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Counts of packets, bytes, system calls and errors",
          GST_TYPE_STRUCTURE, READABLE));
}

void
gst_scream_udp_sink_install_properties (GObjectClass * object_class)
{
  object_class->set_property = set_property;
  object_class->get_property = get_property;
  install_address (object_class);
  install_socket (object_class);
  install_options (object_class);
  install_figures (object_class);
}
