/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxflow.c: packets into screamtx
 *
 * chain puts packets into the session's queue of its pad, where gstscreamtxsend.c
 * takes them out.  Sources that are not live wait here for their time.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/packet/gstscreampacket.h"
#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* What a source that is not live may send in PAUSED, of running time: decoders
 * before a sink keep some frames, but where nothing prerolls it must end. */
#define PREROLL_TIME GST_SECOND

/* ---- in ---- */

/* Reads the header, which is in the clear in SRTP too. */
static gboolean
parse_packet (GstScreamTxPad * pad, GstBuffer * buffer,
    RtpCcSessionPacket * packet)
{
  gsize size = gst_buffer_get_size (buffer);
  GstScreamPacket rtp;
  gsize header = gst_scream_packet_parse_rtp (buffer, &rtp);

  if (header == 0 || size > G_MAXUINT16)
    return FALSE;
  packet->user = buffer;
  packet->is_packet = TRUE;
  packet->marker = rtp.marker;
  packet->seq = rtp.seq;
  packet->timestamp = rtp.timestamp;
  packet->ssrc = rtp.ssrc;
  packet->size = (guint32) size;
  packet->payload_size = (guint32) (size - header);
  packet->repair = gst_scream_tx_pad_is_repair (pad, rtp.payload_type);
  return TRUE;
}

/* With the lock.  Takes the buffer.  TRUE: it is the last of a frame. */
static gboolean
enqueue_buffer (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer,
    RtpCcTime now)
{
  RtpCcSessionPacket packet = { 0, };

  if (!parse_packet (pad, buffer, &packet)) {
    pad->not_rtp++;
    GST_WARNING_OBJECT (pad, "dropped a buffer of %" G_GSIZE_FORMAT
        " bytes that is not an RTP packet", gst_buffer_get_size (buffer));
    gst_buffer_unref (buffer);
    return FALSE;
  }
  gst_scream_tx_pad_note_ssrc (pad, packet.ssrc);
  if (!rtp_cc_session_enqueue (self->session, pad->stream, &packet, now))
    gst_buffer_unref (buffer);
  return packet.marker;
}

/* With the lock. */
GstFlowReturn
gst_scream_tx_check_pad (GstScreamTx * self, GstScreamTxPad * pad)
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

/* What goes as data is video after all, by rtpgstpay for example. */
static void
control_data (GstScreamTx * self, GstScreamTxPad * pad)
{
  GST_OBJECT_LOCK (pad);
  pad->is_data = FALSE;
  pad->has_encoder = TRUE;
  GST_OBJECT_UNLOCK (pad);
  gst_scream_tx_apply_settings (self);
}

/* The encoder may have been linked since READY->PAUSED. Nobody controls that of audio
 * or data. */
static void
check_encoder (GstScreamTx * self, GstScreamTxPad * pad)
{
  gboolean is_only;
  gchar *missing;

  if (gst_encoder_control_find (pad->encoder, GST_PAD_CAST (pad))) {
    if (pad->is_data)
      control_data (self, pad);
    return;
  }

  g_mutex_lock (&self->lock);
  missing = g_steal_pointer (&pad->encoder_missing);
  is_only = self->pads->len == 1;
  g_mutex_unlock (&self->lock);
  if (missing != NULL && !pad->is_audio && !pad->is_data)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", missing),
        ("%s:%s has no encoder to control; what comes in is paced, and discarded "
            "when it is too much. %s" GST_HELP ("encoder"),
            GST_DEBUG_PAD_NAME (pad), is_only ?
            "Set encoder-name to the name of the encoder, or to none if there is "
            "none to control." :
            "Leave encoder-name alone: it would count for the other pads, too."));
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

/* ---- the time of a source that is not live ---- */

/* With the lock: all that came has been taken downstream. */
static gboolean
is_empty (GstScreamTx * self, GstScreamTxPad * pad)
{
  RtpCcStreamInfo info;

  if (self->session == NULL || pad->stream < 0)
    return TRUE;
  rtp_cc_session_stream_info (self->session, pad->stream, &info,
      gst_scream_tx_now (self));
  return info.queued_packets == 0 && pad->out->len == 0
      && !gst_scream_tx_pad_is_pushing (pad);
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

/* ---- chain ---- */

/* What is done without the lock before a packet is enqueued. */
static void
before_packet (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * first)
{
  if (!pad->started)
    start_pad (self, pad);
  if (!pad->live && first != NULL)
    wait_for_turn (self, pad, first);
}

/* Takes the buffer and returns it with all that makes it longer. */
static GstBuffer *
extend_buffer (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer)
{
  if (pad->stamper.id != 0)
    buffer = stamp_buffer (self, pad, buffer);
  return gst_scream_tx_reserve_number (pad, buffer);
}

/* GstBufferListFunc.  A buffer that is only in the list is writable here. */
static gboolean
extend_in_list (GstBuffer ** buffer, guint i, gpointer user_data)
{
  GstScreamTxPad *pad = user_data;

  (void) i;
  *buffer = extend_buffer (pad->element, pad, *buffer);
  return TRUE;
}

/* GstBufferListFunc.  Out of the list it is nobody else's. */
static gboolean
enqueue_from_list (GstBuffer ** buffer, guint i, gpointer user_data)
{
  GstScreamTxPad *pad = user_data;

  (void) i;
  enqueue_buffer (pad->element, pad, g_steal_pointer (buffer),
      pad->element->now);
  return TRUE;
}

/* Who sends what was enqueued. */
typedef struct
{
  gboolean here;                /* this thread, by @send; else who sleeps, if any */
  GstScreamTxSend send;
  GstScreamNap *sleeper;
} Sender;

/* With the lock.  What @list or @buffer has, one of them, is taken. */
static GstFlowReturn
enqueue (GstScreamTx * self, GstScreamTxPad * pad, GstBufferList * list,
    GstBuffer ** buffer, Sender * sender)
{
  GstFlowReturn ret = gst_scream_tx_check_pad (self, pad);
  gboolean all = TRUE;
  RtpCcTime now;

  if (ret != GST_FLOW_OK)
    return ret;
  now = gst_scream_tx_now (self);
  gst_scream_tx_use_pad (self, pad);
  if (list != NULL)
    gst_buffer_list_foreach (list, enqueue_from_list, pad);
  else
    all = enqueue_buffer (self, pad, g_steal_pointer (buffer), now);
  /* Of a frame that comes packet by packet those before may leave together. */
  sender->here = all
      && gst_scream_tx_begin_send (self, pad, &sender->send, now);
  if (!sender->here)
    sender->sleeper = gst_scream_tx_wake_begin (self, now);
  return ret;
}

/* Without the lock. */
static void
send_enqueued (GstScreamTx * self, GstScreamTxPad * pad, Sender * sender)
{
  if (sender->here)
    gst_scream_tx_end_send (self, pad, &sender->send);
  else
    gst_scream_loop_wake_end (sender->sleeper);
}

GstFlowReturn
gst_scream_tx_chain_list (GstPad * sinkpad, GstObject * parent,
    GstBufferList * list)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  Sender sender = { FALSE, };
  GstFlowReturn ret;
  gboolean new_ssrc;

  before_packet (self, pad, gst_buffer_list_length (list) > 0 ?
      gst_buffer_list_get (list, 0) : NULL);
  list = gst_buffer_list_make_writable (list);
  if (pad->stamper.id != 0 || pad->number_id != 0)
    gst_buffer_list_foreach (list, extend_in_list, pad);

  g_mutex_lock (&self->lock);
  ret = enqueue (self, pad, list, NULL, &sender);
  new_ssrc = take_new_ssrc (pad);
  g_mutex_unlock (&self->lock);
  send_enqueued (self, pad, &sender);
  gst_buffer_list_unref (list);
  look_for_more_encoders (pad, new_ssrc);
  return ret;
}

GstFlowReturn
gst_scream_tx_chain (GstPad * sinkpad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = GST_SCREAM_TX (parent);
  GstScreamTxPad *pad = GST_SCREAM_TX_PAD (sinkpad);
  Sender sender = { FALSE, };
  GstFlowReturn ret;
  gboolean new_ssrc;

  before_packet (self, pad, buffer);
  buffer = extend_buffer (self, pad, buffer);

  g_mutex_lock (&self->lock);
  ret = enqueue (self, pad, NULL, &buffer, &sender);
  new_ssrc = take_new_ssrc (pad);
  g_mutex_unlock (&self->lock);
  send_enqueued (self, pad, &sender);
  gst_clear_buffer (&buffer);
  look_for_more_encoders (pad, new_ssrc);
  return ret;
}
