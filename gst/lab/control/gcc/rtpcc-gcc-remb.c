/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc-remb.c: GCC as it was in 2012/13, controlled by the receiver
 *
 * Document: draft-alvestrand-rmcat-congestion-02 ("the draft"), and libwebrtc
 * of 2012.  It is here since the oldest comparisons of SCReAM are with it.
 *
 *   receiver   frames -> Kalman filter of the delay gradient and of 1/C
 *              -> over-use if it is above 25 ms for 100 ms (12.5 ms near the
 *              largest rate that went well) -> A_r
 *   REMB       A_r, at once when it is lowered, else each second
 *   sender     A_s: above 10 % loss lower, below 2 % higher, but no lower than
 *              TFRC; target = min (A_s, REMB)
 *
 *   rate ^       ____ over-use: 0.9 or 0.95 of what arrives
 *        |   ___/    |_
 *        |  /          \_____/   hold, then eta in a second
 *        +--------------------------> time
 *
 * The receiver's part (rtpcc-gcc-remb-receiver.c) runs at the sender, from the
 * arrival of each packet, as though at the receiver: the reports of RFC 8888
 * come within 40 ms, so REMB is as old here as it would be.  There is no REMB on
 * the wire.  Frames have no time stamps in the ledger, so a frame is what left
 * within half a frame period; at the pacing of 2.5 times the target, as it was
 * then, a frame leaves as such a burst.
 */
#include "gst/rtpcc/rtpcc.h"

#include <math.h>
#include <string.h>

#include "rtpcc-gcc-loss.h"
#include "gst/rtpcc/receiver/remb/rtpcc-gcc-remb-receiver.h"

/* OURS: a frame leaves within this: half a period at 30 Hz.  At half, large
 * frames are two; at double, two frames are one. */
#define REMB_FRAME_TIME (16 * RTP_CC_MSECOND)

/* OURS: as libwebrtc of 2012 has it: packets leave so much faster than the
 * target. */
#define REMB_PACING_FACTOR 2.5

/* OURS: as libwebrtc has it: the RTT before one was measured. */
#define REMB_RTT_FIRST (200 * RTP_CC_MSECOND)

typedef struct
{
  const RtpCcConfig *config;
  int64_t rtt;                  /* ns */
  bool have_rtt;
  GccRembReceiver receiver;
  GccLoss loss;                 /* of the sender */
} GccRemb;

static double
clip_rate (const GccRemb * g, double rate)
{
  return fmin (fmax (rate, (double) g->config->min_rate),
      (double) g->config->max_rate);
}

static void
note_reports (GccRemb * g, const RtpCcFeedback * feedback)
{
  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    gcc_loss_note (&g->loss, report->fate);
    if (report->fate != RTP_CC_FATE_LOST
        && report->arrival != RTP_CC_TIME_NEVER)
      gcc_remb_receiver_add (&g->receiver, 0, report->packet.sent,
          report->packet.sent, report->arrival, report->packet.size);
  }
}

static void
update_loss_rate (GccRemb * g, RtpCcTime now)
{
  gcc_loss_update (&g->loss, g->rtt, now);
  if (g->receiver.remb > 0)
    g->loss.rate = fmin (g->loss.rate, g->receiver.remb);
  g->loss.rate = clip_rate (g, g->loss.rate);
}

static void
set_target (const GccRemb * g, RtpCcTarget * target)
{
  double rate = clip_rate (g, g->loss.rate);

  target->media_rate = (uint64_t) rate;
  target->pacing_rate = (uint64_t) (rate * REMB_PACING_FACTOR);
  target->window = RTP_CC_NO_WINDOW;
  target->ecn = RTP_CC_ECN_NOT_ECT;
  target->wakeup = RTP_CC_TIME_NEVER;
}

static void
remb_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  GccRemb *g = state;

  if (feedback->rtt >= 0) {
    g->rtt = feedback->rtt;
    g->have_rtt = true;
  }
  note_reports (g, feedback);
  gcc_remb_receiver_update (&g->receiver, (double) g->config->min_rate,
      (double) g->config->max_rate, g->rtt, now);
  update_loss_rate (g, now);
  set_target (g, target);
}

static void
remb_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  GccRemb *g = state;

  g->config = config;
  g->rtt = REMB_RTT_FIRST;
  if (config->path != NULL && config->path->rtt > 0) {
    g->rtt = config->path->rtt;
    g->have_rtt = true;
  }
  gcc_remb_receiver_init (&g->receiver, REMB_FRAME_TIME, now);
  gcc_loss_init (&g->loss, &gcc_loss_2012, (double) config->start_rate, now);
  set_target (g, target);
}

static void
remb_info (const void *state, RtpCcInfo * info)
{
  const GccRemb *g = state;

  info->s_rtt = g->have_rtt ? g->rtt : 0;
  info->loss_rate = g->loss.fraction;
}

const RtpCcOps rtp_cc_gcc_remb_ops = {
  .name = "gcc-remb",
  .source = "draft-alvestrand-rmcat-congestion-02",
  .state_size = sizeof (GccRemb),
  .init = remb_init,
  .on_feedback = remb_on_feedback,
  .info = remb_info,
};
