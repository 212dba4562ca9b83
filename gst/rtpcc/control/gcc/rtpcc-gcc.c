/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-gcc.c: GCC, Google Congestion Control, at the sender
 *
 * Documents: draft-ietf-rmcat-gcc-02 ("the draft", controller gcc-draft02) and
 * what became of it in libwebrtc (goog_cc of January 2026, controller gcc).
 *
 * The idea.  A queue that grows shows as packets that arrive ever later.  How
 * much later, from one group of packets to the next, needs no base delay and
 * no clocks that agree:
 *
 *   arrival      groups of packets sent within 5 ms; each is d ms later than
 *                the one before
 *   filter       gcc: slope of the accumulated d over 20 groups;
 *                gcc-draft02: scalar Kalman filter of d
 *   detector     over-use if the filtered value stays above a threshold that
 *                adapts to what is usual on this path
 *   AIMD         over-use: 0.85 of the acknowledged rate; else 8 % in a second,
 *                or half a packet in a response time near the known capacity
 *   loss         more than 10 %: lower; less than 2 %: higher; else hold; or, by the
 *                parameter loss-v2, a model of the path's losses
 *
 *   target = min (AIMD, loss),  pacing = 1.1 * target,  no window
 *
 *         rate ^      8 %/s       over-use      additive
 *              |           ___/|              ___/|  ___
 *              |       ___/    |          ___/    |_/
 *              |  ____/        |_________/
 *              |_|  probes      0.85 R_hat, hold until the queue is gone
 *              +-----------------------------------------> time
 *
 * A flow's life: it starts at start_rate, probes for 3 and 6 times that with
 * the first feedback (rtpcc-gcc-probe.c), and climbs until the detector fires.
 * A slower link shows as a rising trend; what got through, times 0.85, is the
 * new rate.  It never climbs above 1.5 times what got through, and 10 kbit/s.
 *
 * Departures, each with its reason in docs/research/deviations.md: the factor of the
 * Kalman filter (rtpcc-gcc-kalman.c), the least step for a response time
 * (rtpcc-gcc-aimd.c), probes of media (rtpcc-gcc-probe.c), and when the model of
 * losses counts and what it does without padding (rtpcc-gcc-loss-v2.c).  There is
 * no congestion window, and there are no probes later on.
 * Ours, where the documents are silent: the RTT's filter, and reports on the
 * same packets are used once.
 */
#include "gst/rtpcc/rtpcc-private.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-gcc-acked.h"
#include "rtpcc-gcc-aimd.h"
#include "rtpcc-gcc-arrival.h"
#include "rtpcc-gcc-detector.h"
#include "rtpcc-gcc-kalman.h"
#include "rtpcc-gcc-loss.h"
#include "rtpcc-gcc-loss-v2.h"
#include "rtpcc-gcc-probe.h"
#include "rtpcc-gcc-trendline.h"

/* draft-ietf-rmcat-gcc-02 section 5.6: burst_time */
#define GCC_BURST_TIME (5 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it for estimates at the sender: packets leave so much
 * faster than the target. */
#define GCC_PACING_FACTOR 1.1

/* OURS: as libwebrtc has it: R_hat is of a second. */
#define GCC_ACKED_WINDOW RTP_CC_SECOND

/* draft-ietf-rmcat-gcc-02 section 5.5: R_hat is of 0.5 to 1 s */
#define GCC_ACKED_WINDOW_DRAFT (500 * RTP_CC_MSECOND)

/* OURS: as libwebrtc has it: the RTT before one was measured. */
#define GCC_RTT_FIRST (200 * RTP_CC_MSECOND)

/* OURS: weight of a new RTT; only waiting times come from it.  At 1 a single
 * late report stretches them, at 1/4 it lags a second at low rates. */
#define GCC_RTT_GAIN 0.5

/* OURS: as libwebrtc has it: a probe's result counts for this part of R_hat at
 * least. */
#define GCC_PROBE_ACKED_MIN 0.85

/* OURS: whether losses are modelled (rtpcc-gcc-loss-v2.c); 0: thresholds as in the draft.
 * docs/research/algorithms/gcc.md compares them. */
#define GCC_LOSS_V2 0

/* OURS: as libwebrtc has it (kStartPhase), though by default its model counts before: so
 * long there are thresholds only.  Our probes are long and fill the queue; the model never
 * goes below R_hat and would not empty it.  At half, 1 Mbit/s has a queue p95 of 90 ms
 * instead of 19; at double nothing changes. */
#define GCC_LOSS_V2_START (2 * RTP_CC_SECOND)

/* Which filter; the rest follows. */
typedef enum
{
  GCC_KIND_TRENDLINE,
  GCC_KIND_DRAFT
} GccKind;

typedef struct
{
  const RtpCcConfig *config;
  GccKind kind;
  double rtt;                   /* ns */
  bool have_rtt;
  GccArrival arrival;
  GccTrendline trendline;
  GccKalman kalman;
  GccDetector detector;
  GccAimd aimd;
  GccAcked acked;
  GccLoss loss;
  bool model_losses;
  bool modelled;                /* loss_v2 counts, loss does not */
  GccLossV2 loss_v2;
  GccProbe probe;
  RtpCcTime start_time;
} Gcc;

static double
clip_rate (const Gcc * g, double rate)
{
  return clip (rate, (double) g->config->min_rate,
      (double) g->config->max_rate);
}

/* ---- delay ---- */

static void
forget_delay (Gcc * g)
{
  gcc_trendline_init (&g->trendline);
  gcc_kalman_init (&g->kalman);
  gcc_detector_init (&g->detector, g->kind == GCC_KIND_DRAFT
      ? &gcc_detector_draft : &gcc_detector_libwebrtc);
}

static void
note_delta (Gcc * g, const GccDelta * delta)
{
  double metric, raw;

  if (g->kind == GCC_KIND_DRAFT) {
    metric = gcc_kalman_update (&g->kalman, delta);
    raw = g->kalman.m;
  } else {
    metric = gcc_trendline_update (&g->trendline, delta);
    raw = g->trendline.slope;
  }
  gcc_detector_update (&g->detector, raw, metric, delta->send, delta->time);
}

static void
note_arrival (Gcc * g, const RtpCcReport * report)
{
  const RtpCcPacket *packet = &report->packet;
  GccDelta delta;

  gcc_acked_add (&g->acked, packet->sent, report->arrival, packet->size);
  gcc_probe_note (&g->probe, packet->sent, report->arrival, packet->size);
  switch (gcc_arrival_add (&g->arrival, packet->sent, report->arrival,
          packet->size, &delta)) {
    case GCC_ARRIVAL_NONE:
      break;
    case GCC_ARRIVAL_DELTA:
      note_delta (g, &delta);
      break;
    case GCC_ARRIVAL_RESET:
      forget_delay (g);
      break;
  }
}

/* True if a packet arrived. */
static bool
note_reports (Gcc * g, const RtpCcFeedback * feedback)
{
  bool arrived = false;

  for (size_t i = 0; i < feedback->n_reports; i++) {
    const RtpCcReport *report = &feedback->reports[i];

    gcc_loss_note (&g->loss, report->fate);
    gcc_loss_v2_note (&g->loss_v2, report);
    if (report->fate == RTP_CC_FATE_LOST
        || report->arrival == RTP_CC_TIME_NEVER)
      continue;
    note_arrival (g, report);
    arrived = true;
  }
  return arrived;
}

static void
update_rtt (Gcc * g, int64_t rtt)
{
  if (rtt < 0)
    return;
  g->rtt += (g->have_rtt ? GCC_RTT_GAIN : 1) * ((double) rtt - g->rtt);
  g->have_rtt = true;
}

/* ---- rates ---- */

static void
use_probe (Gcc * g, double result, double acked, RtpCcTime now)
{
  double least = fmin (g->aimd.rate, GCC_PROBE_ACKED_MIN * acked);

  result = fmax (result, least);
  gcc_aimd_set (&g->aimd, result, now);
  g->loss.rate = fmax (g->loss.rate, result);
}

/* While a probe is on its way the queue is its own, and it is the better
 * measure of what the path gives: R_hat is still that of the rate before. */
static void
update_delay_rate (Gcc * g, RtpCcTime now)
{
  bool probed = gcc_probe_is_active (&g->probe);
  GccProbeInput in = { 0 };
  double result;

  in.start_rate = (double) g->config->start_rate;
  in.max_rate = (double) g->config->max_rate;
  in.acked = gcc_acked_rate (&g->acked);
  in.overuse = g->detector.signal == GCC_OVERUSE;
  in.now = now;
  result = gcc_probe_update (&g->probe, &in);
  if (result >= 0)
    use_probe (g, result, in.acked, now);
  else if (gcc_probe_is_active (&g->probe))
    return;
  else if (probed && in.overuse)
    forget_delay (g);
  else
    gcc_aimd_update (&g->aimd, g->detector.signal, in.acked,
        (int64_t) g->rtt, now);
  g->aimd.rate = clip_rate (g, g->aimd.rate);
}

static void
update_loss_rate (Gcc * g, RtpCcTime now)
{
  GccLossV2Input in = { 0 };

  gcc_loss_update (&g->loss, (int64_t) g->rtt, now);
  g->loss.rate = clip_rate (g, fmin (g->loss.rate, g->aimd.rate));
  in.acked = gcc_acked_rate (&g->acked);
  in.delay_based = g->aimd.rate;
  in.min_rate = (double) g->config->min_rate;
  in.max_rate = (double) g->config->max_rate;
  if (!g->model_losses)
    return;
  gcc_loss_v2_update (&g->loss_v2, &in);
  g->modelled = gcc_loss_v2_is_ready (&g->loss_v2)
      && now - g->start_time >= GCC_LOSS_V2_START;
}

static double
get_rate (const Gcc * g)
{
  double limit = g->loss.rate;

  if (g->modelled)
    limit = gcc_loss_v2_limits (&g->loss_v2) ? g->loss_v2.rate : INFINITY;
  return clip_rate (g, fmin (g->aimd.rate, limit));
}

static void
set_target (const Gcc * g, RtpCcTime now, RtpCcTarget * target)
{
  double rate = get_rate (g);
  bool probing = gcc_probe_is_sending (&g->probe, now)
      && g->probe.rate > rate;

  if (probing)
    rate = clip_rate (g, g->probe.rate);
  target->media_rate = (uint64_t) rate;
  target->pacing_rate = (uint64_t) (rate * (probing ? 1 : GCC_PACING_FACTOR));
  target->window = RTP_CC_NO_WINDOW;
  target->ecn = RTP_CC_ECN_NOT_ECT;
  target->wakeup = probing ? g->probe.end : RTP_CC_TIME_NEVER;
}

/* ---- the steps ---- */

static void
gcc_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  Gcc *g = state;

  update_rtt (g, feedback->rtt);
  if (note_reports (g, feedback))
    update_delay_rate (g, now);
  update_loss_rate (g, now);
  set_target (g, now, target);
}

/* A probe has been sent. */
static void
gcc_on_timer (void *state, RtpCcTime now, RtpCcTarget * target)
{
  set_target (state, now, target);
}

static void
gcc_init (Gcc * g, GccKind kind, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  bool as_draft = kind == GCC_KIND_DRAFT;
  double start = (double) config->start_rate;

  g->config = config;
  g->kind = kind;
  g->rtt = (double) GCC_RTT_FIRST;
  g->start_time = now;
  gcc_arrival_init (&g->arrival, GCC_BURST_TIME);
  forget_delay (g);
  gcc_aimd_init (&g->aimd, as_draft, start, now);
  gcc_acked_init (&g->acked, as_draft ? GCC_ACKED_WINDOW_DRAFT
      : GCC_ACKED_WINDOW);
  gcc_loss_init (&g->loss, as_draft ? &gcc_loss_draft : &gcc_loss_libwebrtc,
      start, now);
  g->model_losses = !as_draft && (config->params != NULL
      ? config->params[0] != 0 : GCC_LOSS_V2 != 0);
  gcc_loss_v2_init (&g->loss_v2);
  gcc_probe_init (&g->probe);
  /* OURS: at the rate of another policy, no start is to be looked for. */
  if (config->path != NULL) {
    update_rtt (g, config->path->rtt > 0 ? config->path->rtt : -1);
    gcc_probe_end (&g->probe);
  }
  set_target (g, now, target);
}

static void
gcc_trendline_ops_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  gcc_init (state, GCC_KIND_TRENDLINE, config, now, target);
}

static void
gcc_draft_ops_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  gcc_init (state, GCC_KIND_DRAFT, config, now, target);
}

static void
gcc_info (const void *state, RtpCcInfo * info)
{
  const Gcc *g = state;

  info->s_rtt = g->have_rtt ? (int64_t) g->rtt : 0;
  info->loss_rate = g->modelled ? g->loss_v2.average : g->loss.fraction;
}

static const RtpCcParam gcc_param_list[] = {
  {"loss_v2", RTP_CC_PARAM_FLAG, "OURS", GCC_LOSS_V2, 0, 1},
  {0}
};

const RtpCcOps rtp_cc_gcc_ops = {
  .name = "gcc",
  .source = "draft-ietf-rmcat-gcc-02 and libwebrtc's goog_cc",
  .state_size = sizeof (Gcc),
  .params = gcc_param_list,
  .init = gcc_trendline_ops_init,
  .on_feedback = gcc_on_feedback,
  .on_timer = gcc_on_timer,
  .info = gcc_info,
};

const RtpCcOps rtp_cc_gcc_draft02_ops = {
  .name = "gcc-draft02",
  .source = "draft-ietf-rmcat-gcc-02",
  .state_size = sizeof (Gcc),
  .init = gcc_draft_ops_init,
  .on_feedback = gcc_on_feedback,
  .on_timer = gcc_on_timer,
  .info = gcc_info,
};
