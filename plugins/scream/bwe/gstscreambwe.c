/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * SECTION:element-rtpscreambwe
 * @title: rtpscreambwe
 * @see_also: screamtx
 *
 * rtpscreambwe is screamtx with the interface of rtpgccbwe (gst-plugins-rs), for
 * applications that set their encoders by themselves, as webrtcsink does. It has
 * the pads, signals and messages of screamtx.
 *
 * Bitrates are RTP payload of all streams together, with retransmissions and FEC,
 * without headers.
 *
 * Since: 0.3
 */
#include "gstscreambwe.h"
#include "plugins/scream/tx/gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* As rtpgccbwe has them */
#define MIN_BITRATE 1000
#define START_BITRATE 2048000
#define MAX_BITRATE 8192000

/* OURS: of what waits, a frame of 30 frames/s is no sign of an encoder that makes too much;
 * what is more is to leave within DRAIN.  With an x264enc that makes a quarter more than it is
 * told, packets wait for 38 to 52 ms at p95, without this for 83; half and double of DRAIN
 * differ less than two equal runs do. */
#define FRAME (33 * RTP_CC_MSECOND)
#define DRAIN (150 * RTP_CC_MSECOND)

#define GST_TYPE_SCREAM_BWE (gst_scream_bwe_get_type ())
#define GST_SCREAM_BWE(obj) \
  (G_TYPE_CHECK_INSTANCE_CAST ((obj), GST_TYPE_SCREAM_BWE, GstScreamBwe))

typedef struct
{
  GstScreamTx tx;

  /* properties, under the object lock */
  guint min_bitrate, max_bitrate;
  gint estimator;
} GstScreamBwe;

typedef struct
{
  GstScreamTxClass parent_class;
} GstScreamBweClass;

GType gst_scream_bwe_get_type (void);
G_DEFINE_TYPE (GstScreamBwe, gst_scream_bwe, GST_TYPE_SCREAM_TX);
GST_ELEMENT_REGISTER_DEFINE (rtpscreambwe, "rtpscreambwe", GST_RANK_NONE,
    GST_TYPE_SCREAM_BWE);
GST_ELEMENT_REGISTER_DEFINE (rtpgccbwe, "rtpgccbwe", GST_RANK_NONE,
    GST_TYPE_SCREAM_BWE);

/* ---- notifications ---- */

/* By the signal itself: g_object_notify() leaves it to a thread that sets a property just
 * now, which may hold what the handler waits for.  Where a handler still runs, the signal lets
 * it run once more afterwards, also if the element stops meanwhile. */
static void
tell (GstElement * element, gpointer user_data)
{
  GParamSpec *spec = g_object_class_find_property
      (G_OBJECT_GET_CLASS (element), "estimated-bitrate");
  GstScreamTx *tx = GST_SCREAM_TX (element);
  gboolean runs;

  g_mutex_lock (&tx->lock);
  runs = tx->session != NULL;
  g_mutex_unlock (&tx->lock);
  if (!runs)
    return;
  g_signal_emit_by_name (element, "notify::estimated-bitrate", spec);
}

/* In a thread that has no other task.  Handlers set encoders, which may take as long as a
 * frame, and take the locks under which the application changes states and bounds. */
static void
gst_scream_bwe_estimated (GstScreamTx * tx)
{
  gst_element_call_async (GST_ELEMENT_CAST (tx), tell, NULL, NULL);
}

/* ---- the estimate ---- */

/* That of the session is without repair, as far as it knows which packets are that. */
static guint64
with_repair (guint64 estimate, gdouble repair, gdouble media)
{
  return media > 0 ? estimate + (guint64) (estimate * MIN (repair / media, 1))
      : estimate;
}

/* screamtx knows each encoder and corrects what that makes of its setting. Here only the queue
 * says that it is too much: half of the rate is kept for the frames that come. */
static guint64
gst_scream_bwe_reckon (GstScreamTx * tx, guint64 estimate, gint64 now)
{
  guint64 queued = 0, usual, excess, least;
  gdouble repair = 0, media = 0;
  RtpCcStreamInfo info;
  guint next = 0;

  while (gst_scream_tx_next_stream (tx, &next, &info, now) != NULL) {
    queued += 8 * info.queued_bytes;
    repair += info.repair_rate;
    media += info.media_rate;
  }
  GST_OBJECT_LOCK (tx);
  estimate = MIN (with_repair (estimate, repair, media),
      MAX (estimate, tx->max_bitrate));
  least = MIN (estimate, tx->min_bitrate);
  GST_OBJECT_UNLOCK (tx);
  usual = gst_util_uint64_scale (estimate, FRAME, RTP_CC_SECOND);
  if (queued <= usual)
    return estimate;
  excess = gst_util_uint64_scale (queued - usual, RTP_CC_SECOND, DRAIN);
  return MAX (estimate - MIN (excess, estimate / 2), least);
}

/* ---- properties ---- */

static const GEnumValue estimators[] = {
  {0, "Use Kalman filter", "kalman"},
  {1, "Use linear regression slope", "linear-regression"},
  {0, NULL, NULL}
};

static GST_PROPERTY_DEFINE_ENUM ("GstScreamBweEstimator",
    gst_scream_bwe_estimator_get_type, estimators);

/* With the object lock. Applications set one after the other, and the second may be meant to
 * follow the first. */
static void
keep_bounds (gpointer object)
{
  GstScreamBwe *self = object;

  self->tx.max_bitrate = self->max_bitrate;
  self->tx.min_bitrate = MIN (self->min_bitrate, self->max_bitrate);
}

static void
apply (gpointer self)
{
  gst_scream_tx_apply_settings (self);
}

static void
set_estimate (gpointer object, const GValue * value)
{
  GstScreamTx *tx = object;
  guint bitrate = g_value_get_uint (value);

  GST_OBJECT_LOCK (tx);
  tx->initial_bitrate = tx->no_feedback_bitrate = bitrate;
  GST_OBJECT_UNLOCK (tx);
  g_mutex_lock (&tx->lock);
  if (tx->session == NULL)
    tx->estimated_bitrate = bitrate;
  g_mutex_unlock (&tx->lock);
}

/* A session that has just begun has none yet. */
static void
get_estimate (gpointer object, GValue * value)
{
  GstScreamTx *tx = object;
  guint bitrate;

  g_mutex_lock (&tx->lock);
  bitrate = tx->estimated_bitrate;
  if (bitrate == 0) {
    GST_OBJECT_LOCK (tx);
    bitrate = tx->initial_bitrate;
    GST_OBJECT_UNLOCK (tx);
  }
  g_value_set_uint (value, bitrate);
  g_mutex_unlock (&tx->lock);
}

static void
ignore_estimator (gpointer self)
{
  GST_INFO_OBJECT (self, "estimator has no effect; see controller");
}

static const GstProperty rows[] = {
  /**
   * GstScreamBwe:estimated-bitrate:
   *
   * What the network offers; less while packets wait here. Notified upon changes of 1 %
   * or more, from a thread of its own: the handler may set encoders, and may wait for threads that set properties and
   * states.
   *
   * Setting it sets the bitrate to begin with, which holds until the first feedback, as
   * #GstScreamTx:no-feedback-bitrate.
   *
   * Since: 0.3
   */
  {"estimated-bitrate", "Estimated bitrate",
        "RTP payload that fits the capacity of the network; when set, the one to "
        "begin with (bit/s)", PROP_PLAYING,
        PROP_UINT (1, G_MAXUINT, START_BITRATE), PROP_SET (set_estimate),
      PROP_GET (get_estimate), PROP_CHANGED (apply)},
  /**
   * GstScreamBwe:min-bitrate:
   *
   * The lowest estimate. If it is above #GstScreamBwe:max-bitrate, that counts.
   *
   * Since: 0.3
   */
  {"min-bitrate", "Minimum bitrate", "The lowest estimate (bit/s)",
        PROP_PLAYING, PROP_UINT (1, G_MAXUINT, MIN_BITRATE),
        PROP_MEMBER (GstScreamBwe, min_bitrate), PROP_STORED (keep_bounds),
      PROP_CHANGED (apply)},
  /**
   * GstScreamBwe:max-bitrate:
   *
   * The highest estimate.
   *
   * Since: 0.3
   */
  {"max-bitrate", "Maximum bitrate", "The highest estimate (bit/s)",
        PROP_PLAYING, PROP_UINT (1, G_MAXUINT, MAX_BITRATE),
        PROP_MEMBER (GstScreamBwe, max_bitrate), PROP_STORED (keep_bounds),
      PROP_CHANGED (apply)},
  /**
   * GstScreamBwe:estimator:
   *
   * It has no effect: #GstScreamTx:controller has one.
   *
   * Since: 0.3
   */
  {"estimator", "Estimator", "Has no effect; see controller", PROP_PLAYING,
        PROP_ENUM (gst_scream_bwe_estimator_get_type, 0),
      PROP_MEMBER (GstScreamBwe, estimator), PROP_CHANGED (ignore_estimator)},
  /**
   * GstScreamBwe:encoder-name:
   *
   * As #GstScreamTx:encoder-name. The application sets encoders.
   *
   * Since: 0.3
   */
  {"encoder-name", "Encoder name",
        "Name of the encoder to control (empty = find it upstream, "
        "none = leave encoders alone)", PROP_READY, PROP_STRING ("none"),
      PROP_MEMBER (GstScreamBwe, tx.encoder_name)},
  /**
   * GstScreamBwe:pacing-burst:
   *
   * As #GstScreamTx:pacing-burst.
   *
   * Since: 0.3
   */
  /* That of rtpgccbwe: shorter bursts cost more processor time. */
  {"pacing-burst", "Pacing burst", "Packets of this time leave together (ms)",
        PROP_PLAYING, PROP_DOUBLE (0, 100, 5), PROP_MS (0.02),
      PROP_MEMBER (GstScreamBwe, tx.pacing_burst), PROP_CHANGED (apply)},
};

static const GstPropertyTable properties = {
  PROP_ROWS (rows)
};

/* ---- object ---- */

static void
gst_scream_bwe_init (GstScreamBwe * self)
{
  gst_property_table_init (self, &properties);
  keep_bounds (self);
  self->tx.initial_bitrate = self->tx.no_feedback_bitrate = START_BITRATE;
  self->tx.estimated_bitrate = START_BITRATE;
}

static void
gst_scream_bwe_class_init (GstScreamBweClass * klass)
{
  gst_property_table_install (G_OBJECT_CLASS (klass), &properties);
  GST_SCREAM_TX_CLASS (klass)->reckon = gst_scream_bwe_reckon;
  GST_SCREAM_TX_CLASS (klass)->estimated = gst_scream_bwe_estimated;
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "SCReAM bandwidth estimator", "Filter/Network/RTP/WebRTC",
      "Paces RTP at the capacity of the network, and says what that is",
      "gst-scream developers");
}
