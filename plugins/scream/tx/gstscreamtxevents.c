/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxevents.c: events and queries, and the functions of the pads
 *
 * Serialized events keep their place among the packets.
 */
#include "gstscreamtxprivate.h"
#include "plugins/scream/rtp/gsttwccevent.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

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

  for (i = 0; i < pad->out->len; i++)
    drop_but_remember (&g_array_index (pad->out, RtpCcQueueItem, i),
        pad->srcpad);
  g_array_set_size (pad->out, 0);
  if (self->session != NULL && pad->stream >= 0)
    rtp_cc_session_clear_stream (self->session, pad->stream,
        drop_but_remember, pad->srcpad);
  gst_scream_tx_pad_done (self, pad, gst_scream_tx_now (self));
}

/* ---- downstream ---- */

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

/* What others send to as well is flushed when this stream has ended there only: then it is
 * to begin again. */
static void
flush_start (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  pad->passes_flush = !pad->shares_sink || pad->eos_taken;
  pad->flushing = TRUE;
  pad->result = GST_FLOW_FLUSHING;
  if (pad->sync_id != NULL)
    gst_clock_id_unschedule (pad->sync_id);
  empty_pad (self, pad);
  gst_scream_tx_signal (self);
  gst_scream_tx_wake (self);
  g_mutex_unlock (&self->lock);
}

/* Nothing of this pad is on its way when this returns, unless the flush does not go there:
 * in PAUSED a push lasts until PLAYING then. */
static void
flush_stop (GstScreamTx * self, GstScreamTxPad * pad)
{
  g_mutex_lock (&self->lock);
  if (pad->source != NULL)
    gst_scream_loop_doubt (pad->source);        /* sinks preroll again */
  while (gst_scream_tx_pad_is_pushing (pad) && pad->passes_flush)
    gst_scream_tx_wait (self);
  pad->flushing = FALSE;
  pad->begins = TRUE;
  pad->origin.breaks++;
  pad->eos = pad->eos_taken = pad->eos_sent = FALSE;
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
    pad->eos = pad->eos_taken = pad->eos_sent = FALSE;
    pad->result = GST_FLOW_OK;
  }
  ret = gst_scream_tx_check_pad (self, pad);
  gst_scream_tx_use_pad (self, pad);
  if (ret == GST_FLOW_OK && !rtp_cc_session_enqueue (self->session,
          pad->stream, &item, gst_scream_tx_now (self)))
    ret = GST_FLOW_ERROR;
  if (ret == GST_FLOW_OK && GST_EVENT_TYPE (event) == GST_EVENT_EOS)
    pad->eos = TRUE;
  if (ret == GST_FLOW_OK && GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT)
    gst_event_copy_segment (event, &pad->segment);
  gst_scream_tx_pad_note_event (pad, event);
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
  if (!gst_scream_tx_pad_take_caps (pad, caps))
    return;
  gst_scream_tx_configure_encoder (self, pad);
  gst_scream_tx_apply_settings (self);
}

/* Takes @event. */
static gboolean
pass_flush (GstScreamTxPad * pad, GstEvent * event)
{
  if (pad->passes_flush)
    return gst_pad_push_event (pad->srcpad, event);
  gst_event_unref (event);
  return TRUE;
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
      flush_start (self, pad);
      passed = pass_flush (pad, event);
      break;
    case GST_EVENT_FLUSH_STOP:
      flush_stop (self, pad);
      passed = pass_flush (pad, event);
      break;
    case GST_EVENT_STREAM_START:
      gst_scream_tx_look_for_encoder (pad);
      return enqueue_event (self, pad, event);
    case GST_EVENT_CAPS:
      take_caps (self, pad, event);
      gst_scream_tx_look_for_encoder (pad);
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

/* ---- upstream ---- */

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
  gst_scream_tx_guard_sessions (self);
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
  if (gst_scream_tx_is_hint (event)) {
    ret = gst_scream_tx_take_hint_event (self, event);
    gst_event_unref (event);
  } else if (is_in_vain (self, event)
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
    max += gst_scream_tx_get_limit (self);
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

/* ---- pads ---- */

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
  gst_pad_set_event_function (pad, GST_DEBUG_FUNCPTR (gst_scream_tx_src_event));
  gst_pad_set_query_function (pad, GST_DEBUG_FUNCPTR (gst_scream_tx_src_query));
  gst_pad_set_iterate_internal_links_function (pad,
      GST_DEBUG_FUNCPTR (gst_scream_tx_internal_links));
  GST_PAD_SET_PROXY_CAPS (pad);
}
