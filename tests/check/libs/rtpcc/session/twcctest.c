/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* twcctest.c: see twcctest.h */
#include <string.h>

#include "twcctest.h"

/* 1000 bytes on the wire with IP, UDP and RTP headers */
#define PAYLOAD 960
#define ONE_WAY (20 * MS)

/* The receiver's clock: its 24 bits begin anew 3 s after the start. */
#define RECEIVER_START (RTP_CC_TWCC_PERIOD - 3 * S)

/* ---- a policy that notes what it is told ---- */

RtpCcFeedback told;
RtpCcReport reports[2000];

static void
probe_init (void *state, const RtpCcConfig * config, RtpCcTime t,
    RtpCcTarget * target)
{
  target->media_rate = 4000000;
  target->pacing_rate = 400000000;
  target->window = RTP_CC_NO_WINDOW;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
probe_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime t,
    RtpCcTarget * target)
{
  told = *feedback;
  check (told.n_reports <= G_N_ELEMENTS (reports));
  if (told.n_reports > 0)
    memcpy (reports, told.reports, told.n_reports * sizeof (reports[0]));
}

const RtpCcOps probe_ops = {
  .name = "probe",
  .source = "none",
  .init = probe_init,
  .on_feedback = probe_on_feedback,
};

/* ---- a host ---- */

RtpCcSession *session;
RtpCcSessionConfig config;
RtpCcSessionInfo info;
RtpCcTime now;
guint16 seq[2];                 /* next of A and B */
RtpCcTwccPacket report[64];

void
start (const RtpCcOps * ops)
{
  RtpCcStreamConfig stream = {.priority = 1 };

  rtp_cc_session_config_init (&config);
  config.ops = ops;
  config.burst = 10 * MS;
  now = T0;
  seq[0] = 500;
  seq[1] = 65500;
  memset (&told, 0, sizeof (told));
  session = rtp_cc_session_new (&config, now);
  rtp_cc_session_add_stream (session, &stream, now);
}

void
setup (void)
{
  start (&probe_ops);
  rtp_cc_session_set_twcc_base (session, FIRST_NUMBER);
}

void
teardown (void)
{
  rtp_cc_session_free (session, NULL, NULL);
}

const RtpCcSessionInfo *
get_info (void)
{
  rtp_cc_session_info (session, &info, now);
  return &info;
}

guint16
send_packet (guint32 ssrc)
{
  RtpCcSessionPacket packet = { 0 };
  RtpCcQueueItem item;

  packet.is_packet = TRUE;
  packet.ssrc = ssrc;
  packet.seq = seq[ssrc == B]++;
  packet.size = PAYLOAD + 12;
  packet.payload_size = PAYLOAD;
  check (rtp_cc_session_enqueue (session, 0, &packet, now));
  check (rtp_cc_session_dequeue (session, &item, now) == 0);
  return item.number;
}

guint16
send_some (guint n)
{
  guint16 first = 0;

  for (guint i = 0; i < n; i++) {
    guint16 number = send_packet (A);

    if (i == 0)
      first = number;
    now += MS;
  }
  return first;
}

RtpCcTwccPacket
arrived (guint16 number, RtpCcTime sent)
{
  RtpCcTwccPacket packet = { number, TRUE, 0 };

  packet.arrival = (sent - T0 + ONE_WAY + RECEIVER_START) % RTP_CC_TWCC_PERIOD;
  return packet;
}

void
report_at (RtpCcTime t, guint16 first, guint n, RtpCcTime sent, guint64 missing)
{
  for (guint i = 0; i < n; i++) {
    report[i] = arrived (first + i, sent + i * MS);
    report[i].received = !(missing >> i & 1);
  }
  now = t;
  rtp_cc_session_twcc (session, report, n, now);
}

RtpCcSessionInfo
state (void)
{
  RtpCcSessionInfo s = *get_info ();

  memset (s.rtcp_refused, 0, sizeof (s.rtcp_refused));
  s.ledger.never_sent = s.ledger.unknown_seq = 0;
  return s;
}
