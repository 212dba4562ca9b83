/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxrates.c: what encoders and application are told of the rates
 *
 * Notifications and messages leave without any lock, from the thread that
 * publishes: mostly the one that sends or takes feedback, else the one that
 * changed a property or the state.
 */
#include "plugins/scream/bins/gstscreamproxy.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* What is new about one stream. */
typedef struct
{
  GstScreamTxPad *pad;
  gboolean estimate, active, height, framerate;
  gboolean is_active, by_application;
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  gst_object_unref (news->pad);
  g_free (news);
}

/* A receiver reports, or says by REMB what it can take, and nothing is wrong with that. */
static gboolean
fits (const RtpCcSessionInfo * info)
{
  return info->feedback_state == RTP_CC_FEEDBACK_OK ||
      (info->feedback_state == RTP_CC_FEEDBACK_NONE_YET && info->remb > 0);
}

/* With the lock.  NULL: nothing is new. */
static News *
publish_stream (GstScreamTx * self, GstScreamTxPad * pad, gboolean reports,
    RtpCcTime now)
{
  RtpCcStreamInfo info;
  gboolean is_active, estimate, active, height, framerate;
  News *news;

  rtp_cc_session_stream_info (self->session, pad->stream, &info, now);
  is_active = !info.paused && !info.off;
  gst_encoder_control_set_target (pad->encoder, info.target_bitrate);
  gst_encoder_control_set_fits (pad->encoder, reports);
  /* A source that is not live would run away, see wait_for_turn(). */
  gst_encoder_control_set_paused (pad->encoder, !is_active && pad->live);
  estimate = gst_scream_tx_pad_set_estimate (pad,
      (guint) MIN (info.target_bitrate, G_MAXUINT));
  active = gst_scream_tx_pad_set_active (pad, is_active);
  gst_scream_tx_pad_suggest (pad, info.target_bitrate, &height, &framerate,
      now);
  if (!estimate && !active && !height && !framerate)
    return NULL;

  news = g_new0 (News, 1);
  news->pad = gst_object_ref (pad);
  news->estimate = estimate;
  news->active = active;
  news->height = height;
  news->framerate = framerate;
  news->is_active = is_active;
  news->by_application = info.paused;
  return news;
}

/* With the lock. */
static GPtrArray *
publish_streams (GstScreamTx * self, gboolean reports, RtpCcTime now)
{
  GPtrArray *all = NULL;
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    News *news = pad->stream < 0 ? NULL : publish_stream (self, pad, reports,
        now);

    if (news == NULL)
      continue;
    if (all == NULL)
      all = g_ptr_array_new_with_free_func (news_free);
    g_ptr_array_add (all, news);
  }
  return all;
}

static void
post_active (GstScreamTx * self, const News * news)
{
  const gchar *reason = news->is_active ? "none"
      : news->by_application ? "application" : "rate";
  GstStructure *s;

  GST_INFO_OBJECT (news->pad, "%s (%s)", news->is_active ? "active" : "paused",
      reason);
  s = gst_structure_new ("scream-stream",
      "pad", G_TYPE_STRING, GST_OBJECT_NAME (news->pad),
      "active", G_TYPE_BOOLEAN, news->is_active,
      "reason", G_TYPE_STRING, reason, NULL);
  gst_element_post_message (GST_ELEMENT_CAST (self),
      gst_message_new_element (GST_OBJECT_CAST (self), s));
}

static void
tell (GstScreamTx * self, GPtrArray * all)
{
  guint i;

  for (i = 0; i < all->len; i++) {
    const News *news = g_ptr_array_index (all, i);

    if (news->estimate)
      gst_scream_proxy_tell (G_OBJECT (news->pad), GST_SCREAM_PROXY_ESTIMATE);
    if (news->height)
      g_object_notify (G_OBJECT (news->pad), "suggested-height");
    if (news->framerate)
      g_object_notify (G_OBJECT (news->pad), "suggested-framerate");
    if (news->active) {
      g_object_notify (G_OBJECT (news->pad), "active");
      post_active (self, news);
    }
  }
  g_ptr_array_unref (all);
}

void
gst_scream_tx_tell_estimate (GstScreamTx * self)
{
  gst_scream_proxy_tell (G_OBJECT (self), GST_SCREAM_PROXY_ESTIMATE);
}

/* With the lock: the estimate is worth a notification. */
static gboolean
publish_estimate (GstScreamTx * self, guint64 estimate, RtpCcTime now)
{
  GstScreamTxClass *klass = GST_SCREAM_TX_GET_CLASS (self);

  if (klass->reckon != NULL)
    estimate = klass->reckon (self, estimate, now);
  if (!gst_scream_tx_worth_telling (self->estimated_bitrate, estimate))
    return FALSE;
  self->estimated_bitrate = (guint) MIN (estimate, G_MAXUINT);
  return TRUE;
}

/* With the lock.  The application may have been asked meanwhile. */
static void
keep_split (GstScreamTx * self, RtpCcSessionInfo * info, RtpCcTime * now)
{
  if (!gst_scream_tx_keep_split (self, info->estimated_bitrate, *now)
      || self->session == NULL)
    return;
  *now = gst_scream_tx_now (self);
  rtp_cc_session_info (self->session, info, *now);
}

void
gst_scream_tx_after_session (GstScreamTx * self, RtpCcSessionInfo * info,
    RtpCcTime now)
{
  GstScreamTxFeedbackNews feedback;
  GPtrArray *streams = NULL;
  gboolean estimate;

  keep_split (self, info, &now);
  if (self->session == NULL) {
    g_mutex_unlock (&self->lock);
    return;
  }
  gst_scream_tx_note_feedback (self, info, &feedback, now);
  streams = publish_streams (self, fits (info), now);
  estimate = publish_estimate (self, info->estimated_bitrate, now);
  g_mutex_unlock (&self->lock);

  gst_scream_tx_tell_feedback (self, info, &feedback);
  if (estimate)
    GST_SCREAM_TX_GET_CLASS (self)->estimated (self);
  if (streams != NULL)
    tell (self, streams);
}

gboolean
gst_scream_tx_keep_house (GstScreamTx * self, RtpCcTime now)
{
  self->house_kept = now;
  self->house_dirty = FALSE;
  rtp_cc_session_set_min_interval (self->session,
      (gint64) gst_scream_loop_get_min_interval (self->loop));
  gst_scream_tx_request_key_frames (self, now);
  return self->session != NULL;
}

void
gst_scream_tx_publish (GstScreamTx * self)
{
  RtpCcSessionInfo info;
  RtpCcTime now;

  g_mutex_lock (&self->lock);
  if (self->session == NULL) {
    g_mutex_unlock (&self->lock);
    return;
  }
  now = gst_scream_tx_now (self);
  rtp_cc_session_info (self->session, &info, now);
  gst_scream_tx_after_session (self, &info, now);
}
