/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Each controller through rtpcc.h, with feedback that a session could give and
 * bounds that change at any time: the target is always within them.
 */
#include <math.h>
#include <gst/lab/control/rtpcc-lab.h>
#include <gst/rtpcc/rtpcc.h>

#include "tests/fuzz/fuzz.h"

/* Packets in flight, and of those given up, at most */
#define MAX_PACKETS 1024

#define MAX_TIME (300 * RTP_CC_SECOND)

typedef struct
{
  RtpCc *cc;
  uint64_t min_rate, max_rate;
  uint32_t max_packet_size;
  RtpCcTime start, now;
  RtpCcPacket flight[MAX_PACKETS];      /* a ring */
  size_t first, n;
  RtpCcPacket lost;             /* the last that was given up */
  uint64_t next_id, bytes_in_flight;
} Host;

static const uint64_t rates[] = {
  1000, 40000, 100000, 500000, 3000000, 50000000, UINT64_C (5000000000)
};

static void
choose_rates (Host * host, FuzzInput * in)
{
  uint64_t a = rates[fuzz_8 (in) % 7], b = rates[fuzz_8 (in) % 7];

  host->min_rate = a < b ? a : b;
  host->max_rate = a < b ? b : a;
}

static void
check (const Host * host)
{
  const RtpCcTarget *target = rtp_cc_target (host->cc);
  RtpCcInfo info = rtp_cc_info (host->cc);

  must (target->media_rate >= host->min_rate);
  must (target->media_rate <= host->max_rate);
  must (target->pacing_rate >= target->media_rate);
  must (target->window >= host->max_packet_size);
  must (info.s_rtt >= 0);
  must (isnan (info.loss_rate) || (info.loss_rate >= 0 && info.loss_rate <= 1));
  must (isnan (info.l4s_alpha) || (info.l4s_alpha >= 0 && info.l4s_alpha <= 1));
}

/* ---- operations ---- */

static RtpCcPacket *
in_flight (Host * host, size_t i)
{
  return &host->flight[(host->first + i) % MAX_PACKETS];
}

static void
send (Host * host, uint32_t size, bool marker)
{
  RtpCcPacket packet = { 0 };

  if (host->n == MAX_PACKETS)
    return;
  packet.id = host->next_id++;
  packet.ssrc = 1 + (packet.id & 1);
  packet.seq = (uint16_t) packet.id;
  packet.marker = marker;
  packet.size = size;
  packet.sent = host->now;
  packet.ecn = rtp_cc_target (host->cc)->ecn;
  *in_flight (host, host->n++) = packet;
  host->bytes_in_flight += size;
  rtp_cc_on_sent (host->cc, &packet, host->bytes_in_flight);
}

static void
op_send (Host * host, FuzzInput * in)
{
  unsigned n = 1 + (fuzz_8 (in) & 63);
  uint32_t size = 40 + fuzz_8 (in) * 6u;

  for (unsigned i = 1; i <= n; i++)
    send (host, size, i == n);
}

static void
wait (Host * host, int64_t time)
{
  RtpCcTime end = host->now + time;

  while (host->now < end) {
    RtpCcTime wakeup = rtp_cc_target (host->cc)->wakeup;

    must (wakeup > host->now);
    host->now = wakeup < end ? wakeup : end;
    if (host->now == wakeup)
      rtp_cc_on_timer (host->cc, host->now);
    check (host);
  }
}

static void
op_wait (Host * host, FuzzInput * in)
{
  wait (host, fuzz_8 (in) * RTP_CC_MSECOND);
}

static void
op_wait_long (Host * host, FuzzInput * in)
{
  wait (host, fuzz_8 (in) * 50 * RTP_CC_MSECOND);
}

static void
op_timer (Host * host, FuzzInput * in)
{
  (void) in;
  rtp_cc_on_timer (host->cc, host->now);
}

/* How the next feedback is. */
typedef struct
{
  size_t n;                     /* packets, the oldest in flight */
  uint8_t arrived, ce;          /* masks of 8 that repeat */
  int64_t delay, spread;        /* ns, of the first, and more for each other */
  uint8_t flags;
} Feedback;

static void
read_feedback (Feedback * f, FuzzInput * in)
{
  f->flags = fuzz_8 (in);
  f->n = fuzz_8 (in);
  f->arrived = f->flags & 1 ? fuzz_8 (in) : 0xff;
  f->ce = f->flags & 2 ? fuzz_8 (in) : 0;
  f->delay = fuzz_8 (in) * RTP_CC_MSECOND * (f->flags & 4 ? 16 : 1);
  f->spread = f->flags & 8 ? (int8_t) fuzz_8 (in) * 100 * RTP_CC_USECOND : 0;
}

static void
take_report (Host * host, const Feedback * f, size_t i, RtpCcReport * report,
    RtpCcFeedback * feedback)
{
  report->packet = *in_flight (host, 0);
  host->first = (host->first + 1) % MAX_PACKETS;
  host->n--;
  host->bytes_in_flight -= report->packet.size;
  feedback->bytes_newly_acked += report->packet.size;
  if (!fuzz_bit (f->arrived, i)) {
    report->fate = RTP_CC_FATE_LOST;
    report->arrival = RTP_CC_TIME_NEVER;
    report->ecn = RTP_CC_ECN_NOT_ECT;
    host->lost = report->packet;
    return;
  }
  report->fate = RTP_CC_FATE_RECEIVED;
  report->arrival = report->packet.sent + f->delay + (int64_t) i *f->spread;
  if (f->flags & 128)
    report->arrival = RTP_CC_TIME_NEVER;
  report->ecn = report->packet.ecn;
  if (fuzz_bit (f->ce, i)) {
    report->ecn = RTP_CC_ECN_CE;
    feedback->bytes_newly_acked_ce += report->packet.size;
  }
}

/* One that was given up turns up. */
static size_t
take_late (Host * host, const Feedback * f, RtpCcReport * report)
{
  if (!(f->flags & 16) || host->lost.size == 0)
    return 0;
  report->packet = host->lost;
  report->fate = RTP_CC_FATE_RECEIVED_LATE;
  report->arrival = host->lost.sent + f->delay;
  report->ecn = RTP_CC_ECN_NOT_ECT;
  host->lost.size = 0;
  return 1;
}

static void
op_feedback (Host * host, FuzzInput * in)
{
  RtpCcReport reports[257];
  RtpCcFeedback feedback = { 0 };
  Feedback f;
  size_t n;

  read_feedback (&f, in);
  feedback.prior_in_flight = host->bytes_in_flight;
  feedback.reports = reports;
  feedback.rtt = -1;
  n = take_late (host, &f, reports);
  for (size_t i = 0; i < f.n && host->n > 0; i++)
    take_report (host, &f, i, &reports[n++], &feedback);
  feedback.n_reports = n;
  if (n > 0 && reports[n - 1].fate == RTP_CC_FATE_RECEIVED)
    feedback.rtt = host->now - reports[n - 1].packet.sent;
  feedback.bytes_in_flight = host->bytes_in_flight;
  feedback.app_limited = f.flags & 32;
  feedback.classic_ecn = f.flags & 64;
  feedback.queue_delay = feedback.app_limited ? 0 : f.delay;
  feedback.queued_bytes = feedback.app_limited ? 0 : 5000;
  rtp_cc_on_feedback (host->cc, &feedback, host->now);
}

/* A link that gives and takes as it did, for a while: rounds of packets and
 * feedback on them. */
static void
op_link (Host * host, FuzzInput * in)
{
  const uint8_t *feedback = in->data;
  size_t n = in->size < 7 ? in->size : 7;
  unsigned rounds = 0, packets;

  for (size_t i = 0; i < n; i++)
    fuzz_8 (in);
  packets = 1 + (fuzz_8 (in) & 15);
  for (rounds = fuzz_8 (in) & 63; rounds > 0; rounds--) {
    FuzzInput again = { feedback, n };

    for (unsigned i = 1; i <= packets; i++)
      send (host, 1200, i == packets);
    wait (host, 20 * RTP_CC_MSECOND);
    op_feedback (host, &again);
  }
}

static void
op_frame (Host * host, FuzzInput * in)
{
  RtpCcFrame frame = { 0 };

  frame.ssrc = 1;
  frame.size = 1 + fuzz_16 (in) * 4u;
  frame.period = fuzz_8 (in) * RTP_CC_MSECOND;
  frame.queue_delay = fuzz_8 (in) * 4 * RTP_CC_MSECOND;
  frame.media_target = rtp_cc_target (host->cc)->media_rate;
  rtp_cc_on_frame (host->cc, &frame, host->now);
}

static void
op_timeout (Host * host, FuzzInput * in)
{
  (void) in;
  host->n = 0;
  host->bytes_in_flight = 0;
}

static void
op_remb (Host * host, FuzzInput * in)
{
  uint64_t rate = (uint64_t) fuzz_8 (in) << (fuzz_8 (in) & 31);

  rtp_cc_on_remb (host->cc, rate, host->now);
}

static void
op_bounds (Host * host, FuzzInput * in)
{
  choose_rates (host, in);
  rtp_cc_set_bounds (host->cc, host->min_rate, host->max_rate);
}

static void (*const operations[]) (Host * host, FuzzInput * in) = {
  op_link, op_send, op_wait, op_feedback, op_frame, op_timeout, op_bounds,
  op_remb, op_timer, op_wait_long,
};

/* ---- */

/* Up to seven are set to any value within their bounds, but switches to 0 or 1. */
static void
choose_params (const RtpCcParam * params, double *values, FuzzInput * in)
{
  size_t n = 0;

  for (; params[n].name != NULL; n++)
    values[n] = params[n].value;
  for (unsigned i = fuzz_8 (in) & 7; i > 0; i--) {
    size_t chosen = fuzz_8 (in) % n;
    const RtpCcParam *param = &params[chosen];

    values[chosen] = param->least
        + (param->most - param->least) * fuzz_8 (in) / 255;
    if (strcmp (param->unit, RTP_CC_PARAM_FLAG) == 0)
      values[chosen] = values[chosen] >= 0.5;
  }
}

static void
start (Host * host, FuzzInput * in)
{
  RtpCcConfig config = { 0 };
  uint8_t byte = fuzz_8 (in);
  double values[RTP_CC_PARAMS_MAX];
  bool other_params;
  unsigned n = 0;

  memset (host, 0, sizeof (*host));
  host->start = host->now = 1234567890123;
  while (rtp_cc_lab_nth (n) != NULL)
    n++;
  n = byte % n;
  must (rtp_cc_lab_find (rtp_cc_lab_nth (n)->name) == rtp_cc_lab_nth (n));
  must (rtp_cc_lab_find ("") == NULL);
  choose_rates (host, in);
  config.min_rate = host->min_rate;
  config.max_rate = host->max_rate;
  byte = fuzz_8 (in);
  config.start_rate = config.min_rate
      + (config.max_rate - config.min_rate) / 15 * (byte & 15);
  config.ecn = byte & 16 ? RTP_CC_ECN_ECT_1 : byte & 32 ? RTP_CC_ECN_ECT_0
      : RTP_CC_ECN_NOT_ECT;
  config.max_packet_size = host->max_packet_size = byte & 64 ? 1500 : 200;
  other_params = byte & 128;
  byte = fuzz_8 (in);
  config.queue_delay_target = (byte & 15) * 20 * RTP_CC_MSECOND;
  config.queue_delay_target_max = (byte >> 4) * 50 * RTP_CC_MSECOND;
  if (other_params && rtp_cc_lab_nth (n)->params != NULL) {
    choose_params (rtp_cc_lab_nth (n)->params, values, in);
    config.params = values;
  }
  host->cc = rtp_cc_new (rtp_cc_lab_nth (n), &config, host->now);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static Host host;
  FuzzInput in = { data, size };

  start (&host, &in);
  check (&host);
  while (in.size > 0 && host.now - host.start < MAX_TIME) {
    uint8_t n = fuzz_8 (&in);

    operations[n % (sizeof (operations) / sizeof (operations[0]))] (&host, &in);
    check (&host);
  }
  rtp_cc_free (host.cc);
  return 0;
}
