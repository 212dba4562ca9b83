/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxsend.c: packets and events out of screamtx
 *
 * Each pad is a source of the loop that pushes what is its, so that one that is
 * held up downstream does not hold up the others: sinks that preroll one after
 * the other would wait for ever.  One pad at a time leads: it is called when
 * something may leave next, takes it out of the session's queues and gives it to
 * its pads.
 */
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Rates, feedback and key frames are looked at so often at most, while there
 * is something to do each millisecond. */
#define HOUSEKEEPING_INTERVAL (10 * GST_MSECOND)

/* How much of the lateness is left with the next time that is in time. */
#define LATENESS_KEPT(late) ((late) - (late) / 16)

/* With several elements their calls are put together if that makes none of them
 * late by more than this: what the pacer lets go at once makes up for it. */
#define SLACK(burst) MIN ((GstClockTime) (burst) / 2, MAX_SLACK)
#define MAX_SLACK (5 * GST_MSECOND)

/* What only a thread of the loop may tell waits for so long at most, if feedback that
 * was read has not told it before. */
#define UNTOLD_INTERVAL GST_SECOND

/* A call does so much before others have their turn. */
#define MAX_ROUNDS 4

/* ---- one pad ---- */

static void
handle_result (GstScreamTx * self, GstScreamTxPad * pad, GstFlowReturn ret)
{
  gboolean is_new, eos;

  g_mutex_lock (&self->lock);
  is_new = !pad->flushing && pad->result == GST_FLOW_OK;
  if (is_new)
    pad->result = ret;
  eos = pad->eos;
  g_mutex_unlock (&self->lock);

  /* Upstream has ended and will not see it. */
  if (is_new && eos && (ret == GST_FLOW_NOT_LINKED || ret < GST_FLOW_EOS))
    GST_ELEMENT_FLOW_ERROR (self, ret);
}

/* The buffer carries what the session decided; sinks and emulated links look at
 * that. */
static GstBuffer *
finish_packet (GstScreamTxPad * pad, const RtpCcQueueItem * item)
{
  GstBuffer *buffer = GST_BUFFER_CAST (item->user);

  if (gst_scream_ecn_get (buffer, RTP_CC_ECN_NOT_ECT) != item->ecn) {
    buffer = gst_buffer_make_writable (buffer);
    gst_scream_ecn_set_shared (buffer, (guint8) item->ecn, &pad->ecn_messages);
  }
  return gst_scream_tx_write_number (pad->pushed_id, buffer, item->number);
}

/* A run of packets; takes them. */
static GstFlowReturn
push_packets (GstScreamTxPad * pad, const RtpCcQueueItem * items, guint n)
{
  GstBufferList *list;
  guint i;

  if (n == 1)
    return gst_pad_push (pad->srcpad, finish_packet (pad, items));

  list = gst_buffer_list_new_sized (n);
  for (i = 0; i < n; i++)
    gst_buffer_list_add (list, finish_packet (pad, &items[i]));
  return gst_pad_push_list (pad->srcpad, list);
}

/* Of packets with one ECN codepoint: a list leaves a sink with one. */
static guint
run_length (const RtpCcQueueItem * items, guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    if (!items[i].is_packet || items[i].ecn != items[0].ecn)
      break;
  }
  return i;
}

static void
push_event (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  gboolean eos = GST_EVENT_TYPE (event) == GST_EVENT_EOS;

  gst_pad_push_event (pad->srcpad, event);
  if (eos)
    gst_scream_tx_stream_ended (self, pad);
}

/* What begin_push() took. */
static void
push_all (GstScreamTx * self, GstScreamTxPad * pad)
{
  const RtpCcQueueItem *items = (RtpCcQueueItem *) pad->pushed->data;
  guint i = 0;

  while (i < pad->pushed->len) {
    guint n = run_length (items + i, pad->pushed->len - i);

    if (n == 0) {
      push_event (self, pad, GST_EVENT_CAST (items[i].user));
      i++;
    } else {
      GstFlowReturn ret = push_packets (pad, items + i, n);

      if (ret != GST_FLOW_OK)
        handle_result (self, pad, ret);
      i += n;
    }
  }
  g_array_set_size (pad->pushed, 0);
}

/* EOS is the last that comes. */
static gboolean
ends_with_eos (const GArray * items)
{
  const RtpCcQueueItem *last;

  if (items->len == 0)
    return FALSE;
  last = &g_array_index (items, RtpCcQueueItem, items->len - 1);
  return !last->is_packet
      && GST_EVENT_TYPE (GST_EVENT_CAST (last->user)) == GST_EVENT_EOS;
}

/* With the lock: what is to be pushed without it. */
static void
begin_push (GstScreamTxPad * pad, GstScreamTxPush push)
{
  GArray *out = pad->out;

  pad->eos_taken |= pad->eos && ends_with_eos (out);
  pad->out = pad->pushed;
  pad->pushed = out;
  pad->pushed_id = pad->number_id;
  g_atomic_int_set (&pad->pushing, push);
}

/* TRUE: nobody wants to hear of it, and what is next is not due yet. */
static gboolean
push (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime next)
{
  push_all (self, pad);
  return next != 0 && (next == GST_CLOCK_TIME_NONE
      || gst_clock_get_time (self->clock) < next)
      && g_atomic_int_compare_and_exchange (&pad->pushing,
      GST_SCREAM_TX_PUSH_ALONE, GST_SCREAM_TX_PUSH_NONE);
}

/* With the lock: when it was over. */
static RtpCcTime
end_push (GstScreamTx * self, GstScreamTxPad * pad)
{
  RtpCcTime now = gst_scream_tx_now (self);

  g_atomic_int_set (&pad->pushing, GST_SCREAM_TX_PUSH_NONE);
  if (self->dispatcher == pad)
    self->waiting = FALSE;
  gst_scream_tx_pad_done (self, pad, now);
  gst_scream_tx_signal (self);
  return now;
}

/* ---- leading ---- */

static GstScreamTxPad *
pad_of_stream (GstScreamTx * self, gint stream)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (pad->stream == stream)
      return pad;
  }
  return NULL;
}

/* With the lock: from when on the next packet may leave; asked for where it is logged. */
static RtpCcTime
plan (GstScreamTx * self)
{
  if (gst_debug_category_get_threshold (gst_scream_pace_debug)
      < GST_LEVEL_TRACE)
    return 0;
  return rtp_cc_session_next_send (self->session);
}

/* With the lock: all that may leave now.  @packets: some of it is packets. */
static gboolean
collect (GstScreamTx * self, gboolean * packets, RtpCcTime now)
{
  gboolean any = FALSE;
  RtpCcTime planned = plan (self);
  RtpCcQueueItem item;
  gint stream;

  *packets = FALSE;
  while ((stream = rtp_cc_session_dequeue (self->session, &item, now)) >= 0) {
    if (item.is_packet)
      GST_CAT_TRACE_OBJECT (gst_scream_pace_debug, self,
          "%u %u %" G_GINT64_FORMAT, item.ssrc, item.seq, MAX (planned,
              item.queued));
    planned = plan (self);
    g_array_append_val (pad_of_stream (self, stream)->out, item);
    *packets |= item.is_packet;
    any = TRUE;
  }
  return any;
}

/* With the lock, which it lets go of. */
static void
housekeeping (GstScreamTx * self, RtpCcTime * now)
{
  RtpCcSessionInfo info;

  gst_scream_tx_keep_house (self, *now);
  rtp_cc_session_info (self->session, &info, *now);
  gst_scream_tx_after_session (self, &info, *now);
  gst_scream_tx_flush_log (self, *now);
  g_mutex_lock (&self->lock);
  *now = gst_scream_tx_now (self);
}

/* With the lock: the time that was waited for has come, or something else. */
static void
end_wait (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime late = now - self->wait_until;

  if (!self->waiting)
    return;
  self->waiting = FALSE;
  self->house_dirty = TRUE;
  if (late >= 0)
    self->lateness = MAX (late, LATENESS_KEPT (self->lateness));
  rtp_cc_session_set_late (self->session, MAX (late, 0));
}

/* With the lock.  Before a long wait nothing stays untold. */
static gboolean
may_wait (GstScreamTx * self, RtpCcTime until, RtpCcTime now)
{
  return until > now && (!self->house_dirty
      || until < self->house_kept + HOUSEKEEPING_INTERVAL);
}

/* With the lock. */
static GstClockTime
begin_wait (GstScreamTx * self, RtpCcTime until)
{
  self->waiting = TRUE;
  self->woken = FALSE;
  self->wait_until = until;
  return until == RTP_CC_TIME_NEVER ? GST_CLOCK_TIME_NONE
      : (GstClockTime) until;
}

/* With the lock.  One pad alone needs nobody beside it, so it stays the dispatcher,
 * and waits again already while it pushes.  Who waits is told of its end. */
static GstClockTime
hand_to_self (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime now)
{
  RtpCcTime next = gst_scream_tx_next_time (self, now);
  gboolean alone = may_wait (self, next, now);

  begin_push (pad, alone && self->n_waiting == 0 ? GST_SCREAM_TX_PUSH_ALONE
      : GST_SCREAM_TX_PUSH_WATCHED);
  return alone ? begin_wait (self, next) : 0;
}

/* With the lock: to the pads what is theirs, unless they were flushed meanwhile. */
static GstClockTime
hand_out (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime now)
{
  gboolean one = self->n_in_use == 1, any = FALSE;
  guint i;

  if (one && pad->out->len > 0)
    return hand_to_self (self, pad, now);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *other = g_ptr_array_index (self->pads, i);

    if (other->out->len == 0)
      continue;
    rtp_cc_session_set_blocked (self->session, other->stream, true);
    any = TRUE;
  }
  if (any && one) {
    gst_scream_tx_depose (self);
    return GST_CLOCK_TIME_NONE;
  }
  gst_scream_tx_wake_others (self, pad);
  return 0;
}

/* With the lock, which it lets go of. */
static void
find_route (GstScreamTx * self, RtpCcTime * now)
{
  g_mutex_unlock (&self->lock);
  gst_scream_tx_find_route (self);
  g_mutex_lock (&self->lock);
  *now = gst_scream_tx_now (self);
}

/* With the lock, which it may let go of: does what is due; 0, or the time of what
 * is next. */
static GstClockTime
lead (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime * now)
{
  RtpCcTime next;
  gboolean packets;

  if (self->playing)
    rtp_cc_session_tick (self->session, gst_scream_tx_drop, NULL, *now);
  if (collect (self, &packets, *now)) {
    self->house_dirty = TRUE;
    if (packets)
      self->last_send = *now;
    if (packets && self->route == ROUTE_UNKNOWN)
      find_route (self, now);
    return hand_out (self, pad, *now);
  }

  next = gst_scream_tx_next_time (self, *now);
  if (may_wait (self, next, *now))
    return begin_wait (self, next);
  housekeeping (self, now);
  return 0;
}

/* ---- the source ---- */

/* With the lock, which it may let go of: one thing, see lead(). */
static GstClockTime
serve (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime * now)
{
  if (pad->out->len > 0) {
    if (self->dispatcher == pad)
      gst_scream_tx_depose (self);
    begin_push (pad, GST_SCREAM_TX_PUSH_WATCHED);
    return 0;
  }
  if (self->dispatcher != NULL && self->dispatcher != pad)
    return GST_CLOCK_TIME_NONE;
  self->dispatcher = pad;
  return lead (self, pad, now);
}

static GstClockTime
serve_rounds (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime time)
{
  GstClockTime next = 0;
  RtpCcTime now;
  guint i;

  g_mutex_lock (&self->lock);
  now = gst_scream_tx_at (self, time);
  if (self->dispatcher == pad)
    end_wait (self, now);
  for (i = 0; i < MAX_ROUNDS && next == 0 && pad->running; i++) {
    next = serve (self, pad, &now);
    if (pad->pushed->len == 0)
      continue;
    g_mutex_unlock (&self->lock);
    if (push (self, pad, next))
      return next;
    g_mutex_lock (&self->lock);
    now = end_push (self, pad);
    next = 0;
  }
  if (!pad->running)
    next = GST_CLOCK_TIME_NONE;
  if (!pad->running && self->dispatcher == pad)
    gst_scream_tx_depose (self);
  g_mutex_unlock (&self->lock);
  return next;
}

/* GstScreamLoopFunc.  Who is pushed to may release the pad. */
static GstClockTime
on_time (GstClockTime time, gpointer user_data)
{
  GstScreamTxPad *pad = gst_object_ref (user_data);
  GstClockTime next = serve_rounds (pad->element, pad, time);

  gst_object_unref (pad);
  return next;
}

/* ---- in the thread that brings packets ---- */

/* With the lock.  A source that is not live may have one thread for two sinks that
 * preroll, and what is told to encoders and applications is told by the loop. */
static gboolean
may_send (GstScreamTx * self, GstScreamTxPad * pad, RtpCcTime now)
{
  return self->playing && pad->live && pad->running && pad->source != NULL
      && self->n_in_use == 1 && pad->out->len == 0
      && (self->dispatcher == NULL || self->dispatcher == pad)
      && self->route == ROUTE_SOCKET && self->log == NULL
      && now < self->house_kept + UNTOLD_INTERVAL
      && rtp_cc_session_next_send (self->session) <= now;
}

/* With the lock: the loop goes on with what cannot leave yet, and with what is to be
 * told; 0: at once. */
static GstClockTime
leave_to_loop (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime next = gst_scream_tx_next_time (self, now);

  next = MIN (next, self->house_kept + UNTOLD_INTERVAL);
  return next > now ? begin_wait (self, next) : 0;
}

gboolean
gst_scream_tx_begin_send (GstScreamTx * self, GstScreamTxPad * pad,
    GstScreamTxSend * send, RtpCcTime now)
{
  gboolean packets;

  if (!may_send (self, pad, now) || !gst_scream_loop_begin_call (pad->source))
    return FALSE;
  send->source = pad->source;
  self->dispatcher = pad;
  end_wait (self, now);
  rtp_cc_session_tick (self->session, gst_scream_tx_drop, NULL, now);
  self->house_dirty |= collect (self, &packets, now);
  if (packets)
    self->last_send = now;
  send->next = leave_to_loop (self, now);
  begin_push (pad, send->next > 0 && self->n_waiting == 0
      ? GST_SCREAM_TX_PUSH_ALONE : GST_SCREAM_TX_PUSH_WATCHED);
  return TRUE;
}

void
gst_scream_tx_end_send (GstScreamTx * self, GstScreamTxPad * pad,
    GstScreamTxSend * send)
{
  if (!push (self, pad, send->next)) {
    RtpCcTime now;

    g_mutex_lock (&self->lock);
    now = end_push (self, pad);
    send->next = pad->running && self->dispatcher == pad && pad->out->len == 0
        ? leave_to_loop (self, now) : 0;
    g_mutex_unlock (&self->lock);
  }
  gst_scream_loop_end_call (send->source, send->next);
}

static void
post_no_thread (GstScreamTx * self)
{
  GST_ELEMENT_ERROR (self, RESOURCE, FAILED,
      ("The system refuses a thread to screamtx, which cannot send."),
      ("Raise the limit of threads: ulimit -u, or TasksMax of the service."));
}

void
gst_scream_tx_start_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  GstClockTime slack;
  gboolean has_thread;

  g_mutex_lock (&self->lock);
  slack = SLACK (rtp_cc_session_burst (self->session));
  pad->running = TRUE;
  if (pad->source == NULL)
    pad->source = gst_scream_loop_add (self->loop, on_time, pad, slack,
        self->ecn == GST_SCREAM_TX_ECN_ECT_1 ? slack : MAX_SLACK);
  gst_scream_loop_wake (pad->source, 0);
  has_thread = gst_scream_loop_has_thread (self->loop);
  g_mutex_unlock (&self->lock);
  if (!has_thread)
    post_no_thread (self);
}

void
gst_scream_tx_halt_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  pad->running = FALSE;
  gst_scream_tx_signal (self);
  g_mutex_unlock (&self->lock);
}

void
gst_scream_tx_join_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  GstScreamLoopSource *source;

  g_mutex_lock (&self->lock);
  source = g_steal_pointer (&pad->source);
  g_mutex_unlock (&self->lock);
  if (source != NULL)
    gst_scream_loop_remove (source);
  g_mutex_lock (&self->lock);
  if (self->dispatcher == pad || self->dispatcher == NULL)
    gst_scream_tx_depose (self);
  g_mutex_unlock (&self->lock);
}
