/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxwake.c: who waits in screamtx, and what wakes him
 *
 * The dispatcher waits in the loop for the time at which something may leave;
 * whoever changes that wakes it.  Threads of upstream and of the application wait
 * until something has changed.
 */
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Packets leave together if one after the other would wake this thread more
 * often: each time costs as much as several packets. With as much as it wakes up
 * late it stays below what the pacer lets go at once, so that nothing of the
 * rate is lost. */
#define SEND_INTERVAL(burst) ((burst) - (burst) / 4)

/* OURS: a dispatcher that is in a push for so long is held up, and another pad does
 * what is due.  At half a busy machine changes it for nothing, at double frames that
 * are too old stay for as long. */
#define HELD_UP (20 * RTP_CC_MSECOND)

void
gst_scream_tx_signal (GstScreamTx * self)
{
  if (self->n_waiting > 0)
    g_cond_broadcast (&self->cond);
}

void
gst_scream_tx_wait (GstScreamTx * self)
{
  self->n_waiting++;
  g_cond_wait (&self->cond, &self->lock);
  self->n_waiting--;
}

/* With the lock: when there is something to do. */
RtpCcTime
gst_scream_tx_next_time (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime next = self->playing ? rtp_cc_session_next_time (self->session, now)
      : rtp_cc_session_next_send (self->session);
  RtpCcTime earliest = self->last_send
      + SEND_INTERVAL (rtp_cc_session_burst (self->session)) - self->lateness;

  return next > now && next < earliest ? earliest : next;
}

gboolean
gst_scream_tx_pad_is_pushing (GstScreamTxPad * pad)
{
  return g_atomic_int_compare_and_exchange (&pad->pushing,
      GST_SCREAM_TX_PUSH_ALONE, GST_SCREAM_TX_PUSH_WATCHED)
      || g_atomic_int_get (&pad->pushing) == GST_SCREAM_TX_PUSH_WATCHED;
}

void
gst_scream_tx_wake_others (GstScreamTx * self, GstScreamTxPad * pad)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *other = g_ptr_array_index (self->pads, i);

    if (other != pad && other->source != NULL
        && !gst_scream_tx_pad_is_pushing (other))
      gst_scream_loop_wake (other->source, 0);
  }
}

void
gst_scream_tx_depose (GstScreamTx * self)
{
  GstScreamTxPad *pad = g_steal_pointer (&self->dispatcher);

  self->waiting = FALSE;
  if (pad != NULL && gst_scream_tx_pad_is_pushing (pad) && pad->stream >= 0)
    rtp_cc_session_set_blocked (self->session, pad->stream, true);
  gst_scream_tx_wake_others (self, pad);
}

/* With the lock: the dispatcher looks again after the push that it is in. */
static gboolean
dispatcher_pushes (GstScreamTx * self)
{
  return self->dispatcher != NULL
      && gst_scream_tx_pad_is_pushing (self->dispatcher);
}

/* With the lock: who leads, or was to lead after its own push, is in that for long. */
static gboolean
is_held_up (GstScreamTx * self, RtpCcTime now)
{
  return self->pads->len > 1 && now - self->last_send > HELD_UP
      && (self->dispatcher == NULL || dispatcher_pushes (self));
}

/* With the lock. */
static gboolean
looks_soon (GstScreamTx * self)
{
  return !self->waiting || self->dispatcher->source == NULL
      || dispatcher_pushes (self);
}

/* A dispatcher that pushes for one pad alone may be held up when a second one
 * needs it. */
void
gst_scream_tx_use_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (pad->in_use)
    return;
  pad->in_use = TRUE;
  if (++self->n_in_use > 1 && dispatcher_pushes (self))
    gst_scream_tx_depose (self);
}

void
gst_scream_tx_wake (GstScreamTx * self)
{
  if (!looks_soon (self))
    gst_scream_loop_wake_soon (self->dispatcher->source);
}

GstScreamLoop *
gst_scream_tx_wake_begin (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime next;

  if (looks_soon (self)) {
    if (is_held_up (self, now))
      gst_scream_tx_depose (self);
    return NULL;
  }
  if (self->woken)
    return NULL;
  next = gst_scream_tx_next_time (self, now);
  if (next >= self->wait_until)
    return NULL;
  /* Nobody is late for what was not known before. */
  self->woken = next <= now;
  self->wait_until = next = MAX (next, now);
  return gst_scream_loop_wake_begin (self->dispatcher->source,
      (GstClockTime) next);
}

void
gst_scream_tx_wake_if_due (GstScreamTx * self, RtpCcTime now)
{
  gst_scream_loop_wake_end (gst_scream_tx_wake_begin (self, now));
}

void
gst_scream_tx_pad_done (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime now)
{
  if (self->session == NULL || pad->stream < 0)
    return;
  rtp_cc_session_set_blocked (self->session, pad->stream,
      gst_scream_tx_pad_is_pushing (pad) || pad->out->len > 0);
  gst_scream_tx_wake_if_due (self, now);
}
