/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxflow.c: packets into screamtx
 *
 * chain puts packets into the session's queue of its pad, where gstscreamtxsend.c
 * takes them out.  Sources that are not live wait here for their time.
 */
#include "plugins/packet/gstscreampacket.h"
#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

/* What a source that is not live may send in PAUSED, of running time: decoders
 * before a sink keep some frames, but where nothing prerolls it must end. */
#define PREROLL_TIME GST_SECOND

/* OURS: two encoders of one source have the same events, so nothing says that the other one
 * is linked now.  At half of it twice as many walks along the pipeline are made, at double
 * the old picture stands for more than 300 ms. */
#define LOOK_INTERVAL (200 * RTP_CC_MSECOND)

/* OURS: streams that begin anew within this were flushed together, and keep their times to
 * each other.  Half of it is less than some encoders need for their first frame, double of
 * it is played fast by those that come last. */
#define SAME_TIME (500 * GST_MSECOND)

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
  GstScreamTxSsrc *ssrc;

  if (!parse_packet (pad, buffer, &packet)) {
    pad->not_rtp++;
    GST_WARNING_OBJECT (pad, "dropped a buffer of %" G_GSIZE_FORMAT
        " bytes that is not an RTP packet", gst_buffer_get_size (buffer));
    gst_buffer_unref (buffer);
    return FALSE;
  }
  ssrc = gst_scream_tx_pad_note_ssrc (pad, packet.ssrc);
  if (!packet.repair && gst_scream_tx_pad_is_cut (pad, ssrc, &packet)) {
    rtp_cc_session_restart (self->session, pad->stream, packet.ssrc);
    pad->is_cut = TRUE;
  }
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
  pad->is_controlled = TRUE;
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

  if (gst_scream_tx_look_for_encoder (pad)) {
    if (pad->is_data)
      control_data (self, pad);
    return;
  }

  g_mutex_lock (&self->lock);
  missing = g_steal_pointer (&pad->encoder_missing);
  is_only = self->pads->len == 1;
  g_mutex_unlock (&self->lock);
  if (missing == NULL || pad->is_audio || pad->is_data) {
    g_free (missing);
    return;
  }

  gst_scream_tx_post_encoder (self, GST_ENCODER_CONTROL_NOT_FOUND, NULL,
      missing);
  GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS, ("%s", missing),
      ("%s:%s has no encoder to control; its packets are paced, and the "
          "excess is discarded. %s" GST_HELP ("encoder"),
          GST_DEBUG_PAD_NAME (pad), is_only ?
          "Set encoder-name to the name of the encoder, or to none." :
          "Do not set encoder-name: it would apply to the other pads, too."));
  g_free (missing);
}

/* With the lock. */
static void
plan_look (GstScreamTxPad * pad, RtpCcTime now)
{
  pad->look = (pad->new_ssrc && pad->n_ssrcs > 1)
      || (pad->has_encoder && now - pad->looked > LOOK_INTERVAL);
  pad->new_ssrc = FALSE;
  if (pad->look)
    pad->looked = now;
}

/* Of the thread that brings packets: there may be more encoders, and one is to make a key
 * frame. */
static void
after_packet (GstScreamTx * self, GstScreamTxPad * pad)
{
  if (pad->look)
    gst_scream_tx_look_for_encoder (pad);
  if (!pad->is_cut)
    return;
  pad->is_cut = FALSE;
  g_mutex_lock (&self->lock);
  gst_scream_tx_request_of_encoder (self, pad, gst_scream_tx_now (self));
  g_mutex_unlock (&self->lock);
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

/* With the lock: @delay, or that of a stream beside that was flushed with this one. */
static GstClockTime
share_delay (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime delay)
{
  guint i;

  for (i = 0; i < self->pads->len; i++) {
    const GstScreamTxPad *other = g_ptr_array_index (self->pads, i);

    if (other != pad && other->begun == pad->begun && other->delay <= delay
        && delay - other->delay < SAME_TIME)
      return other->delay;
  }
  return delay;
}

/* With the lock, @now is a running time.  That of a source begins anew after a seek, but
 * that of the pipeline does so only if its sinks preroll.  To catch up would be to play
 * fast, so the first packet has its time when it comes. */
static void
follow_time (GstScreamTx * self, GstScreamTxPad * pad, GstClockTime running,
    GstClockTime now)
{
  GstClockTime delay = pad->delay <= now ? pad->delay : 0;

  if (pad->begins || running + GST_SECOND < pad->last_running) {
    pad->begins = FALSE;
    pad->begun++;
    delay = share_delay (self, pad, now > running ? now - running : 0);
  }
  pad->last_running = running;
  if (delay != pad->delay)
    gst_scream_tx_pad_set_delay (pad, delay);
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
  follow_time (self, pad, running, gst_clock_get_time (clock) - base);
  id = pad->sync_id = gst_clock_new_single_shot_id (clock,
      base + running + pad->delay);
  g_mutex_unlock (&self->lock);
  ret = gst_clock_id_wait (id, NULL);
  g_mutex_lock (&self->lock);
  pad->sync_id = NULL;
  gst_clock_id_unref (id);
  gst_object_unref (clock);
  return ret != GST_CLOCK_UNSCHEDULED && self->playing;
}

/* Without what delays it. */
static GstClockTime
running_time (GstScreamTxPad * pad, GstBuffer * buffer)
{
  if (pad->segment.format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_running_time (&pad->segment, GST_FORMAT_TIME,
      GST_BUFFER_PTS (buffer));
}

/* A source that is not live would run as fast as it can: its packets wait for
 * their running time, as a synchronizing sink would have them do.  In PAUSED, or
 * without a time, they pass one by one, as fast as downstream takes them. */
static void
wait_for_turn (GstScreamTx * self, GstScreamTxPad * pad, GstBuffer * buffer)
{
  GstClockTime running;
  gboolean now = FALSE;

  g_mutex_lock (&self->lock);
  running = running_time (pad, buffer);
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
  GstClockTime running;

  if (!gst_capture_stamper_wants (&pad->stamper, buffer))
    return buffer;
  g_mutex_lock (&self->lock);
  running = running_time (pad, buffer);
  playing = self->playing && GST_CLOCK_TIME_IS_VALID (running);
  running += pad->delay;
  g_mutex_unlock (&self->lock);
  if (playing)
    buffer = gst_capture_stamper_stamp (&pad->stamper, GST_ELEMENT_CAST (self),
        running, buffer, &stamped);
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

  *buffer = extend_buffer (pad->element, pad, *buffer);
  return TRUE;
}

/* GstBufferListFunc.  Out of the list it is nobody else's. */
static gboolean
enqueue_from_list (GstBuffer ** buffer, guint i, gpointer user_data)
{
  GstScreamTxPad *pad = user_data;

  enqueue_buffer (pad->element, pad, g_steal_pointer (buffer),
      pad->element->now);
  return TRUE;
}

/* Who sends what was enqueued. */
typedef struct
{
  gboolean here;                /* this thread, by @send; else who sleeps, if any */
  GstScreamTxSend send;
  GstScreamLoop *sleeper;
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
  plan_look (pad, now);
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
  GstScreamTx *self = (GstScreamTx *) parent;
  GstScreamTxPad *pad = (GstScreamTxPad *) sinkpad;
  Sender sender = { FALSE, };
  GstFlowReturn ret;

  before_packet (self, pad, gst_buffer_list_length (list) > 0 ?
      gst_buffer_list_get (list, 0) : NULL);
  list = gst_buffer_list_make_writable (list);
  if (pad->stamper.id != 0 || pad->number_id != 0)
    gst_buffer_list_foreach (list, extend_in_list, pad);

  g_mutex_lock (&self->lock);
  ret = enqueue (self, pad, list, NULL, &sender);
  g_mutex_unlock (&self->lock);
  send_enqueued (self, pad, &sender);
  gst_buffer_list_unref (list);
  after_packet (self, pad);
  return ret;
}

GstFlowReturn
gst_scream_tx_chain (GstPad * sinkpad, GstObject * parent, GstBuffer * buffer)
{
  GstScreamTx *self = (GstScreamTx *) parent;
  GstScreamTxPad *pad = (GstScreamTxPad *) sinkpad;
  Sender sender = { FALSE, };
  GstFlowReturn ret;

  before_packet (self, pad, buffer);
  buffer = extend_buffer (self, pad, buffer);

  g_mutex_lock (&self->lock);
  ret = enqueue (self, pad, NULL, &buffer, &sender);
  g_mutex_unlock (&self->lock);
  send_enqueued (self, pad, &sender);
  gst_clear_buffer (&buffer);
  after_packet (self, pad);
  return ret;
}
