/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxproperties.c: what an application sets and reads */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrxprivate.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#define AT(member) G_STRUCT_OFFSET (GstScreamRx, member)

#define DEFAULT_FEEDBACK GST_SCREAM_RX_FEEDBACK_CCFB
#define DEFAULT_MAX_INTERVAL 40 /* ms */
#define DEFAULT_MAX_PACKETS 16
#define DEFAULT_OVERLAP 8
/* ms, longer than a frame of 50 a second: then no report comes between two frames. */
#define DEFAULT_MIN_INTERVAL 22
#define DEFAULT_SENDER_SSRC 0
#define DEFAULT_FEEDBACK_ROUTE GST_SCREAM_RX_ROUTE_AUTO
/* Of it RTCP gets 5 %, receivers three quarters of that: 200 bytes each 0.4 ms. It
 * is only a bound; how much is sent is decided here. */
#define DEFAULT_RTP_SESSION_BANDWIDTH 100000000
#define DEFAULT_COMPAT GST_SCREAM_RX_COMPAT_NONE
#define DEFAULT_CAPTURE_TIME_EXTENSION 0
#define DEFAULT_TWCC_EXTENSION 0

enum
{
  PROP_0,
  PROP_FEEDBACK,
  PROP_FEEDBACK_MAX_INTERVAL,
  PROP_FEEDBACK_MAX_PACKETS,
  PROP_FEEDBACK_OVERLAP,
  PROP_FEEDBACK_MIN_INTERVAL,
  PROP_SENDER_SSRC,
  PROP_COMPAT,
  PROP_FEEDBACK_ROUTE,
  PROP_RTP_SESSION_BANDWIDTH,
  PROP_CAPTURE_TIME_EXTENSION,
  PROP_TWCC_EXTENSION,
  PROP_OBSERVE,
  PROP_STATS
};

#define GST_TYPE_SCREAM_RX_FEEDBACK (gst_scream_rx_feedback_get_type ())
static GType
gst_scream_rx_feedback_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_FEEDBACK_CCFB, "RTP congestion control feedback, RFC 8888",
        "ccfb"},
    {GST_SCREAM_RX_FEEDBACK_TWCC, "Transport-wide congestion control feedback, "
          "draft-holmer-rmcat-transport-wide-cc-extensions-01", "twcc"},
    {GST_SCREAM_RX_FEEDBACK_REMB, "Receiver estimated maximum bitrate, "
          "draft-alvestrand-rmcat-remb-03", "remb"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxFeedback", values));
  return type;
}

#define GST_TYPE_SCREAM_RX_COMPAT (gst_scream_rx_compat_get_type ())
static GType
gst_scream_rx_compat_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_COMPAT_NONE, "As RFC 8888 and its errata say", "none"},
    {GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST, "num_reports is one less than the "
          "number of reports, and each block ends with a received packet, "
          "for Ericsson Research's SCReAM", "num-reports-last"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxCompat", values));
  return type;
}

#define GST_TYPE_SCREAM_RX_ROUTE (gst_scream_rx_route_get_type ())
static GType
gst_scream_rx_route_get_type (void)
{
  static const GEnumValue values[] = {
    {GST_SCREAM_RX_ROUTE_AUTO,
        "rtcp_src if it is linked, else the socket of the "
          "udpsrc upstream, else an RTPSession", "auto"},
    {GST_SCREAM_RX_ROUTE_SOCKET, "The socket of the udpsrc upstream", "socket"},
    {GST_SCREAM_RX_ROUTE_RTP_SESSION,
        "The RTCP of the RTPSession that the media "
          "goes through, rtpbin's for example", "rtp-session"},
    {GST_SCREAM_RX_ROUTE_PAD, "The pad rtcp_src", "pad"},
    {0, NULL, NULL}
  };
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type,
        g_enum_register_static ("GstScreamRxRoute", values));
  return type;
}

/* With the lock. */
void
gst_scream_rx_get_config (GstScreamRx * self, RtpCcReporterConfig * config)
{
  RtpCcReceiverConfig *receiver = &config->receiver;

  config->kind = (RtpCcReporterKind) self->feedback;
  config->packet_overhead = GST_SCREAM_RX_PACKET_OVERHEAD;
  receiver->sender_ssrc = gst_scream_rx_own_ssrc (self);
  receiver->max_interval = self->max_interval;
  receiver->max_packets = self->max_packets;
  receiver->min_interval = self->min_interval;
  receiver->overlap = self->overlap;
  receiver->max_size = GST_SCREAM_RX_MAX_FEEDBACK_SIZE;
  receiver->num_reports = self->compat == GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST
      ? RTP_CC_NUM_REPORTS_LAST : RTP_CC_NUM_REPORTS_COUNT;
}

/* With the lock. */
static void
gst_scream_rx_configure (GstScreamRx * self)
{
  RtpCcReporterConfig config;

  if (self->receiver == NULL)
    return;
  gst_scream_rx_get_config (self, &config);
  rtp_cc_reporter_configure (self->receiver, &config);
}

static void
gst_scream_rx_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  if (!gst_strict_property_admit (object, value, pspec))
    return;
  if (id == PROP_OBSERVE) {
    gst_scream_rx_observer_set_target (self->observer,
        g_value_get_object (value));
    return;
  }

  g_mutex_lock (&self->lock);
  gst_member_property_set (self, pspec, value);
  if (id == PROP_CAPTURE_TIME_EXTENSION)
    gst_capture_reader_set_id (self->capture, self->capture_time_extension);
  gst_scream_rx_configure (self);
  g_mutex_unlock (&self->lock);
}

static void
gst_scream_rx_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamRx *self = GST_SCREAM_RX (object);

  if (id == PROP_STATS) {
    g_value_take_boxed (value, gst_scream_rx_create_stats (self));
    return;
  }
  if (id == PROP_OBSERVE) {
    g_value_take_object (value,
        gst_scream_rx_observer_get_target (self->observer));
    return;
  }

  g_mutex_lock (&self->lock);
  gst_member_property_get (self, pspec, value);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_rx_install_properties (GObjectClass * object_class)
{
  GParamFlags ready = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_READY;
  GParamFlags playing = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
      | GST_PARAM_MUTABLE_PLAYING;

  object_class->set_property = gst_scream_rx_set_property;
  object_class->get_property = gst_scream_rx_get_property;

  /**
   * GstScreamRx:feedback:
   *
   * The format of the feedback. `ccfb` reports most and works with all
   * controllers of screamtx. `twcc` is for senders that support only that; it
   * needs transport-wide sequence numbers in the packets, see
   * #GstScreamRx:twcc-extension, and has no ECN. `remb` is a rate that is
   * estimated here, from RTP timestamps, as GCC of 2013 did. It is for old
   * senders and for `screamtx controller=fixed`, which sends at that rate.
   * #GstScreamRx:feedback-max-interval, #GstScreamRx:feedback-max-packets,
   * #GstScreamRx:feedback-overlap and #GstScreamRx:compat are for `ccfb`.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_FEEDBACK, AT (feedback),
      g_param_spec_enum ("feedback", "Feedback", "Format of the feedback",
          GST_TYPE_SCREAM_RX_FEEDBACK, DEFAULT_FEEDBACK, ready));

  /**
   * GstScreamRx:feedback-max-interval:
   *
   * Time between two feedback packets while packets come, unless a marker bit
   * or #GstScreamRx:feedback-max-packets calls for feedback earlier. In ms. 40 ms
   * is what the SCReAM draft recommends; longer ones make the sender slow.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_FEEDBACK_MAX_INTERVAL,
      AT (max_interval),
      gst_strict_property_in_ms (g_param_spec_double ("feedback-max-interval",
              "Feedback max interval",
              "Longest time between feedback packets while packets come (ms)",
              1, 1000, DEFAULT_MAX_INTERVAL, playing), 1));

  /**
   * GstScreamRx:feedback-max-packets:
   *
   * Packets after which feedback is sent, but not before
   * #GstScreamRx:feedback-min-interval. 16 is what the SCReAM draft recommends. 512
   * packets are a reason at any time: a feedback packet names as many.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_FEEDBACK_MAX_PACKETS,
      AT (max_packets), g_param_spec_uint ("feedback-max-packets",
          "Feedback max packets",
          "Number of RTP packets after which feedback is sent", 1, 1024,
          DEFAULT_MAX_PACKETS, playing));

  /**
   * GstScreamRx:feedback-overlap:
   *
   * Each feedback reports so many of the newest packets at least, received or not, so
   * that lost feedback does not look like lost packets. 32 is what the authors of the
   * SCReAM draft use; 512 fit into one feedback packet. With 8, packets are in two
   * feedback packets below 1 Mbit/s. #GstScreamTx takes a packet that no feedback names
   * for received; other senders may take it for lost. For these, where feedback is lost,
   * 96 is enough up to 20 Mbit/s.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_FEEDBACK_OVERLAP,
      AT (overlap), g_param_spec_uint ("feedback-overlap", "Feedback overlap",
          "Number of newest RTP packets that each feedback reports at least", 1,
          512, DEFAULT_OVERLAP, playing));

  /**
   * GstScreamRx:feedback-min-interval:
   *
   * Time after a feedback packet in which #GstScreamRx:feedback-max-packets does not
   * call for the next; a marker bit does. Half of the time if packets are missing. In
   * ms. It is of effect above 7 Mbit/s, where 16 packets come earlier. 0 is what the
   * SCReAM draft has.
   *
   * Since: 0.2
   */
  gst_member_property_install (object_class, PROP_FEEDBACK_MIN_INTERVAL,
      AT (min_interval),
      gst_strict_property_in_ms (g_param_spec_double ("feedback-min-interval",
              "Feedback min interval",
              "Shortest time between feedback packets within a frame (ms)", 0,
              1000, DEFAULT_MIN_INTERVAL, playing), 0.5));

  /**
   * GstScreamRx:sender-ssrc:
   *
   * SSRC of the sender of the feedback packets; 0 takes a random one with each
   * start, which #GstScreamRx:stats shows. With SRTP leave it at 0: a receiver that
   * is started again with the same one is refused as a replay.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_SENDER_SSRC, AT (sender_ssrc),
      g_param_spec_uint ("sender-ssrc", "Sender SSRC",
          "SSRC of the sender of the feedback (0 = random)",
          0, G_MAXUINT32, DEFAULT_SENDER_SSRC, playing));

  /**
   * GstScreamRx:compat:
   *
   * For senders that do not follow RFC 8888 to the letter.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_COMPAT, AT (compat),
      g_param_spec_enum ("compat", "Compatibility",
          "For senders that do not follow RFC 8888 to the letter",
          GST_TYPE_SCREAM_RX_COMPAT, DEFAULT_COMPAT, playing));

  /**
   * GstScreamRx:feedback-route:
   *
   * The route of the feedback to the sender. `rtp-session` adds it to the RTCP
   * of the rtpbin or rtpsession that the media passes, from the SSRC of that
   * session, so that it shares its port and its encryption. The session is
   * switched to the feedback profile (AVPF); see also
   * #GstScreamRx:rtp-session-bandwidth.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_FEEDBACK_ROUTE,
      AT (feedback_route), g_param_spec_enum ("feedback-route",
          "Feedback route", "Which way feedback goes back to the sender",
          GST_TYPE_SCREAM_RX_ROUTE, DEFAULT_FEEDBACK_ROUTE, ready));

  /**
   * GstScreamRx:rtp-session-bandwidth:
   *
   * Feedback through an RTPSession may take a part of its RTCP bandwidth, which
   * is 5 % of its `bandwidth`. If that is 0, the session goes by the rate that
   * it has received so far, which would hold feedback back, most in the first
   * seconds. The element therefore sets it to this value, and back to 0 at the
   * end.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_RTP_SESSION_BANDWIDTH,
      AT (rtp_session_bandwidth),
      gst_strict_property_in_bits (g_param_spec_uint ("rtp-session-bandwidth",
              "RTPSession bandwidth",
              "Bandwidth for an RTPSession that feedback goes by and that has none "
              "(bit/s, 0 = leave it)", 0, G_MAXUINT,
              DEFAULT_RTP_SESSION_BANDWIDTH, ready), 30000));

  /**
   * GstScreamRx:capture-time-extension:
   *
   * With the id of the RTP header extension
   * http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time, which
   * #GstScreamTx:capture-time-extension writes, the element measures the
   * latency from the capture to this element, by the wall clocks of the two
   * hosts: see #GstScreamRx:stats and the message `scream-latency`. An id in
   * the caps (extmap-N) takes precedence.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_CAPTURE_TIME_EXTENSION,
      AT (capture_time_extension), g_param_spec_uint ("capture-time-extension",
          "Capture time extension",
          "Id number of the RTP header extension abs-capture-time to read "
          "(0 = off)", 0, RTP_CC_EXTENSION_MAX_ID,
          DEFAULT_CAPTURE_TIME_EXTENSION, playing));

  /**
   * GstScreamRx:twcc-extension:
   *
   * Id of the RTP header extension
   * http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01, by
   * which feedback=twcc reports, as #GstScreamTx:twcc-extension writes it. An id in
   * the caps (extmap-N) comes before this one.
   *
   * Since: 0.1
   */
  gst_member_property_install (object_class, PROP_TWCC_EXTENSION,
      AT (twcc_extension), g_param_spec_uint ("twcc-extension",
          "TWCC extension",
          "Id number of the RTP header extension for transport-wide sequence "
          "numbers to read (0 = by the caps)", 0, RTP_CC_EXTENSION_MAX_ID,
          DEFAULT_TWCC_EXTENSION, playing));

  /**
   * GstScreamRx:observe:
   *
   * A webrtcbin, an rtpbin or an rtpsession whose received packets are reported on,
   * although no pad of this element is linked: it stands in the same pipeline
   * alone. The feedback goes into the RTCP of that RTPSession. A webrtcbin
   * negotiates: its packets are reported on if both sides have agreed on `ack ccfb`
   * of RFC 8888 in SDP (feedback=remb: on `goog-remb`), and counted as `not-agreed`
   * else. With TWCC the RTPSession reports by itself. Packets of H.264 and H.265 that
   * would end the process in a depayloader do not leave the observed element. Set it
   * before the element starts; it keeps no reference.
   *
   * Since: 0.2
   */
  gst_strict_property_install (object_class, PROP_OBSERVE,
      g_param_spec_object ("observe", "Observe",
          "The webrtcbin, rtpbin or rtpsession whose received packets are reported "
          "on without a link", GST_TYPE_ELEMENT, ready));

  /**
   * GstScreamRx:stats:
   *
   * Since the element went to PAUSED. Structure
   * `application/x-screamrx-stats`:
   *
   * * #gchar* `route`: where the last feedback went, "socket", "rtp-session",
   *   "pad" or "none"
   * * #gchar* `arrival-times`: source of the arrival times, "kernel" or
   *   "element"
   * * #guint `sender-ssrc`: SSRC of the sender of the feedback
   * * #guint `ssrcs`: number of streams that are known
   * * #guint64 `packets`: RTP packets
   * * #guint64 `duplicates`, `reordered`: packets that arrived again, or behind
   *   one with a higher number
   * * #guint64 `lost`: sequence numbers that are missing now
   * * #guint64 `ignored`: packets that feedback does not report: no RTP, a
   *   stray sequence number, or too many SSRCs
   * * #guint64 `rtcp-packets`: RTCP packets that arrived; they are dropped, or
   *   passed on to an RTPSession
   * * #guint64 `rtcp-withheld`: RTCP packets that the RTPSession did not get: of a
   *   kind that it does not bear, broken, or too many
   * * #guint64 `not-ect`, `ect0`, `ect1`, `ce`: packets by ECN code point
   * * #guint64 `ecn-unknown`: packets whose code point could not be read; they
   *   are counted and reported as Not-ECT
   * * #guint64 `feedback-packets`, `feedback-bytes`: feedback that was
   *   generated, RTCP without the headers below it
   * * #guint64 `feedback-held`: packets after which feedback had to wait,
   *   because it would have exceeded the limit of bytes
   * * #guint64 `unnumbered`: with feedback=twcc, packets without a transport-wide
   *   number
   * * #guint64 `remb`: with feedback=remb, the last one in bit/s on the wire; 0
   *   before the first
   * * #guint64 `not-agreed`: with #GstScreamRx:observe, packets of payload types for
   *   which SDP has no agreement on this feedback
   * * #guint64 `feedback-errors`: feedback packets that could not be sent
   * * #gchar* `sender`: address and port to which feedback goes over the
   *   socket, NULL if none is known
   * * #gchar* `local-address`: address and port of this host that the sender sends to,
   *   and from which feedback leaves; NULL if the system chooses it
   * * #guint64 `sender-moves`: how often that has changed
   * * #guint64 `sender-refusals`: how often another address competed for the
   *   feedback, and a message reported it
   * * #guint64 `from-unknown-peers`: RTP packets that arrived from another
   *   address
   * * #gint64 `latency`: from the capture to this element in ns, smoothed, of
   *   the slowest stream; below 0 if the clocks are wrong
   * * #gchar* `clocks`: of the two hosts: "not-synchronised" if packets arrive
   *   before they were captured, or 10 s after; "ok" if neither happened for a
   *   second; "unknown" before, and after a clock has stepped. An error that is
   *   smaller than the latency itself cannot be detected
   * * #GstValueArray `latencies`: structures `application/x-screamrx-latency`,
   *   one for each SSRC, with `ssrc`, `clocks` and `clock-steps` (#guint64), `count`
   *   (#guint64) of measurements, and in ns (#gint64) `last`, `smoothed`, `min`
   *   since the start or the last step, `p95` of the last second, and `arrival`,
   *   smoothed and up to the arrival at this host only
   * * #guint64 `malformed-capture-times`: header extensions of a wrong size
   *
   * Since: 0.1
   */
  gst_strict_property_install (object_class, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Statistics of packets and feedback (units in the documentation)",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_FEEDBACK, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_COMPAT, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_SCREAM_RX_ROUTE, 0);
}
