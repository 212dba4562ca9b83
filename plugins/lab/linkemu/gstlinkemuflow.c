/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemuflow.c: packets and events through the link */
#include "gstlinkemuprivate.h"
#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gstscreampacket.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

#define GST_CAT_DEFAULT gst_link_emu_debug

/* Greatest lateness of arrived packets before upstream blocks. */
#define MAX_LATENESS (100 * (gint64) GST_MSECOND)
/* ns; the default of 50 us would add to each departure. */
#define TIMER_SLACK 1000

/*** link: with the lock *****************************************************/

gint64
gst_link_emu_get_time (GstLinkEmu * self)
{
  return (gint64) gst_clock_get_time (self->clock);
}

static void
free_packet (void *packet)
{
  gst_link_emu_order_dropped (packet);
}

static gboolean
ensure_link (GstLinkEmu * self, gint64 now)
{
  LinkEmuConfig config = self->config;

  if (self->link != NULL)
    return TRUE;
  config.rate = g_steal_pointer (&self->rate);
  if (config.rate == NULL)
    config.rate = linkemu_rate_constant (self->bitrate);
  self->link = linkemu_new (&config, now);
  self->began = now;
  return self->link != NULL;
}

static gint64
next_time (GstLinkEmu * self)
{
  return self->link != NULL ? linkemu_next_time (self->link) :
      LINKEMU_TIME_NEVER;
}

/* The task waits for either, and checks again. */
static void
wake_task (GstLinkEmu * self)
{
  g_cond_broadcast (&self->cond);
  if (self->waiting_until != LINKEMU_TIME_NEVER)
    gst_clock_id_unschedule (self->clock_id);
}

static void
wake_task_if_earlier (GstLinkEmu * self)
{
  if (next_time (self) < self->waiting_until)
    wake_task (self);
}

void
gst_link_emu_configure_link (GstLinkEmu * self, LinkEmuRate * rate)
{
  LinkEmuConfig config = self->config;

  if (self->link == NULL)
    return;
  config.rate = rate;
  linkemu_configure (self->link, &config, gst_link_emu_get_time (self));
  wake_task_if_earlier (self);
}

static void
empty (GstLinkEmu * self)
{
  if (self->link != NULL)
    linkemu_flush (self->link, free_packet, gst_link_emu_get_time (self));
  gst_link_emu_order_clear (&self->order);
  gst_link_emu_order_init (&self->order);
  self->eos = FALSE;
}

void
gst_link_emu_free_link (GstLinkEmu * self)
{
  linkemu_free (self->link, free_packet);
  self->link = NULL;
}

/* In a streaming thread, without the lock: the log is there as long as that. */
static void
tell_log (GstLinkEmu * self)
{
  if (self->log != NULL)
    gst_log_file_tell (self->log, GST_ELEMENT_CAST (self));
}

/*** src pad: the task *******************************************************/

static void
arrived (GstLinkEmuPacket * packet, guint8 ecn)
{
  if (gst_scream_ecn_get (packet->buffer, LINKEMU_NOT_ECT) != ecn) {
    packet->buffer = gst_buffer_make_writable (packet->buffer);
    gst_scream_ecn_set (packet->buffer, ecn);
  }
  gst_link_emu_order_arrived (packet);
}

static void
take_arrived (GstLinkEmu * self)
{
  LinkEmuDeparture departure;
  gint64 now;

  if (self->link == NULL)
    return;
  now = gst_link_emu_get_time (self);
  while (linkemu_dequeue (self->link, &departure, now)) {
    if (self->log != NULL)
      gst_link_emu_log_departure (self->log, &departure);
    if (departure.dropped)
      gst_link_emu_order_dropped (departure.packet);
    else
      arrived (departure.packet,
          departure.marked ? LINKEMU_CE : departure.info.ecn);
  }
}

static void
wait_until (GstLinkEmu * self, gint64 time)
{
  GstClockID id;

  if (time == LINKEMU_TIME_NEVER) {
    g_cond_wait (&self->cond, &self->lock);
    return;
  }
  if (self->clock_id == NULL)
    self->clock_id = gst_clock_new_single_shot_id (self->clock, time);
  else
    gst_clock_single_shot_id_reinit (self->clock, self->clock_id, time);
  id = gst_clock_id_ref (self->clock_id);
  self->waiting_until = time;
  g_mutex_unlock (&self->lock);
  gst_clock_id_wait (id, NULL);
  g_mutex_lock (&self->lock);
  self->waiting_until = LINKEMU_TIME_NEVER;
  gst_clock_id_unref (id);
}

/* NULL: flushing. After an error the task waits for a flush, or for a link to
 * be made. */
static GstMiniObject *
wait_for_output (GstLinkEmu * self)
{
  while (self->flow != GST_FLOW_FLUSHING) {
    GstMiniObject *output = NULL;

    if (self->flow == GST_FLOW_OK) {
      take_arrived (self);
      output = gst_link_emu_order_next (&self->order);
    }
    if (output != NULL)
      return output;
    wait_until (self, self->flow == GST_FLOW_OK ? next_time (self) :
        LINKEMU_TIME_NEVER);
  }
  return NULL;
}

static GstFlowReturn
push (GstLinkEmu * self, GstMiniObject * output)
{
  if (GST_IS_BUFFER (output))
    return gst_pad_push (self->srcpad, GST_BUFFER_CAST (output));
  if (GST_IS_BUFFER_LIST (output))
    return gst_pad_push_list (self->srcpad, GST_BUFFER_LIST_CAST (output));
  gst_pad_push_event (self->srcpad, GST_EVENT_CAST (output));
  return GST_FLOW_OK;
}

/* After EOS there is no chain call any more that could tell upstream. */
static void
report_flow (GstLinkEmu * self, GstFlowReturn flow, gboolean eos)
{
  GST_DEBUG_OBJECT (self, "downstream returned %s", gst_flow_get_name (flow));
  if (!eos || (flow != GST_FLOW_NOT_LINKED && flow >= GST_FLOW_EOS))
    return;
  GST_ELEMENT_FLOW_ERROR (self, flow);
  gst_pad_push_event (self->srcpad, gst_event_new_eos ());
}

static void
set_timer_slack (GstLinkEmu * self)
{
#ifdef __linux__
  if (!self->slack_set)
    prctl (PR_SET_TIMERSLACK, TIMER_SLACK, 0, 0, 0);
#endif
  self->slack_set = TRUE;
}

static void
gst_link_emu_loop (gpointer user_data)
{
  GstLinkEmu *self = user_data;
  GstMiniObject *output;
  GstFlowReturn flow;
  gboolean eos;

  g_mutex_lock (&self->lock);
  set_timer_slack (self);
  output = wait_for_output (self);
  self->pushing = output != NULL;
  g_mutex_unlock (&self->lock);
  if (output == NULL) {
    gst_pad_pause_task (self->srcpad);
    return;
  }

  flow = push (self, output);

  g_mutex_lock (&self->lock);
  self->pushing = FALSE;
  if (self->flow == GST_FLOW_OK)
    self->flow = flow;
  eos = self->eos;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->lock);
  tell_log (self);
  if (flow != GST_FLOW_OK)
    report_flow (self, flow, eos);
}

static void
start (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  empty (self);
  self->flow = GST_FLOW_OK;
  self->slack_set = FALSE;
  g_mutex_unlock (&self->lock);
  gst_pad_start_task (self->srcpad, gst_link_emu_loop, self, NULL);
}

static void
stop (GstLinkEmu * self)
{
  g_mutex_lock (&self->lock);
  self->flow = GST_FLOW_FLUSHING;
  wake_task (self);
  g_mutex_unlock (&self->lock);
}

static gboolean
gst_link_emu_src_activate_mode (GstPad * pad, GstObject * parent,
    GstPadMode mode, gboolean active)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  gboolean stopped;

  if (mode != GST_PAD_MODE_PUSH)
    return FALSE;
  if (active) {
    start (self);
    return TRUE;
  }
  stop (self);
  stopped = gst_pad_stop_task (pad);
  g_mutex_lock (&self->lock);
  empty (self);
  g_mutex_unlock (&self->lock);
  return stopped;
}

static gboolean
gst_link_emu_src_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);

  if (GST_EVENT_TYPE (event) == GST_EVENT_RECONFIGURE) {
    g_mutex_lock (&self->lock);
    if (self->flow == GST_FLOW_NOT_LINKED) {
      GST_DEBUG_OBJECT (self, "linked again");
      self->flow = GST_FLOW_OK;
      wake_task (self);
    }
    g_mutex_unlock (&self->lock);
  }
  return gst_pad_event_default (pad, parent, event);
}

void
gst_link_emu_setup_src_pad (GstPad * pad)
{
  gst_pad_set_activatemode_function (pad, gst_link_emu_src_activate_mode);
  gst_pad_set_event_function (pad, gst_link_emu_src_event);
}

/*** sink pad ****************************************************************/

/* Downstream has blocked the task for long: block as well. */
static void
wait_for_downstream (GstLinkEmu * self)
{
  while (self->flow == GST_FLOW_OK && self->pushing &&
      next_time (self) < gst_link_emu_get_time (self) - MAX_LATENESS)
    g_cond_wait (&self->cond, &self->lock);
}

/* Values of GstController, without the lock, since it sets properties. The time is that
 * of schedule and trace. */
static void
sync_controlled (GstLinkEmu * self)
{
  gint64 since_first = 0;

  if (!gst_object_has_active_control_bindings (GST_OBJECT_CAST (self)))
    return;
  g_mutex_lock (&self->lock);
  if (self->link != NULL)
    since_first = MAX (gst_link_emu_get_time (self) - self->began, 0);
  g_mutex_unlock (&self->lock);
  gst_object_sync_values (GST_OBJECT_CAST (self), since_first);
}

/* OK: buffers may be put in. */
static GstFlowReturn
begin_chain (GstLinkEmu * self)
{
  sync_controlled (self);
  g_mutex_lock (&self->lock);
  wait_for_downstream (self);
  if (self->flow != GST_FLOW_OK)
    return self->flow;
  return ensure_link (self,
      gst_link_emu_get_time (self)) ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static void
end_chain (GstLinkEmu * self)
{
  wake_task_if_earlier (self);
  g_mutex_unlock (&self->lock);
  tell_log (self);
}

/* Takes @buffer. */
static void
enqueue (GstLinkEmu * self, GstBuffer * buffer, gint64 now)
{
  LinkEmuPacketInfo info = { 0, };
  GstLinkEmuPacket *packet =
      gst_link_emu_order_add_packet (&self->order, buffer);
  GstScreamPacket rtp;
  LinkEmuFate fate;

  gst_scream_packet_parse (buffer, &rtp);
  packet->is_rtp = rtp.kind == GST_SCREAM_PACKET_RTP;
  info.size = (guint32) MIN (gst_buffer_get_size (buffer), G_MAXUINT32);
  info.ecn = gst_scream_ecn_get (buffer, (guint8) self->default_ecn);
  info.flow = rtp.ssrc;
  fate = linkemu_enqueue (self->link, packet, &info, now);
  if (fate == LINKEMU_TAKEN)
    return;
  GST_LOG_OBJECT (self, "dropped %" GST_PTR_FORMAT, buffer);
  if (self->log != NULL)
    gst_link_emu_log_refusal (self->log, packet, &info, self->config.overhead,
        fate, now);
  gst_link_emu_order_dropped (packet);
}

static GstFlowReturn
gst_link_emu_chain (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  GstFlowReturn flow = begin_chain (self);

  if (flow == GST_FLOW_OK)
    enqueue (self, buffer, gst_link_emu_get_time (self));
  else
    gst_buffer_unref (buffer);
  end_chain (self);
  return flow;
}

static GstFlowReturn
gst_link_emu_chain_list (GstPad * pad, GstObject * parent, GstBufferList * list)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  GstFlowReturn flow = begin_chain (self);

  if (flow == GST_FLOW_OK) {
    gint64 now = gst_link_emu_get_time (self);

    for (guint i = 0; i < gst_buffer_list_length (list); i++)
      enqueue (self, gst_buffer_ref (gst_buffer_list_get (list, i)), now);
  }
  end_chain (self);
  gst_buffer_list_unref (list);
  return flow;
}

static gboolean
enqueue_event (GstLinkEmu * self, GstEvent * event)
{
  gboolean is_eos = GST_EVENT_TYPE (event) == GST_EVENT_EOS;
  GstFlowReturn flow;

  g_mutex_lock (&self->lock);
  if (GST_EVENT_TYPE (event) == GST_EVENT_STREAM_START) {
    self->eos = FALSE;
    if (self->flow == GST_FLOW_EOS)
      self->flow = GST_FLOW_OK;
  }
  flow = self->flow;
  if (flow == GST_FLOW_OK) {
    gst_link_emu_order_add_event (&self->order, event);
    self->eos = is_eos;
    wake_task (self);
  }
  g_mutex_unlock (&self->lock);
  if (flow != GST_FLOW_OK) {
    gst_event_unref (event);
    report_flow (self, flow, is_eos);
  }
  return flow == GST_FLOW_OK;
}

static gboolean
gst_link_emu_sink_event (GstPad * pad, GstObject * parent, GstEvent * event)
{
  GstLinkEmu *self = GST_LINK_EMU (parent);
  gboolean pushed;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_START:
      pushed = gst_pad_push_event (self->srcpad, event);
      stop (self);
      /* Waits until the task has returned. */
      gst_pad_pause_task (self->srcpad);
      return pushed;
    case GST_EVENT_FLUSH_STOP:
      pushed = gst_pad_push_event (self->srcpad, event);
      start (self);
      return pushed;
    default:
      if (GST_EVENT_IS_SERIALIZED (event))
        return enqueue_event (self, event);
      return gst_pad_event_default (pad, parent, event);
  }
}

static gboolean
gst_link_emu_sink_query (GstPad * pad, GstObject * parent, GstQuery * query)
{
  /* Their answer would have to wait for all packets on the way. */
  if (GST_QUERY_IS_SERIALIZED (query))
    return FALSE;
  return gst_pad_query_default (pad, parent, query);
}

void
gst_link_emu_setup_sink_pad (GstPad * pad)
{
  gst_pad_set_chain_function (pad, gst_link_emu_chain);
  gst_pad_set_chain_list_function (pad, gst_link_emu_chain_list);
  gst_pad_set_event_function (pad, gst_link_emu_sink_event);
  gst_pad_set_query_function (pad, gst_link_emu_sink_query);
}
