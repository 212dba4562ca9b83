/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrcproperties.c: what users set and read of screamsrc */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrcprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#define AT(member) PROP_MEMBER (GstScreamSrc, member)
#define NOTES(member) PROP_NOTES (GstScreamSrc, member)

/* As gst_scream_goal_get_latency () has it for balanced. */
#define LATENCY 100
/* What screamsink writes */
#define CAPTURE_TIME_EXTENSION 5

/* What goal says, but for what was set. With the lock. */
static void
follow_goal (gpointer object)
{
  GstScreamSrc *self = object;

  if (!self->latency_is_set)
    self->latency = gst_scream_goal_get_latency (self->goal) * GST_MSECOND;
  if (!self->auto_latency_is_set)
    self->auto_latency = gst_scream_goal_is_impatient (self->goal);
}

static void
apply_latency (gpointer object)
{
  GstScreamSrc *self = object;
  guint latency;
  gboolean automatic;

  g_mutex_lock (&self->lock);
  latency = (guint) (self->latency / GST_MSECOND);
  automatic = self->auto_latency;
  g_mutex_unlock (&self->lock);
  gst_scream_src_set_latency (self, latency, automatic);
}

/* A wrong key must not be the same as none. */
static void
set_key (gpointer object, const GValue * value)
{
  GstScreamSrc *self = object;

  if (!gst_scream_srtp_admit_key (object))
    return;
  g_mutex_lock (&self->lock);
  self->bad_key = !gst_scream_srtp_set_key (&self->srtp_key,
      g_value_get_string (value));
  self->key_is_new = TRUE;
  g_mutex_unlock (&self->lock);
}

static GstStructure *
create_stats (gpointer object)
{
  GstScreamSrc *self = object;
  GstStructure *stats = NULL;

  g_object_get (self->rx, "stats", &stats, NULL);
  gst_structure_set_name (stats, "application/x-screamsrc-stats");
  gst_scream_src_add_stats (self, stats);
  return stats;
}

static const GstProperty rows[] = {
  /**
   * GstScreamSrc:address:
   *
   * Address of this host to receive at; empty for all of them, IPv6 and IPv4.
   *
   * Since: 0.1
   */
  {"address", "Address",
        "Local address to receive at (empty = all, IPv6 and IPv4)",
      PROP_READY, PROP_STRING (""), AT (address)},
  /**
   * GstScreamSrc:port:
   *
   * UDP port to receive at. Feedback and reports leave from it, too.
   *
   * Since: 0.1
   */
  {"port", "Port", "UDP port number to receive at", PROP_READY,
      PROP_UINT (1, 65535, 5000), AT (port)},
  /**
   * GstScreamSrc:caps:
   *
   * The meaning of payload types that are not listed above, or differ: caps of
   * RTP, one structure for each payload type; a structure without `payload`
   * holds for all others. `media` and `clock-rate` may be omitted for encodings
   * listed above. Retransmissions are `encoding-name=RTX` with `apt`.
   *
   * Since: 0.1
   */
  {"caps", "Caps", "Meaning of payload types, application/x-rtp caps",
      PROP_READY, PROP_BOXED (gst_caps_get_type), AT (caps)},
  /**
   * GstScreamSrc:sdp-location:
   *
   * An SDP file of the sender, for example of #GstScreamSink:sdp-location. It is
   * read at NULL to READY, and sets #GstScreamSrc:port and #GstScreamSrc:caps from
   * its lines `m=` of RTP without encryption. Streams of another port than that
   * of the first line are left out. A URI cannot set it.
   *
   * Since: 0.2
   */
  {"sdp-location", "SDP location",
        "SDP file with port and payload types (empty = none)", PROP_READY,
      PROP_STRING (NULL), AT (sdp_location)},
  /**
   * GstScreamSrc:latency:
   *
   * Time of the jitter buffer, in ms: packets that are later than the fastest
   * by more than this arrive too late to be shown. The default is the sum of
   * the time in the queue of the network, up to 60 ms with SCReAM, and the time
   * in which the packets of one frame arrive, up to 33 ms. The buffer does not
   * hold packets back: a sink with `sync=false` shows them earlier. It does not
   * drop late packets either; the elements behind it decide about them. What is lost is
   * asked for again for as long. Unless it is set, #GstScreamSrc:goal sets it. It is a
   * number: a latency that follows the path is #GstScreamSrc:auto-latency, and this one
   * is the most that it takes.
   *
   * Since: 0.1
   */
  {"latency", "Latency",
        "Latency of the jitter buffer (ms; with auto-latency=true its "
        "maximum)", PROP_PLAYING,
        PROP_UINT (0, 60000, LATENCY), PROP_MS (5), AT (latency),
        NOTES (latency_is_set), PROP_STORED (follow_goal),
      PROP_CHANGED (apply_latency)},
  /**
   * GstScreamSrc:auto-latency:
   *
   * The jitter buffer is as long as nearly all packets need: all but one in a
   * thousand, also those that come again after a loss, and FEC. It begins with
   * #GstScreamSrc:latency, which it never exceeds, grows at once, and shrinks by a
   * fifth each two seconds. A message `latency` tells the application of each change,
   * and gst-launch follows it. `jitterbuffer-latency` in #GstScreamSrc:stats is the
   * latency of now. Unless it is set, #GstScreamSrc:goal sets it.
   *
   * Since: 0.2
   */
  {"auto-latency", "Automatic latency",
        "Adapt the jitter buffer to the path, up to latency",
        PROP_PLAYING, PROP_BOOLEAN (FALSE), AT (auto_latency),
        NOTES (auto_latency_is_set), PROP_STORED (follow_goal),
      PROP_CHANGED (apply_latency)},
  /**
   * GstScreamSrc:goal:
   *
   * What matters most, in one word, the same as #GstScreamSink:goal of the sender. It
   * sets what these properties are not set to, in any order:
   *
   * * `latency`: #GstScreamSrc:latency is 65 ms, for half of the queue and FEC, which
   *   needs no round trip; with #GstScreamSrc:auto-latency it is less where the path
   *   allows it
   * * `balanced`: 100 ms, all the time
   * * `quality`: 250 ms, all the time: twice the queue, and packets come again where a
   *   round trip is up to 200 ms, twice where it is up to 115 ms
   *
   * Since: 0.2
   */
  {"goal", "Goal",
        "Preset of latency and auto-latency, where they are not set",
        PROP_PLAYING,
        PROP_ENUM (gst_scream_goal_get_type, RTP_CC_GOAL_BALANCED), AT (goal),
      PROP_STORED (follow_goal), PROP_CHANGED (apply_latency)},
  /**
   * GstScreamSrc:max-lag:
   *
   * Time that packets may wait because what is behind screamsrc is slower than the stream,
   * as a decoder on a small machine, in ms and beyond the latency of the pipeline. Then those
   * that wait are left out, and the stream goes on with what has just come, a video with a
   * key frame that the sender is asked for. A warning says so once, and `lag` in
   * #GstScreamSrc:stats tells of it before. 0 for any time: packets then take memory
   * as long as they wait. A sink that shows pictures later by its `ts-offset` needs as
   * much more.
   *
   * Since: 0.2
   */
  /* OURS: longer than clocks of audio and video differ (max-ts-offset of rtpbin, 3 s) and than
   * most hiccups of a machine. At half a slow disk tears a recording; double is no picture of
   * now. */
  {"max-lag", "Maximum lag",
        "Longest wait of packets for downstream before they are dropped (ms, "
        "0 = no limit)",
      PROP_PLAYING, PROP_UINT (0, 3600000, 5000), PROP_MS (50), AT (max_lag)},
  /**
   * GstScreamSrc:timeout:
   *
   * Time without a packet after which the element message `GstUDPSrcTimeout` is
   * posted, again after each such time. In ms, 0 for never; that of udpsrc is in ns.
   *
   * Since: 0.1
   */
  {"timeout", "Timeout",
        "Time without packets before a message (ms, 0 = never)",
      PROP_READY, PROP_UINT (0, 3600000, 0), PROP_MS (100), AT (timeout)},
  /**
   * GstScreamSrc:srtp-key:
   *
   * Master key and salt of SRTP and SRTCP for both directions, AES-128 in
   * counter mode with 80 bits of HMAC-SHA1, as 60 hexadecimal digits; the
   * sender needs the same. NULL for no encryption.
   *
   * Since: 0.1
   */
  {"srtp-key", "SRTP key",
        "Master key and salt of SRTP (60 hexadecimal digits)", PROP_WRITABLE,
      PROP_STRING (NULL), PROP_SET (set_key)},
  /**
   * GstScreamSrc:max-age:
   *
   * With a key: show only streams that prove by capture-time-extension, or by a
   * sender report, that they are not older than this, so that nobody can replay
   * a recording of the sender. The wall clocks of both hosts have to agree to
   * this extent. In ms, 0 for any age; 10 s is a good value. It has no cost for
   * a sender that writes the extension, as screamsink does; another sender is
   * shown after its first sender report.
   *
   * Since: 0.1
   */
  {"max-age", "Maximum age",
        "With srtp-key: greatest age of a stream, by its timestamps (ms, 0 = "
        "any)",
      PROP_READY, PROP_UINT (0, 3600000, 0), PROP_MS (500), AT (max_age)},
  /**
   * GstScreamSrc:stats:
   *
   * Structure `application/x-screamsrc-stats`: that of screamrx, and
   *
   * * #guint `streams`: number of streams that are received now
   * * #guint64 `jitterbuffer-latency`: of now, in ns: #GstScreamSrc:latency, or less with
   *   #GstScreamSrc:auto-latency
   * * #guint64 `lag`: time that the packet which left a jitter buffer last had waited there,
   *   in ns: below the latency of the pipeline, if what is behind is fast enough
   * * #guint64 `lag-skips`: how often packets were left out because of #GstScreamSrc:max-lag
   * * #guint64 `lag-packets`: how many
   * * #guint `ssrcs`: streams that have a place, of 32
   * * #guint64 `rtp-refused`: RTP packets that were not shown: not authentic, or
   *   one of the next four
   * * #guint64 `rtp-from-unknown-peers`: without encryption, those from another
   *   address than the sender's while it was heard; this includes the few that
   *   turned out to be from the sender
   * * #guint64 `rtp-excess`: those of new streams beyond the places, or beyond
   *   32 at once and 2 a second; from other addresses than the sender's 4 and 1
   * * #guint64 `rtp-recorded`: with encryption, those of a recording: they are 10 s
   *   behind another stream by the clock of their sender, or too old for
   *   #GstScreamSrc:max-age
   * * #guint64 `rtp-untried`: with encryption, those of unknown streams beyond 128
   *   at once and 2000 a second, which are not looked into
   * * #guint64 `rtcp-packets`: RTCP packets from the sender
   * * #guint64 `rtcp-refused`: RTCP packets that were not authentic, or without
   *   encryption those from another address than that of the media; those of which
   *   something was left out: broken, of unknown streams, beyond 200 a second, or of
   *   another kind than SR, RR, SDES and BYE
   * * #guint64 `retransmissions-requested`: packets that the sender was asked for
   *   again, the same one more than once
   * * #guint64 `retransmissions-received`: packets that came again
   * * #guint64 `packets-repaired`: those of them that stand for a packet of a stream
   * * #guint64 `fec-packets-received`: packets of FEC
   * * #guint64 `fec-packets-refused`: those that are none, or of no stream
   * * #guint64 `packets-recovered`: lost ones that were made of those
   * * #guint64 `frames-shown`: frames of the first picture that left screamsrc
   * * #guint64 `frames-undecodable`: those of it that came, in whole or in part, and did
   *   not leave before a later one
   * * #guint64 `freezes`: intervals between frames that are longer than three mean ones
   *   of the last 30, and by 150 ms longer than one (W3C webrtc-stats, freezeCount)
   * * #guint64 `freeze-time`: their sum, in ns
   * * #gdouble `harmonic-frame-rate`: frames a second, of about the last 10 s; frames
   *   that come unevenly count for less
   *
   * Since: 0.1
   */
  {"stats", "Statistics",
        "Statistics of packets and feedback (units in the documentation)",
      PROP_STATS (create_stats)},
  /**
   * GstScreamSrc:capture-time-extension:
   *
   * As #GstScreamRx:capture-time-extension, with the number that screamsink
   * writes: `latency` in #GstScreamSrc:stats says how old pictures are when they
   * arrive.
   *
   * Since: 0.1
   */
  {"capture-time-extension", "Capture time extension",
        "Id number of the RTP header extension abs-capture-time to read "
        "(0 = off)", PROP_READY,
      PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, CAPTURE_TIME_EXTENSION)},
};

const GstPropertyTable gst_scream_src_properties = {
  PROP_ROWS (rows),
  .lock = G_STRUCT_OFFSET (GstScreamSrc, lock),
  .inner = G_STRUCT_OFFSET (GstScreamSrc, rx),
  .inner_type = gst_scream_rx_get_type,
  .left_out = "observe"
};

void
gst_scream_src_init_properties (GstScreamSrc * self)
{
  gst_property_table_init (self, &gst_scream_src_properties);
  self->latency_now = gst_scream_src_latency_new (LATENCY);
  g_object_set (self->rx, "capture-time-extension",
      CAPTURE_TIME_EXTENSION, NULL);
}
