/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-nada.c: NADA, Network-Assisted Dynamic Adaptation
 *
 * Document: RFC 8698, all of it at the sender (its section 6.4).
 *
 * The idea.  Queue, losses and ECN marks become one number, in ms of delay:
 *
 *   x = d_tilde + DMARK * (p_mark / PMRREF)^2 + DLOSS * (p_loss / PLRREF)^2
 *
 * Each flow seeks the rate at which
 *
 *   x = PRIO * XREF * RMAX / r_ref
 *
 * so flows that see the same x share by PRIO * RMAX, and one alone on a link of
 * capacity C leaves a queue of XREF * RMAX / C.  Every DELTA:
 *
 *   no loss, no queue in LOGWIN          otherwise
 *   accelerated ramp-up                  gradual update
 *     r_ref = (1 + gamma) * r_recv         x too high: down, too low: up;
 *     gamma: so that a wrong step          x rising: down at once, falling: up
 *     makes a queue of QBOUND at most
 *
 * Competing with flows that fill the queue: after a loss a delay above QTH is
 * warped, the longer the smaller, so that losses rule instead of the delay.
 * That ends some MULTILOSS loss intervals later.
 *
 *   d_tilde ^    /                  What waits in front of the pacer is the rate
 *       QTH |  _/\__                shaping buffer: it takes up to 5 % off the
 *           | /     \____           encoder's rate and adds as much to the
 *           +--------------> d      sending rate.
 *
 * Departures from the RFC, each with its reason in docs/research/deviations.md: the loss
 * memory ends (nada_losses_average), reordered packets are not lost
 * (nada_signal_report), one basis for x and x_prev (update_x), the start rate is
 * the user's (nada_init), no delta beyond LOGWIN (nada_on_feedback).
 */
#include "gst/rtpcc/rtpcc-private.h"

#include <math.h>
#include <string.h>

#include "gst/rtpcc/rtpcc-clip-private.h"
#include "rtpcc-nada-signal.h"

/* Names of RFC 8698 section 4.1; delays in ms, rates in bit/s. */
typedef struct
{
  const RtpCcConfig *config;
  NadaSignal signal;
  double xref;

  RtpCcTime t_last;
  int64_t rtt;                  /* ns, least since t_last; < 0: none */
  double rtt_ms;                /* the last known */
  double r_ref;
  double x_curr;

  /* what x_curr was made of, for the next x_prev */
  double d_queue_prev, penalty_prev, unwarped_prev;
} Nada;

static double
square (double x)
{
  return x * x;
}

/* ---- 4.2 the aggregate congestion signal ---- */

static double
warp (double d)
{
  return d < QTH ? d : QTH * exp (-LAMBDA * (d - QTH) / QTH);
}

static double
penalty (double p_loss, double p_mark)
{
  return DMARK * square (p_mark / PMRREF) + DLOSS * square (p_loss / PLRREF);
}

/* @unwarped: see nada_signal_unwarped (). */
static double
aggregate (double d_queue, double unwarped, double penalty)
{
  double d_tilde = unwarped * d_queue + (1 - unwarped) * warp (d_queue);

  return fmin (d_tilde + penalty, XMAX);
}

/* Returns x_prev.  DEVIATES: when a loss begins the warping, x_prev is worked out
 * anew with it.  Otherwise a long queue looks as if it had vanished, and the
 * difference raises the rate by tens of per cent, upon a loss. */
static double
update_x (Nada * n)
{
  const NadaSignal *signal = &n->signal;
  double unwarped = nada_signal_unwarped (signal);
  double x_prev = n->x_curr;

  if (unwarped < n->unwarped_prev)
    x_prev = aggregate (n->d_queue_prev, unwarped, n->penalty_prev);
  n->d_queue_prev = signal->d_queue;
  n->penalty_prev = penalty (signal->p_loss, signal->p_mark);
  n->unwarped_prev = unwarped;
  n->x_curr = aggregate (n->d_queue_prev, unwarped, n->penalty_prev);
  return x_prev;
}

/* ---- 4.3 the reference rate ---- */

static double
ramp_up (double r_ref, double r_recv, double rtt)
{
  double delta = (double) DELTA / (double) RTP_CC_MSECOND;
  double gamma = fmin (GAMMA_MAX, QBOUND / (rtt + delta + DFILT));

  return fmax (r_ref, (1 + gamma) * r_recv);
}

static double
gradual (const Nada * n, double x_prev, double delta)
{
  double rmax = (double) n->config->max_rate;
  double x_offset = n->x_curr - PRIO * n->xref * rmax / n->r_ref;
  double x_diff = n->x_curr - x_prev;

  return n->r_ref - KAPPA * (delta / TAU) * (x_offset / TAU) * n->r_ref
      - KAPPA * ETA * (x_diff / TAU) * n->r_ref;
}

static void
update_r_ref (Nada * n, double x_prev, double delta)
{
  if (n->signal.rmode)
    n->r_ref = gradual (n, x_prev, delta);
  else
    n->r_ref = ramp_up (n->r_ref, n->signal.r_recv, n->rtt_ms);
}

static void
note_rtt (Nada * n, int64_t rtt)
{
  if (rtt < 0)
    return;
  if (n->rtt < 0 || rtt < n->rtt)
    n->rtt = rtt;
  n->rtt_ms = (double) n->rtt / (double) RTP_CC_MSECOND;
}

/* ---- 5.2 rate shaping ---- */

static double
shaping (double beta, double r_ref, double buffer_len)
{
  return fmin (SHAPING_MAX * r_ref, beta * 8 * buffer_len * FPS);
}

static void
set_target (Nada * n, double buffer_len, RtpCcTarget * target)
{
  double rmin = (double) n->config->min_rate;
  double rmax = (double) n->config->max_rate;
  double r_vin, r_send;

  n->r_ref = clip (n->r_ref, rmin, rmax);
  r_vin = fmax (rmin, n->r_ref - shaping (BETA_V, n->r_ref, buffer_len));
  r_send = fmin (rmax, n->r_ref + shaping (BETA_S, n->r_ref, buffer_len));
  target->media_rate = (uint64_t) r_vin;
  target->pacing_rate = (uint64_t) r_send;
  target->window = RTP_CC_NO_WINDOW;
  /* Not a scalable control, so no L4S: RFC 9331 section 4.3. */
  target->ecn = n->config->ecn == RTP_CC_ECN_NOT_ECT ? RTP_CC_ECN_NOT_ECT
      : RTP_CC_ECN_ECT_0;
  target->wakeup = RTP_CC_TIME_NEVER;
}

/* ---- the steps ---- */

/* Feedback comes more often than DELTA: reports are gathered until then.
 * DEVIATES: more than LOGWIN was not looked at, so it does not count. */
static void
nada_on_feedback (void *state, const RtpCcFeedback * feedback, RtpCcTime now,
    RtpCcTarget * target)
{
  Nada *n = state;
  int64_t delta = now - n->t_last;

  for (size_t i = 0; i < feedback->n_reports; i++)
    nada_signal_report (&n->signal, &feedback->reports[i], now);
  note_rtt (n, feedback->rtt);
  if (delta >= DELTA) {
    double x_prev;

    nada_signal_update (&n->signal);
    x_prev = update_x (n);
    update_r_ref (n, x_prev, (double) (delta < LOGWIN ? delta : LOGWIN)
        / (double) RTP_CC_MSECOND);
    n->t_last = now;
    n->rtt = -1;
  }
  set_target (n, (double) feedback->queued_bytes, target);
}

/* DEVIATES: r_ref begins at the rate that the user set, not at RMIN. */
static void
nada_init (void *state, const RtpCcConfig * config, RtpCcTime now,
    RtpCcTarget * target)
{
  Nada *n = state;

  n->config = config;
  nada_signal_init (&n->signal);
  n->xref = config->queue_delay_target > 0
      ? (double) config->queue_delay_target / (double) RTP_CC_MSECOND : XREF;
  n->t_last = now;
  n->rtt = -1;
  n->r_ref = (double) config->start_rate;
  if (config->path != NULL) {
    note_rtt (n, config->path->rtt > 0 ? config->path->rtt : -1);
    if (config->path->base_delay != RTP_CC_TIME_NEVER)
      rtp_cc_base_delay_add (&n->signal.base, config->path->base_delay, now);
  }
  set_target (n, 0, target);
}

static void
nada_info (const void *state, RtpCcInfo * info)
{
  const Nada *n = state;
  double target = PRIO * n->xref * (double) n->config->max_rate / n->r_ref;

  info->s_rtt = (int64_t) (n->rtt_ms * (double) RTP_CC_MSECOND);
  info->base_delay = rtp_cc_base_delay (&n->signal.base);
  info->qdelay = (int64_t) (n->signal.d_queue * (double) RTP_CC_MSECOND);
  info->qdelay_avg = (int64_t) (n->x_curr * (double) RTP_CC_MSECOND);
  info->qdelay_target = (int64_t) (fmin (target, XMAX)
      * (double) RTP_CC_MSECOND);
  info->loss_rate = n->signal.p_loss;
}

const RtpCcOps rtp_cc_nada_ops = {
  .name = "nada",
  .source = "RFC 8698",
  .state_size = sizeof (Nada),
  .init = nada_init,
  .on_feedback = nada_on_feedback,
  .info = nada_info,
};
