/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrxfeedback.c: feedback back to the sender
 *
 * Which way it goes, when it is due, and the timer and the worker that see to
 * it when no packet comes.
 */
#include "plugins/scream/net/gstpadwalk.h"
#include "plugins/scream/rtp/gstscreamnal.h"
#include "gstscreamrxprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_rx_debug

/* An RTPSession that was asked for RTCP is asked again after this time, if none
 * came. */
#define ASK_INTERVAL (100 * GST_MSECOND)

/* While packets come they see to what is due. A timer that fired so often in a
 * row when nothing was due is set for later: it is for the end of a stream, and
 * with many streams it costs as much as the packets. */
#define MAX_NEEDLESS 8
#define PATIENCE (100 * GST_MSECOND)

static void gst_scream_rx_arm (GstScreamRx * self);

static gboolean
gst_scream_rx_may (GstScreamRxRoute wanted, GstScreamRxRoute route)
{
  return wanted == GST_SCREAM_RX_ROUTE_AUTO || wanted == route;
}

/* Where feedback would go now. A udpsrc whose packets' sender is not known yet is
 * waited for. */
static GstScreamRxTakenRoute
gst_scream_rx_get_route (GstScreamRx * self, GstPad ** rtcp_srcpad)
{
  GstScreamRxRoute wanted;
  GstPad *pad = NULL;
  gboolean has_socket, reaches;
  GSocket *socket;

  g_mutex_lock (&self->lock);
  wanted = self->feedback_route;
  if (self->rtcp_srcpad != NULL)
    pad = gst_object_ref (self->rtcp_srcpad);
  has_socket = self->route.sockets != NULL && self->route.sockets->len > 0;
  socket = gst_scream_route_ref_socket (&self->route, self->peers.own.address);
  g_mutex_unlock (&self->lock);
  reaches = socket != NULL;
  g_clear_object (&socket);

  if (pad != NULL && gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_PAD)
      && gst_pad_is_linked (pad)) {
    *rtcp_srcpad = pad;
    return ROUTE_PAD;
  }
  gst_clear_object (&pad);
  if (gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_SOCKET) && has_socket)
    return reaches ? ROUTE_SOCKET : ROUTE_NONE;
  if (gst_scream_rx_may (wanted, GST_SCREAM_RX_ROUTE_RTP_SESSION)
      && gst_scream_rx_session_is_open (self->session))
    return ROUTE_RTP_SESSION;
  return ROUTE_NONE;
}

static gboolean
gst_scream_rx_goes_by_session (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean by_session =
      gst_scream_rx_get_route (self, &pad) == ROUTE_RTP_SESSION;

  gst_clear_object (&pad);
  return by_session;
}

static GstPadWalkResult
guard_depayloader (GstElement * element, GstPad * pad, gpointer user_data)
{
  GstElementFactory *factory = gst_element_get_factory (element);

  if (factory == NULL || !gst_element_factory_list_is_type (factory,
          GST_ELEMENT_FACTORY_TYPE_DEPAYLOADER))
    return GST_PAD_WALK_GO_ON;
  gst_scream_nal_guard (pad, NULL);
  return GST_PAD_WALK_SKIP;
}

void
gst_scream_rx_find_sockets (GstScreamRx * self)
{
  GstScreamRoute found, old;

  gst_scream_route_find (&found, self->sinkpad);
  g_mutex_lock (&self->lock);
  old = self->route;
  self->route = found;
  g_mutex_unlock (&self->lock);
  gst_scream_route_clear (&old);
}

/* Before the session's first RTCP if it can be: it looks at its bandwidth only each
 * few seconds. And what is downstream is guarded, behind jitter buffers, too. */
void
gst_scream_rx_find_routes (GstScreamRx * self)
{
  guint bandwidth;

  gst_pad_walk_downstream (self->srcpad, guard_depayloader, NULL);

  gst_scream_rx_find_sockets (self);
  gst_scream_rx_session_find (self->session, self->sinkpad, self->srcpad);
  if (!gst_scream_rx_goes_by_session (self))
    return;
  g_mutex_lock (&self->lock);
  bandwidth = self->rtp_session_bandwidth;
  g_mutex_unlock (&self->lock);
  gst_scream_rx_session_prepare (self->session, bandwidth);
}

/* One packet of feedback if it is due; 0 if not. */
static gsize
gst_scream_rx_take (GstScreamRx * self, guint8 * data, gsize size)
{
  gsize taken = 0;

  g_mutex_lock (&self->lock);
  if (self->clock != NULL)
    taken = rtp_cc_reporter_feedback (self->receiver, data, size,
        gst_clock_get_time (self->clock));
  g_mutex_unlock (&self->lock);
  return taken;
}

gsize
gst_scream_rx_take_for_session (GstElement * element, guint8 * data, gsize size)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  gsize taken = 0;

  if (gst_scream_rx_goes_by_session (self))
    taken = gst_scream_rx_take (self, data, size);

  g_mutex_lock (&self->lock);
  if (taken > 0)
    self->last_route = ROUTE_RTP_SESSION;
  self->asked_until = 0;
  gst_scream_rx_arm (self);
  g_mutex_unlock (&self->lock);
  return taken;
}

static void
gst_scream_rx_ask_session (GstScreamRx * self)
{
  g_mutex_lock (&self->lock);
  if (self->clock != NULL)
    self->asked_until = gst_clock_get_time (self->clock) + ASK_INTERVAL;
  g_mutex_unlock (&self->lock);
  if (!gst_scream_rx_session_request (self->session))
    GST_LOG_OBJECT (self, "the RTPSession grants no early RTCP now");
}

gboolean
gst_scream_rx_send_to (GstScreamRx * self, GSocketAddress * to,
    const guint8 * data, gsize size)
{
  GSocketAddress *address = NULL;
  gboolean sent = FALSE;
  GError *error = NULL;
  GSocket *socket;

  g_mutex_lock (&self->lock);
  if (to == NULL)
    to = self->peers.own.address;
  g_set_object (&address, to);
  socket = gst_scream_route_ref_socket (&self->route, address);
  g_mutex_unlock (&self->lock);
  if (socket != NULL)
    sent = gst_scream_route_send (socket, address, data, size, &error);
  if (!sent)
    GST_DEBUG_OBJECT (self, "RTCP not sent: %s", error != NULL
        ? error->message : "no route");
  g_clear_error (&error);
  g_clear_object (&socket);
  g_clear_object (&address);
  return sent;
}

/* With the lock. Feedback leaves room for what waits first. */
static void
gst_scream_rx_reserve (GstScreamRx * self)
{
  GBytes *bytes = g_queue_peek_head (&self->waiting);

  rtp_cc_reporter_reserve (self->receiver, bytes == NULL ? 0
      : g_bytes_get_size (bytes) + GST_SCREAM_RX_PACKET_OVERHEAD);
}

void
gst_scream_rx_clear_waiting (GstScreamRx * self)
{
  GBytes *bytes;

  while ((bytes = g_queue_pop_head (&self->waiting)) != NULL)
    g_bytes_unref (bytes);
  gst_scream_rx_reserve (self);
}

/* With the lock. Has enough come for it? Feedback that leaves by rtcp_src comes by here again if
 * it is to be encrypted. */
static gboolean
gst_scream_rx_pay (GstScreamRx * self, gsize size)
{
  guint64 cost = size + GST_SCREAM_RX_PACKET_OVERHEAD;
  guint64 paid = MIN (self->prepaid, cost);

  if (self->clock == NULL || !rtp_cc_reporter_spend (self->receiver,
          cost - paid))
    return FALSE;
  self->prepaid -= paid;
  return TRUE;
}

/* With the lock. */
static void
gst_scream_rx_wait (GstScreamRx * self, const guint8 * data, gsize size)
{
  if (self->clock == NULL || size > GST_SCREAM_RX_MAX_RTCP)
    return;
  if (g_queue_get_length (&self->waiting) == GST_SCREAM_RX_MAX_WAITING)
    g_bytes_unref (g_queue_pop_head (&self->waiting));
  g_queue_push_tail (&self->waiting, g_bytes_new (data, size));
  gst_scream_rx_reserve (self);
}

gboolean
gst_scream_rx_send_rtcp (GstScreamRx * self, const guint8 * data, gsize size)
{
  gboolean enough;

  g_mutex_lock (&self->lock);
  enough = gst_scream_rx_pay (self, size);
  if (!enough)
    gst_scream_rx_wait (self, data, size);
  g_mutex_unlock (&self->lock);
  return enough && gst_scream_rx_send_to (self, NULL, data, size);
}

/* NULL: nothing that may go now. */
static GBytes *
gst_scream_rx_take_waiting (GstScreamRx * self)
{
  GBytes *bytes;

  g_mutex_lock (&self->lock);
  bytes = g_queue_peek_head (&self->waiting);
  if (bytes != NULL && !gst_scream_rx_pay (self, g_bytes_get_size (bytes)))
    bytes = NULL;
  if (bytes != NULL) {
    g_queue_pop_head (&self->waiting);
    gst_scream_rx_reserve (self);
  }
  g_mutex_unlock (&self->lock);
  return bytes;
}

void
gst_scream_rx_send_waiting (GstScreamRx * self)
{
  GBytes *bytes;

  while ((bytes = gst_scream_rx_take_waiting (self)) != NULL) {
    gst_scream_rx_send_to (self, NULL, g_bytes_get_data (bytes, NULL),
        g_bytes_get_size (bytes));
    g_bytes_unref (bytes);
  }
}

guint32
gst_scream_rx_get_sender_ssrc (GstScreamRx * self)
{
  guint32 ssrc;

  g_mutex_lock (&self->lock);
  ssrc = gst_scream_rx_own_ssrc (self);
  g_mutex_unlock (&self->lock);
  return ssrc;
}

/* The media goes on: this is a warning. */
static void
gst_scream_rx_warn_no_route (GstScreamRx * self)
{
  RtpCcReporterStats stats;
  gboolean warn;

  g_mutex_lock (&self->lock);
  rtp_cc_reporter_stats (self->receiver, &stats);
  warn = !self->warned
      && stats.receiver.packets >= GST_SCREAM_RX_PACKETS_BEFORE_WARNING;
  self->warned |= warn;
  g_mutex_unlock (&self->lock);

  if (warn)
    GST_ELEMENT_WARNING (self, RESOURCE, NOT_FOUND,
        ("No route for feedback, so the sender cannot adapt."),
        ("Put screamrx downstream of a udpsrc with "
            "retrieve-sender-address=true, or upstream of an rtpbin with a "
            "linked send_rtcp_src, or link the pad rtcp_src. The property "
            "feedback-route must allow it." GST_HELP ("feedback-route")));
}

/* Sends what is due, or sees to it. From the streaming thread or the worker, with
 * no lock. */
static void
gst_scream_rx_send_due (GstScreamRx * self)
{
  guint8 data[GST_SCREAM_RX_MAX_FEEDBACK_SIZE];
  gsize size;

  if (gst_scream_rx_goes_by_session (self)) {
    gst_scream_rx_ask_session (self);
    return;
  }
  while ((size = gst_scream_rx_take (self, data, sizeof (data))) > 0) {
    GstPad *pad = NULL;
    GstScreamRxTakenRoute route = gst_scream_rx_get_route (self, &pad);
    gboolean sent = FALSE;

    g_mutex_lock (&self->lock);
    self->last_route = route;
    if (route == ROUTE_PAD)
      self->prepaid = MIN (self->prepaid + size
          + GST_SCREAM_RX_PACKET_OVERHEAD, RTP_CC_REPORTER_KEPT);
    g_mutex_unlock (&self->lock);
    if (route == ROUTE_PAD)
      sent = gst_scream_rx_push (pad, data, size);
    else if (route == ROUTE_SOCKET)
      sent = gst_scream_rx_send_to (self, NULL, data, size);
    else
      gst_scream_rx_warn_no_route (self);
    gst_clear_object (&pad);

    g_mutex_lock (&self->lock);
    if (!sent)
      self->feedback_errors++;
    g_mutex_unlock (&self->lock);
  }
}

/* With the lock. */
static gboolean
gst_scream_rx_is_due (GstScreamRx * self)
{
  RtpCcTime now;

  if (self->clock == NULL)
    return FALSE;
  now = gst_clock_get_time (self->clock);
  return rtp_cc_reporter_next_time (self->receiver) <= now
      && self->asked_until <= now;
}

/* A thread of the element's pool. It has the pad rtcp_src to itself, so that
 * what is behind that pad cannot hold up the media: a sink that waits for the
 * preroll of another sink, which waits for the media, for example. */
static void
gst_scream_rx_work (GstElement * element, gpointer user_data)
{
  GstScreamRx *self = GST_SCREAM_RX (element);
  gboolean more;

  do {
    gst_scream_rx_send_due (self);
    gst_scream_rx_send_eos (self);
    g_mutex_lock (&self->lock);
    more = gst_scream_rx_is_due (self) || (self->eos && self->rtcp_srcpad);
    self->working = more;
    gst_scream_rx_arm (self);
    g_mutex_unlock (&self->lock);
  } while (more);
}

void
gst_scream_rx_wake_worker (GstScreamRx * self)
{
  gboolean idle;

  g_mutex_lock (&self->lock);
  idle = !self->working;
  self->working = TRUE;
  g_mutex_unlock (&self->lock);
  if (idle)
    gst_element_call_async (GST_ELEMENT (self), gst_scream_rx_work, NULL, NULL);
}

/* The thread is the clock's, which others wait for: look and leave. */
static gboolean
gst_scream_rx_on_timer (GstClock * clock, GstClockTime time, GstClockID id,
    gpointer user_data)
{
  GstScreamRx *self = g_weak_ref_get (user_data);
  gboolean due = FALSE;

  if (self == NULL)
    return FALSE;

  g_mutex_lock (&self->lock);
  if (self->timer == id) {
    self->timer = NULL;
    gst_clock_id_unref (id);
    due = gst_scream_rx_is_due (self);
    self->needless = due ? 0 : self->needless + 1;
    if (!due)
      gst_scream_rx_arm (self);
  }
  g_mutex_unlock (&self->lock);

  if (due)
    gst_scream_rx_wake_worker (self);
  gst_object_unref (self);
  return FALSE;
}

/* With the lock. A timer that is set stays: it looks again when it fires, at
 * most once in an interval, which is less work than to set one for each
 * packet. */
static void
gst_scream_rx_arm (GstScreamRx * self)
{
  RtpCcTime next;

  if (self->clock == NULL || self->timer != NULL || self->working)
    return;
  next = rtp_cc_reporter_next_time (self->receiver);
  if (next == RTP_CC_TIME_NEVER)
    return;

  if (self->needless >= MAX_NEEDLESS)
    next += PATIENCE;
  next = MAX (next, self->asked_until);
  self->timer = gst_clock_new_single_shot_id (self->clock, next);
  gst_clock_id_wait_async (self->timer, gst_scream_rx_on_timer,
      gst_scream_rx_new_weak_ref (self), gst_scream_rx_free_weak_ref);
}

void
gst_scream_rx_disarm (GstScreamRx * self)
{
  GstClockID timer;

  g_mutex_lock (&self->lock);
  timer = g_steal_pointer (&self->timer);
  g_mutex_unlock (&self->lock);
  if (timer != NULL) {
    gst_clock_id_unschedule (timer);
    gst_clock_id_unref (timer);
  }
}

void
gst_scream_rx_respond (GstScreamRx * self)
{
  GstPad *pad = NULL;
  gboolean due;

  g_mutex_lock (&self->lock);
  due = gst_scream_rx_is_due (self);
  if (!due)
    gst_scream_rx_arm (self);
  g_mutex_unlock (&self->lock);
  if (!due)
    return;

  /* A datagram is sent at once. */
  if (gst_scream_rx_get_route (self, &pad) == ROUTE_PAD)
    gst_scream_rx_wake_worker (self);
  else
    gst_scream_rx_send_due (self);
  gst_clear_object (&pad);
}
