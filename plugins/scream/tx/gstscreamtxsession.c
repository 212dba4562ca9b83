/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxsession.c: the session of screamtx begins, pauses and ends */
#include "plugins/scream/loop/gstscreamloops.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

static void
join_loop (GstScreamTx * self)
{
  self->loop = gst_scream_loops_obtain (GST_ELEMENT_CAST (self), self->clock);
  gst_scream_loop_add_client (self->loop);
}

static void
leave_loop (GstScreamTx * self)
{
  gst_scream_loop_remove_client (self->loop);
  gst_clear_object (&self->loop);
}

gboolean
gst_scream_tx_start_session (GstScreamTx * self)
{
  RtpCcSessionConfig config;
  gdouble params[RTP_CC_PARAMS_MAX];
  RtpCcSessionInfo info;
  guint i, no_feedback;

  if (!gst_scream_tx_get_session_config (self, &config, params)
      || !gst_scream_tx_open_log (self))
    return FALSE;
  join_loop (self);
  g_object_get (self, "no-feedback-bitrate", &no_feedback, NULL);

  g_mutex_lock (&self->lock);
  self->session = rtp_cc_session_new (&config, gst_scream_tx_now (self));
  rtp_cc_session_set_no_feedback_bitrate (self->session, no_feedback,
      gst_scream_tx_now (self));
  if (self->log != NULL)
    rtp_cc_session_set_trace (self->session, gst_scream_tx_write_trace, self);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    RtpCcStreamConfig stream;

    gst_scream_tx_pad_get_config (pad, &stream);
    pad->stream = rtp_cc_session_add_stream (self->session, &stream,
        gst_scream_tx_now (self));
    pad->result = GST_FLOW_OK;
    pad->n_ssrcs = 0;
    memset (&pad->frame_report, 0, sizeof (pad->frame_report));
    pad->started = pad->prerolling = pad->eos = FALSE;
    pad->eos_taken = pad->eos_sent = FALSE;
    pad->in_use = pad->begins = pad->is_controlled = FALSE;
    pad->last_running = pad->begun = 0;
    gst_scream_tx_pad_set_delay (pad, 0);
    pad->capture_times = pad->key_requests = pad->key_frames_asked = 0;
    g_clear_pointer (&pad->encoder_missing, g_free);
  }
  self->dispatcher = NULL;
  self->waiting = FALSE;
  self->n_in_use = 0;
  self->fir_read = RTP_CC_TIME_NEVER;
  self->counting = FALSE;
  self->house_kept = self->last_send = self->lateness = 0;
  self->house_dirty = TRUE;
  self->rtcp_started = FALSE;
  self->had_route = self->feedback_missing = self->feedback_warned = FALSE;
  self->feedback_stalled = self->violation_warned = FALSE;
  self->several_receivers = FALSE;
  self->receiver_known = FALSE;
  self->remb_warned = FALSE;
  self->estimated_bitrate = self->split_total = 0;
  self->ecn_changes = self->feedback_packets = 0;
  self->paused_since = self->receiver_heard = gst_scream_tx_now (self);
  rtp_cc_session_info (self->session, &info, self->paused_since);
  g_mutex_unlock (&self->lock);

  gst_scream_tx_warn_no_ecn (self, config.ops, &info);
  return TRUE;
}

/* Encoders that have not started yet get their settings and first rate. */
void
gst_scream_tx_find_encoders (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  gst_scream_tx_publish (self);
  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_scream_tx_configure_encoder (self, pad);
    gst_encoder_control_find (pad->encoder, GST_PAD_CAST (pad));
  }
  g_ptr_array_unref (pads);
}

void
gst_scream_tx_start_pads (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_start_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

void
gst_scream_tx_halt (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++)
    gst_scream_tx_halt_pad (self, g_ptr_array_index (pads, i));
  g_ptr_array_unref (pads);
}

static void
free_session (GstScreamTx * self)
{
  GstLogFile *log;
  guint i;

  g_mutex_lock (&self->lock);
  rtp_cc_session_free (self->session, gst_scream_tx_drop, NULL);
  self->session = NULL;
  self->from_unknown_peers = self->not_rtcp = self->requests_refused = 0;
  self->hints_refused = 0;
  log = g_steal_pointer (&self->log);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    pad->stream = -1;
  }
  g_mutex_unlock (&self->lock);
  if (log != NULL)
    gst_log_file_close (log, GST_ELEMENT_CAST (self));
}

void
gst_scream_tx_stop_session (GstScreamTx * self)
{
  GPtrArray *pads = gst_scream_tx_list_pads (self);
  guint i;

  for (i = 0; i < pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (pads, i);

    gst_scream_tx_join_pad (self, pad);
    gst_encoder_control_clear (pad->encoder);
  }
  g_ptr_array_unref (pads);
  gst_scream_tx_drop_route (self);
  free_session (self);
  leave_loop (self);
}

void
gst_scream_tx_set_playing (GstScreamTx * self, gboolean playing)
{
  RtpCcTime now;
  guint i;

  g_mutex_lock (&self->lock);
  now = gst_scream_tx_now (self);
  self->playing = playing;
  for (i = 0; !playing && i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    pad->prerolling = FALSE;
    if (pad->sync_id != NULL)
      gst_clock_id_unschedule (pad->sync_id);
  }
  if (playing && self->session != NULL)
    rtp_cc_session_resume (self->session, now - self->paused_since, now);
  self->paused_since = now;
  if (!playing && self->log != NULL)
    gst_log_file_flush (self->log);
  gst_scream_tx_signal (self);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);
}
