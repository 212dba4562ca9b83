/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxstats.c: the stats property of screamrx */
#include "gstscreamrxprivate.h"

GstStructure *
gst_scream_rx_create_stats (gpointer object)
{
  GstScreamRx *self = object;
  static const gchar *const routes[] =
      { "none", "socket", "rtp-session", "pad" };
  RtpCcReporterStats stats = { 0 };
  GstStructure *s;

  g_mutex_lock (&self->lock);
  if (self->receiver != NULL)
    rtp_cc_reporter_stats (self->receiver, &stats);
  s = gst_structure_new ("application/x-screamrx-stats",
      "route", G_TYPE_STRING, routes[self->last_route],
      "arrival-times", G_TYPE_STRING,
      self->route.has_arrival_times ? "kernel" : "element", "sender-ssrc",
      G_TYPE_UINT, gst_scream_rx_own_ssrc (self), "ssrcs", G_TYPE_UINT,
      stats.receiver.n_ssrcs, "packets", G_TYPE_UINT64, stats.receiver.packets,
      "duplicates", G_TYPE_UINT64, stats.receiver.duplicates, "reordered",
      G_TYPE_UINT64, stats.receiver.reordered, "lost", G_TYPE_UINT64,
      stats.receiver.lost, "ignored", G_TYPE_UINT64,
      stats.receiver.ignored + self->other_packets, "rtcp-packets",
      G_TYPE_UINT64, self->rtcp_packets, "rtcp-withheld", G_TYPE_UINT64,
      gst_scream_rx_session_count_withheld (self->session), "not-ect",
      G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_NOT_ECT], "ect0",
      G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_ECT_0], "ect1",
      G_TYPE_UINT64, stats.receiver.ecn[RTP_CC_ECN_ECT_1], "ce", G_TYPE_UINT64,
      stats.receiver.ecn[RTP_CC_ECN_CE], "ecn-unknown", G_TYPE_UINT64,
      self->ecn_unknown, "feedback-packets", G_TYPE_UINT64,
      stats.receiver.feedback_packets, "feedback-bytes", G_TYPE_UINT64,
      stats.receiver.feedback_bytes, "feedback-held", G_TYPE_UINT64,
      (guint64) stats.held, "unnumbered", G_TYPE_UINT64,
      (guint64) stats.unnumbered, "remb", G_TYPE_UINT64, (guint64) stats.remb,
      "not-agreed", G_TYPE_UINT64,
      gst_scream_rx_observer_get_not_agreed (self->observer), "feedback-errors",
      G_TYPE_UINT64, self->feedback_errors, NULL);
  gst_capture_reader_add_stats (self->capture, s,
      self->clock ? (RtpCcTime) gst_clock_get_time (self->clock) : 0);
  gst_scream_rx_add_peer_stats (self, s);
  g_mutex_unlock (&self->lock);
  return s;
}
