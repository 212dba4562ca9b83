/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxencoder.c: screamtx and those who control its encoders */
#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstnews.h"
#include "plugins/scream/bins/gstscreamgoal.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

static GstEncoderControlSkip
skip_frame (guint64 * waits, gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  GstScreamTx *self;
  gboolean skip = FALSE, allowed;

  if (parent == NULL)
    return GST_ENCODER_CONTROL_KEEP;
  self = GST_SCREAM_TX (parent);
  GST_OBJECT_LOCK (self);
  allowed = self->frame_skip;
  GST_OBJECT_UNLOCK (self);
  g_mutex_lock (&self->lock);
  /* A source that is not live would run away while the stream is paused. */
  allowed = allowed && self->session != NULL && pad->stream >= 0
      && (pad->live || pad->active);
  if (allowed) {
    *waits = (guint64) rtp_cc_session_queue_time (self->session, pad->stream);
    skip = rtp_cc_session_skip_frame (self->session, pad->stream,
        gst_scream_tx_now (self));
  }
  g_mutex_unlock (&self->lock);
  gst_object_unref (parent);
  return skip ? GST_ENCODER_CONTROL_SKIP :
      allowed ? GST_ENCODER_CONTROL_MAY_SKIP : GST_ENCODER_CONTROL_KEEP;
}

static const gchar *
event_name (GstEncoderControlEvent event)
{
  switch (event) {
    case GST_ENCODER_CONTROL_FOUND:
      return "found";
    case GST_ENCODER_CONTROL_NOT_FOUND:
      return "not-found";
    case GST_ENCODER_CONTROL_NOT_FOLLOWING:
      return "not-following";
    case GST_ENCODER_CONTROL_CANNOT_CHANGE:
      return "cannot-change";
    case GST_ENCODER_CONTROL_COSTLY:
      return "costly";
  }
  return "unknown";
}

void
gst_scream_tx_post_encoder (GstScreamTx * self, GstEncoderControlEvent event,
    GstElement * encoder, const gchar * text)
{
  GstStructure *s = gst_structure_new ("scream-encoder",
      "encoder", GST_TYPE_ELEMENT, encoder,
      "event", G_TYPE_STRING, event_name (event),
      "text", G_TYPE_STRING, text, NULL);

  if (event == GST_ENCODER_CONTROL_COSTLY)
    gst_news_post (GST_ELEMENT_CAST (self), s, text);
  else
    gst_element_post_message (GST_ELEMENT_CAST (self),
        gst_message_new_element (GST_OBJECT_CAST (self), s));
}

/* With the lock.  An encoder may be linked later: the first packet decides. */
static gboolean
is_early (GstScreamTxPad * pad, GstEncoderControlEvent event,
    const gchar * text)
{
  if (event != GST_ENCODER_CONTROL_NOT_FOUND || pad->started)
    return FALSE;
  g_free (pad->encoder_missing);
  pad->encoder_missing = g_strdup (text);
  return TRUE;
}

static void
on_encoder_event (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstObject *parent = gst_object_get_parent (GST_OBJECT_CAST (pad));
  GstScreamTx *self;
  gboolean early;

  if (parent == NULL)
    return;
  self = GST_SCREAM_TX (parent);
  GST_INFO_OBJECT (pad, "%s: %s", event_name (event), text);
  g_mutex_lock (&self->lock);
  early = is_early (pad, event, text);
  pad->origin.breaks += event == GST_ENCODER_CONTROL_FOUND
      || event == GST_ENCODER_CONTROL_CANNOT_CHANGE;
  g_mutex_unlock (&self->lock);
  if (event == GST_ENCODER_CONTROL_NOT_FOLLOWING
      || event == GST_ENCODER_CONTROL_CANNOT_CHANGE)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", text),
        ("See the list of encoders." GST_HELP ("encoder")));
  if (!early)
    gst_scream_tx_post_encoder (self, event, encoder, text);
  gst_object_unref (parent);
}

gboolean
gst_scream_tx_look_for_encoder (GstScreamTxPad * pad)
{
  pad->has_encoder = gst_encoder_control_find (pad->encoder,
      GST_PAD_CAST (pad));
  return pad->has_encoder;
}

/* The encoder that is named is not that of audio or data, which nobody controls. */
void
gst_scream_tx_configure_encoder (GstScreamTx * self, GstScreamTxPad * pad)
{
  gboolean is_other = pad->is_audio || pad->is_data;
  GstEncoderSettings settings = { 0, };

  GST_OBJECT_LOCK (self);
  if (!is_other || g_strcmp0 (self->encoder_name, "none") == 0)
    settings.name = self->encoder_name;
  if (!is_other)
    settings.encoder = self->encoder;
  settings.no_tune = !self->tune_encoder;
  settings.latency = gst_scream_goal_is_impatient (self->goal);
  settings.policy = self->shared_policy;
  settings.percentile = self->shared_percentile;
  gst_encoder_control_configure (pad->encoder, &settings);
  GST_OBJECT_UNLOCK (self);
}

void
gst_scream_tx_setup_encoder (GstScreamTx * self, GstScreamTxPad * pad)
{
  static const GstEncoderOwner owner = { on_encoder_event, skip_frame,
    gst_scream_tx_on_encoder_change, gst_scream_tx_on_encoder_request
  };

  pad->encoder = gst_encoder_control_new (pad);
  gst_encoder_control_set_owner (pad->encoder, &owner, pad);
  gst_scream_tx_configure_encoder (self, pad);
}
