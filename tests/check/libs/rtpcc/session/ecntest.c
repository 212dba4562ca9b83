/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* ecntest.c: see ecntest.h */
#include "ecntest.h"

#define BASE_DELAY (-3600 * S)  /* the receiver's clock is an hour behind */

RtpCcEcnPath path;
RtpCcTime now;
guint number;
guint marked;                   /* of the last round */
gint64 queue;                   /* ns, delay of what is sent from now on */

void
set_up (void)
{
  now = T0;
  number = marked = 0;
  queue = 0;
  rtp_cc_ecn_path_init (&path, ECT_1, now);
}

gint
clean (guint n, RtpCcEcn sent)
{
  return sent;
}

gint
mark_all (guint n, RtpCcEcn sent)
{
  return CE;
}

void
set_report (RtpCcReport * r, Network network)
{
  RtpCcEcn ecn = rtp_cc_ecn_path_mark (&path, ECT_1, now);
  gint fate = network (number++, ecn);

  memset (r, 0, sizeof (*r));
  marked += ecn == ECT_1;
  check (ecn == ECT_1 || ecn == NOT_ECT);
  r->packet.ecn = ecn;
  r->packet.sent = now;
  r->arrival = now + BASE_DELAY + queue;
  r->fate = fate == LOST ? RTP_CC_FATE_LOST : RTP_CC_FATE_RECEIVED;
  r->ecn = fate == LOST ? NOT_ECT : (RtpCcEcn) fate;
}

void
feedback_round (Network network)
{
  RtpCcReport reports[N];
  RtpCcFeedback feedback = { 0 };
  guint i;

  marked = 0;
  for (i = 0; i < N; i++) {
    set_report (&reports[i], network);
    now += FEEDBACK / N;
  }
  feedback.reports = reports;
  feedback.n_reports = N;
  rtp_cc_ecn_path_on_feedback (&path, &feedback, now);
}

void
run (Network network, RtpCcTime time)
{
  RtpCcTime end = now + time;

  while (now < end)
    feedback_round (network);
}
