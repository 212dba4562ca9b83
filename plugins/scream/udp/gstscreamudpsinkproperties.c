/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpsinkproperties.c: properties and stats of screamudpsink */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamudpsinkprivate.h"

#define AT(member) PROP_MEMBER (GstScreamUdpSink, member)

/* This default, that of the port and of ttl are those of udpsink. */
#define HOST "localhost"

static const gchar *
gso_state (GstScreamUdpSink * self)
{
  if (!self->gso)
    return "off by the property";
  if (self->stats.gso_error != 0)
    return g_strerror (self->stats.gso_error);
  return "";
}

static GstStructure *
create_stats (gpointer object)
{
  GstScreamUdpSink *self = object;
  const GstUdpBatchStats *stats = &self->stats;
  GstStructure *res;

  GST_OBJECT_LOCK (self);
  res = gst_structure_new ("application/x-screamudpsink-stats",
      "packets", G_TYPE_UINT64, stats->packets,
      "bytes", G_TYPE_UINT64, stats->bytes,
      "system-calls", G_TYPE_UINT64, stats->calls,
      "gso-sends", G_TYPE_UINT64, stats->gso_sends,
      "gso-packets", G_TYPE_UINT64, stats->gso_packets,
      "gso-off", G_TYPE_STRING, gso_state (self),
      "waits", G_TYPE_UINT64, stats->waits,
      "refused", G_TYPE_UINT64, stats->refused,
      "dropped", G_TYPE_UINT64, stats->dropped, NULL);
  GST_OBJECT_UNLOCK (self);
  return res;
}

/* With the object lock. "host:port", NULL before the start. */
static gchar *
describe_client (GstScreamUdpSink * self)
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
apply_dscp (gpointer object)
{
  GstScreamUdpSink *self = object;

  if (self->used_socket != NULL)
    gst_scream_udp_sink_apply_dscp (self->used_socket, self->qos_dscp);
  self->changed = TRUE;
}

/* With the object lock. */
static void
complete_host (gpointer object)
{
  GstScreamUdpSink *self = object;

  if (self->host == NULL)
    self->host = g_strdup (HOST);
}

static void
get_clients (gpointer self, GValue * value)
{
  GST_OBJECT_LOCK (self);
  g_value_take_string (value, describe_client (self));
  GST_OBJECT_UNLOCK (self);
}

static const GstProperty rows[] = {
  /**
   * GstScreamUdpSink:host:
   *
   * The address or the name of the receiver.
   *
   * Since: 0.2
   */
  {"host", "Host", "Address or name of the receiver", PROP_READY,
      PROP_STRING (HOST), AT (host), PROP_STORED (complete_host)},
  /**
   * GstScreamUdpSink:port:
   *
   * The UDP port of the receiver.
   *
   * Since: 0.2
   */
  {"port", "Port", "UDP port of the receiver", PROP_READY,
      PROP_INT (1, G_MAXUINT16, 5004), AT (port)},
  /**
   * GstScreamUdpSink:bind-address:
   *
   * The local address to send from; none: the system chooses it for each packet.
   *
   * Since: 0.2
   */
  {"bind-address", "Bind address",
        "Local address to send from (NULL = chosen by the system)", PROP_READY,
      PROP_STRING (NULL), AT (bind_address)},
  /**
   * GstScreamUdpSink:bind-port:
   *
   * The local port to send from; 0: the system chooses it.
   *
   * Since: 0.2
   */
  {"bind-port", "Bind port",
        "Local port to send from (0 = chosen by the system)", PROP_READY,
      PROP_INT (0, G_MAXUINT16, 0), AT (bind_port)},
  /**
   * GstScreamUdpSink:socket:
   *
   * A UDP socket to send by, of IPv4 or IPv6; none: one of its own. screamtx does not
   * read feedback from a socket that the application gave, as it may have a reader.
   *
   * Since: 0.2
   */
  {"socket", "Socket", "UDP socket to send with (NULL = one of its own)",
      PROP_READY, PROP_OBJECT (g_socket_get_type), AT (socket)},
  /**
   * GstScreamUdpSink:used-socket:
   *
   * The socket that it sends by, from READY to PAUSED until it stops.
   *
   * Since: 0.2
   */
  {"used-socket", "Used socket", "The socket in use", PROP_READABLE,
      PROP_OBJECT (g_socket_get_type), AT (used_socket)},
  /**
   * GstScreamUdpSink:close-socket:
   *
   * Whether the socket that the property socket gave is closed when the element stops.
   *
   * Since: 0.2
   */
  {"close-socket", "Close socket",
        "Close the property socket when the element stops", PROP_READY,
      PROP_BOOLEAN (TRUE), AT (close_socket)},
  /**
   * GstScreamUdpSink:ttl:
   *
   * The time to live of the packets; 0 leaves it to the system.
   *
   * Since: 0.2
   */
  {"ttl", "TTL", "Time to live of packets (hops, 0 = of the system)",
      PROP_READY, PROP_INT (0, 255, 64), AT (ttl)},
  /**
   * GstScreamUdpSink:qos-dscp:
   *
   * The DSCP of the packets; -1 leaves it to the system. It may be changed at any time.
   *
   * Since: 0.2
   */
  {"qos-dscp", "DSCP", "DSCP of packets (number, -1 = of the system)",
        PROP_PLAYING, PROP_INT (-1, 63, -1), AT (qos_dscp),
      PROP_STORED (apply_dscp)},
  /**
   * GstScreamUdpSink:buffer-size:
   *
   * The size of the socket's send buffer.
   *
   * Since: 0.2
   */
  {"buffer-size", "Buffer size",
        "Send buffer of the socket (bytes, 0 = of the system)", PROP_READY,
      PROP_INT (0, G_MAXINT, 0), AT (buffer_size)},
  /**
   * GstScreamUdpSink:gso:
   *
   * Whether packets of one size in a list are given to the kernel as one message that it
   * cuts. It is off by itself where the system or the path refuses that.
   *
   * Since: 0.2
   */
  {"gso", "GSO", "Let the kernel split messages into packets (GSO)",
      PROP_READY, PROP_BOOLEAN (TRUE), AT (gso)},
  /**
   * GstScreamUdpSink:clients:
   *
   * The address that it sends to, as "address:port"; none before it has started.
   *
   * Since: 0.2
   */
  {"clients", "Clients", "Destination, as address:port",
      PROP_READABLE, PROP_STRING (NULL), PROP_GET (get_clients)},
  /**
   * GstScreamUdpSink:bytes-served:
   *
   * Bytes that left, without the headers of UDP and IP.
   *
   * Since: 0.2
   */
  {"bytes-served", "Bytes served", "Sent bytes, without headers",
      PROP_READABLE, PROP_UINT64 (0), AT (stats.bytes)},
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
  {"stats", "Statistics", "Counts of packets, bytes, system calls and errors",
      PROP_STATS (create_stats)},
};

const GstPropertyTable gst_scream_udp_sink_properties = {
  PROP_ROWS (rows)
};
