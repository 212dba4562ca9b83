/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ledgertest.c: see ledgertest.h */
#include "ledgertest.h"

/* The receiver's clock differs from ours, and its short form wraps soon. */
#define RECEIVER_OFFSET (64540 * S)

RtpCcLedger *ledger;
RtpCcTime now;
RtpCcFeedback feedback;

void
setup (void)
{
  ledger = rtp_cc_ledger_new ();
  now = T0;
}

void
teardown (void)
{
  rtp_cc_ledger_free (ledger);
}

guint64
send_size (guint32 ssrc, guint16 seq, guint size)
{
  RtpCcPacket packet = { 0 };

  packet.ssrc = ssrc;
  packet.size = size;
  packet.sent = now;
  check (rtp_cc_ledger_sent (ledger, &packet, seq));
  return packet.id;
}

guint64
send_packet (guint32 ssrc, guint16 seq)
{
  return send_size (ssrc, seq, SIZE);
}

guint32
report_timestamp (RtpCcTime t)
{
  t += RECEIVER_OFFSET;
  return (guint32) ((t / S << 16) + ((t % S) << 16) / S);
}

void
metric_at (guint32 timestamp, guint32 ssrc, guint16 seq, gboolean received,
    RtpCcEcn ecn, gint64 age)
{
  RtpCcCcfbHeader header = { 0 };
  RtpCcMetric metric = { 0 };

  header.timestamp = timestamp;
  metric.ssrc = ssrc;
  metric.seq = seq;
  metric.received = received;
  metric.ecn = ecn;
  metric.age = received ? age : -1;
  rtp_cc_ledger_metric (ledger, &header, &metric, now);
}

void
received (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_NOT_ECT, 0);
}

void
received_ago (guint32 ssrc, guint16 seq, gint64 age)
{
  metric_at (report_timestamp (now), ssrc, seq, TRUE, RTP_CC_ECN_NOT_ECT, age);
}

void
missing (guint32 ssrc, guint16 seq)
{
  metric_at (report_timestamp (now), ssrc, seq, FALSE, RTP_CC_ECN_NOT_ECT, -1);
}

gsize
finish (void)
{
  rtp_cc_ledger_finish (ledger, &feedback, now);
  check (feedback.bytes_in_flight == rtp_cc_ledger_bytes_in_flight (ledger));
  check (feedback.bytes_newly_acked_ce <= feedback.bytes_newly_acked);
  check (feedback.prior_in_flight
      == feedback.bytes_in_flight + feedback.bytes_newly_acked);
  for (gsize i = 1; i < feedback.n_reports; i++)
    check (feedback.reports[i - 1].packet.id <= feedback.reports[i].packet.id);
  return feedback.n_reports;
}

guint64
in_flight (void)
{
  return rtp_cc_ledger_bytes_in_flight (ledger);
}

const RtpCcLedgerStats *
stats (void)
{
  return rtp_cc_ledger_stats (ledger);
}

const guint16 first_numbers[7] = { 0, 1, 255, 32767, 32768, 65530, 65535 };
