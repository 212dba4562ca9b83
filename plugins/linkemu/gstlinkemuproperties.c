#include "gstlinkemuproperties.h"

static GType
gst_link_emu_aqm_get_type (void)
{
  static gsize type = 0;
  static const GEnumValue values[] = {
    {GST_LINK_EMU_AQM_DROPTAIL, "Drop what the queue limits refuse",
        "droptail"},
    {0, NULL, NULL},
  };

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("GstLinkEmuAqm", values));
  return type;
}

static void
install_rate_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:bitrate:
   *
   * Capacity of the link in bit/s, 0 for unlimited. A packet that is on the
   * link when it changes goes on at the new rate.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_BITRATE,
      g_param_spec_uint64 ("bitrate", "Bitrate",
          "Capacity in bit/s (0 = unlimited, or given by schedule or trace)",
          0, G_MAXUINT64, GST_LINK_EMU_DEFAULT_BITRATE, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
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
  g_object_class_install_property (klass, PROP_SCHEDULE,
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
  g_object_class_install_property (klass, PROP_TRACE,
      g_param_spec_string ("trace", "Trace",
          "File with the capacity over time, in Mahimahi's format", NULL,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
}

static void
install_path_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:delay:
   *
   * Propagation delay behind the link, in ns. A change holds for the packets
   * that have not left the link yet, and lets none overtake another.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_DELAY,
      g_param_spec_uint64 ("delay", "Delay", "Propagation delay in ns", 0,
          G_MAXINT64, GST_LINK_EMU_DEFAULT_DELAY, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:jitter:
   *
   * What is added to the delay, as in RFC 8868 section 4.5: the absolute value
   * of a normal deviate with this standard deviation in ns, clipped at 3
   * deviations. The RFC recommends 5 ms.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_JITTER,
      g_param_spec_uint64 ("jitter", "Jitter",
          "Standard deviation of the added delay in ns", 0, G_MAXINT64,
          GST_LINK_EMU_DEFAULT_JITTER,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:jitter-reorder:
   *
   * Whether jitter lets packets overtake each other. If not, they also keep the
   * distance that they have on the link (NR-BPDV of RFC 8868).
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_JITTER_REORDER,
      g_param_spec_boolean ("jitter-reorder", "Jitter reorders",
          "Whether jitter lets packets overtake each other",
          GST_LINK_EMU_DEFAULT_JITTER_REORDER,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
}

static void
install_fraction (GObjectClass * klass, guint id, const gchar * name,
    const gchar * blurb, gdouble def)
{
  g_object_class_install_property (klass, id,
      g_param_spec_double (name, name, blurb, 0, 1, def, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
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
  install_fraction (klass, PROP_LOSS, "loss",
      "Fraction of packets lost at random", GST_LINK_EMU_DEFAULT_LOSS);
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
  install_fraction (klass, PROP_GE_P, "ge-p",
      "Gilbert-Elliott: chance per packet to turn bad, 0...1 (0 = off)",
      GST_LINK_EMU_DEFAULT_GE_P);
  /**
   * GstLinkEmu:ge-r:
   *
   * Gilbert-Elliott: after each packet the chance to go from the bad to the
   * good state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_R, "ge-r",
      "Gilbert-Elliott: chance per packet to turn good, 0...1",
      GST_LINK_EMU_DEFAULT_GE_R);
  /**
   * GstLinkEmu:ge-loss-good:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the good state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_LOSS_GOOD, "ge-loss-good",
      "Gilbert-Elliott: fraction of packets lost in the good state",
      GST_LINK_EMU_DEFAULT_GE_LOSS_GOOD);
  /**
   * GstLinkEmu:ge-loss-bad:
   *
   * Gilbert-Elliott: fraction of the packets that is lost in the bad state.
   *
   * Since: 0.1
   */
  install_fraction (klass, PROP_GE_LOSS_BAD, "ge-loss-bad",
      "Gilbert-Elliott: fraction of packets lost in the bad state",
      GST_LINK_EMU_DEFAULT_GE_LOSS_BAD);
}

static void
install_queue_properties (GObjectClass * klass)
{
  /**
   * GstLinkEmu:queue-limit-time:
   *
   * Length of the queue in ns: as many bytes as the link takes in this time at
   * its rate of the moment, in an outage at the rate before it, for a trace at
   * its mean rate. The packet on the link does not count. 0 for none. Where
   * both limits are set the smaller one holds.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_QUEUE_LIMIT_TIME,
      g_param_spec_uint64 ("queue-limit-time", "Queue limit in time",
          "Length of the queue in ns at the rate of the link (0 = no limit)", 0,
          G_MAXINT64, GST_LINK_EMU_DEFAULT_QUEUE_LIMIT_TIME, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:queue-limit-bytes:
   *
   * Length of the queue in bytes, each packet with #GstLinkEmu:overhead. 0 for
   * none.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_QUEUE_LIMIT_BYTES,
      g_param_spec_uint64 ("queue-limit-bytes", "Queue limit in bytes",
          "Length of the queue in bytes (0 = no limit)", 0, G_MAXUINT64,
          GST_LINK_EMU_DEFAULT_QUEUE_LIMIT_BYTES, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:overhead:
   *
   * Bytes that each packet has on the link and not in its buffer. The default
   * is IPv4 and UDP.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_OVERHEAD,
      g_param_spec_uint ("overhead", "Overhead",
          "Bytes added to the size of each packet", 0, G_MAXUINT16,
          GST_LINK_EMU_DEFAULT_OVERHEAD,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));
  /**
   * GstLinkEmu:aqm:
   *
   * What decides which packets the queue drops.
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_AQM,
      g_param_spec_enum ("aqm", "AQM", "Management of the queue",
          gst_link_emu_aqm_get_type (), GST_LINK_EMU_DEFAULT_AQM,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_READY));
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
  g_object_class_install_property (klass, PROP_SEED,
      g_param_spec_uint64 ("seed", "Seed", "Random number seed", 0,
          G_MAXUINT64, GST_LINK_EMU_DEFAULT_SEED, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY));
  /**
   * GstLinkEmu:stats:
   *
   * Statistics since READY, as application/x-linkemu-stats. In READY the last
   * ones stay. All bytes are with #GstLinkEmu:overhead. Fields:
   *
   * * `packets-in`, `bytes-in`: uint64, packets and bytes that came
   * * `packets-out`, `bytes-out`: uint64, packets and bytes that arrived
   * * `dropped-loss`: uint64, packets lost at random
   * * `dropped-queue`: uint64, packets that did not fit into the queue
   * * `dropped-aqm`: uint64, packets that the AQM dropped
   * * `marked`: uint64, packets marked CE
   * * `queued-packets`, `queued-bytes`: uint64, what waits for the link
   * * `bitrate`: double, capacity now in bit/s, 0 if unlimited or in an outage;
   *   for a trace the mean of the last second
   * * `utilisation`: double, fraction of the capacity used since the first
   *   packet, NaN if unlimited
   * * `queue-delay`: uint64, ns that the last packet waited for the link
   * * `queue-delay-mean`, `queue-delay-p50`, `queue-delay-p95`,
   *   `queue-delay-p99`, `queue-delay-max`: uint64, ns, of all packets that
   *   were sent; quantiles are exact to 1.6 %
   *
   * Since: 0.1
   */
  g_object_class_install_property (klass, PROP_STATS,
      g_param_spec_boxed ("stats", "Statistics",
          "Packets, bytes, drops, utilisation and queue delay in ns",
          GST_TYPE_STRUCTURE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void
gst_link_emu_install_properties (GObjectClass * klass)
{
  install_rate_properties (klass);
  install_path_properties (klass);
  install_loss_properties (klass);
  install_queue_properties (klass);
  install_other_properties (klass);
  gst_type_mark_as_plugin_api (gst_link_emu_aqm_get_type (), 0);
}
