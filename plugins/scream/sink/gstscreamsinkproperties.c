/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsinkproperties.c: what users set and read of screamsink */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/bins/gstscreamgoal.h"
#include "gstscreamsinkprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"
#include "plugins/scream/tx/gstscreamtx.h"

#include <gst/rtpcc/session/rtpcc-session.h>
#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#define GST_CAT_DEFAULT gst_scream_sink_debug

#define AT(member) PROP_MEMBER (GstScreamSink, member)
#define NOTES(member) PROP_NOTES (GstScreamSink, member)

/* The number that screamsrc looks for. */
#define CAPTURE_TIME_EXTENSION 5

static void
set_sink_dscp (gpointer object)
{
  GstScreamSink *self = object;
  gint qos_dscp;

  GST_OBJECT_LOCK (self);
  qos_dscp = self->qos_dscp;
  GST_OBJECT_UNLOCK (self);
  g_rec_mutex_lock (&self->build_lock);
  if (self->udpsink != NULL)
    g_object_set (self->udpsink, "qos-dscp", qos_dscp, NULL);
  g_rec_mutex_unlock (&self->build_lock);
}

static GstStructure *
create_stats (gpointer object)
{
  GstScreamSink *self = object;
  GstScreamSocketStats socket = { 0, };
  guint64 unauthenticated = 0;
  GstStructure *stats;

  g_object_get (self->tx, "stats", &stats, NULL);
  g_mutex_lock (&self->lock);
  if (self->socket != NULL)
    gst_scream_socket_get_stats (self->socket, &socket);
  if (self->srtcp_in > self->srtcp_out)
    unauthenticated = self->srtcp_in - self->srtcp_out;
  g_mutex_unlock (&self->lock);

  gst_structure_set_name (stats, "application/x-screamsink-stats");
  gst_structure_set (stats,
      "feedback-from-unknown-peers", G_TYPE_UINT64, socket.from_unknown_peers,
      "feedback-not-rtcp", G_TYPE_UINT64, socket.not_rtcp,
      "rtcp-unauthenticated", G_TYPE_UINT64, unauthenticated,
      "keep-alives", G_TYPE_UINT64, socket.keep_alives, NULL);
  gst_scream_repair_sender_add_stats (self->repairs, stats);
  return stats;
}

static void
set_key (gpointer object, const GValue * value)
{
  GstScreamSink *self = object;

  if (!gst_scream_srtp_admit_key (object))
    return;
  GST_OBJECT_LOCK (self);
  self->bad_key = !gst_scream_srtp_set_key (&self->srtp_key,
      g_value_get_string (value));
  GST_OBJECT_UNLOCK (self);
}

static void
get_repair (gpointer self, GValue * value)
{
  g_value_set_enum (value, gst_scream_sink_get_repair (self));
}

static void
get_deadline (gpointer self, GValue * value)
{
  g_value_set_uint (value, gst_scream_sink_get_deadline (self));
}

static void
get_adapt (gpointer self, GValue * value)
{
  g_value_set_enum (value, gst_scream_sink_get_adapt (self));
}

static const GstProperty rows[] = {
  /**
   * GstScreamSink:host:
   *
   * The receiver: an IPv4 or IPv6 address, or a name that is looked up when the
   * element goes to PAUSED. Multicast is refused: each receiver has a path of
   * its own, and a rate fits one.
   *
   * Since: 0.1
   */
  {"host", "Host", "Address or name of the receiver", PROP_READY,
      PROP_STRING ("127.0.0.1"), AT (host)},
  /**
   * GstScreamSink:port:
   *
   * The port that the receiver listens on, for RTP and RTCP.
   *
   * Since: 0.1
   */
  {"port", "Port", "UDP port number of the receiver", PROP_READY,
      PROP_UINT (1, 65535, 5000), AT (port)},
  /**
   * GstScreamSink:bind-address:
   *
   * Local address to send from and to receive feedback at. Empty: the system
   * chooses.
   *
   * Since: 0.1
   */
  {"bind-address", "Bind address", "Local IP address (empty = any)", PROP_READY,
      PROP_STRING (NULL), AT (bind_address)},
  /**
   * GstScreamSink:bind-port:
   *
   * Local port to send from and to receive feedback at.
   *
   * Since: 0.1
   */
  {"bind-port", "Bind port", "Local UDP port number (0 = any)", PROP_READY,
      PROP_UINT (0, 65535, 0), AT (bind_port)},
  /**
   * GstScreamSink:ttl:
   *
   * Time to live of the packets; 0 leaves it to the system.
   *
   * Since: 0.1
   */
  {"ttl", "TTL", "Time to live of packets (number of hops, 0 = default)",
      PROP_READY, PROP_INT (0, 255, 64), AT (ttl)},
  /**
   * GstScreamSink:qos-dscp:
   *
   * DSCP of the packets; -1 leaves it to the system. The ECN bits
   * beside it are #GstScreamSink:ecn.
   *
   * Since: 0.1
   */
  {"qos-dscp", "QoS DSCP",
        "Differentiated services code point number (-1 = default)",
        PROP_PLAYING, PROP_INT (-1, 63, -1), AT (qos_dscp),
      PROP_CHANGED (set_sink_dscp)},
  /**
   * GstScreamSink:mtu:
   *
   * Largest RTP packet that is made from streams that come in without RTP.
   * Headers below, and 10 bytes of SRTP, come on top.
   *
   * Since: 0.1
   */
  /* Leaves room for SRTP and for tunnels below 1500 bytes. */
  {"mtu", "MTU", "Largest RTP packet of a payloader inside (bytes)", PROP_READY,
      PROP_UINT (100, 65000, 1200), AT (mtu)},
  /**
   * GstScreamSink:keep-alive-interval:
   *
   * When nothing has left for this time in ms, in a pause for example, an empty
   * datagram is sent (RFC 6263), so that NATs on the path continue to let
   * feedback through. 0: none.
   *
   * Since: 0.1
   */
  /* NATs forget a UDP binding after 30 s or more as a rule (RFC 4787 REQ-5 wants
   * 120 s), mobile networks earlier. */
  {"keep-alive-interval", "Keep-alive interval",
        "Longest time without a packet before a keep-alive (ms, 0 = no "
        "limit)", PROP_READY,
      PROP_UINT (0, 3600000, 5000), PROP_MS (100), AT (keep_alive)},
  /**
   * GstScreamSink:repair:
   *
   * What is done about packets that are lost. With retransmission, screamsrc asks
   * for them and gets them again (RFC 4588): this helps if its `latency` is longer
   * than the round trip and a frame. With fec, each frame of video has packets of
   * FEC with it, the more the more is lost, and more with key frames: no round trip
   * is needed. It is a Reed-Solomon code for screamsrc; another receiver gets no FEC, and
   * a warning tells of it. auto takes retransmission where it comes before
   * #GstScreamSink:repair-deadline, or where the receiver takes no FEC, else fec. All of it is within the rate of the
   * controller, and nothing is sent while nothing is lost. The payload types are
   * 112...120, in the order H264, VP8, VP9, H265, JPEG, OPUS, PCMU, PCMA, AV1, and
   * 122 for FEC; 123, 124 and 125 of KLV, MPEG-TS and ONVIF metadata.
   * #GstScreamSink:sdp-location tells them. RTP input is repaired if it has the payload type that the list above
   * has for it. Unless it is set, #GstScreamSink:goal sets it.
   *
   * Since: 0.2
   */
  /* That of goal=balanced. */
  {"repair", "Repair", "Repair of lost packets", PROP_READY,
        PROP_ENUM (gst_scream_repair_get_type, GST_SCREAM_REPAIR_NONE),
      AT (repair), NOTES (repair_is_set), PROP_GET (get_repair)},
  /**
   * GstScreamSink:repair-deadline:
   *
   * For how long the receiver waits for a lost packet, in ms: the `latency` of screamsrc.
   * The last answer that comes in this time is sent several times. With repair=auto,
   * packets are sent again while a round trip and 40 ms fit into it. Unless it is set,
   * #GstScreamSink:goal sets it.
   *
   * Since: 0.2
   */
  /* OURS: the default of `latency` of screamsrc. */
  {"repair-deadline", "Repair deadline",
        "Time for the repair of a lost packet (ms)", PROP_READY,
        PROP_UINT (1, 60000, 100), PROP_MS (5), AT (repair_deadline),
      NOTES (deadline_is_set), PROP_GET (get_deadline)},
  /**
   * GstScreamSink:adapt:
   *
   * What becomes of raw video when the rate has few bits for it. `resolution` scales
   * pictures down, to 180 lines at least; `framerate` leaves frames out, and keeps 10 a
   * second at least; `auto` scales, and leaves frames out only below the smallest
   * picture. There are 5 s between two changes at least, and larger pictures come back
   * when the rate has sufficed for them for 10 s. Each change is a key frame, and the
   * receiver sees it as new caps. A camera that offers several sizes is asked at a start
   * for one that max-bitrate can carry. Streams that are encoded already stay as they are,
   * with a warning if this property was set. Unless it is set, #GstScreamSink:goal sets
   * it.
   *
   * Since: 0.2
   */
  /* That of goal=balanced. */
  {"adapt", "Adapt",
        "Adaptation of raw video to a low rate",
        PROP_READY, PROP_ENUM (gst_scream_adapt_get_type, RTP_CC_LADDER_NONE),
      AT (adapt), NOTES (adapt_is_set), PROP_GET (get_adapt)},
  /**
   * GstScreamSink:srtp-key:
   *
   * Master key and salt of SRTP and SRTCP, 30 bytes as 60 hexadecimal digits, the
   * same at the receiver; "openssl rand -hex 30" makes one. Cipher aes-128-icm,
   * authentication hmac-sha1-80, in both directions. RTCP that does not
   * authenticate is dropped and counted in #GstScreamSink:stats. Use a key for
   * one pair of sender and receiver only. Empty: no encryption.
   *
   * Since: 0.1
   */
  {"srtp-key", "SRTP key",
        "Master key of SRTP (60 hexadecimal digits, empty = none)",
      PROP_WRITABLE, PROP_STRING (NULL), PROP_SET (set_key)},
  /**
   * GstScreamSink:encoder:
   *
   * The video encoders that screamsink may use for raw video, best first: names
   * of element factories, separated by commas, as "nvh264enc,x264enc". The first
   * one that works is used. Unset: hardware encoders, then x264enc, openh264enc,
   * vp8enc, vp9enc, av1enc, x265enc, of those that are installed and whose bitrate
   * screamtx can set. Each is tried with a frame before it is used.
   *
   * Since: 0.2
   */
  {"encoder", "Encoder",
      "Video encoders to use, best first (names separated by commas, "
        "empty = automatic)", PROP_READY, PROP_STRING (NULL), AT (encoders)},
  /**
   * GstScreamSink:codec:
   *
   * What raw video is encoded to. With jpeg, JPEG that comes in is sent as it
   * is, and its rate cannot be set; else it is decoded and encoded again.
   *
   * Since: 0.2
   */
  {"codec", "Codec", "Codec of the sent video", PROP_READY,
        PROP_ENUM (gst_scream_sink_codec_get_type, GST_SCREAM_SINK_CODEC_AUTO),
      AT (codec)},
  /**
   * GstScreamSink:sdp-location:
   *
   * A file to write the streams to as SDP, for receivers such as ffplay, VLC and
   * screamsrc. It is written as soon as the caps of a stream are known, and again
   * when they change. A regular file is replaced at once; a device, a pipe that is
   * read, or what a link points to is written to. Not with #GstScreamSink:srtp-key:
   * the file would contain the key. A URI cannot set it.
   *
   * Since: 0.2
   */
  {"sdp-location", "SDP location",
        "File for the SDP of the streams (empty = none)", PROP_READY,
      PROP_STRING (NULL), AT (sdp_location)},
  /**
   * GstScreamSink:stats:
   *
   * Structure application/x-screamsink-stats: all fields of screamtx's `stats`,
   * of which these count at the socket of screamsink:
   *
   * * feedback-from-unknown-peers (uint64): datagrams, ignored because they
   *   came from an address to which no media goes
   * * feedback-not-rtcp (uint64): datagrams from there that are no RTCP
   * * rtcp-unauthenticated (uint64): packets that srtp-key does not fit; dropped
   * * keep-alives (uint64): empty datagrams sent
   *
   * and of #GstScreamSink:repair:
   *
   * * retransmissions-requested (uint64): packets that the receiver asked for,
   *   without those that never left
   * * packets-retransmitted (uint64): those of them that were sent again
   * * fec-packets-sent (uint64): packets of FEC
   *
   * Since: 0.1
   */
  {"stats", "Statistics",
        "Statistics of rates, delays and packets (units in the documentation)",
      PROP_STATS (create_stats)},
  /**
   * GstScreamSink:capture-time-extension:
   *
   * As #GstScreamTx:capture-time-extension, with the number that screamsrc looks
   * for: it says how old pictures are when they arrive.
   *
   * Since: 0.1
   */
  {"capture-time-extension", "Capture time extension",
        "Id number of the RTP header extension abs-capture-time to write "
        "(0 = off)", PROP_READY,
      PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, CAPTURE_TIME_EXTENSION)},
  /**
   * GstScreamSink:packet-overhead:
   *
   * As #GstScreamTx:packet-overhead. Unless it is set, it becomes 48 for a host
   * with an IPv6 address, and 10 more with #GstScreamSink:srtp-key.
   *
   * Since: 0.1
   */
  /* IPv4 and UDP. */
  {"packet-overhead", "Packet overhead",
        "Headers below RTP, as part of the rate (bytes per packet)",
      PROP_READY, PROP_UINT (0, 200, 28), NOTES (overhead_is_set)},
  /**
   * GstScreamSink:goal:
   *
   * What matters most, in one word. It sets what these properties are not set to, in
   * any order, and also what #GstScreamTx:goal says:
   *
   * * `latency`: #GstScreamSink:repair is fec, which needs no round trip;
   *   #GstScreamSink:adapt is auto, as pictures that are too large wait in the sender;
   *   #GstScreamSink:repair-deadline is 65 ms
   * * `balanced`: none, none, 100 ms
   * * `quality`: #GstScreamSink:repair is auto; #GstScreamSink:adapt is framerate, so
   *   pictures keep their size; #GstScreamSink:repair-deadline is 250 ms
   *
   * The receiver has to know the same word: #GstScreamSrc:goal.
   *
   * Since: 0.2
   */
  {"goal", "Goal",
        "Preset of repair, repair-deadline, adapt, queue-delay-target, "
        "max-queue-delay and the pacing headroom of scream, where they are "
        "not set", PROP_READY,
      PROP_ENUM (gst_scream_goal_get_type, RTP_CC_GOAL_BALANCED)},
};

const GstPropertyTable gst_scream_sink_properties = {
  PROP_ROWS (rows),
  .inner = G_STRUCT_OFFSET (GstScreamSink, tx),
  .inner_type = gst_scream_tx_get_type
};

void
gst_scream_sink_init_properties (GstScreamSink * self)
{
  gst_property_table_init (self, &gst_scream_sink_properties);
  g_object_set (self->tx, "capture-time-extension",
      CAPTURE_TIME_EXTENSION, NULL);
}

GstBuffer *
gst_scream_sink_get_key (GstScreamSink * self)
{
  GstBuffer *key;

  GST_OBJECT_LOCK (self);
  key = self->srtp_key != NULL ? gst_buffer_ref (self->srtp_key) : NULL;
  GST_OBJECT_UNLOCK (self);
  return key;
}
