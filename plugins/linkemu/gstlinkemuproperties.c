/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which properties linkemu has; gstlinkemusettings.c says what they do. */
#include "gstlinkemuprivate.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#define AT(member) G_STRUCT_OFFSET (GstLinkEmu, member)

static GType
gst_link_emu_aqm_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_LINK_EMU_AQM_DROPTAIL, "Drop what the queue limits refuse",
        "droptail"},
    {GST_LINK_EMU_AQM_CODEL, "CoDel, RFC 8289", "codel"},
    {GST_LINK_EMU_AQM_PIE, "PIE, RFC 8033", "pie"},
    {GST_LINK_EMU_AQM_DUALPI2, "DualPI2, RFC 9332", "dualpi2"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("GstLinkEmuAqm", values));
  return type;
}

const gchar *
gst_link_emu_aqm_get_name (GstLinkEmuAqm aqm)
{
  GEnumClass *klass = g_type_class_ref (gst_link_emu_aqm_get_type ());
  const gchar *name = g_enum_get_value (klass, aqm)->value_nick;

  g_type_class_unref (klass);
  return name;
}

static GType
gst_link_emu_ecn_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_LINK_EMU_ECN_NOT_ECT, "Not ECN-capable", "not-ect"},
    {GST_LINK_EMU_ECN_ECT_1, "ECT(1), L4S", "ect1"},
    {GST_LINK_EMU_ECN_ECT_0, "ECT(0), classic ECN", "ect0"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("GstLinkEmuEcn", values));
  return type;
}

#define FLAGS_CONTROLLED (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | \
    GST_PARAM_MUTABLE_PLAYING | GST_PARAM_CONTROLLABLE)

static void
install_rate_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:bitrate:
   *
   * Capacity of the link in bit/s, 0 for unlimited. A packet that is on the
   * link when it changes goes on at the new rate. GstController can set it, as
   * #GstLinkEmu:delay and #GstLinkEmu:loss: at each packet that arrives, by the
   * time since the first one.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_BITRATE, AT (bitrate),
      gst_strict_property_in_bits (g_param_spec_uint64 ("bitrate", "Bitrate",
              "Capacity (bit/s, 0 = unlimited, or given by schedule or trace)",
              0, G_MAXUINT64, GST_LINK_EMU_DEFAULT_BITRATE, FLAGS_CONTROLLED),
          10000));
  /**
   * GstLinkEmu:schedule:
   *
   * Capacity over time, as "0:2M,20:600k,40:2.5M": seconds since the first
   * buffer, a colon, bit/s with or without a suffix k, M or G. The first time
   * is 0. A rate of 0 is an outage here: nothing passes, and the queue stays
   * as long as before it.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SCHEDULE, AT (schedule),
      g_param_spec_string ("schedule", "Schedule",
          "Capacity over time: seconds:bit/s,..., as 0:2M,20:600k", NULL,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:trace:
   *
   * Name of a file in Mahimahi's format: each line is a time in ms since the
   * first buffer at which 1504 bytes can be sent; equal times may follow each
   * other, and after the last one the trace repeats. What a chance has left
   * when the queue is empty is lost, and a packet that is larger than what a
   * chance has left goes on in the next.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_TRACE, AT (trace),
      g_param_spec_string ("trace", "Trace",
          "File with the capacity over time, in Mahimahi's format", NULL,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
}

/* Parts of a ms count: DualPI2 marks from 0.8 ms on. */
static void
install_time (GObjectClass * klass, guint id, gsize at, const gchar * name,
    const gchar * blurb, gdouble def, GParamFlags more)
{
  gst_member_property_install (klass, id, at,
      gst_strict_property_in_ms (g_param_spec_double (name, name, blurb, 0,
              60000, def, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | more),
          0.1));
}

static void
install_path_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:delay:
   *
   * Propagation delay behind the link, in ms. A change holds for the packets
   * that have not left the link yet, and lets none overtake another.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_DELAY, AT (config.delay), "delay",
      "Propagation delay (ms)", GST_LINK_EMU_DEFAULT_DELAY,
      GST_PARAM_MUTABLE_PLAYING | GST_PARAM_CONTROLLABLE);
  /**
   * GstLinkEmu:jitter:
   *
   * The added delay, as in RFC 8868 section 4.5: the absolute value of a normal
   * deviate with this standard deviation in ms, clipped at 3 deviations. The
   * RFC recommends 5 ms.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_JITTER, AT (config.jitter), "jitter",
      "Standard deviation of the added delay (ms)",
      GST_LINK_EMU_DEFAULT_JITTER, GST_PARAM_MUTABLE_PLAYING);
  /**
   * GstLinkEmu:jitter-reorder:
   *
   * Whether jitter lets packets overtake each other. If not, they also keep the
   * distance that they have on the link (NR-BPDV of RFC 8868).
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_JITTER_REORDER,
      g_param_spec_boolean ("jitter-reorder", "Jitter reorders",
          "Whether jitter lets packets overtake each other",
          GST_LINK_EMU_DEFAULT_JITTER_REORDER,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:delivery-interval:
   *
   * Packets arrive together, each time that so much has passed, in ms: after
   * delay and jitter, each waits for the next multiple. So do Wi-Fi that saves
   * power, radios that take turns, and some satellites, each 20 to 200 ms. 0:
   * packets arrive at any time.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_DELIVERY_INTERVAL, AT (config.delivery_interval),
      "delivery-interval",
      "Packets arrive together each so often (ms, 0 = at any time)",
      GST_LINK_EMU_DEFAULT_DELIVERY_INTERVAL, GST_PARAM_MUTABLE_PLAYING);
}

static void
install_fraction (GObjectClass * klass, guint id, gsize at, const gchar * name,
    const gchar * blurb, gdouble def, GParamFlags more)
{
  gst_member_property_install (klass, id, at,
      g_param_spec_double (name, name, blurb, 0, 1, def, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING | more));
}

static void
install_loss_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:loss:
   *
   * Fraction of the packets that is lost, each independently of the others,
   * before the queue.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_LOSS, AT (config.loss), "loss",
      "Fraction of packets lost at random", GST_LINK_EMU_DEFAULT_LOSS,
      GST_PARAM_CONTROLLABLE);
  /**
   * GstLinkEmu:ge-p:
   *
   * Loss in bursts, by the Gilbert-Elliott model: after each packet the chance
   * to go from the good to the bad state. 0 is off. With the defaults of the
   * other ge-* properties p / (p + r) of the packets are lost, in bursts of
   * 1 / r. It comes on top of #GstLinkEmu:loss.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_P, AT (config.ge_p), "ge-p",
      "Gilbert-Elliott: chance per packet to turn bad, 0...1 (0 = off)",
      GST_LINK_EMU_DEFAULT_GE_P, 0);
  /**
   * GstLinkEmu:ge-r:
   *
   * Gilbert-Elliott: after each packet the chance to go from the bad to the
   * good state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_R, AT (config.ge_r), "ge-r",
      "Gilbert-Elliott: chance per packet to turn good, 0...1",
      GST_LINK_EMU_DEFAULT_GE_R, 0);
  /**
   * GstLinkEmu:ge-loss-good:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the good state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_LOSS_GOOD, AT (config.ge_loss_good),
      "ge-loss-good",
      "Gilbert-Elliott: fraction of packets lost in the good state",
      GST_LINK_EMU_DEFAULT_GE_LOSS_GOOD, 0);
  /**
   * GstLinkEmu:ge-loss-bad:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the bad state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_LOSS_BAD, AT (config.ge_loss_bad),
      "ge-loss-bad",
      "Gilbert-Elliott: fraction of packets lost in the bad state",
      GST_LINK_EMU_DEFAULT_GE_LOSS_BAD, 0);
}

static void
install_queue_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:queue-limit-time:
   *
   * Length of the queue in ms: as many bytes as the link takes in this time at
   * its rate of the moment, in an outage at the rate before it, for a trace at
   * its mean rate. The packet on the link does not count. 0 for none. Where
   * both limits are set the smaller one holds.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_QUEUE_LIMIT_TIME, AT (config.queue_limit_time),
      "queue-limit-time",
      "Length of the queue at the rate of the link (ms, 0 = no limit)",
      GST_LINK_EMU_DEFAULT_QUEUE_LIMIT_TIME, GST_PARAM_MUTABLE_PLAYING);
  /**
   * GstLinkEmu:queue-limit-bytes:
   *
   * Length of the queue in bytes, each packet with #GstLinkEmu:overhead. 0 for
   * none.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_QUEUE_LIMIT_BYTES,
      AT (config.queue_limit_bytes), g_param_spec_uint64 ("queue-limit-bytes",
          "Queue limit in bytes", "Length of the queue (bytes, 0 = no limit)",
          0, G_MAXUINT64, GST_LINK_EMU_DEFAULT_QUEUE_LIMIT_BYTES,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:overhead:
   *
   * Bytes that each packet has on the link and not in its buffer. The default
   * is IPv4 and UDP.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_OVERHEAD, AT (config.overhead),
      g_param_spec_uint ("overhead", "Overhead",
          "Bytes added to the size of each packet", 0, G_MAXUINT16,
          GST_LINK_EMU_DEFAULT_OVERHEAD,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:aqm:
   *
   * Selects which packets the queue drops or marks; the limits hold in
   * addition. droptail: only the limits. codel: RFC 8289, drops at a growing
   * rate while all packets wait longer than #GstLinkEmu:target. pie: RFC 8033,
   * drops at random, with a probability that follows the delay. dualpi2: RFC
   * 9332, two queues: one for ECT(1) and CE, which is served first and marked
   * early, and one for the rest.
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_AQM,
      g_param_spec_enum ("aqm", "AQM", "Management of the queue",
          gst_link_emu_aqm_get_type (), GST_LINK_EMU_DEFAULT_AQM,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
}

static void
install_aqm_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:ecn:
   *
   * Whether codel and pie mark packets that are ECN-capable instead of dropping
   * them. dualpi2 does so always, droptail never.
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_ECN,
      g_param_spec_boolean ("ecn", "ECN",
          "Whether codel and pie mark ECN-capable packets instead of dropping",
          GST_LINK_EMU_DEFAULT_ECN, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:flow-queueing:
   *
   * Whether each flow has a queue of its own, as in RFC 8290. All queues are
   * served in turns, and each has the #GstLinkEmu:aqm; with codel this is
   * FQ-CoDel. A flow is an SSRC of RTP; all packets that are not RTP are one
   * flow. When the limits are exceeded, the longest queue loses packets from
   * its head. Not with dualpi2.
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_FLOW_QUEUEING,
      g_param_spec_boolean ("flow-queueing", "Flow queueing",
          "Whether each SSRC has a queue of its own (not with aqm=dualpi2)",
          GST_LINK_EMU_DEFAULT_FLOW_QUEUEING, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:target:
   *
   * The queue delay that the AQM aims at, in ms: TARGET of codel, QDELAY_REF of
   * pie, target of dualpi2's queue for packets that are not L4S. 0 selects the
   * values of the RFCs: 5, 15, 15 ms.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_TARGET, AT (config.target), "target",
      "Queue delay that the AQM aims at (ms, 0 = 5 for codel, else 15)",
      GST_LINK_EMU_DEFAULT_TARGET, GST_PARAM_MUTABLE_READY);
  /**
   * GstLinkEmu:interval:
   *
   * INTERVAL of codel in ms, about the largest round-trip time: how long all
   * packets must exceed the target before one is dropped. 0 selects the value
   * of RFC 8289: 100 ms.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_INTERVAL, AT (config.interval), "interval",
      "codel: time above the target before a drop (ms, 0 = 100)",
      GST_LINK_EMU_DEFAULT_INTERVAL, GST_PARAM_MUTABLE_READY);
  /**
   * GstLinkEmu:step-threshold:
   *
   * Queue delay in ms from which on dualpi2 marks each packet of its L4S queue.
   * 0 takes what RFC 9332 recommends: from 0.8 ms on some, from 1.2 ms on all.
   *
   * Since: 0.1
   */
  install_time (klass, PROP_STEP_THRESHOLD, AT (config.step_threshold),
      "step-threshold",
      "dualpi2: delay from which on L4S is marked (ms, 0 = ramp 0.8...1.2)",
      GST_LINK_EMU_DEFAULT_STEP_THRESHOLD, GST_PARAM_MUTABLE_READY);
  /**
   * GstLinkEmu:default-ecn:
   *
   * ECN codepoint of buffers that carry none, for example from a sender without
   * ECN. screamtx has a property ecn instead: it takes CE for congestion only
   * on packets that it marked itself. The codepoint of a buffer is in its
   * GstNetControlMessageMeta; CE is written there as well.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_DEFAULT_ECN, AT (default_ecn),
      g_param_spec_enum ("default-ecn", "Default ECN",
          "ECN codepoint of buffers that carry none",
          gst_link_emu_ecn_get_type (), GST_LINK_EMU_DEFAULT_DEFAULT_ECN,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
}

static void
install_other_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:seed:
   *
   * Seed of all random numbers. The same seed and the same arrivals give the
   * same losses and the same jitter, on each platform.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_SEED, AT (config.seed),
      g_param_spec_uint64 ("seed", "Seed", "Random number seed", 0,
          G_MAXUINT64, GST_LINK_EMU_DEFAULT_SEED, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:log-location:
   *
   * File that gets a line for each packet that left the link or was dropped:
   * `time,flow,bytes,ecn,queue-delay,fate`, times in seconds. The time is that
   * of the system clock at which it left the queue, the flow its SSRC in 8
   * hexadecimal digits, or `-`; bytes are with #GstLinkEmu:overhead, ecn is the
   * codepoint that it came with. The fate is `out`, `marked` (out with CE),
   * `queue` (did not fit), `aqm` or `loss`. It is complete in READY.
   * When it cannot be written any more there is one warning, the log ends, and the
   * stream goes on.
   *
   * Since: 0.1
   */
  gst_member_property_install (klass, PROP_LOG_LOCATION, AT (log_location),
      g_param_spec_string ("log-location", "Log location",
          "File for a CSV record of each packet", NULL,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:stats:
   *
   * Statistics since READY, as application/x-linkemu-stats. In READY the last
   * ones stay. All bytes are with #GstLinkEmu:overhead. Fields:
   *
   * * `packets-in`, `bytes-in`: uint64, packets and bytes that entered
   * * `packets-out`, `bytes-out`: uint64, packets and bytes that arrived
   * * `dropped-loss`: uint64, packets lost at random
   * * `dropped-queue`: uint64, packets that did not fit into the queue
   * * `dropped-aqm`: uint64, packets that the AQM dropped
   * * `marked`: uint64, packets marked CE
   * * `queued-packets`, `queued-bytes`: uint64, packets that wait for the link
   * * `bitrate`: double, capacity now in bit/s, 0 if unlimited or in an outage;
   *   for a trace the mean of the last second
   * * `utilisation`: double, fraction of the capacity used since the first
   *   packet, NaN if unlimited
   * * `queue-delay`: uint64, ns that the last packet waited for the link
   * * `queue-delay-mean`, `queue-delay-p50`, `queue-delay-p95`,
   *   `queue-delay-p99`, `queue-delay-max`: uint64, ns, of all packets that
   *   were sent; quantiles are exact to 1.6 %
   * * `l-queue-packets`, `l-queue-dropped`, `l-queue-marked`: uint64, of
   *   dualpi2's queue for ECT(1) and CE: packets sent, and dropped and marked
   *   by the AQM; otherwise 0
   * * `l-queue-delay-p50`, `l-queue-delay-p99`: uint64, ns, of those sent
   * * `c-queue-packets`, and so on: the same of its queue for the rest
   *
   * Since: 0.1
   */
  gst_strict_property_install (klass, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Packets, bytes, drops, utilisation and queue delay (units in the documentation)",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void
gst_link_emu_install_properties (GObjectClass * klass)
{
  install_rate_properties (klass);
  install_path_properties (klass);
  install_loss_properties (klass);
  install_queue_properties (klass);
  install_aqm_properties (klass);
  install_other_properties (klass);
  gst_type_mark_as_plugin_api (gst_link_emu_aqm_get_type (), 0);
  gst_type_mark_as_plugin_api (gst_link_emu_ecn_get_type (), 0);
}
