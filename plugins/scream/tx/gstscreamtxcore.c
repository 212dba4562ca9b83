/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxcore.c: what all files of screamtx use: its clock and its pads */
#include "gstscreamtxcore.h"

GST_DEBUG_CATEGORY (gst_scream_tx_debug);
GST_DEBUG_CATEGORY (gst_scream_pace_debug);

/* What the application hears of, as part of a rate */
#define NOTIFY_STEP 0.01

RtpCcTime
gst_scream_tx_now (GstScreamTx * self)
{
  self->now = (RtpCcTime) gst_clock_get_time (self->clock);
  return self->now;
}

RtpCcTime
gst_scream_tx_at (GstScreamTx * self, GstClockTime time)
{
  self->now = MAX (self->now, (RtpCcTime) time);
  return self->now;
}

GPtrArray *
gst_scream_tx_list_pads (GstScreamTx * self)
{
  GPtrArray *pads = g_ptr_array_new_with_free_func (gst_object_unref);
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->pads->len; i++)
    g_ptr_array_add (pads, gst_object_ref (g_ptr_array_index (self->pads, i)));
  g_mutex_unlock (&self->lock);
  return pads;
}

GstScreamTxPad *
gst_scream_tx_next_stream (GstScreamTx * self, guint * next,
    RtpCcStreamInfo * info, RtpCcTime now)
{
  while (*next < self->pads->len) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, (*next)++);

    if (pad->stream >= 0) {
      rtp_cc_session_stream_info (self->session, pad->stream, info, now);
      return pad;
    }
  }
  return NULL;
}

GstScreamTxPad *
gst_scream_tx_pad_of (GstScreamTx * self, GstPad * srcpad)
{
  GstScreamTxPad *found = NULL;
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->pads->len && found == NULL; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (pad->srcpad == srcpad)
      found = gst_object_ref (pad);
  }
  g_mutex_unlock (&self->lock);
  return found;
}

void
gst_scream_tx_drop (const RtpCcQueueItem * item, gpointer user_data)
{
  gst_mini_object_unref (GST_MINI_OBJECT_CAST (item->user));
}

gboolean
gst_scream_tx_is_fixed (GstScreamTx * self)
{
  gboolean is_fixed;

  GST_OBJECT_LOCK (self);
  is_fixed = g_str_equal (self->controller, "fixed");
  GST_OBJECT_UNLOCK (self);
  return is_fixed;
}

guint64
gst_scream_tx_get_limit (GstScreamTx * self)
{
  RtpCcSessionConfig config;

  if (self->limit_is_set)
    return self->max_queue_delay;
  rtp_cc_session_config_init (&config);
  rtp_cc_session_config_set_goal (&config, self->goal);
  return (guint64) config.max_queue_delay;
}

gboolean
gst_scream_tx_worth_telling (guint64 before, guint64 now)
{
  return (before == 0 || now == 0) ? before != now
      : now > before * (1 + NOTIFY_STEP) || now < before * (1 - NOTIFY_STEP);
}

/* ---- RTPSessions that media or RTCP goes through ---- */

GPtrArray *
gst_scream_tx_find_sessions (GstScreamTx * self)
{
  GPtrArray *elements = g_ptr_array_new_with_free_func (gst_object_unref);
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_rtp_session_find (pad->srcpad, GST_RTP_SESSION_SEND, elements);
    gst_rtp_session_find (GST_PAD_CAST (pad), GST_RTP_SESSION_SEND, elements);
  }
  g_ptr_array_unref (pads);
  return elements;
}

/* Those that only RTCP goes to, too. */
static GPtrArray *
find_sessions_of_rtcp (GstScreamTx * self)
{
  GPtrArray *elements = gst_scream_tx_find_sessions (self);
  GstPad *rtcp_src;

  g_mutex_lock (&self->lock);
  rtcp_src = self->rtcp_srcpad != NULL ? gst_object_ref (self->rtcp_srcpad)
      : NULL;
  g_mutex_unlock (&self->lock);
  if (rtcp_src != NULL)
    gst_rtp_session_find (rtcp_src, GST_RTP_SESSION_RTCP, elements);
  gst_clear_object (&rtcp_src);
  return elements;
}

void
gst_scream_tx_guard_sessions (GstScreamTx * self)
{
  GPtrArray *elements = find_sessions_of_rtcp (self);
  guint i;

  for (i = 0; i < elements->len; i++)
    gst_rtp_session_guard (g_ptr_array_index (elements, i));
  g_ptr_array_unref (elements);
}

guint64
gst_scream_tx_count_withheld (GstScreamTx * self)
{
  GPtrArray *elements = find_sessions_of_rtcp (self);
  guint64 count = gst_rtp_session_count_withheld (elements);

  g_ptr_array_unref (elements);
  return count;
}
