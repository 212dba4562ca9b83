/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxstats.c: the stats property of screamtx */
#include "gstscreamtxprivate.h"

static const gchar *
route_name (GstScreamTxRoute route)
{
  switch (route) {
    case ROUTE_SOCKET:
      return "socket";
    case ROUTE_RTP_SESSION:
      return "rtp-session";
    case ROUTE_PAD:
      return "pad";
    case ROUTE_NONE:
      return "none";
    case ROUTE_UNKNOWN:
      break;
  }
  return "unknown";
}

static const gchar *
feedback_name (RtpCcFeedbackState state)
{
  switch (state) {
    case RTP_CC_FEEDBACK_OK:
      return "ok";
    case RTP_CC_FEEDBACK_MISSING:
      return "missing";
    case RTP_CC_FEEDBACK_STALLED:
      return "stalled";
    case RTP_CC_FEEDBACK_NONE_YET:
      break;
  }
  return "none-yet";
}

static guint64
positive (gint64 ns)
{
  return ns > 0 ? (guint64) ns : 0;
}

static void
add_refusals (GstStructure * s, const RtpCcSessionInfo * info)
{
  guint64 total = 0;
  gint i;

  for (i = RTP_CC_RTCP_TOO_SHORT; i < RTP_CC_RTCP_N_RESULTS; i++) {
    gchar *name = g_strdup_printf ("rtcp-refused-%s",
        rtp_cc_rtcp_result_name ((RtpCcRtcpResult) i));

    gst_structure_set (s, name, G_TYPE_UINT64, (guint64) info->rtcp_refused[i],
        NULL);
    total += info->rtcp_refused[i];
    g_free (name);
  }
  gst_structure_set (s, "rtcp-refused", G_TYPE_UINT64, total, NULL);
}

static void
add_feedback_kinds (GstStructure * s, const RtpCcSessionInfo * info)
{
  const RtpCcFeedbackKinds *kinds = &info->feedback_kinds;

  gst_structure_set (s,
      "feedback-ccfb", G_TYPE_UINT64, (guint64) kinds->ccfb,
      "feedback-twcc", G_TYPE_UINT64, (guint64) kinds->twcc,
      "feedback-remb", G_TYPE_UINT64, (guint64) kinds->remb,
      "feedback-twcc-ignored", G_TYPE_UINT64, (guint64) kinds->twcc_ignored,
      "feedback-twcc-lost", G_TYPE_UINT64, (guint64) kinds->twcc_lost,
      "packets-forgotten", G_TYPE_UINT64, (guint64) info->ledger.forgotten,
      "remb", G_TYPE_UINT64, (guint64) info->remb, NULL);
}

static void
add_hint (GstStructure * s, const RtpCcSessionInfo * info)
{
  gst_structure_set (s,
      "capacity-hint", G_TYPE_UINT64, (guint64) info->hint,
      "capacity-hint-left", G_TYPE_UINT64, positive (info->hint_left),
      "capacity-hints", G_TYPE_UINT64, (guint64) info->hints, NULL);
}

static void
add_ecn (GstStructure * s, const RtpCcEcnPathInfo * ecn)
{
  gst_structure_set (s,
      "ecn-state", G_TYPE_STRING, rtp_cc_ecn_path_state_name (ecn->state),
      "ecn-failure", G_TYPE_STRING, rtp_cc_ecn_failure_name (ecn->failure),
      "ecn-changes", G_TYPE_UINT64, (guint64) ecn->changes,
      "sent-not-ect", G_TYPE_UINT64, (guint64) ecn->sent[RTP_CC_ECN_NOT_ECT],
      "sent-ect0", G_TYPE_UINT64, (guint64) ecn->sent[RTP_CC_ECN_ECT_0],
      "sent-ect1", G_TYPE_UINT64, (guint64) ecn->sent[RTP_CC_ECN_ECT_1],
      "ecn-bleached", G_TYPE_UINT64, (guint64) ecn->bleached,
      "ecn-rewritten", G_TYPE_UINT64, (guint64) ecn->rewritten,
      "ce-on-not-ect", G_TYPE_UINT64, (guint64) ecn->ce_on_not_ect, NULL);
}

static GstStructure *
stream_structure (const GstScreamTxPad * pad, const RtpCcStreamInfo * info)
{
  return gst_structure_new ("application/x-screamtx-stream-stats",
      "pad", G_TYPE_STRING, GST_OBJECT_NAME (pad),
      "active", G_TYPE_BOOLEAN, info->active,
      "paused", G_TYPE_BOOLEAN, info->paused,
      "auto-paused", G_TYPE_BOOLEAN, info->off,
      "target-bitrate", G_TYPE_UINT64, info->target_bitrate,
      "target-rate", G_TYPE_UINT64, info->target_rate,
      "media-bitrate", G_TYPE_UINT64, (guint64) info->media_rate,
      "send-rate", G_TYPE_UINT64, (guint64) info->send_rate,
      "repair-rate", G_TYPE_UINT64, (guint64) info->repair_rate,
      "queued-bytes", G_TYPE_UINT64, info->queued_bytes,
      "queued-packets", G_TYPE_UINT, info->queued_packets,
      "queue-delay", G_TYPE_UINT64, positive (info->queue_delay),
      "packets-sent", G_TYPE_UINT64, info->packets_sent,
      "bytes-sent", G_TYPE_UINT64, info->bytes_sent,
      "packets-discarded", G_TYPE_UINT64, info->packets_discarded,
      "frames-discarded", G_TYPE_UINT64, info->frames_discarded,
      "frames-skipped", G_TYPE_UINT64, info->frames_skipped,
      "packets-paused", G_TYPE_UINT64, info->packets_paused,
      "key-frame-requests", G_TYPE_UINT64, pad->key_requests,
      "key-frames-asked", G_TYPE_UINT64, pad->key_frames_asked,
      "capture-times", G_TYPE_UINT64, pad->capture_times,
      "not-rtp", G_TYPE_UINT64, pad->not_rtp, NULL);
}

/* What a receiver says; all are 0 until one does. */
static void
add_frame_report (GstStructure * s, const RtpCcFrameReport * report)
{
  gst_structure_set (s,
      "remote-frames-shown", G_TYPE_UINT64, (guint64) report->shown,
      "remote-frames-undecodable", G_TYPE_UINT64,
      (guint64) report->undecodable,
      "remote-freezes", G_TYPE_UINT64, (guint64) report->freezes,
      "remote-freeze-time", G_TYPE_UINT64,
      report->freeze_time * (guint64) GST_MSECOND,
      "remote-frame-rate", G_TYPE_DOUBLE, report->rate / 1000.0, NULL);
}

static GstStructure *
stream_stats (GstScreamTxPad * pad, const RtpCcStreamInfo * info)
{
  GstStructure *stream, *encoder;

  stream = stream_structure (pad, info);
  add_frame_report (stream, &pad->frame_report);
  encoder = gst_encoder_control_get_stats (pad->encoder);
  if (encoder != NULL) {
    gst_structure_set (stream, "encoder", GST_TYPE_STRUCTURE, encoder, NULL);
    gst_structure_free (encoder);
  }
  return stream;
}

/* All streams; sums what is asked for most. */
static void
add_streams (GstScreamTx * self, GstStructure * s, RtpCcTime now)
{
  GValue array = G_VALUE_INIT, value = G_VALUE_INIT;
  guint64 frames_discarded = 0, frames_skipped = 0, queue_delay = 0;
  guint64 queued_bytes = 0, packets_discarded = 0;
  RtpCcFrameReport report = { 0 };
  GstScreamTxPad *pad;
  RtpCcStreamInfo info;
  guint next = 0;

  g_value_init (&array, GST_TYPE_ARRAY);
  g_value_init (&value, GST_TYPE_STRUCTURE);
  while ((pad = gst_scream_tx_next_stream (self, &next, &info, now)) != NULL) {
    g_value_take_boxed (&value, stream_stats (pad, &info));
    gst_value_array_append_value (&array, &value);
    g_value_reset (&value);

    if (report.shown == 0)
      report = pad->frame_report;
    frames_discarded += info.frames_discarded;
    frames_skipped += info.frames_skipped;
    packets_discarded += info.packets_discarded;
    queued_bytes += info.queued_bytes;
    queue_delay = MAX (queue_delay, positive (info.queue_delay));
  }
  gst_structure_set (s,
      "queued-bytes", G_TYPE_UINT64, queued_bytes,
      "sender-queue-delay", G_TYPE_UINT64, queue_delay,
      "packets-discarded", G_TYPE_UINT64, packets_discarded,
      "frames-discarded", G_TYPE_UINT64, frames_discarded,
      "frames-skipped", G_TYPE_UINT64, frames_skipped, NULL);
  add_frame_report (s, &report);
  gst_structure_set_value (s, "streams", &array);
  g_value_unset (&value);
  g_value_unset (&array);
}

static void
add_session (GstScreamTx * self, GstStructure * s)
{
  RtpCcTime now = gst_scream_tx_now (self);
  RtpCcSessionInfo info;

  rtp_cc_session_info (self->session, &info, now);
  gst_structure_set (s,
      "feedback-state", G_TYPE_STRING, feedback_name (info.feedback_state),
      "feedback-packets", G_TYPE_UINT64, info.feedback_packets,
      "feedback-timeouts", G_TYPE_UINT, info.feedback_timeouts,
      "estimated-bitrate", G_TYPE_UINT64, info.estimated_bitrate,
      "controller-violations", G_TYPE_UINT64,
      (guint64) info.controller_violations,
      "target-rate", G_TYPE_UINT64, info.target.media_rate,
      "pacing-rate", G_TYPE_UINT64, info.target.pacing_rate,
      "send-rate", G_TYPE_UINT64, (guint64) info.send_rate,
      "acked-rate", G_TYPE_UINT64, (guint64) info.acked_rate,
      "loss-rate", G_TYPE_DOUBLE, info.loss_rate,
      "ce-rate", G_TYPE_DOUBLE, info.ce_rate,
      "rtt", G_TYPE_UINT64, positive (info.rtt),
      "smoothed-rtt", G_TYPE_UINT64, positive (info.info.s_rtt),
      "network-queue-delay", G_TYPE_UINT64, positive (info.info.qdelay),
      "network-queue-delay-average", G_TYPE_UINT64,
      positive (info.info.qdelay_avg),
      "network-queue-delay-target", G_TYPE_UINT64,
      positive (info.info.qdelay_target),
      "reference-window", G_TYPE_UINT64, info.info.ref_wnd,
      "bytes-in-flight", G_TYPE_UINT64, info.bytes_in_flight,
      "packets-sent", G_TYPE_UINT64, info.ledger.sent,
      "bytes-sent", G_TYPE_UINT64, info.ledger.sent_bytes,
      "packets-received", G_TYPE_UINT64, info.ledger.received,
      "packets-lost", G_TYPE_UINT64, info.ledger.lost,
      "packets-late", G_TYPE_UINT64, info.ledger.late,
      "packets-ce", G_TYPE_UINT64, info.ledger.ce,
      "reported-not-ect", G_TYPE_UINT64,
      info.ledger.ecn[RTP_CC_ECN_NOT_ECT],
      "reported-ect0", G_TYPE_UINT64, info.ledger.ecn[RTP_CC_ECN_ECT_0],
      "reported-ect1", G_TYPE_UINT64, info.ledger.ecn[RTP_CC_ECN_ECT_1],
      "unreported-ssrcs", G_TYPE_UINT64, (guint64) info.unheard_ssrcs,
      "unknown-ssrc", G_TYPE_UINT64, info.ledger.unknown_ssrc,
      "unknown-seqnum", G_TYPE_UINT64, info.ledger.unknown_seq,
      "never-sent", G_TYPE_UINT64, info.ledger.never_sent,
      "num-reports", G_TYPE_STRING,
      info.num_reports == RTP_CC_NUM_REPORTS_COUNT ? "count" : "last", NULL);
  add_feedback_kinds (s, &info);
  add_hint (s, &info);
  add_refusals (s, &info);
  add_ecn (s, &info.ecn);
  add_streams (self, s, now);
}

guint64
gst_scream_tx_count_unknown_peers (GstScreamTx * self)
{
  GstFeedbackReaderStats reader = { 0, };

  if (self->reader != NULL)
    gst_feedback_reader_get_stats (self->reader, &reader);
  return self->from_unknown_peers + reader.from_unknown_peers;
}

GstStructure *
gst_scream_tx_create_stats (GstScreamTx * self)
{
  GstStructure *s;

  s = gst_structure_new_empty ("application/x-screamtx-stats");
  g_mutex_lock (&self->lock);
  gst_structure_set (s,
      "feedback-route", G_TYPE_STRING, route_name (self->route),
      "feedback-from-unknown-peers", G_TYPE_UINT64,
      gst_scream_tx_count_unknown_peers (self),
      "capacity-hints-refused", G_TYPE_UINT64, self->hints_refused,
      "retransmissions-refused", G_TYPE_UINT64, self->requests_refused,
      "feedback-not-rtcp", G_TYPE_UINT64, self->not_rtcp, NULL);
  if (self->session != NULL)
    add_session (self, s);
  g_mutex_unlock (&self->lock);
  return s;
}

GstStructure *
gst_scream_tx_create_stream_stats (GstScreamTx * self, GstScreamTxPad * pad)
{
  GstStructure *s = NULL;

  g_mutex_lock (&self->lock);
  if (self->session != NULL && pad->stream >= 0) {
    RtpCcStreamInfo info;

    rtp_cc_session_stream_info (self->session, pad->stream, &info,
        gst_scream_tx_now (self));
    s = stream_stats (pad, &info);
  }
  g_mutex_unlock (&self->lock);
  return s;
}
