/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxflow.c: packets and events into screamtx
 *
 * chain puts packets and serialized events into the session's queue of its
 * pad, where gstscreamtxsend.c takes them out.  Sources that are not live wait
 * here for their time.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"
#include "plugins/scream/rtp/gsttwccevent.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* The fixed RTP header, RFC 3550 section 5.1. */
#define RTP_HEADER_SIZE 12

/* What a source that is not live may send in PAUSED, of running time: decoders
 * before a sink keep some frames, but where nothing prerolls it must end. */
#define PREROLL_TIME GST_SECOND

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
      found = gst_object_ref (pad);
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

/* RtpCcDropFunc.  Nobody sends sticky events again after a flush. */
static void
drop_but_remember (const RtpCcQueueItem * item, gpointer user_data)
{
  GstPad *srcpad = GST_PAD_CAST (user_data);
  GstMiniObject *object = GST_MINI_OBJECT_CAST (item->user);

  if (GST_IS_EVENT (object)) {
    GstEvent *event = GST_EVENT_CAST (object);

    if (GST_EVENT_IS_STICKY (event) && GST_EVENT_TYPE (event) != GST_EVENT_EOS
        && GST_EVENT_TYPE (event) != GST_EVENT_SEGMENT)
      gst_pad_store_sticky_event (srcpad, event);
  }
  gst_mini_object_unref (object);
}

/* With the lock: what was taken from the session comes before what is in it. */
static void
empty_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  guint i;

  for (i = 0; i < pad->out->len; i++) {
    RtpCcQueueItem item = { 0, };

    item.user = g_ptr_array_index (pad->out, i);
    drop_but_remember (&item, pad->srcpad);
  }
  g_ptr_array_set_size (pad->out, 0);
  if (self->session != NULL && pad->stream >= 0)
    rtp_cc_session_clear_stream (self->session, pad->stream,
        drop_but_remember, pad->srcpad);
  gst_scream_tx_pad_done (self, pad);
}

/* ---- in ---- */

/* Reads the header, which is in the clear in SRTP too. */
static gboolean
parse_packet (GstScreamTxPad * pad, GstBuffer * buffer,
    RtpCcSessionPacket * packet)
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
  packet->repair = gst_scream_tx_pad_is_repair (pad, h[1] & 0x7f);
  return TRUE;
}

/* With the lock.  A new stream, behind a funnel for instance, may have another
 * encoder. */
static void
note_ssrc (GstScreamTxPad * pad, guint32 ssrc)
{
  guint i;

  for (i = 0; i < pad->n_ssrcs; i++) {
    if (pad->ssrcs[i] == ssrc)
      return;
  }
  if (pad->n_ssrcs == GST_SCREAM_TX_PAD_SSRCS)
    return;
  pad->ssrcs[pad->n_ssrcs++] = ssrc;
  pad->new_ssrc = TRUE;
}

/* With the lock.  Takes the buffer. */
static void
enqueue_buffer (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer,
    RtpCcTime now)
{
  RtpCcSessionPacket packet = { 0, };

  buffer = gst_scream_tx_reserve_number (pad, buffer);
  if (!parse_packet (pad, buffer, &packet)) {
    pad->not_rtp++;
    GST_WARNING_OBJECT (pad, "dropped a buffer of %" G_GSIZE_FORMAT
        " bytes that is not an RTP packet", gst_buffer_get_size (buffer));
    gst_buffer_unref (buffer);
    return;
  }
  note_ssrc (pad, packet.ssrc);
  if (!rtp_cc_session_enqueue (self->session, pad->stream, &packet, now))
    gst_buffer_unref (buffer);
}

/* With the lock. */
static GstFlowReturn
check_pad (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (self->session == NULL || pad->stream < 0)
    return GST_FLOW_FLUSHING;
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

/* Of the thread that brings packets. */
static void
look_for_more_encoders (GstScreamTxPad * pad, gboolean new_ssrc)
{
  if (new_ssrc)
    gst_encoder_control_find (pad->encoder, GST_PAD_CAST (pad));
}

/* With the lock. */
static gboolean
take_new_ssrc (GstScreamTxPad * pad)
{
  gboolean new_ssrc = pad->new_ssrc && pad->n_ssrcs > 1;

  pad->new_ssrc = FALSE;
  return new_ssrc;
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

/* With the lock: all that came has been taken downstream. */
static gboolean
is_empty (GstScreamTx * self, GstScreamTxPad * pad)
{
  RtpCcStreamInfo info;

  if (self->session == NULL || pad->stream < 0)
    return TRUE;
  rtp_cc_session_stream_info (self->session, pad->stream, &info,
      gst_scream_tx_now (self));
  return info.queued_packets == 0 && pad->out->len == 0 && !pad->pushing;
}

/* With the lock. */
static gboolean
may_preroll (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime running)
{
  if (!pad->prerolling) {
    pad->prerolling = TRUE;
    pad->preroll_start = running;
    return TRUE;
  }
  return running < pad->preroll_start + PREROLL_TIME && is_empty (self, pad);
}

/* With the lock, which it lets go of.  False: something has changed. */
static gboolean
wait_for_time (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime running)
{
  GstClock *clock = gst_element_get_clock (GST_ELEMENT_CAST (self));
  GstClockTime base = gst_element_get_base_time (GST_ELEMENT_CAST (self));
  GstClockReturn ret;
  GstClockID id;

  if (clock == NULL)
    return TRUE;
  id = pad->sync_id = gst_clock_new_single_shot_id (clock, base + running);
  g_mutex_unlock (&self->lock);
  ret = gst_clock_id_wait (id, NULL);
  g_mutex_lock (&self->lock);
  pad->sync_id = NULL;
  gst_clock_id_unref (id);
  gst_object_unref (clock);
  return ret != GST_CLOCK_UNSCHEDULED && self->playing;
}

/* A source that is not live would run as fast as it can: its packets wait for
 * their running time, as a synchronizing sink would have them do.  In PAUSED, or
 * without a time, they pass one by one, as fast as downstream takes them. */
static void
wait_for_turn (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer)
{
  GstClockTime running = GST_CLOCK_TIME_NONE;
  gboolean now = FALSE;

  g_mutex_lock (&self->lock);
  if (pad->segment.format == GST_FORMAT_TIME)
    running = gst_segment_to_running_time (&pad->segment, GST_FORMAT_TIME,
        GST_BUFFER_PTS (buffer));
  while (!now && !pad->flushing) {
    gboolean timed = GST_CLOCK_TIME_IS_VALID (running);

    if (timed && self->playing) {
      now = wait_for_time (self, pad, running);
      continue;
    }
    now = timed ? may_preroll (self, pad, running) : is_empty (self, pad);
    if (!now)
      gst_scream_tx_wait (self);
  }
  g_mutex_unlock (&self->lock);
}

/* ---- capture times ---- */

/* Takes the buffer.  In PAUSED the clock does not say how old it is. */
static GstBuffer *
stamp_buffer (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer)
{
  gboolean stamped = FALSE, playing;

  if (!gst_capture_stamper_wants (&pad->stamper, buffer))
    return buffer;
  g_mutex_lock (&self->lock);
  playing = self->playing;
  g_mutex_unlock (&self->lock);
  if (playing)
    buffer = gst_capture_stamper_stamp (&pad->stamper, GST_ELEMENT_CAST (self),
        &pad->segment, buffer, &stamped);
  if (stamped) {
    g_mutex_lock (&self->lock);
    pad->capture_times++;
    g_mutex_unlock (&self->lock);
  }
  return buffer;
}

static GstBufferList *
stamp_list (GstScreamTx * self, GstScreamTxPad * pad, GstBufferList * list)
{
  guint i;

  for (i = 0; i < gst_buffer_list_length (list); i++) {
    GstBuffer *buffer = gst_buffer_list_get (list, i);
    GstBuffer *stamped = stamp_buffer (self, pad, gst_buffer_ref (buffer));

    if (stamped == buffer) {
      gst_buffer_unref (stamped);
      continue;
    }
    list = gst_buffer_list_make_writable (list);
    gst_buffer_list_remove (list, i, 1);
    gst_buffer_list_insert (list, (gint) i, stamped);
  }
  return list;
}

static GstEvent *
announce_extension (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  guint id;

  GST_OBJECT_LOCK (self);
  id = self->capture_time_extension;
  GST_OBJECT_UNLOCK (self);
  return gst_capture_stamper_set_caps (&pad->stamper, GST_ELEMENT_CAST (self),
      id, event);
}

/* ---- chain ---- */

static GstFlowReturn
gst_scream_tx_chain_list (GstPad * sinkpad, GstObject * parent,
    GstBufferList * list)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  guint i, n = gst_buffer_list_length (list);
  GstFlowReturn ret;
  gboolean new_ssrc;
  RtpCcTime now;

  if (!pad->started)
    start_pad (self, pad);
  if (!pad->live && n > 0)
    wait_for_turn (self, pad, gst_buffer_list_get (list, 0));
  if (pad->stamper.id != 0)
    list = stamp_list (self, pad, list);

  g_mutex_lock (&self->lock);
  ret = check_pad (self, pad);
  if (ret == GST_FLOW_OK) {
    now = gst_scream_tx_now (self);
    for (i = 0; i < n; i++)
      enqueue_buffer (self, pad, gst_buffer_ref (gst_buffer_list_get (list, i)),
          now);
    gst_scream_tx_wake_if_due (self, now);
  }
  new_ssrc = take_new_ssrc (pad);
  g_mutex_unlock (&self->lock);
  gst_buffer_list_unref (list);
  look_for_more_encoders (pad, new_ssrc);
  return ret;
}

static GstFlowReturn
gst_scream_tx_chain (GstPad * sinkpad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  GstFlowReturn ret;
  gboolean new_ssrc;
  RtpCcTime now;

  if (!pad->started)
    start_pad (self, pad);
  if (!pad->live)
    wait_for_turn (self, pad, buffer);
  if (pad->stamper.id != 0)
    buffer = stamp_buffer (self, pad, buffer);

  g_mutex_lock (&self->lock);
  ret = check_pad (self, pad);
  if (ret == GST_FLOW_OK) {
    now = gst_scream_tx_now (self);
    enqueue_buffer (self, pad, buffer, now);
    gst_scream_tx_wake_if_due (self, now);
  } else {
    gst_buffer_unref (buffer);
  }
  new_ssrc = take_new_ssrc (pad);
  g_mutex_unlock (&self->lock);
  look_for_more_encoders (pad, new_ssrc);
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
  empty_pad (self, pad);
  gst_scream_tx_signal (self);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);
}

/* Nothing of this pad is on its way when this returns. */
static void
flush_stop (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  while (pad->pushing)
    gst_scream_tx_wait (self);
  pad->flushing = FALSE;
  pad->eos = pad->eos_sent = FALSE;
  pad->prerolling = FALSE;
  pad->result = GST_FLOW_OK;
  gst_segment_init (&pad->segment, GST_FORMAT_TIME);
  g_mutex_unlock (&self->lock);
}

/* Events keep their place among the packets. */
static GstFlowReturn
enqueue_event (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  RtpCcSessionPacket item = { 0, };
  GstFlowReturn ret;

  item.user = event;
  g_mutex_lock (&self->lock);
  if (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START && pad->eos) {
    pad->eos = pad->eos_sent = FALSE;
    pad->result = GST_FLOW_OK;
  }
  ret = check_pad (self, pad);
  if (ret == GST_FLOW_OK && !rtp_cc_session_enqueue (self->session,
          pad->stream, &item, gst_scream_tx_now (self)))
    ret = GST_FLOW_ERROR;
  if (ret == GST_FLOW_OK && GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    pad->eos = TRUE;
  if (ret == GST_FLOW_OK && GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
    gst_event_copy_segment (event, &pad->segment);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);

  if (ret != GST_FLOW_OK)
    gst_event_unref (event);
  return ret;
}

static void
take_caps (GstScreamTx * self, GstScreamTxPad * pad, GstEvent * event)
{
  GstCaps *caps;

  gst_event_parse_caps (event, &caps);
  if (gst_scream_tx_pad_take_caps (pad, caps))
    gst_scream_tx_apply_settings (self);
}

/* A refusal says what the chain function would. */
static GstFlowReturn
gst_scream_tx_sink_event (GstPad * sinkpad, GstObject * parent,
    GstEvent * event)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  gboolean passed;

  if (gst_twcc_event_is (event))
    gst_scream_tx_take_twcc_event (self, event);
  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_START:
      passed = gst_pad_push_event (pad->srcpad, event);
      flush_start (self, pad);
      break;
    case GST_EVENT_FLUSH_STOP:
      flush_stop (self, pad);
      passed = gst_pad_push_event (pad->srcpad, event);
      break;
    case GST_EVENT_CAPS:
      take_caps (self, pad, event);
      gst_encoder_control_find (pad->encoder, sinkpad);
      event = announce_extension (self, pad, event);
      event = gst_scream_tx_announce_number (self, pad, event);
      return enqueue_event (self, pad, event);
    default:
      if (GST_EVENT_IS_SERIALIZED (event))
        return enqueue_event (self, pad, event);
      passed = gst_pad_push_event (pad->srcpad, event);
      break;
  }
  return passed ? GST_FLOW_OK : GST_FLOW_ERROR;
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

/* Something else is linked downstream. */
static void
downstream_changed (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  if (pad->result == GST_FLOW_NOT_LINKED)
    pad->result = GST_FLOW_OK;
  if (self->route != ROUTE_PAD)
    self->route = ROUTE_UNKNOWN;
  g_mutex_unlock (&self->lock);
}

/* A NACK that rtpsession hands on to rtprtxsend, for a packet that did not leave
 * here: the gap in the numbers is ours, and sending it after all would only make
 * more of them. */
static gboolean
is_in_vain (GstScreamTx * self, GstEvent * event)
{
  const GstStructure *s = gst_event_get_structure (event);
  gboolean in_vain = FALSE;
  guint ssrc, seq;

  if (GST_EVENT_TYPE (event) != GST_EVENT_CUSTOM_UPSTREAM || s == NULL
      || !gst_structure_has_name (s, "GstRTPRetransmissionRequest")
      || !gst_structure_get_uint (s, "ssrc", &ssrc)
      || !gst_structure_get_uint (s, "seqnum", &seq))
    return FALSE;

  g_mutex_lock (&self->lock);
  if (self->session != NULL)
    in_vain = !rtp_cc_session_may_resend (self->session, ssrc, (guint16) seq);
  self->requests_refused += in_vain;
  g_mutex_unlock (&self->lock);
  return in_vain;
}

static gboolean
gst_scream_tx_src_event (GstPad * srcpad, GstObject * parent, GstEvent * event)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = gst_scream_tx_pad_of (self, srcpad);
  gboolean ret;

  if (pad == NULL) {
    gst_event_unref (event);
    return FALSE;
  }
  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE)
    downstream_changed (self, pad);
  if (gst_twcc_event_is (event))
    gst_scream_tx_take_twcc_event (self, event);
  if (is_in_vain (self, event)
      || gst_scream_tx_take_key_request (self, pad, event)) {
    gst_event_unref (event);
    ret = TRUE;
  } else {
    ret = gst_pad_push_event (GST_PAD_CAST (pad), event);
  }
  gst_object_unref (pad);
  return ret;
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
  GstScreamTxPad *pad;
  gboolean ret;

  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return gst_pad_query_default (srcpad, parent, query);
  pad = gst_scream_tx_pad_of (self, srcpad);
  if (pad == NULL)
    return FALSE;
  ret = answer_latency (self, pad, query);
  gst_object_unref (pad);
  return ret;
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
    other = gst_object_ref (GST_SCREAM_TX_PAD (pad)->srcpad);
  else
    other = GST_PAD_CAST (gst_scream_tx_pad_of (self, pad));
  if (other == NULL)
    return NULL;

  g_value_init (&value, GST_TYPE_PAD);
  g_value_take_object (&value, other);
  it = gst_iterator_new_single (GST_TYPE_PAD, &value);
  g_value_unset (&value);
  return it;
}

/* Below PAUSED nothing waits and nothing gets stuck. */
static gboolean
gst_scream_tx_sink_activate_mode (GstPad * sinkpad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);

  (void) parent;                /* a pad is active before it has one */
  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;

  if (!active)
    flush_start (pad->element, pad);
  else
    flush_stop (pad->element, pad);
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
  gst_pad_set_event_full_function (sinkpad,
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
