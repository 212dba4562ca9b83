/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxsettings.c: from properties of the element and of its pads to the
 * session's settings
 */
#include <gst/rtpcc/control/rtpcc-params.h>

#include "gstscreamtxprivate.h"
#include "plugins/packet/gstcontrollers.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Without locks. NULL: there is none of this name. */
static const RtpCcOps *
find_controller (GstScreamTx * self)
{
  const RtpCcOps *ops;
  gchar *name;

  g_object_get (self, "controller", &name, NULL);
  ops = gst_controllers_find (name);
  g_free (name);
  return ops;
}

static gboolean
refuse_missing (GstScreamTx * self)
{
  gchar *name, *text;

  g_object_get (self, "controller", &name, NULL);
  text = gst_controllers_describe_missing (name);
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS, ("%s", text),
      ("Choose one of them, or install its plugin." GST_HELP ("controller")));
  g_free (text);
  g_free (name);
  return FALSE;
}

static gboolean
refuse_bitrates (GstScreamTx * self, const RtpCcSessionConfig * config)
{
  gchar *doubt = gst_property_check_get_doubt (G_OBJECT (self), "max-bitrate");

  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
      ("min-bitrate (%" G_GUINT64_FORMAT " bit/s) is above max-bitrate (%"
          G_GUINT64_FORMAT " bit/s).", config->min_bitrate,
          config->max_bitrate), ("%s.", doubt != NULL ? doubt :
          "Set min-bitrate to max-bitrate or less"));
  g_free (doubt);
  return FALSE;
}

static gboolean
refuse_params (GstScreamTx * self, const gchar * error)
{
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS, ("controller-params: %s.", error),
      ("The page of the controller lists its parameters with their ranges."));
  return FALSE;
}

/* With the object lock: into @params, which stays as long as @config. */
static gboolean
read_params (GstScreamTx * self, RtpCcSessionConfig * config, gdouble * params,
    gchar * error)
{
  const gchar *text = self->controller_params;
  gboolean latency = self->goal == RTP_CC_GOAL_LATENCY;

  if (text == NULL && !latency)
    return TRUE;
  if (text == NULL)
    text = "";
  if (!(latency ? rtp_cc_params_read_for_latency : rtp_cc_params_read)
      (config->ops, text, params, error))
    return FALSE;
  if (config->ops->params != NULL)
    config->params = params;
  return TRUE;
}

/* With the object lock: the controller and what it is to aim at. */
static void
read_aim (GstScreamTx * self, const RtpCcOps * ops, RtpCcSessionConfig * config)
{
  config->ops = ops;
  rtp_cc_session_config_set_goal (config, self->goal);
  if (self->target_is_set)
    config->queue_delay_target = (gint64) self->queue_delay_target;
  config->queue_delay_target_max = (gint64) self->queue_delay_target_max;
  config->max_queue_delay = (gint64) gst_scream_tx_get_limit (self);
}

gboolean
gst_scream_tx_get_session_config (GstScreamTx * self,
    RtpCcSessionConfig * config, gdouble * params)
{
  const RtpCcOps *ops = find_controller (self);
  gchar error[RTP_CC_PARAMS_ERROR_SIZE];
  gboolean bitrates_fit, params_fit;

  if (ops == NULL)
    return refuse_missing (self);
  rtp_cc_session_config_init (config);
  GST_OBJECT_LOCK (self);
  read_aim (self, ops, config);
  config->min_bitrate = self->min_bitrate;
  config->max_bitrate = self->max_bitrate;
  config->initial_bitrate = CLAMP (self->initial_bitrate, self->min_bitrate,
      MAX (self->min_bitrate, self->max_bitrate));
  config->packet_overhead = self->packet_overhead;
  config->burst = (gint64) self->pacing_burst;
  config->unpaced = !self->pacing;
  config->ecn = (RtpCcEcn) self->ecn;
  bitrates_fit = self->min_bitrate <= self->max_bitrate;
  params_fit = read_params (self, config, params, error);
  GST_OBJECT_UNLOCK (self);

  if (!bitrates_fit)
    return refuse_bitrates (self, config);
  return params_fit || refuse_params (self, error);
}

void
gst_scream_tx_warn_no_ecn (GstScreamTx * self, const RtpCcOps * ops,
    const RtpCcSessionInfo * info)
{
  gboolean wanted;

  GST_OBJECT_LOCK (self);
  wanted = self->ecn != GST_SCREAM_TX_ECN_NOT_ECT;
  GST_OBJECT_UNLOCK (self);
  if (wanted && info->ecn.state == RTP_CC_ECN_PATH_OFF)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("The controller %s does not use ECN: ecn has no effect.", ops->name),
        ("Set controller=scream, or ecn=not-ect." GST_HELP ("ecn")));
}

/* The one that runs goes on, @before. @ops: NULL if there is no such controller. */
static void
refuse_controller (GstScreamTx * self, const RtpCcOps * ops, gchar * before,
    const gchar * error)
{
  gchar *refused, *missing;

  GST_OBJECT_LOCK (self);
  refused = self->controller;
  self->controller = before;
  GST_OBJECT_UNLOCK (self);
  if (ops != NULL) {
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("controller=%s does not take controller-params: %s.", refused, error),
        ("Choose another controller, or stop, and change controller-params."
            GST_HELP ("controller-params")));
  } else {
    missing = gst_controllers_describe_missing (refused);
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", missing),
        ("Choose one of them, or install its plugin." GST_HELP ("controller")));
    g_free (missing);
  }
  g_free (refused);
}

void
gst_scream_tx_change_controller (GstScreamTx * self, gchar * before)
{
  const RtpCcOps *ops = find_controller (self);
  gdouble params[RTP_CC_PARAMS_MAX];
  gchar error[RTP_CC_PARAMS_ERROR_SIZE];
  RtpCcSessionConfig config;
  RtpCcSessionInfo info;
  gboolean fits = FALSE, changed;

  rtp_cc_session_config_init (&config);
  GST_OBJECT_LOCK (self);
  changed = !g_str_equal (self->controller, before);
  if (ops != NULL) {
    read_aim (self, ops, &config);
    fits = read_params (self, &config, params, error);
  }
  GST_OBJECT_UNLOCK (self);

  g_mutex_lock (&self->lock);
  changed = changed && self->session != NULL;
  if (changed && fits) {
    RtpCcTime now = gst_scream_tx_now (self);

    rtp_cc_session_set_policy (self->session, &config, now);
    rtp_cc_session_info (self->session, &info, now);
    gst_scream_tx_wake (self);
  }
  g_mutex_unlock (&self->lock);
  if (changed && !fits)
    refuse_controller (self, ops, before, error);
  else
    g_free (before);
  if (!changed || !fits)
    return;
  GST_INFO_OBJECT (self, "controller %s takes over", ops->name);
  gst_scream_tx_warn_no_ecn (self, ops, &info);
  gst_scream_tx_publish (self);
}

void
gst_scream_tx_apply_settings (GstScreamTx * self)
{
  RtpCcSessionConfig config;
  guint64 no_feedback;
  guint i;

  /* Of two threads, the one that reads last applies last. */
  g_mutex_lock (&self->lock);
  GST_OBJECT_LOCK (self);
  rtp_cc_session_config_init (&config);
  config.min_bitrate = self->min_bitrate;
  config.max_bitrate = self->max_bitrate;
  config.max_queue_delay = (gint64) gst_scream_tx_get_limit (self);
  config.burst = (gint64) self->pacing_burst;
  no_feedback = self->no_feedback_bitrate;
  GST_OBJECT_UNLOCK (self);
  if (config.min_bitrate > config.max_bitrate) {
    g_mutex_unlock (&self->lock);
    GST_WARNING_OBJECT (self, "min-bitrate (%" G_GUINT64_FORMAT " bit/s) is "
        "above max-bitrate (%" G_GUINT64_FORMAT " bit/s): the limits stay as "
        "they were", config.min_bitrate, config.max_bitrate);
    return;
  }

  if (self->session != NULL) {
    RtpCcTime now = gst_scream_tx_now (self);

    rtp_cc_session_configure (self->session, &config, now);
    rtp_cc_session_set_no_feedback_bitrate (self->session, no_feedback, now);
    for (i = 0; i < self->pads->len; i++) {
      GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
      RtpCcStreamConfig stream;

      gst_scream_tx_pad_get_config (pad, &stream);
      if (pad->stream >= 0)
        rtp_cc_session_configure_stream (self->session, pad->stream, &stream,
            now);
    }
    gst_scream_tx_wake (self);
  }
  g_mutex_unlock (&self->lock);
  gst_scream_tx_publish (self);
}
