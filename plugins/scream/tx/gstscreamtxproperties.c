/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxproperties.c: what an application sets and reads of screamtx, and what it
 * means */
#include "gstscreamtxprivate.h"
#include "plugins/scream/bins/gstscreamgoal.h"

#include <gst/rtpcc/wire/rtpcc-capturetime.h>

#define AT(member) PROP_MEMBER (GstScreamTx, member)
#define NOTES(member) PROP_NOTES (GstScreamTx, member)

/* Which librtpcc has, whatever else is installed. */
#define CONTROLLER "scream"

static const GEnumValue ecn_code_points[] = {
  {GST_SCREAM_TX_ECN_NOT_ECT, "Not ECN-capable", "not-ect"},
  {GST_SCREAM_TX_ECN_ECT_0, "ECT(0), classic ECN (RFC 3168)", "ect0"},
  {GST_SCREAM_TX_ECN_ECT_1, "ECT(1), L4S (RFC 9331)", "ect1"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamTxEcn", gst_scream_tx_ecn_get_type,
    ecn_code_points);

static const GEnumValue shared_policies[] = {
  {GST_ENCODER_POLICY_SLOWEST,
      "Target of the slowest receiver: no receiver loses frames", "slowest"},
  {GST_ENCODER_POLICY_FASTEST_THAT_FITS,
        "Highest target of a reporting receiver: slower ones lose frames",
      "fastest-that-fits"},
  {GST_ENCODER_POLICY_PERCENTILE,
      "shared-percentile of the targets", "percentile"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamTxSharedPolicy",
    gst_scream_tx_shared_policy_get_type, shared_policies);

/* ---- what is more than a member ---- */

static void
set_controller (gpointer object, const GValue * value)
{
  GstScreamTx *self = object;
  const gchar *name = g_value_get_string (value);
  gchar *before;

  GST_OBJECT_LOCK (self);
  before = self->controller;
  self->controller = g_strdup (name != NULL ? name : CONTROLLER);
  GST_OBJECT_UNLOCK (self);
  gst_scream_tx_change_controller (self, before);
}

static void
choose_percentile (gpointer object)
{
  GstScreamTx *self = object;

  if (!self->policy_is_set)
    self->shared_policy = GST_ENCODER_POLICY_PERCENTILE;
}

static void
apply (gpointer self)
{
  gst_scream_tx_apply_settings (self);
}

static void
get_limit (gpointer self, GValue * value)
{
  GST_OBJECT_LOCK (self);
  g_value_set_uint (value,
      (guint) (gst_scream_tx_get_limit (self) / GST_MSECOND));
  GST_OBJECT_UNLOCK (self);
}

static void
get_estimate (gpointer object, GValue * value)
{
  GstScreamTx *self = object;

  g_mutex_lock (&self->lock);
  g_value_set_uint (value, self->estimated_bitrate);
  g_mutex_unlock (&self->lock);
}

static GstStructure *
create_stats (gpointer self)
{
  GstStructure *stats = gst_scream_tx_create_stats (self);

  gst_structure_set (stats, "rtcp-withheld", G_TYPE_UINT64,
      gst_scream_tx_count_withheld (self), NULL);
  return stats;
}

/* ---- the table ---- */

static const GstProperty rows[] = {
  /**
   * GstScreamTx:controller:
   *
   * The congestion control. To compare two, change this one word.
   *
   * `scream`, SCReAM v2, is always there. The plugin screamlab adds `scream-draft`, the
   * same as its draft has it, which does not react to missing feedback, `scream-v1` (RFC
   * 8298), `nada` (RFC 8698), `gcc`, as in libwebrtc today, `gcc-remb`, as of 2013,
   * and `fixed`, which sends at #GstScreamTx:initial-bitrate, whatever
   * happens. Any plugin can add others. A name that no plugin has is an error when the
   * element goes to PAUSED.
   *
   * In PAUSED and PLAYING the new controller takes over from the one before: it
   * begins at its rate, with its round-trip time and, if it measures delays, with the
   * delay of the path without a queue. `fixed` stays at the rate that it finds. If no
   * plugin has the new controller, or #GstScreamTx:controller-params does not fit it,
   * there is a warning, and the property keeps its value.
   *
   * Since: 0.1
   */
  {"controller", "Controller",
        "Congestion control: scream, or one of another plugin "
        "(gst-inspect-1.0 screamlab)",
        PROP_PLAYING, PROP_STRING (CONTROLLER), AT (controller),
      PROP_SET (set_controller)},
  /**
   * GstScreamTx:controller-params:
   *
   * Parameters of the controller, for research: `beta-loss=0.8,s-rtt-min=20`.
   * Names are those of the controller's document; times are in ms. What is not
   * named keeps its value. Only scream, scream-draft and gcc have parameters; their
   * pages list them with their ranges. A name or a value that the controller does
   * not take is an error when the element goes to PAUSED.
   *
   * Since: 0.1
   */
  {"controller-params", "Controller parameters",
      "Parameters of the controller, for research (name=number, separated by "
        "commas)", PROP_READY, PROP_STRING (NULL), AT (controller_params)},
  /**
   * GstScreamTx:goal:
   *
   * What matters most, in one word. It sets what these properties are not set to, in
   * any order:
   *
   * * `latency`: #GstScreamTx:queue-delay-target is half of the controller's own, for
   *   the controller scream 15 ms; #GstScreamTx:max-queue-delay is 100 ms; scream paces
   *   with packet-pacing-headroom=1.2, unless #GstScreamTx:controller-params has another;
   *   #GstScreamTx:tune-encoder sets shorter buffers of x264enc, vp8enc and vp9enc
   * * `balanced`: the controller's own, 30 ms; 200 ms
   * * `quality`: twice the controller's own, 60 ms; 300 ms
   *
   * The controllers nada, gcc, gcc-remb and fixed keep their targets.
   *
   * Since: 0.2
   */
  {"goal", "Goal",
        "Preset of queue-delay-target, max-queue-delay and the pacing "
        "headroom of scream, where they are not set", PROP_READY,
      PROP_ENUM (gst_scream_goal_get_type, RTP_CC_GOAL_BALANCED), AT (goal)},
  /**
   * GstScreamTx:min-bitrate:
   *
   * Lowest media rate of all streams together. The encoders are never set to
   * less, even if the network carries less.
   *
   * Since: 0.1
   */
  {"min-bitrate", "Minimum bitrate", "Lowest media rate of all streams (bit/s)",
        PROP_PLAYING, PROP_UINT (1000, G_MAXUINT, 100000), PROP_BITS (10000),
      AT (min_bitrate), PROP_CHANGED (apply)},
  /**
   * GstScreamTx:initial-bitrate:
   *
   * Media rate to begin with; with controller=fixed, to stay at.
   *
   * Since: 0.1
   */
  {"initial-bitrate", "Initial bitrate",
        "Media rate at the start (bit/s, within min-bitrate and max-bitrate)",
        PROP_READY, PROP_UINT (1000, G_MAXUINT, 1000000), PROP_BITS (30000),
      AT (initial_bitrate)},
  /**
   * GstScreamTx:max-bitrate:
   *
   * Highest media rate of all streams together, of those whose encoders are controlled.
   * What comes in encoded already, or from an encoder that does not obey, is sent by
   * scream at the rate that it has, as long as the network carries that; gcc and fixed
   * bound it.
   *
   * Since: 0.1
   */
  {"max-bitrate", "Maximum bitrate",
        "Highest media rate of all streams (bit/s)", PROP_PLAYING,
        PROP_UINT (1000, G_MAXUINT, 20000000), PROP_BITS (60000),
      AT (max_bitrate), PROP_CHANGED (apply)},
  /**
   * GstScreamTx:no-feedback-bitrate:
   *
   * For receivers that are known to send no feedback, as ffplay, VLC and
   * QGroundControl: the media rate, within min-bitrate and max-bitrate, as long as no
   * feedback of any kind has ever come. The network gets this rate whatever it
   * carries, without congestion control; a warning says so. The first feedback ends
   * that until the element goes to READY: the controller begins at
   * #GstScreamTx:initial-bitrate, and feedback that stops later leads to
   * #GstScreamTx:min-bitrate, as ever. 0: the controller controls from the start,
   * and without feedback the rate falls to min-bitrate.
   *
   * Since: 0.2
   */
  /* Who controls nothing says so. */
  {"no-feedback-bitrate", "Bitrate without feedback",
        "Media rate before any feedback, without congestion control, for "
        "receivers that send none (bit/s, 0 = the controller's)",
        PROP_PLAYING, PROP_UINT (0, G_MAXUINT, 0), PROP_BITS (30000),
      AT (no_feedback_bitrate), PROP_CHANGED (apply)},
  /**
   * GstScreamTx:estimated-bitrate:
   *
   * Media rate that the network offers, for all streams together, headers
   * subtracted. Notified upon changes of 1 % or more, from the thread that
   * receives feedback or the one that sends.
   *
   * Since: 0.1
   */
  {"estimated-bitrate", "Estimated bitrate",
        "Media rate that suits the capacity of the network (bit/s)",
        PROP_READABLE,
      PROP_UINT (0, G_MAXUINT, 0), PROP_GET (get_estimate)},
  /**
   * GstScreamTx:encoder-name:
   *
   * Name of the encoder whose bitrate is set. Empty: the one found upstream.
   * "none": no encoder is set. It counts for all pads but those of audio and data,
   * and so does #GstScreamTx:encoder.
   *
   * Since: 0.1
   */
  {"encoder-name", "Encoder name",
        "Name of the encoder to control (empty = search upstream, none = no "
        "encoder)", PROP_READY, PROP_STRING (""),
      AT (encoder_name)},
  /**
   * GstScreamTx:encoder:
   *
   * The encoder whose bitrate is set, for applications; it takes precedence
   * over #GstScreamTx:encoder-name.
   *
   * Since: 0.1
   */
  {"encoder", "Encoder", "The encoder to control (NULL = by encoder-name)",
      PROP_READY, PROP_OBJECT (gst_element_get_type), AT (encoder)},
  /**
   * GstScreamTx:tune-encoder:
   *
   * Sets rate-control properties of the encoder (VBV, buffers, constant
   * bitrate, no lookahead) that are at their defaults to values for a changing
   * rate. Properties that were set are never changed.
   *
   * Since: 0.1
   */
  {"tune-encoder", "Tune encoder",
        "Set rate control properties of the encoder that have their defaults",
      PROP_READY, PROP_BOOLEAN (TRUE), AT (tune_encoder)},
  /**
   * GstScreamTx:shared-policy:
   *
   * Behind a tee several screamtx may have one encoder, each for its receiver. Its
   * bitrate is one of their targets:
   *
   * * `slowest`: the lowest, so that nobody loses frames
   * * `fastest-that-fits`: the highest of those whose receivers report that it arrives;
   *   without any such report the lowest. Receivers that are slower lose frames, up to
   *   the next key frame
   * * `percentile`: #GstScreamTx:shared-percentile of them, the same for slower ones
   *
   * The screamtx that found the encoder first decides. Setting only
   * #GstScreamTx:shared-percentile selects `percentile`.
   *
   * Since: 0.2
   */
  /* No receiver gets more than its path carries. */
  {"shared-policy", "Shared policy",
        "Choice of the target for an encoder shared by several screamtx",
        PROP_READY,
        PROP_ENUM (gst_scream_tx_shared_policy_get_type,
            GST_ENCODER_POLICY_SLOWEST), AT (shared_policy),
      NOTES (policy_is_set)},
  /**
   * GstScreamTx:shared-percentile:
   *
   * For #GstScreamTx:shared-policy percentile: 0 is the target of the slowest receiver,
   * 50 the median, 100 the fastest. Setting it selects that policy, unless another one
   * was set.
   *
   * Since: 0.2
   */
  /* Who asks for a percentile and names none gets what half of them can take. */
  {"shared-percentile", "Shared percentile",
        "With shared-policy=percentile: percentile of the targets of all "
        "screamtx that share the encoder (%, 0 = the slowest, 100 = the "
        "fastest)", PROP_READY, PROP_UINT (0, 100, 50),
      AT (shared_percentile), PROP_STORED (choose_percentile)},
  /**
   * GstScreamTx:queue-delay-target:
   *
   * Target for the delay of the queue in the network, in ms. 0 selects the
   * controller's own target. `scream` shortens it where the RTT is below 25 ms,
   * in proportion, to two fifths at 10 ms and less.
   *
   * Since: 0.1
   */
  {"queue-delay-target", "Queue delay target",
        "Target queue delay in the network (ms, 0 = the controller's own)",
        PROP_READY, PROP_UINT (0, 10000, 0), PROP_MS (3),
      AT (queue_delay_target), NOTES (target_is_set)},
  /**
   * GstScreamTx:queue-delay-target-max:
   *
   * Beside flows that fill the queue, as those of TCP do, SCReAM raises the
   * target to keep a part of the link: up to this, in ms. If it equals
   * #GstScreamTx:queue-delay-target, SCReAM never raises it. 0 leaves it to the
   * controller (v1: 400 ms, RFC 8298; v2: twice the queue that it meets). The
   * other controllers do not use it.
   *
   * Since: 0.1
   */
  {"queue-delay-target-max", "Maximum queue delay target",
        "Largest queue delay target of SCReAM beside other flows (ms, 0 = the "
        "controller's own)", PROP_READY, PROP_UINT (0, 10000, 0), PROP_MS (3),
      AT (queue_delay_target_max)},
  /**
   * GstScreamTx:max-queue-delay:
   *
   * Packets that have waited in screamtx for this time, in ms, are discarded, whole
   * frames at a time, and a key frame is requested. Behind a key frame that was
   * requested they may wait for longer, by the time that it takes to leave.
   *
   * Since: 0.1
   */
  {"max-queue-delay", "Maximum queue delay",
        "Age at which queued frames are discarded (ms)", PROP_PLAYING,
        PROP_UINT (10, 60000, 200), PROP_MS (20), AT (max_queue_delay),
      NOTES (limit_is_set), PROP_GET (get_limit), PROP_CHANGED (apply)},
  /**
   * GstScreamTx:ecn:
   *
   * ECN code point of the packets. `ect1` means L4S (RFC 9331): queues of a
   * millisecond where the network supports it; for the controller scream.
   * `ect0` is classic ECN. nada and scream-v1 support only that and use it for
   * `ect1` as well; gcc and fixed support neither.
   *
   * It is set on the sockets of udpsink and multiudpsink, and of dynudpsink if
   * the sockets were given to it; their DSCP (qos-dscp) does not change.
   * Buffers carry it as #GstNetControlMessageMeta, so linkemu and screamrx see
   * it in one pipeline. Packets that do not pass through screamtx, RTCP for
   * example, leave those sinks as Not-ECT.
   *
   * Where the path does not carry it, packets leave as Not-ECT; see ecn-state in
   * #GstScreamTx:stats and the message `scream-ecn`.
   *
   * Since: 0.1
   */
  {"ecn", "ECN", "ECN codepoint of packets, if the path supports it",
        PROP_READY,
        PROP_ENUM (gst_scream_tx_ecn_get_type, GST_SCREAM_TX_ECN_NOT_ECT),
      AT (ecn)},
  /**
   * GstScreamTx:frame-skip:
   *
   * Drops raw frames in front of the encoder while the packets that wait would
   * make them late (40 ms and more, see the page of encoders), and to pay for the key
   * frames that changes of the bitrate make. Where that happens again and again, the
   * pictures become softer instead.
   *
   * Since: 0.1
   */
  {"frame-skip", "Frame skip",
        "Skip raw frames before the encoder while packets are queued",
        PROP_PLAYING,
      PROP_BOOLEAN (TRUE), AT (frame_skip)},
  /**
   * GstScreamTx:packet-overhead:
   *
   * Bytes around each RTP packet that count as rate: 28 for IPv4 and UDP, 48
   * for IPv6 and UDP, more for tunnels.
   *
   * Since: 0.1
   */
  {"packet-overhead", "Packet overhead",
        "Headers below RTP, as part of the rate (bytes per packet)",
      PROP_READY, PROP_UINT (0, 200, 28), AT (packet_overhead)},
  /**
   * GstScreamTx:pacing:
   *
   * Whether packets leave at the pacing rate. If not, a frame leaves as soon as the
   * window of bytes in flight has room for it, and waits in the bottleneck: its queue
   * is longer by a frame. For comparisons.
   *
   * Since: 0.1
   */
  {"pacing", "Pacing",
        "Pace packets; else send as soon as the window has room", PROP_READY,
      PROP_BOOLEAN (TRUE), AT (pacing)},
  /**
   * GstScreamTx:pacing-burst:
   *
   * Packets of this time, in ms, at the pacing rate leave together. A burst waits in
   * the bottleneck for the same time, so it adds to the delay there; but each
   * packet that leaves separately wakes a thread at either side. Where many
   * screamtx share their threads, the burst is 0.05 ms for each of them at
   * least, up to 10 ms, and four times that at #GstScreamTx:max-bitrate. With #GstScreamTx:ecn ect1 it is 0.25 ms at most in any
   * case.
   *
   * Since: 0.1
   */
  {"pacing-burst", "Pacing burst", "Length of a burst (ms)",
        PROP_PLAYING, PROP_DOUBLE (0, 100, 1), PROP_MS (0.02),
      AT (pacing_burst)},
  /**
   * GstScreamTx:capture-time-extension:
   *
   * With an id, the first packet of each frame (of audio, one every 100 ms)
   * carries its capture time in the RTP header extension
   * http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time, so that
   * #GstScreamRx:capture-time-extension can measure the latency. The time is
   * that of the buffer, by the wall clock of this host.
   *
   * The caps downstream get the field extmap-N; where they have one for this
   * extension already its id is used. Packets that have the extension keep
   * theirs. Those packets grow by 24 bytes at most: where the mtu of the
   * payloader is all that the path takes, set it 24 lower. Its default, 1400, is
   * low enough.
   *
   * Since: 0.1
   */
  {"capture-time-extension", "Capture time extension",
        "Id number of the RTP header extension abs-capture-time to write "
        "(0 = off)", PROP_READY, PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, 0),
      AT (capture_time_extension)},
  /**
   * GstScreamTx:twcc-extension:
   *
   * With an id, each packet gets a transport-wide sequence number in the RTP
   * header extension
   * http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01, for
   * receivers whose feedback goes by it (TWCC): those of browsers, and
   * screamrx feedback=twcc. All streams share one sequence.
   *
   * The caps downstream get the field extmap-N; where they have one for this
   * extension already its id is used. A number that is there already is replaced.
   * Packets grow by 8 bytes at most: where the mtu of the payloader is all that
   * the path takes, set it 8 lower. Its default, 1400, is low enough.
   *
   * It is not needed for numbers that rtpbin or webrtcbin writes, or a payloader:
   * those are read.
   *
   * Since: 0.1
   */
  {"twcc-extension", "TWCC extension",
        "Id number of the RTP header extension for transport-wide sequence "
        "numbers to write (0 = off)", PROP_READY,
      PROP_UINT (0, RTP_CC_EXTENSION_MAX_ID, 0), AT (twcc_extension)},
  /**
   * GstScreamTx:log-location:
   *
   * File that gets one line of comma-separated values for each feedback, with
   * the columns of the SCReAM bandwidth test tool's log and some more; the
   * first line names them. It is written about once a second, in whole lines.
   * When it cannot be written any more there is one warning, the log ends, and the
   * stream goes on.
   *
   * Since: 0.1
   */
  {"log-location", "Log location", "File for a CSV record of each feedback",
      PROP_READY, PROP_STRING (NULL), AT (log_location)},
  /**
   * GstScreamTx:stats-interval:
   *
   * Time between two element messages "scream-stats" while PLAYING, in ms. Their
   * fields are those of #GstScreamTx:stats that are asked for most: feedback-state,
   * estimated-bitrate, send-rate, acked-rate, rtt, network-queue-delay,
   * sender-queue-delay, loss-rate, packets-lost, frames-skipped, frames-discarded,
   * remote-frame-rate, remote-frames-undecodable, remote-freezes and
   * remote-freeze-time. `gst-launch-1.0 -m` prints them.
   *
   * Since: 0.1
   */
  {"stats-interval", "Statistics interval",
        "Interval of the scream-stats messages on the bus (ms, 0 = none, "
        "least 10)", PROP_READY, PROP_UINT (0, 3600000, 0),
      PROP_MS (20), AT (stats_interval)},
  /**
   * GstScreamTx:stats:
   *
   * Structure application/x-screamtx-stats. Rates are in bit/s: "-bitrate" is
   * media without headers, "-rate" is on the wire. Times are in ns, sizes in
   * bytes, "loss-rate" and "ce-rate" fractions of the last second. Above READY:
   *
   * * feedback-route (string): socket, rtp-session, pad, none, unknown
   * * feedback-state (string): ok; missing: none arrives, or it reports nothing
   *   new; stalled: it arrives, but acknowledges so little that only one packet
   *   leaves every two seconds; none-yet
   * * feedback-packets, feedback-from-unknown-peers (uint64): taken, and
   *   ignored because they came from an address to which no media goes
   * * feedback-not-rtcp (uint64): datagrams from there that are no RTCP, without
   *   keep-alives of one byte
   * * rtcp-withheld (uint64): RTCP packets that the RTPSessions around screamtx
   *   did not get: of a kind that they do not bear, broken, or too many; not in
   *   the message scream-stats
   * * retransmissions-refused (uint64): requests for packets that were
   *   discarded here or still wait, which are not forwarded to rtprtxsend
   * * estimated-bitrate, target-rate, pacing-rate, send-rate, acked-rate
   * * rtt, smoothed-rtt, network-queue-delay, network-queue-delay-average,
   *   network-queue-delay-target, sender-queue-delay
   * * controller-violations (uint64): targets of the controller that were corrected,
   *   out of bounds for example; not 0: an error in the controller
   * * reference-window, bytes-in-flight, queued-bytes
   * * packets-sent, bytes-sent, packets-received, packets-lost, packets-late,
   *   packets-ce, packets-discarded, frames-discarded, frames-skipped
   * * remote-frames-shown, remote-frames-undecodable, remote-freezes,
   *   remote-freeze-time (uint64, ns), remote-frame-rate (double, frames a second):
   *   of the first picture of a screamsrc, as its RTCP says; 0 until then
   * * reported-not-ect, reported-ect0, reported-ect1 (uint64): packets received,
   *   by ECN code point; those with CE are packets-ce
   * * ecn-state (string): off; testing: no report has arrived yet; capable;
   *   unknown: feedback stopped or much is lost, and every other packet is
   *   marked; classic: capable, with the response of RFC 3168 to CE; failed: no
   *   packet is marked, except a few from time to time
   * * ecn-failure (string): reason of the last failure; none; bleached:
   *   reported as Not-ECT; rewritten: reported as the other ECT; lost: packets
   *   with ECT do not arrive
   * * ecn-changes (uint64): of the state
   * * sent-not-ect, sent-ect0, sent-ect1 (uint64): packets by ECN code point
   * * ecn-bleached, ecn-rewritten (uint64): packets reported so
   * * ce-on-not-ect (uint64): reported as CE though sent as Not-ECT; this is an
   *   error, and no sign of congestion
   * * unreported-ssrcs (uint64): SSRCs that the receiver does not report on,
   *   although it reports on others
   * * unknown-ssrc, unknown-seqnum: reports on packets that were not sent, or so
   *   long ago that they are forgotten; never-sent (uint64): acknowledgements of
   *   packets that certainly never left
   * * feedback-ccfb, feedback-twcc, feedback-remb (uint64): feedback packets of
   *   each kind; feedback-twcc-ignored (uint64): not taken, since there is CCFB too;
   *   feedback-twcc-lost (uint64): that did not arrive, by their count
   * * packets-forgotten (uint64): packets whose fate no feedback reported
   * * remb (uint64): the receiver's upper bound on the wire, 0 if there is none
   * * capacity-hint (uint64): the bound that #GstScreamTx::capacity-hint sets, on the
   *   wire; capacity-hint-left (uint64): for how long it still holds, 0 if there is
   *   none; capacity-hints (uint64): that were taken, capacity-hints-refused (uint64):
   *   events without the fields that they need
   * * rtcp-refused, and rtcp-refused-... by reason; rtcp-refused-never-sent:
   *   most of the packets that the report acknowledged never left, so the
   *   report was ignored
   * * streams: GstValueArray of application/x-screamtx-stream-stats, one for
   *   each sink pad, with what its encoder does in "encoder"; "repair-rate" is what
   *   of it has another payload type than its caps: retransmissions, FEC;
   *   "capture-times" (uint64) is how many packets got the extension of
   *   #GstScreamTx:capture-time-extension
   *
   * Since: 0.1
   */
  {"stats", "Statistics",
        "Statistics of rates, delays and packets (units in the documentation)",
      PROP_STATS (create_stats)},
};

const GstPropertyTable gst_scream_tx_properties = {
  PROP_ROWS (rows)
};
