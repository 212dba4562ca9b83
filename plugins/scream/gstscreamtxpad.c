/* gstscreamtxpad.c: properties of a sink pad of screamtx */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"

#include <string.h>

#define DEFAULT_PRIORITY 1.0
#define DEFAULT_MIN_BITRATE 0
#define DEFAULT_MAX_BITRATE 0

/* A stream needs some part of the rate, or it would never end. */
#define MIN_PRIORITY 0.001

enum
{
  PROP_0,
  PROP_PRIORITY,
  PROP_MIN_BITRATE,
  PROP_MAX_BITRATE
};

G_DEFINE_TYPE (GstScreamTxPad, gst_scream_tx_pad, GST_TYPE_PAD);

void
gst_scream_tx_pad_get_config (GstScreamTxPad * pad, RtpCcStreamConfig * config)
{
  memset (config, 0, sizeof (*config));
  GST_OBJECT_LOCK (pad);
  config->priority = MAX (pad->priority, MIN_PRIORITY);
  config->min_bitrate = pad->min_bitrate;
  config->max_bitrate = pad->max_bitrate;
  GST_OBJECT_UNLOCK (pad);
}

static void
gst_scream_tx_pad_set_property (GObject * object, guint prop_id,
    const GValue * value, GParamSpec * pspec)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (object);
  GstObject *parent;

  GST_OBJECT_LOCK (pad);
  switch (prop_id) {
    case PROP_PRIORITY:
      pad->priority = g_value_get_double (value);
      break;
    case PROP_MIN_BITRATE:
      pad->min_bitrate = g_value_get_uint (value);
      break;
    case PROP_MAX_BITRATE:
      pad->max_bitrate = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (pad);

  parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  if (parent != NULL) {
    gst_scream_tx_apply_settings (GST_SCREAM_TX (parent));
    gst_object_unref (parent);
  }
}

static void
gst_scream_tx_pad_get_property (GObject * object, guint prop_id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (object);

  GST_OBJECT_LOCK (pad);
  switch (prop_id) {
    case PROP_PRIORITY:
      g_value_set_double (value, pad->priority);
      break;
    case PROP_MIN_BITRATE:
      g_value_set_uint (value, pad->min_bitrate);
      break;
    case PROP_MAX_BITRATE:
      g_value_set_uint (value, pad->max_bitrate);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (pad);
}

static void
gst_scream_tx_pad_finalize (GObject * object)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (object);

  g_free (pad->encoder_missing);
  g_clear_pointer (&pad->encoder, gst_encoder_control_free);
  g_clear_pointer (&pad->task, gst_object_unref);
  g_rec_mutex_clear (&pad->task_lock);
  g_ptr_array_unref (pad->out);
  gst_clear_object (&pad->srcpad);

  G_OBJECT_CLASS (gst_scream_tx_pad_parent_class)->finalize (object);
}

static void
gst_scream_tx_pad_init (GstScreamTxPad * pad)
{
  pad->priority = DEFAULT_PRIORITY;
  pad->min_bitrate = DEFAULT_MIN_BITRATE;
  pad->max_bitrate = DEFAULT_MAX_BITRATE;
  pad->stream = -1;
  pad->result = GST_FLOW_FLUSHING;
  pad->flushing = TRUE;
  g_rec_mutex_init (&pad->task_lock);
  pad->out = g_ptr_array_new ();
  gst_segment_init (&pad->segment, GST_FORMAT_TIME);
}

static void
gst_scream_tx_pad_class_init (GstScreamTxPadClass * klass)
{
  GObjectClass *gobject_class = G_OBJECT_CLASS (klass);

  gobject_class->set_property = gst_scream_tx_pad_set_property;
  gobject_class->get_property = gst_scream_tx_pad_get_property;
  gobject_class->finalize = gst_scream_tx_pad_finalize;

  /**
   * GstScreamTxPad:priority:
   *
   * This stream's part of the rate, in proportion to those of the other pads.
   *
   * Since: 0.1
   */
  g_object_class_install_property (gobject_class, PROP_PRIORITY,
      g_param_spec_double ("priority", "Priority",
          "Part of the rate, in proportion to the other pads' (fraction)",
          0.0, 1.0, DEFAULT_PRIORITY, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));

  /**
   * GstScreamTxPad:min-bitrate:
   *
   * This stream's encoders are not asked for less, also when that is more than
   * the path gives.
   *
   * Since: 0.1
   */
  g_object_class_install_property (gobject_class, PROP_MIN_BITRATE,
      g_param_spec_uint ("min-bitrate", "Minimum bitrate",
          "Lowest media rate of this stream (bit/s)", 0, G_MAXUINT,
          DEFAULT_MIN_BITRATE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
          GST_PARAM_MUTABLE_PLAYING));

  /**
   * GstScreamTxPad:max-bitrate:
   *
   * This stream's encoders are not asked for more; the other streams get the
   * rest.
   *
   * Since: 0.1
   */
  g_object_class_install_property (gobject_class, PROP_MAX_BITRATE,
      g_param_spec_uint ("max-bitrate", "Maximum bitrate",
          "Highest media rate of this stream (bit/s, 0 = the element's)", 0,
          G_MAXUINT, DEFAULT_MAX_BITRATE, G_PARAM_READWRITE |
          G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING));
}
