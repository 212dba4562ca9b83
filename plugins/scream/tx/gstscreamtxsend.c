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
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/packet/gstscreamecn.h"
#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* Rates, feedback and key frames are looked at so often at most, while there
 * is something to do each millisecond. */
#define HOUSEKEEPING_INTERVAL (10 * GST_MSECOND)

/* Packets leave together if one after the other would wake this thread more
 * often: each time costs as much as several packets. With as much as it wakes up
 * late it stays below what the pacer lets go at once, so that nothing of the
 * rate is lost. */
#define SEND_INTERVAL(burst) ((burst) - (burst) / 4)

/* How much of the lateness is left with the next time that is in time. */
#define LATENESS_KEPT(late) ((late) - (late) / 16)

/* With several elements their calls are put together if that makes none of them
 * late by more than this: what the pacer lets go at once makes up for it. */
#define SLACK(burst) MIN ((GstClockTime) (burst) / 2, MAX_SLACK)
#define MAX_SLACK (5 * GST_MSECOND)

/* A call does so much before others have their turn. */
#define MAX_ROUNDS 4

void
gst_scream_tx_wake (GstScreamTx * self)
{
  if (self->waiting && self->dispatcher->source != NULL)
    gst_scream_loop_wake_soon (self->dispatcher->source);
}

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
static RtpCcTime
next_time (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime next = self->playing ? rtp_cc_session_next_time (self->session, now)
      : rtp_cc_session_next_send (self->session);
  RtpCcTime earliest = self->last_send
      + SEND_INTERVAL (rtp_cc_session_burst (self->session)) - self->lateness;

  return next > now && next < earliest ? earliest : next;
}

/* With the lock: this thread was to wake up then. */
static void
note_lateness (GstScreamTx * self, RtpCcTime then)
{
  RtpCcTime late = gst_scream_tx_now (self) - then;

  if (late >= 0)
    self->lateness = MAX (late, LATENESS_KEPT (self->lateness));
  if (self->session != NULL)
    rtp_cc_session_set_late (self->session, MAX (late, 0));
}

void
gst_scream_tx_wake_if_due (GstScreamTx * self, RtpCcTime now)
{
  RtpCcTime next;

  if (!self->waiting || self->dispatcher->source == NULL)
    return;
  next = next_time (self, now);
  if (next >= self->wait_until)
    return;
  /* Nobody is late for what was not known before. */
  self->wait_until = next = MAX (next, now);
  gst_scream_loop_wake (self->dispatcher->source, (GstClockTime) next);
}

void
gst_scream_tx_pad_done (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (self->session == NULL || pad->stream < 0)
    return;
  rtp_cc_session_set_blocked (self->session, pad->stream,
      pad->pushing || pad->out->len > 0);
  gst_scream_tx_wake_if_due (self, gst_scream_tx_now (self));
}

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

/* The run of buffers that begins at @start; takes them. */
static GstFlowReturn
push_buffers (GstScreamTxPad * pad, GPtrArray * objects, guint start, guint n)
{
  GstBufferList *list;
  guint i;

  if (n == 1)
    return gst_pad_push (pad->srcpad,
        GST_BUFFER_CAST (g_ptr_array_index (objects, start)));

  list = gst_buffer_list_new_sized (n);
  for (i = start; i < start + n; i++)
    gst_buffer_list_add (list, GST_BUFFER_CAST (g_ptr_array_index (objects,
                i)));
  return gst_pad_push_list (pad->srcpad, list);
}

/* Of buffers with one ECN codepoint: a list leaves a sink with one. */
static guint
run_length (GPtrArray * objects, guint start)
{
  guint n = 0;
  guint8 ecn = 0;

  while (start + n < objects->len
      && GST_IS_BUFFER (g_ptr_array_index (objects, start + n))) {
    GstBuffer *buffer = g_ptr_array_index (objects, start + n);
    guint8 this_ecn = gst_scream_ecn_get (buffer, RTP_CC_ECN_NOT_ECT);

    if (n > 0 && this_ecn != ecn)
      break;
    ecn = this_ecn;
    n++;
  }
  return n;
}

static void
push_event (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  gboolean eos = GST_EVENT_TYPE (event) == GST_EVENT_EOS;

  gst_pad_push_event (pad->srcpad, event);
  if (eos)
    gst_scream_tx_stream_ended (self, pad);
}

/* Takes the array and what is in it. */
static void
push_all (GstScreamTx * self, GstScreamTxPad * pad, GPtrArray * objects)
{
  guint i = 0;

  while (i < objects->len) {
    guint n = run_length (objects, i);

    if (n == 0) {
      push_event (self, pad, GST_EVENT_CAST (g_ptr_array_index (objects, i)));
      i++;
    } else {
      GstFlowReturn ret = push_buffers (pad, objects, i, n);

      if (ret != GST_FLOW_OK)
        handle_result (self, pad, ret);
      i += n;
    }
  }
  g_ptr_array_unref (objects);
}

/* With the lock, which it lets go of. */
static void
push_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  GPtrArray *objects = pad->out;

  pad->out = g_ptr_array_new ();
  pad->pushing = TRUE;
  g_mutex_unlock (&self->lock);
  push_all (self, pad, objects);
  g_mutex_lock (&self->lock);
  pad->pushing = FALSE;
  gst_scream_tx_pad_done (self, pad);
  gst_scream_tx_signal (self);
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

/* The buffer carries what the session decided; sinks and emulated links look at
 * that. */
static void
mark (RtpCcQueueItem * item)
{
  GstBuffer *buffer = item->user;

  if (gst_scream_ecn_get (buffer, RTP_CC_ECN_NOT_ECT) == item->ecn)
    return;
  buffer = gst_buffer_make_writable (buffer);
  gst_scream_ecn_set (buffer, (guint8) item->ecn);
  item->user = buffer;
}

/* With the lock: all that may leave now.  @packets: some of it is packets. */
static gboolean
collect (GstScreamTx * self, gboolean * packets, RtpCcTime now)
{
  gboolean any = FALSE;
  RtpCcQueueItem item;
  gint stream;
  guint i;

  *packets = FALSE;
  while ((stream = rtp_cc_session_dequeue (self->session, &item, now)) >= 0) {
    GstScreamTxPad *pad = pad_of_stream (self, stream);

    if (item.is_packet) {
      mark (&item);
      gst_scream_tx_write_number (pad, &item);
    }
    g_ptr_array_add (pad->out, item.user);
    *packets |= item.is_packet;
    any = TRUE;
  }
  for (i = 0; any && i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (pad->out->len > 0)
      rtp_cc_session_set_blocked (self->session, pad->stream, true);
  }
  return any;
}

/* With the lock, which it lets go of. */
static void
housekeeping (GstScreamTx * self, RtpCcTime now)
{
  self->house_kept = now;
  self->house_dirty = FALSE;
  rtp_cc_session_set_min_interval (self->session,
      (gint64) gst_scream_loop_get_min_interval (self->loop));
  g_mutex_unlock (&self->lock);
  gst_scream_tx_flush_log (self, now);
  gst_scream_tx_check_feedback (self);
  gst_scream_tx_request_key_frames (self);
  gst_scream_tx_publish_rates (self);
  g_mutex_lock (&self->lock);
}

/* With the lock.  The others look whether there is something for them, or a
 * dispatcher missing. */
static void
wake_others (GstScreamTx * self, GstScreamTxPad * pad)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *other = g_ptr_array_index (self->pads, i);

    if (other != pad && other->source != NULL && !other->pushing)
      gst_scream_loop_wake (other->source, 0);
  }
}

/* With the lock: the time that was waited for has come, or something else. */
static void
end_wait (GstScreamTx * self)
{
  if (!self->waiting)
    return;
  self->waiting = FALSE;
  note_lateness (self, self->wait_until);
  self->house_dirty = TRUE;
}

/* With the lock. */
static GstClockTime
begin_wait (GstScreamTx * self, RtpCcTime until)
{
  self->waiting = TRUE;
  self->wait_until = until;
  return until == RTP_CC_TIME_NEVER ? GST_CLOCK_TIME_NONE
      : (GstClockTime) until;
}

/* With the lock, which it lets go of: does what is due; 0, or the time of what is
 * next.  Before a long wait nothing stays untold. */
static GstClockTime
lead (GstScreamTx * self, GstScreamTxPad * pad)
{
  RtpCcTime now = gst_scream_tx_now (self);
  RtpCcTime next;
  gboolean packets;

  if (self->playing)
    rtp_cc_session_tick (self->session, gst_scream_tx_drop, NULL, now);
  if (collect (self, &packets, now)) {
    self->house_dirty = TRUE;
    if (packets)
      self->last_send = now;
    if (packets && self->route == ROUTE_UNKNOWN) {
      g_mutex_unlock (&self->lock);
      gst_scream_tx_find_route (self);
      g_mutex_lock (&self->lock);
    }
    wake_others (self, pad);
    return 0;
  }

  next = next_time (self, now);
  if (next > now && (!self->house_dirty
          || next < self->house_kept + HOUSEKEEPING_INTERVAL))
    return begin_wait (self, next);
  housekeeping (self, now);
  return 0;
}

/* With the lock. */
static void
resign (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (self->dispatcher != pad)
    return;
  self->dispatcher = NULL;
  self->waiting = FALSE;
  wake_others (self, pad);
}

/* ---- the source ---- */

/* With the lock, which it lets go of: one thing, see lead(). */
static GstClockTime
serve (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (pad->out->len > 0) {
    resign (self, pad);
    push_pad (self, pad);
    return 0;
  }
  if (self->dispatcher != NULL && self->dispatcher != pad)
    return GST_CLOCK_TIME_NONE;
  self->dispatcher = pad;
  return lead (self, pad);
}

static GstClockTime
on_time (gpointer user_data)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (user_data);
  GstScreamTx *self = pad->element;
  GstClockTime next = 0;
  guint i;

  g_mutex_lock (&self->lock);
  if (self->dispatcher == pad)
    end_wait (self);
  for (i = 0; i < MAX_ROUNDS && next == 0 && pad->running; i++)
    next = serve (self, pad);
  if (!pad->running) {
    resign (self, pad);
    next = GST_CLOCK_TIME_NONE;
  }
  g_mutex_unlock (&self->lock);
  return next;
}

static void
post_no_thread (GstScreamTx * self)
{
  GST_ELEMENT_ERROR (self, RESOURCE, FAILED,
      ("The system refuses screamtx a thread, so nothing can be sent."),
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
  resign (self, pad);
  g_mutex_unlock (&self->lock);
}
