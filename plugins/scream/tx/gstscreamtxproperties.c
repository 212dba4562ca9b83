/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxproperties.c: what an application sets and reads */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxproperties.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

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
  gst_member_property_set (self, pspec, value);
  self->policy_is_set |= prop_id == PROP_SHARED_POLICY;
  self->target_is_set |= prop_id == PROP_QUEUE_DELAY_TARGET;
  self->limit_is_set |= prop_id == PROP_MAX_QUEUE_DELAY;
  if (prop_id == PROP_SHARED_PERCENTILE && !self->policy_is_set)
    self->shared_policy = GST_ENCODER_POLICY_PERCENTILE;
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
  if (prop_id == PROP_MAX_QUEUE_DELAY)
    gst_strict_property_set_time (value, gst_scream_tx_get_limit (self));
  else
    gst_member_property_get (self, pspec, value);
  GST_OBJECT_UNLOCK (self);
}

void
gst_scream_tx_install_properties (GObjectClass * klass)
{
  klass->set_property = gst_scream_tx_set_property;
  klass->get_property = gst_scream_tx_get_property;
  gst_scream_tx_install_specs (klass);
}
