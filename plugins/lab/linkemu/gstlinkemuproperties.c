/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties of linkemu; gstlinkemusettings.c checks them before a start. */
#include "gstlinkemuprivate.h"
#include "plugins/packet/gsthelp.h"

#define AT(member) PROP_MEMBER (GstLinkEmu, member)

static const GEnumValue aqms[] = {
  {GST_LINK_EMU_AQM_DROPTAIL, "Drop-tail, by the queue limits alone",
      "droptail"},
  {GST_LINK_EMU_AQM_CODEL, "CoDel, RFC 8289", "codel"},
  {GST_LINK_EMU_AQM_PIE, "PIE, RFC 8033", "pie"},
  {GST_LINK_EMU_AQM_DUALPI2, "DualPI2, RFC 9332", "dualpi2"},
  {0, NULL, NULL},
};

static GST_PROPERTY_DEFINE_ENUM ("GstLinkEmuAqm", gst_link_emu_aqm_get_type,
    aqms);

const gchar *
gst_link_emu_aqm_get_name (GstLinkEmuAqm aqm)
{
  GEnumClass *klass = g_type_class_ref (gst_link_emu_aqm_get_type ());
  const gchar *name = g_enum_get_value (klass, aqm)->value_nick;

  g_type_class_unref (klass);
  return name;
}

static const GEnumValue codepoints[] = {
  {GST_LINK_EMU_ECN_NOT_ECT, "Not ECN-capable", "not-ect"},
  {GST_LINK_EMU_ECN_ECT_1, "ECT(1), L4S", "ect1"},
  {GST_LINK_EMU_ECN_ECT_0, "ECT(0), classic ECN", "ect0"},
  {0, NULL, NULL},
};

static GST_PROPERTY_DEFINE_ENUM ("GstLinkEmuEcn", gst_link_emu_ecn_get_type,
    codepoints);

/* In ms, of which parts count: DualPI2 marks from 0.8 on. */
#define TIME(unless_set) PROP_DOUBLE (0, 60000, unless_set), PROP_MS (0.1)
#define FRACTION(unless_set) PROP_DOUBLE (0, 1, unless_set)

static void
set_bitrate (gpointer object, const GValue * value)
{
  GstLinkEmu *self = object;
  guint64 bitrate = g_value_get_uint64 (value);
  gboolean refused;

  g_mutex_lock (&self->lock);
  refused = self->running && (gst_link_emu_is_set (self->schedule)
      || gst_link_emu_is_set (self->trace));
  if (!refused) {
    self->bitrate = bitrate;
    if (self->link != NULL)
      gst_link_emu_configure_link (self, linkemu_rate_constant (bitrate));
  }
  g_mutex_unlock (&self->lock);
  if (refused)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("Property bitrate was not changed: schedule or trace sets the rate."),
        ("Unset that property in READY first." GST_HELP ("linkemu-rate")));
}

/* With the lock. */
static void
choose_aqm (gpointer object)
{
  GstLinkEmu *self = object;

  self->config.aqm = gst_link_emu_aqm_get_name (self->aqm);
}

/* With the lock. */
static void
configure (gpointer self)
{
  gst_link_emu_configure_link (self, NULL);
}

static const GstProperty rows[] = {
  /**
   * GstLinkEmu:bitrate:
   *
   * Capacity of the link in bit/s, 0 for unlimited. The packet on the link at a
   * change continues at the new rate. GstController can set it, as
   * #GstLinkEmu:delay and #GstLinkEmu:loss: at each arrival, by the time since
   * the first packet.
   *
   * Since: 0.1
   */
  {"bitrate", "Bitrate",
        "Capacity (bit/s, 0 = unlimited, or by schedule or trace)",
        PROP_CONTROLLED, PROP_UINT64 (0),
        PROP_BITS (GST_LINK_EMU_LEAST_BITRATE), AT (bitrate),
      PROP_SET (set_bitrate)},
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
  {"schedule", "Schedule",
        "Capacity over time (seconds:bit/s,..., as 0:2M,20:600k)", PROP_READY,
      PROP_STRING (NULL), AT (schedule)},
  /**
   * GstLinkEmu:trace:
   *
   * Name of a file in Mahimahi's format: each line is a time in ms since the
   * first buffer at which 1504 bytes can be sent. Times may repeat; after the
   * last one the trace starts again. The rest of an opportunity is lost when
   * the queue is empty; a packet larger than the rest continues in the next.
   *
   * Since: 0.1
   */
  {"trace", "Trace", "File with the capacity over time, in Mahimahi format",
      PROP_READY, PROP_STRING (NULL), AT (trace)},
  /**
   * GstLinkEmu:delay:
   *
   * Propagation delay behind the link, in ms. A change holds for the packets
   * that have not left the link yet, and lets none overtake another.
   *
   * Since: 0.1
   */
  {"delay", "delay", "Propagation delay (ms)", PROP_CONTROLLED, TIME (0),
      AT (config.delay)},
  /**
   * GstLinkEmu:jitter:
   *
   * The added delay, as in RFC 8868 section 4.5: the absolute value of a normal
   * deviate with this standard deviation in ms, clipped at 3 deviations. The
   * RFC recommends 5 ms.
   *
   * Since: 0.1
   */
  {"jitter", "jitter", "Standard deviation of the added delay (ms)",
      PROP_PLAYING, TIME (0), AT (config.jitter)},
  /**
   * GstLinkEmu:jitter-reorder:
   *
   * Whether jitter reorders packets. If not, they also keep their spacing on the
   * link (NR-BPDV of RFC 8868).
   *
   * Since: 0.1
   */
  {"jitter-reorder", "Jitter reorders",
        "Let jitter reorder packets", PROP_PLAYING,
      PROP_BOOLEAN (FALSE), AT (config.jitter_reorders)},
  /**
   * GstLinkEmu:delivery-interval:
   *
   * Interval, in ms, at which packets arrive together: after delay and jitter,
   * each waits for the next multiple. Wi-Fi in power save mode, half-duplex
   * radios and some satellites have 20 to 200 ms. 0: no such wait.
   *
   * Since: 0.1
   */
  {"delivery-interval", "delivery-interval",
        "Interval at which packets arrive together (ms, 0 = none)",
      PROP_PLAYING, TIME (0), AT (config.delivery_interval)},
  /**
   * GstLinkEmu:loss:
   *
   * Fraction of the packets that is lost, each independently of the others,
   * before the queue.
   *
   * Since: 0.1
   */
  {"loss", "loss", "Probability of random loss (0...1)", PROP_CONTROLLED,
      FRACTION (0.0), AT (config.loss)},
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
  {"ge-p", "ge-p",
        "Gilbert-Elliott: probability good to bad (0...1, 0 = off)",
      PROP_PLAYING, FRACTION (0.0), AT (config.ge_p)},
  /**
   * GstLinkEmu:ge-r:
   *
   * Gilbert-Elliott: after each packet the chance to go from the bad to the
   * good state.
   *
   * Since: 0.1
   */
  {"ge-r", "ge-r", "Gilbert-Elliott: probability bad to good (0...1)",
      PROP_PLAYING, FRACTION (1.0), AT (config.ge_r)},
  /**
   * GstLinkEmu:ge-loss-good:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the good state.
   *
   * Since: 0.1
   */
  {"ge-loss-good", "ge-loss-good",
        "Gilbert-Elliott: loss probability in the good state (0...1)",
      PROP_PLAYING, FRACTION (0.0), AT (config.ge_loss_good)},
  /**
   * GstLinkEmu:ge-loss-bad:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the bad state.
   *
   * Since: 0.1
   */
  {"ge-loss-bad", "ge-loss-bad",
        "Gilbert-Elliott: loss probability in the bad state (0...1)",
      PROP_PLAYING, FRACTION (1.0), AT (config.ge_loss_bad)},
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
  /* RFC 8868: nominal size of a drop-tail queue */
  {"queue-limit-time", "queue-limit-time",
        "Queue limit as time at the rate of the link (ms, 0 = no limit)",
      PROP_PLAYING, TIME (300), AT (config.queue_limit_time)},
  /**
   * GstLinkEmu:queue-limit-bytes:
   *
   * Length of the queue in bytes, each packet with #GstLinkEmu:overhead. 0 for
   * none.
   *
   * Since: 0.1
   */
  {"queue-limit-bytes", "Queue limit in bytes",
        "Queue limit (bytes, 0 = no limit)", PROP_PLAYING,
      PROP_UINT64 (0), AT (config.queue_limit_bytes)},
  /**
   * GstLinkEmu:overhead:
   *
   * Bytes that each packet has on the link and not in its buffer. The default
   * is IPv4 and UDP.
   *
   * Since: 0.1
   */
  /* IPv4 and UDP */
  {"overhead", "Overhead", "Headers added to the size of each packet (bytes)",
      PROP_PLAYING, PROP_UINT (0, G_MAXUINT16, 28), AT (config.overhead)},
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
  {"aqm", "AQM", "Active queue management", PROP_READY,
        PROP_ENUM (gst_link_emu_aqm_get_type, GST_LINK_EMU_AQM_DROPTAIL),
      AT (aqm), PROP_STORED (choose_aqm)},
  /**
   * GstLinkEmu:ecn:
   *
   * Whether codel and pie mark packets that are ECN-capable instead of dropping
   * them. dualpi2 does so always, droptail never.
   *
   * Since: 0.1
   */
  {"ecn", "ECN",
        "Mark ECN-capable packets instead of dropping (codel, pie)",
      PROP_READY, PROP_BOOLEAN (FALSE), AT (config.ecn)},
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
  {"flow-queueing", "Flow queueing",
        "A queue for each SSRC (not with aqm=dualpi2)",
      PROP_READY, PROP_BOOLEAN (FALSE), AT (config.fq)},
  /**
   * GstLinkEmu:target:
   *
   * The queue delay that the AQM aims at, in ms: TARGET of codel, QDELAY_REF of
   * pie, target of dualpi2's queue for packets that are not L4S. 0 selects the
   * values of the RFCs: 5, 15, 15 ms.
   *
   * Since: 0.1
   */
  {"target", "target",
        "Target queue delay of the AQM (ms, 0 = 5 for codel, else 15)",
      PROP_READY, TIME (0), AT (config.target)},
  /**
   * GstLinkEmu:interval:
   *
   * INTERVAL of codel in ms, about the largest round-trip time: how long all
   * packets must exceed the target before one is dropped. 0 selects the value
   * of RFC 8289: 100 ms.
   *
   * Since: 0.1
   */
  {"interval", "interval",
        "codel: time above target before a drop (ms, 0 = 100)", PROP_READY,
      TIME (0), AT (config.interval)},
  /**
   * GstLinkEmu:step-threshold:
   *
   * Queue delay in ms from which dualpi2 marks all packets of its L4S queue. 0 is
   * the recommendation of RFC 9332: some from 0.8 ms, all from 1.2 ms.
   *
   * Since: 0.1
   */
  {"step-threshold", "step-threshold",
        "dualpi2: delay at which L4S is marked (ms, 0 = ramp 0.8...1.2)",
      PROP_READY, TIME (0), AT (config.step_threshold)},
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
  {"default-ecn", "Default ECN", "ECN codepoint of buffers without one",
        PROP_PLAYING,
        PROP_ENUM (gst_link_emu_ecn_get_type, GST_LINK_EMU_ECN_NOT_ECT),
      AT (default_ecn)},
  /**
   * GstLinkEmu:seed:
   *
   * Seed of all random numbers. The same seed and the same arrivals give the
   * same losses and the same jitter, on each platform.
   *
   * Since: 0.1
   */
  {"seed", "Seed", "Random number seed", PROP_READY, PROP_UINT64 (1),
      AT (config.seed)},
  /**
   * GstLinkEmu:log-location:
   *
   * File that gets a line for each packet that left the link or was dropped:
   * `time,flow,bytes,ecn,queue-delay,fate`, times in seconds. The time is that
   * of the system clock at which it left the queue, the flow its SSRC in 8
   * hexadecimal digits, or `-`; bytes are with #GstLinkEmu:overhead, ecn is the
   * codepoint on arrival. The fate is `out`, `marked` (out with CE), `queue` (did
   * not fit), `aqm` or `loss`. The file is complete in READY. On a write error
   * the log ends with one warning, and the stream continues.
   *
   * Since: 0.1
   */
  {"log-location", "Log location", "File for a CSV record of each packet",
      PROP_READY, PROP_STRING (NULL), AT (log_location)},
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
  {"stats", "Statistics",
      "Packets, bytes, drops, utilisation and queue delay (units in the "
        "documentation)", PROP_STATS (gst_link_emu_create_stats)},
};

const GstPropertyTable gst_link_emu_properties = {
  PROP_ROWS (rows),
  .lock = G_STRUCT_OFFSET (GstLinkEmu, lock),
  .stored = configure
};
