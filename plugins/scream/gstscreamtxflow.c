/* gstscreamtxflow.c: packets and events through screamtx
 *
 * chain puts packets and serialized events into the session's queue of its
 * pad; one task takes out what may leave and pushes it, buffers of one pad in
 * a list.  Between that it waits on the system clock.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* The fixed RTP header, RFC 3550 section 5.1. */
#define RTP_HEADER_SIZE 12

/* One thing on its way out. */
typedef struct
{
  GstScreamTxPad *pad;
  GstMiniObject *object;
} Outgoing;

RtpCcTime
gst_scream_tx_now (GstScreamTx * self)
{
  return (RtpCcTime) gst_clock_get_time (self->clock);
}

GstScreamTxPad *
gst_scream_tx_pad_of (GstScreamTx * self, GstPad * srcpad)
{
  GstScreamTxPad *found = NULL;
  guint i;

  g_mutex_lock (&self->lock);
  for (i = 0; i < self->pads->len && found == NULL; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);

    if (pad->srcpad == srcpad)
      found = pad;
  }
  g_mutex_unlock (&self->lock);
  return found;
}

void
gst_scream_tx_drop (const RtpCcQueueItem * item, gpointer user_data)
{
  (void) user_data;
  gst_mini_object_unref (GST_MINI_OBJECT_CAST (item->user));
}

void
gst_scream_tx_clear_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (self->session != NULL && pad->stream >= 0)
    rtp_cc_session_clear_stream (self->session, pad->stream,
        gst_scream_tx_drop, NULL);
}

void
gst_scream_tx_wake (GstScreamTx * self)
{
  if (!self->waiting)
    return;
  g_cond_broadcast (&self->cond);
  if (self->wait_id != NULL)
    gst_clock_id_unschedule (self->wait_id);
}

/* ---- in ---- */

/* Reads the header, which is in the clear in SRTP too. */
static gboolean
parse_packet (GstBuffer * buffer, RtpCcSessionPacket * packet)
{
  gsize size = gst_buffer_get_size (buffer);
  guint8 h[RTP_HEADER_SIZE];
  gsize header = RTP_HEADER_SIZE;

  if (gst_buffer_extract (buffer, 0, h, sizeof (h)) < sizeof (h)
      || h[0] >> 6 != 2 || size > G_MAXUINT16)
    return FALSE;

  header += 4 * (h[0] & 0x0f);
  if (h[0] & 0x10) {
    guint8 extension[4];

    if (gst_buffer_extract (buffer, header, extension, 4) < 4)
      return FALSE;
    header += 4 + 4 * GST_READ_UINT16_BE (extension + 2);
  }
  if (header > size)
    return FALSE;

  packet->user = buffer;
  packet->is_packet = TRUE;
  packet->marker = h[1] >> 7;
  packet->seq = GST_READ_UINT16_BE (h + 2);
  packet->timestamp = GST_READ_UINT32_BE (h + 4);
  packet->ssrc = GST_READ_UINT32_BE (h + 8);
  packet->size = (guint32) size;
  packet->payload_size = (guint32) (size - header);
  return TRUE;
}

/* With the lock.  Takes the buffer. */
static void
enqueue_buffer (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer,
    RtpCcTime now)
{
  RtpCcSessionPacket packet = { 0, };

  if (!parse_packet (buffer, &packet)) {
    pad->not_rtp++;
    GST_WARNING_OBJECT (pad, "dropped a buffer of %" G_GSIZE_FORMAT
        " bytes that is not an RTP packet", gst_buffer_get_size (buffer));
    gst_buffer_unref (buffer);
    return;
  }
  if (!rtp_cc_session_enqueue (self->session, pad->stream, &packet, now))
    gst_buffer_unref (buffer);
}

/* With the lock. */
static GstFlowReturn
check_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (pad->flushing || self->session == NULL || pad->stream < 0)
    return GST_FLOW_FLUSHING;
  if (pad->eos)
    return GST_FLOW_EOS;
  return pad->result;
}

static gboolean
upstream_is_live (GstPad * sinkpad)
{
  GstQuery *query = gst_query_new_latency ();
  gboolean live = TRUE;

  if (gst_pad_peer_query (sinkpad, query))
    gst_query_parse_latency (query, &live, NULL, NULL);
  gst_query_unref (query);
  return live;
}

/* The encoder may have been linked since READY->PAUSED. */
static void
check_encoder (GstScreamTx * self, GstScreamTxPad * pad)
{
  gchar *missing;

  if (gst_encoder_control_find (pad->encoder, GST_PAD_CAST (pad)))
    return;

  g_mutex_lock (&self->lock);
  missing = g_steal_pointer (&pad->encoder_missing);
  g_mutex_unlock (&self->lock);
  if (missing == NULL)
    return;

  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", missing),
      ("%s:%s has no encoder to control; what comes in is paced, and discarded "
          "when it is too much", GST_DEBUG_PAD_NAME (pad)));
  g_free (missing);
}

static void
start_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  gboolean live = upstream_is_live (GST_PAD_CAST (pad));

  GST_INFO_OBJECT (pad, "first packet, upstream is %s",
      live ? "live" : "not live: packets wait for their time");
  check_encoder (self, pad);

  g_mutex_lock (&self->lock);
  pad->started = TRUE;
  pad->live = live;
  g_mutex_unlock (&self->lock);
}

/* A source that is not live would run as fast as it can: its packets wait for
 * their running time, as a synchronizing sink would have them do; in PAUSED
 * all but the first, which sinks need to preroll. */
static void
wait_for_turn (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer)
{
  GstClock *clock;
  GstClockTime base, running;
  GstClockID id;

  g_mutex_lock (&self->lock);
  while (!self->playing && pad->prerolled && !pad->flushing)
    g_cond_wait (&self->cond, &self->lock);
  pad->prerolled = TRUE;
  clock = gst_element_get_clock (GST_ELEMENT_CAST (self));
  base = gst_element_get_base_time (GST_ELEMENT_CAST (self));
  running = gst_segment_to_running_time (&pad->segment, GST_FORMAT_TIME,
      GST_BUFFER_PTS (buffer));
  if (clock == NULL || !GST_CLOCK_TIME_IS_VALID (running) || pad->flushing) {
    g_mutex_unlock (&self->lock);
    g_clear_pointer (&clock, gst_object_unref);
    return;
  }
  id = pad->sync_id = gst_clock_new_single_shot_id (clock, base + running);
  gst_clock_id_ref (id);
  g_mutex_unlock (&self->lock);

  gst_clock_id_wait (id, NULL);

  g_mutex_lock (&self->lock);
  g_clear_pointer (&pad->sync_id, gst_clock_id_unref);
  g_mutex_unlock (&self->lock);
  gst_clock_id_unref (id);
  gst_object_unref (clock);
}

/* With the lock: the task may have something to do earlier than it thinks. */
static void
wake_if_due (GstScreamTx * self, RtpCcTime now)
{
  if (self->waiting
      && rtp_cc_session_next_time (self->session, now) < self->wait_until)
    gst_scream_tx_wake (self);
}

static GstFlowReturn
gst_scream_tx_chain_list (GstPad * sinkpad, GstObject * parent,
    GstBufferList * list)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  guint i, n = gst_buffer_list_length (list);
  GstFlowReturn ret;
  RtpCcTime now;

  if (!pad->started)
    start_pad (self, pad);
  if (!pad->live && n > 0)
    wait_for_turn (self, pad, gst_buffer_list_get (list, 0));

  g_mutex_lock (&self->lock);
  ret = check_pad (self, pad);
  if (ret == GST_FLOW_OK) {
    now = gst_scream_tx_now (self);
    for (i = 0; i < n; i++)
      enqueue_buffer (self, pad, gst_buffer_ref (gst_buffer_list_get (list, i)),
          now);
    wake_if_due (self, now);
  }
  g_mutex_unlock (&self->lock);
  gst_buffer_list_unref (list);
  return ret;
}

static GstFlowReturn
gst_scream_tx_chain (GstPad * sinkpad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  GstFlowReturn ret;
  RtpCcTime now;

  if (!pad->started)
    start_pad (self, pad);
  if (!pad->live)
    wait_for_turn (self, pad, buffer);

  g_mutex_lock (&self->lock);
  ret = check_pad (self, pad);
  if (ret == GST_FLOW_OK) {
    now = gst_scream_tx_now (self);
    enqueue_buffer (self, pad, buffer, now);
    wake_if_due (self, now);
  } else {
    gst_buffer_unref (buffer);
  }
  g_mutex_unlock (&self->lock);
  return ret;
}

/* ---- events and queries ---- */

static void
flush_start (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  pad->flushing = TRUE;
  pad->result = GST_FLOW_FLUSHING;
  if (pad->sync_id != NULL)
    gst_clock_id_unschedule (pad->sync_id);
  g_cond_broadcast (&self->cond);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);
}

/* Nothing of this pad is on its way when this returns. */
static void
flush_stop (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  while (pad->pushing)
    g_cond_wait (&self->cond, &self->lock);
  gst_scream_tx_clear_pad (self, pad);
  pad->flushing = FALSE;
  pad->eos = FALSE;
  pad->result = GST_FLOW_OK;
  gst_segment_init (&pad->segment, GST_FORMAT_TIME);
  g_mutex_unlock (&self->lock);
}

/* Events keep their place among the packets. */
static gboolean
enqueue_event (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  RtpCcSessionPacket item = { 0, };
  gboolean ret = FALSE;

  item.user = event;
  g_mutex_lock (&self->lock);
  if (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START && pad->eos) {
    pad->eos = FALSE;
    pad->result = GST_FLOW_OK;
  }
  if (check_pad (self, pad) == GST_FLOW_OK)
    ret = rtp_cc_session_enqueue (self->session, pad->stream, &item,
        gst_scream_tx_now (self));
  if (ret && GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    pad->eos = TRUE;
  if (ret && GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
    gst_event_copy_segment (event, &pad->segment);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);

  if (!ret)
    gst_event_unref (event);
  return ret;
}

static gboolean
gst_scream_tx_sink_event (GstPad * sinkpad, GstObject * parent,
    GstEvent * event)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  gboolean ret;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_START:
      ret = gst_pad_push_event (pad->srcpad, event);
      flush_start (self, pad);
      return ret;
    case GST_EVENT_FLUSH_STOP:
      flush_stop (self, pad);
      return gst_pad_push_event (pad->srcpad, event);
    case GST_EVENT_CAPS:
      gst_encoder_control_find (pad->encoder, sinkpad);
      return enqueue_event (self, pad, event);
    default:
      if (GST_EVENT_IS_SERIALIZED (event))
        return enqueue_event (self, pad, event);
      return gst_pad_push_event (pad->srcpad, event);
  }
}

static gboolean
gst_scream_tx_sink_query (GstPad * sinkpad, GstObject * parent,
    GstQuery * query)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);

  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_ALLOCATION:
      return gst_pad_peer_query (pad->srcpad, query);
    default:
      if (GST_QUERY_IS_SERIALIZED (query))
        return FALSE;
      return gst_pad_query_default (sinkpad, parent, query);
  }
}

static gboolean
gst_scream_tx_src_event (GstPad * srcpad, GstObject * parent, GstEvent * event)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = gst_scream_tx_pad_of (self, srcpad);

  if (pad == NULL) {
    gst_event_unref (event);
    return FALSE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE) {
    g_mutex_lock (&self->lock);
    if (self->route == ROUTE_SOCKET || self->route == ROUTE_NONE)
      self->route = ROUTE_UNKNOWN;
    g_mutex_unlock (&self->lock);
  }
  return gst_pad_push_event (GST_PAD_CAST (pad), event);
}

/* What waits here adds nothing to the delay that sinks must allow for, but it
 * may: as much as max-queue-delay. */
static gboolean
answer_latency (GstScreamTx * self, GstScreamTxPad * pad, GstQuery * query)
{
  GstClockTime min, max;
  gboolean live;

  if (!gst_pad_peer_query (GST_PAD_CAST (pad), query))
    return FALSE;
  gst_query_parse_latency (query, &live, &min, &max);
  GST_OBJECT_LOCK (self);
  if (GST_CLOCK_TIME_IS_VALID (max))
    max += self->max_queue_delay;
  GST_OBJECT_UNLOCK (self);
  gst_query_set_latency (query, live, min, max);
  return TRUE;
}

static gboolean
gst_scream_tx_src_query (GstPad * srcpad, GstObject * parent, GstQuery * query)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = gst_scream_tx_pad_of (self, srcpad);

  if (GST_QUERY_TYPE (query) == GST_QUERY_LATENCY && pad != NULL)
    return answer_latency (self, pad, query);
  return gst_pad_query_default (srcpad, parent, query);
}

/* Each sink pad feeds its own src pad, and no RTCP pad. */
static GstIterator *
gst_scream_tx_internal_links (GstPad * pad, GstObject * parent)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstPad *other;
  GstIterator *it;
  GValue value = G_VALUE_INIT;

  if (GST_PAD_IS_SINK (pad))
    other = GST_SCREAM_TX_PAD (pad)->srcpad;
  else
    other = GST_PAD_CAST (gst_scream_tx_pad_of (self, pad));
  if (other == NULL)
    return NULL;

  g_value_init (&value, GST_TYPE_PAD);
  g_value_set_object (&value, other);
  it = gst_iterator_new_single (GST_TYPE_PAD, &value);
  g_value_unset (&value);
  return it;
}

/* Below PAUSED nothing waits and nothing gets stuck. */
static gboolean
gst_scream_tx_sink_activate_mode (GstPad * sinkpad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);

  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;

  if (!active)
    flush_start (self, pad);
  else
    flush_stop (self, pad);
  return TRUE;
}

void
gst_scream_tx_setup_sink_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  GstPad *sinkpad = GST_PAD_CAST (pad);

  (void) self;
  gst_pad_set_chain_function (sinkpad, GST_DEBUG_FUNCPTR (gst_scream_tx_chain));
  gst_pad_set_chain_list_function (sinkpad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_chain_list));
  gst_pad_set_event_function (sinkpad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_sink_event));
  gst_pad_set_query_function (sinkpad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_sink_query));
  gst_pad_set_activatemode_function (sinkpad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_sink_activate_mode));
  gst_pad_set_iterate_internal_links_function (sinkpad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_internal_links));
  GST_PAD_SET_PROXY_CAPS (sinkpad);
}

void
gst_scream_tx_setup_src_pad (GstScreamTx * self, GstPad * pad)
{
  (void) self;
  gst_pad_set_event_function (pad, GST_DEBUG_FUNCPTR (gst_scream_tx_src_event));
  gst_pad_set_query_function (pad, GST_DEBUG_FUNCPTR (gst_scream_tx_src_query));
  gst_pad_set_iterate_internal_links_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_internal_links));
  GST_PAD_SET_PROXY_CAPS (pad);
}

/* ---- out ---- */

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

static void
outgoing_clear (gpointer data)
{
  Outgoing *out = data;

  gst_object_unref (out->pad);
  if (out->object != NULL)
    gst_mini_object_unref (out->object);
}

/* With the lock: all that may leave now. */
static GArray *
collect (GstScreamTx * self, RtpCcTime now)
{
  GArray *batch = NULL;
  RtpCcQueueItem item;
  gint stream;

  while ((stream = rtp_cc_session_dequeue (self->session, &item, now)) >= 0) {
    Outgoing out;

    out.pad = gst_object_ref (pad_of_stream (self, stream));
    out.object = item.user;
    out.pad->pushing = TRUE;
    if (batch == NULL) {
      batch = g_array_new (FALSE, FALSE, sizeof (Outgoing));
      g_array_set_clear_func (batch, outgoing_clear);
    }
    g_array_append_val (batch, out);
  }
  return batch;
}

/* The run of buffers of one pad that begins at @start. */
static guint
run_length (GArray * batch, guint start)
{
  Outgoing *first = &g_array_index (batch, Outgoing, start);
  guint n = 1;

  while (start + n < batch->len) {
    Outgoing *out = &g_array_index (batch, Outgoing, start + n);

    if (out->pad != first->pad || !GST_IS_BUFFER (out->object))
      break;
    n++;
  }
  return n;
}

static GstFlowReturn
push_buffers (GArray * batch, guint start, guint n)
{
  Outgoing *first = &g_array_index (batch, Outgoing, start);
  GstBufferList *list;
  guint i;

  if (n == 1)
    return gst_pad_push (first->pad->srcpad,
        GST_BUFFER_CAST (g_steal_pointer (&first->object)));

  list = gst_buffer_list_new_sized (n);
  for (i = 0; i < n; i++) {
    Outgoing *out = &g_array_index (batch, Outgoing, start + i);

    gst_buffer_list_add (list,
        GST_BUFFER_CAST (g_steal_pointer (&out->object)));
  }
  return gst_pad_push_list (first->pad->srcpad, list);
}

static void
handle_result (GstScreamTx * self, GstScreamTxPad * pad, GstFlowReturn ret)
{
  gboolean eos;

  g_mutex_lock (&self->lock);
  if (!pad->flushing && pad->result == GST_FLOW_OK)
    pad->result = ret;
  eos = pad->eos;
  g_mutex_unlock (&self->lock);

  /* Upstream has ended and will not see it. */
  if (eos && (ret == GST_FLOW_NOT_LINKED || ret < GST_FLOW_EOS))
    GST_ELEMENT_FLOW_ERROR (self, ret);
}

static void
push_batch (GstScreamTx * self, GArray * batch)
{
  guint i = 0, n;

  while (i < batch->len) {
    Outgoing *out = &g_array_index (batch, Outgoing, i);

    if (GST_IS_EVENT (out->object)) {
      n = 1;
      gst_pad_push_event (out->pad->srcpad,
          GST_EVENT_CAST (g_steal_pointer (&out->object)));
    } else {
      GstFlowReturn ret;

      n = run_length (batch, i);
      ret = push_buffers (batch, i, n);
      if (ret != GST_FLOW_OK)
        handle_result (self, out->pad, ret);
    }
    i += n;
  }

  g_mutex_lock (&self->lock);
  for (i = 0; i < batch->len; i++)
    g_array_index (batch, Outgoing, i).pad->pushing = FALSE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
  g_array_unref (batch);
}

/* With the lock; lets go of it while waiting. */
static void
wait_until (GstScreamTx * self, RtpCcTime until)
{
  self->waiting = TRUE;
  self->wait_until = until;
  if (until == RTP_CC_TIME_NEVER) {
    g_cond_wait (&self->cond, &self->lock);
  } else {
    GstClockID id;

    if (self->wait_id == NULL)
      self->wait_id = gst_clock_new_single_shot_id (self->clock, until);
    else
      gst_clock_single_shot_id_reinit (self->clock, self->wait_id, until);
    id = gst_clock_id_ref (self->wait_id);
    g_mutex_unlock (&self->lock);
    gst_clock_id_wait (id, NULL);
    gst_clock_id_unref (id);
    g_mutex_lock (&self->lock);
  }
  self->waiting = FALSE;
}

/* Decoders that lost frames need a new start. */
static void
request_key_frames (GstScreamTx * self)
{
  RtpCcTime now;
  guint i;

  g_mutex_lock (&self->lock);
  now = gst_scream_tx_now (self);
  for (i = 0; i < self->pads->len; i++) {
    GstScreamTxPad *pad = g_ptr_array_index (self->pads, i);
    guint32 ssrc;

    if (pad->stream < 0 || !rtp_cc_session_take_key_frame_request
        (self->session, pad->stream, &ssrc, now))
      continue;
    gst_object_ref (pad);
    g_mutex_unlock (&self->lock);
    GST_INFO_OBJECT (pad, "frames were discarded, asking for a key frame");
    gst_encoder_control_request_key_frame (pad->encoder, ssrc);
    gst_object_unref (pad);
    g_mutex_lock (&self->lock);
  }
  g_mutex_unlock (&self->lock);
}

void
gst_scream_tx_loop (gpointer user_data)
{
  GstScreamTx *self = GST_SCREAM_TX (user_data);
  GArray *batch;
  gboolean find_route;
  RtpCcTime now, next;

  g_mutex_lock (&self->lock);
  if (!self->running) {
    g_mutex_unlock (&self->lock);
    gst_task_pause (self->task);
    return;
  }
  now = gst_scream_tx_now (self);
  if (self->playing)
    rtp_cc_session_tick (self->session, gst_scream_tx_drop, NULL, now);
  batch = collect (self, now);
  find_route = batch != NULL && self->route == ROUTE_UNKNOWN
      && GST_IS_BUFFER (g_array_index (batch, Outgoing, batch->len - 1).object);
  if (batch == NULL) {
    next = self->playing ? rtp_cc_session_next_time (self->session, now)
        : RTP_CC_TIME_NEVER;
    if (next > now)
      wait_until (self, next);
  }
  g_mutex_unlock (&self->lock);

  if (find_route)
    gst_scream_tx_find_route (self);
  if (batch != NULL)
    push_batch (self, batch);
  gst_scream_tx_check_feedback (self);
  request_key_frames (self);
  gst_scream_tx_publish_rates (self);
}
