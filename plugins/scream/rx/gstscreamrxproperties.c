/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxproperties.c: what an application sets and reads */
#include "gstscreamrxprivate.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#define AT(member) PROP_MEMBER (GstScreamRx, member)

static const GEnumValue feedbacks[] = {
  {GST_SCREAM_RX_FEEDBACK_CCFB, "RTP congestion control feedback, RFC 8888",
      "ccfb"},
  {GST_SCREAM_RX_FEEDBACK_TWCC, "Transport-wide congestion control feedback, "
        "draft-holmer-rmcat-transport-wide-cc-extensions-01", "twcc"},
  {GST_SCREAM_RX_FEEDBACK_REMB, "Receiver estimated maximum bitrate, "
        "draft-alvestrand-rmcat-remb-03", "remb"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamRxFeedback",
    gst_scream_rx_feedback_get_type, feedbacks);

static const GEnumValue compats[] = {
  {GST_SCREAM_RX_COMPAT_NONE, "RFC 8888 with its errata", "none"},
  {GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST, "num_reports is one less than the "
        "number of reports, and each block ends with a received packet, "
        "for Ericsson Research's SCReAM", "num-reports-last"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamRxCompat",
    gst_scream_rx_compat_get_type, compats);

static const GEnumValue routes[] = {
  {GST_SCREAM_RX_ROUTE_AUTO,
      "rtcp_src if it is linked, else the socket of the "
        "udpsrc upstream, else an RTPSession", "auto"},
  {GST_SCREAM_RX_ROUTE_SOCKET, "The socket of the udpsrc upstream", "socket"},
  {GST_SCREAM_RX_ROUTE_RTP_SESSION,
      "The RTCP of the RTPSession of the media, as of rtpbin", "rtp-session"},
  {GST_SCREAM_RX_ROUTE_PAD, "The pad rtcp_src", "pad"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamRxRoute",
    gst_scream_rx_route_get_type, routes);

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
gst_scream_rx_configure (gpointer object)
{
  GstScreamRx *self = object;
  RtpCcReporterConfig config;

  if (self->receiver == NULL)
    return;
  gst_scream_rx_get_config (self, &config);
  rtp_cc_reporter_configure (self->receiver, &config);
}

/* With the lock. */
static void
set_capture_id (gpointer object)
{
  GstScreamRx *self = object;

  gst_capture_reader_set_id (self->capture, self->capture_time_extension);
}

static void
set_observed (gpointer object, const GValue * value)
{
  GstScreamRx *self = object;

  gst_scream_rx_observer_set_target (self->observer,
      g_value_get_object (value));
}

static void
get_observed (gpointer object, GValue * value)
{
  GstScreamRx *self = object;

  g_value_take_object (value,
      gst_scream_rx_observer_get_target (self->observer));
}

static const GstProperty rows[] = {
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
  {"feedback", "Feedback", "Format of the feedback", PROP_READY,
        PROP_ENUM (gst_scream_rx_feedback_get_type,
          GST_SCREAM_RX_FEEDBACK_CCFB), AT (feedback)},
  /**
   * GstScreamRx:feedback-max-interval:
   *
   * Time between two feedback packets while packets come, unless a marker bit
   * or #GstScreamRx:feedback-max-packets calls for feedback earlier. In ms. 40 ms
   * is what the SCReAM draft recommends; longer ones make the sender slow.
   *
   * Since: 0.1
   */
  {"feedback-max-interval", "Feedback max interval",
        "Longest time between feedback packets during media (ms)",
        PROP_PLAYING, PROP_DOUBLE (1, 1000, 40), PROP_MS (1),
      AT (max_interval)},
  /**
   * GstScreamRx:feedback-max-packets:
   *
   * Packets after which feedback is sent, but not before
   * #GstScreamRx:feedback-min-interval. 16 is what the SCReAM draft recommends. 512
   * packets are a reason at any time: a feedback packet names as many.
   *
   * Since: 0.1
   */
  {"feedback-max-packets", "Feedback max packets",
        "Number of RTP packets before feedback", PROP_PLAYING,
      PROP_UINT (1, 1024, 16), AT (max_packets)},
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
  {"feedback-overlap", "Feedback overlap",
        "Least number of newest RTP packets in each feedback",
      PROP_PLAYING, PROP_UINT (1, 512, 8), AT (overlap)},
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
  /* Longer than a frame of 50 a second: then no report comes between two frames. */
  {"feedback-min-interval", "Feedback min interval",
        "Shortest time between feedback packets within a frame (ms)",
        PROP_PLAYING, PROP_DOUBLE (0, 1000, 22), PROP_MS (0.5),
      AT (min_interval)},
  /**
   * GstScreamRx:sender-ssrc:
   *
   * SSRC of the sender of the feedback packets; 0 takes a random one with each
   * start, which #GstScreamRx:stats shows. With SRTP leave it at 0: a receiver that
   * is started again with the same one is refused as a replay.
   *
   * Since: 0.1
   */
  {"sender-ssrc", "Sender SSRC",
        "SSRC of the sender of the feedback (0 = random)", PROP_PLAYING,
      PROP_UINT (0, G_MAXUINT32, 0), AT (sender_ssrc)},
  /**
   * GstScreamRx:compat:
   *
   * For senders that do not follow RFC 8888 to the letter.
   *
   * Since: 0.1
   */
  {"compat", "Compatibility",
        "Deviation from RFC 8888, for other senders", PROP_PLAYING,
        PROP_ENUM (gst_scream_rx_compat_get_type, GST_SCREAM_RX_COMPAT_NONE),
      AT (compat)},
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
  {"feedback-route", "Feedback route",
        "Route of the feedback to the sender", PROP_READY,
        PROP_ENUM (gst_scream_rx_route_get_type, GST_SCREAM_RX_ROUTE_AUTO),
      AT (feedback_route)},
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
  /* Of it RTCP gets 5 %, receivers three quarters of that: 200 bytes each 0.4 ms. It
   * is only a bound; how much is sent is decided here. */
  {"rtp-session-bandwidth", "RTPSession bandwidth",
        "Bandwidth for an RTPSession without one, for feedback (bit/s, 0 = "
        "unchanged)", PROP_READY,
        PROP_UINT (0, G_MAXUINT, 100000000), PROP_BITS (30000),
      AT (rtp_session_bandwidth)},
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
  {"capture-time-extension", "Capture time extension",
        "Id number of the RTP header extension abs-capture-time to read "
        "(0 = off)", PROP_PLAYING, PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, 0),
      AT (capture_time_extension), PROP_STORED (set_capture_id)},
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
  {"twcc-extension", "TWCC extension",
        "Id number of the RTP header extension for transport-wide sequence "
        "numbers to read (0 = by the caps)", PROP_PLAYING,
      PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, 0), AT (twcc_extension)},
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
  {"observe", "Observe",
        "A webrtcbin, rtpbin or rtpsession to report on, without a link",
        PROP_READY,
        PROP_OBJECT (gst_element_get_type), PROP_SET (set_observed),
      PROP_GET (get_observed)},
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
  {"stats", "Statistics",
        "Statistics of packets and feedback (units in the documentation)",
      PROP_STATS (gst_scream_rx_create_stats)},
};

const GstPropertyTable gst_scream_rx_properties = {
  PROP_ROWS (rows),
  .lock = G_STRUCT_OFFSET (GstScreamRx, lock),
  .stored = gst_scream_rx_configure
};
