/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxproperties.c: what an application sets and reads */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxproperties.h"
#include "plugins/packet/gststrictproperty.h"

void
gst_scream_tx_init_properties (GstScreamTx * self)
{
  self->controller = DEFAULT_CONTROLLER;
  self->min_bitrate = DEFAULT_MIN_BITRATE;
  self->initial_bitrate = DEFAULT_INITIAL_BITRATE;
  self->max_bitrate = DEFAULT_MAX_BITRATE;
  self->no_feedback_bitrate = DEFAULT_NO_FEEDBACK_BITRATE;
  self->encoder_name = g_strdup (DEFAULT_ENCODER_NAME);
  self->tune_encoder = DEFAULT_TUNE_ENCODER;
  self->shared_policy = DEFAULT_SHARED_POLICY;
  self->shared_percentile = DEFAULT_SHARED_PERCENTILE;
  self->goal = DEFAULT_GOAL;
  self->queue_delay_target = DEFAULT_QUEUE_DELAY_TARGET;
  self->queue_delay_target_max = DEFAULT_QUEUE_DELAY_TARGET_MAX;
  self->max_queue_delay = DEFAULT_MAX_QUEUE_DELAY * GST_MSECOND;
  self->ecn = DEFAULT_ECN;
  self->frame_skip = DEFAULT_FRAME_SKIP;
  self->verify_feedback = DEFAULT_VERIFY_FEEDBACK;
  self->packet_overhead = DEFAULT_PACKET_OVERHEAD;
  self->pacing = DEFAULT_PACING;
  self->pacing_burst = DEFAULT_PACING_BURST * GST_MSECOND;
  self->kernel_pacing = DEFAULT_KERNEL_PACING;
  self->capture_time_extension = DEFAULT_CAPTURE_TIME_EXTENSION;
  self->twcc_extension = DEFAULT_TWCC_EXTENSION;
  self->stats_interval = DEFAULT_STATS_INTERVAL;
}

static void
gst_scream_tx_set_property (GObject * object, guint prop_id,
    const GValue * value, GParamSpec * pspec)
{
  GstScreamTx *self = GST_SCREAM_TX (object);
  GstScreamTxController controller;

  if (!gst_strict_property_admit (object, value, pspec))
    return;
  GST_OBJECT_LOCK (self);
  controller = self->controller;
  switch (prop_id) {
    case PROP_CONTROLLER:
      self->controller = g_value_get_enum (value);
      break;
    case PROP_CONTROLLER_PARAMS:
      g_free (self->controller_params);
      self->controller_params = g_value_dup_string (value);
      break;
    case PROP_GOAL:
      self->goal = (RtpCcGoal) g_value_get_enum (value);
      break;
    case PROP_MIN_BITRATE:
      self->min_bitrate = g_value_get_uint (value);
      break;
    case PROP_INITIAL_BITRATE:
      self->initial_bitrate = g_value_get_uint (value);
      break;
    case PROP_MAX_BITRATE:
      self->max_bitrate = g_value_get_uint (value);
      break;
    case PROP_NO_FEEDBACK_BITRATE:
      self->no_feedback_bitrate = g_value_get_uint (value);
      break;
    case PROP_ENCODER_NAME:
      g_free (self->encoder_name);
      self->encoder_name = g_value_dup_string (value);
      break;
    case PROP_ENCODER:
      g_clear_pointer (&self->encoder, gst_object_unref);
      self->encoder = g_value_dup_object (value);
      break;
    case PROP_TUNE_ENCODER:
      self->tune_encoder = g_value_get_boolean (value);
      break;
    case PROP_SHARED_POLICY:
      self->shared_policy = (GstEncoderPolicy) g_value_get_enum (value);
      self->policy_is_set = TRUE;
      break;
    case PROP_SHARED_PERCENTILE:
      self->shared_percentile = g_value_get_uint (value);
      if (!self->policy_is_set)
        self->shared_policy = GST_ENCODER_POLICY_PERCENTILE;
      break;
    case PROP_QUEUE_DELAY_TARGET:
      self->queue_delay_target = gst_strict_property_get_time (value);
      self->target_is_set = TRUE;
      break;
    case PROP_QUEUE_DELAY_TARGET_MAX:
      self->queue_delay_target_max = gst_strict_property_get_time (value);
      break;
    case PROP_MAX_QUEUE_DELAY:
      self->max_queue_delay = gst_strict_property_get_time (value);
      self->limit_is_set = TRUE;
      break;
    case PROP_ECN:
      self->ecn = g_value_get_enum (value);
      break;
    case PROP_FRAME_SKIP:
      self->frame_skip = g_value_get_boolean (value);
      break;
    case PROP_PACKET_OVERHEAD:
      self->packet_overhead = g_value_get_uint (value);
      break;
    case PROP_PACING:
      self->pacing = g_value_get_boolean (value);
      break;
    case PROP_PACING_BURST:
      self->pacing_burst = gst_strict_property_get_time (value);
      break;
    case PROP_KERNEL_PACING:
      self->kernel_pacing = g_value_get_boolean (value);
      break;
    case PROP_CAPTURE_TIME_EXTENSION:
      self->capture_time_extension = g_value_get_uint (value);
      break;
    case PROP_TWCC_EXTENSION:
      self->twcc_extension = g_value_get_uint (value);
      break;
    case PROP_VERIFY_FEEDBACK:
      self->verify_feedback = g_value_get_boolean (value);
      break;
    case PROP_LOG_LOCATION:
      g_free (self->log_location);
      self->log_location = g_value_dup_string (value);
      break;
    case PROP_STATS_INTERVAL:
      self->stats_interval = gst_strict_property_get_time (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);

  if (prop_id == PROP_CONTROLLER)
    gst_scream_tx_change_controller (self, controller);
  if (prop_id == PROP_MIN_BITRATE || prop_id == PROP_MAX_BITRATE
      || prop_id == PROP_MAX_QUEUE_DELAY || prop_id == PROP_NO_FEEDBACK_BITRATE)
    gst_scream_tx_apply_settings (self);
}

static void
gst_scream_tx_get_property (GObject * object, guint prop_id, GValue * value,
    GParamSpec * pspec)
{
  GstScreamTx *self = GST_SCREAM_TX (object);

  if (prop_id == PROP_STATS) {
    GstStructure *stats = gst_scream_tx_create_stats (self);

    gst_structure_set (stats, "rtcp-withheld", G_TYPE_UINT64,
        gst_scream_tx_count_withheld (self), NULL);
    g_value_take_boxed (value, stats);
    return;
  }
  if (prop_id == PROP_ESTIMATED_BITRATE) {
    g_mutex_lock (&self->lock);
    g_value_set_uint (value, self->estimated_bitrate);
    g_mutex_unlock (&self->lock);
    return;
  }

  GST_OBJECT_LOCK (self);
  switch (prop_id) {
    case PROP_CONTROLLER:
      g_value_set_enum (value, self->controller);
      break;
    case PROP_CONTROLLER_PARAMS:
      g_value_set_string (value, self->controller_params);
      break;
    case PROP_GOAL:
      g_value_set_enum (value, (gint) self->goal);
      break;
    case PROP_MIN_BITRATE:
      g_value_set_uint (value, self->min_bitrate);
      break;
    case PROP_INITIAL_BITRATE:
      g_value_set_uint (value, self->initial_bitrate);
      break;
    case PROP_MAX_BITRATE:
      g_value_set_uint (value, self->max_bitrate);
      break;
    case PROP_NO_FEEDBACK_BITRATE:
      g_value_set_uint (value, self->no_feedback_bitrate);
      break;
    case PROP_ENCODER_NAME:
      g_value_set_string (value, self->encoder_name);
      break;
    case PROP_ENCODER:
      g_value_set_object (value, self->encoder);
      break;
    case PROP_TUNE_ENCODER:
      g_value_set_boolean (value, self->tune_encoder);
      break;
    case PROP_SHARED_POLICY:
      g_value_set_enum (value, (gint) self->shared_policy);
      break;
    case PROP_SHARED_PERCENTILE:
      g_value_set_uint (value, self->shared_percentile);
      break;
    case PROP_QUEUE_DELAY_TARGET:
      gst_strict_property_set_time (value, self->queue_delay_target);
      break;
    case PROP_QUEUE_DELAY_TARGET_MAX:
      gst_strict_property_set_time (value, self->queue_delay_target_max);
      break;
    case PROP_MAX_QUEUE_DELAY:
      gst_strict_property_set_time (value, gst_scream_tx_get_limit (self));
      break;
    case PROP_ECN:
      g_value_set_enum (value, self->ecn);
      break;
    case PROP_FRAME_SKIP:
      g_value_set_boolean (value, self->frame_skip);
      break;
    case PROP_PACKET_OVERHEAD:
      g_value_set_uint (value, self->packet_overhead);
      break;
    case PROP_PACING:
      g_value_set_boolean (value, self->pacing);
      break;
    case PROP_PACING_BURST:
      gst_strict_property_set_time (value, self->pacing_burst);
      break;
    case PROP_KERNEL_PACING:
      g_value_set_boolean (value, self->kernel_pacing);
      break;
    case PROP_CAPTURE_TIME_EXTENSION:
      g_value_set_uint (value, self->capture_time_extension);
      break;
    case PROP_TWCC_EXTENSION:
      g_value_set_uint (value, self->twcc_extension);
      break;
    case PROP_VERIFY_FEEDBACK:
      g_value_set_boolean (value, self->verify_feedback);
      break;
    case PROP_LOG_LOCATION:
      g_value_set_string (value, self->log_location);
      break;
    case PROP_STATS_INTERVAL:
      gst_strict_property_set_time (value, self->stats_interval);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
  GST_OBJECT_UNLOCK (self);
}

void
gst_scream_tx_install_properties (GObjectClass * klass)
{
  klass->set_property = gst_scream_tx_set_property;
  klass->get_property = gst_scream_tx_get_property;
  gst_scream_tx_install_specs (klass);
}
